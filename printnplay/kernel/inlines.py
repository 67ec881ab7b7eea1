"""Texts as read: running words in one kind of type, and the icons between them."""

from typing import TypeAlias

from printnplay.kernel.diagnostics import Span
from printnplay.kernel.values import Comparable


class InlineText(Comparable, frozen=True, eq=False):
    """Running text in one kind of type: plain, *emphasis* (italic), **strong** (bold) or both.

    `small_caps` sets small letters as small capitals. `family` is that of the text style unless it
    lacks these characters. `language` is that of the text around unless it is named. `link` is the
    name of the anchor that it leads to.
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
    """A small drawing in a line, set like a letter.

    `words` are what it stands for, for those who cannot see it: the term of the glossary
    with its name, or the name. They are empty where the text says the same right behind it.
    """

    uncompared = ("span",)

    name: str
    span: Span = Span("")
    words: str = ""


Inline: TypeAlias = InlineText | Icon
