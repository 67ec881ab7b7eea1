"""Measured widths are the widths that are drawn: HarfBuzz here, the SVG engine there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printnplay.faces.text_svg import textbox_svg
from printnplay.kernel.geometry import Rect, mm, pt
from printnplay.kernel.inlines import InlineText
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import fit
from printnplay.text.fonts import FontShelf
from printnplay.text.items import line_items, measured_items, set_line
from printnplay.text.paragraph import lay

from .drawing import letters

SIZE_MM = 12
END = "|"
TOLERANCE_MM = 0.02
TOLERANCE_UM = 20
FACES = [
    ("Red Hat Display", 500, False),
    ("Red Hat Display", 500, True),
    ("Red Hat Display", 800, False),
    ("Red Hat Display", 800, True),
    ("Table Round", 400, False),
]
TEXTS = [
    "AVATAR To Te",
    "Qui joue\u202f? Toi\u00a0!",
    "office fluffy",
    "Wörter – „Tag“ 10×",
    "l’été 7",
]


@pytest.mark.parametrize("face", FACES, ids=lambda face: f"{face[0]} {face[1]} {face[2]}")
@pytest.mark.parametrize("text", TEXTS)
def test_drawn_width_is_measured_width(
    shelf: FontShelf, face: tuple[str, int, bool], text: str
) -> None:
    family, weight, italic = face
    found = shelf.face(family, weight, italic=italic)
    drawn = letters(
        f'<text xml:space="preserve" x="5" y="50" font-family="{family}" font-weight="{weight}"'
        f' font-style="{"italic" if italic else "normal"}" font-size="{SIZE_MM}">{text}{END}</text>'
    )
    measured = shelf.advance(text + END, found) - shelf.advance(END, found)
    assert drawn[-1].character == END
    assert drawn[-1].x - drawn[0].x == pytest.approx(measured * SIZE_MM, abs=TOLERANCE_MM)


@pytest.mark.parametrize("pair", ["AV", "To", "Te"])
def test_kerning_counts(shelf: FontShelf, pair: str) -> None:
    face = shelf.face("Red Hat Display", 500)
    apart = sum(shelf.advance(letter, face) for letter in pair)
    assert shelf.advance(pair, face) < apart - 0.01


def test_the_narrow_space_is_narrow_and_drawn(shelf: FontShelf) -> None:
    face = shelf.face("Red Hat Display", 500)
    narrow = shelf.advance("a\u202fb", face) - shelf.advance("ab", face)
    assert 0.1 < narrow < shelf.advance("a\u00a0b", face) - shelf.advance("ab", face)


@pytest.mark.parametrize(
    ("align", "word_space"), [("left", 100), ("centre", 100), ("right", 100), ("left", 150)]
)
def test_lines_are_drawn_where_they_were_laid(
    context: TextContext, body: TextStyle, align: str, word_space: int
) -> None:
    style = replace(body, align=align, word_space=word_space)
    inlines = context.parse(
        "*Toute* la **Tablée** AVANCE To\u00a0Vo\u202f! puis **Te** *Va* {icon:flip} fin"
    )
    box = Rect(mm(10), mm(20), mm(30), mm(40))
    fitted = fit(inlines, style, box.width, box.height, context)
    drawn = letters(textbox_svg(fitted, box, context.shelf, draw_icon=lambda *_: ""))
    rows = sorted({round(letter.y, 2) for letter in drawn})
    assert len(rows) == len(fitted.paragraph.lines) > 1
    for row, line in zip(rows, fitted.paragraph.lines, strict=True):
        places = [letter.x * 1000 - box.x - line.x for letter in drawn if abs(letter.y - row) < 0.1]
        run = line.runs[-1]
        text = run.text.rstrip()
        shelf = context.shelf.spaced(word_space)
        end = shelf.advance(text, run.face) - shelf.advance(text[-1], run.face)
        assert min(places) == pytest.approx(0, abs=TOLERANCE_UM)
        assert max(places) == pytest.approx(run.x + end * run.size, abs=TOLERANCE_UM)


def test_spaces_between_words_are_as_wide_as_the_style_says(
    context: TextContext, body: TextStyle
) -> None:
    words = context.parse("costs 1\u00a0more")
    plain, wide = (
        lay(words, replace(body, word_space=percent), mm(60), context).lines[0].width
        for percent in (100, 150)
    )
    face = context.shelf.face(body.family, body.weight)
    assert wide - plain == pytest.approx(context.shelf.advance(" ", face) * body.size, abs=2)


def test_the_space_after_an_icon_is_drawn(context: TextContext, body: TextStyle) -> None:
    fitted = fit(context.parse("{icon:flip} turns"), body, mm(40), mm(10), context)
    drawn = letters(textbox_svg(fitted, Rect(0, 0, mm(40), mm(10)), context.shelf))
    (run,) = fitted.paragraph.lines[0].runs
    space = context.shelf.advance(run.text, run.face) - context.shelf.advance("turns", run.face)
    assert drawn[0].character == "t"
    assert drawn[0].x * 1000 == pytest.approx(run.x + space * run.size, abs=TOLERANCE_UM)


@given(
    texts=st.lists(st.text("AVTWoeafi.,-", min_size=1, max_size=6), min_size=1, max_size=8),
    word_space=st.sampled_from([100, 150]),
)
@settings(max_examples=50, deadline=None)
def test_places_in_the_paragraph_are_places_on_the_line(
    context_of_session: TextContext, body: TextStyle, texts: list[str], word_space: int
) -> None:
    context = context_of_session
    shelf = context.shelf.spaced(word_space)
    words = [
        InlineText(text + " " * (at % 2), emphasis=at % 5 == 1, link="end" if at % 3 == 2 else "")
        for at, text in enumerate(texts)
    ]
    items = line_items(words, body, context, hyphenate=True)
    measured = measured_items(items, shelf)
    for first, start in enumerate(measured.starts):
        for last in range(first, len(items)):
            width = set_line(items[first : last + 1], shelf).width
            assert measured.ends[last] - start == pytest.approx(width, abs=1e-9)


def test_runs_of_one_line_follow_each_other_without_a_gap(
    context: TextContext, body: TextStyle
) -> None:
    inlines = context.parse("Take **two** of *them* home")
    (line,) = lay(inlines, body, mm(100), context).lines
    shelf = context.shelf
    for run, following in zip(line.runs, line.runs[1:], strict=False):
        assert following.x == pytest.approx(
            run.x + shelf.advance(run.text, run.face) * run.size, abs=1
        )
    last = line.runs[-1]
    assert line.width == pytest.approx(
        last.x + shelf.advance(last.text, last.face) * last.size, abs=1
    )
    assert [run.face.split()[-1] for run in line.runs] == ["500", "800", "500", "italic", "500"]


def test_an_icon_takes_its_place_in_the_line(context: TextContext, body: TextStyle) -> None:
    (line,) = lay(context.parse("A {icon:flip}, then"), body, mm(100), context).lines
    (icon,) = line.icons
    before, after = line.runs
    advance = context.shelf.advance(before.text, before.face) * before.size
    assert before.text == "A "
    assert icon.x == pytest.approx(advance, abs=1)
    assert after.x == pytest.approx(icon.x + icon.size, abs=1)
    assert icon.size == pytest.approx(0.9 * pt(9.5), abs=1)
    assert icon.top < 0 < icon.top + icon.size
