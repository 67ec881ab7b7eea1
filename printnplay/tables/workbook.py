"""The reading of a sheet of a workbook, which a process of its own does.

Little else is imported here, so that it starts at once.
"""

import json
from io import BytesIO
from zipfile import ZipFile

from printnplay.tables import ods, xlsx
from printnplay.tables.cells import MAX_COLUMNS, MAX_ROWS, Note, Oddity, Sheet

_OLE = b"\xd0\xcf\x11\xe0"
"""How files of old Excel begin, and those with a password."""


def cells_as_json(content: bytes, sheet: str) -> bytes:
    """Return what `cells_of` does, as JSON.

    Raises:
        ValueError: it is no workbook that can be read.
    """
    try:
        return json.dumps(cells_of(content, sheet)).encode()
    except MemoryError:
        raise
    except Exception as error:  # a stranger's archive, and XML of any kind
        raise ValueError(str(error) or type(error).__name__) from error


def cells_of(content: bytes, sheet: str) -> tuple[list[str], Sheet | None]:
    """Return the names of the sheets, and the cells of the one of this name.

    Without a name it is the first that is not hidden; without such a sheet there are no cells. A
    sheet is read up to the rows and columns that a table may have, and says if there are more.

    Raises:
        ValueError: it is of a format that cannot be read; archives and XML raise errors of theirs.
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
