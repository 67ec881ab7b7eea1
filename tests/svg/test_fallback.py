"""Letters of drawings that their family lacks."""

from pathlib import Path

import pytest
from faces.small_style import SHELF, draw, draw_body, renderer
from lxml import etree
from text.drawing import FONTS
from text.odd_fonts import cut_font

from printnplay.svg.fallback import Fallback
from printnplay.svg.lettering import Lettering, declared
from printnplay.text.fonts import FontShelf


def runs(body: str, shelf: FontShelf) -> list[tuple[str, str]]:
    """The runs that a text is parted into, each with its family."""
    text = etree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')[0]
    Fallback(Lettering(shelf), "Noto Sans").complete(text, declared(text))
    spans = [span for span in text.iter("{*}tspan") if span.text]
    return [(span.text or "", span.get("font-family", "")) for span in spans]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A B", [("A", "Icons"), (" ", "Noto Sans"), ("B", "Icons")]),
        ("A\n cd", [("A", "Icons"), (" cd", "Noto Sans")]),
    ],
)
def test_a_space_that_a_family_lacks_is_no_box(
    words: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    cut_font(tmp_path / "icons.ttf", "Icons", "AB")
    body = f'<text x="2" y="9" font-size="4" font-family="Icons, Noto Sans">{words}</text>'
    assert runs(body, FontShelf([FONTS, tmp_path])) == expected


def test_an_accent_stays_with_its_letter() -> None:
    body = '<text x="2" y="9" font-size="4" font-family="Table Round">no q\u0301</text>'
    assert runs(body, SHELF)[-1] == ("q\u0301", "Noto Sans")


def test_what_no_family_has_stays() -> None:
    assert runs('<text x="2" y="9" font-size="4" font-family="Table Round">a漢</text>', SHELF) == []


@pytest.mark.parametrize("weight", ["0", "1001", "1e9", "-3", "heavy", "1.2.3", "١٢٣", "1e40"])
@pytest.mark.parametrize("inner", ["bolder", "lighter", "500"])
def test_a_weight_that_is_none_is_normal(weight: str, inner: str, tmp_path: Path) -> None:
    body = f'<text x="2" y="9" font-size="4"><tspan font-weight="{inner}">Hi</tspan> you</text>'
    svg = draw_body(tmp_path, f'<g font-weight="{weight}">{body}</g>').svg
    (text,) = etree.fromstring(svg).iter("{*}text")
    assert text.get("font-weight") == "500"
    assert text[0].get("font-weight") == ("800" if inner == "bolder" else "500")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("0.25rem", "4"),
        (".25REM", "4"),
        ("4vw", "3.62835"),
        ("٣rem", "٣rem"),
        ("1e2rem", "1e2rem"),
    ],
)
def test_lengths_that_count_from_the_whole_drawing(said: str, written: str, tmp_path: Path) -> None:
    svg = draw_body(tmp_path, f'<text x="2" y="9" style="font-size:{said}">Hi</text>').svg
    assert f"font-size:{written}" in svg


def test_comments_and_empty_parts_are_no_matter(tmp_path: Path) -> None:
    body = '<text x="1" y="6" font-size="4">a<!-- c --><tspan/>b<!-- d --> c<title>t</title></text>'
    (text,) = etree.fromstring(draw_body(tmp_path, body).svg).iter("{*}text")
    assert text.get("font-family") == "Red Hat Display"


@pytest.mark.parametrize(
    ("uses", "named"),
    [
        ('<use href="#t"/>', ("Red Hat Display", "500")),
        (
            '<g font-weight="bold"><use href="#t" font-family="Noto Sans"/></g>',
            ("Noto Sans", "800"),
        ),
        ('<use href="#t"/><use href="#t" font-family="Noto Sans"/>', (None, None)),
    ],
)
def test_what_is_used_has_the_face_of_where_it_is_used(
    uses: str, named: tuple[str | None, str | None], tmp_path: Path
) -> None:
    body = '<defs><g id="t"><text x="2" y="9" font-size="4">Hi</text></g></defs>' + uses
    (text,) = etree.fromstring(draw_body(tmp_path, body).svg).iter("{*}text")
    assert (text.get("font-family"), text.get("font-weight")) == named


@pytest.mark.parametrize(
    "text",
    [
        '<defs><text id="t" x="2" y="9" font-size="4">漢</text></defs>',
        '<text x="2" y="9" font-size="4" visibility="hidden">漢</text>',
        '<g style="display:none"><text x="2" y="9" font-size="4">漢</text></g>',
    ],
)
def test_a_text_that_nothing_shows_needs_no_letters(text: str, tmp_path: Path) -> None:
    body = f'{text}<path d="M0 0"/>'
    assert "漢" in draw_body(tmp_path, body).svg


@pytest.mark.parametrize(
    "text",
    [
        '<text font-family="Table Round" font-style="italic"><tspan x="1" y="6">abc</tspan></text>',
        '<text y="9" font-family="Table Round">x <tspan font-weight="bold">abc</tspan></text>',
        '<text y="9" font-family="Table Round" font-weight="bold">abc Ω</text>',
    ],
)
def test_a_look_that_a_font_lacks_is_told_of_parts_too(text: str, tmp_path: Path) -> None:
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{text}</svg>", encoding="utf-8")
    maker = renderer([tmp_path])
    assert draw(maker, "face") is not None
    assert [fault.code.id for fault in maker.problems.found] == ["PNP425"]


def test_a_line_is_anchored_as_its_first_letters_say() -> None:
    look = 'font-size="4" font-family="Table Round, Noto Sans"'
    body = f'<text x="10" y="9" {look}><tspan text-anchor="middle">aΩa</tspan></text>'
    text = etree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>')[0]
    Fallback(Lettering(SHELF), "Noto Sans").complete(text, declared(text))
    places = [float(span.get("x", "")) for span in text.iter("{*}tspan") if span.get("x")]
    assert places[0] < 8 < places[1] < 10 < places[2]


def test_names_are_no_lengths(tmp_path: Path) -> None:
    body = '<text id="3vw" x="2" y="5 " font-size="3 ">t</text><use href="#3vw" y="5"/>'
    svg = draw_body(tmp_path, body).svg
    assert 'id="3vw"' in svg
    assert 'font-size="3"' in svg


def test_the_length_of_a_text_with_parts_is_told(tmp_path: Path) -> None:
    text = '<text x="1" y="6" font-size="3" textLength="15">te<tspan fill="red">m</tspan>xt</text>'
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{text}</svg>", encoding="utf-8")
    maker = renderer([tmp_path])
    picture = draw(maker, "face")
    assert picture is not None
    assert "textLength" not in picture.svg
    (fault,) = maker.problems.found
    assert (fault.code.id, "`textLength`" in fault.message) == ("PNP425", True)
