"""Edits of tables as data, and the file after an edit: all that the edit is not about is kept.

Rows and columns count from 0, rows without headings. An edited file is read again before it is
returned: every cell must be unchanged or have its new value.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from printnplay.files.door import encoding_of
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.tables.cells import MAX_COLUMNS, MAX_ROWS
from printnplay.tables.editable import EditableTable, Key, NoPlaceError, Values
from printnplay.tables.editable_text import TextTable
from printnplay.tables.editable_trees import TreeTable
from printnplay.tables.reading import MAX_BYTES, TREES, text_rows_of


class Cell(Struct, frozen=True):
    """A cell with its new text. Rows after the last one are added."""

    row: int
    column: int
    text: str


class SetCells(Struct, frozen=True, tag="set", tag_field="do"):
    """Change cells: one, a pasted block, or those found by a search."""

    cells: tuple[Cell, ...]


class AddRows(Struct, frozen=True, tag="add", tag_field="do"):
    """Add rows before that of an index; each has the texts of its cells from the first column."""

    at: int
    rows: tuple[tuple[str, ...], ...]


class DeleteRows(Struct, frozen=True, tag="delete", tag_field="do"):
    """Delete rows."""

    rows: tuple[int, ...]


class SortRows(Struct, frozen=True, tag="sort", tag_field="do"):
    """Sort all rows by a column: numbers before words, empty cells last."""

    column: int
    descending: bool = False


class AddColumn(Struct, frozen=True, tag="column", tag_field="do"):
    """Add a column after the others, with the same text in each row."""

    name: str
    text: str = ""


Edit: TypeAlias = SetCells | AddRows | DeleteRows | SortRows | AddColumn


def summary(edit: Edit) -> str:
    """Return an edit in words, for the list of steps that can be undone."""
    match edit:
        case SetCells(cells):
            return "change 1 cell" if len(cells) == 1 else f"change {len(cells)} cells"
        case AddRows(_, rows):
            return "add 1 card" if len(rows) == 1 else f"add {len(rows)} cards"
        case DeleteRows(rows):
            return "delete 1 card" if len(rows) == 1 else f"delete {len(rows)} cards"
        case SortRows():
            return "sort the cards"
        case AddColumn(name):
            return f"add the column `{name}`"


def editable(content: bytes, shown: str) -> EditableTable:
    """Return the table of a file in CSV, JSON or YAML.

    Raises:
        FaultsError: the file has faults.
    """
    problems = Problems()
    if Path(shown).suffix.lower() not in TREES:
        rows = text_rows_of(content, shown, problems)
        if rows is None:
            raise FaultsError(problems.found)
        mark, encoding = encoding_of(content)
        return TextTable(content.removeprefix(mark).decode(encoding), rows)
    mark, encoding = encoding_of(content)
    return TreeTable(content.removeprefix(mark).decode(encoding), shown, problems)


def edited(content: bytes, shown: str, edit: Edit) -> bytes:
    """Return the content of a CSV, JSON or YAML file after an edit.

    Args:
        content: the bytes of the file.
        shown: the path as the user would type it; its suffix determines the format.
        edit: what changes.

    Raises:
        FaultsError: the file has faults, or cannot hold the edit without changing something else.
    """
    table = editable(content, shown)
    try:
        edit = cleaned(edit)
        _check_places(edit, table)
        meant = _meant(edit, table)
        mark, encoding = encoding_of(content)
        new = mark + _source(edit, table, content, shown).encode(encoding)
        _check(len(new) <= MAX_BYTES, f"the table would have more than {MAX_BYTES:,} bytes")
    except NoPlaceError as error:
        raise FaultsError([_refusal(str(error), shown, error.cure)]) from error
    except (LookupError, UnicodeEncodeError) as error:
        raise FaultsError([_refusal(_CANNOT, shown)]) from error
    _compare(new, shown, meant)
    return new


def _source(edit: Edit, table: EditableTable, content: bytes, shown: str) -> str:
    """Return the source after an edit."""
    match edit:
        case SetCells(cells):
            there = len(table.rows)
            old = {(cell.row, cell.column): cell.text for cell in cells if cell.row < there}
            source = table.with_cells(old)
            new = [cell for cell in cells if cell.row >= there]
            if not new:
                return source
            mark, encoding = encoding_of(content)
            again = editable(mark + source.encode(encoding), shown)
            return again.with_rows(there, _block(new, there, len(table.keys)))
        case AddRows(at, rows):
            return table.with_rows(at, rows)
        case DeleteRows(rows):
            return table.without(rows)
        case SortRows(column, descending):
            return table.ordered(_order(table, column, descending=descending))
        case AddColumn(name, text):
            return table.with_column(name, text)


def _block(cells: Sequence[Cell], start: int, width: int) -> list[list[str]]:
    """Return the texts of new rows by their cells."""
    rows = [[""] * width for _ in range(max(cell.row for cell in cells) + 1 - start)]
    for cell in cells:
        rows[cell.row - start][cell.column] = cell.text
    return [row for row in rows if any(row)]


def cleaned(edit: Edit) -> Edit:
    """Return an edit with its texts as they are read afterwards, and one text for each cell.

    Raises:
        NoPlaceError: a text cannot be in a cell.
    """
    match edit:
        case SetCells(cells):
            texts = {(cell.row, cell.column): _text(cell.text) for cell in cells}
            return SetCells(tuple(Cell(*place, text) for place, text in texts.items()))
        case AddRows(at, rows):
            return AddRows(at, tuple(tuple(map(_text, row)) for row in rows))
        case AddColumn(name, text):
            return AddColumn(_text(name), _text(text))
        case _:
            return edit


def _check_places(edit: Edit, table: EditableTable) -> None:
    """Check that a table has the rows and columns that an edit is about.

    Raises:
        NoPlaceError: it does not, or would have too many.
    """
    height, width = len(table.rows), len(table.keys)
    match edit:
        case SetCells(cells):
            places = [(cell.row, cell.column) for cell in cells]
            _check(all(row >= 0 and 0 <= at < width for row, at in places), "there is no such cell")
            height = max((row + 1 for row, _ in places), default=0)
        case AddRows(at, rows):
            _check(0 <= at <= height, "there is no such row")
            _check(all(any(row) for row in rows), "a new row needs a value")
            _check(all(len(row) <= width for row in rows), "the row has more cells than headings")
            height += len(rows)
        case DeleteRows(gone):
            _check(all(0 <= row < height for row in gone), "there is no such row")
            is_last = isinstance(table, TreeTable) and height == len({*gone})
            _check(not is_last, "the last row stays, since it names the columns", "change it")
        case SortRows(column):
            _check(0 <= column < width, "there is no such column")
        case AddColumn(name):
            _check(name, "the column needs a name")
            taken = {heading.casefold() for heading in table.headings}
            _check(
                name.casefold() not in taken,
                f"there is a column `{name}` already",
                "choose another name",
            )
            _check(width < MAX_COLUMNS, f"a table has at most {MAX_COLUMNS} columns")
    _check(height <= MAX_ROWS, f"a table has at most {MAX_ROWS:,} rows")


def _check(holds: object, otherwise: str, cure: str = "") -> None:
    if not holds:
        raise NoPlaceError(otherwise, cure)


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def _text(text: str) -> str:
    r"""Return a text as cells hold it: `\n` for each line break, no spaces around it.

    Raises:
        NoPlaceError: it has control characters.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if found := _CONTROL.search(text):
        raise NoPlaceError(f"U+{ord(found[0]):04X} is a control character, not text", "remove it")
    return text


