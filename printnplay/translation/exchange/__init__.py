"""Exchange formats: PO, XLIFF, CSV and XLSX by name and file extension; also TBX and TMX."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from printnplay.kernel.diagnostics import Problems
from printnplay.translation.exchange.csv_files import read_table, write_table
from printnplay.translation.exchange.po import read_po, write_po
from printnplay.translation.exchange.units import Returned, Sent
from printnplay.translation.exchange.xliff import read_xliff, write_xliff
from printnplay.translation.exchange.xlsx_files import ENDING, read_workbook, write_workbook


class Format(Struct, frozen=True):
    """A format: its file extensions, the usual one first, and its functions to write and read."""

    endings: tuple[str, ...]
    write: Callable[[Sent], bytes]
    read: Callable[[bytes, str, Problems], tuple[Returned, ...]]


def _alone(
    read: Callable[[bytes, str, Problems], Returned | None],
) -> Callable[[bytes, str, Problems], tuple[Returned, ...]]:
    """Return the reader of a format whose files have the texts of one game."""

    def read_one(data: bytes, shown: str, problems: Problems) -> tuple[Returned, ...]:
        returned = read(data, shown, problems)
        return () if returned is None else (returned,)

    return read_one


FORMATS: Mapping[str, Format] = {
    "po": Format((".po",), write_po, _alone(read_po)),
    "xliff": Format((".xlf", ".xliff"), write_xliff, read_xliff),
    "csv": Format((".csv",), write_table, _alone(read_table)),
    "xlsx": Format((ENDING,), write_workbook, read_workbook),
}


def format_of(ending: str) -> Format | None:
    """Return the format with this file extension."""
    return next((form for form in FORMATS.values() if ending.lower() in form.endings), None)
