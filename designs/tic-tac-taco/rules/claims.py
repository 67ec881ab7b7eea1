"""What is claimed of Tic Tac Taco, counted."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypeVar

from printnplay.rules import Card, Rng, branches

from .play import (
    CARNE,
    FACTS,
    GUAC,
    HAND,
    NACHO,
    NACHO_TORTILLA,
    POCALYPSE,
    QUESO,
    SHUFFLED,
    SIDE,
    SPACES,
    STEAL,
    TEAMS,
    TOPPINGS,
    TORTILLA,
    TacoTable,
    TicTacTaco,
)

T = TypeVar("T")

Layout = tuple[Card, ...]
"""The base cards of a grid, space by space."""

Motion = tuple[int, ...]
"""Of each space, the one whose card comes to lie on it."""

SAME = tuple(range(len(SPACES)))
TURNED = tuple(SIDE * (SIDE - 1 - at % SIDE) + at // SIDE for at in SAME)
"""A quarter turn."""
MIRRORED = tuple(SIDE - 1 - at % SIDE + at // SIDE * SIDE for at in SAME)

GAME = TicTacTaco()


def layouts() -> int:
    """The ways to lay the base cards in a square."""
    return sum(1 for _ in _layouts())


def layouts_up_to(motion: str, able: int | None = None) -> int:
    """How many layouts differ by more than a motion: a `rotation`, or a `reflection` as well.

    Of all, or of those on which so many teams are able to win.
    """
    motions = _motions(mirrored=motion == "reflection")
    chosen = (layout for layout in _layouts() if able is None or _able(layout) == able)
    return len({min(_moved(layout, motion) for motion in motions) for layout in chosen})


def layouts_by_fixed_points(motion: str) -> int:
    """The same by Burnside's lemma: the mean number of layouts that a motion leaves as they are."""
    motions = _motions(mirrored=motion == "reflection")
    fixed = sum(_moved(layout, motion) == layout for layout in _layouts() for motion in motions)
    return fixed // len(motions)


def _layouts() -> Iterator[Layout]:
    """Every way to lay the base cards in a square."""
    for shared in SAME:
        others = [at for at in SAME if at != shared]
        for tortillas in combinations(others, TORTILLA.copies):
            layout = [NACHO] * len(SPACES)
            layout[shared] = NACHO_TORTILLA
            for at in tortillas:
                layout[at] = TORTILLA
            yield tuple(layout)


def _moved(layout: tuple[T, ...], motion: Motion) -> tuple[T, ...]:
    """The layout turned or mirrored; or one motion after another."""
    return tuple(layout[at] for at in motion)


def _motions(*, mirrored: bool) -> list[Motion]:
    """The four turns of the square, with their mirror images if wanted."""
    turns = [SAME]
    while len(turns) < 4:
        turns.append(_moved(turns[-1], TURNED))
    return [*turns, *(_moved(turn, MIRRORED) for turn in turns)] if mirrored else turns


def _grid_of(layout: Layout) -> dict[str, list[Card]]:
    """The grid as it lies on the table."""
    return {space: [base] for space, base in zip(SPACES, layout, strict=True)}


def _able(layout: Layout) -> int:
    """How many teams have a line of their own, by the rules of the game."""
    table = TacoTable.laid_out(len(TEAMS))
    table.grid = _grid_of(layout)
    return sum(bool(GAME.own_lines(table, team)) for team in TEAMS)


def cards_left_at_worst() -> int:
    """Cards to draw or to shuffle when hands, grid and rows hold as many as they can."""
    toppings = len(SPACES) * len(TOPPINGS)
    pocalypses = len(TEAMS) * (POCALYPSE.effect["limit"] - 1)
    return FACTS["shuffled"] - len(TEAMS) * HAND - toppings - pocalypses


def turn_actions() -> int:
    """The kinds of things to begin a turn with, whatever cards are in hand."""
    table = TacoTable.laid_out(len(TEAMS))
    table.teams, table.stage = list(TEAMS), "turn"
    table.grid = _grid_of(next(_layouts()))
    table.hands[0] = list(SHUFFLED)
    return len({move.act for move in GAME.moves(table)})


def cards_stolen() -> int:
    """The cards of a hand of which a Steal a Bite takes one by chance."""
    table = TacoTable.laid_out(len(TEAMS))
    table.teams, table.stage = list(TEAMS), "turn"
    table.grid = _grid_of(next(_layouts()))
    table.hands = [[STEAL, CARNE, CARNE], [CARNE, QUESO, GUAC]]
    table.draw = list(SHUFFLED)

    def stolen(rng: Rng) -> Card:
        after = table.copy()
        GAME.play(after, GAME.known[0]["play"][STEAL]["hand"], rng)
        return after.hands[0][HAND - 1]

    return len({card for _, card in branches(stolen)})
