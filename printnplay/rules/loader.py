"""Loader for the rules of a game: a Python file or package beside its cards.

`game.yaml` names them: `rules: rules.py`, `rules: rules` for a folder `rules/` with an
`__init__.py`, or `rules: none`. Loading executes them, so a user's rules are loaded only with the
user's consent; bundled rules are part of printnplay. Faults of the files and exceptions that they
raise become diagnostics with a location.
"""

import atexit
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NoReturn, TypeGuard, TypeVar, cast

from msgspec import Struct

from printnplay.files.budget import OverLimitsError
from printnplay.files.catalog import Catalog, display_path, shipped_designs
from printnplay.files.door import ReadError, files_below, is_there, read, resolved, stamp
from printnplay.files.reads import Reads, are_same, noting
from printnplay.game.game import NO_RULES, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.rules.acts import box_of, effects_of
from printnplay.rules.cardgame import CardGame
from printnplay.rules.endless import HELP, LOADING, SAYING, AtWork, EndlessError, within
from printnplay.rules.game import rule_of
from printnplay.rules.importer import PACKAGE_FILE, SUFFIX, run_files
from printnplay.rules.protocol import RulesModule
from printnplay.rules.trust import is_trusted

T = TypeVar("T")

MAX_BYTES = 1 << 20
"""Maximum size of a rules file in bytes: the same as for YAML (`files/yaml_tree.py`)."""


class RulesFileError(Exception):
    """Rules that cannot be used; carries the diagnostic."""

    def __init__(self, fault: Diagnostic) -> None:
        """Store the diagnostic."""
        super().__init__(fault.message)
        self.fault = fault

    def __reduce__(self) -> tuple[type["RulesFileError"], tuple[Diagnostic]]:
        """Support pickling for transfer to another process."""
        return type(self), (self.fault,)


class RulesSource(Struct, frozen=True):
    """The location of a game's rules, in a form that other processes and machines can resolve.

    Attributes:
        path: the file or folder. For bundled rules, relative to the folder of bundled games, which
            may differ on another machine.
        shown: the path as the user would type it.
        ships: whether the rules are bundled with printnplay.
    """

    path: str
    shown: str
    ships: bool

    @classmethod
    def at(cls, path: Path) -> "RulesSource":
        """Return the source for a rules file or folder."""
        real, shipped = resolved(path), shipped_designs()
        if real.is_relative_to(shipped):
            return cls(real.relative_to(shipped).as_posix(), display_path(path), ships=True)
        return cls(str(path.absolute()), display_path(path), ships=False)

    @classmethod
    def of(cls, game: Game) -> "RulesSource":
        """Return the source of the rules that a game names."""
        return cls.at(Path(game.folder) / game.rules)

    @property
    def place(self) -> Path:
        """The rules file or folder on this machine."""
        return shipped_designs() / self.path if self.ships else Path(self.path)

    @property
    def entry(self) -> Path:
        """The file that runs first."""
        return self.place if self.place.suffix == SUFFIX else self.place / PACKAGE_FILE

    @property
    def files(self) -> list[Path]:
        """Every file of the rules, sorted."""
        if self.place.suffix == SUFFIX:
            return [self.place]
        return list(files_below(self.place, frozenset({SUFFIX})))

    @property
    def module(self) -> str:
        """The module name, made unique by a hash of the path: many rules are named `rules`."""
        digest = blake2b(os.fsencode(self.place), digest_size=8).hexdigest()
        return f"rules_{digest}"

    def contents(self) -> dict[Path, bytes]:
        """Read each rules file, without executing it.

        Raises:
            RulesFileError: a file cannot be read.
        """
        contents = {}
        for path in dict.fromkeys([self.entry, *self.files]):
            try:
                contents[path] = read(path, MAX_BYTES)
            except ReadError as error:
                raise _unreadable(error, self, str(path)) from error
        return contents

    def equals_shipped(self, contents: Mapping[Path, bytes]) -> bool:
        """Return whether these contents equal the rules of the bundled game of the same name."""
        shipped = RulesSource(f"{self.place.parent.name}/{self.place.name}", self.shown, ships=True)
        if not is_there(shipped.entry):
            return False
        return shipped.contents() == {
            shipped.place / path.relative_to(self.place): content
            for path, content in contents.items()
        }

    def digest_of(self, contents: Mapping[Path, bytes]) -> str:
        """Return a hash of the rules' location and of the names and contents of their files."""
        said = [str(resolved(self.place))]
        for path, content in contents.items():
            name = path.relative_to(self.place.parent)
            said.append(f"{name} {blake2b(content, digest_size=32).hexdigest()}")
        words = "\n".join(said).encode(errors="surrogateescape")
        return blake2b(words, digest_size=32).hexdigest()

    def place_of(self, id: str) -> Span | None:
        """Return where the files write the id of a rule or clause; None if they compute it."""
        written = re.compile(rf"([\"']){re.escape(id)}\1".encode())
        for path, content in self.contents().items():
            if found := written.search(content):
                before = content[: found.start()]
                column = found.start() - before.rfind(b"\n")
                shown = self.shown_file(str(path)) or self.shown
                return Span(shown, before.count(b"\n") + 1, column, len(id) + 2)
        return None

    @property
    def reads(self) -> Reads:
        """The files that these rules have read in this process, besides their own."""
        return _READS.setdefault(self.module, Reads())

    def noting(self) -> AbstractContextManager[None]:
        """Record every file opened or imported in this context as read by these rules."""
        return nullcontext() if self.ships else noting(self.reads, self.module)

    def shown_file(self, file: str) -> str | None:
        """Return the path of a rules file for messages; None for other files."""
        if not Path(file).is_relative_to(self.place):
            return None
        return Path(self.shown, Path(file).relative_to(self.place)).as_posix()

    def load(self, contents: Mapping[Path, bytes] | None = None) -> RulesModule:
        """Return the rules module; execute it again if its files or those it read have changed.

        Args:
            contents: the contents of a user's rules files, if they have already been read.

        Raises:
            RulesFileError: the rules are missing, unreadable, incomplete, have a syntax error or
                raise an exception.
        """
        held = {} if self.ships else contents or self.contents()
        state = self._stamps() if self.ships else held
        loaded = _LOADED.pop(self.module, None)
        if loaded is None or loaded[0] != state or not are_same(self.reads.states):
            _READS[self.module] = Reads()
            loaded = state, _sound(self, held)
        _LOADED[self.module] = loaded
        return cast("RulesModule", loaded[1])

    def _stamps(self) -> dict[Path, tuple[int, int]]:
        try:
            return {path: stamp(path) for path in self.files}
        except ReadError as error:
            raise _unreadable(error, self, str(self.place)) from error


