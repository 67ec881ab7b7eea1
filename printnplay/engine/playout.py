"""Play whole games by chance, and watch that the rules never lead astray."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from printnplay.engine.chance import fractions, seeded
from printnplay.engine.kernel import OVER, Game

LIMIT = 3000
"""Moves after which a game counts as endless, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A game played to its end, or as far as the limit; `winners` is None if it did not end."""

    moves: int
    winners: tuple[int, ...] | None


def play_out(
    game: Game[Any],
    players: int,
    seed: int,
    limit: int = LIMIT,
    watch: Callable[[Any], None] | None = None,
) -> Playout:
    """Play a game with legal moves taken at random.

    The cards and the choices draw on streams of their own, so that neither disturbs the other.

    Args:
        game: the rules.
        players: how many play.
        seed: of both streams.
        limit: the number of moves after which to stop.
        watch: is shown every position, the first one included; nobody watches if left out.
    """
    cards, fraction = seeded(2 * seed), fractions(2 * seed + 1)
    state = game.setup(players, cards)
    if watch is not None:
        watch(state)
    legal_moves, play = game.moves, game.play
    for count in range(limit):
        moves = legal_moves(state)
        if not moves:
            return Playout(count, game.result(state))
        play(state, moves[int(fraction() * len(moves))], cards)
        if watch is not None:
            watch(state)
    return Playout(limit, game.result(state))


def broken(game: Game[Any], state: object, box: Mapping[str, int]) -> list[str]:
    """What is wrong with a position: cards lost or doubled, nobody able to move, moves twice."""
    found = []
    cards = Counter(card for zone in game.zones(state).values() for card in zone)
    found += [
        f"{cards[card]} cards `{card}` on the table, {count} in the box"
        for card, count in {**dict.fromkeys(cards, 0), **box}.items()
        if cards[card] != count
    ]
    moves = game.moves(state)
    if moves != sorted(set(moves)):
        found.append("moves out of order or listed twice")
    if bool(moves) == (game.to_move(state) == OVER):
        found.append("somebody is to move and cannot, or can and is not to move")
    return found
