"""Read decks of Squib: calls of a Ruby script, layouts and tables. Nothing is run."""

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from printnplay.importing.ruby import Node, parse
from printnplay.importing.ruby_methods import Frame, as_text
from printnplay.importing.ruby_values import Function, Scope, Values
from printnplay.importing.ruby_words import NotUnderstoodError
from printnplay.importing.source import MOST_CARDS, Source, unreadable
from printnplay.importing.squib_deck import Context, DeckDraft, is_number
from printnplay.importing.squib_drawing import draw
from printnplay.importing.values import (
    Deck,
    ForeignProject,
)
from printnplay.kernel.diagnostics import FaultsError

IGNORED = frozenset(
    [
        "require",
        "require_relative",
        "puts",
        "print",
        "p",
        "pp",
        "save",
        "save_png",
        "save_pdf",
        "save_sheet",
        "hand",
        "showcase",
        "hint",
        "enable_build",
        "disable_build",
        "build_groups",
        "enable_build_globally",
        "disable_build_globally",
        "print_system_fonts",
        "progress_bar",
        "configure",
        "sleep",
        "srand",
    ]
)
"""Calls that draw nothing. Those that save say where cards are cut (`trim`)."""

GUIDES = ("cut_zone", "safe_zone")
"""Calls that draw lines for proofs."""

DRAWING = frozenset(
    [
        "background",
        "text",
        "rect",
        "circle",
        "ellipse",
        "triangle",
        "line",
        "curve",
        "star",
        "polygon",
        "grid",
        "png",
        "svg",
    ]
)


def read_project(source: Source) -> ForeignProject:
    """Return the decks of the scripts of a folder, or of one script."""
    decks: list[Deck] = []
    for path in source.scripts(".rb"):
        text = source.text(path)
        if "Squib" not in text:
            continue
        script = _Script(source, path)
        script.read(text)
        decks += script.decks
    return ForeignProject(
        "Squib",
        "",
        tuple(decks),
        source.pictures,
        source.fonts(),
        tuple(source.losses),
    )


