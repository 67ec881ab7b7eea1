"""Read and write texts as CSV for spreadsheets: one row per text or plural form.

The file's name contains the game and the language: `lost-city.fr.csv`.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import zip_longest
from pathlib import PurePath

from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.languages import categories
from printnplay.kernel.suggestions import listed
from printnplay.translation.exchange.units import (
    MANY,
    Received,
    Returned,
    Sent,
    State,
    Unit,
    base_in,
    decoded,
    malformed,
    original,
    twice,
    warn_of_states,
)

COLUMNS = ("key", "source", "target", "context", "state", "comment", "base")
_READ = COLUMNS[:3]
_FILLED = ("state", "base")
"""Columns that the export fills in every row."""

_WHOLE = "restore the whole row, or export the texts again"
_STATES: Mapping[str, State | None] = {
    "": None,
    "empty": State.EMPTY,
    "translated": State.TRANSLATED,
    "approved": State.APPROVED,
    **dict.fromkeys(
        ("unsure", "stale", "fuzzy", "needs-review", "draft", "doubt", "in-doubt", "?"),
        State.UNSURE,
    ),
}
"""States by what a cell says, in small letters, with a hyphen between words; translators also use
the words of other programs.
"""

_ORDER = (State.UNSURE, None, State.EMPTY, State.TRANSLATED, State.APPROVED)
"""Of the states of a text's rows, the first of these counts: doubt wins."""

_KNOWN_STATES = "translated, approved, unsure (or fuzzy, needs review, draft, doubt, ?)"

_NAME = re.compile(r"(?P<domain>[A-Za-z0-9_-]+)\.(?P<language>[A-Za-z0-9_-]+)(?: ?\(\d+\))?\.csv")
_KEY = re.compile(r"(?P<key>[^\[\]]+)(?:\[(?P<category>[a-z]+)\])?")
_SEPARATORS = (",", ";", "\t")
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""The start of a cell that a spreadsheet may run as a formula, or that was escaped to prevent
it.
"""


def write_table(sent: Sent) -> bytes:
    """Return the file; its byte order mark keeps spreadsheets from guessing a wrong encoding."""
    stream = StringIO()
    table = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    table.writerow(COLUMNS)
    table.writerows(map(_guarded, row) for unit in sent.units for row in _rows(unit))
    return stream.getvalue().encode("utf-8-sig")


def _guarded(cell: str) -> str:
    """Return a cell with an apostrophe before anything a spreadsheet may take for a formula.

    >>> [_guarded(cell) for cell in ("=1+2", "'=1+2", "'tis")]
    ["'=1+2", "''=1+2", "'tis"]
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    """Return a cell without the apostrophe that the export added.

    >>> [_unguarded(cell) for cell in ("'=1+2", "''=1+2", "'tis", "=1+2")]
    ['=1+2', "'=1+2", "'tis", '=1+2']
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _rows(unit: Unit) -> Iterator[tuple[str, ...]]:
    for category, text in unit.target.items():
        name = f"{unit.key}[{category}]" if unit.plural else unit.key
        notes = list(unit.all_notes)
        if unit.state is State.STALE:
            before = unit.previous.get(category, unit.previous["other"])
            notes.append(f"Translated from: {before}")
        comment = unit.remark.comment if category == next(iter(unit.target)) else ""
        cells = (original(unit, category), text, "\n".join(notes), unit.state, comment)
        yield name, *cells, unit.base.token  # in each row, since any of them may be deleted


def read_table(data: bytes, shown: str, problems: Problems) -> Returned | None:
    """Return the texts of a table, with commas, semicolons or tabs as separators."""
    before = problems.errors
    name = _NAME.fullmatch(PurePath(shown).name)
    if name is None:
        label = "expected a name like `lost-city.fr.csv`"
        cure = "name the file after the game and the language, as it was exported"
        fault = "the file's name does not say whose texts it holds"
        problems.add(malformed(fault, Span(shown), label, cure))
        return None
    text = decoded(data, shown, problems)
    if text is None:
        return None
    units: dict[str, Received] = {}
    for row in _read(text, shown, problems):
        _check_form(row, name["language"], problems)
        known = units.get(row.key)
        units[row.key] = row if known is None else _joined(known, row, problems)
        if problems.errors > before + MANY:
            break
    if problems.errors > before:
        return None
    return Returned(name["domain"], name["language"], tuple(units.values()), Span(shown, 1, 1))


def table_cells(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield all cells with their lines, those of unknown columns included, states excluded."""
    problems = Problems()
    names: list[str] = []
    for place, cells in _cells(decoded(data, "", problems) or "", "", problems):
        names = names or [name.strip().lower() for name in cells]
        for name, cell in zip_longest(names, cells):
            if name not in _FILLED and cell:
                yield _unguarded(cell), place.line


