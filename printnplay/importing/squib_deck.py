"""A deck of Squib while its script is read: its settings, and the boxes of each card."""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printnplay.files.door import is_folder
from printnplay.importing.gathered import guessed_bleed
from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_scopes import Module
from printnplay.importing.ruby_values import Frame, Unknown, as_text
from printnplay.importing.source import MOST_CARDS
from printnplay.importing.squib_context import Context, is_number, many
from printnplay.importing.squib_layouts import BUILT_IN
from printnplay.importing.values import Box, Card, Deck, copied
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, Um

INCH: Um = 25_400
DEFAULT_FONT = "Arial 12"
SETTINGS = {
    "use_layout": ("file",), "set": ("font", "img_dir"), "hint": ("text",),
    "save": ("trim", "trim_radius"),
}  # fmt: skip
"""The options that count here of calls that draw nothing."""


class DeckDraft:
    """A deck while its block is read: settings, and the boxes of each card."""

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
                what = f"the layout file `{as_text(name)}` is not in the folder"
                self.script.lose(line, what, "add it, and import again")
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
    def whole(self) -> Rect:
        """The card with its bleed."""
        return Rect(0, 0, self.um(self.width), self.um(self.height))

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
        found = []
        for one in said if isinstance(said, list) else [said]:
            if isinstance(one, int | float) and -self.number <= one < self.number:
                found.append(int(one) % self.number)
            else:
                todo = "choose the cards in the template"
                self.script.lose(line, "a range beyond the deck", todo)
        return found

    # The deck

    def finished(self, name: str) -> Deck:
        """Return the deck; neighbours that are the same are copies of one card."""
        size = self.whole.size
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
