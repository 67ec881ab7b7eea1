"""Tables of Squib: CSV, workbooks and YAML, as columns with the values that Ruby has for cells."""

import csv
import re
from collections.abc import Mapping
from io import StringIO
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from printnplay.files.foreign_yaml import Quoted
from printnplay.files.yaml_tree import TextNode
from printnplay.importing.ruby_values import Frame, as_text
from printnplay.importing.source import MOST_CARDS, Source
from printnplay.importing.values import padded
from printnplay.kernel.diagnostics import Span
from printnplay.tables.cells import Note, Oddity
from printnplay.tables.number_formats import GENERAL
from printnplay.tables.reading import Table

CSV = (("col_sep", ","), ("quote_char", '"'))
"""The options of tables in CSV, and what is usual."""
_WORDS = {"true": True, "yes": True, "false": False, "no": False, "null": None, "~": None, "": None}


def typed(value: Any) -> Any:
    """Return plain data of YAML with numbers, truth and nil for texts that look like them."""
    if isinstance(value, dict):
        return {typed(key): typed(of) for key, of in value.items()}
    if isinstance(value, list):
        return [typed(one) for one in value]
    if isinstance(value, Quoted):
        return str(value)
    if not isinstance(value, str) or value in _WORDS:
        return _WORDS.get(value, value)
    return number_of(value, value.removeprefix(":") if re.match(r":\w", value) else value)


def number_of(text: str, otherwise: Any) -> Any:
    """Return the number that a text is, as Ruby's tables have it; or something else."""
    if re.fullmatch(r"[-+]?0[0-7]{1,15}", text):
        return int(text, 8)
    if re.fullmatch(r"[-+]?(0|[1-9]\d{0,14})", text):
        return int(text)
    if re.fullmatch(r"[-+]?\d{1,15}(?:\.\d{1,15}(?:e[-+]?\d{1,2})?)?", text):
        return float(text)
    return otherwise


def cell(text: str) -> Any:
    """Return a cell of CSV as Squib reads it: a number where it looks like one, nil if empty."""
    stripped = text.strip()
    plain = re.sub(r"(?<=\d)_(?=\d)", "", stripped)
    if re.fullmatch(r"[-+]?0(?:x[\da-fA-F]{1,12}|b[01]{1,48})", plain):
        return int(plain, 0)
    if re.fullmatch(r"[-+]?\d{1,15}[eE][-+]?\d{1,2}", plain):
        return float(plain)
    return number_of(plain, stripped or None)


def csv_table(
    text: str, separator: str = ",", quote: str = '"'
) -> tuple[list[str], list[list[str]]]:
    """Return the headings and rows of a table as Ruby reads them: an empty line is a row."""
    stream = StringIO(text.removeprefix("\ufeff"), newline="")
    rows = list(csv.reader(stream, delimiter=separator or ",", quotechar=quote))
    headings = [one.strip() for one in rows[0]] if rows else []
    return headings, [padded(row, len(headings)) for row in rows[1:MOST_CARDS]]


def read_frame(source: Source, kind: str, path: Path, options: Mapping[str, Any]) -> Frame:
    """Return the columns of a file of the project."""
    if kind in ("yaml", "json"):
        return _of_data(source.yaml(path))
    if kind == "xlsx":
        return _of_workbook(source.sheet(path, options.get("sheet", 0)))
    return _of_text(source.text(path), options)


def parsed_frame(source: Source, kind: str, shown: str, options: Mapping[str, Any]) -> Frame:
    """Return the columns of a table that stands in the script."""
    text = as_text(options["data"])
    if kind in ("yaml", "json"):
        return _of_data(source.yaml_of(text, shown))
    return _of_text(text, options)


def _of_text(text: str, options: Mapping[str, Any]) -> Frame:
    headings, rows = csv_table(text, *(as_text(options.get(*one)) for one in CSV))
    columns: dict[str, list[Any]] = {}
    for at, heading in enumerate(headings):
        if heading and heading not in columns:
            columns[heading] = [cell(row[at]) for row in rows]
    return Frame(columns)


def _of_data(data: Any) -> Frame:
    rows = [one for one in typed(data) if isinstance(one, dict)] if isinstance(data, list) else []
    keys = dict.fromkeys(key for row in rows for key in row)
    return Frame({as_text(key): [row.get(key) for row in rows] for key in keys})


def _of_workbook(table: Table | None) -> Frame:
    """Return the columns of a sheet."""
    headings, *rows = sheet_rows(table) or [[]]
    named = ((at, heading) for at, heading in enumerate(headings) if heading)
    return Frame({heading: [row[at] for row in rows] for at, heading in named})


def sheet_rows(table: Table | None) -> list[list[Any]]:
    """Return the headings and rows of a sheet; an empty row between others is one, too."""
    if table is None or not table.rows:
        return []
    stored = {note[:2]: note for note in table.notes if note.what in (Oddity.NUMBER, Oddity.BLANK)}
    rows = {row.number: row.cells for row in table.rows}
    empty = (TextNode("", Span("")),) * len(table.headings)
    first, last = table.headings[0].span.line + 1, table.rows[-1].number
    return [
        [heading.value or None for heading in table.headings],
        *(
            [
                _stored(cell.value, stored.get((number, at)))
                for at, cell in enumerate(rows.get(number, empty), start=1)
            ]
            for number in range(first, min(last, first + MOST_CARDS) + 1)
        ),
    ]


def _stored(shown: str, note: Note | None) -> Any:
    """Return a cell as Roo, which Squib uses, has it: a number only if it has a format."""
    if note is None:
        return shown == "TRUE" if shown in ("TRUE", "FALSE") else shown or None
    if note.what == Oddity.BLANK:
        return ""
    value, _, code = note.detail.partition(" ")
    if code == GENERAL:
        return value
    is_whole = value.lstrip("+-").isdecimal() and ".0" not in code and "%" not in code
    return int(value) if is_whole else float(value)


def explode(frame: Frame, heading: str) -> None:
    """Repeat each row as often as a column says."""
    numbers = [_number(one) for one in frame.columns.get(heading, [])]
    for name, column in frame.columns.items() if numbers else ():
        each = chain.from_iterable(map(repeat, column, numbers))
        frame.columns[name] = list(each)[:MOST_CARDS]


def _number(value: Any) -> int:
    match = re.match(r"\d{1,5}", as_text(value))
    return min(int(match[0]), 500) if match else 0
