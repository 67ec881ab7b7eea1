"""Whole games played by chance: the players, the playing, and checks of each position."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import fractions, seeded
from printnplay.rules.game import OVER, Rng
from printnplay.simulation.search import Searching

Player: TypeAlias = Callable[[CardGame[Any], Any, Sequence[Move], Rng], Move]
"""Takes the game, the position, the legal moves and chance of its own; gives one of the moves."""


def at_random(game: CardGame[Any], state: object, moves: Sequence[Move], draw: Rng) -> Move:  # noqa: ARG001
    """Any move."""
    return moves[draw(len(moves))]


def greedy(game: CardGame[Any], state: Any, moves: Sequence[Move], draw: Rng) -> Move:  # noqa: ANN401
    """A move that wins at once; else one that does not lose at once; else any.

    Looks one move ahead, on a copy of the table as it lies: where a card drawn can win at once, it
    knows more than a player could.
    """
    neither: list[Move] = []
    player = game.to_move(state)
    for move in moves:
        winners = _after(game, state, move)
        if winners is None:
            neither.append(move)
        elif player in winners:
            return move
    chosen = neither or moves
    return chosen[draw(len(chosen))]


def _after(game: CardGame[Any], state: Any, move: Move) -> tuple[int, ...] | None:  # noqa: ANN401
    """Who has won after the move; None if nobody yet."""
    twin = state.copy()
    game.play(twin, move, lambda _: 0)
    return game.result(twin)


PLAYERS: Mapping[str, Player] = {
    "random": at_random,
    "greedy": greedy,
    "mcts": cast("Player", Searching()),
}
"""The players by name; `mcts:200` searches with so many games before each move."""

MOST_SEARCHED = 100_000
"""Games before a move."""


def player_named(name: str) -> Player:
    """A player by its name.

    Raises:
        KeyError: there is none of this name.
    """
    kind, colon, games = name.partition(":")
    if not colon:
        return PLAYERS[name]
    if kind != "mcts" or not games.isdecimal() or not 1 <= int(games) <= MOST_SEARCHED:
        raise KeyError(name)
    return cast("Player", Searching(int(games)))


def policies(said: str, seats: int) -> tuple[str, ...]:
    """The name of the player of each seat.

    Args:
        said: one name for all seats, or seats with theirs, `a=greedy,b=mcts`; others are random.
        seats: how many play.

    Raises:
        KeyError: there is no such player.
        ValueError: it is not of one of these forms: see `players_by_seat`.

    >>> policies("a=greedy", 3), policies("mcts:50", 2)
    (('greedy', 'random', 'random'), ('mcts:50', 'mcts:50'))
    """
    if "=" not in said:
        player_named(said)
        return (said,) * seats
    named = players_by_seat(said)
    return tuple(named.get(seat, "random") for seat in SEAT_NAMES[:seats])


def players_by_seat(said: str) -> dict[str, str]:
    """The names of players by the letters of their seats, out of `a=greedy,b=mcts`.

    Raises:
        KeyError: there is no such player.
        ValueError: it is not of this form, there is no such seat in any game, or one comes twice.
    """
    named: dict[str, str] = {}
    for part in said.split(","):
        seat, _, name = part.strip().partition("=")
        if len(seat) != 1 or seat not in SEAT_NAMES or seat in named:
            raise ValueError(part)
        player_named(name)
        named[seat] = name
    return named


LIMIT = 3000
"""Moves after which a game counts as endless, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A game played to its end, or as far as the limit; `winners` is None if it did not end."""

    moves: int
    winners: tuple[int, ...] | None


def play_out(
    game: CardGame[Any],
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


def broken(game: CardGame[Any], state: object, box: Mapping[str, int]) -> list[str]:
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
    promises = getattr(game, "broken_promises", None)
    return found + (promises(state) if promises else [])
