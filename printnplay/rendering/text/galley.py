"""A text measured and ready to be broken to any width, at any size."""

import re
from collections.abc import Sequence
from functools import cached_property

from printnplay.model.diagnostics import Span
from printnplay.model.style import TextStyle
from printnplay.rendering.text.breaking import Breaks, break_lines
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.inline import WHITE, Inline, Words
from printnplay.rendering.text.measuring import Material, SetLine, justified, measure, stretches
from printnplay.rendering.text.pieces import DRAWN, cut
from printnplay.rendering.text.pricing import Justified, Pricing, Ragged

JUSTIFY = "justify"

UGLY = {False: 0.3, True: 0.6}
"""Words are divided only to save a line, or when a line would fall short by more than this share;
in justified text, when its spaces would be wider by this many."""

WORTH = 0.08
"""By how much dividing words must better the worst ragged line."""

CHEAPER = 0.8
"""Divided words must bring the price of justified lines below this share of it."""

LOOSEST = 1.5
"""No space is stretched by more spaces than this; such a line falls short instead."""


class Galley:
    """A paragraph in em: measured once, then broken as often as a size is tried.

    Words are hyphenated when the paragraph is too ragged, too wide or too tall without: most card
    texts need no hyphen, and no dictionary is loaded for them.
    """

    def __init__(self, inlines: Sequence[Inline], style: TextStyle, context: TextContext) -> None:
        """Note what the fonts cannot draw; nothing is measured yet."""
        self.style = style
        self.context = context
        self._inlines = context.covered(inlines, style) if style.fallback else tuple(inlines)
        self._check_glyphs()

    @property
    def span(self) -> Span:
        """Where the text stands."""
        return self._inlines[0].span if self._inlines else Span("")

    def broken(self, width: float, most: int | None = None) -> tuple[Material, Breaks]:
        """Break to a width in em, if possible into `most` lines or fewer."""
        whole = break_lines(self._whole, self._pricing(self._whole, width, most))
        fits = not whole.over and (most is None or len(whole.lines) <= most)
        if not self.style.hyphenate or (fits and whole.gap <= UGLY[self.is_justified]):
            return self._whole, whole
        divided = break_lines(self._divided, self._pricing(self._divided, width, most))
        if fits and not self._is_better(divided, whole):
            return self._whole, whole
        return self._divided, divided

    def _is_better(self, divided: Breaks, whole: Breaks) -> bool:
        """Whether hyphens are worth it: they save a line, or repair an ugly gap."""
        if self.is_justified:
            return divided.cost < CHEAPER * whole.cost
        return len(divided.lines) < len(whole.lines) or divided.gap <= whole.gap - WORTH

    def lines(self, material: Material, breaks: Breaks, width: float) -> tuple[SetLine, ...]:
        """What each line draws, measured as it is drawn; all but the last as wide as `width`."""
        lines = [
            stretches(material.pieces[first : last + 1], self.context.shelf)
            for first, last in breaks.lines
        ]
        if self.is_justified:
            limits = [self._space * LOOSEST] * (len(lines) - 1) + [0.0]
            lines = [
                justified(line, width, limit) for line, limit in zip(lines, limits, strict=True)
            ]
        return tuple(lines)

    @property
    def is_justified(self) -> bool:
        """Whether both edges of the text are to be even."""
        return self.style.align == JUSTIFY

    def _pricing(self, material: Material, width: float, most: int | None) -> Pricing:
        if self.is_justified:
            return Justified(material, width, self._space, fewest=most is not None)
        return Ragged(material, width, balanced=self.style.align != "left")

    @cached_property
    def _space(self) -> float:
        """The width of a space in the plain face."""
        face = self.context.face(self.style, Words("", span=self.span))
        return self.context.shelf.advance(" ", face)

    @cached_property
    def _whole(self) -> Material:
        return self._material(divide=False)

    @cached_property
    def _divided(self) -> Material:
        return self._material(divide=True)

    def _material(self, *, divide: bool) -> Material:
        pieces = cut(self._inlines, self.style, self.context, divide=divide)
        return measure(pieces, self.context.shelf)

    def _check_glyphs(self) -> None:
        texts: dict[str, str] = {}
        for inline in self._inlines:
            if isinstance(inline, Words):
                face = self.context.face(self.style, inline).name
                text = inline.text.upper() if inline.small_caps else inline.text
                texts[face] = texts.get(face, "") + " ".join(re.split(WHITE, text))
        for face, text in texts.items():
            self.context.check_glyphs(text.translate(DRAWN), face, self.span)
