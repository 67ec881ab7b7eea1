"""Labels, frames and tables of scripts of nanDECK."""

import re
from collections.abc import Mapping
from itertools import chain, product, repeat
from pathlib import Path

from printnplay.importing.nandeck_lines import Line, copies_of
from printnplay.importing.nandeck_values import Labels, Settings, split
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source

_FUNCTION = re.compile(r"\b(?:JOIN|CONCAT|FILTER|REPLACE|GROUP|TRANSLATE|LABELRANGE)\w*\(", re.I)


class Tables(Settings):
    """The labels of a script, and the columns of the largest of its tables."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.labels = Labels(self)
        self.columns: list[str] = []
        self.rows = 0
        self.multi = ""

    def label(self, line: Line, loop: Mapping[str, str]) -> None:
        """Define a label or a frame."""
        if line.name.startswith("<"):
            self.labels.lists[line.name.lower()] = [line.said]
            return
        name = line.name.partition("[")[2].rstrip("]").strip().lower()
        order = line.name.partition("[")[0].upper()
        if order not in ("", "A", "Z"):
            todo = "put the values in order in the table"
            self.lose(line.number, f"the order of `{line.name}`", todo)
        said = line.said.strip()
        made = re.fullmatch(r"(JOIN|FRAMEBOX)\((.*)\)", said, re.IGNORECASE | re.DOTALL)
        if made and made[1].upper() == "JOIN":
            self.labels.known[name] = self.labels.joined(split(made[2]))
        elif made:
            self._frames(name, [self.labels.static(one, loop) for one in split(made[2])])
        elif _FUNCTION.search(said):
            todo = "write its values into the table"
            self.lose(line.number, f"a function in `{line.name}`", todo)
        else:
            unquoted = said.strip('"') if said.count('"') == 2 else said
            values = [one.strip().strip('"') for one in unquoted.split("|")] if unquoted else []
            values = sorted(values, reverse=order == "Z") if order in ("A", "Z") else values
            self.labels.known[name] = [
                self.labels.filled(one, at, loop) if "[" in one and len(values) > 1 else one
                for at, one in enumerate(values, start=1)
            ][:MOST_CARDS]
            if len(values) == 1 and "," in said and '"' not in said:
                self.labels.lists[f"[{name}]"] = [said]

    def _frames(self, name: str, given: list[str]) -> None:
        """Name the parts of a box that FRAMEBOX divides, row by row."""
        wide, high = (self.um(side, None) for side in self.size)
        sides = [self.um(one, (wide, high)[at % 2]) for at, one in enumerate(given[:6])]
        if len(sides) < 6 or min(sides[4:]) <= 0:
            return
        x, y, width, height, across, down = sides
        counts = (min(height // down, MOST_BOXES), min(width // across, MOST_BOXES))
        corners = list(product(*map(range, counts)))[:MOST_BOXES]
        parts = [
            ",".join(
                f"{100 * one / side:.5g}%"
                for one, side in (
                    (x + column * across, wide),
                    (y + row * down, high),
                    (across, wide),
                    (down, high),
                )
            )
            for row, column in corners
        ]
        self.labels.lists |= {f"<{name}>": parts, f"<{name}*>": parts}
        for at, part in enumerate(parts, start=1):
            self.labels.lists[f"<{name}{at}>"] = [part]

    def link(self, line: Line) -> None:
        """Read a table: its columns are labels."""
        name, _, sheet = split(line.said)[0].strip().strip('"').partition("!")
        path = self.source.find(name, self.path.parent)
        if path is None:
            todo = "download the table, name its file after LINK=, and import again"
            self.lose(line.number, f"the table `{name}` is not in the folder", todo)
            return
        headings, rows = self.source.table(path, sheet)
        at = [*map(str.lower, headings), self.multi.lower()].index(self.multi.lower())
        if self.multi and (at < len(headings) or self.multi.isdigit()):  # a row for each copy
            numbers = (copies_of([*row, self.multi][at]) for row in rows)
            rows = list(chain.from_iterable(map(repeat, rows, numbers)))[:MOST_CARDS]
        for at, heading in enumerate(headings):
            if heading:
                cells = [row[at].replace("\\13\\", "\n").translate(self.encoded) for row in rows]
                self.labels.known[heading.lower()] = cells
        if len(rows) > self.rows:
            self.rows = len(rows)
            self.columns = [heading for heading in headings if heading]
