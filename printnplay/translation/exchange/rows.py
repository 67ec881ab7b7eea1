"""Texts as rows of a table, for spreadsheets: one row per text or plural form."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    State,
    Unit,
    base_in,
    malformed,
    original,
    twice,
    warn_of_states,
)

COLUMNS = ("key", "source", "target", "context", "state", "comment", "base")
_READ = COLUMNS[:3]
FILLED = ("state", "base")
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

SAID = ("translated", "approved", "unsure")
"""The states that a translator chooses from."""

_ORDER = (State.UNSURE, None, State.EMPTY, State.TRANSLATED, State.APPROVED)
"""Of the states of a text's rows, the first of these counts: doubt wins."""

_KNOWN_STATES = "translated, approved, unsure (or fuzzy, needs review, draft, doubt, ?)"

NAME = re.compile(r"(?P<domain>[A-Za-z0-9_-]+)\.(?P<language>[A-Za-z0-9_-]+)")
"""A game, or the common texts, and a language, as in the names of files."""

DOWNLOADED = re.compile(r" ?\(\d+\)$")
"""Matches what browsers add to the name of a file that exists."""

_KEY = re.compile(r"(?P<key>[^\[\]]+)(?:\[(?P<category>[a-z]+)\])?")
Rows = Sequence[tuple[Span, Sequence[str]]]
"""The rows of a table that are not empty, with their places; the first one has the headings."""


def rows_of(unit: Unit) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a text, a cell for each of `COLUMNS`."""
    for category, text in unit.target.items():
        name = f"{unit.key}[{category}]" if unit.plural else unit.key
        notes = list(unit.all_notes)
        if unit.state is State.STALE:
            before = unit.previous.get(category, unit.previous["other"])
            notes.append(f"Translated from: {before}")
        comment = unit.remark.comment if category == next(iter(unit.target)) else ""
        cells = (original(unit, category), text, "\n".join(notes), unit.state, comment)
        yield name, *cells, unit.base.token  # in each row, since any of them may be deleted


def name_of(shown: str, problems: Problems) -> "re.Match[str] | None":
    """Return whose texts a file has, by its name; None, with the reason reported, if unknown."""
    ending = PurePath(shown).suffix
    stem = DOWNLOADED.sub("", PurePath(shown).stem)
    name = NAME.fullmatch(stem)
    if name is None:
        label = f"expected a name like `lost-city.fr{ending}`"
        cure = "name the file after the game and the language, as it was exported"
        fault = "the file's name does not say whose texts it holds"
        problems.add(malformed(fault, Span(shown), label, cure))
    return name


def read_rows(rows: Rows, name: "re.Match[str]", shown: str, problems: Problems) -> Returned | None:
    """Return the texts in the rows of a table; None if one is broken, with the reasons reported.

    `name` is the match of `NAME` for the table.
    """
    before = problems.errors
    units: dict[str, Received] = {}
    for row in _read(rows, shown, problems):
        _check_form(row, name["language"], problems)
        known = units.get(row.key)
        units[row.key] = row if known is None else _joined(known, row, problems)
        if problems.errors > before + MANY:
            break
    if problems.errors > before:
        return None
    return Returned(name["domain"], name["language"], tuple(units.values()), Span(shown, 1, 1))


def texts_in(rows: Iterable[tuple[Span, Sequence[str]]]) -> Iterator[tuple[str, int]]:
    """Yield the texts of all cells with their lines, those of unknown columns included.

    Columns that the export fills, such as states, are left out.
    """
    names: list[str] = []
    for place, cells in rows:
        names = names or [name.strip().lower() for name in cells]
        for name, cell in zip_longest(names, cells):
            if name not in FILLED and cell:
                yield cell, place.line


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


def _read(rows: Rows, shown: str, problems: Problems) -> Iterator[Received]:
    columns = [name.strip().lower() for name in rows[0][1]] if rows else []
    if not set(_READ) <= set(columns):
        label = f"expected the columns {', '.join(_READ)}"
        problems.add(malformed("a column is missing", Span(shown, 1, 1), label))
        return
    if again := [name for name in COLUMNS if columns.count(name) > 1]:
        text = f"the heading has {listed(again)} twice"
        cure = "remove or rename one of the columns"
        problems.add(malformed(text, rows[0][0], "expected each column once", cure))
        return
    filled = [
        name for name in FILLED if any(_named(columns, cells).get(name) for _, cells in rows[1:])
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


def _named(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return dict(zip(columns, cells, strict=False))


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
