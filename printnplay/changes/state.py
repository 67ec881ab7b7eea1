"""The state of a version of a game: all that is printed of it, as hashes and words."""

import re
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct, field

from printnplay.kernel.geometry import Um

OF_CHANGES = "changes."
"""The first part of the keys of sentences about changes, whose placeholders a state keeps."""

PLACEHOLDER = re.compile(r"\{(\w+)\}")
"""A placeholder of a number of the game, or of a value that the program fills in."""

Side: TypeAlias = "Mapping[str, FaceState]"
"""A face in each language."""


class FaceState(Struct, frozen=True, array_like=True):
    """A face in one language: a hash of its drawing, its words, and hashes of its pictures.

    `size` is its trimmed width and height, and its bleed; for what consists of several pictures,
    the widths and heights of all.
    """

    look: str
    words: tuple[str, ...] = ()
    art: tuple[str, ...] = ()
    size: tuple[Um, ...] = ()
    template: str = ""


class CardState(Struct, frozen=True):
    """A card: its group, copies and fields, its texts by language and key, and its faces."""

    id: str
    group: str
    copies: int
    fields: Mapping[str, str]
    texts: Mapping[str, Mapping[str, str]]
    front: Side
    back: Side = field(default_factory=dict)


class SectionState(Struct, frozen=True):
    """A section of the rulebook: its id, and the keys of its texts in reading order."""

    id: str
    texts: tuple[str, ...]


class GameState(Struct, frozen=True):
    """A version of a game.

    Cards are in the order of the deck. `groups` maps each group to the back that its cards share,
    `parts` the other drawings by kind and id: shared backs, boards, covers, boxes. `texts` are the
    texts by language and key, `says` the same with their styles. `pages` are hashes of the pages of
    the booklet. `clauses` are the sentences of the rules, `code` a hash of what they do.
    """

    id: str
    facts: Mapping[str, str]
    languages: tuple[str, ...]
    groups: Mapping[str, str]
    cards: tuple[CardState, ...]
    parts: Mapping[str, Side]
    texts: Mapping[str, Mapping[str, str]]
    says: Mapping[str, Mapping[str, str]]
    sections: tuple[SectionState, ...]
    summary: tuple[str, ...]
    page: tuple[Um, Um] | None
    pages: Mapping[str, tuple[str, ...]]
    examples: Mapping[str, str]
    clauses: Mapping[str, str]
    rules: str = ""
    code: str = ""


def look_in(side: Side, language: str) -> str:
    """Return the hash of a face in a language; empty if there is none."""
    return side[language].look if language in side else ""


def art_in(side: Side, language: str) -> tuple[str, ...]:
    """Return the hashes of the pictures of a face in a language."""
    return side[language].art if language in side else ()


def words_in(side: Side, language: str) -> tuple[str, ...]:
    """Return the words of a face in a language."""
    return side[language].words if language in side else ()
