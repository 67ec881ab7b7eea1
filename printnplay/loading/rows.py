"""The rows of a table as cards: its columns as ids, copies, fields and texts.

Headings are normalised: `Attack Power` is the field `attack_power`, `Qty` counts copies. A column
`rule@de` is a text of the card in German; the columns that the family lists as texts are texts in
its language.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.yaml_tree import TextNode
from printnplay.game.texts import Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span, Subject
from printnplay.kernel.printing import MAX_COPIES
from printnplay.kernel.strings import plain_name
from printnplay.loading.column_types import Declared, with_types
from printnplay.loading.forms import NAME, NAME_PATTERN, Form, whole
from printnplay.loading.headings import (
    COPIES,
    ID,
    LANGUAGE,
    MEANINGS,
    TEMPLATE,
    cell_name,
)
from printnplay.loading.joins import Join, joined
from printnplay.loading.nearly_numbers import NUMBER, check_numbers
from printnplay.loading.row_selection import Where, with_rows
from printnplay.loading.table_files import TableFile, TableFolder
from printnplay.tables.reading import Row, Table, has_cells
from printnplay.tables.workbooks import report

T = TypeVar("T")


class Source(Struct, frozen=True):
    """The table of a family, the tables joined to it, and the columns that are texts.

    `types` are the declared types of columns, `defaults` the values of empty cells, `where` the
    values of the rows that the family takes.
    """

    table: TableFile
    texts: Collection[str]
    language: str
    joins: Sequence[Join] = ()
    types: Mapping[str, Declared] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)
    where: Where = field(default_factory=dict)


class CardRow(Struct, frozen=True):
    """The parsed values of a row of a table. `copies` is None if the cell is empty.

    `places` are those of the fields, `empty` those of empty cells (of texts by `rule@de`), `texts`
    the texts by language and column, including empty cells. `quoted` are the fields that are texts
    even if they look like numbers, as they are in quotes in a JSON or YAML file.
    """

    number: int
    span: Span
    id: TextNode | None
    copies: int | None
    template: str
    fields: Mapping[str, str]
    places: Mapping[str, Span]
    empty: Mapping[str, Span]
    texts: Mapping[tuple[str, str], TextNode]
    quoted: frozenset[str]


class _Column(Struct, frozen=True):
    """A column: its name, and its language if it is a text."""

    name: str
    heading: TextNode
    language: str = ""

    @property
    def full_name(self) -> str:
        """The name, with the language of a text: `rule@de`."""
        return f"{self.name}@{self.language}" if self.language else self.name


class _Columns(Struct):
    """The columns of a table by their index in a row."""

    at: dict[int, _Column] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the columns that are fields."""
        special = (ID, COPIES, TEMPLATE)
        found = (column.name for column in self.at.values() if not column.language)
        return tuple(name for name in found if name not in special)

    def cell_name(self, row: Row, name: str) -> str:
        """Return the name of a row's cell in words, by the name of its column."""
        at = next(at for at, column in self.at.items() if column.name == name)
        return cell_name(row.number_of(at), self.at[at].heading.value)


class CardTable(Struct, frozen=True):
    """The rows of a table, the names of all its columns, and the names of those that are fields.

    `headings` are the places of the headings: of fields by name, of texts such as `rule@de` with
    their languages; `typed` are the headings as spelled in the file. `first` is the place of the
    first heading. `sheets` are the names of the sheets, if the table is one of several of a
    workbook.
    """

    rows: tuple[CardRow, ...]
    columns: tuple[str, ...]
    fields: tuple[str, ...]
    headings: Mapping[str, Span]
    typed: Mapping[str, str]
    first: Span
    sheets: tuple[str, ...]

    @property
    def has_ids(self) -> bool:
        """Whether a column holds the ids of the cards."""
        return ID in self.columns


def read_rows(source: Source, folder: TableFolder, problems: Problems) -> CardTable | None:
    """Read the rows of a family's table; None with the reasons added to `problems`."""
    before = problems.errors
    table = folder.read(source.table, problems)
    for join in source.joins if table is not None else ():
        other = folder.read(join.table, problems)
        if other is not None and table is not None:
            table = joined(table, other, join, problems)
    if table is None:
        return None
    # Columns that select rows are checked in all rows: a misspelt value would select none.
    selecting = {name: of for name, of in source.types.items() if name in source.where}
    others = {name: of for name, of in source.types.items() if name not in source.where}
    table = with_types(table, selecting, source.defaults, problems)
    table = with_rows(table, source.where, source.defaults, problems)
    table = with_types(table, others, source.defaults, problems)
    columns = _columns(table, source, problems)
    if problems.errors > before:
        return None
    of_rows = problems.aside()
    rows = tuple(_row(row, columns, of_rows) for row in table.rows)
    if table.notes:
        cells = {
            (row.number, at): cell
            for row, read in zip(table.rows, rows, strict=True)
            if read.copies != 0
            for at, cell in enumerate(row.own_cells, start=1)
        }
        report(table.notes, cells, problems)
    fields = [at for at, column in columns.at.items() if column.name in columns.fields]
    undeclared = [at for at in fields if columns.at[at].name not in source.types]
    check_numbers(table, undeclared, problems)
    names = tuple(dict.fromkeys(column.name for column in columns.at.values()))
    return CardTable(
        rows,
        names,
        columns.fields,
        {column.full_name: column.heading.span for column in columns.at.values()},
        {column.full_name: column.heading.value for column in columns.at.values()},
        table.headings[0].span,
        table.sheets if len(table.sheets) > 1 else (),
    )


