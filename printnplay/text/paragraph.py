"""Set paragraphs at a size and width, with every line, run and icon placed."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice, repeat
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject
from printnplay.kernel.formulas import in_words, source_of
from printnplay.kernel.geometry import Rect, Um
from printnplay.kernel.inlines import Inline, InlineStyle, InlineText
from printnplay.kernel.memory import Memory
from printnplay.kernel.typography import NARROW
from printnplay.scene.sheet import Run
from printnplay.scene.style import TextStyle
from printnplay.text.breaking import Breaks, Demerits, Filled, Justified, Ragged, break_lines
from printnplay.text.context import TextContext
from printnplay.text.font_file import word_spaces
from printnplay.text.formulas import SetFormula, set_formula
from printnplay.text.items import (
    ICON,
    Fragment,
    Joint,
    MeasuredItems,
    SetLine,
    justified,
    line_items,
    measured_items,
    set_line,
)
from printnplay.text.markup import plain
from printnplay.text.scripts import has_unspaced

JUSTIFY = "justify"

UGLY_RAGGED = 0.3
"""The shortfall of a ragged line, as a share of its width, above which words are divided even if
that saves no line: a line two thirds full. A guess.
"""
UGLY_JUSTIFIED = 0.6
"""The same for justified text: the growth of the spaces in a line, as a share of a space. A guess:
wider ones form rivers.
"""

BETTER_RAGGED = 0.08
"""The minimum improvement of the worst ragged line by hyphenation, as a share of the width: about a
short word. A guess.
"""

BETTER_JUSTIFIED = 0.8
"""The maximum share of demerits left if hyphenating justified text is worth it. A guess."""

LOOSEST = 1.5
"""The maximum stretch of a space, in spaces; looser lines fall short instead. A guess: wider gaps
look like columns.
"""


class Galley:
    """A paragraph measured in em, whose lines are broken for each size and width.

    Words are hyphenated if the paragraph is otherwise too ragged, too wide or too tall: most card
    texts need no hyphen, and load no dictionary.
    """

    def __init__(self, inlines: Sequence[Inline], style: TextStyle, context: TextContext) -> None:
        """Report characters that the fonts cannot draw; nothing is measured yet."""
        unspaced = style.align == JUSTIFY and has_unspaced(plain(inlines))
        # Without spaces, there is nothing to stretch.
        self.style = replace(style, align="left") if unspaced else style
        if style.word_space != 100:
            context = replace(context, shelf=context.shelf.spaced(style.word_space))
        self.context = context
        self._inlines = context.covered(tuple(inlines), style)

    @property
    def span(self) -> Span:
        """The place where the text is written."""
        return self._inlines[0].span if self._inlines else Span("")

    @cached_property
    def identity(self) -> Hashable:
        """A cache key of everything that affects setting; None if setting would report faults."""
        context, style = self.context, self.style
        words = [inline for inline in self._inlines if isinstance(inline, InlineText)]
        faces = all(context.has_face(style, inline) for inline in (*words, InlineText("")))
        if not faces or not context.has_colour(style.colour):
            return None
        given = (context.language, context.unbroken, frozenset(context.colours.items()))
        return (self._inlines, style, *given, context.shelf.files)

    def broken(self, width: float, most: int | None = None) -> tuple[MeasuredItems, Breaks]:
        """Break into lines of a width in em, at most `most` lines if possible."""
        return self.best(lambda items: break_lines(items, self.demerits(items, width, most)), most)

    def best(
        self, broken: Callable[[MeasuredItems], Breaks], most: int | None
    ) -> tuple[MeasuredItems, Breaks]:
        """Return the items as broken, with hyphens where these are worth it."""
        whole = broken(self._whole)
        fits = not whole.over and (most is None or whole.height <= most)
        ugly = UGLY_JUSTIFIED if self.is_justified else UGLY_RAGGED
        if not self.style.hyphenate or (fits and whole.gap <= ugly):
            return self._whole, whole
        divided = broken(self._divided)
        if fits and not self._is_better(divided, whole):
            return self._whole, whole
        return self._divided, divided

    def _is_better(self, divided: Breaks, whole: Breaks) -> bool:
        """Return whether hyphens are worth it: they save a line, or improve an ugly gap."""
        if self.is_justified:
            return divided.demerits < BETTER_JUSTIFIED * whole.demerits
        return divided.height < whole.height or divided.gap <= whole.gap - BETTER_RAGGED

    def lines(
        self, measured: MeasuredItems, breaks: Breaks, widths: Iterable[float]
    ) -> tuple[SetLine, ...]:
        """Return the exactly measured lines; justified ones, except the last, fill their widths."""
        base = int(self.context.right_to_left)
        lines = [
            set_line(
                measured.items[first : last + 1],
                self.context.shelf,
                base,
                measured.exact(first, last),
            )
            for first, last in breaks.lines
        ]
        if self.is_justified and lines:
            limits = [self._space * LOOSEST] * (len(lines) - 1) + [0.0]
            lines = [justified(*line) for line in zip(lines, widths, limits, strict=False)]
        return tuple(lines)

    def whole_line(self) -> SetLine | None:
        """Return the whole paragraph on one line; None if it is empty."""
        match self._inlines:
            case (InlineText(text=text, small_caps=False, link="", styles=()) as words,) if (
                not self.context.right_to_left and UNCHANGED.fullmatch(text)
            ):
                face = self.context.face(self.style, words).name
                fragment = Fragment(0.0, text, face, "")
                return SetLine((fragment,), self.context.shelf.advance(text, face))
        items = line_items(self._inlines, self.style, self.context, hyphenate=False)
        base = int(self.context.right_to_left)
        return set_line(items, self.context.shelf, base) if items else None

    @property
    def has_spans(self) -> bool:
        """Whether some words or icons have a look of their own."""
        return any(inline.styles for inline in self._inlines)

    def leading(self, size: Um) -> Um:
        """Return the distance between baselines: that of the style, or the largest letters."""
        sizes = [inline.look.size for inline in self._inlines if inline.styles]
        least = round(size * max(sizes, default=0) / 100)
        return max(round(self.style.leading * size / self.style.size), least)

    @property
    def is_justified(self) -> bool:
        """Whether both edges of the text are to be even."""
        return self.style.align == JUSTIFY

    def demerits(self, measured: MeasuredItems, width: float, most: int | None) -> Demerits:
        """Return how the lines of a width in em are judged."""
        if self.is_justified:
            return Justified(measured, width, self._space, fewest=most is not None)
        kind = Filled if self.style.fill_lines else Ragged
        return kind(measured, width, balanced=self.style.align != "left")

    @cached_property
    def _space(self) -> float:
        """The width of a space in the plain face."""
        face = self.context.face(self.style, InlineText("", span=self.span))
        return self.context.shelf.advance(" ", face)

    @cached_property
    def _whole(self) -> MeasuredItems:
        return self._measured(hyphenate=False)

    @cached_property
    def _divided(self) -> MeasuredItems:
        return self._measured(hyphenate=True)

    def _measured(self, *, hyphenate: bool) -> MeasuredItems:
        """Return the items, measured once for all sizes at which the same words are set."""
        style, known = self.style, self.context.measured
        key = (self._inlines, style.face_key, hyphenate)
        measured: MeasuredItems | None = known.get(key)
        if measured is None:
            items = line_items(self._inlines, style, self.context, hyphenate=hyphenate)
            measured = known[key] = measured_items(items, self.context.shelf)
        return measured


SHARE_BEFORE = {"left": 0.0, "centre": 0.5, "right": 1.0, JUSTIFY: 0.0}
"""The share of a line's free space placed before it, on the side where its language begins
lines.
"""

NEGLIGIBLE: Um = 20
"""The overhang of a text that is ignored, in micrometres: a tenth of a hairline (`HAIRLINE` in
`rulebook/pages/look.py`).
"""


UNCHANGED = re.compile("[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)*")
"""Words of one direction that are drawn as written."""

NARROW_OR_TEXT = re.compile(f"{NARROW}|[^{NARROW}]+")


class PlacedIcon(Struct, frozen=True):
    """An icon in a line: `x` from the line's start, `top` from its baseline (up is negative).

    `after` is the number of runs of the line that precede it in reading order. An icon that is
    drawn in `currentColor` has the colour of its words.
    """

    name: str
    x: Um
    top: Um
    size: Um
    after: int = 0
    colour: str = ""


class PlacedFormula(Struct, frozen=True):
    """A formula in a line: `x` from the line's start, and its size of type.

    `words` are its alt text; `after` is as for an icon.
    """

    formula: SetFormula
    words: str
    x: Um
    size: Um
    colour: str
    after: int = 0

    @property
    def above(self) -> Um:
        """Its height above the baseline."""
        return round(self.formula.above * self.size)

    @property
    def below(self) -> Um:
        """Its depth below the baseline."""
        return round(self.formula.below * self.size)


class PlacedLink(Struct, frozen=True):
    """A link in a line: `x` from the line's start, and its width.

    It covers the runs of the line from `after` up to but not including `end`.
    """

    target: str
    x: Um
    width: Um
    after: int
    end: int


class PlacedCode(Struct, frozen=True):
    """Code in a line: the runs from `after` up to but not including `end`."""

    after: int
    end: int


class PlacedRule(Struct, frozen=True):
    """A line under or through words: `x` from the line's start, `top` from its baseline."""

    x: Um
    top: Um
    width: Um
    thickness: Um
    colour: str

    def at(self, x: Um, baseline: Um) -> Rect:
        """Return the area that it fills, in a line of text at this place."""
        return Rect(x + self.x, baseline + self.top, self.width, self.thickness)


