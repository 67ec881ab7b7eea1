"""Fit texts with paragraphs and lists into a box, at the largest size possible."""

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um, pt
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.scene.picture import BoxFit
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.paragraph import (
    JUSTIFY,
    NEGLIGIBLE,
    Galley,
    Line,
    Paragraph,
    Setting,
    set_galley,
    too_large,
)

LIST_MARK = "- "
BULLET = "•"
INDENT = 1.1
"""The indent of list items, in em: room for a bullet or a one-digit number, and a space."""


class Part(Struct, frozen=True):
    """A paragraph of a text, or an item of a list in it."""

    inlines: tuple[Inline, ...]
    listed: bool = False


def parts_of(inlines: Sequence[Inline]) -> tuple[Part, ...]:
    r"""Return the paragraphs of a text, one per line; `- ` begins a list item.

    >>> [(part.inlines[0].text, part.listed) for part in parts_of([InlineText("Take\n\n- one")])]
    [('Take', False), ('one', True)]
    """
    if not any(isinstance(inline, InlineText) and "\n" in inline.text for inline in inlines):
        return (_part(inlines),)
    rows: list[list[Inline]] = [[]]
    for inline in inlines:
        if not isinstance(inline, InlineText):
            rows[-1].append(inline)
            continue
        first, *others = inline.text.split("\n")
        rows[-1].append(replace(inline, text=first))
        rows += [[replace(inline, text=text)] for text in others]
    return tuple(_part(row) for row in rows if not _is_blank(row)) or (Part(()),)


def _is_blank(row: Sequence[Inline]) -> bool:
    return all(isinstance(inline, InlineText) and not inline.text for inline in row)


def _part(inlines: Sequence[Inline]) -> Part:
    first = inlines[0] if inlines else None
    if not isinstance(first, InlineText) or not first.text.startswith(LIST_MARK):
        return Part(tuple(inlines))
    rest = replace(first, text=first.text.removeprefix(LIST_MARK))
    return Part((rest, *inlines[1:]), listed=True)


UNLIMITED: Um = 100_000_000
"""A width that no text fills, in micrometres: the farthest coordinate of a template (`FARTHEST` in
`faces/texts.py`)."""


