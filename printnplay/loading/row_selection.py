"""The rows of a table that a family takes: those with the values of its `where`."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from printnplay.files.yaml_tree import Entry, TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.suggestions import did_you_mean, suggestion
from printnplay.loading.headings import BOOLEANS, COPIES, column_name
from printnplay.tables.reading import Table

Where: TypeAlias = Mapping[str, Entry]
"""The wanted value of each column, as written in cards.yaml."""


def with_rows(table: Table, where: Where, defaults: Mapping[str, str], problems: Problems) -> Table:
    """Return a table with the rows that have all of these values; report values that none has.

    An empty cell has the value of `defaults`.
    """
    names = [column_name(heading.value) for heading in table.headings]
    rows = list(table.rows)
    for name, entry in where.items():
        if name not in names:
            text, label = f"the table has no column `{name}`", "expected a column to select rows by"
            cure = suggestion(name, names)
            problems.error(codes.MISSING_COLUMN, text, entry.span, label, cure)
            continue
        at, default, wanted = names.index(name), defaults.get(name, ""), _text(entry)
        if not wanted:
            continue  # reported already
        rows = [row for row in rows if _is(row.cells[at].value or default, wanted)]
        if not rows:
            values = {row.cells[at].value or default for row in table.rows}
            is_alone = not any(_is(value, wanted) for value in values)
            text = f"no row has `{name}: {wanted}` and the values before"
            if is_alone:
                text = f"no row has `{name}: {wanted}`"
            label = f"expected a value of `{name}`"
            cure = suggestion(wanted, values - {""}) if is_alone else ""
            problems.error(codes.SELECTS_NOTHING, text, entry.value.span, label, cure)
            break
    return replace(table, rows=tuple(rows))


def _text(entry: Entry) -> str:
    return entry.value.value if isinstance(entry.value, TextNode) else ""


def _is(value: str, wanted: str) -> bool:
    """Return whether a cell has a value; `yes` and `true` are TRUE."""
    return value == wanted or (value in ("TRUE", "FALSE") and BOOLEANS.get(wanted.lower()) == value)


def report_left_out(
    table: Table, taken: Collection[int], wanted: Mapping[str, Collection[str]], problems: Problems
) -> None:
    """Warn of rows that no family takes, unless they have 0 copies.

    Args:
        table: the table.
        taken: the numbers of the rows that families take.
        wanted: the values by which they select rows, by column.
        problems: receives the warnings.
    """
    names = [column_name(heading.value) for heading in table.headings]
    copies = names.index(COPIES) if COPIES in names else None
    for row in table.rows:
        if row.number in taken or (copies is not None and row.cells[copies].value == "0"):
            continue
        cells = {name: cell for name, cell in zip(names, row.cells, strict=True) if cell.value}
        filled = [name for name in wanted if name in cells]
        unknown = [
            name
            for name in filled
            if not any(_is(cells[name].value, value) for value in wanted[name])
        ]
        place = next((cells[name] for name in (*unknown, *filled)), row.cells[0])
        near = (did_you_mean(cells[name].value, wanted[name]) for name in unknown)
        cure = next(filter(None, near), "correct its values, or write 0 in its column `copies`")
        text = f"row {row.number} is a card of no family"
        problems.warning(codes.ROW_OF_NO_FAMILY, text, place.span, "no `where` selects it", cure)
