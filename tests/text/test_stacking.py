"""Texts of several paragraphs and lists in one box."""

from msgspec.structs import replace

from printnplay.faces.text_svg import textbox_svg
from printnplay.kernel.geometry import Rect, mm, pt
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import Fitted, fit

from .drawing import extracted, letters

BOX = Rect(mm(10), mm(20), mm(50), mm(60))
TEXT = (
    "Choose *one*:\n- Turn {icon:flip} a card over\n- **Take** two cards from the pile\n\nThen stop"
)


def set_in_box(text: str, style: TextStyle, context: TextContext) -> Fitted:
    fitted = fit(context.parse(text), style, BOX.width, BOX.height, context)
    assert isinstance(fitted, Fitted)
    return fitted


def test_paragraphs_stand_apart_by_the_space_of_the_style(
    context: TextContext, body: TextStyle
) -> None:
    style = replace(body, after=pt(4))
    fitted = set_in_box("One\n\nTwo\nThree", style, context)
    first, second, third = fitted.paragraph.lines
    assert second.baseline - first.baseline == body.leading + pt(4)
    assert third.baseline - second.baseline == body.leading + pt(4)
    assert fitted.paragraph.height == 3 * body.leading + 2 * pt(4)


def test_items_of_a_list_hang_from_their_marks(context: TextContext, body: TextStyle) -> None:
    fitted = set_in_box(TEXT, replace(body, align="centre"), context)
    svg = textbox_svg(fitted, BOX, context.shelf, draw_icon=lambda *_: "")
    read = extracted(svg).split()
    assert " ".join(read) == (
        "Choose one: • Turn a card over • Take two cards from the pile Then stop"
    )
    rows = sorted({round(letter.y, 2) for letter in letters(svg)})
    starts = [min(at.x for at in letters(svg) if abs(at.y - row) < 0.1) for row in rows]
    marks = [at.x for at in letters(svg) if at.character == "•"]
    assert [starts.count(mark) for mark in marks] == [2, 2]
    indented = [at for at in letters(svg) if at.character in "fT" and at.x < marks[0] + 6]
    assert all(at.x > marks[0] + 2 for at in indented)


def test_what_is_too_high_grows_smaller_with_its_spaces(
    context: TextContext, body: TextStyle
) -> None:
    style = replace(body, after=pt(6), minimum=pt(4))
    high, low = mm(60), mm(18)
    large = fit(context.parse(TEXT), style, BOX.width, high, context)
    small = fit(context.parse(TEXT), style, BOX.width, low, context)
    assert isinstance(small, Fitted)
    assert small.paragraph.size < large.paragraph.size
    assert small.paragraph.height <= low


def test_a_dash_within_a_line_begins_no_item(context: TextContext, body: TextStyle) -> None:
    (line,) = set_in_box("Take two - or three", body, context).paragraph.lines
    assert "".join(run.text for run in line.runs) == "Take two – or three"
