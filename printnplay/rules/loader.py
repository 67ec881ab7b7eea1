"""The rules that a game is played by: a module of the tool, a file of the user, or none.

A user's own rules are a Python file beside the cards, loaded by its path. Loading runs the file, so
whoever calls this has asked the user first. Whatever is wrong with the file, or goes wrong in it,
becomes a diagnostic at its line.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NoReturn, TypeVar, cast

from printnplay.files.budget import OverLimitsError
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, read
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.game import NO_RULES, Game
from printnplay.rules import games
from printnplay.rules.game import rule_of
from printnplay.rules.protocol import GameRules, RulesModule

MAX_BYTES = 1 << 20
"""The largest rules file."""


class UnknownRulesError(KeyError):
    """There is no rules module of that name; `known` are the names there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Keep the name and what could have been meant."""
        super().__init__(name)
        self.name, self.known = name, known

    def __reduce__(self) -> tuple[type["UnknownRulesError"], tuple[str, tuple[str, ...]]]:
        """What another process makes it of."""
        return type(self), (self.name, self.known)


def rules_names() -> tuple[str, ...]:
    """The names of all rules modules."""
    return tuple(sorted(module.name for module in iter_modules(games.__path__)))


def find_rules(name: str) -> RulesModule:
    """The rules module of that name.

    Raises:
        UnknownRulesError: there is none.
    """
    known = rules_names()
    if name not in known:
        raise UnknownRulesError(name, known)
    return cast("RulesModule", import_module(f"{games.__name__}.{name}"))


NEEDED = ("COMPONENTS", "SENTENCES", "new_game")
OPTIONAL = ("FACTS", "CLAUSES", "VARIANTS")
"""Left out, they are empty."""

METHODS = tuple(name for name in vars(GameRules) if not name.startswith("_"))
"""What a game has to be able to do."""


class RulesFileError(Exception):
    """A rules file that cannot be used; carries the fault."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep the fault."""
        super().__init__(fault.message)
        self.fault = fault

    def __reduce__(self) -> tuple[type["RulesFileError"], tuple[Diagnostic]]:
        """What another process makes it of."""
        return type(self), (self.fault,)


def load_rules_file(path: Path, shown: str, home: Path) -> RulesModule:
    """Run a rules file and see that it offers what rules must.

    Args:
        path: the file.
        shown: the path as the user would type it.
        home: the project; nothing outside of it is run, also not by way of a link.

    Raises:
        RulesFileError: the file is missing or outside, has a syntax error, fails, or lacks
            something.
    """
    module = _run(_source(path, shown, home), path, shown)
    for name in OPTIONAL:
        vars(module).setdefault(name, {})
    with contained(path, shown):
        faults = _lacks(module)
    if faults:
        offer = f"a rules file offers {', '.join(NEEDED)}, and if it likes {', '.join(OPTIONAL)}"
        message = f"the rules lack something: {'; '.join(faults)}"
        raise RulesFileError(Diagnostic(codes.RULES_INCOMPLETE, message, Span(shown), offer, _CURE))
    return cast("RulesModule", module)


_CURE = "docs/rules.md shows a whole game; `class MyGame(Tabletop)` brings most of it along"


def failure(error: BaseException, path: Path, shown: str) -> Diagnostic:
    """The fault of rules that fail while they run, at the line of the file that did."""
    lines = [one.lineno or 0 for one in traceback.extract_tb(error.__traceback__) if _is(one, path)]
    message = f"the rules fail: {type(error).__name__}: {error}".rstrip(": ")
    span = Span(shown, lines[-1] if lines else 0, 1 if lines else 0)
    return Diagnostic(
        codes.RULES_FAIL, message, span, "this raised the error", "mend the rules file"
    )


def _is(frame: traceback.FrameSummary, path: Path) -> bool:
    return frame.filename == str(path)


def _source(path: Path, shown: str, home: Path) -> bytes:
    """What stands in the file."""
    if not path.resolve().is_relative_to(home.resolve()):
        raise _unloadable(
            "the rules file lies outside of the project",
            Span(shown),
            "expected a file in the game's folder, not a link that leads out",
        )
    try:
        return read(path, MAX_BYTES)
    except ReadError as error:
        raise RulesFileError(error.fault(codes.RULES_CANNOT_LOAD, shown)) from error


def _run(source: bytes, path: Path, shown: str) -> ModuleType:
    """The module that comes of running the source; no compiled copy is left beside it."""
    name = f"printnplay_rules_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    with contained(path, shown):
        try:
            code = compile(source, str(path), "exec", dont_inherit=True)
        except SyntaxError as error:
            span = Span(shown, error.lineno or 0, max(error.offset or 1, 1))
            message = f"this is not Python: {error.msg}"
            raise _unloadable(message, span, "cannot go on here") from error
        exec(code, vars(module))
    return module


