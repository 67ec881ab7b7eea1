"""Tables of cards as programs save them: CSV and its relatives, and workbooks.

A value is what it is in YAML: a text, a whole number, a date. In a workbook, a text that begins
with `=` is a formula, `#REF!` and its like are errors, and a mapping says more:
`{formula: "=1+2", value: 3}` has a stored value, `{value: 3, format: '0" gold"'}` is shown by a
format, `{rich: [[b, Draw], ["", " a card"]]}` has parts in bold (`b`), italics (`i`) or plain,
`{text: "=3"}` is a text, `{time: "12:30"}` a time.
"""

import csv
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date, time
from pathlib import Path
from typing import Any, TypeAlias
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

from .casefile import Book, Changes

Rows: TypeAlias = list[list[Any]]

_NO_VALUE = re.compile(r'<c r="(\w+)"([^>]*)><f>([^<]*)</f><v ?(?:/>|></v>)')


def read(path: Path) -> Rows:
    """The rows of a CSV."""
    return [*csv.reader(io.StringIO(path.read_text("utf-8")))]


def place(address: str) -> tuple[int, int]:
    """Row and column of a cell, both from 0.

    >>> place("D2")
    (1, 3)
    """
    letters, row = coordinate_from_string(address)
    return row - 1, column_index_from_string(letters) - 1


def changed(rows: Rows, changes: Changes) -> Rows:
    """The rows after the changes."""
    for old, new in changes.headings.items():
        rows[0][rows[0].index(old)] = new
    for heading, values in changes.columns.items():
        rows[0].append(heading)
        for number, row in enumerate(rows[1:]):
            row.append(values[number] if isinstance(values, list) else values)
    rows.extend([*row] for row in changes.add)
    for number, inserted in sorted(changes.insert.items()):
        rows.insert(number - 1, [*inserted])
    for address, value in changes.cells.items():
        down, across = place(address)
        rows[down].extend([""] * (across + 1 - len(rows[down])))
        rows[down][across] = value
    return rows


def lines(rows: Rows) -> list[int]:
    """The line of a CSV that each row begins on, the first being 1."""
    found, line = [], 1
    for row in rows:
        found.append(line)
        line += 1 + sum(str(cell).count("\n") for cell in row)
    return found


def span(row: Sequence[Any], column: int) -> tuple[int, int]:
    """The first and last column, from 1, of a cell in its row of a CSV.

    >>> span(["ab", "c,d", "e"], 1)
    (4, 9)
    """
    ends = []
    for count in (column, column + 1):
        stream = io.StringIO()
        csv.writer(stream, lineterminator="").writerow([*row[:count], "|"])
        ends.append(len(stream.getvalue()))
    return ends[0], ends[1] - 1


def write_csv(path: Path, rows: Rows, how: Mapping[str, str]) -> None:
    """Write a CSV; a TSV where the separator is a tab."""
    stream = io.StringIO()
    newline = how.get("newline", "\n")
    writer = csv.writer(stream, delimiter=how.get("separator", ","), lineterminator=newline)
    writer.writerows(rows)
    text = how.get("before", "") + stream.getvalue()
    path.write_bytes(text.encode(how.get("encoding", "utf-8")))


def write_xlsx(path: Path, rows: Rows, how: Book) -> None:
    """Write a workbook of Excel.

    `how`: `sheets` before that of the cards (name: rows), `hidden_sheets`, `hidden_rows`,
    `merge` (ranges).
    """
    book = Workbook()
    sheet = book.active
    sheet.title = "Cards"
    for number, (name, others) in enumerate(how.get("sheets", {}).items()):
        other = book.create_sheet(name, number)
        for row in others:
            other.append(row)
    book.active = book.index(sheet)
    for down, row in enumerate(rows, 1):
        for across, value in enumerate(row, 1):
            _put(sheet.cell(down, across), value)
    _dress(book, sheet, how)
    book.save(path)
    _store_values(path, {
        sheet.cell(down, across).coordinate: value["value"]
        for down, row in enumerate(rows, 1)
        for across, value in enumerate(row, 1)
        if isinstance(value, Mapping) and "formula" in value
    })  # fmt: skip


def _put(cell: Any, value: Any) -> None:  # noqa: ANN401
    """Write a value into a cell; a number in a text of digits becomes one, as when it is typed."""
    if isinstance(value, Mapping):
        _put_more(cell, value)
    elif isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value):
        cell.value = float(value) if "." in value else int(value)
    elif value != "":
        cell.value = value


def _put_more(cell: Any, value: Mapping[str, Any]) -> None:  # noqa: ANN401
    """Write what is more than a value."""
    match value:
        case {"formula": formula}:
            cell.value = formula
        case {"rich": parts}:
            cell.value = CellRichText(
                *(
                    TextBlock(InlineFont(**{style: True}), text) if style else text
                    for style, text in parts
                )
            )
        case {"text": text}:
            cell.value, cell.data_type = text, "s"
        case {"time": clock}:
            cell.value = time.fromisoformat(clock)
        case {"value": number, "format": shown}:
            cell.value, cell.number_format = number, shown


def _dress(book: Any, sheet: Any, how: Book) -> None:  # noqa: ANN401
    """Hide and merge."""
    for name in how.get("hidden_sheets", ()):
        book[name].sheet_state = "hidden"
    for number in how.get("hidden_rows", ()):
        sheet.row_dimensions[number].hidden = True
    for address in how.get("merge", ()):
        sheet.merge_cells(address)


def _store_values(path: Path, values: Mapping[str, Any]) -> None:
    """Store the values of formulas, as Excel does; openpyxl cannot."""
    if not values:
        return
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}

    def stored(found: re.Match[str]) -> str:
        value = values.get(found[1])
        if value is None:
            return found[0]
        kind = ' t="e"' if str(value).startswith("#") else ""
        kind = kind or (' t="str"' if isinstance(value, str) else "")
        return f'<c r="{found[1]}"{kind}><f>{found[3]}</f><v>{escape(str(value))}</v>'

    for name in parts:
        if name.startswith("xl/worksheets/"):
            parts[name] = _NO_VALUE.sub(stored, parts[name].decode()).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def write_ods(path: Path, rows: Rows, _how: Book) -> None:
    """Write a workbook of OpenDocument, as LibreOffice does."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    body = "".join(
        f"<table:table-row>{''.join(_ods_cell(value) for value in row)}</table:table-row>"
        for row in rows
    )
    content = (
        f'<office:document-content xmlns:office="{urn}:office:1.0" xmlns:table="{urn}:table:1.0"'
        f' xmlns:text="{urn}:text:1.0" xmlns:of="{urn}:of:1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Cards">{body}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{urn}:manifest:1.0"/>')
        archive.writestr("content.xml", content)


def _ods_cell(value: Any) -> str:  # noqa: ANN401
    """A cell with its value and what is shown of it."""
    shown = escape(str(value["value"] if isinstance(value, Mapping) else value))
    if isinstance(value, date):
        kind = f'date" office:date-value="{value.isoformat()}'
    elif re.fullmatch(r"-?\d+(\.\d+)?", shown):
        kind = f'float" office:value="{shown}'
    elif shown.startswith("#"):
        kind = f'string" table:formula="of:=[.Z1]" office:string-value="{shown}'
    else:
        kind = "string"
    parts = "".join(f"<text:p>{part}</text:p>" for part in shown.split("\n"))
    return f'<table:table-cell office:value-type="{kind}">{parts}</table:table-cell>'
