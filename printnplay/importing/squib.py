"""Read decks of Squib: calls of a Ruby script, layouts and tables. Nothing is run."""

from collections.abc import Callable, Mapping, Set
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_scopes import Function, Module, Scope
from printnplay.importing.ruby_tree import NotUnderstoodError, faults, line_of, parse, statements
from printnplay.importing.ruby_values import as_text
from printnplay.importing.source import Source, unreadable
from printnplay.importing.squib_deck import SETTINGS, DeckDraft
from printnplay.importing.squib_drawing import DRAWING, draw
from printnplay.importing.squib_library import PURE, READING
from printnplay.importing.squib_makers import makers, required, scripts_of, task_arguments
from printnplay.importing.squib_options import Embedded, Options
from printnplay.importing.squib_tables import typed
from printnplay.importing.values import Deck, ForeignProject
from printnplay.kernel.diagnostics import FaultsError, Span

IGNORED = frozenset([
    "require", "puts", "print", "p", "pp", "save", "save_png", "save_pdf", "warn", "save_sheet",
    "hand", "showcase", "build_groups", "using", "at_exit", "print_system_fonts", "sleep",
    "progress_bar", "srand", "exit", "abort", "desc", "binding", "raise", "autoload",
    "Dir.mkdir", "Bundler.require", "logger",
])  # fmt: skip
"""Calls that draw nothing. Those that save say where cards are cut (`trim`)."""

GUIDES = ("cut_zone", "safe_zone")
"""Calls that draw lines for proofs."""

_SETTING = frozenset([
    "save", "save_png", "save_pdf", "save_sheet", "hand", "showcase", "use_layout", "set", "hint",
])  # fmt: skip
_UNITS = {"inches": "in", "points": "pt", "cells": "cell", "cm": "cm", "mm": "mm", "deg": "deg"}
_FOREIGN = frozenset(["vendor", ".bundle", "gems", "node_modules", "spec", "test"])
"""Folders with scripts of others, or for tests."""
_MOST_SCRIPTS = 50
"""The most scripts that one may require."""


def read_project(source: Source) -> ForeignProject:
    """Return the decks of the scripts of a folder that no other one requires, or of one script."""
    scripts, depth = source.scripts(".rb"), len(source.root.parts)
    own = [one for one in scripts if _FOREIGN.isdisjoint(one.parts[depth:-1])] or scripts
    texts = {path: source.text(path) for path in own}
    needs = {path: set(scripts_of(source, path, text)) for path, text in texts.items()}
    makers = {path for path, text in texts.items() if "Squib" in text}
    while more := {path for path, needed in needs.items() if needed & makers} - makers:
        makers |= more
    inner = {one for path, needed in needs.items() for one in needed if one != path}
    outer = [one for one in texts if one in makers - inner] or [*makers]
    found = [Script(source, path) for path in outer]
    for script in found:
        script.read(texts[script.path])
    used = {file for script in found if script.decks for file in script.files}
    for script in found:
        script.make(used)
    return source.project("Squib", [deck for script in found for deck in script.finished()])


