"""Mutation testing: rules with one small change each, to see whether any check detects it.

A rule that can be changed without detection is a rule that nothing proves. The changes affect
comparisons, numbers (by one), conditions, `and` and `or`, `any` and `all`, `max` and `min`, plus
and minus, true and false, the seat of a move; single statements are removed. Code that reads worked
examples or describes positions in words is not changed. A mutant is detected if the deck, a worked
example or a recorded game no longer matches.
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
from printnplay.kernel.diagnostics import Severity
from printnplay.play.mutations import changes_in
from printnplay.play.recorded import check_recorded
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import failing
from printnplay.rules.loader import MAX_BYTES, RulesSource, run
from printnplay.rules.protocol import RulesModule

WORDING = frozenset({"__init__", "claims"})
"""Files in a rules folder that contain no rules, but words and counts."""


class Mutant(Struct, frozen=True):
    """One change: its file, line, number among the changes in the file, and description."""

    file: str
    line: int
    number: int
    what: str


def mutants_of(source: RulesSource) -> list[Mutant]:
    """Return every mutant of the rules, file by file, top to bottom."""
    return [
        Mutant(str(file), line, number, change)
        for file in sources(source)
        for number, (line, change, _) in enumerate(changes_in(_tree(file)))
    ]


def sources(source: RulesSource) -> list[Path]:
    """Return the files that contain rules."""
    files = source.files
    return [file for file in files if file.stem not in WORDING or file == source.place]


def _tree(file: Path) -> ast.Module:
    return ast.parse(read_text(file, MAX_BYTES))


def grow(mutant: Mutant, source: RulesSource) -> RulesModule:
    """Load the mutated rules; their exceptions propagate.

    They are loaded as a separate module beside the original rules, replacing the previous mutant.
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
"""Checks that can detect a mutant: loading, the deck, examples, recorded games, and the time
limit."""

SECONDS = 3.0
"""CPU time limit of a mutant in seconds; a correct game needs a small fraction of it."""


class TimeUpError(BaseException):
    """The time limit of a mutant is exceeded; rules cannot catch it by accident."""


class Suite(Struct, frozen=True):
    """The checks for mutants of a game's rules."""

    game: Game
    recorded: Recorded | None


def try_mutant(suite: Suite, mutant: Mutant) -> str:
    """Return the check that detects the mutant, one of WITNESSES; empty if it survives."""
    try:
        with limited_time(SECONDS):
            return _given_away(suite, mutant)
    except TimeUpError:
        return TIME


def _given_away(suite: Suite, mutant: Mutant) -> str:
    witness = LOADING
    try:
        rules = grow(mutant, RulesSource.of(suite.game))
        for witness, holds in ((DECK, _deck), (EXAMPLES, _examples), (GAMES, _games)):
            if not holds(suite, rules):
                return witness
    except (TimeUpError, KeyboardInterrupt, OverLimitsError):
        raise
    except BaseException:
        return witness
    return ""


def _deck(suite: Suite, rules: RulesModule) -> bool:
    return not any(one.severity is Severity.ERROR for one in check_deck(suite.game, rules))


def _examples(suite: Suite, rules: RulesModule) -> bool:
    return not failing(suite.game, rules)


def _games(suite: Suite, rules: RulesModule) -> bool:
    return suite.recorded is None or not check_recorded(rules, suite.recorded)


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """Interrupt work after this much CPU time, on systems that support it.

    Raises:
        TimeUpError: the time is up.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise TimeUpError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
