"""Where the cards of a game fit on a grid of stacks, kept as the bits of one number.

Asking every card at every space anew is what makes a card game slow to play out. Which card lies on
which depends on the two cards alone, so a table answers it: the rule is asked once for each pair.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter

from printnplay.rules.board import without
from printnplay.rules.game import Move

TWO = 2


class Placements(dict[int, tuple[Move, ...]]):
    """The moves of a player for openings of one card; made when first asked for."""

    def __init__(self, moves: Sequence[Move]) -> None:
        """The moves by the bits of their openings."""
        super().__init__()
        self._moves = moves

    def __missing__(self, openings: int) -> tuple[Move, ...]:
        """The moves, in order."""
        bits = range(openings.bit_length())
        self[openings] = tuple(self._moves[bit] for bit in bits if openings >> bit & 1)
        return self[openings]


class Layout:
    """Which bit stands for which card on which space.

    The first cards are laid on spaces: bit `card * spaces + space`. After them come cards that go
    to the table without a space, one bit each, always set. All others have no bits.

    Args:
        spaces: of the grid.
        laid: how many cards are laid on spaces.
        free: how many after them need no space.
        cards: how many there are in all.
        seats: how many may play.
    """

    def __init__(self, spaces: int, laid: int, free: int, *, cards: int, seats: int) -> None:
        """Number the bits, and the moves that they stand for."""
        self.spaces, self.empty, first = spaces, laid, spaces * laid
        on_spaces = [((1 << spaces) - 1) << card * spaces for card in range(laid)]
        anywhere = [1 << first + more for more in range(free)]
        self.bits = on_spaces + anywhere + [0] * (cards - laid - free)
        self.always = sum(anywhere)
        self.moves = [
            Placements(
                [Move(seat, *divmod(bit, spaces)) for bit in range(first)]
                + [Move(seat, laid + more) for more in range(free)]
            )
            for seat in range(seats)
        ]
        """For each seat the moves with a card, by `openings & bits[card]`."""

    def needed(self, cards: Sequence[int]) -> int:
        """The openings of which one is enough to play one of the cards."""
        wanted = 0
        for card in cards:
            wanted |= self.bits[card]
        return wanted


class Openings:
    """The openings of grids under certain rules.

    Args:
        layout: of the bits.
        fits: whether a card goes on another one, or on an empty space (None).
        covering: whether cards may be covered while there are empty spaces.
    """

    def __init__(
        self, layout: Layout, fits: Callable[[int, int | None], bool], *, covering: bool = True
    ) -> None:
        """Ask the rule about each card and what it may lie on."""
        self.layout, self.covering = layout, covering
        cards = range(layout.empty)
        tops: list[int | None] = [*cards, None]
        columns = [
            sum(1 << card * layout.spaces for card in cards if fits(card, top)) for top in tops
        ]
        self._on_top = [[one << space for one in columns] for space in range(layout.spaces)]

    def of(self, grid: Sequence[Sequence[int]]) -> int:
        """The openings of a grid of stacks."""
        covering = self.covering or all(grid)
        return self.layout.always + sum(
            fitting[stack[-1] if stack else self.layout.empty]
            for fitting, stack in zip(self._on_top, grid, strict=True)
            if covering or not stack
        )

    def after(self, openings: int, grid: Sequence[Sequence[int]], card: int, space: int) -> int:
        """The openings of a grid once a card is laid on a space."""
        if self.covering:
            stack, fitting = grid[space], self._on_top[space]
            before = fitting[stack[-1]] if stack else fitting[-1]
            return openings ^ before ^ fitting[card]
        return self.of([*grid[:space], [*grid[space], card], *grid[space + 1 :]])

    def leave(
        self,
        openings: int,
        grid: Sequence[Sequence[int]],
        others: Sequence[int],
        move: tuple[int, int, int],
    ) -> bool:
        """Whether one of the other cards fits somewhere after a move with a card."""
        _, card, space = move
        if card < self.layout.empty:
            openings = self.after(openings, grid, card, space)
        return openings & self.layout.needed(others) != 0

    def leaving(
        self,
        openings: int,
        grid: Sequence[Sequence[int]],
        hand: list[int],
        moves: Iterable[Move],
    ) -> list[Move]:
        """Those moves with a card of the hand after which another one fits somewhere."""
        found = []
        for card, same in groupby(moves, itemgetter(1)):
            needed, laid = self.layout.needed(without(hand, card)), card < self.layout.empty
            found += [
                move
                for move in same
                if (self.after(openings, grid, card, move[2]) if laid else openings) & needed
            ]
        return found

    def take_two(self, openings: int, grid: Sequence[Sequence[int]], cards: Sequence[int]) -> bool:
        """Whether two of the cards can be played one after the other."""
        bits = self.layout.bits
        plain = [card for card in cards if bits[card]]
        if len(plain) < TWO:
            return False
        return any(
            self.leave(openings, grid, without(plain, card), move)
            for card in plain
            for move in self.layout.moves[0][openings & bits[card]]
        )

    def has(self, openings: int, card: int, space: int) -> bool:
        """Whether the card fits on the space."""
        return openings >> card * self.layout.spaces + space & 1 == 1


def two_apart(moves: Sequence[Move]) -> bool:
    """Whether the first and the last move are of two cards to two places: both can be made then."""
    return bool(moves) and moves[0][1] != moves[-1][1] and moves[0][2] != moves[-1][2]
