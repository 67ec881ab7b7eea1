"""What boxes of several cards share and where they differ: columns of a table, and expressions."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from printnplay.faces.new_boxes import quoted
from printnplay.importing.values import unused
from printnplay.kernel.strings import plain_name

Values: TypeAlias = Sequence[str | None]
"""A value for each card; None where nothing depends on it."""

_RESERVED = frozenset([
    "id", "copies", "qty", "quantity", "count", "number_of_copies", "template", "family",
    "address", "items", "keys", "values", "get", "update", "pop", "copy", "clear", "back",
    "size",
])  # fmt: skip
"""Names of columns that mean something, or that templates read otherwise."""

_TYPED = re.compile(r"[+-]?[\d.,]+(?:e[+-]?\d+)?%?|true|false|yes|no", re.IGNORECASE)
"""Cells that are not texts in templates."""

_CANONICAL = re.compile(r"-?(?:0|[1-9]\d{0,8})")
"""Numbers that templates print as they are written."""

MOST_CHOICES = 6
"""The most values of a column that are written into a template; above, a new column is clearer."""


class Columns:
    """The table of a deck: the columns of its source, and those that differences need."""

    def __init__(self, fields: Sequence[Mapping[str, str]]) -> None:
        """Take the cells of each card by heading."""
        self.number = len(fields)
        self.cells: dict[str, list[str]] = {}
        self.texts: set[str] = set()
        self._own: set[str] = set()
        self._done: dict[str, set[int]] = {}
        self._read: set[str] = set()
        headings = dict.fromkeys(heading for card in fields for heading in card)
        for heading in headings:
            name = self._new_name(plain_name(heading))
            self.cells[name] = [card.get(heading, "") for card in fields]
            self._own.add(name)

    def _new_name(self, wanted: str) -> str:
        name = wanted[:40].strip("_") or "column"
        if name in _RESERVED:
            name = f"{name}_given"
        if name[0].isdigit():
            name = f"c_{name}"
        return unused(name, self.cells, "_")

    def add(self, wanted: str, values: Values) -> str:
        """Add a column, or return the added one that has these values."""
        cells = [value or "" for value in values]
        for name, known in self.cells.items():
            if name not in self._own | self.texts and known == cells:
                return name
        name = self._new_name(plain_name(wanted))
        self.cells[name] = cells
        return name

    # Texts

    def text(self, wanted: str, written: Values, sources: Values) -> str:
        """Return the name of the column of texts with these values; `sources` are without markup.

        A column that a text is taken from becomes a column of texts.
        """
        if name := self.known_text(written, sources):
            return name
        name = self._new_name(plain_name(wanted))
        self.cells[name] = [value or "" for value in written]
        self.texts.add(name)
        return name

    def known_text(self, written: Values, sources: Values, *, differing: bool = False) -> str:
        """Return the column that a text is taken from; empty if there is none.

        `differing` is whether it must have several values.
        """
        for name in self.cells:
            if name in self.texts and self._agrees(name, written):
                return name
        for name in self.cells:
            if name not in self._own - self._read or (differing and len(set(self.cells[name])) < 2):
                continue
            if self._agrees(name, sources):
                done = self._done.setdefault(name, set())
                for at, value in enumerate(written):
                    if value is not None:
                        self.cells[name][at] = value
                        done.add(at)
                self.texts.add(name)
                return name
        return ""

    def finish(self, escaped: Callable[[str], str]) -> None:
        """Escape the cells of columns of texts that no template prints: they have no markup yet."""
        for name, done in self._done.items():
            cells = self.cells[name]
            self.cells[name] = [
                cell if at in done else escaped(cell) for at, cell in enumerate(cells)
            ]

    def numbers(self, values: Values) -> str:
        """Return the column of numbers that prints these values; empty if there is none."""
        if all(value is None or not value or _CANONICAL.fullmatch(value) for value in values):
            for name in self.cells:
                if name not in self.texts and self._agrees(name, values):
                    self._read.add(name)
                    return name
        return ""

    def _agrees(self, name: str, values: Values) -> bool:
        """Return whether a column has these values, and not all of them are empty."""
        pairs = zip(self.cells[name], values, strict=True)
        return any(values) and all(value in (None, cell) for cell, value in pairs)

    # Expressions

    def expression(self, wanted: str, values: Values, *, is_number: bool = False) -> str:
        """Return a Jinja expression with these values: a literal, a choice by a column, a column.

        Numbers are written without quotes.
        """
        given = {value for value in values if value is not None}
        if len(given) <= 1:
            return _literal(given.pop() if given else "", is_number=is_number)
        if not is_number:
            for name in self._fields():
                if self._agrees(name, values):
                    return self._field(name)
            if pattern := self.pattern(values):
                return pattern
        if choice := self._choice(values, is_number=is_number):
            return choice
        # In quotes, a cell stays a text.
        return f"card.{self.add(wanted, values)}"

    def file(self, wanted: str, values: Values) -> str:
        """Return the expression for file names; cells with a folder lose it."""
        for name in self._fields():
            pairs = list(zip(self.cells[name], values, strict=True))
            if any("/" in cell or "\\" in cell for cell, _ in pairs) and all(
                value is None or re.split(r"[/\\]", cell)[-1] == value for cell, value in pairs
            ):
                self.cells[name] = [re.split(r"[/\\]", cell)[-1] for cell, _ in pairs]
        return self.expression(wanted, values)

    def _field(self, name: str) -> str:
        """Return the expression of a column that a template reads: it cannot become texts."""
        self._read.add(name)
        return f"card.{name}"

    def _fields(self) -> list[str]:
        """Return the columns whose cells are texts in templates, though no texts of the game."""
        return [
            name
            for name, cells in self.cells.items()
            if name not in self.texts and not any(map(_TYPED.fullmatch, cells))
        ]

    def pattern(self, values: Values) -> str:
        """Return an expression of a column between two constants; empty if none has the values."""
        first, value = next(((at, one) for at, one in enumerate(values) if one), (0, ""))
        for name, cells in self.cells.items():
            cell = cells[first]
            is_text = name in self._fields()
            if name in self.texts or not cell or cell not in value:
                continue
            if not is_text and not all(map(_CANONICAL.fullmatch, filter(None, cells))):
                continue
            before, _, after = value.partition(cell)
            if not before and not after:
                continue
            pairs = zip(cells, values, strict=True)
            if all(said is None or said == f"{before}{own}{after}" for own, said in pairs):
                parts = [_literal(before), self._field(name), _literal(after)]
                return " ~ ".join(part for part in parts if part != '""')
        return ""

    def _choice(self, values: Values, *, is_number: bool) -> str:
        """Return a mapping in brackets that chooses by a column; empty if none decides them."""
        for name in self._fields():
            by_cell: dict[str, set[str | None]] = {}
            for cell, value in zip(self.cells[name], values, strict=True):
                by_cell.setdefault(cell, set()).add(value)
            known = {cell: found - {None} for cell, found in by_cell.items()}
            if (
                all(len(found) <= 1 for found in known.values())
                and 1 < len(known) <= MOST_CHOICES
                and len(known) < self.number
                and name in self._own
            ):
                pairs = [
                    f"{_literal(cell)}: {_literal(str(min(found, key=str)), is_number=is_number)}"
                    for cell, found in known.items()
                    if found
                ]
                return f"{{{', '.join(pairs)}}}[{self._field(name)}]"
        return ""

    def condition(self, wanted: str, shown: Sequence[bool | None]) -> str:
        """Return a Jinja condition that is true for these cards; empty if it is for all.

        None is for cards that another template draws.
        """
        if False not in shown:
            return ""
        for name in sorted(self._own - self.texts, key=list(self.cells).index):
            filled = [bool(cell) for cell in self.cells[name]]
            if all(is_on in (None, cell) for cell, is_on in zip(filled, shown, strict=True)):
                return f'{self._field(name)} != ""'  # 0 is a value, too
        for name in self._fields():
            if name not in self._own:
                continue
            cells = self.cells[name]
            pairs = [pair for pair in zip(cells, shown, strict=True) if pair[1] is not None]
            on = {cell for cell, is_on in pairs if is_on}
            off = {cell for cell, is_on in pairs if not is_on}
            if not on & off and len(on) <= MOST_CHOICES and len(on | off) < self.number:
                listed = ", ".join(_literal(cell) for cell in sorted(on))
                field = self._field(name)
                return f"{field} in [{listed}]" if len(on) > 1 else f"{field} == {listed}"
        return f"card.{self.add(wanted, ['TRUE' if is_on else 'FALSE' for is_on in shown])}"


def _literal(value: str, *, is_number: bool = False) -> str:
    if is_number:
        return value or "0"
    return quoted(value)
