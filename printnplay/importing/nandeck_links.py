"""Tables that scripts of nanDECK link: their columns are labels."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from printnplay.importing.foreign_tables import Cells, cut
from printnplay.importing.nandeck_lines import Line, copies_of
from printnplay.importing.nandeck_sums import COMPARISON, compares, split
from printnplay.importing.nandeck_values import Settings
from printnplay.importing.source import MOST_CARDS, Source
from printnplay.importing.values import padded


class Links(Settings):
    """The columns of the largest of the tables of a script, and how they are read."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.is_merging = False
        self.columns: dict[str, list[str]] = {}
        self.rows = 0
        self.multi = ""
        self.filters: list[tuple[str, str, str]] = []
        self.newline = "\n"
        self.changes: list[tuple[str, str]] = []
        self.separate: frozenset[str] = frozenset()
        self.sequences: dict[tuple[object, ...], list[str]] = {}
        """What is worked out so far, until a label or a table changes."""

    def keep_rows(self, said: str) -> bool:
        """Take only the rows of tables for which a condition is true; return if it is one."""
        match = COMPARISON.fullmatch(said)
        if said.strip().upper() == "CLEAR":
            self.filters = []
        elif match:
            self.filters.append((match[1].strip().lower(), match[2], match[3].strip()))
        return match is not None or not self.filters

    def link(self, line: Line) -> None:
        """Read tables: their columns are labels."""
        self.sequences.clear()
        is_inside = "\n" in line.said
        given, *fields = [""] if is_inside else [one.strip().strip('"') for one in split(line.said)]
        headings: list[str] = []
        rows: list[list[str]] = []
        for names, cells in self._tables(line, given):
            named, found = _named(names, cells, fields)
            if headings:
                places = [named.index(one) if one in named else -1 for one in headings]
                found = [[row[at] if at >= 0 else "" for at in places] for row in found]
            headings = headings or named
            rows += found
        if not headings:
            return
        rows = [row for row in rows if self._is_kept(headings, row)]
        rows = self._copied(headings, rows, line.number)
        columns = {
            heading: [self._cell(row[at]) for row in rows]
            for at, heading in enumerate(headings)
            if heading
        }
        known = self.labels.known
        for heading, values in columns.items():
            name = heading.lower()
            known[name] = [*known.get(name, []), *values] if self.is_merging else values
        self.labels.linked |= {heading.lower() for heading in columns}
        if len(rows) > self.rows:
            self.rows, self.columns = len(rows), columns

    def _tables(self, line: Line, given: str) -> Iterator[Cells]:
        """Yield the headings and rows of the tables of a LINK: of files, or in the script."""
        if "\n" in line.said:
            yield cut(line.said, Path("link.csv"))
            return
        for one in given.split("|"):
            name, _, sheet = one.strip().partition("!")
            if path := self.find(name):
                yield self.source.table(path, sheet)
            else:
                todo = "download the table, name its file after LINK=, and import again"
                self.lose(line.number, f"the table `{name}` is not in the folder", todo)

    def _copied(self, headings: Sequence[str], rows: list[list[str]], line: int) -> list[list[str]]:
        """Return a row for each copy of a card: LINKMULTI names a column, or a number for all."""
        names, multi = [*map(str.lower, headings)], self.multi.lower()
        if multi and multi in names:
            counts = [row[names.index(multi)] for row in rows]
        elif multi.isdigit():
            counts = [multi] * len(rows)
        else:
            if re.search(r"[/\\]", multi):
                what = f"the parts that `LINKMULTI={multi}` makes of a text"
                self.lose(line, what, "split the text in the table")
            return rows
        copied = (
            [self._part(cell, name, copy) for cell, name in zip(row, names, strict=False)]
            for row, count in zip(rows, counts, strict=True)
            for copy in range(copies_of(count))
        )
        return [*islice(copied, MOST_CARDS)]

    def _part(self, cell: str, name: str, copy: int) -> str:
        """Return the cell of a copy of a card: one of its elements in a column of LINKMULDIS."""
        parts = cell.split("|") if name in self.separate else [cell]
        return parts[copy % len(parts)]

    def _cell(self, text: str) -> str:
        """Return the text of a cell; brackets in it are no labels, but those of known ones."""
        text = text.replace("\\13\\", "\n").replace("\n", self.newline)
        for old, new in self.changes:
            text = text.replace(old, new)[:20_000]
        parts = re.split(r"(\[[^\[\]]+\])", text)
        return "".join(
            part
            if part[1:-1].strip().lower() in self.labels.known
            else part.translate(self.encoded)
            for part in parts
        )

    def _is_kept(self, headings: Sequence[str], row: Sequence[str]) -> bool:
        cells = dict(zip(map(str.lower, headings), row, strict=False))
        return all(
            compares(cells.get(field, ""), sign, value) for field, sign, value in self.filters
        )


def _named(headings: list[str], rows: list[list[str]], fields: Sequence[str]) -> Cells:
    """Return a table with the names of its columns that LINK gives.

    Its first row is one of headings only if it has one of these names.
    """
    if not fields or {one.lower() for one in headings} & {one.lower() for one in fields}:
        return headings, rows
    return padded(fields, len(headings)), [headings, *rows]
