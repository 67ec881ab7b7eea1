"""Inline elements of parsed texts: text runs, icons and formulas."""

from functools import lru_cache, reduce
from typing import ClassVar, TypeAlias

from msgspec import Struct

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.formulas import in_words
from printnplay.kernel.values import Comparable


class InlineStyle(Struct, frozen=True):
    """The look of `[words]{name}`, as far as it differs from that of the surrounding words.

    `colour` is a colour's name, `size` is in percent of the surrounding size; a `weight` of 0 and
    an `italic` of None change nothing. Words in another `family` are upright unless `italic`. With
    `code`, words are read aloud and copied as code.
    """

    name: str = ""
    colour: str = ""
    weight: int = 0
    size: int = 100
    italic: bool | None = None
    small_caps: bool = False
    underline: bool = False
    strike: bool = False
    family: str = ""
    code: bool = False

    @property
    def share(self) -> float:
        """The size as a share of the surrounding size."""
        return self.size / 100

    def within(self, outer: "InlineStyle") -> "InlineStyle":
        """Return the look of words in this style inside those in another."""
        return InlineStyle(
            colour=self.colour or outer.colour,
            weight=self.weight or outer.weight,
            size=round(self.size * outer.size / 100),
            italic=outer.italic if self.italic is None else self.italic,
            small_caps=self.small_caps or outer.small_caps,
            underline=self.underline or outer.underline,
            strike=self.strike or outer.strike,
            family=self.family or outer.family,
            code=self.code or outer.code,
        )


PLAIN = InlineStyle()
"""The look of words outside of spans."""

CODE = "code"
"""The name of the inline style of code, between backticks."""

MONO = "Table Mono"
"""The bundled family with letters of one width."""

BUILT_IN = {
    style.name: style
    for style in (
        InlineStyle("underline", underline=True),
        InlineStyle("strike", strike=True),
        # Its letters are as wide as those of text, and look as large, at nine tenths of the size.
        InlineStyle(CODE, size=90, family=MONO, code=True),
    )
}
"""The inline styles that need no declaration in a style."""


@lru_cache(256)
def look_within(styles: tuple[InlineStyle, ...]) -> InlineStyle:
    """Return the look of words in nested styles, outermost first."""
    return reduce(lambda outer, inner: inner.within(outer), styles, PLAIN)


class InlineText(Comparable, frozen=True, eq=False):
    """A text run in one type style: plain, *emphasis* (italic), **strong** (bold) or both.

    `small_caps` sets lowercase letters as small capitals. `family` overrides the family of the text
    style where that lacks these glyphs. `language` is empty for the language of the surrounding
    text. `link` is the name of the anchor to link to. `styles` are those of the spans around the
    run, outermost first.
    """

    uncompared = ("span",)

    text: str
    strong: bool = False
    emphasis: bool = False
    small_caps: bool = False
    family: str = ""
    language: str = ""
    link: str = ""
    styles: tuple[InlineStyle, ...] = ()
    span: Span = Span("")

    @property
    def look(self) -> InlineStyle:
        """The look that its spans add to its text style."""
        return look_within(self.styles) if self.styles else PLAIN

    @property
    def said(self) -> str:
        """Its words, where only plain text is shown."""
        return self.text

    @property
    def in_small_caps(self) -> bool:
        """Whether a mark or a span sets it in small capitals."""
        return self.small_caps or self.look.small_caps


class Icon(Comparable, frozen=True, eq=False):
    """A small inline drawing, set like a letter.

    `words` is the text alternative: the glossary term of the same name, or the icon's name. It is
    empty if the text right after the icon gives the same information. A `tied` icon is repeated
    after a thin gap, on the same line.
    """

    uncompared = ("span",)

    name: str
    span: Span = Span("")
    words: str = ""
    tied: bool = False
    styles: tuple[InlineStyle, ...] = ()
    said: ClassVar[str] = ""

    @property
    def look(self) -> InlineStyle:
        """The look that its spans give it: its size, and lines under and through it."""
        return look_within(self.styles) if self.styles else PLAIN


class Formula(Comparable, frozen=True, eq=False):
    """A LaTeX formula, typeset like a word that is never divided.

    If `shown`, it has the size of a display formula.
    """

    uncompared = ("span",)

    source: str
    shown: bool = False
    span: Span = Span("")
    styles: tuple[InlineStyle, ...] = ()

    @property
    def words(self) -> str:
        """Its alt text: its characters in a line."""
        return in_words(self.source)

    @property
    def said(self) -> str:
        """Its words, where only plain text is shown."""
        return self.words

    @property
    def look(self) -> InlineStyle:
        """The look that its spans give it: its colour, its size, and lines under it."""
        return look_within(self.styles) if self.styles else PLAIN


Inline: TypeAlias = InlineText | Icon | Formula
