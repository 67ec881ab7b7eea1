"""The process that reads a sheet of a workbook: bytes come in, the cells go out as JSON.

Little else is imported here, so that it starts at once.
"""

import json
import sys
from contextlib import suppress
from io import BytesIO
from threading import Timer
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from printnplay.processes.children import FAR, limited_time, private_output
from printnplay.tables import ods, xlsx
from printnplay.tables.cells import MAX_COLUMNS, MAX_ROWS, MEMORY, SECONDS, Note, Oddity, Sheet

_OLE = b"\xd0\xcf\x11\xe0"
"""How files of old Excel begin, and those with a password."""


def serve() -> None:
    """Run as the child process: standard input to standard output, within limits."""
    import os

    # Whoever waits for this ends it in time, unless that one is gone.
    late = Timer(FAR * SECONDS + 1, os._exit, [1])
    late.daemon = True
    late.start()
    sheet = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    with private_output() as out:
        _limit_memory()
        try:
            with limited_time(SECONDS):
                answer: object = cells_of(content, sheet)
        except (BadZipFile, ParseError, LookupError, ValueError, ArithmeticError, OSError) as error:
            answer = str(error) or type(error).__name__
        out.write(json.dumps(answer).encode())


def cells_of(content: bytes, sheet: str) -> tuple[list[str], Sheet | None]:
    """Return the names of the sheets, and the cells of the one of this name.

    Without a name it is the first that is not hidden; without such a sheet there are no cells. A
    sheet is read up to the rows and columns that a table may have, and says if there are more.

    Raises:
        ValueError: it is no workbook that can be read; so it is with errors of archives and XML.
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


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