class Stack:
    """The paragraphs of a text, measured once and set at any size."""

    def __init__(self, galleys: Sequence[Galley], listed: Sequence[bool]) -> None:
        """Stack measured paragraphs; some are items of lists."""
        self.galleys, self._listed = tuple(galleys), tuple(listed)

    def set(self, width: Um, size: Um, room: Um) -> Paragraph:
        """Return all paragraphs at one size, hyphenated more if they would overflow the height.

        The style's space after a paragraph is inserted between them, and scales with the size.
        """
        if len(self.galleys) == 1 and not self._listed[0]:
            most = max(room // self.galleys[0].leading(size), 1)
            return set_galley(self.galleys[0], width, Setting(size, most=most))
        stacked = self._stacked(width, size, None)
        return stacked if stacked.height <= room else self._stacked(width, size, 1)

    def width(self, size: Um) -> Um:
        """Return the width that sets each paragraph on one line."""
        indent = round(INDENT * size) if any(self._listed) else 0
        # One more, as lengths are rounded.
        return self.set(UNLIMITED, size, UNLIMITED).width + indent + 1

    @property
    def right_to_left(self) -> bool:
        """Whether its lines begin on the right."""
        return self.galleys[0].context.right_to_left

    def _stacked(self, width: Um, size: Um, most: int | None) -> Paragraph:
        return self.stacked(
            lambda galley, setting, _: set_galley(galley, width, setting), size, most
        )

    def stacked(
        self,
        lay: Callable[[Galley, Setting, Um], Paragraph],
        size: Um,
        most: int | None = None,
    ) -> Paragraph:
        """Return all paragraphs at one size, each as `lay` sets it at a height below the first."""
        item = Setting(size, indent=round(INDENT * size), marker=BULLET, most=most)
        style = self.galleys[0].style
        space = round(style.after * size / style.size)
        paragraphs, tops, end = list[Paragraph](), list[Um](), 0
        for galley, listed in zip(self.galleys, self._listed, strict=True):
            tops.append(end)
            paragraphs.append(lay(galley, item if listed else Setting(size, most=most), end))
            end += paragraphs[-1].height + space
        lines = [
            line
            for paragraph, top in zip(paragraphs, tops, strict=True)
            for line in _lowered(paragraph, top)
        ]
        return Paragraph(
            lines=tuple(lines),
            width=max((line.width for line in lines), default=0),
            height=end - space,
            size=size,
            leading=paragraphs[0].leading,
            hyphens=sum(paragraph.hyphens for paragraph in paragraphs),
            over=max(paragraph.over for paragraph in paragraphs),
            gap=max(paragraph.gap for paragraph in paragraphs),
        )


class Area(Struct, frozen=True):
    """The area that a text is set in: a box."""

    width: Um
    height: Um

    def set(self, text: Stack, size: Um) -> Paragraph:
        """Return the text at a size; it may be too high or too wide."""
        return text.set(self.width, size, self.height)


def stack(inlines: Sequence[Inline], style: TextStyle, context: TextContext) -> Stack:
    """Measure a text of any number of paragraphs."""
    # List items are flush left, so that their markers line up.
    beside = replace(style, align="left") if style.align == "centre" else style
    parts = parts_of(inlines)
    galleys = [
        Galley(part.inlines, beside if part.listed else style, _in_language(part, context))
        for part in parts
    ]
    return Stack(galleys, [part.listed for part in parts])


def _in_language(part: Part, context: TextContext) -> TextContext:
    """Return the context of a part, which may be in another language than the surrounding text."""
    first = part.inlines[0] if part.inlines else None
    other = first.language if isinstance(first, InlineText) else ""
    return replace(context, language=other) if other else context


def _lowered(paragraph: Paragraph, by: Um) -> list[Line]:
    """Return the lines of a paragraph, moved down; its marker becomes part of the first."""
    lines = [replace(line, baseline=line.baseline + by) for line in paragraph.lines]
    if paragraph.marker and lines:
        shift = paragraph.marker.x - lines[0].x
        marks = tuple(replace(run, x=run.x + shift) for run in paragraph.marker.runs)
        lines[0] = replace(lines[0], runs=(*marks, *lines[0].runs))
    return lines


STEP_PT = 0.25
"""The step between tried font sizes, in points: a quarter of a point, which no eye can
distinguish.
"""


class Tried(Struct, frozen=True):
    """The constraints of a fit: the largest and smallest sizes, and the box."""

    largest: Um
    smallest: Um
    width: Um
    height: Um
    justified: bool


class Fitted(Struct, frozen=True):
    """A text that fits its box."""

    paragraph: Paragraph
    tried: Tried


class Overflow(Struct, frozen=True):
    """A text that overflows its box at the smallest size, and by how much.

    It can be rendered like a fitting one, for a draft; the caller must report it.
    """

    paragraph: Paragraph
    tried: Tried
    over_width: Um
    over_height: Um
    span: Span

    def report(self, box: str, context: TextContext, here: Span | None) -> None:
        """Report the overflow of the box with this name, and at this place."""
        over = (self.over_width, self.over_height)
        context.problems.add(too_large(box, over, self.span, context.language, here))


FitResult: TypeAlias = Fitted | Overflow


def measured(name: str, fitted: FitResult) -> BoxFit:
    """Return the fit of a text in the box with this name."""
    paragraph, tried = fitted.paragraph, fitted.tried
    fits = isinstance(fitted, Fitted)
    free = (tried.height - paragraph.height) / tried.height
    if fits and len(paragraph.lines) == 1:
        free = max(free, (tried.width - paragraph.width) / tried.width)
    return BoxFit(
        box=name,
        size=paragraph.size,
        largest=tried.largest,
        smallest=tried.smallest,
        lines=len(paragraph.lines),
        free=free,
        gap=paragraph.gap,
        justified=tried.justified,
        fits=fits,
        width=tried.width,
        height=tried.height,
    )


def fit(  # noqa: PLR0913
    inlines: Sequence[Inline],
    style: TextStyle,
    width: Um,
    height: Um,
    context: TextContext,
    maximum: Um | None = None,
    minimum: Um | None = None,
    area: Callable[[Um, Um], Area] = Area,
) -> FitResult:
    """Set a text as large as a box allows, in steps of a quarter point below `maximum`.

    The text may have several paragraphs and lists, as parsed by `parts_of`. All lengths are in
    micrometres. The defaults of the bounds are the style's size and minimum. The leading scales
    with the size.
    """
    text = stack(inlines, style, context)
    largest = maximum or style.size
    sizes = _sizes(largest, min(minimum or style.minimum, largest))
    within = area(width, height)
    tried = Tried(largest, sizes[0], width, height, justified=style.align == JUSTIFY)

    def is_too_large(size: Um) -> bool:
        paragraph = within.set(text, size)
        return paragraph.height > height or paragraph.over > NEGLIGIBLE

    # Most texts fit at the largest size; only the others search, and load a dictionary.
    at_once = not is_too_large(largest)
    fitting = len(sizes) if at_once else bisect(sizes, 0, key=is_too_large)
    paragraph = within.set(text, sizes[max(fitting - 1, 0)])
    if fitting:
        return Fitted(paragraph, tried)
    over_height = max(paragraph.height - height, 0)
    over_width = paragraph.over if paragraph.over > NEGLIGIBLE else 0
    return Overflow(paragraph, tried, over_width, over_height, text.galleys[0].span)


@lru_cache(256)
def _sizes(largest: Um, smallest: Um) -> tuple[Um, ...]:
    """Return the sizes to try, in ascending order."""
    sizes: list[Um] = []
    while (size := largest - pt(len(sizes) * STEP_PT)) > smallest:
        sizes.append(size)
    return (smallest, *reversed(sizes))