_LOADED: dict[str, tuple[Mapping[Path, object], ModuleType]] = {}
"""Rules executed by this process, by module name, with the state of the files they came from."""

_READS: dict[str, Reads] = {}
"""Files read by those rules, by module name."""


def _unreadable(error: ReadError, source: RulesSource, file: str) -> RulesFileError:
    shown = source.shown_file(file) or source.shown
    return RulesFileError(error.fault(codes.RULES_CANNOT_LOAD, shown))


def reads_of(game: Game) -> Reads:
    """Return the files that the rules of a game have read in this process, besides their own."""
    return Reads() if game.rules == NO_RULES else RulesSource.of(game).reads


def load_rules(path: Path) -> RulesModule:
    """Execute the rules in a file or folder without checking that they are trusted.

    Raises:
        RulesFileError: the rules are missing, unreadable, incomplete, have a syntax error or raise
            an exception.
    """
    return RulesSource.at(path).load()


def rules_of(game: Game, problems: Problems, catalog: Catalog) -> RulesModule | None:
    """Return the rules of a game; None if it has none, or if they have errors.

    A user's rules run only if the catalog is trusted or their hash is remembered. The bytes that
    run are exactly those that were hashed.
    """
    if game.rules == NO_RULES:
        _refuse_examples(game, problems)
        return None
    source = RulesSource.of(game)
    if not check_entry(game, source, problems):
        return None
    try:
        contents = None if source.ships else source.contents()
    except RulesFileError as error:
        problems.add(error.fault)
        return None
    if not (contents is None or catalog.trusted or is_known(source, contents)):
        problems.error(
            codes.RULES_NOT_TRUSTED,
            f"`{game.rules}` is Python code, and runs only if you trust it",
            game.spans["rules"],
            "expected rules that ship with printnplay, or rules that you trust",
            f"read the rules; if you trust them, run `printnplay trust {game.id}`, which"
            " lasts until they change, or add --trust-rules",
        )
        return None
    try:
        return source.load(contents)
    except RulesFileError as error:
        problems.add(error.fault)
        return None


def is_known(source: RulesSource, contents: Mapping[Path, bytes]) -> bool:
    """Return whether rules may run: they equal bundled ones, or the user trusts them."""
    return source.equals_shipped(contents) or is_trusted(source.digest_of(contents))


def check_entry(game: Game, source: RulesSource, problems: Problems) -> bool:
    """Return whether the rules that a game names exist; report an error if not."""
    if is_there(source.entry):
        return True
    problems.error(
        codes.UNKNOWN_RULES,
        f"there are no rules `{source.shown}`",
        game.spans["rules"],
        "expected a rules file or folder beside game.yaml, or `none`",
        f"a folder of rules has a file {PACKAGE_FILE}; a file is named with its ending .py",
    )
    return False


