"""The numbers of a card: its place in the deck and in its group, and how many cards there are.

Tiles, tokens and other kinds of components are numbered apart from the cards.
"""

from collections.abc import Mapping, Sequence

from printnplay.game.game import Card, Game
from printnplay.game.kinds import Kind

CardNumbers = Mapping[str, Mapping[str, int | str]]
"""What templates call `deck` and `group` on a card, and `copy` on a numbered one."""

NUMBERS = ("deck", "group", "copy")
"""The names of `CardNumbers`."""


def numbers_of(game: Game) -> dict[str, CardNumbers]:
    """Return the numbers of all cards by id.

    `number` counts different faces from 1 in the order of the files; `faces` is the last of them,
    `cards` how many cards are printed, `copies` how many of this one. The deck of a card has the
    cards of the same kind.
    """
    groups = {group.id: cards for group in game.groups if (cards := game.cards_of(group))}
    kinds = {card.id: group.component for group in game.groups for card in game.cards_of(group)}
    decks: dict[Kind, list[Card]] = {}
    for card in game.cards:
        decks.setdefault(kinds.get(card.id, Kind.CARDS), []).append(card)
    deck = {name: numbers for cards in decks.values() for name, numbers in _numbered(cards).items()}
    found: dict[str, CardNumbers] = {
        name: {"deck": of_deck, "group": {}} for name, of_deck in deck.items()
    }
    for id, cards in groups.items():
        for name, of_group in _numbered(cards).items():
            found[name] = {"deck": deck[name], "group": {"id": id, **of_group}}
    return found


def number_of_copy(card: Card) -> CardNumbers:
    """Return the number of a copy of a numbered card; those of the first one without a copy."""
    if not card.numbered:
        return {}
    return {"copy": {"number": card.copy or 1, "count": card.copy_count or card.copies}}


def quoted(numbers: CardNumbers) -> dict[str, str]:
    """Return the numbers as texts quote them: `deck.number`, `group.cards`."""
    return {
        f"{whole}.{name}": str(value) for whole in numbers for name, value in numbers[whole].items()
    }


def _numbered(cards: Sequence[Card]) -> dict[str, dict[str, int]]:
    printed = sum(card.copies for card in cards)
    return {
        card.id: {"number": at, "faces": len(cards), "cards": printed, "copies": card.copies}
        for at, card in enumerate(cards, 1)
    }
