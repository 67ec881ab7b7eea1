"""MATCH! for its tests: the game as it ships, positions and moves in the words of examples."""

from dataclasses import replace
from functools import cache

from printnplay.engine.chance import seeded
from printnplay.engine.games import match_
from printnplay.engine.games.match_.cards import MatchTable
from printnplay.engine.kernel import Draw, RulesModule
from printnplay.engine.notation import Reader
from printnplay.engine.registry import find_rules
from printnplay.loading.cards import load_cards
from printnplay.loading.claims import load_claims
from printnplay.loading.examples import load_examples
from printnplay.model.cards import Game, Plain
from printnplay.model.diagnostics import Problems

from .support import DESIGN, shipped

RULES: RulesModule = find_rules("match_")
CARDS = tuple(RULES.COMPONENTS)
GAME = match_.MatchGame()


@cache
def design() -> Game:
    """The deck, the examples and the claims as they ship."""
    folder, problems = DESIGN.parent / "match", Problems()
    game = replace(
        shipped(),
        folder="designs/match",
        rules="match_",
        cards=load_cards(folder / "cards.yaml", "cards.yaml", problems),
        examples=load_examples(folder / "examples.yaml", "examples.yaml", problems),
        claims=load_claims(folder / "claims.yaml", "claims.yaml", problems),
    )
    assert problems.found == []
    return game


def read(**given: Plain) -> tuple[MatchTable, Reader]:
    """A position in the words of an example."""
    reader = Reader(CARDS)
    return GAME.read(given, reader, seeded(0))[0], reader


def table(top: str, hand: list[Plain], own: list[Plain] | None = None, **more: Plain) -> MatchTable:
    """A position in which player a is to move: top of the discard pile, hand, collection."""
    discard: list[Plain] = [top]
    given: dict[str, Plain] = {"hands": {"a": hand}, "collections": {"a": own or []}, **more}
    state, reader = read(**{"discard": discard, **given})
    assert reader.faults == []
    return state


def do(state: MatchTable, draw: Draw | None = None, **words: Plain) -> None:
    """Carry out a move written as in an example."""
    reader = Reader(CARDS)
    for move in GAME.steps(state, words, reader):
        assert GAME.why_not(state, move) == ""
        GAME.play(state, move, draw or seeded(0))
    assert reader.faults == []


def why_not(state: MatchTable, **words: Plain) -> str:
    """The rule against a move written as in an example."""
    (move,) = GAME.steps(state, words, Reader(CARDS))
    return GAME.why_not(state, move)


def plays(state: MatchTable) -> list[str]:
    """All legal moves of cards, as in `red-1 discard`, `wild discard green`."""
    told = [dict(GAME.names(move)) for move in GAME.moves(state)]
    return [" ".join(word for key, word in words.items() if key != "player") for words in told]


def named(cards: list[int]) -> list[str]:
    """Cards by their ids."""
    return [CARDS[card] for card in cards]
