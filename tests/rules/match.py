"""MATCH! for its tests: the game as it ships, positions and moves in the words of examples."""

from functools import cache

from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.values import Plain
from printnplay.loading.game import load_game
from printnplay.rules import Card, Rng, seeded
from printnplay.rules.notation import Reader

from .games import Play, State, rules
from .support import DESIGN

RULES = rules("match")
CARDS = tuple(RULES.COMPONENTS)
GAME: Play = RULES.new_game()


@cache
def design() -> Game:
    """The game as it ships."""
    problems = Problems()
    game = load_game(DESIGN.parent / "match", "designs/match", problems)
    assert game is not None, problems.found
    return game


def read(**given: Plain) -> tuple[State, Reader]:
    """A position in the words of an example."""
    reader = Reader(CARDS)
    return GAME.read(given, reader, seeded(0))[0], reader


def table(top: str, hand: list[Plain], own: list[Plain] | None = None, **more: Plain) -> State:
    """A position in which player a is to move: top of the discard pile, hand, collection."""
    discard: list[Plain] = [top]
    given: dict[str, Plain] = {"hands": {"a": hand}, "collections": {"a": own or []}, **more}
    state, reader = read(**{"discard": discard, **given})
    assert reader.faults == []
    return state


def do(state: State, draw: Rng | None = None, **words: Plain) -> None:
    """Carry out a move written as in an example."""
    reader = Reader(CARDS)
    for move in GAME.steps(state, words, reader):
        assert GAME.why_not(state, move) == ""
        GAME.play(state, move, draw or seeded(0))
    assert reader.faults == []


def why_not(state: State, **words: Plain) -> str:
    """The rule against a move written as in an example."""
    (move,) = GAME.steps(state, words, Reader(CARDS))
    return str(GAME.why_not(state, move))


def plays(state: State) -> list[str]:
    """All legal moves of cards, as in `red-1 discard`, `wild discard green`."""
    told = [dict(GAME.names(move)) for move in GAME.moves(state)]
    return [" ".join(word for key, word in words.items() if key != "player") for words in told]


def named(cards: list[Card]) -> list[str]:
    """Cards by their ids."""
    return [str(card) for card in cards]
