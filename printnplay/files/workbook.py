"""The process that reads a sheet of a workbook: bytes come in, the cells go out as JSON.

Nothing else is imported here, so that it starts at once.
"""

import json
import sys
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from io import BytesIO
from threading import Timer
from typing import TypeAlias

from printnplay.files.children import FAR, limited_time, private_output
from printnplay.files.tables import MAX_COLUMNS, MAX_ROWS, MEMORY, SECONDS

Value: TypeAlias = str | float | bool | date | time | timedelta


def serve() -> None:
    """Standard input to standard output, within limits of time and memory."""
    import os

    # Whoever waits for this ends it in time, unless that one is gone.
    late = Timer(FAR * SECONDS + 1, os._exit, [1])
    late.daemon = True
    late.start()
    sheet = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    with private_output() as out:
        from python_calamine import CalamineError

        _limit_memory()
        try:
            with limited_time(SECONDS):
                answer: object = cells_of(content, sheet)
        except (CalamineError, ValueError, OSError) as error:
            answer = str(error) or type(error).__name__
        out.write(json.dumps(answer).encode())


def cells_of(content: bytes, sheet: str) -> tuple[list[str], list[list[str]] | None]:
    """The names of the sheets, and the cells of the one of this name, or of the first.

    Without such a sheet there are no cells. A sheet is read up to one row and column more than a
    table may have, so that one that is too large is noticed.
    """
    from python_calamine import load_workbook

    with load_workbook(BytesIO(content)) as workbook:
        names = workbook.sheet_names
        wanted = sheet or next(iter(names), "")
        if wanted not in names:
            return names, None
        rows = workbook.get_sheet_by_name(wanted).to_python(
            skip_empty_area=False, nrows=MAX_ROWS + 2
        )
    return names, [[as_text(cell) for cell in row[: MAX_COLUMNS + 1]] for row in rows]


def as_text(value: Value) -> str:
    """A value as a spreadsheet shows it, numbers with a point and dates as ISO 8601 has them.

    >>> as_text(3.0), as_text(0.25), as_text(datetime(2026, 5, 1)), as_text(True)
    ('3', '0.25', '2026-05-01', 'yes')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime():
            midnight = (value.hour, value.minute, value.second) == (0, 0, 0)
            return value.date().isoformat() if midnight else value.isoformat(" ", "minutes")
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes" if not value.second else "seconds")
    return str(value)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
