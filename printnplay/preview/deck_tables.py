"""The tables of a deck on the page: their cells with types and faults, and edits of them."""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read
from printnplay.files.yaml_tree import TextNode
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span
from printnplay.kernel.printing import MAX_COPIES
from printnplay.loading.column_types import ColumnType
from printnplay.loading.family_tables import DeckTable, deck_tables
from printnplay.loading.headings import COPIES, cell_name, column_name
from printnplay.preview.answers import faults_of, is_editable, journal_of
from printnplay.preview.colours import paints_of
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.journal import digest
from printnplay.preview.live import LiveGame
from printnplay.preview.pictures import own_pictures
from printnplay.tables.reading import MAX_BYTES, Table, has_cells, read_content
from printnplay.tables.table_edits import Cell, SetCells, edited

ROW = -1
"""The column of faults that are about a whole row, and the row of those about headings."""


def tables_of(live: LiveGame) -> list[DeckTable]:
    """Return the tables of a game; those with cards first."""
    file = _folder(live) / "cards.yaml"
    found = deck_tables(file, display_path(file), Problems())
    return sorted(found, key=lambda table: not table.families)


def about_tables(live: LiveGame) -> list[dict[str, str]]:
    """Return the tables of a game, for a list to choose from."""
    return [
        {
            "file": table.file,
            "path": shown_of(live, table),
            "sheet": table.sheet.value,
            "title": _title(table),
        }
        for table in tables_of(live)
    ]


