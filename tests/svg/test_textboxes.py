"""Cards that differ in their texts: checked together, and each with its own faults."""

from html import escape

import pytest

from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.memory import Memory
from printnplay.svg import clean
from printnplay.svg.clean import Cleaned, Cleaner
from printnplay.svg.fonts import Families
from printnplay.svg.pictures import ArtFolders

CLEANER = Cleaner(Families(("Table Round", "Red Hat Display"), "Table Round"), ArtFolders(()))


def drawing(
    words: str, family: str = "Table Round", *, body: str = "", colour: str = "#000000"
) -> str:
    """A drawing with a text as text boxes write it, and more around it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">\n'
        f"<title>A card</title>\n{body}\n"
        f'<text xml:space="preserve"><tspan x="5" y="-20.5" font-family="{family}" '
        f'font-weight="400" font-size="6" fill="{colour}">{escape(words)}</tspan></text>\n</svg>'
    )


def cleaned(text: str) -> tuple[Cleaned | None, list[Diagnostic]]:
    problems = Problems()
    return CLEANER.clean(text, ["card.svg.j2"], problems), problems.found


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "_CLEANED", Memory(1024))


DRAWINGS = {
    "words": drawing("Flip a card"),
    "signs": drawing("""<b> & "c" 'd' -- ]]> url(#a) href="b" style=""" + "'e'"),
    "a mark that ends what is no mark-up": drawing("Flip").replace("Flip", "a]]>b"),
    "no number": drawing("Flip").replace("-20.5", "-20.5.1"),
    "figures of another script": drawing("Flip").replace("-20.5", "\u0662\u0660"),
    "a vast number": drawing("Flip").replace("-20.5", "9" * 400),
    "very many words": drawing("Flip a card " * 200),
    "a letter by its number": drawing("Flip").replace("Flip", "Fl&#105;p"),
    "other scripts": drawing("カード עברית 🂡"),
    "another family": drawing("Flip", "Red Hat Display"),
    "a family that is not there": drawing("Flip", "Comic"),
    "a colour by name": drawing("Flip", colour="tomato"),
    "no colour": drawing("Flip", colour="tomatoe"),
    "an unknown element": drawing("Flip", body="<rekt/>"),
    "a reference to nothing": drawing("Flip", body='<use href="#nothing"/>'),
    "a letter that no file may hold": drawing("Flip \x07 it"),
    "half a letter": drawing("Flip \ufffe it"),
    "a text in a comment": drawing("Flip", body=f"<!-- {drawing('a -- b')} -->"),
    "a style": drawing("Flip", body="<style>tspan {{fill: red}}</style>"),
    "a text in a style": drawing("Flip").replace("<text", "<style><text", 1),
    "not closed": drawing("Flip").replace("</svg>", "</svgg>"),
    "another size": drawing("Flip").replace("60mm", "61mm"),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_cleaned_as_if_it_were_the_only_one(name: str) -> None:
    alone = cleaned(DRAWINGS[name])
    for others in DRAWINGS.values():
        cleaned(others)
    assert cleaned(DRAWINGS[name]) == alone
