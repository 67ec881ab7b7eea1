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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NoReturn, TypeGuard, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.budget import OverLimitsError
from printnplay.files.catalog import Catalog, display_path, shipped_designs
from printnplay.files.door import (
    ReadError,
    files_below,
    is_there,
    names_below,
    read,
    resolved,
    stamp,
)
from printnplay.files.reads import Reads, are_same, noting
from printnplay.game.game import NO_RULES, Card, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.rules.cardgame import CardGame
from printnplay.rules.cards import effects_of
from printnplay.rules.clauses import clauses_of
from printnplay.rules.decks import DeckError, handed
from printnplay.rules.endless import HELP, LOADING, SAYING, AtWork, EndlessError, within
from printnplay.rules.game import rule_of
from printnplay.rules.importer import PACKAGE_FILE, SUFFIX, run_files
from printnplay.rules.protocol import RulesModule
from printnplay.rules.trust import is_trusted

T = TypeVar("T")

MAX_BYTES = 1 << 20
"""Maximum size of a rules file in bytes: the same as for YAML (`files/yaml_tree.py`)."""


class RulesFileError(Exception):
    """Rules that cannot be used; carries the diagnostics."""

    def __init__(self, *faults: Diagnostic) -> None:
        """Store the diagnostics, at least one."""
        super().__init__(faults[0].message)
        self.faults = faults

    @property
    def fault(self) -> Diagnostic:
        """The first diagnostic."""
        return self.faults[0]

    def __reduce__(self) -> tuple[type["RulesFileError"], tuple[Diagnostic, ...]]:
        """Support pickling for transfer to another process."""
        return type(self), self.faults


class RulesSource(Struct, frozen=True):
    """The location of a game's rules, in a form that other processes and machines can resolve.

    Attributes:
        path: the file or folder. For bundled rules, relative to the folder of bundled games, which
            may differ on another machine.
        shown: the path as the user would type it.
        ships: whether the rules are bundled with printnplay.
        deck: the cards that the rules can take; None if the rules are loaded without a game.
        edition: the edition that is played; empty for the game itself.
        copies: the copies of each card, if the edition has a deck of its own.
    """

    path: str
    shown: str
    ships: bool
    deck: tuple[Card, ...] | None = None
    edition: str = ""
    copies: tuple[tuple[str, int], ...] | None = None

    def __hash__(self) -> int:
        """Hash the location and the edition; fields of cards have no hash."""
        return hash((self.path, self.ships, self.edition))

    @classmethod
    def at(cls, path: Path, deck: tuple[Card, ...] | None = None) -> "RulesSource":
        """Return the source for a rules file or folder, and the deck that its rules take."""
        real, shipped = resolved(path), shipped_designs()
        if real.is_relative_to(shipped):
            name = real.relative_to(shipped).as_posix()
            return cls(name, display_path(path), ships=True, deck=deck)
        return cls(str(path.absolute()), display_path(path), ships=False, deck=deck)

    @classmethod
    def of(cls, game: Game) -> "RulesSource":
        """Return the source of the rules that a game names, with its deck."""
        copies = None
        if game.shares_rules and "deck" in game.changes:
            copies = tuple((card.id, card.copies) for card in game.cards)
        source = cls.at(Path(game.folder) / game.rules, game.deck_of_rules)
        return replace(source, edition=game.edition, copies=copies)

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
    def beside(self) -> list[str]:
        """The names below the folder of the game: rules may test whether a file exists."""
        return names_below(self.place.parent)

    @property
    def module(self) -> str:
        """The module name, made unique by a hash of the path: many rules are named `rules`.

        Each edition has a module of its own.
        """
        said = os.fsencode(self.place)
        if self.edition:
            said += f"\n{self.edition} {self.copies}".encode()
        digest = blake2b(said, digest_size=8).hexdigest()
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
        """Return the rules module; execute it again if its files, deck or reads have changed.

        Args:
            contents: the contents of a user's rules files, if they have already been read.

        Raises:
            RulesFileError: the rules are missing, unreadable, incomplete, have a syntax error or
                raise an exception.
        """
        held = {} if self.ships else contents or self.contents()
        state = self._said(), self._stamps() if self.ships else (held, self.beside)
        loaded = _LOADED.pop(self.module, None)
        if loaded is None or loaded[0] != state or not are_same(self.reads.states):
            _READS[self.module] = Reads()
            loaded = state, _sound(self, held)
        _LOADED[self.module] = loaded
        return cast("RulesModule", loaded[1])

    def _said(self) -> object:
        """Return all that rules can read of the deck; places are for diagnostics only."""
        return self.deck and [
            (card.id, card.family, card.copies, card.fields, card.back_fields) for card in self.deck
        ]

    def _stamps(self) -> dict[Path, tuple[int, int]]:
        try:
            return {path: stamp(path) for path in self.files}
        except ReadError as error:
            raise _unreadable(error, self, str(self.place)) from error


