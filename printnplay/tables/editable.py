"""Table files whose rows can be rewritten: CSV files, and rows of JSON and YAML files.

Each change returns a new source, in which everything that it is not about keeps its characters. A
row is found by its index among those that are not empty.
"""

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import TypeAlias

from printnplay.files.door import encoding_of
from printnplay.files.yaml_edits import above_remarks, key_as_written, quoted, rewritten
from printnplay.files.yaml_tree import Entry, ListNode, MappingNode, Node, TextNode
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.strings import spliced
from printnplay.tables.cell_edits import json_cell, text_cell
from printnplay.tables.reading import TREES, Row, separator_of, text_rows_of
from printnplay.tables.trees import ID, JSON, TreeRow, root_of, rows_of, table_of

Key: TypeAlias = int | str
"""A column: its index in a CSV file, its name in JSON and YAML."""

Values: TypeAlias = dict[Key, str]
"""The values of a row that are not empty."""

_LINE_END = re.compile(r"\r\n|\r|\n|\Z")
_WORD = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|[A-Za-z][\w-]*(?: [\w-]+)*")
_NO_TEXTS = ("null", "true", "false", "yes", "no", "on", "off")
"""Words that YAML or its readers take for values of other types."""


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
                (start, self._next_line(end)) for start, end in map(self.bodies.__getitem__, gone)
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

    def _next_line(self, end: int) -> int:
        found = _LINE_END.match(self.source, end)
        return found.end() if found else end


class TextTable(EditableTable):
    """A CSV file."""

    def __init__(self, source: str, rows: Sequence[Row]) -> None:
        """Take the rows of the source."""
        super().__init__(source)
        filled = [row for row in rows if any(cell.value for cell in row.cells)]
        self.separator = separator_of(source)
        self.lines = filled
        width = max(
            (at for row in filled for at, c in enumerate(row.cells, 1) if c.value), default=0
        )
        self.keys = range(width)
        head = [cell.value for cell in filled[0].cells[:width]] if filled else []
        self.headings = [*head, *[""] * (width - len(head))]
        self.rows = [
            {at: cell.value for at, cell in enumerate(row.cells) if cell.value}
            for row in filled[1:]
        ]
        self.bodies = [(row.cells[0].start, row.cells[-1].end) for row in filled[1:]]
        if filled:
            found = _LINE_END.match(source, filled[0].cells[-1].end)
            self.line_end = found[0] if found and found[0] else "\n"

    @property
    def end_of_headings(self) -> int:
        """Where the first row goes if there is none."""
        return self.lines[0].cells[-1].end

    def with_cells(self, cells: Mapping[tuple[int, int], str]) -> str:
        """Return the source with cells changed; cells that a short row lacks are added."""
        changes = []
        added: dict[int, dict[int, str]] = defaultdict(dict)
        for (row, column), text in cells.items():
            there = self.lines[row + 1].cells
            if column >= len(there):
                added[row][column] = text_cell(text, separator=self.separator)
            elif there[column].value != text:
                cell = there[column]
                old = self.source[cell.start : cell.end]
                changes.append((cell.start, cell.end, text_cell(text, old, self.separator)))
        for row, new in added.items():
            there = self.lines[row + 1].cells
            end, texts = there[-1].end, (new.get(at, "") for at in range(len(there), max(new) + 1))
            changes.append((end, end, "".join(self.separator + text for text in texts)))
        return spliced(self.source, sorted(changes))

    def with_column(self, name: str, value: str) -> str:
        """Return the source with a column added; short rows stay short if its cells are empty."""
        at = len(self.keys)
        rows = enumerate(self.lines[1:])
        cells = {(n, at): value for n, row in rows if value or len(row.cells) == at}
        return self.with_cells({(-1, at): name, **cells})

    def written(self, values: Sequence[str], near: int) -> str:
        """Return a new row, with the quotes of another one."""
        like = self.lines[near + 1].cells
        olds = [self.source[cell.start : cell.end].strip(" ") for cell in like]
        width = max(len(values), len(olds))
        # Quotes that the other cell does not need are the style of the column.
        styled = zip(olds, like, strict=True)
        quotes = ['""' if old[:1] == '"' != text_cell(c.value)[:1] else "" for old, c in styled]
        quotes += [""] * width
        texts = [*values, *[""] * (width - len(values))]
        cells = zip(texts, quotes, strict=False)
        return self.separator.join(text_cell(text, old, self.separator) for text, old in cells)


