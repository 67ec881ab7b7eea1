"""The numbers of a card: its place in the deck and in its group, and how many cards there are.

Tiles, tokens and other kinds of components are numbered apart from the cards.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from msgspec import Struct

from printnplay.game.game import Card, Game
from printnplay.game.kinds import Kind
from printnplay.kernel.strings import key_name

CardNumbers = Mapping[str, Mapping[str, int | str]]
"""What templates call `deck`, `group`, `nth`, `named` on a card, and `copy` on a numbered one."""

NUMBERS = ("deck", "group", "nth", "named", "copy")
"""The names of `CardNumbers`."""


KIND = "kind"
"""The role of the field that has the kind of a card."""

KINDS = "kinds"
"""The first part of the keys of the names of kinds."""


class _Places(Struct, frozen=True):
    """The places of the cards of a deck or a group, and how many cards are printed of it."""

    at: Mapping[str, int]
    printed: int

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "_Places":
        """Return the places of these cards."""
        at = dict(zip((card.id for card in cards), count(1), strict=False))
        return cls(at, sum(card.copies for card in cards))

    def numbers(self, card: Card) -> dict[str, int | str]:
        """Return the numbers of one of the cards."""
        counts = {"faces": len(self.at), "cards": self.printed, "copies": card.copies}
        return {"number": self.at[card.id], **counts}


class _NumbersOfCards(Mapping[str, CardNumbers]):
    """The numbers of cards by id, made when they are asked for: a save draws few of many cards."""

    def __init__(self, game: Game) -> None:
        groups = [(group, cards) for group in game.groups if (cards := game.cards_of(group))]
        decks: dict[Kind, list[Card]] = {}
        self._kinds = {card.id: group.component for group, cards in groups for card in cards}
        for card in game.cards:
            decks.setdefault(self._kinds.get(card.id, Kind.CARDS), []).append(card)
        self._cards = {card.id: card for card in game.cards}
        self._decks = {kind: _Places.of(cards) for kind, cards in decks.items()}
        # Groups of cards of several sizes share an id.
        numbered = [(group.id, _Places.of(cards), cards) for group, cards in groups]
        self._groups = {card.id: (id, at) for id, at, cards in numbered for card in cards}
        fields = {card.roles[KIND] for card in game.cards if KIND in card.roles}
        self._orders = {name: _order(game.cards, name) for name in sorted(fields)}

    def __getitem__(self, id: str) -> CardNumbers:
        card, (group, places) = self._cards[id], self._groups.get(id, ("", None))
        deck = self._decks[self._kinds.get(id, Kind.CARDS)].numbers(card)
        of_group = {"id": group, **places.numbers(card)} if places else {}
        kinds = {name: _kind(card, name) for name in self._orders}
        nth = {name: self._orders[name][kind] for name, kind in kinds.items()}
        named = {name: f"{KINDS}.{kind}" for name, kind in kinds.items() if kind}
        return {"deck": deck, "group": of_group, "nth": nth, "named": named}

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


def _order(cards: Sequence[Card], name: str) -> dict[str, int]:
    """Return the kinds in a field, numbered from 1 in the order of the cards."""
    kinds = dict.fromkeys(_kind(card, name) for card in cards)
    return dict(zip(kinds, count(1), strict=False))


def _kind(card: Card, name: str) -> str:
    """Return the kind in a field, as keys and colours name it: `Lamp` and `lamp` are one."""
    return key_name(card.fields.get(name, ""))


def numbers_of(game: Game) -> Mapping[str, CardNumbers]:
    """Return the numbers of all cards by id.

    `number` counts different faces from 1 in the order of the files; `faces` is the last of them,
    `cards` how many cards are printed, `copies` how many of this one. The deck of a card has the
    cards of the same kind. `nth` has the number of the card's kind among those of the deck, by the
    name of the column that has the type `kind`, and `named` the key of the kind's name.
    """
    return _NumbersOfCards(game)


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