class Script(Options):
    """A script that is read: its values, and the decks that it makes."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with the settings beside it."""
        super().__init__(source, path)
        self.ruby = Ruby(self)
        self.decks: list[DeckDraft] = []
        self._around: list[DeckDraft] = []
        self._read: set[Path] = {path}
        self.groups = {"all"}
        self._is_off = ""

    @property
    def files(self) -> set[str]:
        """The files that are read."""
        return set(map(display_path, self._read))

    def read(self, text: str) -> None:
        """Follow a script; without decks, the tasks of the Rakefile that requires it.

        Raises:
            FaultsError: it is too long.
        """
        for path in self._of_tasks():
            if "Squib" not in (other := self.source.text(path)) and path not in self._read:
                self._read.add(path)
                self._run(path, other)
        self._run(self.path, text)
        if not self.decks:
            self._run_tasks()

    def make(self, used: Set[str]) -> None:
        """Make the decks of methods that nothing calls, if no script has decks of these files."""
        for method in makers(self.ruby) if not self.decks else ():
            if method.file not in used:
                self._try(method)

    def finished(self) -> list[Deck]:
        """Return the decks that have drawn something."""
        real = [deck for deck in self.decks if deck.has_drawn]
        return [
            deck.finished(f"{self.title} {at}" if at > 1 else self.title)
            for at, deck in enumerate(real, start=1)
        ]

    def _of_tasks(self) -> list[Path]:
        """Return the scripts that the Rakefile requires: all its tasks may use what they set."""
        path = self.source.find("Rakefile", *self.folders)
        return list(scripts_of(self.source, path, self.source.text(path))) if path else []

    def _run_tasks(self) -> None:
        """Follow the Rakefile if it requires this script; keep the decks of this script."""
        path, own = self.source.find("Rakefile", *self.folders), self.files
        if path and self.path in self._of_tasks():
            self._run(path, self.source.text(path))
            self.decks = [deck for deck in self.decks if deck.place.file in own]

    def _try(self, method: Function) -> None:
        if (names := ", ".join(required(method))) and method.body is not None:
            what = f"nothing calls the method `{method.name}` of this deck: no values for `{names}`"
            todo = f"write `{method.name}(...)` with its values at the end, and import again"
            self.source.lose(Span(method.file, line_of(method.body)), what, todo)
        try:
            self.ruby.call(method, [])
        except NotUnderstoodError as error:
            self.lose_part(error)

    def _run(self, path: Path, text: str) -> None:
        try:
            root = parse(text)
        except NotUnderstoodError as error:
            raise FaultsError([unreadable(path, f"it has {error.what}")]) from None
        shown = display_path(path)
        for line, what in faults(root):
            todo = "do by hand what this line does"
            self.source.lose(Span(shown, line), f"Ruby that is not read: {what}", todo)
        self.ruby.script(root, shown)

    def _require(self, name: Any) -> bool:
        """Read another script of the project; return whether there is one."""
        wanted = as_text(name)
        if PurePath(wanted).name == "squib":
            return True
        folders = [Path(self.ruby.file).parent, *self.folders]
        path = self.source.find(wanted if wanted.endswith(".rb") else f"{wanted}.rb", *folders)
        if path is not None and path not in self._read and len(self._read) < _MOST_SCRIPTS:
            self._read.add(path)
            if path.parent not in self.folders:
                self.folders.append(path.parent)
            self._run(path, self.source.text(path))
        return path is not None

    # What the script may call

    @property
    def deck(self) -> DeckDraft | None:
        """The deck whose block is read."""
        return self._around[-1] if self._around else None

    def span(self, line: int) -> Span:
        """Return a place in the script that is read now: this one, or one that it requires."""
        return Span(self.ruby.file, line)

    def lose_part(self, error: NotUnderstoodError) -> None:
        """Note a statement that is left out; tasks of a Rakefile do more than drawing cards."""
        if self.deck is None and PurePath(error.place.file).name == "Rakefile":
            return
        todo = "work out its values by hand: in the table, or in the template with Jinja"
        self.source.lose(error.place, f"Ruby that is not worked out: {error.what}", todo)

    def owns(self, value: Any) -> bool:
        """Return whether a value is a deck, or takes the pictures of a text."""
        return isinstance(value, DeckDraft | Embedded)

    def call(self, on: Any, name: str, given: list[Any], block: Function | None, line: int) -> Any:
        """Work out a call that is no method of a value, or a constant."""
        match on:
            case Embedded():
                return self.embed(on, name, self.options(given, line), line)
            case DeckDraft():
                return self._in_deck(on, name, given, block, line)
            case Module():
                return self._own_deck(on, given, block)
        return self._named(on, name, given, block, line)

    def _named(
        self, on: str, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        """Return what a function or a constant of the tool or of a library is."""
        full = f"{on}.{name}" if on else name
        bare = full.removeprefix("Squib.")
        if function := _CALLS.get(bare):
            return function(self, given, block, line)
        if full in PURE or full in READING:
            return PURE[full](*given) if full in PURE else READING[full](self, given, block)
        if self.deck is not None and not on:
            return self._in_deck(self.deck, name, given, block, line)
        if bare not in IGNORED and on not in ("FileUtils", "STDOUT"):
            raise self.ruby.fault(line, f"`{full}`")
        return None

    def _required(self, given: list[Any], _: Function | None, line: int) -> bool:
        if not self._require(given[0]):
            raise self.ruby.fault(line, f"`require_relative '{as_text(given[0])}'`")
        return True

    def _task(self, said: list[Any], block: Function | None, _: int) -> None:
        if block is not None:
            self.ruby.call(block, [None, task_arguments(said)])

    def _configured(self, given: list[Any], _: Function | None, line: int) -> None:
        self.config = {**self.config, **self.options(given, line)}

    # Decks

    def new_deck(self, listed: list[Any], block: Function | None, line: int) -> DeckDraft:
        """Begin a deck, and follow its block."""
        given = self.options(listed, line)
        if given.get("config"):
            self.configure(as_text(given["config"]))
        return self._drawn_by(DeckDraft(self, given, Span(self.ruby.file, line)), block)

    def _own_deck(self, of: Module, given: list[Any], block: Function | None) -> DeckDraft:
        """Begin a deck of a class of the script, which begins it by `super`."""
        deck = DeckDraft(self, {}, self.span(0), of)
        begin = of.method("initialize")
        if begin is None:
            return self._begun(deck, given, block)
        self.ruby.call(begin, given, block, deck)
        return deck

    def _begun(self, deck: DeckDraft, given: list[Any], block: Function | None) -> DeckDraft:
        deck.begin(self.options(given, 0))
        return self._drawn_by(deck, block)

    def _drawn_by(self, deck: DeckDraft, block: Function | None) -> DeckDraft:
        """Follow the block of a deck."""
        self.decks.append(deck)
        if block is not None:
            self._around.append(deck)
            inner = Scope(block.scope)
            inner.me = deck
            inner.values |= {one.name: deck for one in block.parameters[:1]}
            try:
                self.ruby.run(statements(block.body), inner)
            finally:
                self._around.pop()
        deck.frames = list(self.frames)
        return deck

    def _in_deck(
        self, deck: DeckDraft, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        """Work out a call of a deck."""
        if name == "super initialize":
            return self._begun(deck, given, block)
        name = name.removeprefix("super ")
        if deck is not self.deck:
            return self._after(deck, name, given, block, line)
        if (name in deck.own or name == "layout") and not given:
            return deck.own[name] if name in deck.own else typed(deck.layouts)
        if block is not None and name in ("instance_eval", "tap"):
            return self.ruby.call(block, [deck], None, deck)
        if block is not None and name == "build":
            return self._build(as_text(given[0]) if given else "all", block)
        return self._drawn(deck, name, given, block, line)

    def _after(
        self, deck: DeckDraft, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        """Work out a call of a deck whose block has ended, or a method of its class."""
        self._around.append(deck)
        method = (deck.of or self.ruby.main).method(name)
        try:
            if method is not None:
                return self.ruby.call(method, given, block, deck)
            return self.call("", name, given, block, line)
        finally:
            self._around.pop()

    def _drawn(
        self, deck: DeckDraft, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        if name not in DRAWING:
            if name not in IGNORED and name not in _SETTING:
                raise self.ruby.fault(line, f"`{name}`")
            known = SETTINGS.get(name, SETTINGS["save"])
            said = given[-1] if given and isinstance(given[-1], dict) else {}
            used = {key: of for key, of in said.items() if key in known}
            return deck.setting(name, self.options([used], line), line)
        if self._is_off and name in GUIDES:
            return None
        if self._is_off:
            what = f"the build group `{self._is_off}` is off: what it draws is left out"
            return self.lose(line, what, "draw it in the template, or in a look of its own")
        options, embedded = self.options(given, line), Embedded({})
        if given and name == "background" and not isinstance(given[0], dict):
            options["color"] = given[0]
        if name == "text" and block is not None:
            self.ruby.call(block, [embedded])
        return draw(deck, name, options, line, embedded.pictures)

    def _build(self, group: str, block: Function) -> Any:
        """Read what a build group draws if the group is on; else only what it says of sizes."""
        before = self._is_off
        self._is_off = self._is_off or ("" if group in self.groups else group)
        try:
            return self.ruby.call(block, [])
        finally:
            self._is_off = before


def _measured(unit: str) -> Callable[..., float]:
    return lambda script, given, _, __: script.length(unit, given[0])


def _grouping(*, is_on: bool) -> Callable[..., None]:
    def change(script: Script, given: list[Any], _: Function | None, __: int) -> None:
        groups, group = script.groups, as_text(given[0])
        (groups.add if is_on else groups.discard)(group)

    return change


_CALLS: Mapping[str, Callable[[Script, list[Any], Function | None, int], Any]] = {
    "Squib::Deck.new": Script.new_deck,
    **{kind: partial(Script.table, kind=kind) for kind in ("csv", "xlsx", "yaml", "json")},
    **{name: _measured(unit) for name, unit in _UNITS.items()},
    "Squib::Args::UnitConversion.parse": lambda script, given, _, __: script.converted(*given),
    "require_relative": Script._required,
    **dict.fromkeys(
        ("require", "load"),
        lambda script, given, _, __: script._require(given[0]),
    ),
    **dict.fromkeys(("task", "namespace", "multitask", "file"), Script._task),
    "configure": Script._configured,
    **{name: partial(Script.moment, name=name) for name in ("Time.now", "Date.today")},
    **dict.fromkeys(("enable_build", "enable_build_globally"), _grouping(is_on=True)),
    **dict.fromkeys(("disable_build", "disable_build_globally"), _grouping(is_on=False)),
}
"""What scripts call of Squib and to read others."""