def _refuse_examples(game: Game, problems: Problems) -> None:
    """Report an error if a game has worked examples but no rules."""
    if game.examples:
        problems.error(
            codes.EXAMPLES_WITHOUT_RULES,
            "the game has worked examples but no rules to check them",
            game.examples[0].span,
            "expected no examples, as game.yaml says `rules: none`",
            "remove the examples, or name the rules in game.yaml",
        )


def guarded(game: Game, work: Callable[[], T], problems: Problems) -> T | None:
    """Return the result of work with the rules; report exceptions of user-written rules.

    Exceptions of bundled rules are bugs and propagate.
    """
    source = RulesSource.of(game)
    if source.ships:
        return work()
    try:
        with contained(source):
            return work()
    except RulesFileError as error:
        problems.add(error.fault)
        return None


@contextmanager
def contained(source: RulesSource) -> Iterator[None]:
    """Convert every exception of the rules that run inside to an error, SystemExit included.

    Afterwards the current folder is the same as before: paths of the project are relative to it. So
    are the standard streams.

    Raises:
        RulesFileError: the rules failed.
    """
    ways_out = {name: getattr(os, name) for name in ("_exit", "abort")}
    for name in ways_out:
        setattr(os, name, _refuse_to_leave)
    streams = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr")}
    register, threads = atexit.register, {*threading.enumerate()}
    atexit.register = partial(_register, register, source)
    AtWork.names.append(source.shown)
    here = Path.cwd()
    try:
        yield
    except (KeyboardInterrupt, OverLimitsError, RulesFileError):
        raise
    except BaseException as error:
        raise RulesFileError(_failure(error, source)) from error
    finally:
        AtWork.names.pop()
        for name, way_out in ways_out.items():
            setattr(os, name, way_out)
        for name, stream in streams.items():
            setattr(sys, name, stream)
        atexit.register = register
        for thread in {*threading.enumerate()} - threads:
            vars(thread)[LEFT_AT_WORK] = True
        with suppress(OSError):  # the rules have removed the folder
            os.chdir(here)


LEFT_AT_WORK = "left_at_work_by_rules"
"""The attribute of threads that rules have started: the program does not wait for them."""


def _register(
    register: Callable[..., Any], source: RulesSource, function: T, *values: Any, **named: Any
) -> T:
    """Replace `atexit.register` while rules run: their functions might never end."""
    if source.shown_file(sys._getframe(1).f_code.co_filename) is None:
        register(function, *values, **named)
    return function


def _refuse_to_leave(*_: object) -> NoReturn:
    """Replace `os._exit` while rules run: it would end the program before faults are reported."""
    raise SystemExit("rules must not end the program")


def _failure(error: BaseException, source: RulesSource) -> Diagnostic:
    """Return the diagnostic for rules that raised an exception, at the innermost line of theirs."""
    span = Span(source.shown)
    for frame in traceback.extract_tb(error.__traceback__):
        if shown := source.shown_file(frame.filename):
            span = Span(shown, frame.lineno or 0, 1)
    if isinstance(error, EndlessError):
        message = f"the rules do not end: {error}"
        return Diagnostic(codes.RULES_FAIL, message, span, "they were running here", HELP)
    message = f"the rules fail: {type(error).__name__}: {_said(error)}".rstrip(": ")
    return Diagnostic(codes.RULES_FAIL, message, span, "this raised the error", "fix the rules")


def _said(error: BaseException) -> str:
    """Return the text of an exception; its class may be defined by the rules, and may fail, too."""
    try:
        with within(SAYING, "an error"):
            return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever it is, there is already an error to report
        return ""


def _sound(source: RulesSource, contents: Mapping[Path, bytes]) -> ModuleType:
    """Execute the rules and check that they provide everything required.

    Raises:
        RulesFileError: they have a syntax error, raise an exception or are incomplete.
    """
    with contained(source), source.noting():
        try:
            with within(LOADING, f"`{source.shown}`"):
                module = run(source, source.module, contents, {})
        except SyntaxError as error:
            if (shown := source.shown_file(error.filename or "")) is None:
                raise
            raise RulesFileError(_not_python(error, shown)) from error
        lacks = _lacks(module)
    if lacks:
        message = f"the rules lack something: {'; '.join(lacks)}"
        span = Span(source.shown)
        raise RulesFileError(Diagnostic(codes.RULES_INCOMPLETE, message, span, _OFFER, _CURE))
    return module


_OFFER = "expected `new_game = MyGame`, where MyGame is a class made from CardGame"
_CURE = "docs/rules.md shows a whole game"


