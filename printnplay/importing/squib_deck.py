"""A deck of Squib while its script is read: its settings, and the boxes of each card."""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.files.door import is_folder
from printnplay.importing.gathered import guessed_bleed
from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_scopes import Module
from printnplay.importing.ruby_values import Frame, Unknown, as_text
from printnplay.importing.source import MOST_CARDS, Source, title_of
from printnplay.importing.squib_colours import Paints
from printnplay.importing.squib_layouts import BUILT_IN
from printnplay.importing.values import Box, Card, Deck, copied
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, Um

INCH: Um = 25_400
DEFAULT_FONT = "Arial 12"
_SET = re.compile(r"\s*ENV\[['\"](\w+)['\"]\]\s*=\s*['\"]([^'\"]*)['\"]")
"""A line that sets a variable of the environment."""


SETTINGS = {
    "use_layout": ("file",), "set": ("font", "img_dir"), "hint": ("text",),
    "save": ("trim", "trim_radius"),
}  # fmt: skip
"""The options that count here of calls that draw nothing."""


class Context:
    """A script: where it is, its settings and the tables that it has read."""

    ruby: Ruby
    """What works it out."""

    def __init__(self, source: Source, path: Path) -> None:
        """Read the settings beside a script."""
        self.source, self.path = source, path
        self.shown = display_path(path)
        self.folders = [path.parent, *(one for one in path.parents[1:3] if source.has(one))]
        self.title = title_of(path.stem)
        self.frames: list[Frame] = []
        self.drawings: dict[str, str] = {}
        self.config: Mapping[str, Any] = {}
        self.configure()

    def lose(self, line: int, what: str, todo: str, *, is_guess: bool = False) -> None:
        """Note what is not taken over."""
        self.source.lose(self.span(line), what, todo, is_guess=is_guess)

    def span(self, line: int) -> Span:
        """Return a place in the script that is read."""
        return Span(self.shown, line)

    def found(self, name: Any) -> Path | None:
        """Return a file of the project by its name."""
        return self.source.find(as_text(name), Path(self.ruby.file).parent, *self.folders)

    def variable(self, name: Any, otherwise: Any = None) -> Any:
        """Return a variable of the environment: what the Rakefile sets it to first."""
        path = self.source.find("Rakefile", *self.folders)
        for number, line in enumerate(self.source.text(path).splitlines() if path else (), start=1):
            match = _SET.match(line)
            if path and match and match[1] == name:
                value = match[2]
                what = f"`ENV['{name}']` is `{value}`, as this task sets it"
                todo = "for another value, move its task above this one, and import again"
                self.source.lose(Span(display_path(path), number), what, todo, is_guess=True)
                return value
        return otherwise

    def folder(self, name: Any) -> Path | None:
        """Return a folder of the project by its name."""
        around = (Path(self.ruby.file).parent, *self.folders)
        wanted = (folder / as_text(name) for folder in around)
        return next((one for one in wanted if is_folder(one) and self.source.has(one)), None)

    def file(self, name: Any) -> Path:
        """Return a file of the project by its name.

        Raises:
            LookupError: there is none.
        """
        found = self.found(name)
        if found is None:
            raise LookupError(f"{as_text(name)}` is not in the folder: `File")
        return found

    def configure(self, name: str = "config.yml") -> None:
        """Read the settings of a project."""
        found = self.source.find(name, *self.folders)
        said = self.source.yaml(found) if found else {}
        self.config = said if isinstance(said, dict) else {}