class TreeTable(EditableTable):
    """The rows of a JSON or YAML file."""

    def __init__(self, source: str, shown: str, problems: Problems) -> None:
        """Read the source.

        Raises:
            FaultsError: it has faults.
        """
        super().__init__(source)
        content = source.encode()
        found, root = table_of(content, shown, problems), root_of(content, shown, Problems())
        if found is None or root is None:
            raise FaultsError(problems.found)
        headings, filled = found
        self.is_json = Path(shown).suffix.lower() == JSON
        self.headings = [cell.value for cell in headings]
        self.keys = self.headings
        self.rows = [
            {
                name: cell.value
                for name, cell in zip(self.headings, cells, strict=True)
                if cell.value
            }
            for _, cells in filled
        ]
        numbers = {number for number, _ in filled}
        self.nodes = [row for row in rows_of(root, Problems()) if row.number in numbers]
        self.in_lines = not self.is_json and source[root.start] not in "[{"
        self.bodies = []
        for row in self.nodes:
            self.bodies.append(self._body(row, self.bodies[-1][1] if self.bodies else 0))

    def _body(self, row: TreeRow, before: int) -> tuple[int, int]:
        """Return the start and the end of a row; that before it ends at an offset."""
        start = row.entry.start if row.entry else row.node.start
        if not self.in_lines:
            return start, row.node.end or start
        line = self.source.rfind("\n", 0, start) + 1
        end = self.source.find("\n", max(_last(row.node), start))
        end = len(self.source) if end < 0 else end - (self.source[end - 1] == "\r")
        # A block of text may end in lines that look like remarks.
        remarks = max(above_remarks(self.source, line), self._next_line(before) if before else 0)
        # Remarks at the very beginning are about the file.
        return remarks or line, end

    def with_cells(self, cells: Mapping[tuple[int, int], str]) -> str:
        """Return the source with cells changed; values that a row lacks are added to it.

        Raises:
            NoPlaceError: a cell is a list, or cannot be changed alone.
        """
        values, changes = self._changes(cells)
        if self.is_json:
            return spliced(self.source, sorted([*changes, *self._in_json(values)]))
        if not values:
            return spliced(self.source, sorted(changes))
        # Places are those of the source: what is on the same lines is changed in a second round.
        made = rewritten(self.source, self._spelled(values))
        if not changes:
            return made
        return TreeTable(made, self.nodes[0].span.file, Problems()).with_cells(cells)

    def _changes(
        self, cells: Mapping[tuple[int, int], str]
    ) -> tuple[dict[Span, str], list[tuple[int, int, str]]]:
        """Return the new values by the places of the old ones, and the changes of ids and keys."""
        values: dict[Span, str] = {}
        changes: list[tuple[int, int, str]] = []
        added: dict[int, dict[str, str]] = defaultdict(dict)
        for (at, column), text in cells.items():
            row, name = self.nodes[at], self.headings[column]
            _, node = row.columns.get(name, (None, None))
            if self.rows[at].get(name, "") == text:
                continue
            if row.entry and name == ID:
                changes.append(self._renamed(row.entry, text))
            elif node is None:
                added[at][name] = text
            elif not isinstance(node, TextNode):
                raise NoPlaceError(f"`{name}` is a list of values in row {row.number}")
            else:
                values[node.span] = text
        changes += [change for at, new in added.items() for change in self._added(at, new)]
        return values, changes

    def _nodes_at(self, places: Iterable[Span]) -> Iterator[tuple[Span, TextNode]]:
        """Yield the values that start at places."""
        wanted = {*places}
        for node in (node for row in self.nodes for _, node in row.columns.values()):
            if isinstance(node, TextNode) and node.span in wanted:
                yield node.span, node

    def _spelled(self, values: Mapping[Span, str]) -> dict[Span, str]:
        """Return new values by their places, with Boolean ones as the old ones are spelled."""
        found = self._nodes_at(values)
        return {at: _word(values[at], self.source[n.start : n.end]) for at, n in found}

    def _in_json(self, values: Mapping[Span, str]) -> Iterator[tuple[int, int, str]]:
        """Yield the changes of values in JSON, by their places."""
        for at, node in self._nodes_at(values):
            old = self.source[node.start : node.end]
            yield node.start, node.end, json_cell(_word(values[at], old), old)

    def _renamed(self, entry: Entry, text: str) -> tuple[int, int, str]:
        """Return the change of the key of a row."""
        found = _KEY.match(self.source, entry.start)
        end = found.end() if found else entry.start + len(entry.key)
        if not text:
            raise NoPlaceError("the key of a row is its id, and cannot be empty", "write an id")
        return entry.start, end, self._key(text)

    def _added(self, at: int, new: Mapping[str, str]) -> list[tuple[int, int, str]]:
        """Return the change that adds values to a row."""
        row = self.nodes[at]
        pairs = [f"{self._key(name)}: {self._scalar(text, name)}" for name, text in new.items()]
        if not isinstance(row.node, MappingNode):
            place = row.node.start
            return [(place, row.node.end, " {" + ", ".join(pairs) + "}")]
        entries = list(row.node.entries.values())
        if row.node.flow:
            place = entries[-1].value.end if entries else row.node.start + 1
            return [(place, place, (", " if entries else "") + ", ".join(pairs))]
        end = self.source.find("\n", _last(entries[-1].value))
        end = len(self.source) if end < 0 else end - (self.source[end - 1] == "\r")
        indent = " " * (entries[0].span.column - 1)
        return [(end, end, "".join(f"{self.line_end}{indent}{pair}" for pair in pairs))]

    def with_column(self, name: str, value: str) -> str:
        """Return the source with a value added to each row, or an empty one to the first.

        Raises:
            NoPlaceError: there are no rows.
        """
        if not self.nodes:
            raise NoPlaceError("the table has no rows")
        rows = range(len(self.nodes)) if value else [0]
        return spliced(
            self.source, sorted(change for at in rows for change in self._added(at, {name: value}))
        )

    def written(self, values: Sequence[str], near: int) -> str:
        """Return a new row, in braces or lines like another one.

        Raises:
            NoPlaceError: it has no id, although the rows are named by them.
        """
        like = self.nodes[near]
        new = {name: text for name, text in zip(self.headings, values, strict=False) if text}
        head = ""
        if like.entry:
            if not new.get(ID):
                raise NoPlaceError("the key of a row is its id, and cannot be empty", "write an id")
            head = self._key(new.pop(ID)) + ":"
        pairs = [f"{self._key(n)}: {self._scalar(t, n, like)}" for n, t in new.items()]
        if not isinstance(like.node, MappingNode) or like.node.flow:
            return self._before(like) + head + " " * bool(head) + "{" + ", ".join(pairs) + "}"
        first = next(iter(like.node.entries.values()))
        indent = self.line_end + " " * (first.span.column - 1)
        if like.entry:
            return self._before(like) + head + "".join(indent + pair for pair in pairs)
        return self._before(like) + indent.join(pairs)

    def _before(self, row: TreeRow) -> str:
        """Return what a row begins with: the indentation, and a dash in lists."""
        if not self.in_lines:
            return ""
        start = row.entry.start if row.entry else row.node.start
        before = self.source[self.source.rfind("\n", 0, start) + 1 : start]
        if before.strip() not in ("" if row.entry else "-",):
            raise NoPlaceError(f"row {row.number} does not begin on the line of its dash")
        return before

    def _key(self, name: str) -> str:
        return dumps(name, ensure_ascii=False) if self.is_json else key_as_written(name)

    def _scalar(self, text: str, name: str, like: TreeRow | None = None) -> str:
        """Return a new value, in the quotes of that of another row."""
        rows = self.nodes if like is None else [like]
        nodes = (row.columns[name][1] for row in rows if name in row.columns)
        old = next((node for node in nodes if isinstance(node, TextNode)), None)
        written = self.source[old.start : old.end] if old else ""
        if self.is_json:
            return json_cell(_word(text, written), written or "0")
        is_plain = _WORD.fullmatch(text) and text.lower() not in _NO_TEXTS
        if text in _TRUTHS and (not old or not old.style):
            return text.lower()
        return text if is_plain and (not old or not old.style) else quoted(text)


_KEY = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'""")
_TRUTHS = ("TRUE", "FALSE")


def _word(text: str, old: str) -> str:
    """Return a Boolean value as the old one is spelled: `true` for TRUE."""
    return text.lower() if text in _TRUTHS and old in ("true", "false") else text


def _last(node: Node) -> int:
    """Return the end of the last value in a node."""
    if isinstance(node, MappingNode) and not node.flow and node.entries:
        return _last(list(node.entries.values())[-1].value)
    if isinstance(node, ListNode) and node.items and node.end <= node.items[-1].end:
        return _last(node.items[-1])
    return node.end


def editable(content: bytes, shown: str) -> EditableTable:
    """Return the table of a file in CSV, JSON or YAML.

    Raises:
        FaultsError: the file has faults.
    """
    problems = Problems()
    if Path(shown).suffix.lower() not in TREES:
        rows = text_rows_of(content, shown, problems)
        if rows is None:
            raise FaultsError(problems.found)
        mark, encoding = encoding_of(content)
        return TextTable(content.removeprefix(mark).decode(encoding), rows)
    mark, encoding = encoding_of(content)
    return TreeTable(content.removeprefix(mark).decode(encoding), shown, problems)
