"""Read and write texts as CSV for spreadsheets.

The file's name contains the game and the language: `lost-city.fr.csv`.
"""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from printnplay.kernel.diagnostics import Problems, Span
from printnplay.translation.exchange.conversions import check_texts
from printnplay.translation.exchange.rows import COLUMNS, name_of, read_rows, rows_of, texts_in
from printnplay.translation.exchange.units import Returned, Sent, decoded, malformed

_SEPARATORS = (",", ";", "\t")
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""The start of a cell that a spreadsheet may run as a formula, or that was escaped to prevent
it.
"""


def write_table(sent: Sent) -> bytes:
    """Return the file; its byte order mark keeps spreadsheets from guessing a wrong encoding."""
    stream = StringIO()
    table = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    table.writerow(COLUMNS)
    table.writerows(map(_guarded, row) for unit in sent.units for row in rows_of(unit))
    return stream.getvalue().encode("utf-8-sig")


def _guarded(cell: str) -> str:
    """Return a cell with an apostrophe before anything a spreadsheet may take for a formula.

    >>> [_guarded(cell) for cell in ("=1+2", "'=1+2", "'tis")]
    ["'=1+2", "''=1+2", "'tis"]
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that the export added.

    >>> [_unguarded(cell) for cell in ("'=1+2", "''=1+2", "'tis", "=1+2")]
    ['=1+2', "'=1+2", "'tis", '=1+2']
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def read_table(data: bytes, shown: str, problems: Problems) -> Returned | None:
    """Return the texts of a table, with commas, semicolons or tabs as separators."""
    before = problems.errors
    name = name_of(shown, problems)
    text = None if name is None else decoded(data, shown, problems)
    if name is None or text is None:
        return None
    rows = list(_cells(text, shown, problems))
    returned = None if problems.errors > before else read_rows(rows, name, shown, problems)
    if returned is not None:
        check_texts(returned, problems)
    return returned


def table_cells(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield all cells with their lines, those of unknown columns included, states excluded."""
    problems = Problems()
    return texts_in(_cells(decoded(data, "", problems) or "", "", problems))


def _cells(text: str, shown: str, problems: Problems) -> Iterator[tuple[Span, list[str]]]:
    """Yield the rows that are not empty, each with its place."""
    head = text.partition("\n")[0]
    table = csv.reader(
        StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=head.count), strict=True
    )
    line = 1
    try:
        for cells in table:
            if any(cells):
                yield Span(shown, line, 1), [_unguarded(cell) for cell in cells]
            line = table.line_num + 1
    except csv.Error as error:
        place = Span(shown, table.line_num, 1)
        problems.add(malformed(f"the table is broken: {error}", place, "expected a row"))
