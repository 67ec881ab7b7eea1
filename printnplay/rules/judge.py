"""Judge of a worked example: plays it by the rules and checks its claims."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from printnplay.game.game import Example
from printnplay.game.verdicts import Verdict
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import ShuffleError, seeded
from printnplay.rules.game import Rng, rule_of
from printnplay.rules.notation import Fault, Reader
from printnplay.rules.protocol import Miss
from printnplay.rules.table import Table
from printnplay.rules.variants import KEY as VARIANTS

FURNITURE = ("legal", "because")
"""Keys of `then` about the move, not the position."""


class Judged(Struct, frozen=True):
    """The result of a played example: the verdict, the false claims, and the faults.

    If there are faults, there is no verdict.
    """

    verdict: Verdict | None
    misses: tuple[Miss, ...] = ()
    faults: tuple[Fault, ...] = ()


ASTRAY = Miss("when", "cards lost or doubled", "every card in one place")
"""Miss for a position in which a card is missing or duplicated."""

AT_ODDS = Miss("when", "", "")
"""Miss for a move that is legal but not listed, or listed but not legal."""


def judge(
    example: Example,
    game: CardGame[Any],
    cards: Sequence[str],
    seed: int = 0,
    *,
    listed: bool = False,
) -> Judged:
    """Play the example and check its claims.

    Args:
        example: the example to judge.
        game: its rules, possibly with some switched off, with the variants of the example.
        cards: the card ids, in the order by which the rules index them.
        seed: seeds the randomness that the example leaves open.
        listed: also check that the move is listed if and only if it is legal, that no card is lost,
            and that the game's invariants hold.
    """
    reader = Reader(cards)
    given = {key: value for key, value in example.given.items() if key != VARIANTS}
    state, draw = game.read(given, reader, seeded(seed))
    moves = [] if reader.faults else game.steps(state, example.when, reader)
    if reader.faults:
        return Judged(None, faults=tuple(reader.faults))
    before = game.position(state)
    at_odds = _at_odds(game, state.copy(), moves) if listed else []
    try:
        because = _play(game, state, moves, draw)
    except ShuffleError as error:
        message = "these cards are not in the shuffled pile"
        reader.impossible(f"given.{error.name}", message, "expected cards from the pile")
        return Judged(None, faults=tuple(reader.faults))
    after = None if because else game.position(state)
    claims = {key: claim for key, claim in example.then.items() if key not in FURNITURE}
    wrong = game.compare(before if after is None else after, claims, reader)
    misses = at_odds or _legality(example, because, reader)
    if not misses and after is None:
        none = "no position, because nothing is played"
        misses = [Miss(f"then.{key}", "a position", none) for key in claims]
    elif not misses:
        misses = wrong
    if reader.faults:
        return Judged(None, faults=tuple(reader.faults))
    move = {key: str(value) for key, value in example.when.items()}
    verdict = Verdict(example.id, not misses, before, move, not because, rule_of(because), after)
    return Judged(verdict, tuple(misses))


def _play(game: CardGame[Any], state: Table, moves: Sequence[Move], draw: Rng) -> str:
    """Play the moves; return the clause that forbids the first illegal move, or an empty string."""
    for move in moves:
        because = game.why_not(state, move)
        if because:
            return because
        game.play(state, move, draw)
    return ""


def _at_odds(game: CardGame[Any], state: Table, moves: Sequence[Move]) -> list[Miss]:
    """Report a disagreement between `moves` and `why_not`, or a move that breaks the table."""
    for move in moves:
        every, legal = game.moves(state), not game.why_not(state, move)
        if legal != (move in every) or not moves_agree(game, state):
            return [AT_ODDS]
        if not legal:
            return []
        game.play(state, move, lambda _: 0)
    return _broken(game, state) if moves_agree(game, state) else [AT_ODDS]


def _broken(game: CardGame[Any], state: Table) -> list[Miss]:
    """Return the faults of a position reached by moves."""
    if game.cards_astray(state):
        return [ASTRAY]
    broken = game.broken_promises(state)
    return [Miss("when", "a position of which this is not true", line) for line in broken]


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
