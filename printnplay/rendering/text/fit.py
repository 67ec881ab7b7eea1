"""Fitting a text into a box: the largest size at which it goes in."""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from printnplay.model.diagnostics import Span
from printnplay.model.fit import BoxFit
from printnplay.model.geometry import Um, pt
from printnplay.model.style import TextStyle
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.galley import JUSTIFY
from printnplay.rendering.text.inline import Inline
from printnplay.rendering.text.paragraph import NEGLIGIBLE, Paragraph
from printnplay.rendering.text.report import too_large
from printnplay.rendering.text.stacking import Stack, stack

STEP_PT = 0.25


@dataclass(frozen=True, slots=True)
class Tried:
    """What a text was tried at: the largest and the smallest size, and the box."""

    largest: Um
    smallest: Um
    width: Um
    height: Um
    justified: bool


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text that goes into its box."""

    paragraph: Paragraph
    tried: Tried

    @property
    def size(self) -> Um:
        """The size it is set at."""
        return self.paragraph.size


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text that does not go into its box: set at the smallest size, and how much it is over.

    It can be drawn like one that fits, for a draft; whoever asked must report it.
    """

    paragraph: Paragraph
    tried: Tried
    over_width: Um
    over_height: Um
    span: Span

    @property
    def size(self) -> Um:
        """The smallest size, at which it is still too large."""
        return self.paragraph.size

    def report(self, box: str, context: TextContext) -> None:
        """Note the fault for the box of this name."""
        over = (self.over_width, self.over_height)
        context.problems.add(too_large(box, over, self.span, context.language))


FitResult: TypeAlias = Fitted | Overflow


def measured(name: str, fitted: FitResult) -> BoxFit:
    """How the text of this name went into its box."""
    paragraph, tried = fitted.paragraph, fitted.tried
    return BoxFit(
        box=name,
        size=paragraph.size,
        largest=tried.largest,
        smallest=tried.smallest,
        lines=len(paragraph.lines),
        free=(tried.height - paragraph.height) / tried.height,
        gap=paragraph.gap,
        justified=tried.justified,
        fits=isinstance(fitted, Fitted),
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
) -> FitResult:
    """Set a text as large as a box allows, in steps of a quarter point below `maximum`.

    The text may be of several paragraphs and lists, as `parts_of` reads them. All lengths are
    micrometres. Without bounds the style's size and minimum count. The leading
    grows and shrinks with the size.
    """
    text = stack(inlines, style, context)
    largest = maximum or style.size
    sizes = _sizes(largest, min(minimum or style.minimum, largest))
    tried = Tried(largest, sizes[0], width, height, justified=style.align == JUSTIFY)
    trial = _Trial(text, width, height)
    # Most texts fit as they are; only the others search, and load a dictionary.
    fitting = len(sizes) if trial.fits(largest) else bisect(sizes, 0, key=trial.is_too_large)
    paragraph = trial.set(sizes[max(fitting - 1, 0)])
    if fitting:
        return Fitted(paragraph, tried)
    over_height = max(paragraph.height - height, 0)
    over_width = paragraph.over if paragraph.over > NEGLIGIBLE else 0
    return Overflow(paragraph, tried, over_width, over_height, text.galleys[0].span)


def _sizes(largest: Um, smallest: Um) -> list[Um]:
    """The sizes to try, the smallest first."""
    sizes, steps = [], 0
    while (size := largest - pt(steps * STEP_PT)) > smallest:
        sizes.append(size)
        steps += 1
    return [smallest, *reversed(sizes)]


@dataclass(frozen=True, slots=True)
class _Trial:
    """Tries sizes of one text in one box."""

    text: Stack
    width: Um
    height: Um

    def set(self, size: Um) -> Paragraph:
        return self.text.set(self.width, size, self.height)

    def fits(self, size: Um) -> bool:
        paragraph = self.set(size)
        return paragraph.height <= self.height and paragraph.over <= NEGLIGIBLE

    def is_too_large(self, size: Um) -> int:
        """0 for sizes that fit, 1 for those above, as `bisect` wants it."""
        return 0 if self.fits(size) else 1
