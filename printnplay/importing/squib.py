"""Read decks of Squib: calls of a Ruby script, layouts and tables. Nothing is run."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.files.door import is_folder
from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.ruby import Node, NotUnderstoodError, parse
from printnplay.importing.ruby_values import Frame, Function, Scope, Values, as_text
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source, guessed_bleed, unreadable
from printnplay.importing.squib_layouts import BUILT_IN
from printnplay.importing.values import (
    Box,
    Card,
    Deck,
    Font,
    ForeignProject,
    Gradient,
    Image,
    Run,
    Shape,
    Words,
)
from printnplay.kernel.diagnostics import FaultsError, Span
from printnplay.kernel.geometry import Rect, Size, Um

INCH: Um = 25_400
DEFAULT_FONT = "Arial 12"

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

_COLOURS = {
    "gray": "#bebebe",
    "grey": "#bebebe",
    "burgundy": "#800020",
    "burntorange": "#cc5500",
}
"""Colours of Cairo that CSS has not, or otherwise."""


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


class _Script:
    """A script: its values, and the decks that it makes."""

    def __init__(self, source: Source, path: Path) -> None:
        self.source, self.path = source, path
        self.shown = display_path(path)
        self.folders = [path.parent, *(p for p in path.parents[1:3] if source.has(p))]
        self.decks: list[Deck] = []
        self.frames: list[Frame] = []
        self.values = Values(self.call, self.constant)
        self.deck: _Deck | None = None
        self.config: Mapping[str, Any] = {}
        self.configure()

    def lose(self, line: int, what: str, todo: str, *, is_guess: bool = False) -> None:
        """Note what is not taken over."""
        self.source.lose(Span(self.shown, line), what, todo, is_guess=is_guess)

    def configure(self, name: str = "config.yml") -> None:
        """Read the settings of a project."""
        found = self.source.find(name, *self.folders)
        said = self.source.yaml(found) if found else {}
        self.config = said if isinstance(said, dict) else {}

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
            copies = [int(float(one or 0)) if _is_number(one) else 0 for one in numbers]
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
            self.deck = _Deck(self, given)
            return None
        deck = _Deck(self, given)
        before, self.deck = self.deck, deck
        inner = Scope(scope)
        own = {"width": deck.width, "height": deck.height, "dpi": deck.dpi, "size": deck.number}
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

    def _deck_call(self, deck: "_Deck", node: Node, scope: Scope) -> Any:  # noqa: C901, PLR0911
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
            deck.draw(name, given, line, embedded)
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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


_BOX = {"x": 0, "y": 0, "width": "deck", "height": "deck", "radius": None}
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "text": {"x": 0, "y": 0, "width": None, "height": None},
    "png": {"x": 0, "y": 0, "width": "native", "height": "native"},
    "svg": {"x": 0, "y": 0, "width": "native", "height": "native"},
}
"""The defaults of boxes that are not those of rectangles."""


class _Deck:
    """A deck while its block is read: settings, and the boxes of each card."""

    def __init__(self, script: _Script, given: Mapping[str, Any]) -> None:
        self.script, self.source = script, script.source
        self.dpi = _positive(given.get("dpi"), 300.0)
        self.cell = _positive(script.config.get("cell_px"), 37.5)
        number = given.get("cards", 1)
        self.number = max(1, min(int(number) if _is_number(number) else 1, MOST_CARDS))
        self.layouts: dict[str, Any] = {}
        self.width, self.height = 825.0, 1125.0
        self.width = self.length(given.get("width", 825), "x") or 825.0
        self.height = self.length(given.get("height", 1125), "y") or 1125.0
        self.width, self.height = (min(max(one, 10), 60_000) for one in (self.width, self.height))
        self.font = DEFAULT_FONT
        self.image_folder = as_text(given.get("img_dir", script.config.get("img_dir", ".")))
        self.boxes: list[list[Box]] = [[] for _ in range(self.number)]
        self.has_drawn = False
        self.trims: list[float] = []
        self.corner = 0.0
        self._cut = -1.0
        for name in _many(given.get("layout")):
            self.use(name, 0)

    # Settings

    def use(self, names: Any, line: int) -> None:
        """Add layouts of a file to those that are known."""
        for name in _many(names):
            path = self.source.find(as_text(name), *self.script.folders)
            said: Any = {}
            if path is not None:
                said = self.source.yaml(path)
            elif as_text(name) in BUILT_IN:
                said = BUILT_IN[as_text(name)]
            else:
                self.script.lose(
                    line,
                    f"the layout file `{as_text(name)}` is not in the folder",
                    "add it, and import again",
                )
            if isinstance(said, dict):
                layouts = self.layouts | said
                for key in said:
                    self.layouts[str(key)] = self._extended(layouts, str(key), ())

    def _extended(self, layouts: Mapping[str, Any], key: str, seen: tuple[str, ...]) -> Any:
        """Return a layout with what it extends; `+= 5` changes the value of the parent."""
        own = layouts.get(key)
        if not isinstance(own, dict):
            return {}
        if "extends" not in own or key in seen or len(seen) > 30:
            return own
        merged: dict[str, Any] = {}
        for parent in _many(own["extends"]):
            merged |= self._extended(layouts, str(parent), (*seen, key))
        for name, value in own.items():
            sign = re.match(r"\s*([-+*/])=\s*(.*)", str(value))
            if sign is None:
                merged[name] = value
                continue
            axis = "y" if name in ("y", "height") else "x"
            old, new = self.length(merged.get(name, 0), axis), self.length(sign[2], axis)
            old, new = old or 0.0, new or 0.0
            merged[name] = {
                "+": old + new,
                "-": old - new,
                "*": old * new,
                "/": old / new if new else old,
            }[sign[1]]
        return merged

    def saved(self, given: Mapping[str, Any]) -> None:
        """Note where cards are cut."""
        trim = self.length(given.get("trim"), "x")
        if trim:
            self.trims.append(trim)
        self.corner = self.length(given.get("trim_radius"), "x") or self.corner

    def guided(self, name: str, given: Mapping[str, Any], line: int) -> None:
        """Note where the line of a proof says that cards are cut."""
        if name == "cut_zone":
            self._cut = self.length(given.get("margin", "0.125in"), "x") or 0.0
        todo = "nothing: the live preview shows the cut line and the safe area"
        self.script.lose(line, f"the line of `{name}` is left out", todo)

    def length(self, value: Any, axis: str) -> float | None:  # noqa: PLR0911
        """Return a length in pixels; None if it is none."""
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int | float):
            return float(value) if math.isfinite(value) and abs(value) < 1e7 else None
        text = str(value).strip()
        side = self.width if axis == "x" else self.height
        if match := re.fullmatch(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?", text):
            start = side if match[1] == "deck" else side / 2
            by = self.length(match[3], axis) if match[3] else 0.0
            if by is None:
                return None
            if match[2] == "/":
                return start / by if by else start
            return start + by * (-1 if match[2] == "-" else 1)
        if match := re.fullmatch(r"([-+]?\d*\.?\d+)\s*([a-z]*)", text):
            per = {
                "": 1.0,
                "px": 1.0,
                "in": self.dpi,
                "pt": self.dpi / 72,
                "cm": self.dpi / 2.54,
                "mm": self.dpi / 25.4,
                "deg": math.pi / 180,
                **dict.fromkeys(("c", "cs", "cell", "cells"), self.cell),
            }.get(match[2])
            return None if per is None or len(match[1]) > 12 else float(match[1]) * per
        return None

    def um(self, pixels: float) -> Um:
        """Return pixels as micrometres."""
        return round(max(-1e7, min(pixels, 1e7)) * INCH / self.dpi)

    # Drawing

    def draw(
        self,
        name: str,
        given: dict[str, Any],
        line: int,
        embedded: Mapping[str, Mapping[str, Any]],
    ) -> None:
        """Add what a call draws to the cards that it draws on."""
        self.has_drawn = True
        layout = given.get("layout")
        layouts = layout if isinstance(layout, list) else [layout] * self.number
        for at in self._range(given.get("range"), line):
            own = layouts[at] if at < len(layouts) else None
            if own is not None and as_text(own) not in self.layouts:
                what = f"the layout `{as_text(own)}` is in no layout file"
                self.script.lose(line, what, "set its place in the template")
            args = _Arguments(self, name, given, self.layouts.get(as_text(own), {}), at, line)
            key = as_text(own) if isinstance(layout, str) else f"{name}-{line}"
            if own is not None and as_text(own) in ("cut", "safe") and name == "rect":
                if as_text(own) == "cut":
                    self._cut = args.length("x") or 0.0
                todo = "nothing: the live preview shows the cut line and the safe area"
                self.script.lose(line, f"the line `{as_text(own)}` is left out", todo)
                continue
            for box in _drawn(args, key, embedded):
                if len(self.boxes[at]) < MOST_BOXES:
                    self.boxes[at].append(box)

    def _range(self, said: Any, line: int) -> list[int]:
        if said is None or said == "all":
            return list(range(self.number))
        places = said if isinstance(said, list) else [said]
        found = []
        for one in places:
            if isinstance(one, int | float) and -self.number <= one < self.number:
                found.append(int(one) % self.number)
            else:
                self.script.lose(
                    line, "a range beyond the deck", "choose the cards in the template"
                )
        return found

    def paint(self, said: Any, line: int) -> str | Gradient:
        """Return a colour of Squib; a gradient is one, too."""
        text = as_text(said).strip()
        custom = self.script.config.get("custom_colors")
        if isinstance(custom, dict):
            text = str(custom.get(text, text))
        pattern = r"\(([^,()]+),([^,()]+)\)\s*\(([^,()]+),([^,()]+)\)\s*(.+)"
        if match := re.fullmatch(pattern, text, re.DOTALL):
            ends = [self.length(match[at], "x" if at % 2 else "y") or 0.0 for at in range(1, 5)]
            stops = []
            for stop in match[5].split():
                colour, _, offset = stop.partition("@")
                number = float(offset) if re.fullmatch(r"\d*\.?\d+", offset) else 0.0
                stops.append((min(number, 1.0), self.colour(colour, line) or "#00000000"))
            x1, y1, x2, y2 = map(self.um, ends)
            return Gradient((x1, y1), (x2, y2), tuple(stops))
        if text.startswith("("):
            colours = re.findall(r"(#[0-9a-fA-F]{3,8}|[a-z_]+)@", text)
            todo = "write a radialGradient into the template"
            self.script.lose(line, "a radial gradient: its last colour stands in", todo)
            return self.colour(colours[-1], line) if colours else ""
        return self.colour(text, line)

    def colour(self, text: str, line: int) -> str:
        """Return a colour by its name, or as `#rgb`; empty if it is transparent."""
        text = text.strip()
        if text.startswith("#") and len(text) in (13, 17):  # four digits each
            text = "#" + "".join(text[at : at + 2] for at in range(1, len(text), 4))
        name = text.replace("_", "").lower()
        found = _COLOURS.get(name) or hex_colour(name)
        is_clear = re.fullmatch(r"#\w{3}0|#\w{6}00|transparent|clear|nil|", name)
        if not found and not is_clear:
            self.script.lose(
                line,
                f"the colour `{text}` is not known: black stands in",
                "set the colour in the template",
            )
            return "#000000"
        return found

    # The deck

    def finished(self, name: str, line: int) -> Deck:
        """Return the deck; neighbours that are the same are copies of one card."""
        size = Size(self.um(self.width), self.um(self.height))
        frame = next((one for one in reversed(self.script.frames) if one.rows == self.number), None)
        columns = {} if frame is None else frame.columns
        cards = []
        for at in range(self.number):
            fields = {
                heading: as_text(column[at]) if at < len(column) else ""
                for heading, column in columns.items()
                if heading.lower() not in ("qty", "quantity", "copies", "count")
                and not (at < len(column) and isinstance(column[at], list | dict))
            }
            cards.append(Card(fields, tuple(self.boxes[at])))
        grouped = []
        for card, same in groupby(cards):
            grouped.append(Card(card.fields, card.front, copies=min(sum(1 for _ in same), 999)))
        return Deck(name, size, self._bleed(size, line), tuple(grouped), self.um(self.corner))

    def _bleed(self, size: Size, line: int) -> Um:
        """Return the bleed: what is trimmed, or a guess by the size of the card."""
        if self.trims:
            return self._possible(self.um(max(set(self.trims), key=self.trims.count)), size)
        if self._cut >= 0:
            return self._possible(self.um(self._cut), size)
        return guessed_bleed(self.source, size, Span(self.script.shown, line))

    def _possible(self, bleed: Um, size: Size) -> Um:
        return max(0, min(bleed, size.width // 4, size.height // 4))


def _positive(value: Any, otherwise: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return otherwise
    return number if 1 <= number <= 10_000 else otherwise


def _many(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


class _Arguments:
    """The arguments of a call for one card: its own, those of the layout, and defaults."""

    def __init__(  # noqa: PLR0913
        self,
        deck: _Deck,
        name: str,
        given: Mapping[str, Any],
        layout: Any,
        at: int,
        line: int,
    ) -> None:
        self.deck, self.name, self.line = deck, name, line
        self._given, self._at = given, at
        self._layout = layout if isinstance(layout, dict) else {}
        self._defaults = _DEFAULTS.get(name, _BOX)

    def get(self, name: str, default: Any = None) -> Any:
        """Return an argument."""
        if name in self._given:
            value = self._given[name]
            if isinstance(value, list):
                return value[self._at] if self._at < len(value) else None
            return value
        return self._layout.get(name, self._defaults.get(name, default))

    def length(self, name: str, default: Any = None) -> float | None:
        """Return a length in pixels."""
        axis = "y" if name.endswith(("y", "height")) or name[:1] == "y" else "x"
        return self.deck.length(self.get(name, default), axis)

    def number(self, name: str, default: float = 0.0) -> float:
        """Return a length, or a default."""
        found = self.length(name, default)
        return default if found is None else found

    def is_on(self, name: str) -> bool:
        """Return whether something is switched on."""
        return as_text(self.get(name, "")).lower() in ("true", "yes", "on")

    @property
    def rect(self) -> Rect:
        """The box."""
        um = self.deck.um
        x, y = um(self.number("x")), um(self.number("y"))
        return Rect(x, y, um(self.number("width")), um(self.number("height")))

    @property
    def turn(self) -> float:
        """The angle, clockwise in degrees; Squib has radians."""
        return math.degrees(self.number("angle"))

    def shape(self, **more: Any) -> Shape:
        """Return the look of a shape."""
        deck, line = self.deck, self.line
        fill = deck.paint(self.get("fill_color", "#0000"), line)
        stroke = deck.paint(self.get("stroke_color", "black"), line)
        width = self.number("stroke_width", 2.0)
        if isinstance(stroke, Gradient):
            deck.script.lose(line, "a gradient along a line", "set `stroke` in the template")
            stroke = stroke.stops[0][1] if stroke.stops else ""
        dash = [deck.length(one, "x") or 0.0 for one in as_text(self.get("dash", "")).split()]
        return Shape(
            fill=fill,
            stroke=stroke if width > 0 else "",
            stroke_width=deck.um(width),
            dash=tuple(deck.um(one) for one in dash),
            **more,
        )


def _drawn(args: _Arguments, key: str, embedded: Mapping[str, Mapping[str, Any]]) -> list[Box]:
    match args.name:
        case "background":
            deck = args.deck
            fill = deck.paint(args.get("color", "black"), args.line)
            whole = Rect(0, 0, deck.um(deck.width), deck.um(deck.height))
            return [Box("background", whole, Shape(fill=fill))]
        case "text":
            return _text(args, key, embedded)
        case "png" | "svg":
            return _picture(args, key)
        case "rect":
            radius = args.number("radius", args.number("x_radius"))
            shape = args.shape(corner=args.deck.um(radius))
            box = args.rect
            return [Box(key, box, shape, args.turn, (box.x, box.y))]
    return _figure(args, key)


def _figure(args: _Arguments, key: str) -> list[Box]:  # noqa: C901, PLR0912, PLR0915
    """Return a circle, an ellipse, or a figure with corners."""
    um, number = args.deck.um, args.number
    x, y = number("x"), number("y")
    if args.name == "ellipse":
        box = args.rect
        return [Box(key, box, args.shape(form="ellipse"), args.turn, (box.x, box.y))]
    if args.name == "circle":
        radius = number("radius", 100.0)
        if args.get("arc_start") is not None or args.get("arc_end") is not None:
            args.deck.script.lose(
                args.line,
                "an arc: the whole circle stands in",
                "draw the arc as a <path> in the template",
            )
        box = Rect(um(x - radius), um(y - radius), um(2 * radius), um(2 * radius))
        return [Box(key, box, args.shape(form="ellipse"))]
    if args.name == "grid":
        args.deck.script.lose(args.line, "`grid`", "draw it with grid() in the template")
        return []
    corners: list[tuple[float, float]] = []
    command = "L"
    if args.name in ("line", "triangle"):
        corners = [(number("x1", 100.0), number("y1", 100.0))]
        corners.append((number("x2", 150.0), number("y2", 150.0)))
        if args.name == "triangle":
            corners.append((number("x3", 100.0), number("y3", 150.0)))
    elif args.name == "curve":
        command = "C"
        pairs = (("x1", "y1"), ("cx1", "cy1"), ("cx2", "cy2"), ("x2", "y2"))
        corners = [(number(across), number(down)) for across, down in pairs]
    else:
        count = max(3, min(round(number("n", 5)), 60))
        radii = [number("radius", 100.0)]
        if args.name == "star":
            radii = [number("outer_radius", 100.0), number("inner_radius", 50.0)]
        steps = count * len(radii)
        # Both begin to the right of the middle.
        for at in range(steps):
            angle = number("angle") + 2 * math.pi * at / steps
            radius = radii[at % len(radii)]
            corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    places = [(um(across), um(down)) for across, down in corners]
    path: list[tuple[str, tuple[Um, ...]]] = [("M", places[0])]
    if command == "C":
        path.append(("C", tuple(one for place in places[1:] for one in place)))
    else:
        path += [("L", place) for place in places[1:]]
    if args.name not in ("line", "curve"):
        path.append(("Z", ()))
    left, top = (min(place[at] for place in places) for at in (0, 1))
    right, bottom = (max(place[at] for place in places) for at in (0, 1))
    box = Rect(left, top, right - left, bottom - top)
    return [Box(key, box, args.shape(form="path", path=tuple(path)))]


def _picture(args: _Arguments, key: str) -> list[Box]:  # noqa: C901, PLR0915
    deck, line = args.deck, args.line
    name = args.get("file")
    if args.get("data") is not None:
        deck.script.lose(line, "a drawing in the script (`data:`)", "save it as a file in art")
        return []
    file = _file(deck, args.get, line)
    if not file or (args.is_on("force_id") and not args.get("id")):
        return []
    for option in ("mask", "id"):
        if args.get(option):
            deck.script.lose(
                line,
                f"`{option}:` of the picture `{as_text(name)}`",
                "edit the picture, and save it in art",
            )
    if as_text(args.get("blend", "none")) not in ("none", ""):
        deck.script.lose(line, "a blending operator", "merge the pictures in a drawing program")
    native = deck.source.pixels(file) or (100.0, 100.0)
    crop: tuple[float, ...] = ()
    shown = native
    crop_width = args.length("crop_width") or native[0]
    crop_height = args.length("crop_height") or native[1]
    left, top = args.number("crop_x"), args.number("crop_y")
    if (left, top, crop_width, crop_height) != (0, 0, *native):
        percent = (100 * left / native[0], 100 * top / native[1])
        size = (100 * crop_width / native[0], 100 * crop_height / native[1])
        if all(0 <= one < 100 for one in percent) and all(one > 0 for one in size):
            size = (min(size[0], 100 - percent[0]), min(size[1], 100 - percent[1]))
            crop, shown = (*percent, *size), (crop_width, crop_height)
    width, height = (_side(args, side, shown) for side in ("width", "height"))
    width = shown[0] if width is None else width
    height = shown[1] if height is None else height
    if as_text(args.get("width")) == "scale":
        width = height * shown[0] / shown[1]
    if as_text(args.get("height")) == "scale":
        height = width * shown[1] / shown[0]
    um = deck.um
    box = Rect(um(args.number("x")), um(args.number("y")), um(width), um(height))
    flips = [one for one in ("horizontal", "vertical") if args.is_on(f"flip_{one}")]
    corner = args.number("crop_corner_radius", args.number("crop_corner_x_radius"))
    alpha = args.get("alpha", 1)
    return [
        Box(
            key,
            box,
            Image(file, "stretch", crop, um(corner), " ".join(flips)),
            args.turn,
            (box.x, box.y),
            max(0.0, min(1.0, float(alpha))) if _is_number(alpha) else 1.0,
        )
    ]


def _side(args: _Arguments, side: str, shown: tuple[float, float]) -> float | None:
    if as_text(args.get(side)) in ("native", "scale", ""):
        return None
    found = args.length(side)
    return found if found and found > 0 else shown[side == "height"]


def _file(deck: _Deck, get: Any, line: int) -> str:
    name = as_text(get("file"))
    if not name:
        return ""
    folders = [folder / deck.image_folder for folder in deck.script.folders]
    folders = [folder for folder in folders if is_folder(folder)] + deck.script.folders
    placeholder = as_text(get("placeholder"))
    if placeholder and deck.source.find(name, *folders) is None:
        name = placeholder
    return deck.source.picture(name, Span(deck.script.shown, line), *folders)


_STYLES = re.compile(
    r"\b(?:weight|style|stretch|variant)=\S*|"
    r"\b(?:(?P<bold>(?:ultra-?|extra-?|semi-?|demi-?)?bold|heavy|black)|(?P<italic>italic|oblique)"
    r"|normal|regular|roman|book|medium|light|(?:ultra-?|extra-?|semi-?)?(?:light|condensed))\b",
    re.IGNORECASE,
)


def font_of(said: str, size: float | None, dots: float) -> Font:
    """Return a font of Pango, such as `Sans Bold 12`; its size is in points."""
    text = said.strip()
    points = size
    if match := re.search(r"\s(\d+(?:\.\d+)?)(px)?\s*$", f" {text}"):
        text = text[: len(text) - len(match[0].strip())].strip()
        number = float(match[1][:8])
        points = points or (number * dots if match[2] else number)
    is_bold = any(found["bold"] for found in _STYLES.finditer(text))
    is_italic = any(found["italic"] for found in _STYLES.finditer(text))
    family = " ".join(_STYLES.sub("", text).replace(",", " ").split()) or "Sans"
    height = round(min(max(points or 12.0, 1.0), 800.0) * INCH / 72)
    return Font(family, height, is_bold, is_italic)


def _text(args: _Arguments, key: str, embedded: Mapping[str, Mapping[str, Any]]) -> list[Box]:  # noqa: C901, PLR0915
    deck, line, um = args.deck, args.line, args.deck.um
    text = as_text(args.get("str", "Hello, World!")).replace("\r", "")
    said = args.get("font", deck.font)
    size = args.get("font_size")
    if isinstance(size, str):
        size = float(size) if re.fullmatch(r"\d{1,4}(?:\.\d{1,4})?", size) else None
    font = font_of(
        DEFAULT_FONT if as_text(said) in ("default", "") else as_text(said),
        float(size) if _is_number(size) else None,
        72 / deck.dpi,
    )
    runs: tuple[Run, ...] = (Run(text),)
    if args.is_on("markup") or embedded:
        runs, unknown = tagged(_typeset(text) if args.is_on("markup") else text)
        for tag in sorted(unknown):
            deck.script.lose(line, f"the tag <{tag}> in a text", "write its look as markup")
    runs = _with_icons(deck, runs, embedded, args, line)
    x, y = args.number("x"), args.number("y")
    width, height = (
        None if as_text(args.get(side)) in ("auto", "native", "") else args.length(side)
        for side in ("width", "height")
    )
    align = as_text(args.get("align", "left")).lower().strip().replace("center", "centre")
    valign = as_text(args.get("valign", "top")).lower().strip()
    if not width or width <= 0:
        # Squib does not break such a line; here it ends at the edge of the card.
        width, align = max(deck.width - x, deck.dpi / 10), "left"
    if not height or height <= 0:
        height, valign = max(deck.height - y, deck.dpi / 10), "top"
    if args.is_on("justify"):
        align = "justify"
    spacing = args.get("spacing")
    if _is_number(spacing) and spacing:
        font = Font(
            font.family,
            font.size,
            font.bold,
            font.italic,
            round(font.size * 1.2) + um(float(spacing)),
        )
    colour = deck.paint(args.get("color", "black"), line)
    if isinstance(colour, Gradient):
        deck.script.lose(
            line,
            "a gradient in letters: its first colour stands in",
            "choose a colour in style.yaml",
        )
        colour = colour.stops[0][1] if colour.stops else "#000000"
    if not text.strip() or not colour:
        return []
    if args.number("stroke_width"):
        deck.script.lose(line, "an outline of letters", "set `outline` of the style in style.yaml")
    box = Rect(um(x), um(y), um(width), um(height))
    words = Words(
        runs,
        text,
        font,
        colour,
        align if align in ("left", "centre", "right", "justify") else "left",
        valign if valign in ("top", "middle", "bottom") else "top",
    )
    return [Box(key, box, words, args.turn, (box.x, box.y))]


def _typeset(text: str) -> str:
    """Return a text with the dashes and dots that Squib puts in where markup is on."""
    for typed, printed in (("---", "\u2014"), ("--", "\u2013"), ("...", "\u2026")):
        text = text.replace(typed, printed)
    return text


def _with_icons(
    deck: _Deck,
    runs: Sequence[Run],
    embedded: Mapping[str, Mapping[str, Any]],
    args: _Arguments,
    line: int,
) -> tuple[Run, ...]:
    """Return the runs with pictures in place of the words that stand for them."""
    keys = sorted((key for key in embedded if key), key=len, reverse=True)
    if not keys:
        return tuple(runs)
    found: list[Run] = []
    pattern = re.compile("|".join(map(re.escape, keys)))
    for run in runs:
        at = 0
        for match in pattern.finditer(run.text):
            own = embedded[match[0]]
            icon = _Arguments(
                deck, "svg", own, deck.layouts.get(as_text(own.get("layout")), {}), args._at, line
            )
            file = _file(deck, icon.get, line)
            found.append(_like(run, run.text[at : match.start()]))
            found.append(Run("", icon=file) if file else _like(run, match[0]))
            at = match.end()
        found.append(_like(run, run.text[at:]))
    return tuple(one for one in found if one.text or one.icon)


def _like(run: Run, text: str) -> Run:
    return replace(run, text=text)
