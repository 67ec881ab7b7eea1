"""Joins: columns of another table, added to each row by the value in one of its columns."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.yaml_tree import ListNode, Node, TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.suggestions import suggestion
from printnplay.loading.forms import (
    ADDRESS,
    NAME,
    TEXT,
    Form,
    Record,
    either,
    list_of,
    optional,
    required,
)
from printnplay.loading.headings import ID, cell_name, column_name
from printnplay.loading.table_files import TableFile
from printnplay.tables.cells import MAX_COLUMNS
from printnplay.tables.reading import Row, Table
from printnplay.tables.workbooks import report


class JoinKeys(Record):
    """Another table, whose columns are added to each row."""

    table = required(TEXT, "The file of the other table, beside cards.yaml.", "heroes.csv")
    on = required(
        NAME, "The column that names a row of the other table; its cells may be empty.", "hero"
    )
    key = optional(
        NAME,
        "The column of the other table with these names. If not given, the column of the same name"
        " as in `on`, or `id`.",
        "id",
    )
    prefix = optional(
        NAME,
        "A word before the names of the added columns: `attack` becomes `hero_attack`.",
        "hero",
    )
    sheet = optional(TEXT, "The sheet of a workbook; the first one if not given.", "Heroes")
    address = optional(
        ADDRESS,
        "The address where the other table is published; `printnplay fetch` downloads it.",
        "https://example.com/heroes.csv",
    )


_ONE_OR_MORE = either(ListNode, list_of(JoinKeys.form()), JoinKeys.form())


MAX_JOINS = 16
"""The most tables joined to one: each is compared with all rows. A guess: games need a few."""


def _read_joins(node: Node, problems: Problems) -> tuple[JoinKeys, ...]:
    if isinstance(node, ListNode) and len(node.items) > MAX_JOINS:
        text, label = f"more than {MAX_JOINS} tables are joined", f"expected at most {MAX_JOINS}"
        cure = "put some of these tables into one"
        problems.error(codes.FILE_TOO_LARGE, text, node.span, label, cure)
        return ()
    read = _ONE_OR_MORE.read(node, problems)
    return read if isinstance(read, tuple) else (read,)


JOINS = Form(_read_joins, "a join, or a list of joins", _ONE_OR_MORE.schema, (JoinKeys,))


class Join(Struct, frozen=True):
    """A table to join; `key` is empty if not given."""

    table: TableFile
    on: TextNode
    key: TextNode
    prefix: str | None


def joined(table: Table, other: Table, join: Join, problems: Problems) -> Table:
    """Return a table with columns of another one added; report cells that match no single row.

    Columns of names that the table has already, the key and the ids of the other table are left
    out.
    """
    names = [column_name(heading.value) for heading in table.headings]
    theirs = [column_name(heading.value) for heading in other.headings]
    taken = {_column(heading.value) for heading in table.headings}
    is_itself = table.headings[0].span.file == other.headings[0].span.file
    key = _key(theirs, [ID] if is_itself else [join.on.value, ID], join, problems)
    if join.on.value not in names:
        text = f"the table has no column `{join.on.value}`"
        label = f"expected the column that names rows of {join.table.file.value}"
        cure = suggestion(join.on.value, names)
        problems.error(codes.MISSING_COLUMN, text, join.on.span, label, cure)
        return table
    if key is None:
        return table
    before = f"{join.prefix}_" if join.prefix else ""
    new = [
        at
        for at, name in enumerate(theirs)
        if name
        and at != key
        and _column(f"{before}{other.headings[at].value}") not in taken
        and f"{before}{name}" != ID
    ]
    if len(names) + len(new) > MAX_COLUMNS:
        text = f"the table and those joined to it have more than {MAX_COLUMNS} columns"
        label, cure = f"expected at most {MAX_COLUMNS}", "split the table"
        problems.error(codes.FILE_TOO_LARGE, text, join.table.file.span, label, cure)
        return table
    on = names.index(join.on.value)
    matches = _Matches(other, key, join, table.headings[on].value)
    rows = []
    for row in table.rows:
        match = matches.of(row.cells[on], row.number_of(on), problems)
        cells = [match.cells[at] if match else _empty(row.cells[on]) for at in new]
        others = [match.number if match else row.number] * len(new)
        rows.append(Row(row.number, (*row.cells, *cells), (*row.others, *others)))
    if other.notes:
        report(other.notes, matches.cells_used(), problems)
    added = (other.headings[at] for at in new)
    headings = (replace(heading, value=before + heading.value) for heading in added)
    return replace(table, headings=(*table.headings, *headings), rows=tuple(rows))


def _column(heading: str) -> tuple[str, str]:
    """Return the name and the language of the column with a heading."""
    return column_name(heading), heading.partition("@")[2]


def _empty(cell: TextNode) -> TextNode:
    return TextNode("", cell.span)


def _key(theirs: Sequence[str], usual: Sequence[str], join: Join, problems: Problems) -> int | None:
    """Return the index of the column with the keys of the other table, or None, reported.

    `usual` are the names of the column if the join names none.
    """
    wanted = [join.key.value] if join.key.value else [*dict.fromkeys(usual)]
    for name in wanted:
        if name in theirs:
            return theirs.index(name)
    either = " or ".join(f"`{name}`" for name in wanted)
    text = f"{join.table.file.value} has no column {either}"
    place = join.key if join.key.value else join.table.file
    label = f"expected a column with the values of `{join.on.value}`"
    cure = suggestion(wanted[0], theirs)
    if not join.key.value:
        cure = f"name it with `key:`; {cure}"
    problems.error(codes.MISSING_COLUMN, text, place.span, label, cure)
    return None


class _Matches:
    """The rows of the joined table by their keys."""

    def __init__(self, other: Table, key: int, join: Join, heading: str) -> None:
        self.key, self.file, self.heading = key, join.table.file.value, heading
        self.key_heading = other.headings[key].value
        self.rows: Mapping[str, list[Row]] = defaultdict(list)
        for row in other.rows:
            if row.cells[key].value:
                self.rows[row.cells[key].value].append(row)
        self.used: dict[int, Row] = {}

    def of(self, cell: TextNode, number: int, problems: Problems) -> Row | None:
        """Return the row that a cell names; None if it is empty, or after reporting a fault."""
        found = self.rows.get(cell.value, []) if cell.value else []
        if len(found) == 1:
            self.used[found[0].number] = found[0]
            return found[0]
        where = cell_name(number, self.heading)
        if found:
            text = f"`{cell.value}` is in {len(found)} rows of {self.file} ({where})"
            label = f"expected a value of one row in its column `{self.key_heading}`"
            places = [row.cells[self.key].span for row in found[:2]]
            notes = tuple(zip(("one of them", "another one"), places, strict=True))
            cure = f"remove the others from {self.file}"
            fault = Diagnostic(codes.NO_SUCH_ROW, text, cell.span, label, cure, notes)
            problems.add(fault)
        elif cell.value:
            text = f"`{cell.value}` is in no row of {self.file} ({where})"
            label = f"expected a value of its column `{self.key_heading}`"
            cure = suggestion(cell.value, self.rows, f"add a row to {self.file}")
            problems.error(codes.NO_SUCH_ROW, text, cell.span, label, cure)
        return None

    def cells_used(self) -> dict[tuple[int, int], TextNode]:
        """Return the cells of the rows that were named, by row and column as in the sheet."""
        return {
            (number, at): cell
            for number, row in self.used.items()
            for at, cell in enumerate(row.cells, start=1)
        }