def _columns(table: Table, source: Source, problems: Problems) -> _Columns:
    columns = _Columns()
    if _is_headless(table.headings):
        text = f"the table has no headings: its first row starts with `{table.headings[0].value}`"
        label = "expected a row with the names of the columns"
        cure = "insert a row above it that begins with `id`"
        problems.error(codes.BAD_COLUMN, text, table.headings[0].span, label, cure)
        return columns
    named: dict[tuple[str, str], TextNode] = {}
    with_language = {
        plain_name(heading.value.partition("@")[0])
        for heading in table.headings
        if "@" in heading.value
    }
    texts = with_language | set(source.texts)
    for at, heading in enumerate(table.headings):
        if not heading.value and not any(row.cells[at].value for row in table.rows):
            continue
        column = _column(heading, texts, source.language, problems)
        if column is None:
            continue
        first = named.setdefault((column.name, column.language), heading)
        if first is not heading:
            problems.add(_same_column(column, first))
        columns.at[at] = column
    return columns


def _is_headless(headings: Collection[TextNode]) -> bool:
    """Return whether the first row is a card: with a number, and a duplicate text or a sentence."""
    values = [heading.value for heading in headings if heading.value]
    names = {plain_name(value) for value in values}
    is_like_a_card = len(names) < len(values) or any(value.endswith((".", "!")) for value in values)
    has_number = any(map(NUMBER.fullmatch, values))
    return is_like_a_card and has_number and not names & {ID, COPIES, *MEANINGS}


def _column(
    heading: TextNode, texts: Collection[str], language: str, problems: Problems
) -> _Column | None:
    written, at_sign, said = heading.value.partition("@")
    name = written if re.fullmatch(NAME_PATTERN, written) else plain_name(written)
    said = said.strip().replace("_", "-")
    if not name:
        text = f"the column `{heading.value}` has no plain name" if heading.value else "no heading"
        label = "expected letters from a to z or digits"
        cure = "name the column in row 1, or empty it"
        problems.error(codes.BAD_COLUMN, text, heading.span, label, cure)
        return None
    if at_sign and not LANGUAGE.fullmatch(said):
        text = f"`{heading.value}` names no language"
        label = "expected the code of a language after `@`"
        problems.error(codes.BAD_COLUMN, text, heading.span, label, f"write it like `{name}@de`")
        return None
    if name == "family":
        text = "`family` is a built-in field of every card"
        problems.error(codes.NAME_NOT_PLAIN, text, heading.span, "this heading is reserved")
        return None
    if at_sign or name in texts:
        return _Column(name, heading, said or language)
    return _Column(MEANINGS.get(name, name), heading)


def _same_column(column: _Column, first: TextNode) -> Diagnostic:
    return Diagnostic(
        codes.BAD_COLUMN,
        f"two columns are named `{column.full_name}`",
        column.heading.span,
        "expected a unique name",
        "rename or remove one of the two",
        (("the other one is here", first.span),),
    )


_NUMBER_OF_COPIES = whole(0, MAX_COPIES)
_COPIES_HELP = "write it in digits; 0 leaves the row out, an empty cell takes the family's `copies`"


def _whole(cell: TextNode) -> TextNode:
    """Return a cell with a whole number without zero decimals: pandas writes `2.0` for 2."""
    value = re.sub(r"(?<=[0-9])[.,]0+$", "", cell.value)
    return cell if value == cell.value else replace(cell, value=value)


def _row(row: Row, columns: _Columns, problems: Problems) -> CardRow:
    own: dict[str, TextNode] = {}
    fields: dict[str, str] = {}
    places: dict[str, Span] = {}
    empty: dict[str, Span] = {}
    texts: dict[tuple[str, str], TextNode] = {}
    for at, column in columns.at.items():
        cell = row.cells[at]
        if not cell.value:
            empty[column.full_name] = cell.span
        if column.language and (cell.value or cell.end or has_cells(cell.span.file)):
            texts[column.language, column.name] = cell
        elif not cell.value:
            continue
        elif column.name in (ID, COPIES, TEMPLATE):
            own[column.name] = cell
        else:
            fields[column.name], places[column.name] = cell.value, cell.span
    copies, template = own.get(COPIES), own.get(TEMPLATE)
    if template:
        places[TEMPLATE] = template.span

    def read(form: Form[T], name: str, cell: TextNode, cure: str = "") -> T:
        where = partial(columns.cell_name, row, name)
        return read_cell(form, cell, where, problems, cure)

    return CardRow(
        number=row.number,
        span=(own.get(ID) or row.cells[0]).span,
        id=own.get(ID),
        copies=read(_NUMBER_OF_COPIES, COPIES, _whole(copies), _COPIES_HELP) if copies else None,
        template=read(NAME, TEMPLATE, template) if template else "",
        fields=fields,
        places=places,
        empty=empty,
        texts=texts,
        quoted=frozenset(
            column.name
            for at, column in columns.at.items()
            if column.name in fields and row.cells[at].style
        ),
    )


def read_cell(
    form: Form[T], cell: TextNode, where: Callable[[], str], problems: Problems, cure: str = ""
) -> T:
    """Read the value of a cell; faults get its row and column, and the `cure` as help."""
    found = Problems()
    value = form.read(cell, found)
    for fault in found.found:
        message = f"{fault.message} ({where()})"
        problems.add(replace(fault, message=message, help=fault.help or cure))
    return value


def card_texts(card_id: str, row: CardRow, game: str) -> Iterator[tuple[str, Text]]:
    """Yield the texts of a card by language, with keys `cards.<id>.<column>`."""
    for (language, column), cell in row.texts.items():
        key = f"cards.{card_id}.{column}"
        subject = Subject(game=game, language=language, key=key)
        yield language, Text(key, {"other": cell.value}, cell.span, {"other": cell.span}, subject)
