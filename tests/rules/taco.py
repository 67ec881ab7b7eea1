"""Tic Tac Taco for its tests: the game as it ships, positions and moves in its words."""

from functools import cache

from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.values import Plain
from printnplay.loading.game import load_game
from printnplay.rules import Card
from printnplay.rules.chance import seeded
from printnplay.rules.notation import Reader

from .games import Play, State, rules
from .support import DESIGN

RULES = rules("tic-tac-taco")
CARDS = tuple(RULES.COMPONENTS)
GAME: Play = RULES.new_game()

ROWS: list[Plain] = [
    "tortilla tortilla tortilla",
    "nacho nacho nacho",
    "tortilla nacho-tortilla nacho",
]
"""A grid in which each team has a row."""

CARNES: list[Plain] = [
    "tortilla>carne tortilla>carne tortilla>carne",
    "nacho nacho nacho",
    "tortilla>carne nacho-tortilla nacho",
]
"""The same with Carne on all tortillas."""


@cache
def design() -> Game:
    """The game as it ships."""
    problems = Problems()
    game = load_game(DESIGN.parent / "tic-tac-taco", "designs/tic-tac-taco", problems)
    assert game is not None, problems.found
    return game


def read(**given: Plain) -> tuple[State, Reader]:
    """A position in the words of an example."""
    reader = Reader(CARDS)
    return GAME.read(given, reader, seeded(0))[0], reader


def table(hand: list[Plain], grid: list[Plain] | None = None, **more: Plain) -> State:
    """A position in which player a is to move."""
    state, reader = read(grid=grid or ROWS, hands={"a": hand}, **more)
    assert reader.faults == []
    return state


def do(state: State, **words: Plain) -> None:
    """Carry out moves written as in an example."""
    reader = Reader(CARDS)
    for move in GAME.steps(state, words, reader):
        assert GAME.why_not(state, move) == ""
        GAME.play(state, move, seeded(0))
    assert reader.faults == []


def plays(state: State) -> list[dict[str, str]]:
    """All legal moves as an example would write them, without the player."""
    return [
        {key: word for key, word in GAME.names(move).items() if key != "player"}
        for move in GAME.moves(state)
    ]


def why_not(state: State, **words: Plain) -> str:
    """The clause against a move written as in an example."""
    (move,) = GAME.steps(state, words, Reader(CARDS))
    return str(GAME.why_not(state, move))


def named(cards: list[Card]) -> list[str]:
    return [str(card) for card in cards]