_LOADED: dict[str, tuple[object, ModuleType]] = {}
"""Rules executed by this process, by module name, with their deck and the state of their files."""

_READS: dict[str, Reads] = {}
"""Files read by those rules, by module name."""


def _unreadable(error: ReadError, source: RulesSource, file: str) -> RulesFileError:
    shown = source.shown_file(file) or source.shown
    return RulesFileError(error.fault(codes.RULES_CANNOT_LOAD, shown))


def reads_of(game: Game) -> Reads:
    """Return the files that the rules of a game have read in this process, besides their own."""
    return Reads() if game.rules == NO_RULES else RulesSource.of(game).reads


def load_rules(path: Path, deck: tuple[Card, ...] | None = None) -> RulesModule:
    """Execute the rules in a file or folder without checking that they are trusted.

    Args:
        path: the file or folder.
        deck: the cards that they can take, as `load_cards` returns them.

    Raises:
        RulesFileError: the rules are missing, unreadable, incomplete, have a syntax error or raise
            an exception.
    """
    return RulesSource.at(path, deck).load()


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
        for fault in error.faults:
            problems.add(fault)
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
    task, AtWork.task = AtWork.task, ""
    here = Path.cwd()
    try:
        yield
    except (KeyboardInterrupt, OverLimitsError, RulesFileError):
        raise
    except BaseException as error:
        raise RulesFileError(*_failures(error, source)) from error
    finally:
        AtWork.names.pop()
        AtWork.task = task
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


def _failures(error: BaseException, source: RulesSource) -> Sequence[Diagnostic]:
    """Return diagnostics for rules that raised an exception, at the innermost line of theirs."""
    span = Span(source.shown)
    for frame in traceback.extract_tb(error.__traceback__):
        if shown := source.shown_file(frame.filename):
            span = Span(shown, frame.lineno or 0, 1)
    if isinstance(error, DeckError):
        return error.at(span)
    if isinstance(error, EndlessError):
        message = f"the rules do not end: {error}"
        return [Diagnostic(codes.RULES_FAIL, message, span, "they were running here", HELP)]
    label, task = "this raised the error", AtWork.task
    notes = ((f"in {task}", None),) if task not in ("", _file_task(source)) else ()
    message = f"the rules fail: {type(error).__name__}: {_said(error)}".rstrip(": ")
    return [Diagnostic(codes.RULES_FAIL, message, span, label, "fix the rules", notes)]


def _file_task(source: RulesSource) -> str:
    """Return the name of the task of running the rules files."""
    return f"`{source.shown}`"


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
            with within(LOADING, _file_task(source)):
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
    if doubled := list(_doubled(module.new_game, source)):
        raise RulesFileError(*doubled)
    return module


def _doubled(game: type[CardGame[Any]], source: RulesSource) -> Iterator[Diagnostic]:
    """Report clauses whose id another one has: one of them could not be switched off alone."""
    first = dict.fromkeys(game.clauses_of_cards, "clauses_of_cards")
    for name, clause in clauses_of(game):
        if clause.id in first:
            file, line = clause.place
            yield Diagnostic(
                codes.CLAUSE_TWICE,
                f"`{name}` has the id `{clause.id}`, which `{first[clause.id]}` has, too",
                Span(source.shown_file(file) or source.shown, line, 1),
                "expected an id of its own",
                f"write another one, such as `{clause.id}-2`, and an example that shows it",
            )
        first.setdefault(clause.id, name)


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
    with handed(source.deck) as read:
        module = run_files(source.entry, name, None if source.ships else contents, changed)
    _complete(module, source, read)
    return module


def _complete(module: ModuleType, source: RulesSource, read: object) -> None:
    """Let the module play the edition, and add the attributes derived from its game.

    `read` is what it has read of the deck.
    """
    game = vars(module).get("new_game")
    if _is_game(game):
        classes = [one for one in vars(module).values() if _is_game(one) and issubclass(one, game)]
        if source.edition:
            own = next((one for one in classes if one.edition == source.edition), game)
            copies = None if source.copies is None else dict(source.copies)
            game = own.of_edition(source.edition, copies)
        offered = {
            "new_game": game,
            "EDITIONS": tuple(dict.fromkeys(str(one.edition) for one in classes)),
            "COMPONENTS": game.copies_in_box(),
            "SENTENCES": game.sentences,
            "CLAUSES": game.clauses,
            "FACTS": game.facts,
            "EFFECTS": effects_of(game.cards),
            "RULES_OF_CARDS": {str(card): rule for card, rule in game.rules_of_cards.items()},
            "VARIANTS": game.variants_offered,
            "DECK": blake2b(repr(read).encode(), digest_size=16).hexdigest(),
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
