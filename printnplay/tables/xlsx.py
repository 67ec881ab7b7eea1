"""Read sheets of Excel workbooks (ECMA-376 part 1, 18), including formatting and formulas.

Workbook libraries return an empty cell for an error or a formula without a stored result, and they
drop number formats.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from math import isfinite
from posixpath import dirname, join, normpath
from typing import IO
from xml.etree.ElementTree import Element, iterparse
from zipfile import ZipFile

from printnplay.tables.cells import TRUTH, Note, Oddity, Run, Sheet, marked
from printnplay.tables.number_formats import BUILT_IN, GENERAL, kind_of, shown, shown_text

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
FARTHEST = 16_384
"""Number of columns of a sheet in Excel (2007 and later)."""
_OFF = frozenset({"0", "false"})
_OPEN = ("", "0")
"""Values stored by programs that do not calculate; for `t="str"`, an empty text is a result."""
_TEXTS = frozenset({"inlineStr", "s", "str"})
"""Types of text cells (18.18.11)."""
_SHOWN: Mapping[str, tuple[Oddity, str, Callable[[str], str]]] = {
    "b": (Oddity.KIND, TRUTH, lambda value: "TRUE" if value == "1" else "FALSE"),
    "d": (Oddity.KIND, "a date", lambda value: value.removesuffix("T00:00:00").replace("T", " ")),
    "e": (Oddity.ERROR, "", str),
}
"""Types of other cells than numbers: what they are, and how a spreadsheet shows their value."""
_PLACE = re.compile(r"([A-Z]+)([0-9]+)")
_REMARKS = {
    "threadedComment": ("threadedComment",),
    "comments": ("comment",),
    "drawing": ("twoCellAnchor", "oneCellAnchor", "absoluteAnchor"),
}
"""The parts of a sheet with remarks of people, and their elements."""
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
"""Escapes of characters that XML cannot contain (22.9.2.19)."""


class Workbook:
    """An open workbook."""

    def __init__(self, archive: ZipFile) -> None:
        """Read the names of the sheets.

        Raises:
            ValueError: the workbook has no sheets.
        """
        self._archive = archive
        start = self._relations("")
        part = next((at for kind, at in start.values() if kind == "officeDocument"), "")
        if not part:
            raise ValueError("it holds no workbook")
        parts = self._relations(part)
        self._parts = dict(parts.values())
        self._paths: dict[str, str] = {}
        self.hidden: set[str] = set()
        """The names of hidden sheets."""
        self._from_1904 = self._recalculates = False
        for element in self._elements(part, "sheet", "workbookPr", "calcPr"):
            match _name(element):
                case "sheet":
                    name = element.get("name", "")
                    relation = element.get(_RELATION, "") or element.get(_STRICT_RELATION, "")
                    self._paths[name] = parts.get(relation, ("", ""))[1]
                    if element.get("state", "visible") != "visible":
                        self.hidden.add(name)
                case "workbookPr":
                    self._from_1904 = _is_on(element, "date1904")
                case _:
                    self._recalculates = _is_on(element, "fullCalcOnLoad")

    @property
    def names(self) -> list[str]:
        """The names of all sheets."""
        return [*self._paths]

    def sheet(self, name: str, most_rows: int, most_columns: int) -> Sheet:
        """Return the cells of a sheet, up to the given numbers of rows and columns.

        Raises:
            ValueError: the sheet is damaged.
        """
        rows: list[list[str]] = []
        notes: list[Note] = []
        number = 0
        for element in self._elements(self._paths[name], "row", "mergeCell"):
            if _name(element) == "mergeCell":
                notes += _merged(element.get("ref", ""))
                continue
            number = max(int(element.get("r", number + 1)), len(rows) + 1)
            cells, found = self._row(element, number)
            if number > most_rows or len(cells) > most_columns:
                if any(cells):
                    return Sheet(rows, notes, beyond=True)
                continue
            rows += [[] for _ in range(number - len(rows) - 1)]
            rows.append(cells)
            if _is_on(element, "hidden"):
                notes.append(Note(number, 1, Oddity.HIDDEN))
            notes += found
        return Sheet(rows, [*notes, *self._remarks(self._paths[name])])

    def _remarks(self, part: str) -> Iterator[Note]:
        """Yield what people have noted on cells, and written in boxes beside them."""
        parts = sorted(self._relations(part).values(), key=lambda one: one[0] != "threadedComment")
        threads: set[str] = set()
        for kind, at in parts:
            for element in self._elements(at, *_REMARKS.get(kind, ())) if kind in _REMARKS else ():
                inner = [*element.iter()]
                ref = element.get("ref", "")
                if kind == "comments" and ref in threads:  # it says that Excel is too old
                    continue
                threads.add(ref)
                texts = ((one.text or "") for one in inner if _name(one) in ("t", "text"))
                text = _unescaped("".join(texts)).strip()
                rows = (int(one.text or "0") + 1 for one in inner if _name(one) == "row")
                place = _PLACE.fullmatch(ref)
                if text:
                    row = int(place[2]) if place else next(rows, 1)
                    column = column_number(place[1]) if place else 1
                    yield Note(row, column, Oddity.REMARK, text)

    def _row(self, row: Element, number: int) -> tuple[list[str], list[Note]]:
        cells: list[str] = []
        notes: list[Note] = []
        column = 0
        for cell in row:
            if _name(cell) != "c":
                continue
            place = _PLACE.fullmatch(cell.get("r", ""))
            column = max(column_number(place[1]) if place else 0, column + 1)
            if column > FARTHEST:
                raise ValueError(f"it has a cell in column {column:,}")
            text, odd = self._cell(cell)
            if text or any(what != Oddity.BLANK for what, _ in odd):
                cells += [""] * (column - len(cells) - 1)
                cells.append(text)
            notes += [Note(number, column, what, detail) for what, detail in odd]
        return cells, notes

    def _cell(self, cell: Element) -> tuple[str, list[tuple[str, str]]]:
        """Return the text of a cell, and its oddities with details."""
        parts = {_name(part): part for part in cell}
        kind, code = cell.get("t", "n"), self._code(cell.get("s", "0"))
        value = parts["v"].text or "" if "v" in parts else ""
        formula = parts.get("f")
        # Programs that do not calculate store 0, and request a recalculation.
        is_stored = kind == "str" or ("v" in parts and not (self._recalculates and value in _OPEN))
        if formula is not None and not is_stored:
            return "", [(Oddity.NO_VALUE, f"={formula.text}" if formula.text else "a formula")]
        if kind in _TEXTS or not value:
            text, notes = _written(self._text(kind, value, parts.get("is")), code)
            is_blank = kind in _TEXTS and not text.strip() and (text or "v" in parts)
            return text, [*notes, (Oddity.BLANK, "")] if is_blank else notes
        if kind in _SHOWN:
            what, detail, shows = _SHOWN[kind]
            return shows(value), [(what, detail)]
        number = float(value)
        if not isfinite(number):
            return value, []
        kind = kind_of(code)
        odd = (Oddity.KIND, kind) if kind else (Oddity.NUMBER, f"{value} {code}")
        return shown(number, code, from_1904=self._from_1904), [odd]

    def _text(self, kind: str, value: str, inline: Element | None) -> list[Run]:
        """Return the runs of a text cell: inline, from the shared strings, or plain."""
        if inline is not None:
            return _runs(inline)
        if kind == "s" and value:
            return self._strings[int(value)]
        return [Run(_unescaped(value))]

    def _code(self, style: str) -> str:
        return self._codes[int(style)] if int(style) < len(self._codes) else GENERAL

    @cached_property
    def _codes(self) -> list[str]:
        """The format codes of cell styles, by style index."""
        part = self._parts.get("styles")
        if not part:
            return []
        own: dict[int, str] = {}
        codes: list[str] = []
        for element in self._elements(part, "numFmt", "cellXfs"):
            if _name(element) == "numFmt":
                own[int(element.get("numFmtId", "0"))] = element.get("formatCode", GENERAL)
            else:
                numbers = [int(style.get("numFmtId", "0")) for style in element]
                codes = [own.get(one) or BUILT_IN.get(one, GENERAL) for one in numbers]
        return codes

    @cached_property
    def _strings(self) -> list[list[Run]]:
        part = self._parts.get("sharedStrings")
        return [_runs(element) for element in self._elements(part, "si")] if part else []

    def _relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return the relationships of a part: kind and path by id (part 2, 9.3)."""
        folder, name = dirname(part), part.rpartition("/")[2]
        relations = join(folder, "_rels", f"{name}.rels")
        if relations not in self._archive.namelist():
            return {}
        return {
            element.get("Id", ""): (
                element.get("Type", "").rpartition("/")[2],
                normpath(join("/", folder, element.get("Target", ""))).lstrip("/"),
            )
            for element in self._elements(relations, "Relationship")
        }

    def _elements(self, part: str, *names: str) -> Iterator[Element]:
        """Yield the XML elements of a part with these names, clearing each one afterwards."""
        with self._archive.open(part) as stream:
            yield from elements(stream, *names)


