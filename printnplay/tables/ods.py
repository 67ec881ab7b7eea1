"""Read sheets of OpenDocument workbooks, which store displayed values (OpenDocument 1.3 part 3)."""

import re
from xml.etree.ElementTree import Element, parse
from zipfile import ZipFile

from printnplay.tables.cells import TRUTH, Note, Oddity, Run, Sheet, marked

_URN = "urn:oasis:names:tc:opendocument:xmlns"
_TABLE, _OFFICE, _TEXT = (f"{{{_URN}:{name}:1.0}}" for name in ("table", "office", "text"))
_STYLE, _FO = f"{{{_URN}:style:1.0}}", f"{{{_URN}:xsl-fo-compatible:1.0}}"
_CELLS = frozenset({f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"})
_HIDDEN = frozenset({"collapse", "filter"})
_NOT_BOLD = frozenset({"normal", "100", "200", "300", "400"})
"""Values of `fo:font-weight` that are not bold: `normal` is 400."""
_NUMBERS = frozenset({"float", "percentage", "currency"})
_VALUES = ("string-value", "value", "date-value", "time-value")
"""Attributes with the value of a cell that has no displayed text."""
_DIGITS = re.compile(r"[0-9][0-9.,]*(?:E[+-]?[0-9]{1,3})?")


class Workbook:
    """An open workbook."""

    def __init__(self, archive: ZipFile) -> None:
        """Read the names of the sheets and the formatting of text styles.

        Raises:
            ValueError: the workbook has no sheets.
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
        """The names of hidden sheets."""
        if not self.names:
            raise ValueError("it holds no sheet")

    def _read_style(self, style: Element) -> str:
        """Record the formatting of a text style; return its name if it hides tables."""
        name, is_hidden = style.get(f"{_STYLE}name", ""), False
        for part in style:
            is_hidden |= part.get(f"{_TABLE}display") == "false"
            if part.tag == f"{_STYLE}text-properties":
                bold = part.get(f"{_FO}font-weight", "normal") not in _NOT_BOLD
                italic = part.get(f"{_FO}font-style", "normal") != "normal"
                self._looks[name] = bold, italic
        return name if is_hidden else ""

    def sheet(self, name: str, most_rows: int, most_columns: int) -> Sheet:
        """Return the cells of a sheet, up to the given numbers of rows and columns."""
        rows: list[list[str]] = []
        notes: list[Note] = []
        for row in self._tables[name].iter(f"{_TABLE}table-row"):
            times = _times(row, "rows")
            cells, odd = self._row(row, most_columns)
            is_filled = any(cells) or bool(odd)
            if is_filled and (len(rows) + times > most_rows or len(cells) > most_columns):
                return Sheet(rows, notes, beyond=True)
            for number in range(len(rows) + 1, len(rows) + 1 + times) if is_filled else ():
                notes += [Note(number, *one) for one in odd]
            rows += [cells] * min(times, most_rows + 1 - len(rows))
        while rows and not any(rows[-1]):
            rows.pop()
        return Sheet(rows, notes)

    def _row(self, row: Element, most: int) -> tuple[list[str], list[tuple[int, str, str]]]:
        """Return the cells of a row, and the oddities as tuples of column, oddity and detail."""
        cells: list[str] = []
        odd: list[tuple[int, str, str]] = []
        for cell in row:
            if cell.tag not in _CELLS or len(cells) > most:
                continue
            is_covered = cell.tag != f"{_TABLE}table-cell"
            text, found = ("", []) if is_covered else self._cell(cell)
            if spanned := _span(cell):
                found = [*found, (Oddity.MERGED, spanned)]
            times = min(_times(cell, "columns"), most + 1 - len(cells))
            for column in range(len(cells) + 1, len(cells) + 1 + times) if found else ():
                odd += [(column, what, detail) for what, detail in found]
            cells += [text] * times
        while cells and not cells[-1]:
            cells.pop()
        if cells and row.get(f"{_TABLE}visibility") in _HIDDEN:
            odd.append((1, Oddity.HIDDEN, ""))
        return cells, odd

    def _cell(self, cell: Element) -> tuple[str, list[tuple[str, str]]]:
        runs: list[Run] = []
        paragraphs = [
            paragraph
            for part in cell
            if part.tag != f"{_OFFICE}annotation"
            for paragraph in part.iter(f"{_TEXT}p")
        ]
        for number, paragraph in enumerate(paragraphs):
            if number:
                runs.append(Run("\n"))
            self._read(paragraph, (False, False), runs)
        text, kind = "".join(run.text for run in runs), cell.get(f"{_OFFICE}value-type", "")
        formula = cell.get(f"{_TABLE}formula")
        if formula is not None and not kind and not text:
            return "", [(Oddity.NO_VALUE, formula.removeprefix("of:"))]
        if not paragraphs and kind:  # not all programs write the displayed text
            values = (cell.get(f"{_OFFICE}{name}", "") for name in _VALUES)
            text = next(filter(None, values), "")
        if kind == "boolean":
            is_true = cell.get(f"{_OFFICE}boolean-value") == "true"
            return ("TRUE" if is_true else "FALSE"), [(Oddity.KIND, TRUTH)]
        if kind in _NUMBERS:
            shown = _with_point(text, cell.get(f"{_OFFICE}value", ""))
            return shown, [(Oddity.KIND, "a percentage")] if kind == "percentage" else []
        odd: list[tuple[str, str]] = [(Oddity.KIND, "a date")] if kind in ("date", "time") else []
        in_marks = marked(runs)
        return text, [*odd, (Oddity.STYLED, in_marks)] if in_marks else odd

    def _read(self, element: Element, look: tuple[bool, bool], runs: list[Run]) -> None:
        """Append the text runs of a paragraph or span to `runs`."""
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
    """Format the columns and rows that a cell spans; empty if it is not merged."""
    columns, rows = (
        int(cell.get(f"{_TABLE}number-{what}-spanned", "1")) for what in ("columns", "rows")
    )
    return f"{columns} x {rows}" if (columns, rows) != (1, 1) else ""


def _with_point(text: str, value: str) -> str:
    """Convert a number to an English decimal point and thousands separators.

    >>> _with_point("1.234,5 €", "1234.5"), _with_point("50,5 %", "0.505")
    ('1,234.5 €', '50.5 %')
    """
    found = _DIGITS.search(text)
    if found is None or not value:
        return text
    number = abs(float(value)) * (100 if "%" in text else 1)
    swapped = found[0].translate(str.maketrans(".,", ",."))
    if _says(found[0], number) or not _says(swapped, number):
        return text
    return text[: found.start()] + swapped + text[found.end() :]


def _says(text: str, value: float) -> bool:
    """Return whether a number in English notation is the rounded value."""
    try:
        found = float(text.replace(",", ""))
    except ValueError:
        return False
    decimals = len(text.partition("E")[0].partition(".")[2])
    scale = 10.0 ** int(text.partition("E")[2] or 0)
    return abs(found - value) <= 0.5000001 * scale * 10.0**-decimals
