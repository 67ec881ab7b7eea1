"""Sheets of OpenDocument workbooks, which hold what their cells show (OpenDocument 1.3 part 3)."""

import re
from functools import partial
from xml.etree.ElementTree import Element, parse
from zipfile import ZipFile

from printnplay.files.cells import Note, Oddity, Run, Sheet, marked

_URN = "urn:oasis:names:tc:opendocument:xmlns"
_TABLE, _OFFICE, _TEXT = (f"{{{_URN}:{name}:1.0}}" for name in ("table", "office", "text"))
_STYLE, _FO = f"{{{_URN}:style:1.0}}", f"{{{_URN}:xsl-fo-compatible:1.0}}"
_CELLS = frozenset({f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"})
_HIDDEN = frozenset({"collapse", "filter"})


class Workbook:
    """An open workbook."""

    def __init__(self, archive: ZipFile) -> None:
        """Read the names of the sheets and the looks of letters.

        Raises:
            ValueError: it has no sheets.
        """
        with archive.open("content.xml") as stream:
            root = parse(stream).getroot()
        self._looks: dict[str, tuple[bool, bool]] = {}
        unseen = {self._read_style(style) for style in root.iter(f"{_STYLE}style")}
        self._tables = {
            table.get(f"{_TABLE}name", ""): table
            for table in root.iterfind(f"{_OFFICE}body/{_OFFICE}spreadsheet/{_TABLE}table")
        }
        self.names = [*self._tables]
        self.hidden = {
            name
            for name, table in self._tables.items()
            if table.get(f"{_TABLE}style-name") in unseen
        }
        """The names of sheets that are hidden."""
        if not self.names:
            raise ValueError("it holds no sheet")

    def _read_style(self, style: Element) -> str:
        """Note how letters of a style look; return its name if tables of it are hidden."""
        name, is_hidden = style.get(f"{_STYLE}name", ""), False
        for part in style:
            is_hidden |= part.get(f"{_TABLE}display") == "false"
            if part.tag == f"{_STYLE}text-properties":
                bold = part.get(f"{_FO}font-weight", "normal") != "normal"
                italic = part.get(f"{_FO}font-style", "normal") != "normal"
                self._looks[name] = bold, italic
        return name if is_hidden else ""

    def sheet(self, name: str, most_rows: int, most_columns: int) -> Sheet:
        """Return the cells of a sheet, up to one row and column more than this many."""
        rows: list[list[str]] = []
        notes: list[Note] = []
        for row in self._tables[name].iter(f"{_TABLE}table-row"):
            if len(rows) > most_rows:
                break
            cells, found = self._row(row, len(rows) + 1, most_columns)
            rows += [cells] * min(_times(row, "rows"), most_rows + 1 - len(rows))
            notes += found
        while rows and not any(rows[-1]):
            rows.pop()
        return Sheet(rows, notes)

    def _row(self, row: Element, number: int, most: int) -> tuple[list[str], list[Note]]:
        cells: list[str] = []
        notes: list[Note] = []
        note = partial(Note, number)
        for cell in row:
            if cell.tag not in _CELLS or len(cells) > most:
                continue
            is_covered = cell.tag != f"{_TABLE}table-cell"
            text, odd = ("", []) if is_covered else self._cell(cell)
            column = len(cells) + 1
            notes += [note(column, what, detail) for what, detail in odd]
            if spanned := _span(cell):
                notes.append(note(column, Oddity.MERGED, spanned))
            times = _times(cell, "columns")
            cells += [text] * min(times, most + 1 - len(cells))
        while cells and not cells[-1]:
            cells.pop()
        if cells and row.get(f"{_TABLE}visibility") in _HIDDEN:
            notes.append(note(1, Oddity.HIDDEN))
        return cells, notes

    def _cell(self, cell: Element) -> tuple[str, list[tuple[str, str]]]:
        runs: list[Run] = []
        for number, paragraph in enumerate(cell.findall(f"{_TEXT}p")):
            if number:
                runs.append(Run("\n"))
            self._read(paragraph, (False, False), runs)
        text, kind = "".join(run.text for run in runs), cell.get(f"{_OFFICE}value-type", "")
        formula = cell.get(f"{_TABLE}formula")
        if formula is not None and not kind and not text:
            return "", [(Oddity.NO_VALUE, formula.removeprefix("of:"))]
        if kind in ("date", "time"):
            return text, [(Oddity.DATE, "")]
        if kind == "boolean":
            return ("yes" if cell.get(f"{_OFFICE}boolean-value") == "true" else "no"), []
        if kind == "float":
            return _with_point(text, cell.get(f"{_OFFICE}value", "")), []
        in_marks = marked(runs)
        return text, [(Oddity.STYLED, in_marks)] if in_marks else []

    def _read(self, element: Element, look: tuple[bool, bool], runs: list[Run]) -> None:
        """Add the letters of a paragraph or span to the runs."""
        runs.append(Run(element.text or "", *look))
        for part in element:
            match part.tag.removeprefix(_TEXT):
                case "s":
                    runs.append(Run(" " * int(part.get(f"{_TEXT}c", "1")), *look))
                case "tab":
                    runs.append(Run("\t", *look))
                case "line-break":
                    runs.append(Run("\n", *look))
                case "span" | "a":
                    self._read(
                        part, self._looks.get(part.get(f"{_TEXT}style-name", ""), look), runs
                    )
            runs.append(Run(part.tail or "", *look))


def _times(element: Element, what: str) -> int:
    return int(element.get(f"{_TABLE}number-{what}-repeated", "1"))


def _span(cell: Element) -> str:
    """How many columns and rows a cell covers, in words; empty for a cell by itself."""
    columns, rows = (
        int(cell.get(f"{_TABLE}number-{what}-spanned", "1")) for what in ("columns", "rows")
    )
    return f"{columns} x {rows}" if (columns, rows) != (1, 1) else ""


def _with_point(text: str, value: str) -> str:
    """A number with a decimal point, and commas between thousands, as English has them.

    >>> _with_point("0,50", "0.5"), _with_point("1.234,5", "1234.5"), _with_point("3 €", "3")
    ('0.50', '1,234.5', '3 €')
    """
    swapped = text.translate(str.maketrans(".,", ",."))
    if not value or not re.fullmatch("[-0-9.,]+", text) or _says(text, value):
        return text
    return swapped if _says(swapped, value) else text


def _says(text: str, value: str) -> bool:
    """Whether a number as English writes it is this value, rounded."""
    try:
        found = float(text.replace(",", ""))
    except ValueError:
        return False
    decimals = len(text.partition(".")[2])
    return abs(found - float(value)) <= 0.5000001 * 10.0**-decimals