def _check_form(row: Received, language: str, problems: Problems) -> None:
    known = (*categories(language), "other")
    for form, place in row.places.items():
        if form not in known:
            problems.add(
                Diagnostic(
                    codes.EXCHANGED_PLURALS_DIFFER,
                    f"`{language}` has no plural form `{form}`",
                    place,
                    f"expected one of {', '.join(categories(language))}",
                    "keep the exported keys",
                )
            )


def _read(text: str, shown: str, problems: Problems) -> Iterator[Received]:
    before = problems.errors
    rows = list(_cells(text, shown, problems))
    if not rows and problems.errors > before:
        return
    columns = [name.strip().lower() for name in rows[0][1]] if rows else []
    if not set(_READ) <= set(columns):
        label = f"expected the columns {', '.join(_READ)}"
        problems.add(malformed("a column is missing", Span(shown, 1, 1), label))
        return
    filled = [
        name for name in _FILLED if any(_named(columns, cells).get(name) for _, cells in rows[1:])
    ]
    unknown: dict[str, list[Span]] = {}
    for place, cells in rows[1:]:
        named = _named(columns, cells)
        if any(cells[len(columns) :]):
            text, label = (
                "the row has more cells than the heading",
                f"expected {len(columns)} cells",
            )
            cure = "put a cell that contains a separator in quotes"
            problems.add(malformed(text, place, label, cure))
        elif lacking := [name for name in filled if name not in named]:
            # Spreadsheets leave out empty cells at the end of a row, but these are never empty.
            text = f"the row of `{named.get('key', '')}` ends before {listed(lacking)}"
            problems.add(malformed(text, place, "its translation may be cut off", _WHOLE))
        else:
            yield from _row(named, place, unknown, problems)
    warn_of_states(unknown, _KNOWN_STATES, problems)


def _cells(text: str, shown: str, problems: Problems) -> Iterator[tuple[Span, list[str]]]:
    """Yield the rows that are not empty, each with its place."""
    head = text.partition("\n")[0]
    table = csv.reader(
        StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=head.count), strict=True
    )
    line = 1
    try:
        for cells in table:
            if any(cells):
                yield Span(shown, line, 1), cells
            line = table.line_num + 1
    except csv.Error as error:
        place = Span(shown, table.line_num, 1)
        problems.add(malformed(f"the table is broken: {error}", place, "expected a row"))


def _named(columns: list[str], cells: list[str]) -> dict[str, str]:
    return dict(zip(columns, map(_unguarded, cells), strict=False))


def _row(
    cells: dict[str, str], place: Span, unknown: dict[str, list[Span]], problems: Problems
) -> Iterator[Received]:
    match = _KEY.fullmatch(cells.get("key", ""))
    if match is None or not set(_READ) <= set(cells):
        label = "expected a key, the original and the translation"
        problems.add(malformed("the row is not a text", place, label))
        return
    name = match["category"] or "other"
    yield Received(
        match["key"],
        frozenset([cells["source"]]),
        {name: cells["target"]},
        {name: place},
        _state(cells.get("state", ""), place, unknown),
        cells.get("comment", "").strip(),
        base_in([cells.get("base", "")]),
        tuple((text, place.line) for text in (cells["source"], cells.get("context", "")) if text),
    )


def _state(cell: str, place: Span, unknown: dict[str, list[Span]]) -> State | None:
    """Return the state in a cell; one that nobody knows is added to `unknown`, and a doubt."""
    words = cell.split()
    state = "-".join(words).lower().replace("_", "-")
    if state not in _STATES:
        unknown.setdefault(" ".join(words), []).append(place)
    return _STATES.get(state, State.UNSURE)


def _joined(so_far: Received, row: Received, problems: Problems) -> Received:
    """Return a plural text with another form added."""
    for name, place in row.places.items():
        if name in so_far.places:
            cure = "remove one of the two rows"
            problems.add(twice(row.key, place, so_far.places[name], cure))
    return replace(
        so_far,
        source=so_far.source | row.source,
        target={**so_far.target, **row.target},
        places={**so_far.places, **row.places},
        state=next(state for state in _ORDER if state in (so_far.state, row.state)),
        comment="\n".join(filter(None, dict.fromkeys((so_far.comment, row.comment)))),
        base=so_far.base or row.base,
        carried=so_far.carried + row.carried,
    )
