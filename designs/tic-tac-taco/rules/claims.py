"""What is claimed of Tic Tac Taco, counted."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import TypeVar

from printnplay.rules import Card

from .cards import (
    FACTS,
    HAND,
    NACHO,
    NACHO_TORTILLA,
    POCALYPSE,
    SHUFFLED,
    SIDE,
    SPACES,
    TEAMS,
    TOPPINGS,
    TORTILLA,
    TURN,
    TacoTable,
)
from .play import TicTacTaco

T = TypeVar("T")

Layout = tuple[Card, ...]
"""The base cards of a grid, space by space."""

Motion = tuple[int, ...]
"""Of each space, the one whose card comes to lie on it."""

SAME = tuple(range(len(SPACES)))
TURNED = tuple(SIDE * (SIDE - 1 - at % SIDE) + at // SIDE for at in SAME)
"""A quarter turn."""
MIRRORED = tuple(SIDE - 1 - at % SIDE + at // SIDE * SIDE for at in SAME)


def layouts() -> Iterator[Layout]:
    """Every way to lay the base cards in a square."""
    for shared in SAME:
        others = [at for at in SAME if at != shared]
        for tortillas in combinations(others, TORTILLA.copies):
            layout = [NACHO] * len(SPACES)
            layout[shared] = NACHO_TORTILLA
            for at in tortillas:
                layout[at] = TORTILLA
            yield tuple(layout)


def moved(layout: tuple[T, ...], motion: Motion) -> tuple[T, ...]:
    """The layout turned or mirrored; or one motion after another."""
    return tuple(layout[at] for at in motion)


def motions(*, mirrored: bool) -> list[Motion]:
    """The four turns of the square, with their mirror images if wanted."""
    turns = [SAME]
    while len(turns) < 4:
        turns.append(moved(turns[-1], TURNED))
    return [*turns, *(moved(turn, MIRRORED) for turn in turns)] if mirrored else turns


def _classes(chosen: Callable[[Layout], bool], *, mirrored: bool = False) -> int:
    """How many of the chosen layouts differ, whichever way they are turned (or mirrored)."""
    group = motions(mirrored=mirrored)
    return len(
        {min(moved(layout, motion) for motion in group) for layout in layouts() if chosen(layout)}
    )


def _by_fixed_points(*, mirrored: bool) -> int:
    """The same by Burnside's lemma: the mean number of layouts that a motion leaves as they are."""
    group = motions(mirrored=mirrored)
    fixed = sum(moved(layout, motion) == layout for layout in layouts() for motion in group)
    return fixed // len(group)


def grid_of(layout: Layout) -> dict[str, list[Card]]:
    """The grid as it lies on the table."""
    return {space: [base] for space, base in zip(SPACES, layout, strict=True)}


def _able(layout: Layout) -> int:
    """How many teams have a line of their own, by the rules of the game."""
    table = TacoTable.laid_out(len(TEAMS))
    table.grid = grid_of(layout)
    return sum(bool(GAME.own_lines(table, team)) for team in TEAMS)


def cards_left_at_worst() -> int:
    """Cards to draw or to shuffle when hands, grid and rows hold as many as they can."""
    toppings = len(SPACES) * len(TOPPINGS)
    pocalypses = len(TEAMS) * (POCALYPSE.effect["limit"] - 1)
    return FACTS["shuffled"] - len(TEAMS) * HAND - toppings - pocalypses


def turn_actions() -> int:
    """The kinds of things to begin a turn with, whatever cards are in hand."""
    table = TacoTable.laid_out(len(TEAMS))
    table.teams, table.stage = list(TEAMS), TURN
    table.grid = grid_of(next(layouts()))
    table.hands[0] = list(SHUFFLED)
    return len({move.act for move in GAME.moves(table)})


GAME = TicTacTaco()

COUNTS: Mapping[str, Callable[[], int | bool]] = {
    "layouts": lambda: sum(1 for _ in layouts()),
    "layouts_up_to_rotation": lambda: _classes(lambda _: True),
    "layouts_up_to_rotation_by_fixed_points": lambda: _by_fixed_points(mirrored=False),
    "layouts_up_to_reflection": lambda: _classes(lambda _: True, mirrored=True),
    "layouts_up_to_reflection_by_fixed_points": lambda: _by_fixed_points(mirrored=True),
    "dead_for_both": lambda: _classes(lambda layout: _able(layout) == 0),
    "dead_for_one": lambda: _classes(lambda layout: _able(layout) == 1),
    "playable": lambda: _classes(lambda layout: _able(layout) == len(TEAMS)),
    "cards_left_at_worst": cards_left_at_worst,
    "turn_actions": turn_actions,
}