class Line(Struct, frozen=True):
    """A line of a paragraph: its start, and its content relative to that.

    `x` is relative to the left edge of the paragraph, `baseline` to its top. Runs, icons and
    formulas are in reading order. A line that `divides` a word ends with a hyphen that is not in
    the text. `rules` underline words or strike them out.
    """

    x: Um
    baseline: Um
    width: Um
    runs: tuple[Run, ...]
    icons: tuple[PlacedIcon, ...] = ()
    links: tuple[PlacedLink, ...] = ()
    divides: bool = False
    rules: tuple[PlacedRule, ...] = ()
    codes: tuple[PlacedCode, ...] = ()
    formulas: tuple[PlacedFormula, ...] = ()


class Paragraph(Struct, frozen=True):
    """A set paragraph: `height` is its lines times the leading, `width` that of its longest line.

    Capitals are centred in the leading of their line, so a paragraph that is centred by its height
    looks centred. `marker` precedes a list item, on its first line. `over` is the overhang of
    unbreakable lines. `gap` is the deviation of the worst line from an even one: the share that it
    falls short by, or in justified text the width added to each of its spaces, in spaces.
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


class Setting(Struct, frozen=True):
    """The differences of one paragraph from its style.

    `indent` moves all lines away from the edge where lines begin; `marker` (a bullet, a number) is
    set at that edge on the first line. `most` requests at most that many lines, using hyphens if
    needed.
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

    A word too wide for the line, a character that the font lacks and an unknown colour are reported
    in the context's problems.
    """
    galley = Galley(inlines, style, context)
    paragraph = set_galley(galley, width, setting)
    # A span without a line is that of a key, printed in place of a missing text.
    is_key = galley.span.file and not galley.span.line
    if paragraph.over > NEGLIGIBLE and not is_key:
        context.problems.add(too_wide(paragraph, width, galley.span, context))
    return paragraph


def lay_line(
    inlines: Sequence[Inline], style: TextStyle, context: TextContext, width: Um
) -> Line | None:
    """Set a text on one line of unlimited width; None if it is empty.

    Only the drawn text is measured, since no breaks are needed.
    """
    galley = Galley(inlines, style, context)
    line = galley.whole_line()
    return line and _Placer(galley, AS_STYLED, style.size, width).line(0, line)


def set_galley(galley: Galley, width: Um, setting: Setting = AS_STYLED) -> Paragraph:
    """Set a measured text to a width, in micrometres; the caller checks `over`."""
    if galley.identity is None or not galley.context.has_colour(setting.colour):
        return _set(galley, width, setting)
    key = (galley.identity, width, setting)
    return _SET.get(key) or _SET.keep(key, _set(galley, width, setting))


_SET: Memory[Paragraph] = Memory(8192)
"""A cache of set paragraphs; its size is several times that of a long rulebook. A guess."""


def _set(galley: Galley, width: Um, setting: Setting) -> Paragraph:
    size = setting.size or galley.style.size
    measured, breaks = galley.broken((width - setting.indent) / size, setting.most)
    return set_lines(galley, measured, breaks, repeat(Room(0, width)), setting)


class Room(NamedTuple):
    """The place of a line: its left edge and its width."""

    x: Um
    width: Um


def set_lines(
    galley: Galley,
    measured: MeasuredItems,
    breaks: Breaks,
    rooms: Iterable[Room],
    setting: Setting,
) -> Paragraph:
    """Return the broken lines of a paragraph, each in its room."""
    size = setting.size or galley.style.size
    rooms = list(islice(rooms, len(breaks.lines)))
    placers = {room: _Placer(galley, setting, size, room.width) for room in rooms}
    measures = [(room.width - setting.indent) / size for room in rooms]
    set_in = galley.lines(measured, breaks, measures)
    rows = breaks.rows or range(len(rooms))
    divides = [measured.items[line.last].joint is Joint.HYPHEN for line in breaks.lines]
    lines: list[Line] = []
    for room, row, line, divided in zip(rooms, rows, set_in, divides, strict=True):
        placed = placers[room].line(row, line)
        lines.append(replace(placed, x=placed.x + room.x, divides=divided))
    leading = galley.leading(size)
    marker = None
    if lines and setting.marker:
        marker = placers[rooms[0]].marker()
        marker = replace(marker, x=marker.x + rooms[0].x)
    over = [
        line.width + setting.indent - room.width for line, room in zip(lines, rooms, strict=True)
    ]
    return Paragraph(
        lines=tuple(lines),
        width=max((line.width for line in lines), default=0),
        height=breaks.height * leading,
        size=size,
        leading=leading,
        hyphens=sum(divides),
        over=max((0, *over)),
        gap=breaks.gap,
        marker=marker,
    )


class _Placer:
    """Converts lines in em to lines in micrometres, at one size and width."""

    def __init__(self, galley: Galley, setting: Setting, size: Um, width: Um) -> None:
        style, context = galley.style, galley.context
        self.galley, self.setting, self.size, self.width = galley, setting, size, width
        self.leading = galley.leading(size)
        self.has_spans = galley.has_spans
        self.colour = context.colour(setting.colour or style.colour, galley.span)
        plain = context.face(style, InlineText("", span=galley.span))
        self.plain = context.shelf.file(plain)
        self.cap_height = self.plain.cap_height

    def line(self, index: int, line: SetLine) -> Line:
        width = round(line.width * self.size)
        spare = max(self.width - self.setting.indent - width, 0)
        share = SHARE_BEFORE[self.galley.style.align]
        if self.galley.context.right_to_left:
            x = spare - round(spare * share)
        else:
            x = self.setting.indent + round(spare * share)
        baseline = index * self.leading + round(self.leading / 2 + self.cap_height * self.size / 2)
        runs: list[Run] = []
        icons: list[PlacedIcon] = []
        links: list[PlacedLink] = []
        codes: list[PlacedCode] = []
        formulas: list[PlacedFormula] = []
        for fragment in sorted(line.fragments, key=attrgetter("order")):
            if fragment.icon.startswith("$"):
                formulas.append(self._formula(fragment, len(runs)))
                continue
            if fragment.icon:
                icons.append(self._icon(fragment, len(runs)))
                continue
            first = len(runs)
            runs += self._runs(fragment, line.space)
            if fragment.link and fragment.text.strip():
                links.append(self._link(fragment, line.space, (first, len(runs))))
            elif fragment.look.code:
                codes.append(PlacedCode(first, len(runs)))
        rules = tuple(self._rules(line)) if self.has_spans else ()
        placed = tuple(runs), tuple(icons), tuple(links)
        return Line(
            x, baseline, width, *placed, rules=rules, codes=tuple(codes), formulas=tuple(formulas)
        )

    def marker(self) -> Line:
        """Return the marker in the plain face, on the first baseline."""
        words = (InlineText(self.setting.marker, span=self.galley.span),)
        context = self.galley.context
        galley = Galley(words, replace(self.galley.style, align="left"), context)
        unbroken = Setting(self.size, self.setting.colour)
        return set_galley(galley, self.width, unbroken).lines[0]

    def _runs(self, fragment: Fragment, space: float) -> Iterator[Run]:
        for part in self._parted(fragment, space):
            added = self.galley.context.shelf.added_space(part.face) * part.look.share
            yield Run(
                round(part.x * self.size),
                part.text,
                part.face,
                round(part.share * self.size),
                self._colour(part.look),
                round((space + added) * self.size),
                part.small_caps,
                part.right_to_left,
            )

    def _colour(self, look: InlineStyle) -> str:
        context = self.galley.context
        return context.colour(look.colour, self.galley.span) if look.colour else self.colour

    def _rules(self, line: SetLine) -> Iterator[PlacedRule]:
        """Yield the lines under and through words, each from end to end of neighbouring words.

        They are at the height that the plain font has for them, so that bold words do not shift
        them.
        """
        kinds = (("underline", self.plain.underline), ("strike", self.plain.strikeout))
        for kind, (top, thickness) in kinds:
            ruled = [one for one in line.fragments if getattr(one.look, kind) and one.width]
            for (share, colour), run in groupby(
                ruled, lambda one: (one.look.share, self._colour(one.look))
            ):
                size = self.size * share
                thick = max(round(thickness * size), 1)
                for start, end in _joined((one.x, one.x + one.width) for one in run):
                    # The space at the end of a line is outside of it.
                    x, right = (
                        round(max(0, min(at, line.width)) * self.size) for at in (start, end)
                    )
                    if x < right:
                        yield PlacedRule(x, -round(top * size), right - x, thick, colour)

    def _parted(self, whole: Fragment, space: float) -> Iterator[Fragment]:
        """Yield parts split at narrow spaces that the font lacks, replaced by scaled plain ones."""
        shelf = self.galley.context.shelf
        if (
            NARROW not in whole.text
            or whole.right_to_left
            or shelf.file(whole.face).has_narrow_space
        ):
            yield whole
            return
        smaller = shelf.advance(NARROW, whole.face) / shelf.advance(" ", whole.face)
        passed = ""
        for text in NARROW_OR_TEXT.findall(whole.text):
            advance = shelf.advance(passed, whole.face) * whole.share
            x = whole.x + advance + word_spaces(passed) * space
            part = replace(whole, x=x, text=text)
            passed += text
            if text == NARROW:
                part = replace(part, text=" ", share=whole.share * smaller)
            yield part

    def _link(self, fragment: Fragment, space: float, runs: tuple[int, int]) -> PlacedLink:
        """Return a link with the width of its words."""
        shelf = self.galley.context.shelf
        words = fragment.text.rstrip(" ")
        width = shelf.advance(words, fragment.face) * fragment.share + word_spaces(words) * space
        x = round(fragment.x * self.size)
        return PlacedLink(fragment.link, x, round(width * self.size), *runs)

    def _icon(self, fragment: Fragment, after: int) -> PlacedIcon:
        """Return an icon, vertically centred on the capitals."""
        share = fragment.look.share
        side = round(ICON * share * self.size)
        top = -round((self.cap_height + ICON) * share / 2 * self.size)
        x, colour = round(fragment.x * self.size), self._colour(fragment.look)
        return PlacedIcon(fragment.icon, x, top, side, after, colour)

    def _formula(self, fragment: Fragment, after: int) -> PlacedFormula:
        source, shown = source_of(fragment.icon)
        formula = set_formula(source, shown=shown)
        size, colour = round(self.size * fragment.look.share), self._colour(fragment.look)
        return PlacedFormula(
            formula, in_words(source), round(fragment.x * self.size), size, colour, after
        )


TOUCHING = 0.01
"""The gap between parts of an underline that is closed, in em: less than any space. A guess."""


def _joined(parts: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return parts of a line, given from left to right, with those that touch joined."""
    joined: list[tuple[float, float]] = []
    for start, end in parts:
        if joined and start - joined[-1][1] < TOUCHING:
            start = joined.pop()[0]
        joined.append((start, end))
    return joined


