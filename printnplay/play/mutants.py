"""Mutants: the rules with one small change each, tried to see whether anything gives them away.

A rule that can be changed without anybody noticing is a rule that nothing proves. Changed are
comparisons, numbers (by one), conditions, `and` and `or`, plus and minus, yes and no; single
statements are left out. What reads worked examples and puts positions into words is not changed.
A mutant is given away by the deck, a worked example or a recorded game that no longer holds.
"""

import ast
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from msgspec import Struct

from printnplay.files.budget import OverLimitsError
from printnplay.files.door import read_text
from printnplay.game.game import Game
from printnplay.game.verdicts import Recorded
from printnplay.play.mutations import changes_in
from printnplay.play.recorded import check_recorded
from printnplay.rules.deck import check_deck
from printnplay.rules.examples import failing
from printnplay.rules.loader import MAX_BYTES, RulesSource, run
from printnplay.rules.protocol import RulesModule

WORDING = frozenset({"__init__", "claims"})
"""Files of a folder of rules that hold no rules, but words and counts."""


class Mutant(Struct, frozen=True):
    """One change: in which file, at which line, which of the file's changes, and in words."""

    file: str
    line: int
    number: int
    what: str


def mutants_of(source: RulesSource) -> list[Mutant]:
    """Return every mutant of rules, file by file, from the top."""
    return [
        Mutant(str(file), line, number, change)
        for file in sources(source)
        for number, (line, change, _) in enumerate(changes_in(_tree(file)))
    ]


def sources(source: RulesSource) -> list[Path]:
    """Return the files that hold the rules."""
    files = source.files
    return [file for file in files if file.stem not in WORDING or file == source.place]


def _tree(file: Path) -> ast.Module:
    return ast.parse(read_text(file, MAX_BYTES))


def grow(mutant: Mutant, source: RulesSource) -> RulesModule:
    """Return the mutated rules; exceptions of running them pass through.

    They are loaded beside the rules as they are, in place of the mutant before them.
    """
    tree = _tree(Path(mutant.file))
    for number, (_, _, make) in enumerate(changes_in(tree)):
        if number == mutant.number:
            make()
            break
    code = compile(ast.fix_missing_locations(tree), mutant.file, "exec")
    contents = {} if source.ships else source.contents()
    changed = {mutant.file: code}
    return cast("RulesModule", run(source, f"{source.module}_mutant", contents, changed))


LOADING, DECK, EXAMPLES, GAMES, TIME = "loading", "deck", "examples", "recorded games", "time"
WITNESSES = (LOADING, DECK, EXAMPLES, GAMES, TIME)
"""What can give a mutant away: it does not load, or one of these, or it takes for ever."""

SECONDS = 3.0
"""The processor time of a mutant in seconds; a sound game needs a small part of it."""


class _TimeUpError(BaseException):
    """The time of a mutant is over; no rule can catch it by accident."""


class Suite(Struct, frozen=True):
    """What mutants of the rules of a game are tried with."""

    game: Game
    recorded: Recorded | None


def try_mutant(suite: Suite, mutant: Mutant) -> str:
    """Return what catches the mutant, one of WITNESSES; empty if it survives."""
    try:
        with _limited(SECONDS):
            return _given_away(suite, mutant)
    except _TimeUpError:
        return TIME


def _given_away(suite: Suite, mutant: Mutant) -> str:
    witness = LOADING
    try:
        rules = grow(mutant, RulesSource.of(suite.game))
        for witness, holds in ((DECK, _deck), (EXAMPLES, _examples), (GAMES, _games)):
            if not holds(suite, rules):
                return witness
    except (_TimeUpError, KeyboardInterrupt, OverLimitsError):
        raise
    except BaseException:
        return witness
    return ""


def _deck(suite: Suite, rules: RulesModule) -> bool:
    return not check_deck(suite.game, rules)


def _examples(suite: Suite, rules: RulesModule) -> bool:
    return not failing(suite.game, rules)


def _games(suite: Suite, rules: RulesModule) -> bool:
    return suite.recorded is None or not check_recorded(rules, suite.recorded)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Work that is broken off after so much processor time, where the system can do that."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise _TimeUpError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
