"""A text as a template holds it: in one language, or in two that share its box."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from markupsafe import escape

from printnplay.model.diagnostics import Problems, Span
from printnplay.model.geometry import Um, pt
from printnplay.rendering.text.fit import FitResult, Fitted
from printnplay.rendering.text.inline import Inline, Words, plain

SHARED = 0.65
"""How much smaller a text may be where two languages share a box."""

READABLE = 7
"""The smallest type in points that a shared box may come to, unless its style goes lower."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A text as a template holds it: for `textbox`, or printed plainly with `{{ }}`."""

    key: str
    inlines: tuple[Inline, ...]
    beside: tuple[Inline, ...] = ()
    """The same in the second language of a drawing in two; nothing if it reads alike."""
    language: str = ""
    """The second language."""

    @property
    def stacked(self) -> tuple[Inline, ...]:
        """Both languages, each in a paragraph of its own."""
        if not self.beside:
            return self.inlines
        return (*self.inlines, Words("\n", language=self.language), *self.beside)

    @property
    def in_a_row(self) -> tuple[Inline, ...]:
        """Both languages on one line."""
        return (*self.inlines, Words(" / "), *self.beside) if self.beside else self.inlines

    def __str__(self) -> str:
        """The words alone."""
        return plain(self.in_a_row)

    def __html__(self) -> str:
        """The words alone, for Jinja to put into a drawing."""
        return str(escape(str(self)))


def smallest_of_two(smallest: Um) -> Um:
    """The smallest size of a text that shares its box with another language."""
    return min(smallest, max(round(smallest * SHARED), pt(READABLE)))


def fitted_together(
    wording: Wording, fit_in: Callable[[Wording], FitResult], problems: Problems
) -> tuple[Wording, FitResult]:
    """Both languages if the box has room for them, else the first alone, with a warning."""
    together = fit_in(wording)
    if isinstance(together, Fitted) or not wording.beside:
        return wording, together
    first = replace(wording, beside=())
    alone = fit_in(first)
    if isinstance(alone, Fitted):
        problems.warning(
            "PNP502",
            f"`{wording.key}` is printed without its `{wording.language}` text",
            wording.inlines[0].span if wording.inlines else Span(""),
            "its box has no room for both languages",
            "enlarge the box, or shorten the texts",
        )
    return first, alone
