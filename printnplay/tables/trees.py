"""Rows of JSON and YAML files: a list of mappings, or a mapping of ids to mappings.

Each mapping is a row, its keys are the columns. Values without quotes are read as in spreadsheets:
`true` is TRUE, `null` an empty cell. A list of texts becomes one text, `a, b`.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.json_tree import read_json
from printnplay.files.yaml_tree import (
    UNPRINTABLE,
    BrokenNode,
    Entry,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    kind_of,
    read_bytes,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span

Cells: TypeAlias = tuple[TextNode, ...]

JSON = ".json"

ID = "id"
"""The column of the keys, if a file is a mapping of ids to rows."""

_WORDS = {"~": "", "null": "", "true": "TRUE", "false": "FALSE"}
"""Words without quotes that are no texts, with their values as cells."""

_A_ROW = "expected a mapping of columns to values"
_VALUES = "expected a text, a number, `true`, `false`, `null` or a list of texts"


class TreeRow(Struct, frozen=True):
    """A row: its number, its place, and its columns with their headings and values.

    `node` has the values; `entry` is the id of a row of a mapping, with its key.
    """

    number: int
    span: Span
    columns: Mapping[str, tuple[TextNode, Node]]
    node: Node
    entry: Entry | None = None


def table_of(
    content: bytes, shown: str, problems: Problems
) -> tuple[Cells, list[tuple[int, Cells]]] | None:
    """Return the headings and the numbered rows that are not empty; None with the faults added.

    Headings are in the order in which the file first has them. A cell that its row lacks has the
    place of the row.
    """
    before = problems.errors
    root = root_of(content, shown, problems)
    rows = [] if root is None else list(rows_of(root, problems))
    headings: dict[str, TextNode] = {}
    for row in rows:
        for name, (heading, _) in row.columns.items():
            headings.setdefault(name, heading)
    found = [(row.number, tuple(_cells(row, headings, problems))) for row in rows]
    if root is None or problems.errors > before:
        return None
    filled = [(number, cells) for number, cells in found if any(cell.value for cell in cells)]
    return tuple(headings.values()), filled


def value_at(content: bytes, place: Span) -> TextNode:
    """Return the value of a row that starts at a place of a file.

    Raises:
        LookupError: no value starts there, or it is a list.
    """
    root = root_of(content, place.file, Problems())
    rows = [] if root is None else rows_of(root, Problems())
    for node in (node for row in rows for _, node in row.columns.values()):
        is_there = (node.span.line, node.span.column) == (place.line, place.column)
        if is_there and isinstance(node, TextNode) and node.end:
            return replace(node, value=_value(node))
    raise LookupError(place)


def root_of(content: bytes, shown: str, problems: Problems) -> Node | None:
    """Return the document of a JSON or YAML file; None with the faults added to `problems`."""
    read = read_json if Path(shown).suffix.lower() == JSON else read_bytes
    return read(content, shown, problems)


def rows_of(root: Node, problems: Problems) -> Iterator[TreeRow]:
    """Yield the rows of a document; report what is none."""
    if isinstance(root, ListNode):
        for number, node in enumerate(root.items, start=1):
            if isinstance(node, MappingNode):
                yield TreeRow(number, node.span, _columns(node), node)
            else:
                cure = "write it like `{id: spy, cost: 3}`"
                _wrong(node, f"row {number} is {_kind(node)}", _A_ROW, cure, problems)
    elif isinstance(root, MappingNode):
        for number, entry in enumerate(root.entries.values(), start=1):
            yield from _row_by_id(number, entry, problems)
    else:
        cure = "write rows such as `- {id: spy, cost: 3}`"
        _wrong(root, f"the table is {_kind(root)}", "expected a list of rows", cure, problems)


def _kind(node: Node) -> str:
    """Return what stands in the place of a row, for messages."""
    return "empty" if isinstance(node, TextNode) and not _value(node) else kind_of(node)


def _row_by_id(number: int, entry: Entry, problems: Problems) -> Iterator[TreeRow]:
    node, key = entry.value, TextNode(entry.key, entry.span, style='"')
    columns = _columns(node) if isinstance(node, MappingNode) else {}
    if ID in columns:
        text, span = f"the key `{entry.key}` is the id of this row", columns[ID][0].span
        problems.error(codes.FIELD_GIVEN_TWICE, text, span, "a second id", "remove `id`")
    elif isinstance(node, MappingNode) or (isinstance(node, TextNode) and not _value(node)):
        named = {ID: (TextNode(ID, entry.span), key), **columns}
        yield TreeRow(number, entry.span, named, node, entry)
    else:
        cure = f"write the rows alone, without `{entry.key}`"
        cure = cure if isinstance(node, ListNode) else "write it like `spy: {cost: 3}`"
        text = f"the value of `{entry.key}` is {kind_of(node)}, not a row"
        _wrong(node, text, _A_ROW, cure, problems)


def _columns(node: MappingNode) -> dict[str, tuple[TextNode, Node]]:
    return {
        key: (TextNode(key, entry.span, entry.start), entry.value)
        for key, entry in node.entries.items()
    }


def _cells(row: TreeRow, headings: Iterable[str], problems: Problems) -> Iterator[TextNode]:
    """Yield the cells of a row in the order of the headings."""
    for name in headings:
        _, node = row.columns.get(name, (None, BrokenNode(row.span)))
        yield _cell(name, node, row.number, problems)


def _cell(name: str, node: Node, number: int, problems: Problems) -> TextNode:
    """Return a value as a cell; report one that is not a text or a list of texts."""
    where = f"row {number}, column `{name}`"
    if isinstance(node, BrokenNode):
        return TextNode("", node.span)
    if isinstance(node, TextNode):
        cell = replace(node, value=_value(node))
    else:
        items = node.items if isinstance(node, ListNode) else [node]
        nested = [item for item in items if not isinstance(item, TextNode)]
        for inner in nested:
            cure = f"write each value as a column, such as `{name}_1`"
            if isinstance(inner, MappingNode) and inner.entries:
                cure = f"write each value as a column, such as `{name}_{next(iter(inner.entries))}`"
            text = f"a value is {kind_of(inner)} ({where})"
            _wrong(inner, text, _VALUES, cure, problems)
        texts = [_value(item) for item in items if isinstance(item, TextNode)]
        # In quotes, so that a list of one number is a text like all others.
        cell = TextNode(", ".join(filter(None, texts)), node.span, style='"')
    strange = UNPRINTABLE.search(cell.value)
    if strange is not None:
        text = f"U+{ord(strange[0]):04X} is a control character, not text ({where})"
        cure = "remove its escape"
        problems.error(codes.NOT_YAML, text, node.span, "expected printable text", cure)
    return cell


def _value(node: TextNode) -> str:
    """Return the value of a cell: texts without spaces around them, and words by `_WORDS`."""
    value = node.value.strip()
    return value if node.style else _WORDS.get(value.lower(), value)


def _wrong(node: Node, text: str, label: str, cure: str, problems: Problems) -> None:
    """Report a node of the wrong kind; a broken one was reported already."""
    if not isinstance(node, BrokenNode):
        problems.error(codes.WRONG_KIND, text, node.span, label, cure)
