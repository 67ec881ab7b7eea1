from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from printnplay.faces.text_svg import textbox_svg
from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import fit
from printnplay.text.markup import plain

from .conftest import MakeContext
from .drawing import extracted, letters

BOX = Rect(mm(10), mm(20), mm(44), mm(60))
FRENCH = (
    "**Qui commence\u202f?** La plus jeune\u00a0: elle pose *une carte* sur la grille, puis "
    "c’est à son voisin de **jouer** «\u202fVolte-Face\u202f» ou de piocher\u202f!"
)


def drawn(source: str, style: TextStyle, context: TextContext, valign: str = "middle") -> str:
    fitted = fit(context.parse(source), style, BOX.width, BOX.height, context)
    return textbox_svg(fitted, BOX, context.shelf, valign)


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_the_words_can_be_copied_with_their_spaces(
    make_context: MakeContext, body: TextStyle, align: str
) -> None:
    context = make_context("fr")
    copied = extracted(drawn(FRENCH, replace(body, align=align, hyphenate=False), context))
    # A reader may give any white space for any other, and marks a hyphen that ends a line.
    assert copied.replace("\ufffe", "-").split() == plain(context.parse(FRENCH)).split()


def test_lines_end_with_the_space_that_was_typed(context: TextContext, body: TextStyle) -> None:
    source = "Shuffle the deck and keep it face down in the middle of the table for all"
    svg = ElementTree.fromstring(f"<g>{drawn(source, body, context)}</g>")
    assert "".join(svg.itertext()) == source


def test_markup_characters_of_xml_are_drawn_as_typed(context: TextContext, body: TextStyle) -> None:
    source = "Tom & <b>Anna</b> &amp; > 1"
    svg = drawn(source, body, context)
    assert "".join(ElementTree.fromstring(f"<g>{svg}</g>").itertext()) == source


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_capitals_stand_where_the_box_is_aligned(
    context: TextContext, body: TextStyle, valign: str, share: float
) -> None:
    (letter, *_) = letters(drawn("HEX", body, context, valign))
    cap_height = context.shelf.file("Red Hat Display 500").cap_height * body.size
    spare = BOX.height - body.leading
    middle = BOX.y + spare * share + body.leading / 2
    assert letter.y * 1000 - cap_height / 2 == pytest.approx(middle, abs=20)


def test_icons_are_symbols_of_the_document_or_drawn_by_the_caller(
    context: TextContext, body: TextStyle
) -> None:
    style = replace(body, align="centre")
    fitted = fit(context.parse("{icon:flip} turns it"), style, BOX.width, BOX.height, context)
    asked: list[tuple[str, Um, Um, Um]] = []

    def draw(name: str, x: Um, y: Um, size: Um) -> str:
        asked.append((name, x, y, size))
        return "<circle/>"

    assert '<use href="#icon-flip" x="' in textbox_svg(fitted, BOX, context.shelf)
    assert textbox_svg(fitted, BOX, context.shelf, draw_icon=draw).endswith(
        '<g color="#1d1a2f"><circle/></g>'
    )
    ((name, x, y, size),) = asked
    (line,) = fitted.paragraph.lines
    assert (name, x) == ("flip", BOX.x + line.x)
    assert y + size / 2 == pytest.approx(BOX.centre.y, abs=10)


def test_an_empty_text_draws_nothing(context: TextContext, body: TextStyle) -> None:
    assert drawn("", body, context) == ""
