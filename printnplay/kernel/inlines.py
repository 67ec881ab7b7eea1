"""Inline elements of parsed texts: text runs and icons."""

from typing import TypeAlias

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.values import Comparable


class InlineText(Comparable, frozen=True, eq=False):
    """A text run in one type style: plain, *emphasis* (italic), **strong** (bold) or both.

    `small_caps` sets lowercase letters as small capitals. `family` overrides the family of the text
    style where that lacks these glyphs. `language` is empty for the language of the surrounding
    text. `link` is the name of the anchor to link to.
    """

    uncompared = ("span",)

    text: str
    strong: bool = False
    emphasis: bool = False
    small_caps: bool = False
    family: str = ""
    language: str = ""
    link: str = ""
    span: Span = Span("")


class Icon(Comparable, frozen=True, eq=False):
    """A small inline drawing, set like a letter.

    `words` is the text alternative: the glossary term of the same name, or the icon's name. It is
    empty if the text right after the icon gives the same information.
    """

    uncompared = ("span",)

    name: str
    span: Span = Span("")
    words: str = ""


Inline: TypeAlias = InlineText | Icon
