"""What a seat is sent of a position: no more than a person in that place sees.

A seat sees cards that lie face up, those in its own hand, and those of a pile that it looks at. Of
other cards it gets the back only. Of other hands it gets their number of cards.

Cards have random names, different ones for each seat. A card gets a new name as soon as a seat
loses sight of where it is: in a shuffled pile, or in the hand of another. So nobody can follow a
card that nobody could follow at a table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any

from printnplay.preview.room.acts import RefusedError
from printnplay.preview.room.position import Position, Side, TableData


class Names:
    """The names that one seat has for cards."""

    def __init__(self) -> None:
        """Begin without names."""
        self._names: dict[str, str] = {}
        self._cards: dict[str, str] = {}

    def of(self, card: str) -> str:
        """Return the name of a card, a new one if it has none."""
        while card not in self._names:
            name = token_hex(6)
            if name not in self._cards:
                self._names[card], self._cards[name] = name, card
        return self._names[card]

    def card(self, name: str) -> str:
        """Return the card with a name.

        Raises:
            RefusedError: this seat has no card of that name.
        """
        if name not in self._cards:
            raise RefusedError("there are no such cards")
        return self._cards[name]

    def forget(self, cards: Iterable[str]) -> None:
        """Forget the names of cards."""
        for card in cards:
            name = self._names.pop(card, None)
            if name is not None:
                del self._cards[name]


class Sight:
    """What one seat sees.

    Args:
        table: the cards with their faces.
        pictures: the addresses of the pictures, by number: random, as the numbers follow the deck.
    """

    def __init__(self, table: TableData, pictures: Sequence[str]) -> None:
        """Begin without having seen anything but the boards."""
        self.table, self.pictures = table, pictures
        self.names = Names()
        self.looking: frozenset[str] = frozenset()
        """The cards of the pile that the seat looks at."""
        self.seen = {pictures[board.front] for board in table.boards}
        """The addresses of all pictures that it has seen."""

    def lose(self, at: Position, seat: int, mixed: Collection[str]) -> None:
        """Lose sight of cards in the hands of others, and of those that were mixed."""
        others = [card for of, hand in enumerate(at.hands) if of != seat for card in hand]
        self.names.forget([*others, *mixed])
        piles = {card for pile in at.piles.values() for card in pile.cards}
        self.looking = (self.looking - frozenset(mixed)) & piles

    def of(self, at: Position, seat: int) -> Mapping[str, Any]:
        """Return the position as the page reads it, with the kinds of the cards in it."""
        # In the order of the table: that of `at.cards` is the order of the deck.
        on_table = [card for name in at.piles for card in at.piles[name].cards]
        own = at.hands[seat]
        visible = {card for card in on_table if at.cards[card].up or card in self.looking}
        visible |= frozenset(own)
        kinds: dict[str, Mapping[str, Any]] = {}
        cards = {}
        for card in (*on_table, *own):
            side = at.cards[card]
            name, kind = self._kind(side, is_seen=card in visible)
            kinds.setdefault(name, kind)
            cards[self.names.of(card)] = {"kind": name, "up": side.up, "turn": side.turn}
        return {
            "players": len(at.hands),
            "cards": cards,
            "kinds": kinds,
            "piles": {
                name: {
                    "x": pile.x,
                    "y": pile.y,
                    "cards": [self.names.of(card) for card in pile.cards],
                    "place": pile.place,
                }
                for name, pile in at.piles.items()
            },
            "order": at.order,
            "hands": [
                [self.names.of(card) for card in hand] if of == seat else [""] * len(hand)
                for of, hand in enumerate(at.hands)
            ],
            "tools": at.tools,
            "notes": at.notes,
        }

    def _kind(self, side: Side, *, is_seen: bool) -> tuple[str, Mapping[str, Any]]:
        """Return a kind with its name in the page, and of its pictures those that are seen."""
        kind = self.table.kinds[side.kind]
        shown: dict[str, Any] = {"name": "", "text": "", "w": kind.w, "h": kind.h}
        shown |= {"front": None, "back": None}
        # The back of a card that lies face up may be another face of it.
        if not side.up and kind.back is not None:
            shown["back"] = self._picture(kind.back)
        if not is_seen:
            return f"back {shown['back']} {kind.w} {kind.h}", {**shown, "hidden": True}
        shown |= {"name": kind.name, "text": kind.text, "front": self._picture(kind.front)}
        # A space is in no id, so no card has one of the other names.
        return side.kind if side.up else f"{side.kind} down", shown

    def _picture(self, number: int) -> str:
        address = self.pictures[number]
        self.seen.add(address)
        return address
