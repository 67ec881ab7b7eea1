"""A text measured and ready to be broken to any width, at any size."""

import re
from collections.abc import Sequence
from functools import cached_property

from printnplay.model.diagnostics import Span
from printnplay.model.style import TextStyle
from printnplay.rendering.text.breaking import Breaks, Measure, break_lines
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.inline import WHITE, Inline, Words
from printnplay.rendering.text.measuring import Material, Stretch, measure, stretches
from printnplay.rendering.text.pieces import DRAWN, cut

RAGGED = 0.25
"""Words are divided only when a line would otherwise fall short by more than this share."""

SetLine = tuple[tuple[Stretch, ...], float]
"""What a line draws, and its width in em."""


class Galley:
    """A paragraph in em: measured once, then broken as often as a size is tried.

    Words are hyphenated when the paragraph is too ragged, too wide or too tall without: most card
    texts need no hyphen, and no dictionary is loaded for them.
    """

    def __init__(self, inlines: Sequence[Inline], style: TextStyle, context: TextContext) -> None:
        """Note what the fonts cannot draw; nothing is measured yet."""
        self.style = style
        self.context = context
        self._inlines = inlines
        self._check_glyphs()

    @property
    def span(self) -> Span:
        """Where the text stands."""
        return self._inlines[0].span if self._inlines else Span("")

    def broken(self, width: float, most: int | None = None) -> tuple[Material, Breaks]:
        """Break to a width in em, if possible into `most` lines or fewer."""
        wanted = Measure(width, balanced=self.style.align != "left")
        whole = break_lines(self._whole, wanted)
        fits = not whole.over and (most is None or len(whole.lines) <= most)
        if not self.style.hyphenate or (fits and whole.gap <= RAGGED):
            return self._whole, whole
        divided = break_lines(self._divided, wanted)
        if fits and divided.gap >= whole.gap:
            return self._whole, whole
        return self._divided, divided

    def lines(self, material: Material, breaks: Breaks) -> tuple[SetLine, ...]:
        """What each line draws, measured as it is drawn."""
        return tuple(
            stretches(material.pieces[first : last + 1], self.context.shelf)
            for first, last in breaks.lines
        )

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
                texts[face] = texts.get(face, "") + " ".join(re.split(WHITE, inline.text))
        for face, text in texts.items():
            self.context.check_glyphs(text.translate(DRAWN), face, self.span)
