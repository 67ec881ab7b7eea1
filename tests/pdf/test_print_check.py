"""Files that show what was drawn pass; each planted slip of a writer is found at its place."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import Affine, Point, Rect, Size, mm
from printnplay.kernel.shapes import rounded
from printnplay.raster.print_check import Difference, PrintCheck, damage
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Contour, Document, Item, Leaf, Page, Panel, Stamp, Stroke
from printnplay.scene.style import Ink

from .samples import document, line, picture, text_body, written

BODY = (
    '<path d="M5 30H55M5 35H40" stroke="#2b1510" stroke-width="0.8" fill="none"/>'
    '<rect x="40" y="4" width="12" height="12" fill="#3366cc"/>'
    f"{text_body('Flip it over')}"
)
CARD = replace(picture("queen", BODY), texts=("Flip it over",))
OTHER = replace(picture("king", BODY.replace("Flip", "Slip")), texts=("Slip it over",))
GLASS = Picture(
    "icon",
    Size(mm(6), mm(6)),
    0,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6" width="6mm" height="6mm">'
    '<circle cx="3" cy="3" r="2" fill="none" stroke="#c03" stroke-width="0.5"/></svg>',
)
PLACE = Rect(mm(20), mm(30), mm(60), mm(40))
SECOND = Rect(mm(100), mm(30), mm(60), mm(40))


def found(shown: Document, meant: Document) -> list[Difference]:
    """What a file lacks of a document, where the writer was given another one."""
    file = written(shown)
    assert list(damage(file, 1)) == []
    return list(PrintCheck(meant.fonts, meant.inks).differences(file, meant))


def drawn(svg: Callable[[str], str]) -> Picture:
    # Without its texts, the writer cannot know that letters are missing.
    return replace(CARD, svg=svg(CARD.svg), texts=())


SOUND: dict[str, tuple[Item, ...]] = {
    "as large as drawn": (Stamp(CARD, PLACE),),
    "on its side": (Stamp(CARD, Rect(mm(20), mm(30), mm(40), mm(60)), 90),),
    "upside down": (Stamp(CARD, PLACE, 180),),
    "on its other side, smaller": (Stamp(CARD, Rect(mm(20), mm(30), mm(16), mm(24)), 270),),
    "over the edge of the paper": (Stamp(CARD, PLACE.moved(mm(160), 0)),),
    "clipped, below others and lines": (
        Stamp(CARD, PLACE, clip=PLACE.grown(mm(1))),
        Stamp(OTHER, PLACE.moved(mm(30), mm(20))),
        Stroke("cut", Point(mm(10), mm(40)), Point(mm(90), mm(40)), 300, "#000000", halo=300),
        Contour("guide", rounded(PLACE, mm(3), mm(3)), 200, "#808080"),
        Panel(PLACE.grown(-mm(12)), fill="#ffffff"),
        line("Draft", 30, 66),
    ),
    "cut round": (Stamp(CARD, PLACE, outline=rounded(PLACE, mm(20), mm(20))),),
    "on a page on its side": (
        Leaf(
            Page(Size(mm(100), mm(150)), (Stamp(CARD, Rect(mm(10), mm(90), mm(60), mm(40))),)),
            Rect(mm(20), mm(20), mm(150), mm(100)),
            90,
        ),
    ),
    "transparent, on a colour": (
        Panel(PLACE, fill="#204060"),
        Stamp(GLASS, Rect(mm(30), mm(40), mm(6), mm(6))),
    ),
    "transparent, on a picture of one colour": (
        Stamp(picture("ground"), PLACE),
        Stamp(GLASS, Rect(mm(30), mm(40), mm(3), mm(3))),
    ),
    "transparent, beside letters": (
        line("A", 20, 44),
        Stamp(GLASS, Rect(mm(25), mm(40), mm(6), mm(6))),
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_a_file_that_shows_what_was_drawn_passes(name: str) -> None:
    meant = document(*SOUND[name])
    assert found(meant, meant) == []


def test_sheets_that_make_up_for_a_printer_pass() -> None:
    meant = document(Stamp(CARD, PLACE))
    turned = Affine(1.002, -0.004, 0.004, 0.998, 900, -400)
    meant = replace(meant, sheets=(replace(meant.sheets[0], placement=turned),))
    assert found(meant, meant) == []


def test_colours_are_compared_as_their_inks_are_shown() -> None:
    inks = (Ink("#ffcc00", cmyk=(100, 0, 0, 0)), Ink("#3366cc", (0, 90, 40, 0), "Sea"))
    meant = replace(document(Stamp(CARD, PLACE)), inks=inks)
    assert found(meant, meant) == []
    (one,) = found(replace(meant, inks=inks[1:]), meant)
    assert one.picture == CARD


SLIPS: dict[str, tuple[Item, ...]] = {
    "strokes half as wide": (Stamp(drawn(lambda svg: svg.replace('"0.8"', '"0.4"')), PLACE),),
    "a stroke missing": (Stamp(drawn(lambda svg: svg.replace("M5 35H40", "")), PLACE),),
    "a text missing": (Stamp(drawn(lambda svg: svg.replace("Flip it over", "")), PLACE),),
    "a letter missing": (Stamp(drawn(lambda svg: svg.replace("over", "ove")), PLACE),),
    "a colour off by 40": (Stamp(drawn(lambda svg: svg.replace("3366cc", "5b66cc")), PLACE),),
    "another card": (Stamp(OTHER, PLACE),),
    "no card": (),
    "0.4 mm to the right": (Stamp(CARD, PLACE.moved(400, 0)),),
    "0.4 mm too high": (Stamp(CARD, PLACE.moved(0, -400)),),
    "1 % too large": (Stamp(CARD, Rect(PLACE.x, PLACE.y, mm(60.6), mm(40.4))),),
    "upside down": (Stamp(CARD, PLACE, 180),),
    "cut off": (Stamp(CARD, PLACE, clip=Rect(PLACE.x, PLACE.y, mm(58), mm(40))),),
    "something on it": (Stamp(CARD, PLACE), Panel(Rect(mm(60), mm(50), 900, 900), fill="#000000")),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_of_the_writer_is_found_where_it_is(name: str) -> None:
    meant = document(Stamp(OTHER, SECOND), Stamp(CARD, PLACE))
    (one,) = found(document(Stamp(OTHER, SECOND), *SLIPS[name]), meant)
    assert (one.picture, one.page, one.at[:2]) == (CARD, 1, (mm(20), mm(30)))
    assert one.what
    assert one.sides.startswith(b"\x89PNG")


THIN = {"strokes half as wide", "a stroke missing"}
"""What is within a pixel of what was drawn: only the first copy is judged for that."""


@pytest.mark.parametrize("name", sorted(SLIPS.keys() - THIN))
def test_later_copies_are_judged_too(name: str) -> None:
    meant = document(Stamp(CARD, SECOND), Stamp(CARD, PLACE))
    (one,) = found(document(Stamp(CARD, SECOND), *SLIPS[name]), meant)
    assert (one.picture, one.at[:2]) == (CARD, (mm(20), mm(30)))


def test_a_state_that_a_drawing_inherits_and_a_broken_stream_are_damage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = written(document(Stamp(CARD, PLACE)))
    start = whole.rindex(b"stream\n", 0, whole.index(b"endstream"))
    assert list(damage(whole[: start + 20] + b"??????" + whole[start + 26 :], 1))
    monkeypatch.setattr("printnplay.pdf.page_writer.INITIAL_STATE", "1 w")
    state = "a drawing on page 1 inherits the graphics state of the page"
    few = "it has 1 page, not 2"
    assert list(damage(written(document(Stamp(CARD, PLACE))), 2)) == [few, state]
    (broken,) = damage(b"%PDF-1.7", 1)
    assert broken.startswith("it cannot be read: ")
