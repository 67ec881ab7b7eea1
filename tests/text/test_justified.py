"""The rulebook of the shipped game as justified text, in all its languages."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, open_game
from printnplay.faces.text_svg import textbox_svg
from printnplay.files.catalog import Catalog
from printnplay.game.rulebook import CardBlock, ListBlock, NoteBlock, ParagraphBlock, TurnBlock
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.rulebook.pages.booklet import column_width
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import fit
from printnplay.text.markup import Reference
from printnplay.text.paragraph import NEGLIGIBLE, Line, Paragraph, lay

from .conftest import MakeContext
from .drawing import letters

pytestmark = pytest.mark.sampled(2)

LANGUAGES = ("de", "en", "es", "fr", "it")
PROSE = (ParagraphBlock, ListBlock, CardBlock, NoteBlock, TurnBlock)
LOOSEST = 1.5
INDENT = mm(5.5)
RIVER = 4
"""Gaps below each other on so many lines make a white stream down the page."""


@pytest.fixture(scope="module")
def loaded() -> LoadedGame:
    problems = Problems()
    found = open_game(Catalog(Path()), "tic-tac-match", LANGUAGES, problems)
    assert found is not None
    return found


def paragraphs(loaded: LoadedGame, setter: Typesetter) -> Iterator[tuple[Inline, ...]]:
    """The running text of the rulebook, without its summary."""
    for section in loaded.game.outline.sections:
        for block in () if section.one_page else section.blocks:
            if isinstance(block, PROSE):
                keys = block.texts if isinstance(block, CardBlock) else block.keys
                yield from (setter.inlines(key) for key in keys)


def setter_of(loaded: LoadedGame, language: str) -> Typesetter:
    """What sets the texts, the parts of the rulebook on such pages as they are."""
    setter = Edition(loaded, language, Problems()).typesetter
    names = (section.id for section in loaded.game.outline.sections)
    references = {
        name: Reference(str(page), name, name) for page, name in enumerate(names, start=2)
    }
    resolver = replace(setter.context.resolver, references=references)
    return replace(setter, context=replace(setter.context, resolver=resolver))


def set_text(loaded: LoadedGame, language: str, width: Um, *, joined: bool) -> list[Paragraph]:
    setter = setter_of(loaded, language)
    texts = list(paragraphs(loaded, setter))
    if joined:
        texts = [tuple(one for text in texts for one in (*text, InlineText(" ")))]
    style = replace(setter.styled("body"), align="justify")
    return [lay(text, style, width, setter.context) for text in texts]


def gaps(line: Line, context: TextContext) -> list[tuple[float, float]]:
    """Where the spaces of a line begin and end, in micrometres."""
    found = []
    for run in line.runs:
        for index, character in enumerate(run.text):
            if character in " \u00a0":
                before = context.shelf.advance(run.text[:index], run.face) * run.size
                start = line.x + run.x + before + run.space * _spaces(run.text[:index])
                wide = context.shelf.advance(" ", run.face) * run.size + run.space
                found.append((start, start + wide))
    return found


def _spaces(text: str) -> int:
    return text.count(" ") + text.count("\u00a0")


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("narrower", [0, INDENT], ids=["paragraph", "list"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_running_text_has_no_gap_wider_than_a_space_and_a_half_more(
    loaded: LoadedGame, language: str, narrower: Um
) -> None:
    width = column_width(loaded.style, loaded.game.outline) - narrower
    (text,) = set_text(loaded, language, width, joined=True)
    assert len(text.lines) > 70
    assert 0 < text.gap <= LOOSEST
    for line in text.lines[:-1]:
        assert line.x + line.width == pytest.approx(width, abs=NEGLIGIBLE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_running_text_has_few_hyphens_in_a_row(loaded: LoadedGame, language: str) -> None:
    width = column_width(loaded.style, loaded.game.outline)
    (text,) = set_text(loaded, language, width, joined=True)
    ends = "".join("-" if line.runs[-1].text.endswith("-") else "." for line in text.lines)
    assert "---" not in ends


@pytest.mark.at_leisure
def test_rivers_are_rare_and_short(loaded: LoadedGame) -> None:
    """Breaks are not chosen by rivers, so one may come by chance: one of six texts of 80 lines."""
    width = column_width(loaded.style, loaded.game.outline)
    rivers = []
    for language in LANGUAGES:
        (text,) = set_text(loaded, language, width, joined=True)
        context = Edition(loaded, language, Problems()).typesetter.context
        rivers.append(_longest_river(text.lines, context))
    assert sum(river >= RIVER for river in rivers) <= 1
    assert max(rivers) <= RIVER


def _longest_river(lines: Sequence[Line], context: TextContext) -> int:
    """On how many lines one below the other a wide gap lies half under a wide gap."""
    longest, above = 0, [(0.0, 0.0, 0)]
    for line in lines:
        spaces = [
            (start, end)
            for start, end in gaps(line, context)
            if end - start > 1.5 * context.shelf.advance(" ", line.runs[0].face) * line.runs[0].size
        ]
        below = [(start, end, 1 + _under(start, end, above)) for start, end in spaces]
        longest = max((longest, *(count for _, _, count in below)))
        above = below
    return longest


def _under(start: float, end: float, above: Sequence[tuple[float, float, int]]) -> int:
    half = (end - start) / 2
    return max(
        (count for left, right, count in above if min(right, end) - max(left, start) > half),
        default=0,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_paragraphs_fall_short_rather_than_gape(loaded: LoadedGame, language: str) -> None:
    width = column_width(loaded.style, loaded.game.outline)
    found = set_text(loaded, language, width, joined=False)
    context = Edition(loaded, language, Problems()).typesetter.context
    for paragraph in found:
        for line in paragraph.lines:
            assert line.width <= width + NEGLIGIBLE
            for run in line.runs:
                space = context.shelf.advance(" ", "Red Hat Display 500") * run.size
                assert -space / 4 <= run.space <= LOOSEST * space + 1
    lines = [line for paragraph in found for line in paragraph.lines[:-1]]
    short = [line for line in lines if line.width < width - NEGLIGIBLE]
    assert len(short) <= len(lines) / 10


@pytest.mark.parametrize("align", ["left", "justify"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_last_line_is_a_single_short_word(loaded: LoadedGame, language: str, align: str) -> None:
    setter = setter_of(loaded, language)
    style = replace(setter.styled("body"), align=align)
    for text in paragraphs(loaded, setter):
        lines = lay(
            text, style, column_width(loaded.style, loaded.game.outline), setter.context
        ).lines
        last = "".join(run.text for run in lines[-1].runs)
        assert len(lines) == 1 or sum(map(str.isalnum, last)) >= 5, last


def test_an_empty_text_may_be_justified(context: TextContext, body: TextStyle) -> None:
    assert lay(context.parse("**"), replace(body, align="justify"), mm(30), context).lines == ()


def test_a_justified_line_keeps_its_icon_and_type_changes_in_place(
    context: TextContext, body: TextStyle
) -> None:
    style = replace(body, align="justify", hyphenate=False)
    text = (
        "Turn **every** card {icon:flip} over *and* leave it {icon:flip} there until the end of it"
    )
    width = mm(64)
    first, *_ = lay(context.parse(text), style, width, context).lines
    assert first.width == pytest.approx(width, abs=NEGLIGIBLE)
    shelf = context.shelf
    ends = []
    for run in first.runs:
        spread = run.space * _spaces(run.text)
        ends.append(run.x + shelf.advance(run.text, run.face) * run.size + spread)
    starts = [run.x for run in first.runs] + [icon.x for icon in first.icons]
    for end in ends[:-1]:
        assert min(abs(end - start) for start in starts) <= 2


def test_justified_boxes_are_drawn_as_they_were_laid(
    make_context: MakeContext, body: TextStyle
) -> None:
    context = make_context("fr")
    style = replace(body, align="justify")
    text = "Toute la **Tablée** joue\u00a0: posez la carte la plus haute et *reprenez* la suivante"
    box = Rect(mm(10), mm(20), mm(66), mm(40))
    fitted = fit(context.parse(text), style, box.width, box.height, context)
    drawn = letters(textbox_svg(fitted, box, context.shelf))
    rows = sorted({round(letter.y, 2) for letter in drawn})
    lines = fitted.paragraph.lines
    assert any(run.space for run in lines[0].runs)
    for row, line in zip(rows[:-1], lines[:-1], strict=True):
        places = [
            letter for letter in drawn if abs(letter.y - row) < 0.1 and letter.character > " "
        ]
        last = max(places, key=lambda letter: letter.x)
        face = line.runs[-1].face
        edge = last.x * 1000 + context.shelf.advance(last.character, face) * fitted.paragraph.size
        assert edge == pytest.approx(box.right, abs=40)


def test_the_ends_of_lines_fall_together_and_the_next_starts_left(
    context: TextContext, body: TextStyle
) -> None:
    style = replace(body, align="justify")
    text = context.parse(
        "Whoever has three of them in a row takes the round and all the cards. " * 3
    )
    lines = lay(text, style, mm(70), context).lines
    assert {line.x for line in lines} == {0}
    assert all(b.baseline > a.baseline for a, b in pairwise(lines))