def _not_python(error: SyntaxError, shown: str) -> Diagnostic:
    """Return the diagnostic for a syntax error, at its location."""
    message = f"this is not Python: {error.msg}"
    span = Span(shown, error.lineno or 0, max(error.offset or 1, 1))
    cure = "fix it, or write `rules: none` to build without rules"
    return Diagnostic(codes.RULES_CANNOT_LOAD, message, span, "cannot parse Python from here", cure)


def run(
    source: RulesSource,
    name: str,
    contents: Mapping[Path, bytes],
    changed: Mapping[str, CodeType],
) -> ModuleType:
    """Execute rules as a module and add what its game provides; exceptions propagate.

    Args:
        source: the rules.
        name: the name under which the module and its submodules are registered, replacing earlier
            ones.
        contents: the contents of all files of a user's rules; no other project file can be
            imported.
        changed: code to run in place of the file at a path.
    """
    module = run_files(source.entry, name, None if source.ships else contents, changed)
    _complete(module)
    return module


def _complete(module: ModuleType) -> None:
    """Add the attributes derived from its game to the module."""
    game = vars(module).get("new_game")
    if _is_game(game):
        offered = {
            "COMPONENTS": {**box_of(game.cards), **game.aside},
            "SENTENCES": game.sentences,
            "CLAUSES": game.clauses,
            "FACTS": game.facts,
            "EFFECTS": effects_of(game.cards),
            "RULES_OF_CARDS": {str(card): rule for card, rule in game.rules_of_cards.items()},
            "VARIANTS": game.variants_offered,
        }
        vars(module).update(offered)


def _is_game(value: object) -> TypeGuard[type[CardGame[Any]]]:
    return isinstance(value, type) and issubclass(value, CardGame)


def _lacks(module: ModuleType) -> list[str]:
    """Return what the module lacks or provides in the wrong form, as short phrases."""
    if not hasattr(module, "new_game"):
        return ["there is no `new_game`"]
    if not _is_game(module.new_game):
        return ["`new_game` is not a class made from CardGame"]
    found = [
        f"`{name}` is not {form}"
        for name, (fits, form) in _FORMS.items()
        if not fits(getattr(module, name))
    ]
    return found or _strays(module)


def _strays(module: ModuleType) -> list[str]:
    """Report clauses of unknown rules, clauses about unknown acts, and unknown places."""
    rules = module.SENTENCES
    strays = [
        f"the clause `{clause}` belongs to a rule that does not exist"
        for clause in module.CLAUSES
        if rule_of(clause) not in rules
    ]
    strays += [
        f"`{rule}`, which says what `{card}` does, is neither a rule nor a clause"
        for card, rule in module.RULES_OF_CARDS.items()
        if rule not in (*rules, *module.CLAUSES)
    ]
    strays += [
        f"`begins_with` names the place `{zone}`, and the table has no part of this name"
        for zone in module.new_game.begins_with
        if zone.partition(".")[0] not in module.new_game.table.parts
    ]
    return strays or [
        f"`{clause}` looks at the act `{act}`, which does not exist"
        for act, clause in module.new_game().stray_acts.items()
    ]


def _pairs(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return a check for mappings from strings to values of one kind."""
    return lambda table: (
        isinstance(table, Mapping)
        and all(isinstance(name, str) and fits(value) for name, value in table.items())
    )


HIGHEST = 999_999_999
"""The largest number of cards, of a fact or of an effect: that of a claim
(`loading/examples.py`)."""

_COUNTS = _pairs(lambda value: isinstance(value, int) and 0 <= value <= HIGHEST)
_COUNTS_OF_CARDS = _pairs(_pairs(lambda value: isinstance(value, int) and abs(value) <= HIGHEST))
_LINES = _pairs(lambda value: isinstance(value, str))
_CHOICES = _pairs(
    lambda value: (
        isinstance(value, tuple)
        and bool(value)
        and all(isinstance(choice, str) for choice in value)
    )
)
_FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "COMPONENTS": (_COUNTS, f"a dict of card ids and numbers, from 0 to {HIGHEST:,}"),
    "FACTS": (_COUNTS, f"a dict of names and numbers, from 0 to {HIGHEST:,}"),
    "EFFECTS": (_COUNTS_OF_CARDS, f"numbers by name for each card, up to {HIGHEST:,}"),
    "SENTENCES": (_LINES, "a dict of rule ids and sentences"),
    "CLAUSES": (_LINES, "a dict of clause ids and sentences"),
    "RULES_OF_CARDS": (_LINES, "a dict of card ids and rules or clauses"),
    "VARIANTS": (_CHOICES, "a dict of names and tuples of choices"),
}
