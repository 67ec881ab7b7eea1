"""Read a sheet of a workbook; runs in a separate process.

This module has few imports, so that the process starts quickly.
"""

import json
from io import BytesIO
from zipfile import ZipFile

from printnplay.tables import ods, xlsx
from printnplay.tables.cells import MAX_COLUMNS, MAX_ROWS, Note, Oddity, Sheet

_OLE = b"\xd0\xcf\x11\xe0"
"""File signature of old Excel files and of password-protected ones."""


def cells_as_json(content: bytes, sheet: str) -> bytes:
    """Return the result of `cells_of` as JSON.

    Raises:
        ValueError: the file is not a readable workbook.
    """
    try:
        return json.dumps(cells_of(content, sheet)).encode()
    except MemoryError:
        raise
    except Exception as error:  # untrusted archives and XML may raise anything
        raise ValueError(str(error) or type(error).__name__) from error


def cells_of(content: bytes, sheet: str) -> tuple[list[str], Sheet | None]:
    """Return the names of all sheets, and the cells of the named sheet.

    An empty name means the first visible sheet. If there is no such sheet, return None for the
    cells. At most the maximum rows and columns of a table are read; the sheet records whether there
    are more.

    Raises:
        ValueError: the format is unsupported; archives and XML raise their own errors.
    """
    if content.startswith(_OLE):
        raise ValueError("it is an Excel 97 file, or has a password")
    with ZipFile(BytesIO(content)) as archive:
        is_open_document = "content.xml" in archive.namelist()
        workbook = (ods.Workbook if is_open_document else xlsx.Workbook)(archive)
        seen = [name for name in workbook.names if name not in workbook.hidden]
        wanted = sheet or next(iter(seen or workbook.names), "")
        if wanted not in workbook.names:
            return workbook.names, None
        found = workbook.sheet(wanted, MAX_ROWS + 1, MAX_COLUMNS)
        before = [] if sheet else workbook.names[: workbook.names.index(wanted)]
        found.notes.extend(Note(1, 1, Oddity.HIDDEN_SHEET, name) for name in before)
        return workbook.names, found
