"""Parts of values in Ruby: items, ranges and slices, and how they are set."""

import re
from typing import Any

from printnplay.importing.ruby_patterns import checked
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_values import Frame, Hash, Rows, as_key


def indexed(of: Any, by: list[Any]) -> Any:
    """Return an item of a list, a text, a mapping, a table or a match."""
    first = by[0]
    of = [of[0], *of.groups()] if isinstance(of, re.Match) and isinstance(first, int) else of
    match of:
        case Frame():
            return of.column(str(first)) if of.has(str(first)) else None
        case dict() | re.Match():
            key = as_key(first)
            return of[key] if isinstance(of, Hash | re.Match) or key in of else None
        case str() if isinstance(first, str | re.Pattern):
            return _part(of, first, *by[1:])
        case list() if isinstance(first, str) and (isinstance(of, Rows) or isinstance(of[0], dict)):
            return [row.get(first) for row in of]
    if not isinstance(first, Range) and len(by) == 1:
        return of[int(first)] if -len(of) <= first < len(of) else None
    start = int(first) + (len(of) if first < 0 else 0) if len(by) == 2 else 0
    part = slice(start, start + by[1]) if len(by) == 2 else first.slice(len(of))
    return None if part.start > len(of) else of[part]


def _part(text: str, wanted: Any, group: Any = 0) -> str | None:
    if isinstance(wanted, str):
        return wanted if wanted in text else None
    found = wanted.search(checked(wanted, text))
    return None if found is None else found[group]


def set_item(of: Any, by: Any, value: Any, number: int | None = None) -> None:
    """Set a column of a table, or an item of a mapping or list.

    Raises:
        TypeError: it is none of these.
    """
    if isinstance(of, Frame):
        is_many = isinstance(value, list | tuple)
        of.columns[str(by)] = list(value) if is_many else [value] * max(of.rows, 1)
    elif isinstance(of, list) and (number is not None or isinstance(by, Range)):
        part = by.slice(len(of)) if isinstance(by, Range) else slice(by, by + (number or 0))
        of[part] = value if isinstance(value, list) else [value]
    elif isinstance(of, dict) or (isinstance(of, list) and isinstance(by, int)):
        if isinstance(of, list) and by >= len(of):
            of.extend([None] * min(by + 1 - len(of), 1000))
        of[as_key(by)] = value
    else:
        raise TypeError("item")


def dug(one: Any, _: Any, *keys: Any) -> Any:
    """Return an item of an item, as deep as there are keys; nil where there is none."""
    for key in keys:
        one = None if one is None else indexed(one, [key])
    return one
