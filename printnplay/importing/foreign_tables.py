"""Tables of other tools' projects, also those with longer rows than headings."""

import csv
from io import StringIO
from pathlib import Path

from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.tables.reading import TEXT_TABLES, Table, endings, read_content, separator_of

Cells = tuple[list[str], list[list[str]]]
"""The headings and rows of a table."""


def read_table(content: bytes, shown: str, sheet: str | int, problems: Problems) -> Table | None:
    """Return a table; None if it cannot be read.

    `sheet` is the name of a sheet of a workbook, or its number from 0.
    """
    if Path(shown).suffix.lower() not in endings():
        text = "the table is in a format that is not read"
        cure = "save it as .xlsx or .csv, name that file, and import again"
        problems.error(codes.BROKEN_TABLE, text, Span(shown), "", cure)
        return None
    wanted = sheet if isinstance(sheet, str) else ""
    table = read_content(content, shown, TextNode(wanted, Span(shown)), problems)
    if table is not None and isinstance(sheet, int) and sheet < len(table.sheets):
        wanted = table.sheets[sheet]
        table = read_content(content, shown, TextNode(wanted, Span(shown)), problems)
    return table


def cells_of(table: Table) -> Cells:
    """Return the headings and rows of a table."""
    rows = [[cell.value for cell in row.cells] for row in table.rows]
    return [cell.value.strip() for cell in table.headings], rows


def cut(text: str, path: Path) -> Cells:
    """Return a table of text whose rows have as many cells as there are headings."""
    if path.suffix.lower() not in TEXT_TABLES:
        return [], []
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator_of(text))
    try:
        rows = [[cell.strip() for cell in row] for row in reader if any(map(str.strip, row))]
    except csv.Error:
        rows = []
    headings, *others = rows or [[]]
    width = len(headings)
    return headings, [[*row, *[""] * width][:width] for row in others]