def elements(stream: IO[bytes], *names: str) -> Iterator[Element]:
    """Yield the XML elements with these names, clearing each one before the next."""
    depth = 0
    for event, element in iterparse(stream, ("start", "end")):
        wanted = _name(element) in names
        if event == "start":
            depth += wanted
            continue
        depth -= wanted
        if wanted:
            yield element
        if not depth:
            element.clear()


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _is_on(element: Element, name: str) -> bool:
    return element.get(name, "0") not in _OFF


def _runs(string: Element) -> list[Run]:
    """Return the runs of a string (18.4.8): plain or rich text, without phonetic hints."""
    runs = []
    for part in string:
        if _name(part) == "t":
            runs.append(Run(_unescaped(part.text or "")))
        elif _name(part) == "r":
            looks = {
                _name(look): look.get("val", "1") not in _OFF
                for inner in part
                if _name(inner) == "rPr"
                for look in inner
            }
            text = "".join(inner.text or "" for inner in part if _name(inner) == "t")
            bold, italic, struck = (looks.get(one, False) for one in ("b", "i", "strike"))
            runs.append(Run(_unescaped(text), bold, italic, struck))
    return runs


def _written(runs: list[Run], code: str) -> tuple[str, list[tuple[str, str]]]:
    text, in_marks = "".join(run.text for run in runs), marked(runs)
    odd: list[tuple[str, str]] = [(Oddity.STYLED, in_marks)] if in_marks else []
    struck = "".join(run.text for run in runs if run.struck).strip()
    odd += [(Oddity.STRUCK, struck)] if struck else []
    return shown_text(text, code), odd


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text).replace("\r\n", "\n")


def column_number(letters: str) -> int:
    """Convert column letters to a column number.

    >>> column_number("A"), column_number("Z"), column_number("AA")
    (1, 26, 27)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _merged(cells: str) -> list[Note]:
    corners = [_PLACE.fullmatch(corner) for corner in cells.split(":")]
    if len(corners) != 2 or corners[0] is None:
        return []
    place = corners[0]
    return [Note(int(place[2]), column_number(place[1]), Oddity.MERGED, cells)]
