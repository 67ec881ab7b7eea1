"""Labels, frames and tables of scripts of nanDECK."""

import re
from collections.abc import Mapping
from itertools import chain, product, repeat
from pathlib import Path

from printnplay.importing.nandeck_lines import Line, copies_of
from printnplay.importing.nandeck_values import PLAIN, Labels, Settings, split
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source
from printnplay.kernel.diagnostics import FaultsError

_WORKED_OUT = re.compile(r"(JOIN|FILEREAD)\((.*)\)", re.IGNORECASE | re.DOTALL)
_CALLED = re.compile(r"\b[A-Z][A-Z0-9]{3,}\(")
_UNKNOWN = re.compile(r"\{[^{}]*\?\}|\[[^\[\]{}]+\]")
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
        self.keys: dict[str, tuple[str, Mapping[str, str], int]] = {}

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

    def worked_out(
        self, said: str, card: int, loop: Mapping[str, str], line: int, depth: int = 0
    ) -> str:
        """Return an argument for a card: with its labels, and what JOIN and FILEREAD make."""
        match = _WORKED_OUT.fullmatch(said.strip()) if depth < 9 else None
        if match is None:
            filled = self.labels.filled(said, card, loop)
            for odd in dict.fromkeys((*_CALLED.findall(said), *_UNKNOWN.findall(filled))):
                todo = "write its words into the table"
                self.lose(line, f"`{odd[:40]}` is not worked out, and is printed as typed", todo)
            return filled
        given = (self.worked_out(one, card, loop, line, depth + 1) for one in split(match[2]))
        parts = [one.strip().strip('"') for one in given]
        return "".join(parts)[:20_000] if match[1].upper() == "JOIN" else self._read(parts[0], line)

    def _read(self, name: str, line: int) -> str:
        """Return the content of a text file; empty, with a loss, if there is none."""
        path = self.source.find(name, self.path.parent)
        try:
            text = self.source.text(path)[:20_000].translate(PLAIN) if path else ""
        except FaultsError:
            path, text = None, ""
        if path is None:
            what = f"the text file `{name[:200]}` is not in the folder, or cannot be read"
            self.lose(line, what, "add it, and import again")
        is_html = path is not None and path.suffix.lower().startswith(".htm")
        return " ".join(text.split()) if is_html else text.rstrip()

    def keyed(self, text: str, card: int) -> str:
        """Return a text in HTML with what its keys stand for on a card."""
        for key, (said, loop, line) in self.keys.items():
            if key and key in text:
                value = self.worked_out(said, card, loop, line).strip().strip('"')
                text = text.replace(key, value)[:20_000]
        return text

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
