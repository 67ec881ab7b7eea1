"""Read sheets of workbooks in a separate process, and report oddities of their cells.

The process is limited, since a file of a few kilobytes can expand beyond a machine's memory.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import suggestion
from printnplay.processes.apart import OverLimitError, apart
from printnplay.tables.cells import MAX_COLUMNS, MAX_ROWS, MEMORY, SECONDS, Note, Oddity, Sheet


def read_sheet(content: bytes, shown: str, sheet: TextNode, problems: Problems) -> Sheet | None:
    """Return a sheet of a workbook; on failure, report the fault and return None.

    Args:
        content: the bytes of the file.
        shown: the path as the user would type it.
        sheet: the name of the sheet; if empty, the first visible one.
        problems: receives the faults.
    """
    answer = _read_apart(content, sheet.value)
    if isinstance(answer, str):
        text, label = f"the workbook cannot be read: {answer}", "expected an .xlsx or .ods file"
        problems.error(codes.BROKEN_TABLE, text, Span(shown), label, "save it again, or as CSV")
        return None
    names, found = answer
    if found is None:
        text, place, label = "the workbook has no sheet", Span(shown), "expected a sheet"
        if sheet.value:
            text += f" `{sheet.value}`"
            place, label = sheet.span, f"expected the name of a sheet of {Path(shown).name}"
        problems.error(codes.BROKEN_TABLE, text, place, label, suggestion(sheet.value, names))
        return None
    if found.beyond:
        text = f"the sheet has cells beyond row {MAX_ROWS + 1:,} or its first {MAX_COLUMNS} columns"
        label, cure = "more than a table may have", "delete empty rows, or split the table"
        problems.error(codes.FILE_TOO_LARGE, text, Span(shown), label, cure)
        return None
    unknown = [note for note in found.notes if note.what == Oddity.NO_VALUE]
    for note in unknown:
        problems.error(
            codes.CELL_WITHOUT_VALUE,
            f"the formula `{note.detail}` has no stored result",
            Span(shown, note.row, note.column),
            "expected a value",
            "open the workbook in Excel or LibreOffice and save it, which stores results",
        )
    for name in (note.detail for note in found.notes if note.what == Oddity.HIDDEN_SHEET):
        problems.warning(
            codes.CELL_READ_OTHERWISE,
            f"the first sheet, `{name}`, is hidden: the cards are read from another",
            Span(shown),
            "expected the name of a sheet in cards.yaml",
            f"write `sheet: {name}` there to read that one, or the name of the other",
        )
    return None if unknown else found._replace(names=tuple(names))


def report(
    notes: Iterable[Note], values: Mapping[tuple[int, int], TextNode], problems: Problems
) -> None:
    """Report where the workbook's display differs from the values that are printed.

    Args:
        notes: the oddities of the sheet's cells.
        values: the cells of which cards are made, by row and column.
        problems: receives the faults.
    """
    notes = [note for note in notes if (note.row, note.column) in values]
    filled = Counter(column for (_, column), cell in values.items() if cell.value)
    kinds = Counter((note.column, note.detail) for note in notes if note.what == Oddity.KIND)
    for note in notes:
        cell = values[note.row, note.column]
        match note.what:
            case Oddity.KIND if kinds[note.column, note.detail] < filled[note.column]:
                _warn(
                    problems,
                    cell,
                    f"`{cell.value}` is {note.detail}, unlike other cells of its column",
                    "format the cell as text, and retype its value",
                )
            case Oddity.HIDDEN:
                text = f"row {note.row} is hidden in the workbook, but it makes a card"
                cure = "show the row, delete it, or write 0 in its column `copies`"
                _warn(problems, cell, text, cure)
            case Oddity.MERGED if cell.value:
                text = f"the cell is merged with others ({note.detail}), which are read as empty"
                _warn(problems, cell, text, "split it, and fill in each cell")
            case Oddity.STYLED:
                text = "bold or italic letters in the workbook are printed plain"
                _warn(problems, cell, text, f"write `{note.detail}`")
            case Oddity.STRUCK:
                text = f"`{note.detail}` is struck out in the workbook, but it is printed"
                _warn(problems, cell, text, "delete it, or write `[words]{strike}`")


def _warn(problems: Problems, cell: TextNode, text: str, cure: str) -> None:
    code = codes.CELL_READ_OTHERWISE
    problems.warning(code, text, cell.span, "printed differently from how it looks", cure)


def _read_apart(content: bytes, sheet: str) -> tuple[list[str], Sheet | None] | str:
    """Return the names of the sheets and one sheet, or the reason why they cannot be read."""
    from printnplay.tables.workbook import cells_as_json  # imported lazily: few projects need it

    try:
        read = apart(SECONDS, MEMORY, ValueError, cells_as_json, sheet, content=content)
    except (OverLimitError, ValueError) as error:
        return str(error)
    except RuntimeError:  # the process was killed, probably for lack of memory
        return f"it takes more than {MEMORY >> 20:,} MB of memory, or is damaged"
    names, found = json.loads(read)
    return names, found and Sheet(found[0], [Note(*note) for note in found[1]], found[2])