class DeckDraft(Paints):
    """A deck while its block is read: settings, and the boxes of each card."""

    script: Context

    def __init__(
        self,
        script: Context,
        given: Mapping[str, Any],
        place: Span | None = None,
        of: Module | None = None,
    ) -> None:
        """Begin a deck with the options of `Deck.new`; `of` is a class of the script."""
        self.script, self.source, self.of = script, script.source, of
        self.place = place or Span(script.shown)
        self.begin(given)

    def begin(self, given: Mapping[str, Any]) -> None:
        """Take the options of `Deck.new`."""
        script = self.script
        self.dpi = _positive(given.get("dpi"), 300.0)
        self.cell = _positive(script.config.get("cell_px"), 37.5)
        self._units = {
            "": 1.0, "px": 1.0, "in": self.dpi, "pt": self.dpi / 72, "cm": self.dpi / 2.54,
            "mm": self.dpi / 25.4, "deg": math.pi / 180,
            **dict.fromkeys(("c", "cs", "cell", "cells"), self.cell),
        }  # fmt: skip
        number = given.get("cards", 1)
        self.number = max(1, min(int(number) if is_number(number) else 1, MOST_CARDS))
        self.layouts: dict[str, Any] = {}
        self.width, self.height = 825.0, 1125.0
        self.width = self.length(given.get("width", 825), "x") or 825.0
        self.height = self.length(given.get("height", 1125), "y") or 1125.0
        self.width, self.height = (min(max(one, 10), 60_000) for one in (self.width, self.height))
        self.font = DEFAULT_FONT
        self.hint = as_text(script.config.get("text_hint", "off"))
        self.image_folder = as_text(given.get("img_dir", script.config.get("img_dir", ".")))
        self.boxes: list[list[Box]] = [[] for _ in range(self.number)]
        self.has_drawn = False
        self.trims: list[float] = []
        self.corner = 0.0
        self.cut: Um = -1
        self.frames: list[Frame] = []
        self.derived: dict[tuple[str, str, str], str] = {}
        self.own = {
            "width": self.width, "height": self.height, "dpi": self.dpi, "size": self.number,
            "cards": [None] * self.number, "cell_px": self.cell, "count": self.number,
            "img_dir": self.image_folder,
        }  # fmt: skip
        for name in many(given.get("layout")):
            self.use(name, 0)

    # Settings

    def use(self, names: Any, line: int) -> None:
        """Add layouts of a file to those that are known."""
        for name in many(names):
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
        for parent in many(own["extends"]):
            merged |= self._extended(layouts, str(parent), (*seen, key))
        for name, value in own.items():
            sign = re.match(r"\s*([-+*/])=\s*(.*)", str(value))
            if sign is None:
                merged[name] = value
                continue
            axis = "y" if name in ("y", "height") else "x"
            old, new = (self.length(one, axis) or 0.0 for one in (merged.get(name, 0), sign[2]))
            merged[name] = OPERATORS[sign[1]](old, new) if new or sign[1] != "/" else old
        return merged

    def setting(self, name: str, given: Mapping[str, Any], line: int) -> None:
        """Follow a call that draws nothing; some say where cards are cut."""
        if name == "use_layout":
            self.use(given.get("file", "layout.yml"), line)
        elif name == "set":
            self.font = as_text(given.get("font", self.font))
            self.image_folder = as_text(given.get("img_dir", self.image_folder))
        elif name == "hint":
            self.hint = as_text(given.get("text"))
        else:
            if trim := self.length(given.get("trim"), "x"):
                self.trims.append(trim)
            self.corner = self.length(given.get("trim_radius"), "x") or self.corner

    def guided(self, what: str, line: int) -> None:
        """Note a line of proofs that is left out."""
        todo = "nothing: the live preview shows the cut line and the safe area"
        self.script.lose(line, what, todo)

    def length(self, value: Any, axis: str) -> float | None:
        """Return a length in pixels; None if it is none."""
        if isinstance(value, bool | None):
            return None
        if isinstance(value, int | float):
            return float(value) if math.isfinite(value) and abs(value) < 1e7 else None
        text = str(value).strip()
        if match := re.fullmatch(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?", text):
            side = self.width if axis == "x" else self.height
            start = side if match[1] == "deck" else side / 2
            by = self.length(match[3], axis) if match[3] else 0.0
            signs = {"-": -1, "+": 1, None: 1}
            share = 1 / by if by and match[2] == "/" else 1
            return None if by is None else start * share + by * signs.get(match[2], 0)
        match = re.fullmatch(r"([-+]?\d*\.?\d*)[\d.]*\s*([a-z]*)", text)
        per = self._units.get(match[2]) if match else None
        if per is None or match is None or len(match[1]) > 60:
            return None
        return (float(match[1]) if re.search(r"\d", match[1]) else 0.0) * per

    def um(self, pixels: float) -> Um:
        """Return pixels as micrometres."""
        return round(max(-1e7, min(pixels, 1e7)) * INCH / self.dpi)

    # Drawing

    @property
    def picture_folders(self) -> list[Path]:
        """The folders in which pictures are looked for."""
        around = self.script.folders
        inner = [folder / self.image_folder for folder in around]
        return [folder for folder in inner if is_folder(folder)] + around

    def places(self, said: Any, line: int) -> list[int]:
        """Return the cards of a range, from 0."""
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

    # The deck

    def finished(self, name: str) -> Deck:
        """Return the deck; neighbours that are the same are copies of one card."""
        size = Size(self.um(self.width), self.um(self.height))
        frame = next((one for one in reversed(self.frames) if one.rows == self.number), None)
        columns = {} if frame is None else frame.columns
        cards = []
        for at in range(self.number):
            fields = {
                heading: as_text(column[at]) if at < len(column) else ""
                for heading, column in columns.items()
                if heading.lower() not in ("qty", "quantity", "copies", "count")
                and not (at < len(column) and isinstance(column[at], list | dict | Unknown))
            }
            cards.append(Card(fields, tuple(self.boxes[at])))
        return Deck(name, size, self._bleed(size), copied(cards), self.um(self.corner))

    def _bleed(self, size: Size) -> Um:
        """Return the bleed: what is trimmed, or a guess by the size of the card."""
        if self.trims:
            return self._possible(self.um(max(set(self.trims), key=self.trims.count)), size)
        if self.cut >= 0:
            return self._possible(self.cut, size)
        return guessed_bleed(self.source, size, self.place)

    def _possible(self, bleed: Um, size: Size) -> Um:
        return max(0, min(bleed, size.width // 4, size.height // 4))


def _positive(value: Any, otherwise: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return otherwise
    return number if 1 <= number <= 10_000 else otherwise


def many(value: Any) -> list[Any]:
    """Return a value as a list: itself, or none if it is nil."""
    return [] if value is None else value if isinstance(value, list) else [value]


def is_number(value: Any) -> bool:
    """Return whether a value is a number of a usual size."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
