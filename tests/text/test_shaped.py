"""Texts in columns, around shapes and inside of them."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printnplay.kernel.geometry import Point, Um, mm, pt
from printnplay.kernel.shapes import Knife
from printnplay.scene.style import TextStyle
from printnplay.text.fit import FitResult, Fitted, fit
from printnplay.text.fonts import FontShelf
from printnplay.text.paragraph import Paragraph
from printnplay.text.shaped import Columns, Corners, Shaped

from .conftest import MakeContext
from .drawing import FONTS

GAME_FONTS = Path(__file__).parents[1] / "acceptance" / "lantern" / "templates" / "fonts"
WORDS = (
    "Look at the *last* card of your row and lay it beside the others; whoever holds the"
    " most characteristic lanterns may exchange one"
)
GERMAN = "Spielkartenaufbewahrung vervollständigt *jede* Waagerechte der Runde"
HEBREW = "הפכו את הקלף העליון של החפיסה והניחו אותו ליד האחרים מי שמחזיק ראשון"
LIST = "Choose:\n- one card of the pile\n- two cards"


def box(x: Um, y: Um, width: Um, height: Um) -> Corners:
    right, bottom = x + width, y + height
    return Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)


def diamond(x: Um, y: Um, half: Um) -> Corners:
    return Point(x, y - half), Point(x + half, y), Point(x, y + half), Point(x - half, y)


def square(x: Um, y: Um, side: Um) -> Corners:
    return box(x, y, side, side)


def words_of(paragraph: Paragraph) -> str:
    """The words of all lines, without the hyphens of divided ones and the bullets of lists."""
    lines = [
        ("".join(run.text for run in line.runs).rstrip(), line.divides) for line in paragraph.lines
    ]
    whole = "".join(text[:-1] if divides else f"{text} " for text, divides in lines)
    return whole.replace("•", "").strip()


def plain(text: str) -> str:
    return text.replace("*", "").replace("\n- ", " ")


def depth(line: tuple[Um, Um, Um, Um], shape: Corners) -> float:
    """How deep a rectangle reaches into a shape; less than nothing if it is outside."""
    left, top, right, bottom = line
    xs = [left + (right - left) * part / 20 for part in range(21)]
    knife = Knife(shape)
    return max(knife.depth((x, y)) for x in xs for y in (top, (top + bottom) / 2, bottom))


aligns = st.sampled_from(["left", "centre", "right", "justify"])
texts = st.sampled_from([("en", WORDS), ("de", GERMAN), ("en", LIST), ("en", "Go"), ("en", "")])


def rows(fitted: FitResult, area: Shaped) -> list[tuple[Um, Um, Um, Um]]:
    """The rectangle of each line."""
    paragraph = fitted.paragraph
    free = area.height - paragraph.height
    start, found = round(free * area.above), []
    for line in paragraph.lines:
        middle = start + line.baseline - round(paragraph.size * 0.35)
        half = round(paragraph.size * 0.35)
        found.append((line.x, middle - half, line.x + line.width, middle + half))
    return found


@given(
    text=texts,
    align=aligns,
    width=st.integers(mm(20), mm(60)),
    height=st.integers(mm(20), mm(60)),
    x=st.integers(mm(-5), mm(65)),
    y=st.integers(mm(-5), mm(65)),
    across=st.integers(1, mm(40)),
    shape_of=st.sampled_from([diamond, square]),
    gap=st.integers(0, mm(4)),
    above=st.sampled_from([0.0, 0.5, 1.0]),
)
@settings(max_examples=80, deadline=None)
@pytest.mark.at_leisure
def test_lines_keep_their_distance_from_a_shape(
    make_context: MakeContext,
    body: TextStyle,
    text: tuple[str, str],
    align: str,
    width: Um,
    height: Um,
    x: Um,
    y: Um,
    across: Um,
    shape_of: Callable[[Um, Um, Um], Corners],
    gap: Um,
    above: float,
) -> None:
    language, source = text
    context = make_context(language)
    shape = shape_of(x, y, across)
    area = Shaped(width, height, around=(shape,), inside=(), gap=gap, above=above)
    style = replace(body, align=align)
    fitted = fit(context.parse(source), style, width, height, context, None, pt(4), lambda *_: area)
    assert words_of(fitted.paragraph) == plain(source)
    if isinstance(fitted, Fitted):
        for line in rows(fitted, area):
            assert line[0] >= -1
            assert line[2] <= width + 20
            assert line[1] >= 0
            assert line[3] <= height
            assert depth(line, shape) <= 20


@given(text=texts, align=aligns, half=st.integers(mm(8), mm(40)), gap=st.integers(0, mm(4)))
@settings(max_examples=50, deadline=None)
def test_lines_stay_inside_of_a_shape(
    make_context: MakeContext,
    body: TextStyle,
    text: tuple[str, str],
    align: str,
    half: Um,
    gap: Um,
) -> None:
    language, source = text
    context, shape = make_context(language), diamond(half, half, half)
    area = Shaped(2 * half, 2 * half, around=(), inside=shape, gap=gap, above=0.5)
    style = replace(body, align=align)
    fitted = fit(
        context.parse(source), style, 2 * half, 2 * half, context, None, pt(3), lambda *_: area
    )
    assert words_of(fitted.paragraph) == plain(source)
    if isinstance(fitted, Fitted):
        for left, top, right, bottom in rows(fitted, area):
            for corner in ((left, top), (right, top), (left, bottom), (right, bottom)):
                assert left == right or Knife(shape).depth(corner) >= -20


def test_lines_beside_a_shape_are_shorter_and_those_below_are_not(
    make_context: MakeContext, body: TextStyle
) -> None:
    context = make_context("en")
    area = partial(Shaped, around=(box(0, 0, mm(20), mm(10)),), inside=(), gap=mm(2), above=0.0)
    paragraph = fit(context.parse(WORDS), body, mm(50), mm(40), context, area=area).paragraph
    assert [line.x for line in paragraph.lines] == [mm(22)] * 3 + [0] * (len(paragraph.lines) - 3)
    assert max(line.width for line in paragraph.lines[:3]) <= mm(28)
    assert max(line.width for line in paragraph.lines[3:]) > mm(40)


def test_a_line_takes_the_wider_side(make_context: MakeContext, body: TextStyle) -> None:
    context = make_context("en")
    area = partial(Shaped, around=(box(mm(10), 0, mm(5), mm(40)),), inside=(), gap=0, above=0.0)
    paragraph = fit(context.parse("One two"), body, mm(50), mm(40), context, area=area).paragraph
    assert {line.x for line in paragraph.lines} == {mm(15)}


def test_rows_without_room_stay_empty(make_context: MakeContext, body: TextStyle) -> None:
    context = make_context("en")
    area = partial(Shaped, around=(box(0, mm(1), mm(50), mm(3)),), inside=(), gap=0, above=0.0)
    fitted = fit(context.parse(WORDS), body, mm(50), mm(40), context, area=area)
    first = fitted.paragraph.lines[0]
    assert first.baseline > mm(5)
    assert fitted.paragraph.height >= first.baseline


def test_words_are_divided_where_a_shape_leaves_little_room(
    make_context: MakeContext, body: TextStyle
) -> None:
    context = make_context("de")
    area = partial(Shaped, around=(box(0, 0, mm(20), mm(80)),), inside=(), gap=mm(1), above=0.0)
    size = pt(9)
    fitted = fit(context.parse(GERMAN), body, mm(45), mm(40), context, size, size, area)
    assert isinstance(fitted, Fitted)
    assert fitted.paragraph.hyphens


@pytest.mark.parametrize("number", [2, 3])
@given(text=texts, align=aligns, height=st.integers(mm(10), mm(40)))
@settings(max_examples=30, deadline=None)
def test_columns_are_equally_high_and_keep_apart(
    make_context: MakeContext,
    body: TextStyle,
    number: int,
    text: tuple[str, str],
    align: str,
    height: Um,
) -> None:
    language, source = text
    context, width, gap = make_context(language), mm(90), mm(4)
    area = Columns(width, height, number, gap)
    style = replace(body, align=align)
    fitted = fit(context.parse(source), style, width, height, context, None, pt(4), lambda *_: area)
    paragraph = fitted.paragraph
    assert words_of(paragraph) == plain(source)
    wide = (width - (number - 1) * gap) // number
    columns: dict[int, list[Um]] = {}
    for line in paragraph.lines:
        column = min(line.x // (wide + gap), number - 1)
        columns.setdefault(column, []).append(line.baseline)
        if isinstance(fitted, Fitted):
            assert line.x + line.width <= column * (wide + gap) + wide + 20
    assert list(columns) == sorted(columns)
    if isinstance(fitted, Fitted):
        assert paragraph.height <= height
    for baselines in columns.values():
        assert all(above < below for above, below in pairwise(baselines))
        assert baselines[0] == paragraph.lines[0].baseline
    if len(paragraph.lines) >= number and "\n" not in source:
        counts = [len(baselines) for baselines in columns.values()]
        assert max(counts) == -(-len(paragraph.lines) // number)


def test_lines_that_begin_on_the_right_do_so_beside_a_shape_and_in_columns(
    make_context: MakeContext, body: TextStyle
) -> None:
    context = replace(make_context("he"), shelf=FontShelf([GAME_FONTS, FONTS]))
    style = replace(body, family="Noto Sans Hebrew")
    area = partial(Shaped, around=(box(0, 0, mm(20), mm(10)),), inside=(), gap=mm(1), above=0.0)
    text, wide, high = context.parse(HEBREW), mm(40), mm(40)
    lines = fit(text, style, wide, high, context, area=area).paragraph.lines
    assert {line.x + line.width for line in lines} == {wide}
    assert min(line.x for line in lines[:3]) >= mm(21)
    assert min(line.x for line in lines) < mm(20)
    columns = partial(Columns, number=2, gap=mm(2))
    lines = fit(text, style, wide, high, context, area=columns).paragraph.lines
    assert [line.x + line.width for line in (lines[0], lines[-1])] == [wide, mm(19)]
    assert lines[0].baseline == min(line.baseline for line in lines)
