"""Axes and features of fonts that drawings ask for: each look is a family by itself."""

from pathlib import Path

import pytest
import yaml
from lxml import etree
from text.drawing import FONTS
from text.variable_fonts import advance_of, variable_font, write

from printnplay.kernel.diagnostics import Problems
from printnplay.svg.art_library import ArtLibrary
from printnplay.svg.clean import Cleaner
from printnplay.svg.elements import said
from printnplay.svg.fonts import Families
from printnplay.svg.pictures import ArtFolders
from printnplay.text.fonts import FontShelf

CASES = yaml.safe_load(Path(__file__).with_name("font_settings.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> FontShelf:
    folder: Path = tmp_path_factory.mktemp("fonts")
    write(folder, "vary.ttf", variable_font("Vary"))
    return FontShelf([FONTS, folder])


def drawn(body: str, shelf: FontShelf) -> tuple[etree._Element, list[str]]:
    """A designer's drawing of this body as it is printed, and what is said of it."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm">{body}</svg>'
    problems = Problems()
    folders = ArtFolders(())
    library = ArtLibrary(Cleaner(Families(shelf.families, "Noto Sans"), folders), shelf)
    found = library.opened(svg.encode(), "drawing.svg", folders, problems)
    assert found is not None, problems.found
    told = [fault.message for fault in problems.found if fault.code.id == "PNP425"]
    return found.root, [message for message in told if "size is in pixels" not in message]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['said']} {case.get('words', '')}")
def test_texts_are_set_in_the_look_that_they_ask_for(
    case: dict[str, object], shelf: FontShelf
) -> None:
    style = str(case["said"]).replace('"', "'")
    words = case.get("words", "a1")
    root, told = drawn(
        f'<text x="2" y="9" font-size="8" font-family="Vary" style="{style}">{words}</text>', shelf
    )
    (text,) = root.iter("{*}text")
    assert text.get("font-family", "").strip("'") == case["family"]
    assert text.get("font-weight") == str(case.get("weight", 400))
    assert (text.get("font-style") == "italic") == case.get("italic", False)
    expected = str(case.get("told", "")).replace('"', "'")
    assert [expected in one.replace('"', "'") for one in told] == [True] * bool(expected)


def test_parts_of_a_text_have_looks_of_their_own(shelf: FontShelf) -> None:
    root, _ = drawn(
        '<g style="font-variant-numeric:tabular-nums;font-family:Vary"><text x="2" y="9"'
        ' font-size="8">1<tspan style="font-variant-numeric:normal" font-weight="700">1</tspan>'
        "</text></g>",
        shelf,
    )
    (text,) = root.iter("{*}text")
    (part,) = text
    names = [(one.get("font-family"), one.get("font-weight")) for one in (text, part)]
    assert names == [("'Vary tnum 1'", "400"), ("Vary", "700")]


def test_what_is_no_attribute_in_browsers_is_none_here(shelf: FontShelf) -> None:
    root, _ = drawn(
        '<text x="2" y="9" font-size="8" font-family="Vary" font-variant-numeric="tabular-nums"'
        ' font-stretch="80%">1</text>',
        shelf,
    )
    (text,) = root.iter("{*}text")
    assert text.get("font-family") == "'Vary wdth 80'"


STRENGTH = "\u0e01\u0e33"
"""A cluster of Thai that becomes three glyphs, two of them with a width."""
AFTER_B = 4 + 8 * (advance_of("b") + advance_of("space"))
"""Where letters go on after a `b` at 4 and a space."""
OTHERS = '<rect width="9" height="9"/>'


@pytest.mark.parametrize(
    ("body", "x"),
    [
        ("<text {} x='2' y='9'>{}</text>", 2.0),
        ("<text {} x='2' y='9' xml:space='preserve'> {}</text>", 2.0 + 8 * advance_of("space")),
        ("<g transform='translate(3 1)'><text {} x='2' y='9'>\n {} </text></g>", 2.0),
        ("<text {} x='9' y='9' text-anchor='end'>{}</text>", 9 - 16 * advance_of("a")),
        ("<text {} y='9'><tspan x='4'>b</tspan>{}</text>", 4 + 8 * advance_of("b")),
        ("<text {} x='1' y='2'><tspan x='4' dy='7'>{}</tspan></text>", 4.0),
        ("<text {} x='4' y='2'><tspan y='9'>{}</tspan></text>", 4.0),
        ("<text {} y='2'><tspan x='4'>b </tspan><tspan y='9'>{}</tspan></text>", AFTER_B),
        ("<text {} y='2'><tspan x='4'>b</tspan><tspan y='9'> {}</tspan></text>", AFTER_B),
        (
            "<text {} x='4' y='2' text-anchor='middle'>b <tspan y='9'>{}</tspan></text>",
            AFTER_B - 8 * advance_of("a"),
        ),
    ],
)
def test_clusters_are_shapes_where_their_letters_would_be(
    body: str, x: float, shelf: FontShelf
) -> None:
    root, _ = drawn(body.format("font-size='8' font-family='Vary' fill='red'", STRENGTH), shelf)
    (path,) = root.iter("{*}path")
    numbers = [
        float(one)
        for one in path.get("d", "").replace("M", " ").replace("L", " ").replace("Z", " ").split()
    ]
    assert min(numbers[::2]) == pytest.approx(x, abs=0.01)
    assert max(numbers[::2]) == pytest.approx(x + 16 * advance_of("a"), abs=0.01)
    assert max(numbers[1::2]) == pytest.approx(9, abs=0.01)
    (unseen,) = [one for one in root.iter("{*}tspan") if one.get("fill-opacity") == "0"]
    assert (unseen.text or "").strip() == STRENGTH


@pytest.mark.parametrize(
    "body",
    [
        "<text {} x='2 5' y='9'>{}</text>",
        "<text {} x='2' y='9' rotate='5'>{}</text>",
        "<text {} x='2' y='9' text-decoration='underline'>{}</text>",
        "<text {} x='2' y='9' letter-spacing='2'>{}</text>",
        "<path id='way' d='M0 9H30'/><text {}><textPath href='#way'>{}</textPath></text>",
    ],
)
def test_clusters_that_cannot_be_shapes_are_marked_to_be_printed_as_pixels(
    body: str, shelf: FontShelf
) -> None:
    root, _ = drawn(body.format("font-size='8' font-family='Vary'", STRENGTH), shelf)
    (text,) = root.iter("{*}text")
    assert text.get("data-letters") == "stacked"


NESTED = [
    (("font-size='50%'", "font-size='50%'"), "font-size", "2"),
    (("style='font-size:50%'", "font-size='.5em'"), "font-size", "2"),
    (("opacity='50%'", "style='opacity:.5'"), "fill-opacity", "0.25"),
    (("style='fill:red'", "fill='blue'"), "fill", "blue"),
    (("fill='red'", "fill='inherit'"), "fill", "red"),
]


@pytest.mark.parametrize(("parts", "name", "value"), NESTED)
@pytest.mark.parametrize("words", [STRENGTH, "ab"])
def test_parts_in_parts_of_a_text_with_clusters_look_as_in_browsers(
    words: str, parts: tuple[str, ...], name: str, value: str, shelf: FontShelf
) -> None:
    inner = "".join(f"<tspan {part}>" for part in parts) + words + "</tspan>" * len(parts)
    body = f"<text x='2' y='9' font-size='8' font-family='Vary'>{STRENGTH}{inner}</text>"
    root, _ = drawn(body, shelf)
    element = [*root.iter("{*}path")][-1] if words == STRENGTH else [*root.iter("{*}text")][-1]
    assert said(element, name) == value


def test_texts_without_clusters_stay_texts(shelf: FontShelf) -> None:
    root, _ = drawn(f"<text x='2' y='9' font-family='Vary' font-size='8'>ab</text>{OTHERS}", shelf)
    assert [*root.iter("{*}path")] == []
    assert [text.text for text in root.iter("{*}text")] == ["ab"]
