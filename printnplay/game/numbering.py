"""The numbers of a card: its place in the deck and in its group, and how many cards there are."""

from collections.abc import Mapping, Sequence

from printnplay.game.game import Card, Game

CardNumbers = Mapping[str, Mapping[str, int | str]]
"""What templates call `deck` and `group` on a card."""

NUMBERS = ("deck", "group")
"""The names of `CardNumbers`."""


def numbers_of(game: Game) -> dict[str, CardNumbers]:
    """Return the numbers of all cards by id.

    `number` counts different faces from 1 in the order of the files; `faces` is the last of them,
    `cards` how many cards are printed, `copies` how many of this one.
    """
    deck = _numbered(game.cards)
    numbers: dict[str, CardNumbers] = {
        card: {"deck": of_deck, "group": {}} for card, of_deck in deck.items()
    }
    for group in game.groups:
        for card, of_group in _numbered(game.cards_of(group)).items():
            numbers[card] = {"deck": deck[card], "group": {"id": group.id, **of_group}}
    return numbers


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
