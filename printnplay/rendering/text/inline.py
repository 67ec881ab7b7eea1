"""What a paragraph is made of, and the names that its placeholders may use."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from printnplay.model.diagnostics import Span
from printnplay.model.texts import Glossary

WHITE = r"[ \t\r\n]"
"""White space that a line may break at; U+00A0 and U+202F are none."""


@dataclass(frozen=True, slots=True)
class Words:
    """Running text in one kind of type: plain, *emphasis* (italic), **strong** (bold) or both.

    `small_caps` sets small letters as small capitals. `family` is that of the text style unless it
    lacks these characters. `language` is that of the text around unless it is named.
    """

    text: str
    strong: bool = False
    emphasis: bool = False
    small_caps: bool = False
    family: str = ""
    language: str = ""
    span: Span = field(default=Span(""), compare=False)


@dataclass(frozen=True, slots=True)
class Icon:
    """A small drawing that stands in the line like a letter."""

    name: str
    span: Span = field(default=Span(""), compare=False)


Inline: TypeAlias = Words | Icon


@dataclass(frozen=True, slots=True)
class Resolver:
    """What placeholders may stand for: facts of the game, terms of the glossary, icons."""

    language: str
    facts: Mapping[str, int]
    glossary: Glossary
    icons: frozenset[str] = frozenset()


def plain(inlines: Sequence[Inline]) -> str:
    """The words alone, as a reader finds them in the PDF: white space closed up, no icons.

    >>> plain((Words("Take  one "), Words("now", strong=True)))
    'Take one now'
    """
    text = "".join(one.text if isinstance(one, Words) else "" for one in inlines)
    drawn = text.replace("\u00ad", "").replace("\u2060", "")
    return re.sub(WHITE + "+", " ", drawn).strip(" ")