def faults_in(live: LiveGame, others: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return all known faults, each with its place in a table of the deck, or else None."""
    return at_cells(live, faults_of(live, others))


def at_cells(live: LiveGame, faults: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return faults with their places in a table of the deck, or else None.

    Each place has the row and the column of its cell, as far as they are known.
    """
    tables = {shown_of(live, table): table for table in tables_of(live)}

    @cache
    def read_now(shown: str) -> tuple[Table, _Places]:
        try:
            content = read(_folder(live) / tables[shown].file, MAX_BYTES)
        except ReadError:
            content = b""
        return _read(content, shown, tables[shown].sheet.value)[:2]

    def at_cell(fault: Mapping[str, Any]) -> dict[str, Any] | None:
        place = _place_in(tables, fault)
        if place is None:
            return None
        table, places = read_now(place["file"])
        found = places.at(place["line"], place["column"])
        return {**place, "at": _cell(found, fault["message"], table) if found else None}

    return [{**fault, "cell": at_cell(fault)} for fault in faults]


def _place_in(tables: Container[str], fault: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the place of a fault in one of these tables, or that of the cell behind it."""
    places = [fault["place"], *(note["place"] for note in fault["notes"])]
    return next((place for place in places if place and place["file"] in tables), None)


def _title(table: DeckTable) -> str:
    sheet = f", {table.sheet.value}" if table.sheet.value else ""
    families = ", ".join(table.families)
    return f"{table.file}{sheet} ({families})" if families else f"{table.file}{sheet}"


def _folder(live: LiveGame) -> Path:
    return live.catalog.game_folder(live.game_id)


def found_table(live: LiveGame, file: str, sheet: str = "") -> DeckTable | None:
    """Return the table of a file name, and of a sheet if one is named; None if there is none."""
    named = (table for table in tables_of(live) if table.file == file)
    return next((table for table in named if sheet in ("", table.sheet.value)), None)


def shown_of(live: LiveGame, table: DeckTable) -> str:
    """Return the file of a table as the user would type it."""
    return f"{display_path(_folder(live))}/{table.file}"


def _why_fixed(live: LiveGame, table: DeckTable) -> str:
    """Return why a table cannot be edited on the page; empty if it can."""
    shown = shown_of(live, table)
    if has_cells(shown):
        return (
            f"{table.file} is a workbook: edit it in Excel or LibreOffice, which keep its formulas"
            " and formats. The page shows what you save there."
        )
    if table.address:
        return (
            f"{table.file} is published at {table.address}: edit it there and run `printnplay"
            " fetch`, which would replace what is written here."
        )
    if not is_editable(live.catalog, Span(shown)):
        return f"{table.file} is not a file of the project."
    return ""


def why_fixed(live: LiveGame, file: str) -> str:
    """Return why the table of this file name cannot be edited on the page; empty if it can."""
    table = found_table(live, file)
    return f"the game has no table `{file}`" if table is None else _why_fixed(live, table)


def editable_table(live: LiveGame, file: str) -> DeckTable:
    """Return the table of this file name.

    Raises:
        NotWrittenError: there is none, or it cannot be edited on the page.
    """
    table = found_table(live, file)
    if table is None:
        raise NotWrittenError(f"the game has no table `{file}`")
    if fixed := _why_fixed(live, table):
        raise NotWrittenError(fixed)
    return table


def with_field(content: bytes, row: Span, name: str, text: str) -> bytes:
    """Return the content of a table with a field of the row at a place replaced.

    Raises:
        NotWrittenError: the table has no such row, or not one such column.
        FaultsError: the file cannot hold this without changing something else.
    """
    table, places, _ = _read(content, row.file, "")
    rows = [at.row for at in places.cells.get((row.line, row.column), []) if at.row >= 0]
    headings = [column_name(heading.value) for heading in table.headings]
    if not rows or headings.count(name) != 1:
        raise NotWrittenError(f"`{row.file}` has no cell `{name}` in line {row.line}")
    return edited(content, row.file, SetCells((Cell(rows[0], headings.index(name), text),)))


def headings_of(content: bytes, shown: str) -> list[str]:
    """Return the names of the columns of a table, without their languages."""
    table, _, _ = _read(content, shown, "")
    return [column_name(heading.value.partition("@")[0]) for heading in table.headings]


def about_table(
    live: LiveGame, file: str, sheet: str, checked: Iterable[Diagnostic], tag: str = ""
) -> dict[str, Any] | None:
    """Return a table with its cells, types and faults; None if the game has no such table.

    Args:
        live: the game.
        file: the file name of the table.
        sheet: the name of its sheet; empty for the first one.
        checked: the faults that are not among those of the live game.
        tag: the digest of the file that the page has: then its rows are left out.
    """
    table = found_table(live, file, sheet)
    if table is None:
        return None
    shown = shown_of(live, table)
    about: dict[str, Any] = {
        "file": shown,
        "fixed": _why_fixed(live, table),
        "broken": "",
        "help": "",
        **journal_of(live),
    }
    try:
        content = read(_folder(live) / table.file, MAX_BYTES)
    except ReadError as error:
        return {**about, "tag": "", "broken": error.reason}
    about["tag"] = digest(content)
    cells, places, fault = _read(content, shown, table.sheet.value)
    if fault:
        found = {"broken": fault.message, "line": fault.span.line, "help": fault.help}
        return {**about, **found}
    faults = [*_at_cells(live, shown, cells, places, checked)]
    pictures = sorted({name for _, _, name in own_pictures(live)})
    sorting = {name for group in (live.game.groups if live.game else ()) for name in group.where}
    about["columns"] = [
        {
            "heading": heading.value,
            "name": column_name(heading.value),
            "type": _about_type(table.types, column_name(heading.value))
            or _about_pictures(pictures, (row.cells[at].value for row in cells.rows)),
            "sorts": column_name(heading.value) in sorting,
        }
        for at, heading in enumerate(cells.headings)
    ]
    if tag != about["tag"]:
        about["rows"] = [[cell.value for cell in row.cells] for row in cells.rows]
        about["numbers"] = [row.number for row in cells.rows]
    about["paints"] = paints_of(live, table, cells)
    return {**about, "faces": _faces(live, shown, cells, places), "faults": faults}


def _about_type(types: Mapping[str, ColumnType], name: str) -> dict[str, Any] | None:
    of = types.get(name)
    if of is None and name == COPIES:
        return {
            "kind": "whole",
            "optional": True,
            "choices": (),
            "what": f"a whole number from 0 to {MAX_COPIES}",
        }
    if of is None:
        return None
    choices = ("yes", "no") if of.kind == "yes/no" else of.choices
    return {"kind": of.kind, "optional": of.optional, "choices": choices, "what": of.what}


def _about_pictures(pictures: Sequence[str], values: Iterable[str]) -> dict[str, Any] | None:
    """Return the pictures as the choices of a column that names one of them, or else None."""
    if not pictures or set(pictures).isdisjoint(values):
        return None
    what = "a picture of the tab Art"
    return {"kind": "picture", "optional": True, "choices": pictures, "what": what}


class _At(NamedTuple):
    row: int
    column: int


class _Places:
    """The cells of a table by their lines and columns."""

    def __init__(self, table: Table) -> None:
        self.cells: dict[tuple[int, int], list[_At]] = {}
        rows = [(ROW, table.headings), *((at, row.cells) for at, row in enumerate(table.rows))]
        for number, cells in rows:
            for column, cell in enumerate(cells):
                place = cell.span.line, cell.span.column
                self.cells.setdefault(place, []).append(_At(number, column))
        self.order = sorted(self.cells)

    def at(self, line: int, column: int) -> list[_At]:
        """Return the cells at a place, or those that begin before it; empty if there are none."""
        before = bisect_right(self.order, (line, column))
        return self.cells[self.order[before - 1]] if before and line else []


@lru_cache(maxsize=4)
def _read(content: bytes, shown: str, sheet: str) -> tuple[Table, _Places, Diagnostic | None]:
    """Return a table with the places of its cells; an empty one with the reason on failure.

    The last ones are kept: the page asks again whenever faults may have changed.
    """
    problems = Problems()
    table = read_content(content, shown, TextNode(sheet, Span("")), problems)
    found = Table((), ()) if table is None else table
    errors = (fault for fault in problems.found if fault.severity is Severity.ERROR)
    return found, _Places(found), next(errors) if table is None else None


def _faces(live: LiveGame, shown: str, table: Table, places: _Places) -> list[list[str]]:
    """Return the keys of the faces of each row."""
    faces: list[list[str]] = [[] for _ in table.rows]
    for key, face in live.faces.items():
        if face.card is not None and face.place.file == shown:
            for at in places.cells.get((face.place.line, face.place.column), [])[:1]:
                if at.row >= 0:
                    faces[at.row].append(key)
    return faces


def _at_cells(
    live: LiveGame,
    shown: str,
    table: Table,
    places: _Places,
    checked: Iterable[Diagnostic],
) -> Iterator[dict[str, Any]]:
    """Yield the faults in a table, or about its cards, each with the row and column of its cell."""
    rows = {
        face.card.id: at[0].row
        for face in live.faces.values()
        if face.card is not None
        and face.place.file == shown
        and (at := places.cells.get((face.place.line, face.place.column)))
    }
    headings = [heading.value for heading in table.headings]
    for fault in faults_of(live, checked):
        place, subject = _place_in((shown,), fault), fault["subject"]
        if place and place["line"]:
            found = places.at(place["line"], place["column"])
            if found:
                yield {**fault, **_cell(found, fault["message"], table)}
        elif place:
            yield {**fault, "row": ROW, "column": ROW}
        else:
            _, _, rest = subject["key"].partition("cards.")
            card, _, column = rest.rpartition(".")
            row = rows.get(subject["card"] or card)
            if row is not None:
                named = (column, f"{column}@{subject['language']}")
                index = next((n for n, heading in enumerate(headings) if heading in named), ROW)
                yield {**fault, "row": row, "column": index}


def _cell(found: list[_At], message: str, table: Table) -> dict[str, int]:
    """Return the row and the column of a fault, of the cells at its place.

    Cells that a row lacks share the place of others: of those, the message names one.
    """
    row = found[0].row
    if len(found) == 1 or row < 0:
        return {"row": row, "column": found[0].column}
    for at in found:
        if cell_name(table.rows[row].number, table.headings[at.column].value) in message:
            return {"row": row, "column": at.column}
    filled = [at.column for at in found if table.rows[row].cells[at.column].value]
    return {"row": row, "column": filled[0] if filled else ROW}