@contextmanager
def contained(path: Path, shown: str) -> Iterator[None]:
    """Whatever a rules file raises meanwhile is told, also what is meant to end the program.

    Raises:
        RulesFileError: the rules failed.
    """
    ways_out = {name: getattr(os, name) for name in ("_exit", "abort")}
    for name in ways_out:
        setattr(os, name, _refuse_to_leave)
    try:
        yield
    except (KeyboardInterrupt, OverLimitsError, RulesFileError):
        raise
    except BaseException as error:
        raise RulesFileError(failure(error, path, shown)) from error
    finally:
        for name, way_out in ways_out.items():
            setattr(os, name, way_out)


def _refuse_to_leave(*_: object) -> NoReturn:
    """What `os._exit` is for a rules file: the faults found so far would never be told."""
    raise SystemExit("rules must not end the program")


def _unloadable(message: str, span: Span, label: str) -> RulesFileError:
    mend = "put it right, or write `rules: none` to build without rules"
    return RulesFileError(Diagnostic(codes.RULES_CANNOT_LOAD, message, span, label, mend))


def _lacks(module: ModuleType) -> list[str]:
    """What the module does not offer, or offers in another form, each in a few words."""
    found = [f"there is no `{name}`" for name in NEEDED if not hasattr(module, name)]
    for name, (fits, form) in _FORMS.items():
        if hasattr(module, name) and not fits(getattr(module, name)):
            found.append(f"`{name}` is not {form}")
    return found or _strays(module) or _lacking_methods(module)


def _strays(module: ModuleType) -> list[str]:
    """Clauses of rules that there are not."""
    rules = module.SENTENCES
    return [
        f"`{one}` is a clause of no rule" for one in module.CLAUSES if rule_of(one) not in rules
    ]


def _lacking_methods(module: ModuleType) -> list[str]:
    """What the game cannot do."""
    game = module.new_game()
    return [f"the game has no `{name}`" for name in METHODS if not hasattr(game, name)]


def _pairs(value: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether something maps words to values of a kind."""
    return lambda found: (
        isinstance(found, Mapping)
        and all(isinstance(name, str) and value(one) for name, one in found.items())
    )


_COUNTS = _pairs(lambda one: isinstance(one, int) and one >= 0)
_LINES = _pairs(lambda one: isinstance(one, str))
_CHOICES = _pairs(
    lambda one: isinstance(one, tuple) and bool(one) and all(isinstance(it, str) for it in one)
)
_FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "COMPONENTS": (_COUNTS, "a dict of card ids and numbers"),
    "FACTS": (_COUNTS, "a dict of names and numbers"),
    "SENTENCES": (_LINES, "a dict of rule ids and sentences"),
    "CLAUSES": (_LINES, "a dict of clause ids and sentences"),
    "VARIANTS": (_CHOICES, "a dict of names and tuples of choices"),
    "new_game": (callable, "a class or function"),
}


FILE = ".py"

T = TypeVar("T")


def rules_of(game: Game, problems: Problems, catalog: Catalog | None = None) -> RulesModule | None:
    """The rules of a game; None if it has none, or if `problems` says why they cannot be had.

    A rules file of the user's own is run only if the catalog is trusted.
    """
    if game.rules == NO_RULES:
        _refuse_examples(game, problems)
        return None
    if game.rules.endswith(FILE):
        return _from_file(game, problems, catalog)
    try:
        return find_rules(game.rules)
    except UnknownRulesError as error:
        problems.error(
            codes.UNKNOWN_RULES,
            f"there is no rules module `{error.name}`",
            game.spans["rules"],
            f"expected one of {', '.join(error.known)}",
            f"`{error.name}.py` would be a file in the game's folder, `none` a game without rules",
        )
        return None


def guarded(game: Game, work: Callable[[], T], problems: Problems) -> T | None:
    """What comes of some work with the rules; a failure of the user's own rules is their fault.

    What the tool's own rules raise is a bug and goes through.
    """
    if not game.rules.endswith(FILE):
        return work()
    path = Path(game.folder) / game.rules
    try:
        with contained(path, display_path(path)):
            return work()
    except RulesFileError as error:
        problems.add(error.fault)
        return None


def _from_file(game: Game, problems: Problems, catalog: Catalog | None) -> RulesModule | None:
    """The rules file of a game, run if the user allows it."""
    if catalog is None or not catalog.trusted:
        problems.error(
            codes.RULES_NOT_TRUSTED,
            f"`{game.rules}` is a program, and it is not run unasked",
            game.spans["rules"],
            "expected a rules module of printnplay, or your leave to run this file",
            "read the file; if you trust it, add --trust-rules to the command",
        )
        return None
    path = Path(game.folder) / game.rules
    home = next(one for one in catalog.roots if path.is_relative_to(one))
    try:
        return load_rules_file(path, display_path(path), home)
    except RulesFileError as error:
        problems.add(error.fault)
        return None


def _refuse_examples(game: Game, problems: Problems) -> None:
    """Worked examples prove nothing where there are no rules."""
    if game.examples:
        problems.error(
            codes.EXAMPLES_WITHOUT_RULES,
            "the game has worked examples but no rules to play them by",
            game.examples[0].span,
            "expected no examples, as game.yaml says `rules: none`",
            "take the examples out, or name a rules module in game.yaml",
        )
