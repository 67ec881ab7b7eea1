"""Font families as drawings name them, and as what draws them reads them."""

import pytest
from lxml import etree

from printnplay.kernel.diagnostics import Problems
from printnplay.scene.sheet import FontFace, family_name
from printnplay.svg.clean import Cleaner
from printnplay.svg.fonts import Families, apply
from printnplay.svg.pictures import ArtFolders

KNOWN = ("Red Hat Display", "M PLUS 1p", "Élan", "Rock’n Roll", "serif")
CLEANER = Cleaner(Families(KNOWN, "Red Hat Display"), ArtFolders(()))

ATTRIBUTES = {
    "Red Hat Display": "Red Hat Display",
    "'Red Hat Display'": "Red Hat Display",
    "M PLUS 1p": "'M PLUS 1p'",
    "Élan": "'Élan'",
    "&#201;lan": "'Élan'",
    "Rock'n Roll": "'Rock’n Roll'",
    "serif": "'serif'",
    "Élan, Comic, Red Hat Display": "'Élan', Red Hat Display",
    "'Red Hat Display','M PLUS 1p'": "Red Hat Display, 'M PLUS 1p'",
}
"""What stands in attributes, and how it is written then."""


def cleaned(attribute: str) -> str:
    problems = Problems()
    drawing = CLEANER.clean(
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
        f'<text x="5" y="20" {attribute}>Flip</text></svg>',
        ["card.svg.j2"],
        problems,
    )
    assert drawing is not None, problems.found
    return drawing.svg


@pytest.mark.parametrize("said", ATTRIBUTES)
def test_each_family_of_a_list_is_named_by_itself(said: str) -> None:
    assert f' font-family="{ATTRIBUTES[said]}">' in cleaned(f'font-family="{said}"')


def test_a_family_that_is_to_be_that_around_it_is_not_named() -> None:
    svg = cleaned('font-family="inherit"')
    assert "inherit" not in svg
    assert ' font-family="Red Hat Display"><text x="5" y="20">' in svg


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("MPLUS1p, serif", "'M PLUS 1p', serif"),
        ("Elan", "Elan"),
        ("ÉLAN", "'Élan'"),
        ("花 園", "花 園"),
        ("山水", "'山水'"),
    ],
)
def test_a_drawing_names_a_family_as_the_project_does(said: str, meant: str) -> None:
    faces = [FontFace(name, name, 400, italic=False, path="") for name in (*KNOWN, "山水")]
    text = etree.Element("text", {"font-family": said})
    apply(text, faces)
    assert text.get("font-family") == meant


@pytest.mark.parametrize("said", ["Élan, Red Hat Display", "'Élan' , 'Red Hat Display'"])
def test_families_of_a_style_stand_in_quotes(said: str) -> None:
    svg = cleaned(f'style="font-family: {said}; fill: #123456"')
    assert "font-family:'Élan','Red Hat Display'" in svg


@pytest.mark.parametrize("said", ["Rock'n Roll", 'Say "Hi"', "Ham & Eggs", "A, B", "{a}; <b>\\c"])
def test_the_name_of_a_family_can_stand_anywhere(said: str) -> None:
    name = family_name(said)
    assert name
    assert not set(name) & set("\"'&,;{}<>\\")
    assert family_name(name) == name
