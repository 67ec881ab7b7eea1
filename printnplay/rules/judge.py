"""Judge of a worked example: plays it by the rules and checks its claims."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.game.game import Example
from printnplay.game.verdicts import Position, Verdict
from printnplay.kernel.suggestions import listed
from printnplay.kernel.values import Plain
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import SEES, SETUP, CardGame
from printnplay.rules.chance import ShuffleError, seeded
from printnplay.rules.game import Rng, rule_of
from printnplay.rules.notation import Fault, Reader
from printnplay.rules.protocol import Given, Miss
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


IN_ORDER = Breach(
    "the order of choices made at once makes a difference",
    "expected the same table, whoever has chosen first",
    "correct the rules: store each choice, and do what follows when the last one is made",
)
"""Choices made at once have another result in reverse order."""


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
    deals = game.only_deals(example.when)
    state, draw = (game.read_setup if deals else game.read)(given, reader, seeded(seed))
    steps = [] if reader.faults else [*game.steps_said(state, example.when, reader)]
    if reader.faults:
        return Judged(None, faults=tuple(reader.faults))
    before = game.position(state)
    play = _Play(game, reader, draw, sane=sane)
    try:
        if deals:
            reader.yes(f"when.{SETUP}", example.when[SETUP])
            state = game.setup(state.players, draw)
        play.steps(state, steps)
    except ShuffleError as error:
        message = "these cards are not in the shuffled pile"
        reader.impossible(f"given.{error.name}", message, "expected cards from the pile")
        return Judged(None, faults=tuple(reader.faults))
    because, breaches = play.because, play.breaches
    after = None if because else game.position(state)
    claims = {key: claim for key, claim in example.then.items() if key not in FURNITURE}
    wrong = _false_claims(game, state, before if after is None else after, claims, reader)
    misses = [] if breaches else _legality(example, because, reader)
    if not misses and not breaches:
        none = "no position, because nothing is played"
        nowhere = [Miss(f"then.{key}", "a position", none) for key in claims]
        misses = play.misses + (nowhere if after is None else wrong)
    if reader.faults:
        return Judged(None, faults=tuple(reader.faults))
    move = {key: _in_words(value) for key, value in example.when.items()}
    true = not misses and not breaches
    verdict = Verdict(example.id, true, before, move, not because, rule_of(because), after)
    return Judged(verdict, tuple(misses), breaches=tuple(breaches))


def _false_claims(
    game: CardGame[Any], state: Table, position: Position, claims: Given, reader: Reader
) -> list[Miss]:
    """Return every false claim about a position and, unless a game tells it, what seats see."""
    if SEES not in claims or SEES in position:
        return game.compare(position, claims, reader)
    others = {key: claim for key, claim in claims.items() if key != SEES}
    sight = game.compare_sight(f"then.{SEES}", claims[SEES], state, reader)
    return game.compare(position, others, reader) + sight


def _in_words(value: Plain) -> str:
    """Return a value of a move as text; choices made at once by seat: `a 3, b 1`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{seat} {choice}" for seat, choice in value.items())
    return str(value)


class _Play:
    """Plays the steps of an example up to the first illegal move.

    `because` is the clause that forbids it, `misses` are false claims about what seats see on the
    way, `breaches` what the rules break.
    """

    def __init__(self, game: CardGame[Any], reader: Reader, draw: Rng, *, sane: bool) -> None:
        self.game, self.reader, self.draw, self.sane = game, reader, draw, sane
        self.because = ""
        self.misses: list[Miss] = []
        self.breaches: Sequence[Breach] = ()

    def steps(self, state: Table, steps: Sequence[tuple[str, Given, Sequence[Move]]]) -> None:
        """Play all moves of each step."""
        left = [move for _, _, moves in steps for move in moves]
        for path, words, moves in steps:
            for move in moves:
                if not self._is_played(state, left):
                    none = "nothing, because this is not played"
                    if SEES in words:
                        self.misses.append(Miss(f"{path}.{SEES}", "what a seat sees", none))
                    return
                self.game.play(state, move, self.draw)
                left.pop(0)
            if SEES in words:
                path = f"{path}.{SEES}"
                self.misses += self.game.compare_sight(path, words[SEES], state, self.reader)
        self.breaches = _breaches(self.game, state) if self.sane else []

    def _is_played(self, state: Table, left: Sequence[Move]) -> bool:
        """Return whether the next move is legal, and the rules agree with themselves."""
        game, move = self.game, left[0]
        self.because = game.why_not(state, move)
        if self.sane and not self.because and move.seat not in game.acting(state):
            self.breaches = [_out_of_turn(move.seat)]
        elif self.sane and not _is_sane(game, state, move, self.because):
            self.breaches = [AT_ODDS]
        elif self.sane and _depends_on_order(game, state, left):
            self.breaches = [IN_ORDER]
        return not self.because and not self.breaches


def _depends_on_order(game: CardGame[Any], state: Table, moves: Sequence[Move]) -> bool:
    """Return whether seats that choose at once reach another table in reverse order."""
    acting, together = [*game.acting(state)], list[Move]()
    for move in moves:
        if move.seat not in acting or game.why_not(state, move):
            break
        acting.remove(move.seat)
        together.append(move)
    tables = state.copy(), state.copy()
    for table, choices in zip(tables, (together, together[::-1]), strict=True):
        for move in choices:
            game.play(table, move, lambda _: 0)
    return tables[0] != tables[1]


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
