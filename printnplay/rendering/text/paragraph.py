"""A paragraph set at a size and width: every line, run and icon at its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printnplay.model.geometry import Point, Um
from printnplay.model.sheet import Run, TextLine
from printnplay.model.style import TextStyle
from printnplay.model.typography import NARROW
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.galley import JUSTIFY, Galley
from printnplay.rendering.text.inline import Inline, Words
from printnplay.rendering.text.measuring import ICON, Material, SetLine, Stretch, word_spaces
from printnplay.rendering.text.pieces import Joint
from printnplay.rendering.text.report import too_wide

SHARE_BEFORE = {"left": 0.0, "centre": 0.5, "right": 1.0, JUSTIFY: 0.0}
"""How much of the room that a line leaves lies before it."""

NEGLIGIBLE: Um = 20
"""Sticking out by less, in micrometres, is not sticking out: a tenth of a hairline."""


NARROW_OR_TEXT = re.compile(f"{NARROW}|[^{NARROW}]+")


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An icon in a line: `x` from the line's start, `top` from its baseline (up is negative)."""

    name: str
    x: Um
    top: Um
    size: Um


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph: where it starts, and what stands in it, counted from there.

    `x` counts from the left edge of the paragraph, `baseline` from its top.
    """

    x: Um
    baseline: Um
    width: Um
    runs: tuple[Run, ...]
    icons: tuple[PlacedIcon, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A set paragraph: `height` is its lines times the leading, `width` that of its longest line.

    Capitals stand in the middle of their line's leading, so a paragraph that is centred by its
    height looks centred. `marker` is what stands before a list item, on its first line. `over` is
    how far lines that cannot be broken stick out. `gap` is how far the worst line is from an even
    one: the share that it falls short by, or in justified text what is added to each of its
    spaces, in spaces.
    """

    lines: tuple[Line, ...]
    width: Um
    height: Um
    size: Um
    leading: Um
    hyphens: int = 0
    over: Um = 0
    marker: Line | None = None
    gap: float = 0.0

    def text_lines(self, origin: Point) -> tuple[TextLine, ...]:
        """The words for a page, the marker first; `origin` is the paragraph's top left corner."""
        marker = (self.marker,) if self.marker else ()
        return tuple(
            TextLine(origin.moved(line.x, line.baseline), line.runs)
            for line in (*marker, *self.lines)
            if line.runs
        )


@dataclass(frozen=True, slots=True)
class Setting:
    """How one paragraph differs from its style.

    `indent` moves all lines to the right; `marker` (a bullet, a number) is set at the left edge of
    the first one. `most` asks for no more lines than that, hyphens allowed.
    """

    size: Um | None = None
    colour: str = ""
    indent: Um = 0
    marker: str = ""
    most: int | None = None


AS_STYLED = Setting()


def lay(
    inlines: Sequence[Inline],
    style: TextStyle,
    width: Um,
    context: TextContext,
    setting: Setting = AS_STYLED,
) -> Paragraph:
    """Set a paragraph to a width, in micrometres.

    A word too wide for the line, a character the font lacks and an unknown colour are noted in the
    context's problems.
    """
    galley = Galley(inlines, style, context)
    paragraph = set_galley(galley, width, setting)
    if paragraph.over > NEGLIGIBLE:
        context.problems.add(too_wide(paragraph.over, width, galley.span, context.language))
    return paragraph


def set_galley(galley: Galley, width: Um, setting: Setting = AS_STYLED) -> Paragraph:
    """Set a measured text to a width, in micrometres; the caller looks at `over`."""
    size = setting.size or galley.style.size
    measure = (width - setting.indent) / size
    material, breaks = galley.broken(measure, setting.most)
    placer = _Placer(galley, setting, size, width)
    set_lines = galley.lines(material, breaks, measure)
    lines = tuple(placer.line(index, line) for index, line in enumerate(set_lines))
    longest = max((line.width for line in lines), default=0)
    return Paragraph(
        lines=lines,
        width=longest,
        height=len(lines) * placer.leading,
        size=size,
        leading=placer.leading,
        hyphens=_hyphens(material, breaks.lines),
        over=max(longest + setting.indent - width, 0),
        gap=breaks.gap,
        marker=placer.marker() if lines and setting.marker else None,
    )


def _hyphens(material: Material, lines: Sequence[tuple[int, int]]) -> int:
    return sum(1 for _, last in lines if material.pieces[last].joint is Joint.SOFT)


class _Placer:
    """Turns lines in em into lines in micrometres, at one size and width."""

    def __init__(self, galley: Galley, setting: Setting, size: Um, width: Um) -> None:
        style, context = galley.style, galley.context
        self.galley, self.setting, self.size, self.width = galley, setting, size, width
        self.leading: Um = round(style.leading * size / style.size)
        self.colour = context.colour(setting.colour or style.colour, galley.span)
        plain = context.face(style, Words("", span=galley.span))
        self.cap_height = context.shelf.file(plain).cap_height

    def line(self, index: int, line: SetLine) -> Line:
        width = round(line.width * self.size)
        spare = max(self.width - self.setting.indent - width, 0)
        x = self.setting.indent + round(spare * SHARE_BEFORE[self.galley.style.align])
        baseline = index * self.leading + round(self.leading / 2 + self.cap_height * self.size / 2)
        return Line(x, baseline, width, self._runs(line), self._icons(line))

    def marker(self) -> Line:
        """The marker in the plain face, on the first baseline."""
        words = (Words(self.setting.marker, span=self.galley.span),)
        context = self.galley.context
        galley = Galley(words, replace(self.galley.style, align="left"), context)
        unbroken = Setting(self.size, self.setting.colour)
        return set_galley(galley, self.width, unbroken).lines[0]

    def _runs(self, line: SetLine) -> tuple[Run, ...]:
        drawn = [
            part for one in line.stretches if not one.icon for part in self._parted(one, line.space)
        ]
        space = round(line.space * self.size)
        return tuple(
            Run(
                round(one.x * self.size),
                one.text,
                one.face,
                round(one.share * self.size),
                self.colour,
                space,
                one.small_caps,
            )
            for one in drawn
        )

    def _parted(self, one: Stretch, space: float) -> Iterator[Stretch]:
        """Parted at narrow spaces if the font has none: smaller plain ones stand there."""
        shelf = self.galley.context.shelf
        if NARROW not in one.text or shelf.file(one.face).has_narrow_space:
            yield one
            return
        smaller = shelf.advance(NARROW, one.face) / shelf.advance(" ", one.face)
        passed = ""
        for text in NARROW_OR_TEXT.findall(one.text):
            x = one.x + shelf.advance(passed, one.face) * one.share + word_spaces(passed) * space
            passed += text
            if text == NARROW:
                yield replace(one, x=x, text=" ", share=one.share * smaller)
            else:
                yield replace(one, x=x, text=text)

    def _icons(self, line: SetLine) -> tuple[PlacedIcon, ...]:
        """Icons, their middle at the middle of the capitals."""
        side = round(ICON * self.size)
        top = -round((self.cap_height + ICON) / 2 * self.size)
        return tuple(
            PlacedIcon(one.icon, round(one.x * self.size), top, side)
            for one in line.stretches
            if one.icon
        )
