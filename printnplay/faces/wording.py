"""Texts of the game as values in templates, and the filters that keep their icons and looks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps

from jinja2 import pass_eval_context
from jinja2.filters import FILTERS
from jinja2.nodes import EvalContext
from markupsafe import escape
from msgspec import Struct
from msgspec.structs import replace

from printnplay.faces.sandbox import replace as replaced
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.text.markup import plain

Change = Callable[[str], str]
"""Returns a text with other letters."""

_ICON = "\ufffc"
"""What stands for an icon while the letters around it change; no filter changes it."""


class Wording(Struct, frozen=True):
    """A text as a value in a template: for `textbox`, or printed as plain text with `{{ }}`."""

    key: str
    inlines: tuple[Inline, ...]
    beside: tuple[Inline, ...] = ()
    """The text in the second language of a bilingual drawing; empty if it is identical."""
    language: str = ""
    """The second language."""

    @property
    def stacked(self) -> tuple[Inline, ...]:
        """Both languages, each in its own paragraph."""
        if not self.beside:
            return self.inlines
        return (*self.inlines, InlineText("\n", language=self.language), *self.beside)

    @property
    def in_a_row(self) -> tuple[Inline, ...]:
        """Both languages on one line."""
        return (*self.inlines, InlineText(" / "), *self.beside) if self.beside else self.inlines

    @property
    def settings(self) -> Iterator[tuple[Inline, ...]]:
        """The ways to set the text, the clearest first: a run-in text takes the least room."""
        yield self.stacked
        if self.beside:
            yield self.in_a_row

    def __bool__(self) -> bool:
        """Return whether the text is not empty."""
        return bool(self.inlines)

    def __str__(self) -> str:
        """Return the plain text."""
        return plain(self.in_a_row)

    def __html__(self) -> str:
        """Return the escaped plain text, which Jinja inserts into a drawing."""
        return str(escape(str(self)))

    def changed(self, change: Change) -> "Wording | str":
        """Return the text with its letters changed, keeping its icons and the looks of its words.

        A text without any is a string, for comparisons and conditions.
        """
        if not self.beside and all(_is_plain(inline) for inline in self.inlines):
            return change(str(self))
        first, second = (tuple(_changed(part, change)) for part in (self.inlines, self.beside))
        return Wording(self.key, first, second, self.language)


def _is_plain(inline: Inline) -> bool:
    return isinstance(inline, InlineText) and replace(inline, text="") == InlineText("")


def _changed(inlines: Sequence[Inline], change: Change) -> Iterator[Inline]:
    """Yield inlines with changed words; where their number of letters stays, they change together.

    Together, as only the first letter of a text or a word becomes a capital.
    """
    parts = [inline.text if isinstance(inline, InlineText) else _ICON for inline in inlines]
    whole, at = change("".join(parts)), 0
    is_as_long = len(whole) == sum(map(len, parts))
    for inline, part in zip(inlines, parts, strict=True):
        end = at + len(part)
        if isinstance(inline, InlineText):
            yield replace(inline, text=whole[at:end] if is_as_long else change(part))
        else:
            yield inline
        at = end


def _keeping(work: Callable[..., str]) -> Callable[..., object]:
    """Return a filter that keeps the icons and the looks of words in texts."""

    @wraps(work)
    def kept(text: object) -> object:
        return text.changed(work) if isinstance(text, Wording) else work(text)

    return kept


@pass_eval_context
def _replaced(context: EvalContext, text: object, old: str, new: str) -> object:
    def change(part: str) -> str:
        return replaced(context, part, old, new)

    return text.changed(change) if isinstance(text, Wording) else change(str(text))


def _trimmed(text: object, *marks: str) -> object:
    """Return a text without spaces at its ends; those of the game have none."""
    return text if isinstance(text, Wording) and not marks else FILTERS["trim"](text, *marks)


KEEPING: Mapping[str, Callable[..., object]] = {
    **{name: _keeping(FILTERS[name]) for name in ("capitalize", "lower", "title", "upper")},
    "replace": _replaced,
    "trim": _trimmed,
}
"""The filters of Jinja that change letters, for texts with icons and looks too, by name."""