_NUMBER = re.compile(r"-?[0-9]+(?:[.,][0-9]+)?")
_PARTS = re.compile(r"[0-9]+|[^0-9]+")


def _order(table: EditableTable, column: int, *, descending: bool) -> list[int]:
    """Return the indexes of the rows, sorted; equal ones keep their order."""
    key = table.keys[column]
    filled = [at for at, row in enumerate(table.rows) if row.get(key)]
    empty = [at for at, row in enumerate(table.rows) if not row.get(key)]
    return [
        *sorted(filled, key=lambda at: _rank(table.rows[at][key]), reverse=descending),
        *empty,
    ]


def _rank(text: str) -> tuple[object, ...]:
    """Return the key of a text for sorting: numbers by size, and `deed-9` before `deed-10`."""
    if _NUMBER.fullmatch(text):
        return (0, float(text.replace(",", ".")))
    parts = _PARTS.findall(text.casefold())
    return (1, [(0, int(part[:18]), "") if part.isdecimal() else (1, 0, part) for part in parts])


def _meant(edit: Edit, table: EditableTable) -> tuple[list[str], list[Values]]:
    """Return the headings and the rows that a file must have after an edit.

    Raises:
        NoPlaceError: a row would be empty.
    """
    keys, headings = table.keys, list(table.headings)
    rows = [dict(row) for row in table.rows]
    match edit:
        case SetCells(cells):
            rows += [
                {} for _ in range(max((cell.row for cell in cells), default=0) + 1 - len(rows))
            ]
            for cell in cells:
                rows[cell.row][keys[cell.column]] = cell.text
            emptied = any(not any(row.values()) for row in rows[: len(table.rows)])
            _check(not emptied, "the row would be empty", "delete the card instead")
        case AddRows(at, new):
            rows[at:at] = [dict(zip(keys, row, strict=False)) for row in new]
        case DeleteRows(gone):
            rows = [row for at, row in enumerate(rows) if at not in gone]
        case SortRows(column, descending):
            rows = [rows[at] for at in _order(table, column, descending=descending)]
        case AddColumn(name, text):
            headings.append(name)
            key: Key = name if keys and isinstance(keys[0], str) else len(keys)
            rows = [{**row, key: text} for row in rows]
    return headings, list(_filled(rows))


def _filled(rows: Iterable[Values]) -> Iterable[Values]:
    for row in rows:
        if values := {key: text for key, text in row.items() if text}:
            yield values


def _compare(new: bytes, shown: str, meant: tuple[list[str], list[Values]]) -> None:
    """Check that an edited file reads as it must.

    Raises:
        FaultsError: it does not.
    """
    headings, rows = meant
    try:
        table = editable(new, shown)
    except FaultsError as error:
        why = f"the file could not be read any more: {error.found[0].message}"
        raise FaultsError([_refusal(why, shown)]) from error
    # Rows of JSON and YAML files name their columns: those of no row are gone, in any order.
    names = all(isinstance(key, int) for key in table.keys)
    are_headings = table.headings == headings if names else {*table.headings} <= {*headings}
    if not are_headings or list(table.rows) != rows:
        raise FaultsError([_refusal(_CANNOT, shown)])


_CANNOT = "the file cannot hold this without changing something else"


def _refusal(why: str, shown: str, cure: str = "edit the file by hand") -> Diagnostic:
    return Diagnostic(codes.TABLE_NOT_EDITED, why, Span(shown), "the file stays as it was", cure)
