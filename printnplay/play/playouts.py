"""Random playouts of whole games, and checks of each position."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.kernel.suggestions import counted, listed
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import UNKNOWN_MOVE, CardGame
from printnplay.rules.chance import fractions, seeded
from printnplay.rules.game import OVER
from printnplay.rules.results import ResultError, payoffs_of, winners_of

LIMIT = 3000
"""Default number of moves after which a game counts as endless (`--limit`). A guess: far above
those of the bundled games."""


class Playout(Struct, frozen=True):
    """A game played to its end or to the limit; `winners` is None if it did not end."""

    moves: int
    winners: tuple[int, ...] | None


def play_out(
    game: CardGame[Any],
    players: int,
    seed: int,
    limit: int = LIMIT,
    watch: Callable[[Any], None] | None = None,
) -> Playout:
    """Play a game with random legal moves.

    Cards and choices use separate random streams, so that neither affects the other.

    Args:
        game: the rules.
        players: the number of players.
        seed: the seed of both streams.
        limit: the number of moves after which to stop.
        watch: called with every position, including the first one, if given.
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


def broken(
    game: CardGame[Any], state: object, box: Mapping[str, int], moves: Sequence[Move] | None = None
) -> list[str]:
    """Return the faults of a position: cards lost or duplicated, no legal move, repeated moves.

    `box` maps each card of the game to its number of copies. `moves` are the legal moves; they are
    computed if omitted.
    """
    moves = game.moves(state) if moves is None else moves
    lying = dict.fromkeys(box, 0)
    for cards in game.zones(state).values():
        for card in cards:
            lying[card] = lying.get(card, 0) + 1
    found = []
    if lying != box:
        found += [
            f"{counted(count, 'card')} `{card}` on the table, {box.get(card, 0)} in the box"
            for card, count in lying.items()
            if count != box.get(card, 0)
        ]
    if moves != sorted(set(moves)):
        found.append("moves out of order or listed twice")
    over = game.to_move(state) == OVER
    if bool(moves) == over:
        found.append("a player can move after the end" if over else _stuck(game, state))
    promises = getattr(game, "broken_promises", None)
    found += promises(state) if promises else []
    return [*found, *_wrong_result(game, state, over=over)]


def _stuck(game: CardGame[Any], state: Any) -> str:  # noqa: ANN401
    """Return that a player cannot move, with the clauses that forbid all moves."""
    seat = game.to_move(state)
    moves = (game.move_numbered(seat, number) for number in range(game.move_count))
    clauses = {game.why_not(state, move) for move in moves} - {"", UNKNOWN_MOVE}
    why = f": {SEAT_NAMES[seat]}, because of {listed(sorted(clauses))}" if clauses else ""
    return f"a player has to move and cannot{why}"


def _wrong_result(game: CardGame[Any], state: Any, *, over: bool) -> list[str]:  # noqa: ANN401
    """Return the faults of the winners and payoffs, which a game may compute itself."""
    try:
        won = game.result(state)
        if over == (won is None):
            return ["the game has ended without a result" if over else "a result before the end"]
        if won is not None:
            winners_of(won, state.players)
            payoffs_of(game.returns(state), state.players)
        if standing := game.standing(state):
            payoffs_of(standing, state.players)
    except ResultError as error:
        return [str(error)]
    return []
