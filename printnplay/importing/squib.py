"""Read decks of Squib: calls of a Ruby script, layouts and tables. Nothing is run."""

from collections.abc import Callable, Mapping, Set
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_scopes import Function, Module
from printnplay.importing.ruby_tree import NotUnderstoodError, faults, line_of, parse
from printnplay.importing.ruby_values import as_text
from printnplay.importing.source import Source, unreadable
from printnplay.importing.squib_deck import DeckDraft
from printnplay.importing.squib_decks import IGNORED, Decks, Embedded
from printnplay.importing.squib_library import PURE, READING
from printnplay.importing.squib_makers import makers, required, scripts_of, task_arguments
from printnplay.importing.values import Deck, ForeignProject
from printnplay.kernel.diagnostics import FaultsError, Span

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


class Script(Decks):
    """A script that is read: its values, and the decks that it makes."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with the settings beside it."""
        super().__init__(source, path)
        self.ruby = Ruby(self)
        self._read: set[Path] = {path}

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


def _measured(unit: str) -> Callable[..., float]:
    return lambda script, given, _, __: script.length(unit, given[0])


_MOMENTS = ("Time.now", "Time.new", "DateTime.now", "Date.today")
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
    **{name: partial(Script.moment, name=name) for name in _MOMENTS},
    **dict.fromkeys(
        ("enable_build", "enable_build_globally"),
        lambda script, given, *_: script.groups.add(as_text(given[0])),
    ),
    **dict.fromkeys(
        ("disable_build", "disable_build_globally"),
        lambda script, given, *_: script.groups.discard(as_text(given[0])),
    ),
}
"""What scripts call of Squib and to read others."""
