"""Kinds of components: cards, tiles, tokens and others, and their counts in words."""

from collections.abc import Iterable, Mapping
from enum import StrEnum


class Kind(StrEnum):
    """A kind of component, in the order in which kinds are counted."""

    CARDS = "cards"
    TILES = "tiles"
    TOKENS = "tokens"
    BOARDS = "boards"
    MATS = "mats"
    STANDEES = "standees"
    DICE = "dice"
    DIALS = "dials"
    SCORE_SHEETS = "score-sheets"

    @property
    def plural(self) -> str:
        """The English word for several of them."""
        return self.value.replace("-", " ")

    @property
    def singular(self) -> str:
        """The English word for one of them."""
        return "die" if self is Kind.DICE else self.plural.removesuffix("s")


def total_key(kind: Kind) -> str:
    """Return the key of the text before the total of a kind."""
    return "contents.total" if kind is Kind.CARDS else f"contents.{kind}"


def counts_of(pieces: Iterable[tuple[Kind, int]]) -> dict[Kind, int]:
    """Return the total of each kind that occurs, in the order of `Kind`.

    >>> counts_of([(Kind.TOKENS, 4), (Kind.CARDS, 2), (Kind.TOKENS, 1)])
    {<Kind.CARDS: 'cards'>: 2, <Kind.TOKENS: 'tokens'>: 5}
    """
    counts: dict[Kind, int] = {}
    for kind, count in pieces:
        counts[kind] = counts.get(kind, 0) + count
    return {kind: counts[kind] for kind in Kind if kind in counts}


def counts_in_words(counts: Mapping[Kind, int]) -> str:
    """Return counts in English.

    >>> counts_in_words({Kind.CARDS: 18, Kind.DICE: 1})
    '18 cards, 1 die'
    >>> counts_in_words({})
    '0 cards'
    """
    counted = (
        f"{count} {kind.singular if count == 1 else kind.plural}" for kind, count in counts.items()
    )
    return ", ".join(counted) or f"0 {Kind.CARDS.plural}"
