"""JSON and YAML files whose rows can be rewritten: lists of rows, and rows by their ids."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path

from printnplay.files.yaml_edits import above_remarks, key_as_written, quoted, rewritten
from printnplay.files.yaml_tree import Entry, ListNode, MappingNode, Node, TextNode
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.strings import spliced
from printnplay.tables.cell_edits import json_cell
from printnplay.tables.editable import EditableTable, NoPlaceError
from printnplay.tables.trees import ID, JSON, TreeRow, root_of, rows_of, table_of

_WORD = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|[A-Za-z][\w-]*(?: [\w-]+)*")
_NO_TEXTS = ("null", "true", "false", "yes", "no", "on", "off")
"""Words that YAML or its readers take for values of other types."""


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
        remarks = max(above_remarks(self.source, line), self.next_line(before) if before else 0)
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