def millimetres(length: Um) -> str:
    """Return a length in millimetres, for messages.

    >>> millimetres(12_340)
    '12.3 mm'
    """
    return f"{max(length / 1000, 0.1):.1f} mm"


def too_wide(paragraph: Paragraph, width: Um, span: Span, context: TextContext) -> Diagnostic:
    """Return the error for a word that is wider than its column."""
    longest = max(paragraph.lines, key=lambda line: line.width)
    word = "".join(run.text for run in longest.runs).strip()
    word = word.removesuffix("-") if longest.divides else word
    what = f"`{word}`" if word else "an icon"
    key = context.key_at(span)
    text = f"text `{key}`" if key else "text"
    return Diagnostic(
        codes.TEXT_DOES_NOT_FIT,
        f"{what} in the {context.language} {text} is {millimetres(paragraph.over)} wider than"
        " its column",
        span,
        f"expected words no wider than {millimetres(width)}",
        r"put `\-` where the word may be divided, `\\-` between double quotes,"
        " or choose another word",
        subject=Subject(key=key),
    )


def too_large(
    box: str, over: tuple[Um, Um], span: Span, language: str, here: Span | None
) -> Diagnostic:
    """Return the error for a text that overflows its box at the smallest size.

    `over` is the excess width and height; `here` is the place of the box.
    """
    wide, high = map(millimetres, over)
    how = f"{wide} too wide and {high} too high"
    if over[1] <= 0:
        how = f"{wide} too wide"
    elif over[0] <= 0:
        how = f"{high} too high"
    return Diagnostic(
        codes.TEXT_DOES_NOT_FIT,
        f"the {language} text does not fit the box `{box}`: it is {how} at the smallest size",
        span,
        "expected a shorter text",
        "shorten the text, enlarge the box, or lower `minimum` of its style",
        (("the box is here", here),) if here and here != span else (),
    )
