"""Texts and tables of other tools' projects: other encodings, rows longer than the headings."""

import csv
import re
from io import StringIO
from pathlib import Path

from charset_normalizer import from_bytes

from printnplay.files.yaml_tree import TextNode
from printnplay.importing.values import padded
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
    return headings, [padded(row, len(headings)) for row in others]


_OTHER_SCRIPTS = ["cp1251", "cp1253", "cp932", "gb18030", "big5", "cp949"]
"""What older programs write for Cyrillic, Greek, Japanese, Chinese and Korean."""
_HIGH = re.compile(rb"[\x80-\xff]")
_WORD = re.compile(rb"[\x80-\xff]{3,}")
"""Three letters outside of ASCII in a row: words in Latin letters rarely have them."""


def decoded(content: bytes) -> tuple[str, str]:
    """Return a text, and its encoding if that is not Unicode, which is a guess.

    It is Windows-1252, unless whole words are in other letters.
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace"), ""
    try:
        return content.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        encoding = "cp1252"
    if 2 * sum(map(len, _WORD.findall(content))) > len(_HIGH.findall(content)):
        found = from_bytes(content, cp_isolation=_OTHER_SCRIPTS).best()
        encoding = found.encoding if found is not None else encoding
    return content.decode(encoding, "replace"), encoding
