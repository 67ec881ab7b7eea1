"""What holds for every game that ships, in each variant: how positions are kept and told."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from printnplay.play.playouts import play_out
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import UNKNOWN_MOVE, CardGame
from printnplay.rules.chance import recorded, replayed, seeded
from printnplay.rules.game import OVER
from printnplay.rules.notation import Reader
from printnplay.rules.protocol import RulesModule

from . import games

pytestmark = pytest.mark.sampled(4)

MOVES = 300
"""Of one game; games that chance does not end are left there."""


def _ways() -> Iterator[tuple[str, dict[str, str]]]:
    """Every game in every combination of its variants."""
    for name in games.NAMES:
        variants = games.rules(name).VARIANTS
        for choices in product(*variants.values()):
            yield name, dict(zip(variants, choices, strict=True))


WAYS = list(_ways())
EVERY_GAME = pytest.mark.parametrize(
    ("rules", "game"),
    [(games.rules(name), games.rules(name).new_game(**chosen)) for name, chosen in WAYS],
    ids=[" ".join((name, *chosen.values())) for name, chosen in WAYS],
)


def _players(rules: RulesModule) -> int:
    """As many as take part in most games."""
    return min(4, rules.FACTS.get("players_max", rules.FACTS.get("players", 4)))


def _positions(rules: RulesModule, game: CardGame[Any], seed: int) -> Iterator[Any]:
    """The positions of a game played by chance, each before its move is made."""
    state, choose = game.setup(_players(rules), seeded(seed)), seeded(seed + 1)
    for _ in range(MOVES):
        if game.to_move(state) == OVER:
            return
        yield state
        moves = game.moves(state)
        game.play(state, moves[choose(len(moves))], seeded(seed + 2))


@EVERY_GAME
def test_playing_on_a_copy_leaves_the_position_alone(
    rules: RulesModule, game: CardGame[Any]
) -> None:
    for state in _positions(rules, game, 1):
        before = state.to_json()
        for move in game.moves(state):
            game.play(state.copy(), move, seeded(0))
        assert state.to_json() == before


@EVERY_GAME
def test_a_position_survives_json(rules: RulesModule, game: CardGame[Any]) -> None:
    for state in _positions(rules, game, 2):
        again = type(state).from_json(state.to_json())
        assert again == state
        assert game.moves(again) == game.moves(state)


@EVERY_GAME
def test_moves_that_the_game_does_not_have_are_refused(
    rules: RulesModule, game: CardGame[Any]
) -> None:
    for state in islice(_positions(rules, game, 4), 3):
        for move in game.moves(state):
            for wrong in (
                move._replace(number=-1),
                move._replace(number=move.number + 1),
                move._replace(seat=-1),
                move._replace(seat=state.players),
                move._replace(where="z9"),
                move._replace(where=-1),
                move._replace(what="griffin"),
                tuple(move),
                None,
            ):
                assert game.why_not(state, wrong) == UNKNOWN_MOVE  # type: ignore[arg-type]


@EVERY_GAME
def test_moves_can_be_told_and_read_back(rules: RulesModule, game: CardGame[Any]) -> None:
    for state in _positions(rules, game, 3):
        for move in game.moves(state):
            reader = Reader(tuple(rules.COMPONENTS))
            assert game.steps(state, game.names(move), reader) == [move]
            assert reader.faults == []


@EVERY_GAME
def test_moves_are_sorted_each_there_once_and_none_forbidden(
    rules: RulesModule, game: CardGame[Any]
) -> None:
    for state in _positions(rules, game, 4):
        moves = game.moves(state)
        assert moves == sorted(set(moves))
        assert [move for move in moves if game.why_not(state, move)] == []


@EVERY_GAME
def test_a_game_can_be_replayed_from_its_log(rules: RulesModule, game: CardGame[Any]) -> None:
    players, log, moves = _players(rules), list[int](), list[Move]()
    draw, choose = recorded(seeded(11), log), seeded(12)
    state = game.setup(players, draw)
    while game.to_move(state) != OVER and len(moves) < MOVES:
        legal = game.moves(state)
        moves.append(legal[choose(len(legal))])
        game.play(state, moves[-1], draw)
    again = replayed(log, then=lambda n: n)
    twin = game.setup(players, again)
    for move in moves:
        game.play(twin, move, again)
    assert twin == state


@EVERY_GAME
def test_the_same_seed_plays_the_same_game(rules: RulesModule, game: CardGame[Any]) -> None:
    one, other = (play_out(game, _players(rules), 5, MOVES) for _ in range(2))
    assert one == other


@EVERY_GAME
def test_who_may_act_is_who_is_to_move(rules: RulesModule, game: CardGame[Any]) -> None:
    for state in islice(_positions(rules, game, 5), 20):
        assert game.acting(state) == (game.to_move(state),)
        assert len(game.ranks(state)) == state.players
