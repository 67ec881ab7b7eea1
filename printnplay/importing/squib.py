"""Read decks of Squib: calls of a Ruby script, layouts and tables. Nothing is run."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_tree import (
    Call,
    Function,
    NotUnderstoodError,
    Scope,
    call_of,
    faults,
    parse,
    said,
    statements,
)
from printnplay.importing.ruby_values import Frame, as_text
from printnplay.importing.source import MOST_CARDS, Source, unreadable
from printnplay.importing.squib_deck import Context, DeckDraft, is_number
from printnplay.importing.squib_drawing import DRAWING, draw
from printnplay.importing.values import Deck, ForeignProject
from printnplay.kernel.diagnostics import FaultsError

IGNORED = frozenset([
    "require", "puts", "print", "p", "pp", "save", "save_png", "save_pdf",
    "save_sheet", "hand", "showcase", "hint", "enable_build", "disable_build", "build_groups",
    "enable_build_globally", "disable_build_globally", "print_system_fonts", "progress_bar",
    "configure", "sleep", "srand",
])  # fmt: skip
"""Calls that draw nothing. Those that save say where cards are cut (`trim`)."""

GUIDES = ("cut_zone", "safe_zone")
"""Calls that draw lines for proofs."""

KNOWN = frozenset((*IGNORED, *GUIDES, *DRAWING, "use_layout", "set"))
"""All calls in the block of a deck."""

_MATHS = ("sin", "cos", "tan", "sqrt", "atan2", "hypot")
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{f"Math.{name}": getattr(math, name) for name in _MATHS},
    "Array.new": lambda number=0, value=None: [value] * min(int(number), MOST_CARDS),
    "File.join": lambda *parts: "/".join(map(as_text, parts)),
    "File.expand_path": lambda path, *_: as_text(path),
    "Squib::DataFrame.new": lambda *_: Frame({}),
    "Math::PI": lambda: math.pi,
    "Math::E": lambda: math.e,
    "Integer": int,
    "Float": float,
    "String": as_text,
    "Array": lambda *given: given[0] if isinstance(given[0], list) else list(given),
}
"""Functions of Ruby that scripts of decks use."""
_UNITS = ("inches", "cm", "mm", "points", "cells")
_TABLES = ("csv", "xlsx", "yaml", "json")


def read_project(source: Source) -> ForeignProject:
    """Return the decks of the scripts of a folder, or of one script.

    Scripts of a folder without decks of their own say what others need, such as constants.
    """
    texts = {path: source.text(path) for path in source.scripts(".rb")}
    helpers = [path for path, text in texts.items() if "Squib" not in text and len(texts) > 1]
    decks: list[Deck] = []
    for path, text in texts.items():
        if "Squib" in text:
            decks += _Script(source, path).read(text, helpers)
    return source.project("Squib", decks)


class _Script(Context):
    """A script that is read: its values, and the decks that it makes."""

    def __init__(self, source: Source, path: Path) -> None:
        super().__init__(source, path)
        self.decks: list[Deck] = []
        self.deck: DeckDraft | None = None
        self.scope = Scope()
        self._read: set[Path] = set()

    def read(self, text: str, helpers: Sequence[Path]) -> list[Deck]:
        """Read a whole script after those that help it; without a deck, its methods, too.

        Raises:
            FaultsError: it is too long.
        """
        for path in helpers:
            self._require(path)
        self._run(text)
        methods = [one for one in self.scope.values.values() if isinstance(one, Function)]
        for method in methods if not self.decks else ():
            if "Squib::Deck" in said(method.body):
                self.ruby.run(statements(method.body), Scope(method.scope))
        return self.decks

    def _run(self, text: str) -> None:
        try:
            root = parse(text)
        except NotUnderstoodError as error:
            raise FaultsError([unreadable(self.path, f"it has {error.what}")]) from None
        for line, what in faults(root):
            self.lose(line, f"Ruby that is not read: {what}", "do by hand what this line does")
        self.ruby = Ruby(root, self._call, self._not_understood)
        self.ruby.run(statements(root), self.scope)

    def _require(self, path: Path | None) -> None:
        """Read another script of the project for what this one needs of it."""
        if path is not None and path not in self._read and len(self._read) < 20:
            self._read.add(path)
            before, self.shown = (getattr(self, "ruby", None), self.shown), display_path(path)
            self._run(self.source.text(path))
            if before[0] is not None:
                self.ruby = before[0]
            self.shown = before[1]

    def _not_understood(self, line: int, what: str) -> None:
        todo = "work out its values by hand: in the table, or in the template with Jinja"
        self.lose(line, f"Ruby that is not worked out: {what}", todo)

    # Calls without a receiver, and those of Squib and File

    def _call(self, call: Call, scope: Scope) -> Any:
        """Work out a call that is no method of a value, or a constant."""
        name = f"{call.on}.{call.name}" if call.on else call.name
        if name == "Squib::Deck.new":
            return self._new_deck(call, scope)
        if name.removeprefix("Squib.") in _TABLES:
            return self._table(call.name, self._options(call, scope), call.line)
        if name in _FUNCTIONS or name in _UNITS:
            given = self.ruby.items(call.arguments, scope)
            return self._units(name, given[0]) if name in _UNITS else _FUNCTIONS[name](*given)
        if self.deck is not None and not call.on:
            return self._deck_call(self.deck, call, scope)
        if name == "require_relative":
            for wanted in self.ruby.items(call.arguments, scope):
                self._require(self.source.find(f"{as_text(wanted)}.rb", self.path.parent))
        elif name.removeprefix("Squib.") not in IGNORED and name not in GUIDES:
            raise NotUnderstoodError(call.line, f"`{name}`")
        return None

    def _units(self, name: str, number: Any) -> float:
        dpi = self.deck.dpi if self.deck is not None else 300.0
        per = {"inches": dpi, "cm": dpi / 2.54, "mm": dpi / 25.4, "points": dpi / 72}
        return float(number) * per.get(name, self.deck.cell if self.deck else 37.5)

    def _options(self, call: Call, scope: Scope) -> dict[str, Any]:
        """Return the options of a call; one that cannot be worked out is nil, with a loss."""
        found: dict[str, Any] = {}
        for key, value in call.options:
            name = as_text(self.ruby.key(key, scope))
            # What is drawn on unknown cards is drawn on none.
            found[name] = [] if name == "range" else None
            try:
                found[name] = self.ruby.of(value, scope)
            except NotUnderstoodError as error:
                todo = f"set the {name} by hand, in the table or in the template"
                self.lose(error.line, f"`{name}:` depends on Ruby: {error.what}", todo)
        return found

    def _table(self, kind: str, options: dict[str, Any], line: int) -> Frame:
        name = as_text(options.get("file", "sample.csv" if kind == "csv" else "sample.xlsx"))
        path = self.source.find(name, *self.folders)
        frame = Frame({})
        if "data" in options and path is None:
            self.lose(line, f"`{kind} data:`", "write the rows into the table")
        elif path is None:
            self.lose(line, f"the table `{name}` is not in the folder", "add it, and import again")
        else:
            sheet = as_text(options.get("sheet", "")) if kind == "xlsx" else ""
            headings, rows = self.source.table(path, "" if sheet.isdigit() else sheet)
            if sheet.isdigit() and sheet != "0":
                what = f"sheet number {sheet} of `{name}`: the first one was read"
                self.lose(line, what, "give the name of the sheet, and import again")
            for at, heading in enumerate(headings):
                if heading:
                    frame.columns[heading] = [_cell(row[at]) for row in rows]
        copies = frame.columns.get(as_text(options.get("explode", "qty")), [])
        numbers = [min(int(float(one)), 500) if is_number(one) else 0 for one in copies]
        if numbers:
            for heading, column in frame.columns.items():
                each = chain.from_iterable(map(repeat, column, numbers))
                frame.columns[heading] = list(each)[:MOST_CARDS]
        self.frames.append(frame)
        return frame

    # Decks

    def _new_deck(self, call: Call, scope: Scope) -> None:
        given = self._options(call, scope)
        if given.get("config"):
            self.configure(as_text(given["config"]))
        before, self.deck = self.deck, DeckDraft(self, given)
        if call.block is None:
            return
        deck, inner = self.deck, Scope(scope)
        own = {
            "width": deck.width, "height": deck.height, "dpi": deck.dpi, "size": deck.number,
            "cards": [None] * deck.number,
        }  # fmt: skip
        # Variables of the script come before methods of the deck.
        inner.values |= {name: value for name, value in own.items() if scope.find(name) is None}
        self.ruby.run(statements(call.block), inner)
        self.deck = before
        name = f"{self.title} {len(self.decks) + 1}" if self.decks else self.title
        if deck.has_drawn:
            self.decks.append(deck.finished(name, call.line))

    def _deck_call(self, deck: DeckDraft, call: Call, scope: Scope) -> Any:
        name, line = call.name, call.line
        if name == "build":
            groups = [as_text(one) for one in self.ruby.items(call.arguments, scope)]
            if not {"proofs", "proof"}.isdisjoint(groups):
                return None
            return self.ruby.run(statements(call.block), Scope(scope))
        if name not in KNOWN:
            raise NotUnderstoodError(line, f"`{name}`")
        given = self._options(call, scope)
        if name in DRAWING:
            if call.arguments and name == "background":
                given.setdefault("color", self.ruby.items(call.arguments, scope)[0])
            draw(deck, name, given, line, self._embedded(call, scope))
        else:
            deck.setting(name, given, line)
        return None

    def _embedded(self, call: Call, scope: Scope) -> dict[str, dict[str, Any]]:
        """Return the pictures that stand for words in a text, by these words."""
        found: dict[str, dict[str, Any]] = {}
        given = [] if call.name != "text" else self.ruby.items(call.arguments, scope)
        blocks = [call.block, *(one.body for one in given if isinstance(one, Function))]
        for statement in (one for block in blocks for one in statements(block)):
            icon = call_of(statement)
            if icon.name in ("svg", "png"):
                options = self._options(icon, scope)
                found[as_text(options.get("key", "*"))] = options
            else:
                todo = "write {icon:name} for these words in the texts"
                self.lose(icon.line, "icons in a text that Ruby chooses", todo)
        return found


def _cell(text: str) -> Any:
    """Return a cell as Squib reads it: a number where it looks like one."""
    stripped = text.strip()
    if re.fullmatch(r"-?\d{1,12}", stripped):
        return int(stripped)
    if re.fullmatch(r"-?\d{1,12}\.\d{1,12}", stripped):
        return float(stripped)
    return stripped or None
