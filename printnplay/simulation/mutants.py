"""Mutants: the rules with one small change each, tried to see whether anything gives them away.

A rule that can be changed without anybody noticing is a rule that nothing proves. Changed are
comparisons, numbers (by one), conditions, `and` and `or`, plus and minus, yes and no; single
statements are left out. What reads worked examples and puts positions into words is not changed.
What may notice is the deck, a worked example or a recorded game.
"""

import ast
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import cast

from printnplay.files.budget import OverLimitsError
from printnplay.files.door import read_text
from printnplay.model.game import Game
from printnplay.model.verdicts import Recorded
from printnplay.rules.deck import check_deck
from printnplay.rules.examples import failing
from printnplay.rules.loader import MAX_BYTES, OPTIONAL
from printnplay.rules.protocol import RulesModule
from printnplay.simulation.mutations import changes_in
from printnplay.simulation.recorded import check_recorded

WORDING = frozenset({"__init__", "claims", "notation"})
"""Files of a package that hold no rules, but words and counts."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: in which module and file, at which line, which of its changes, and in words."""

    module: str
    file: str
    line: int
    number: int
    what: str


def mutants_of(rules: RulesModule) -> list[Mutant]:
    """Every mutant of a rules module, file by file, from the top."""
    return [
        Mutant(name, file, line, number, what)
        for name, file in sources(rules).items()
        for number, (line, what, _) in enumerate(changes_in(ast.parse(_text(file))))
    ]


def sources(rules: RulesModule) -> dict[str, str]:
    """The files that hold the rules, by the name of their module."""
    module = cast("ModuleType", rules)
    if not hasattr(module, "__path__"):
        return {module.__name__: str(module.__file__)}
    files = [file for folder in module.__path__ for file in sorted(Path(folder).glob("*.py"))]
    return {f"{module.__name__}.{one.stem}": str(one) for one in files if one.stem not in WORDING}


def _text(file: str) -> str:
    return read_text(Path(file), MAX_BYTES)


def grow(mutant: Mutant, package: str) -> RulesModule:
    """The rules with the change; whatever importing them raises goes through.

    Args:
        mutant: the change.
        package: the name of the rules module, all of which is loaded afresh.
    """
    tree = ast.parse(_text(mutant.file))
    for number, (_, _, make) in enumerate(changes_in(tree)):
        if number == mutant.number:
            make()
            break
    code = compile(ast.fix_missing_locations(tree), mutant.file, "exec")
    if mutant.module == package:
        module = ModuleType(package)
        module.__file__ = mutant.file
        sys.modules[package] = module
        exec(code, vars(module))
        for name in OPTIONAL:
            vars(module).setdefault(name, {})
        return cast("RulesModule", module)
    forget(package)
    finder = _Changed(mutant.module, code)
    sys.meta_path.insert(0, finder)
    try:
        return cast("RulesModule", import_module(package))
    finally:
        sys.meta_path.remove(finder)


def forget(package: str) -> None:
    """Forget the modules of a package, so that they are loaded again."""
    for name in [one for one in sys.modules if one == package or one.startswith(f"{package}.")]:
        del sys.modules[name]


class _Changed(MetaPathFinder, Loader):
    """Finds one module, with other code than its file has."""

    def __init__(self, name: str, code: object) -> None:
        self.name, self.code = name, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """The module, if it is the one."""
        return spec_from_loader(fullname, self) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the other code."""
        exec(self.code, vars(module))  # type: ignore[arg-type]


LOADING, DECK, EXAMPLES, GAMES, TIME = "loading", "deck", "examples", "recorded games", "time"
WITNESSES = (LOADING, DECK, EXAMPLES, GAMES, TIME)
"""What can give a mutant away: it does not load, or one of these, or it takes for ever."""

SECONDS = 3.0
"""Of processor time; a sound game needs a small part of it."""


class _TimeUpError(BaseException):
    """The time of a mutant is over; no rule can catch it by accident."""


@dataclass(frozen=True, slots=True)
class Suite:
    """What mutants are tried with; `package` is the name of the rules module."""

    package: str
    game: Game
    recorded: Recorded | None


def try_mutant(suite: Suite, mutant: Mutant) -> str:
    """What gives the mutant away, one of WITNESSES; empty if it survives."""
    try:
        with _limited(SECONDS):
            return _given_away(suite, mutant)
    except _TimeUpError:
        return TIME
    finally:
        forget(suite.package)


def _given_away(suite: Suite, mutant: Mutant) -> str:
    witness = LOADING
    try:
        rules = grow(mutant, suite.package)
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