class _Script(Context):
    """A script that is read: its values, and the decks that it makes."""

    def __init__(self, source: Source, path: Path) -> None:
        super().__init__(source, path)
        self.decks: list[Deck] = []
        self.values = Values(self.call, self.constant)
        self.deck: DeckDraft | None = None

    def read(self, text: str) -> None:
        """Read a whole script.

        Raises:
            FaultsError: it is no Ruby that can be read.
        """
        try:
            statements, faults = parse(text)
        except NotUnderstoodError as error:
            reason = f"line {error.line} has {error.what}"
            raise FaultsError([unreadable(self.path, reason)]) from None
        for line, what in faults:
            self.lose(line, f"Ruby that is not read: {what}", "do by hand what this line does")
        self.run(statements, Scope())

    def run(self, statements: Sequence[Node], scope: Scope) -> Any:
        """Go through statements; one that cannot be worked out is a loss."""
        value = None
        for statement in statements:
            try:
                value = self._statement(statement, scope)
            except NotUnderstoodError as error:
                todo = "work out its values by hand: in the table, or in the template with Jinja"
                self.lose(error.line, f"Ruby that is not worked out: {error.what}", todo)
        return value

    def _statement(self, node: Node, scope: Scope) -> Any:
        match node.kind:
            case "define":
                name, names, body = node.parts
                scope.values[name] = Function(names, body, scope)
                return None
            case "choice":
                condition, then, otherwise = node.parts
                is_so = self.values.of(condition, scope)
                return self.run(then if is_so not in (None, False) else otherwise, scope)
            case "call":
                return self._loop(node, scope)
        return self.values.of(node, scope)

    def _loop(self, node: Node, scope: Scope) -> Any:  # noqa: C901
        """Run the block of `each` as statements, so that each line may be lost alone."""
        receiver, name, arguments, options, block = node.parts
        is_loop = name in ("each", "each_with_index", "times", "each_index") and not arguments
        if receiver is None or block is None or not is_loop or options:
            return self.values.of(node, scope)
        over = self.values.of(receiver, scope)
        if isinstance(over, int) and not isinstance(over, bool):
            over = list(range(min(over, 1000)))
        elif isinstance(over, Frame):
            over = [[heading, column] for heading, column in over.columns.items()]
        elif isinstance(over, dict):
            over = [[key, value] for key, value in over.items()]
        if not isinstance(over, list):
            raise NotUnderstoodError(node.line, f"`{name}`")
        names, body = block.parts
        for at, one in enumerate(over[:MOST_CARDS]):
            inner = Scope(scope)
            given = [one, at] if name == "each_with_index" else [one]
            if name == "each_index":
                given = [at]
            elif isinstance(one, list) and len(names) > 1 and name == "each":
                given = one
            inner.values |= dict(zip(names, given, strict=False))
            self.run(body, inner)
        return over

    def constant(self, node: Node, scope: Scope) -> Any:
        """Return a constant of Ruby."""
        del scope
        name = "::".join(node.parts)
        known = {"Math::PI": math.pi, "Math::E": math.e}
        if name in known:
            return known[name]
        raise NotUnderstoodError(node.line, f"`{name}`")

    # Calls without a receiver, and those of Squib and File

    def call(self, node: Node, scope: Scope) -> Any:  # noqa: C901, PLR0911, PLR0912
        """Work out a call that is no method of a value."""
        receiver, name, arguments, options, _ = node.parts
        on = "::".join(receiver.parts) if receiver is not None else ""
        if on == "Squib::Deck" and name == "new":
            return self._new_deck(node, scope)
        if on in ("", "Squib") and name in ("csv", "xlsx", "yaml", "json"):
            return self._table(name, self.options(options, scope), node.line)
        if on == "Squib" and name in IGNORED:
            return None
        if on == "Array" and name == "new":
            given = [self.values.of(one, scope) for one in arguments]
            number = min(int(given[0]), MOST_CARDS) if given else 0
            return [given[1] if len(given) > 1 else None] * number
        if on == "File" and name in ("join", "expand_path"):
            given = [as_text(self.values.of(one, scope)) for one in arguments]
            return "/".join(given) if name == "join" else given[0]
        if on == "Math" and arguments:
            if name not in ("sin", "cos", "tan", "sqrt", "atan2", "hypot"):
                raise NotUnderstoodError(node.line, f"`Math.{name}`")
            return getattr(math, name)(*(self.values.of(one, scope) for one in arguments))
        if on == "Squib::DataFrame" and name == "new":
            return Frame({})
        if not on and name in ("Integer", "Float", "String", "format", "sprintf", "Array"):
            given = [self.values.of(one, scope) for one in arguments]
            if name == "Array":
                return given[0] if isinstance(given[0], list) else given
            if name in ("format", "sprintf"):
                raise NotUnderstoodError(node.line, f"`{name}`")
            makers: dict[str, Callable[[Any], Any]] = {
                "Integer": int,
                "Float": float,
                "String": as_text,
            }
            return makers[name](given[0])
        if not on and name in ("inches", "cm", "mm", "points", "cells"):
            return self._units(name, self.values.of(arguments[0], scope))
        if not on and self.deck is not None:
            return self._deck_call(self.deck, node, scope)
        if name in IGNORED or (not on and name in GUIDES):
            return None
        raise NotUnderstoodError(node.line, f"`{on + '.' if on else ''}{name}`")

    def _units(self, name: str, number: Any) -> float:
        dpi = self.deck.dpi if self.deck is not None else 300.0
        per = {"inches": dpi, "cm": dpi / 2.54, "mm": dpi / 25.4, "points": dpi / 72}
        return float(number) * per.get(name, self.deck.cell if self.deck else 37.5)

    def options(self, options: Sequence[tuple[Any, Node]], scope: Scope) -> dict[str, Any]:
        """Return the options of a call; one that cannot be worked out is left out, with a loss."""
        found: dict[str, Any] = {}
        for key, value in options:
            name = key if isinstance(key, str) else "".join(map(str, key))
            found[name] = None
            try:
                found[name] = self.values.of(value, scope)
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
        explode = as_text(options.get("explode", "qty"))
        numbers = frame.columns.get(explode)
        if numbers is not None:
            copies = [int(float(one or 0)) if is_number(one) else 0 for one in numbers]
            frame = Frame(
                {
                    heading: [
                        cell
                        for cell, number in zip(column, copies, strict=True)
                        for _ in range(min(number, 500))
                    ][:MOST_CARDS]
                    for heading, column in frame.columns.items()
                }
            )
        self.frames.append(frame)
        return frame

    # Decks

    def _new_deck(self, node: Node, scope: Scope) -> Any:
        _, _, _, options, block = node.parts
        given = self.options(options, scope)
        if given.get("config"):
            self.configure(as_text(given["config"]))
        if block is None:
            self.deck = DeckDraft(self, given)
            return None
        deck = DeckDraft(self, given)
        before, self.deck = self.deck, deck
        inner = Scope(scope)
        own: dict[str, Any] = {
            "width": deck.width,
            "height": deck.height,
            "dpi": deck.dpi,
            "size": deck.number,
        }
        own["cards"] = [None] * deck.number
        # Variables of the script come before methods of the deck.
        inner.values |= {name: value for name, value in own.items() if scope.find(name) is None}
        self.run(block.parts[1], inner)
        self.deck = before
        stem = " ".join(self.path.stem.replace("_", " ").replace("-", " ").split()).title()
        name = stem if not self.decks else f"{stem} {len(self.decks) + 1}"
        if deck.has_drawn:
            self.decks.append(deck.finished(name, node.line))
        return None

    def _deck_call(self, deck: DeckDraft, node: Node, scope: Scope) -> Any:  # noqa: C901, PLR0911
        _, name, arguments, options, block = node.parts
        line = node.line
        if name == "build":
            groups = [self.values.of(one, scope) for one in arguments]
            if any(as_text(one) in ("proofs", "proof") for one in groups):
                return None
            return self.run(block.parts[1], Scope(scope)) if block else None
        if name in IGNORED:
            deck.saved(self.options(options, scope))
            return None
        if name in GUIDES:
            deck.guided(name, self.options(options, scope), line)
            return None
        if name == "use_layout":
            deck.use(self.options(options, scope).get("file", "layout.yml"), line)
            return None
        if name == "set":
            given = self.options(options, scope)
            deck.font = as_text(given.get("font", deck.font))
            deck.image_folder = as_text(given.get("img_dir", deck.image_folder))
            return None
        if name in DRAWING:
            given = self.options(options, scope)
            if arguments and name == "background":
                given.setdefault("color", self.values.of(arguments[0], scope))
            embedded = self._embedded(block, scope) if block is not None else {}
            draw(deck, name, given, line, embedded)
            return [{"width": 0, "height": 0}] * deck.number if name == "text" else None
        raise NotUnderstoodError(line, f"`{name}`")

    def _embedded(self, block: Node, scope: Scope) -> dict[str, dict[str, Any]]:
        """Return the pictures that stand for words in a text, by these words."""
        found: dict[str, dict[str, Any]] = {}
        names, body = block.parts
        for statement in body:
            if statement.kind == "call" and statement.parts[1] in ("svg", "png"):
                inner = Scope(scope)
                inner.values |= dict.fromkeys(names)
                given = self.options(statement.parts[3], inner)
                found[as_text(given.get("key", "*"))] = given
            else:
                todo = "write {icon:name} for these words in the texts"
                self.lose(statement.line, "icons in a text that Ruby chooses", todo)
        return found


def _cell(text: str) -> Any:
    """Return a cell as Squib reads it: a number where it looks like one."""
    stripped = text.strip()
    if re.fullmatch(r"-?\d{1,12}", stripped):
        return int(stripped)
    if re.fullmatch(r"-?\d{1,12}\.\d{1,12}", stripped):
        return float(stripped)
    return stripped or None
