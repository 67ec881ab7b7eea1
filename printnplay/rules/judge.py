"""Judge of a worked example: plays it by the rules and checks its claims."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from printnplay.game.game import Example
from printnplay.game.verdicts import Verdict
from printnplay.kernel.suggestions import listed
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import ShuffleError, seeded
from printnplay.rules.game import Rng, rule_of
from printnplay.rules.notation import Fault, Reader
from printnplay.rules.protocol import Miss
from printnplay.rules.table import Table
from printnplay.rules.variants import KEY as VARIANTS

FURNITURE = ("legal", "because")
"""Keys of `then` about the move, not the position."""


class Breach(Struct, frozen=True):
    """A fault of the rules that an example brings to light, whatever it claims.

    `what` is what they do, `label` what was expected of them, `help` how to correct them.
    """

    what: str
    label: str
    help: str


class Judged(Struct, frozen=True):
    """The result of a played example: the verdict, the false claims, and the faults.

    If there are faults, there is no verdict. If there are breaches, no claim is compared.
    """

    verdict: Verdict | None
    misses: tuple[Miss, ...] = ()
    faults: tuple[Fault, ...] = ()
    breaches: tuple[Breach, ...] = ()


AT_ODDS = Breach(
    "the rules contradict themselves",
    "expected `moves` to list each move that no clause forbids, and no other",
    "correct `fast_moves` or the clauses; `legal_moves` is what the clauses allow",
)
"""A move is legal but not listed, or listed but not legal."""


def _out_of_turn(seat: int) -> Breach:
    return Breach(
        f"no clause forbids `{SEAT_NAMES[seat]}` to move out of turn",
        "expected a clause that forbids this move, or a position in which it is this player's turn",
        "add a clause such as `return move.seat not in self.acting(table)`, or give `turn`",
    )


def _astray(cards: Sequence[str]) -> Breach:
    return Breach(
        f"the rules lose or double {listed(cards)}",
        "expected every card of the box in one place after this",
        "correct the rules: a card that leaves a place goes to exactly one other",
    )


def _broken(promise: str) -> Breach:
    return Breach(
        f"the rules break their promise that {promise},",
        "expected this to hold after this",
        "correct the rules, or what `@always` states",
    )


def judge(
    example: Example,
    game: CardGame[Any],
    cards: Sequence[str],
    seed: int = 0,
    *,
    sane: bool = False,
) -> Judged:
    """Play the example and check its claims.

    Args:
        example: the example to judge.
        game: its rules, possibly with some switched off, with the variants of the example.
        cards: the card ids, in the order by which the rules index them.
        seed: seeds the randomness that the example leaves open.
        sane: also check that the move is listed if and only if it is legal, that no card is lost,
            and that the game's invariants hold.
    """
    reader = Reader(cards)
    given = {key: value for key, value in example.given.items() if key != VARIANTS}
    state, draw = game.read(given, reader, seeded(seed))
    moves = [] if reader.faults else game.steps(state, example.when, reader)
    if reader.faults:
        return Judged(None, faults=tuple(reader.faults))
    before = game.position(state)
    try:
        because, breaches = _play(game, state, moves, draw, sane=sane)
    except ShuffleError as error:
        message = "these cards are not in the shuffled pile"
        reader.impossible(f"given.{error.name}", message, "expected cards from the pile")
        return Judged(None, faults=tuple(reader.faults))
    after = None if because else game.position(state)
    claims = {key: claim for key, claim in example.then.items() if key not in FURNITURE}
    wrong = game.compare(before if after is None else after, claims, reader)
    misses = [] if breaches else _legality(example, because, reader)
    if not misses and not breaches:
        none = "no position, because nothing is played"
        nowhere = [Miss(f"then.{key}", "a position", none) for key in claims]
        misses = nowhere if after is None else wrong
    if reader.faults:
        return Judged(None, faults=tuple(reader.faults))
    move = {key: str(value) for key, value in example.when.items()}
    true = not misses and not breaches
    verdict = Verdict(example.id, true, before, move, not because, rule_of(because), after)
    return Judged(verdict, tuple(misses), breaches=tuple(breaches))


def _play(
    game: CardGame[Any], state: Table, moves: Sequence[Move], draw: Rng, *, sane: bool
) -> tuple[str, Sequence[Breach]]:
    """Play the moves up to the first that is illegal.

    Return the clause that forbids it, or an empty string, and what the rules break on the way.
    """
    for move in moves:
        because = game.why_not(state, move)
        if sane and not because and move.seat not in game.acting(state):
            return because, [_out_of_turn(move.seat)]
        if sane and not _is_sane(game, state, move, because):
            return because, [AT_ODDS]
        if because:
            return because, []
        game.play(state, move, draw)
    return "", _breaches(game, state) if sane else []


def _is_sane(game: CardGame[Any], state: Table, move: Move, because: str) -> bool:
    """Return whether a move is listed if and only if no clause forbids it.

    While several seats choose at once, only the moves of the next one are listed.
    """
    is_listed = move in game.moves(state)
    is_next = move.seat == game.to_move(state)
    return is_listed is (is_next and not because) and moves_agree(game, state)


def _breaches(game: CardGame[Any], state: Table) -> Sequence[Breach]:
    """Return what is wrong with a position that moves have reached."""
    if astray := game.cards_astray(state):
        return [_astray(astray)]
    if broken := game.broken_promises(state):
        return [_broken(line) for line in broken]
    return [] if moves_agree(game, state) else [AT_ODDS]


def moves_agree(game: CardGame[Any], state: Table) -> bool:
    """Return whether the listed moves of a game equal those that its clauses allow."""
    return bool(game.moves(state) == game.legal_moves(state))


def _legality(example: Example, because: str, reader: Reader) -> list[Miss]:
    """Check the claims about whether the move is legal and which rule forbids it."""
    default = "no" if "because" in example.then else "yes"
    claimed = reader.yes("then.legal", example.then.get("legal", default))
    if claimed and because:
        return [Miss("then.legal", "yes", f"no ({because})")]
    if not claimed and not because:
        return [Miss("then.legal", "no", "yes")]
    expected = str(example.then.get("because", because))
    return (
        [] if expected in (because, rule_of(because)) else [Miss("then.because", expected, because)]
    )
