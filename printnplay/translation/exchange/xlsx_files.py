"""Write and read texts as workbooks (XLSX), as agencies ask for.

The name of the sheet has the game and the language (`lost-city.fr`): files get other names. Every
cell is text, also one that begins with `=`; what a spreadsheet converted is reported with its cell.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from io import BytesIO
from itertools import chain

from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.languages import is_right_to_left
from printnplay.tables.cells import Note, Oddity, Sheet
from printnplay.tables.workbooks import read_sheet
from printnplay.translation.exchange.conversions import converted, error_at, reformed
from printnplay.translation.exchange.rows import (
    COLUMNS,
    NAME,
    SAID,
    name_of,
    read_rows,
    rows_of,
    texts_in,
)
from printnplay.translation.exchange.units import Returned, Sent

ENDING = ".xlsx"

LONGEST_NAME, LONGEST_CELL = 31, 32_767
"""The limits of Excel: letters of a sheet's name, and of a cell."""

_WIDTHS = (28, 55, 55, 40, 13, 30, 12)
"""The widths of the columns, in digits: the texts are the widest, and all are seen on a screen."""

_EDITABLE = ("target", "state", "comment")
_CREATED = datetime(2000, 1, 1)
"""The date in each workbook: the same texts produce the same bytes."""


def write_workbook(sent: Sent) -> bytes:
    """Return the file; the same texts produce the same bytes.

    Raises:
        FaultsError: a text is too long for a cell.
    """
    from xlsxwriter import Workbook

    stream = BytesIO()
    book = Workbook(stream, {"in_memory": True})
    book.set_properties({"created": _CREATED})
    name = f"{sent.domain}.{sent.language}"
    sheet = book.add_worksheet(name if len(name) <= LONGEST_NAME else "texts")
    text = {"text_wrap": True, "valign": "top", "num_format": "@"}
    shaded = book.add_format({**text, "bg_color": "#F0F0EC"})
    order = {"reading_order": 2 if is_right_to_left(sent.language) else 1}
    looks = {name: book.add_format({**text, "locked": False}) for name in _EDITABLE}
    looks["target"] = book.add_format({**text, **order, "locked": False})
    for at, (column, width) in enumerate(zip(COLUMNS, _WIDTHS, strict=True)):
        sheet.set_column(at, at, width, looks.get(column, shaded), {"hidden": column == "base"})
    heading = book.add_format({**text, "bold": True, "bottom": 1})
    rows = [row for unit in sent.units for row in rows_of(unit)]
    for number, row in enumerate([COLUMNS, *rows]):
        for at, cell in enumerate(row):
            look = looks.get(COLUMNS[at], shaded) if number else heading
            if len(cell) > LONGEST_CELL:
                raise FaultsError([_too_long(row[0])])
            if cell:
                sheet.write_string(number, at, cell, look)
            else:
                sheet.write_blank(number, at, None, look)
    states = {"validate": "list", "source": [*SAID, "empty", "stale"], "error_type": "warning"}
    sheet.data_validation(1, 4, max(len(rows), 1), 4, states)
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, len(rows), len(COLUMNS) - 2)
    sheet.protect("", dict.fromkeys(("format_columns", "format_rows", "autofilter", "sort"), True))
    book.close()
    return stream.getvalue()


def _too_long(key: str) -> Diagnostic:
    return Diagnostic(
        codes.TOO_LONG_FOR_A_CELL,
        f"the row of `{key}` has more letters than a cell of a workbook holds",
        Span(""),
        f"expected at most {LONGEST_CELL:,} letters",
        "export these texts as PO, XLIFF or CSV",
    )


def read_workbook(data: bytes, shown: str, problems: Problems) -> tuple[Returned, ...]:
    """Return the texts of each sheet that is named after a game and a language.

    If there is none, the first sheet has the texts that the name of the file says.
    """
    first = read_sheet(data, shown, TextNode("", Span(shown)), Problems())
    named = [name for name in first.names if NAME.fullmatch(name)] if first else []
    found = []
    for name in named or [""]:
        match = NAME.fullmatch(name) or name_of(shown, problems)
        sheet = match and read_sheet(data, shown, TextNode(name, Span(shown)), problems)
        if match is None or sheet is None:
            return ()
        rows = list(_rows(sheet, shown))
        returned = read_rows(rows, match, shown, problems)
        if returned is None:
            return ()
        found.append(returned)
        columns = {at: name.strip().lower() for at, name in enumerate(rows[0][1], start=1)}
        _warn_of_conversions(sheet.notes, columns, returned, shown, problems)
    return tuple(found)


def workbook_cells(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the texts and remarks of all sheets with their rows, states excluded.

    Those of sheets that are not imported begin with the name of their sheet, and have no row.
    """
    first = read_sheet(data, "", TextNode("", Span("")), Problems())
    names = first.names if first else ()
    imported = [name for name in names if NAME.fullmatch(name)] or names[:1]
    for name in names:
        sheet = read_sheet(data, "", TextNode(name, Span("")), Problems())
        if sheet:
            remarks = ((one.detail, one.row) for one in sheet.notes if one.what == Oddity.REMARK)
            for text, row in chain(texts_in(_rows(sheet, "")), remarks):
                yield (text, row) if name in imported else (f"{name}: {text}", 0)


def _rows(sheet: Sheet, shown: str) -> Iterator[tuple[Span, list[str]]]:
    """Yield the rows that are not empty; the place of each is that of its translation.

    Remarks on cells of a row are added to its comment.
    """
    heading = next((number for number, cells in enumerate(sheet.rows, start=1) if any(cells)), 1)
    target = comment = 1
    remarks: dict[int, list[str]] = defaultdict(list)
    for note in sheet.notes:
        if note.what == Oddity.REMARK:
            remarks[note.row].append(note.detail)
    for number, cells in enumerate(sheet.rows, start=1):
        if any(cells):
            names = [cell.strip().lower() for cell in cells]
            if number == heading:
                target = names.index("target") + 1 if "target" in names else target
                comment = names.index("comment") if "comment" in names else len(names)
            elif number in remarks and comment < len(cells):
                said = "\n".join(filter(None, [cells[comment], *remarks[number]]))
                cells = [*cells[:comment], said, *cells[comment + 1 :]]
            yield Span(shown, number, target), cells


def _warn_of_conversions(
    notes: Iterable[Note],
    columns: Mapping[int, str],
    returned: Returned,
    shown: str,
    problems: Problems,
) -> None:
    """Warn of cells that are not the text that somebody typed: dates, numbers, bold letters.

    A cell with an error is a fault, as its text is lost.
    """
    said = reformed(returned)
    for note in notes:
        place = Span(shown, note.row, note.column)
        if columns.get(note.column) not in _READ_AS_TEXT:
            continue
        if note.what == Oddity.ERROR:
            problems.add(error_at(place))
        elif note.what in _CONVERTED:
            said.setdefault(place, _CONVERTED[note.what].format(note.detail))
    for place, text in said.items():
        problems.add(converted(text, place))


_READ_AS_TEXT = ("key", "target", "comment")

_CONVERTED: Mapping[str, str] = {
    Oddity.KIND: "the cell holds {}, not text",
    Oddity.NUMBER: "the cell holds a number, not text",
    Oddity.STYLED: "bold and italic letters are imported plain; with marks, it is `{}`",
    Oddity.STRUCK: "`{}` is struck out, but it is imported",
}
"""The message about a cell, by its oddity."""
