"""Tables of Squib: CSV, workbooks and YAML, as columns with the values that Ruby has for cells."""

import csv
import re
from collections.abc import Mapping
from io import StringIO
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from printnplay.files.foreign_yaml import Quoted
from printnplay.importing.ruby_values import Frame, as_text
from printnplay.importing.source import MOST_CARDS, Source

_WORDS = {"true": True, "yes": True, "false": False, "no": False, "null": None, "~": None, "": None}


def typed(value: Any) -> Any:
    """Return plain data of YAML with numbers, truth and nil for texts that look like them."""
    if isinstance(value, dict):
        return {typed(key): typed(of) for key, of in value.items()}
    if isinstance(value, list):
        return [typed(one) for one in value]
    if isinstance(value, Quoted):
        return str(value)
    if value is None or value in _WORDS:
        return _WORDS.get(value)
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


def cell(text: str, *, is_typed: bool = False) -> Any:
    """Return a cell as Squib reads it: a number where it looks like one, nil if it is empty.

    In workbooks Squib has texts for numbers, too, unless they have a format such as `0.00`.
    """
    stripped = text.strip()
    if is_typed and stripped in ("TRUE", "FALSE"):
        return stripped == "TRUE"
    if is_typed:
        is_formatted = re.fullmatch(r"-?\d{1,15}\.\d{0,14}0", stripped)
        return float(stripped) if is_formatted else stripped or None
    plain = re.sub(r"(?<=\d)_(?=\d)", "", stripped)
    if re.fullmatch(r"[-+]?0(?:x[\da-fA-F]{1,12}|b[01]{1,48})", plain):
        return int(plain, 0)
    if re.fullmatch(r"[-+]?\d{1,15}[eE][-+]?\d{1,2}", plain):
        return float(plain)
    return number_of(plain, stripped or None)


def csv_table(text: str, separator: str = ",") -> tuple[list[str], list[list[str]]]:
    """Return the headings and rows of a table as Ruby reads them: an empty line is a row."""
    stream = StringIO(text.removeprefix("\ufeff"), newline="")
    rows = list(csv.reader(stream, delimiter=separator or ","))
    headings = [one.strip() for one in rows[0]] if rows else []
    width = len(headings)
    return headings, [[*row[:width], *[""] * (width - len(row))] for row in rows[1:MOST_CARDS]]


def read_frame(source: Source, kind: str, path: Path, options: Mapping[str, Any]) -> Frame:
    """Return the columns of a file of the project."""
    if kind in ("yaml", "json"):
        return _of_data(source.yaml(path))
    if kind == "xlsx":
        return _of_rows(*source.table(path, options.get("sheet", 0)), is_typed=True)
    return _of_text(source.text(path), options)


def parsed_frame(source: Source, kind: str, shown: str, options: Mapping[str, Any]) -> Frame:
    """Return the columns of a table that stands in the script."""
    text = as_text(options["data"])
    if kind in ("yaml", "json"):
        return _of_data(source.yaml_of(text, shown))
    return _of_text(text, options)


def _of_text(text: str, options: Mapping[str, Any]) -> Frame:
    return _of_rows(*csv_table(text, as_text(options.get("col_sep", ","))), is_typed=False)


def _of_data(data: Any) -> Frame:
    rows = [one for one in typed(data) if isinstance(one, dict)] if isinstance(data, list) else []
    keys = dict.fromkeys(key for row in rows for key in row)
    return Frame({as_text(key): [row.get(key) for row in rows] for key in keys})


def _of_rows(headings: list[str], rows: list[list[str]], *, is_typed: bool) -> Frame:
    frame = Frame({})
    for at, heading in enumerate(headings):
        if heading and heading not in frame.columns:
            frame.columns[heading] = [cell(row[at], is_typed=is_typed) for row in rows]
    return frame


def explode(frame: Frame, heading: str) -> None:
    """Repeat each row as often as a column says."""
    numbers = [_number(one) for one in frame.columns.get(heading, [])]
    for name, column in frame.columns.items() if numbers else ():
        each = chain.from_iterable(map(repeat, column, numbers))
        frame.columns[name] = list(each)[:MOST_CARDS]


def _number(value: Any) -> int:
    match = re.match(r"\d{1,5}", as_text(value))
    return min(int(match[0]), 500) if match else 0
