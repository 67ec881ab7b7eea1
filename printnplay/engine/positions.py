"""Positions in the words of worked examples: players, hands and piles are read here."""

from collections.abc import Mapping, Sequence

from printnplay.engine.chance import shuffle
from printnplay.engine.kernel import Draw
from printnplay.engine.notation import PLAYERS, Reader, rest_of
from printnplay.model.cards import Plain

Given = Mapping[str, Plain]


def read_players(given: Given, reader: Reader, seats: Sequence[int]) -> int:
    """How many play; the smallest number that may unless the example says."""
    players = reader.number("given.players", given.get("players", str(seats[0])), seats[0])
    if players in seats:
        return players
    expected = " or ".join(map(str, seats))
    reader.impossible("given.players", f"{players} cannot play", f"expected {expected}")
    return seats[0]


def read_seat(key: str, given: Given, reader: Reader, players: int) -> int:
    """A player named under a key, the first one unless the example says."""
    return reader.choice(f"given.{key}", given.get(key, "a"), PLAYERS[:players], "player")


def read_hands(given: Given, reader: Reader, players: int, size: int = 0) -> dict[int, list[int]]:
    """The hands that are named, by seat; `size` is that of a full hand, 0 if any will do."""
    named = reader.mapping("given.hands", given.get("hands", {}))
    seats = PLAYERS[:players]
    reader.keys("given.hands", named, tuple(seats))
    hands = {}
    for name, cards in named.items():
        path = f"given.hands.{name}"
        hand = reader.hand(path, cards)
        if size and isinstance(cards, list) and len(cards) != size:
            reader.impossible(path, f"a hand of {len(cards)} cards", f"expected {size} cards")
        if name in seats:
            hands[seats.index(name)] = hand
    return hands


class Rest:
    """The cards of the box that an example does not place, in an order that chance gives."""

    def __init__(
        self,
        box: Mapping[str, int],
        placed: Mapping[str, Sequence[int]],
        reader: Reader,
        draw: Draw,
    ) -> None:
        """Shuffle what is left of the box; cards placed too often are told to the reader."""
        self.cards = rest_of(box, placed, reader)
        shuffle(self.cards, draw)

    def take(self, count: int) -> list[int]:
        """So many of them, no longer among the rest."""
        start = max(len(self.cards) - count, 0)
        taken = self.cards[start:]
        del self.cards[start:]
        return taken

    def fill(self, hands: Mapping[int, list[int]], players: int, size: int) -> list[list[int]]:
        """A hand for every seat: the named one, or so many of the rest."""
        return [hands[seat] if seat in hands else self.take(size) for seat in range(players)]


def hand_paths(hands: Mapping[int, list[int]]) -> dict[str, list[int]]:
    """Named hands by their paths in the example, for counting the cards placed."""
    return {f"given.hands.{PLAYERS[seat]}": hand for seat, hand in hands.items()}


def by_seat(parts: Sequence[object]) -> dict[str, object]:
    """One part for each player, by the player's name.

    >>> by_seat([3, 0])
    {'a': 3, 'b': 0}
    """
    return dict(zip(PLAYERS, parts, strict=False))
