"""Table files whose rows can be rewritten, of any format.

Each change returns a new source, in which everything that it is not about keeps its characters. A
row is found by its index among those that are not empty.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from printnplay.kernel.strings import spliced

Key: TypeAlias = int | str
"""A column: its index in a CSV file, its name in JSON and YAML."""

Values: TypeAlias = dict[Key, str]
"""The values of a row that are not empty."""

LINE_END = re.compile(r"\r\n|\r|\n|\Z")


class NoPlaceError(LookupError):
    """A change that a table cannot hold, with the reason, and in `cure` what to do instead."""

    def __init__(self, why: str, cure: str = "edit the file by hand") -> None:
        """Keep both."""
        super().__init__(why)
        self.cure = cure


class EditableTable(ABC):
    """A table file: the keys of its columns, their headings, the values and places of its rows.

    Attributes:
        keys: the columns.
        headings: their headings.
        rows: the values of the rows that are not empty.
        bodies: the offsets of their starts and ends in the source.
        in_lines: whether each row has lines of its own, rather than a place in brackets.
    """

    keys: Sequence[Key]
    headings: Sequence[str]
    rows: Sequence[Values]
    bodies: list[tuple[int, int]]
    in_lines = True

    def __init__(self, source: str) -> None:
        """Keep the source."""
        self.source = source
        self.line_end = "\r\n" if "\r\n" in source else "\n"

    @abstractmethod
    def with_cells(self, cells: Mapping[tuple[int, int], str]) -> str:
        """Return the source with cells changed, by row and column.

        Raises:
            NoPlaceError: a cell cannot be changed alone.
        """

    @abstractmethod
    def with_column(self, name: str, value: str) -> str:
        """Return the source with a column added after the others, with a value in each row.

        Raises:
            NoPlaceError: the file cannot hold it.
        """

    @abstractmethod
    def written(self, values: Sequence[str], near: int) -> str:
        """Return a new row, written like that of the index `near`.

        Raises:
            NoPlaceError: the file cannot hold it.
        """

    @property
    def end_of_headings(self) -> int:
        """Where the first row goes if there is none."""
        raise NoPlaceError("the table has no rows")

    def ordered(self, order: Sequence[int]) -> str:
        """Return the source with its rows in another order; lines between rows stay in place."""
        changes = (
            (start, end, self.source[slice(*self.bodies[at])])
            for (start, end), at in zip(self.bodies, order, strict=True)
        )
        return spliced(self.source, changes)

    def without(self, rows: Iterable[int]) -> str:
        """Return the source without these rows."""
        gone, last = sorted(set(rows)), len(self.bodies) - 1
        if self.in_lines:
            ends = (
                (start, self.next_line(end)) for start, end in map(self.bodies.__getitem__, gone)
            )
            made = spliced(self.source, ((start, end, "") for start, end in ends))
            # A file without a line end after its last row stays like that.
            return made if self.source.endswith(("\n", "\r")) else made.removesuffix(self.line_end)
        trailing = last
        while trailing in gone:
            trailing -= 1
        cuts = [(self.bodies[at][0], self.bodies[at + 1][0], "") for at in gone if at <= trailing]
        if trailing < last:
            before = self.bodies[trailing][1] if trailing >= 0 else self.bodies[0][0]
            cuts.append((before, self.bodies[last][1], ""))
        return spliced(self.source, cuts)

    def with_rows(self, at: int, rows: Iterable[Sequence[str]]) -> str:
        """Return the source with new rows before that of an index, or after the last one.

        Raises:
            NoPlaceError: the file cannot hold them.
        """
        end_of_headings = 0 if self.bodies else self.end_of_headings
        new = [self.written(values, min(max(at - 1, 0), len(self.bodies) - 1)) for values in rows]
        source = self.source
        if not self.in_lines:
            (first, second) = (*self.bodies, *self.bodies)[:2]
            gap = source[first[1] : second[0]] if len(self.bodies) > 1 else ", "
            if at < len(self.bodies):
                start = self.bodies[at][0]
                return source[:start] + "".join(row + gap for row in new) + source[start:]
            end = self.bodies[-1][1]
            return source[:end] + "".join(gap + row for row in new) + source[end:]
        if at < len(self.bodies):
            start = self.bodies[at][0]
            lines = "".join(row + self.line_end for row in new)
            return source[:start] + lines + source[start:]
        end = self.bodies[-1][1] if self.bodies else end_of_headings
        lines = "".join(self.line_end + row for row in new)
        return source[:end] + lines + source[end:]

    def next_line(self, end: int) -> int:
        """Return the offset after the line end at an offset, if there is one."""
        found = LINE_END.match(self.source, end)
        return found.end() if found else end
