"""Read card tables with their places: CSV, JSON and YAML files, or sheets of workbooks.

Cells are read as a person sees them: the separator is detected, numbers and dates are text as a
spreadsheet displays them, and empty rows are ignored. A separate process reads workbooks, since a
file of a few kilobytes can expand beyond the memory of a machine.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.door import PACKED, encoding_of
from printnplay.files.plugins import plug_ins
from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.suggestions import listed
from printnplay.tables.cells import ERRORS, MAX_COLUMNS, MAX_ROWS, Note
from printnplay.tables.trees import table_of
from printnplay.tables.workbooks import read_sheet

TEXT_TABLES = frozenset({".csv", ".tsv", ".txt"})
TREES = frozenset({".json", ".yaml"})
EDITABLE = TEXT_TABLES | TREES
"""Suffixes of the tables whose cells can be rewritten in place."""

WORKBOOKS = frozenset({".xlsx", ".xlsm", ".ods"})
ENDINGS = TEXT_TABLES | TREES | WORKBOOKS

MAX_BYTES = 8 << 20
"""Maximum size of a table file, in bytes: 400 in each of 20,000 rows."""

_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
"""Cell separators with their names."""

_DECLARED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
"""Match the first line in which Excel declares the separator."""

_DECIMAL_COMMA = re.compile(r"-?[0-9]+,[0-9]+")


class Row(Struct, frozen=True):
    """A non-empty row; `number` is its number in a spreadsheet, where the heading row is 1.

    The rows of JSON and YAML files have no heading row, so the first of them is number 1. The last
    cells may come from other tables; `others` are their row numbers there.
    """

    number: int
    cells: tuple[TextNode, ...]
    others: tuple[int, ...] = ()

    @property
    def own_cells(self) -> tuple[TextNode, ...]:
        """The cells of the table itself."""
        return self.cells[: len(self.cells) - len(self.others)]

    def number_of(self, at: int) -> int:
        """Return the row number of a cell in its table, by its index."""
        beyond = at - len(self.own_cells)
        return self.number if beyond < 0 else self.others[beyond]


class Table(Struct, frozen=True):
    """The column headings, and the rows below them.

    Each row has as many cells as there are headings; missing cells are empty. `notes` are
    differences between the display in the workbook and the values read; `sheets` are the names of
    its sheets.
    """

    headings: tuple[TextNode, ...]
    rows: tuple[Row, ...]
    notes: tuple[Note, ...] = ()
    sheets: tuple[str, ...] = ()


def read_content(content: bytes, shown: str, sheet: TextNode, problems: Problems) -> Table | None:
    """Parse the table in a file's content; on failure, report the faults and return None.

    Args:
        content: the bytes of the file.
        shown: the path as the user would type it; its suffix determines the format.
        sheet: the name of a sheet of a workbook; if empty, the first visible one.
        problems: receives the faults.
    """
    ending = Path(shown).suffix.lower()
    if ending in EDITABLE and sheet.value:
        text, label = f"`sheet` is for workbooks, and {Path(shown).name} has none", "no sheet"
        problems.warning(codes.BROKEN_TABLE, text, sheet.span, label, "remove `sheet`")
    if ending in TREES:
        return _tree_table(content, shown, problems)
    if ending in TEXT_TABLES:
        text_rows = text_rows_of(content, shown, problems)
        return None if text_rows is None else _table(text_rows, shown, problems)
    if ending not in WORKBOOKS:
        rows = _rows_of_plug_in(content, ending, shown, problems)
        return None if rows is None else _table(_rows_of(rows, shown), shown, problems)
    sheet_read = read_sheet(content, shown, sheet, problems)
    if sheet_read is None:
        return None
    table = _table(_rows_of(sheet_read.rows, shown), shown, problems, sheet_read.names)
    return table and replace(table, notes=tuple(sheet_read.notes), sheets=sheet_read.names)


def endings() -> frozenset[str]:
    """Return the suffixes of table files, including those read by plug-ins."""
    return ENDINGS | {f".{one.name}" for one in plug_ins("tables")}


def has_cells(file: str) -> bool:
    """Return whether the places in a file are cells, rather than lines and columns of text."""
    ending = Path(file).suffix.lower()
    return ending in WORKBOOKS or (ending not in EDITABLE and ending in endings())


def _rows_of_plug_in(
    content: bytes, ending: str, shown: str, problems: Problems
) -> Sequence[Sequence[str]] | None:
    """Return the rows read by a plug-in; on failure, report the fault and return None.

    Raises:
        FaultsError: the plug-in cannot be loaded.
    """
    (plug_in,) = (one for one in plug_ins("tables") if f".{one.name}" == ending)
    read = plug_in.load()
    try:
        return [[str(cell) for cell in row] for row in read(content)]
    except Exception as error:
        text, label = f"the table cannot be read: {error}", f"by {plug_in.distribution}"
        problems.error(codes.BROKEN_TABLE, text, Span(shown), label, "save it again, or as CSV")
        return None


def _rows_of(rows: Sequence[Sequence[str]], shown: str) -> list[Row]:
    return [
        Row(
            number,
            tuple(
                TextNode(value.strip(), Span(shown, number, column))
                for column, value in enumerate(cells, start=1)
            ),
        )
        for number, cells in enumerate(rows, start=1)
    ]


def _table(
    rows: Sequence[Row], shown: str, problems: Problems, sheets: Sequence[str] = ()
) -> Table | None:
    filled = [row for row in rows if any(cell.value for cell in row.cells)]
    if not filled:
        label, cure = "expected a row of headings", "write the names of the columns into its row 1"
        if len(sheets) > 1:
            cure = f"name the sheet of the cards as `sheet:`, of {listed(sheets)}"
        problems.error(codes.EMPTY_FILE, "the table is empty", Span(shown), label, cure)
        return None
    headings, *others = filled
    width = max(_width(row) for row in filled)
    if _is_too_large(width, len(others), shown, problems):
        return None
    if others and _is_title(headings, others[0], width):
        text = f"row {headings.number} is a title, not the headings of the columns"
        place = next(cell.span for cell in headings.cells if cell.value)
        cure = f"delete it, so that row {others[0].number} comes first"
        problems.error(codes.BROKEN_TABLE, text, place, "expected the headings", cure)
        return None
    _check_errors(filled, problems)
    return Table(_padded(headings, width), tuple(Row(r.number, _padded(r, width)) for r in others))


def _tree_table(content: bytes, shown: str, problems: Problems) -> Table | None:
    """Return the table in a JSON or YAML file, or None with the faults added to `problems`."""
    found = table_of(content, shown, problems)
    if found is None:
        return None
    headings, rows = found
    if not rows:
        label, cure = "expected a list of rows", "write rows such as `- {id: spy, cost: 3}`"
        problems.error(codes.EMPTY_FILE, "the table is empty", Span(shown), label, cure)
    if not rows or _is_too_large(len(headings), len(rows), shown, problems):
        return None
    table = Table(headings, tuple(Row(number, cells) for number, cells in rows))
    _check_errors(table.rows, problems)
    return table


def _is_too_large(width: int, number: int, shown: str, problems: Problems) -> bool:
    if width <= MAX_COLUMNS and number <= MAX_ROWS:
        return False
    most = f"{MAX_COLUMNS:,} columns" if width > MAX_COLUMNS else f"{MAX_ROWS:,} rows"
    text, label = f"the table has more than {most}", f"expected at most {most}"
    problems.error(codes.FILE_TOO_LARGE, text, Span(shown), label, "split the table")
    return True


def _check_errors(rows: Sequence[Row], problems: Problems) -> None:
    for cell in (cell for row in rows for cell in row.cells):
        if ERRORS.fullmatch(cell.value):
            text = f"the cell holds the error `{cell.value}`"
            cure = "fix its formula in the spreadsheet, and save the table again"
            problems.error(codes.CELL_WITHOUT_VALUE, text, cell.span, "expected a value", cure)


_FEWEST_HEADINGS = 3
"""Minimum number of headings below a single cell that is then a title; with two headings, one may
just be missing."""


def _is_title(first: Row, second: Row, width: int) -> bool:
    """Return whether the first row is a title, and the second one has the headings."""
    titles = [cell for cell in first.cells if cell.value]
    below = [cell for cell in second.cells if cell.value]
    enough = max(_FEWEST_HEADINGS, width // 2)
    return (
        len(titles) == 1 and len(below) >= enough and not any(_DIGIT.match(c.value) for c in below)
    )


_DIGIT = re.compile("[0-9]")


def _width(row: Row) -> int:
    return next((at for at in range(len(row.cells), 0, -1) if row.cells[at - 1].value), 0)


def _padded(row: Row, width: int) -> tuple[TextNode, ...]:
    lacking = width - len(row.cells)
    if lacking <= 0:
        return row.cells[:width]
    last = row.cells[-1].span if row.cells else Span("")
    # Empty cells have places of their own in workbooks, but not in text tables.
    step = 1 if has_cells(last.file) else 0
    empty = (
        TextNode("", replace(last, column=last.column + step * at)) for at in range(1, lacking + 1)
    )
    return (*row.cells, *empty)


# CSV


MOST_KEPT = 1_000_000
"""Bytes of a CSV file whose rows are kept: an edit of a cell reads the old and the new file several
times, where a table of a million bytes takes a fifth of a second. Larger ones are rare, and would
take the memory of the largest twice."""


def text_rows_of(content: bytes, shown: str, problems: Problems) -> list[Row] | None:
    """Return the rows of a CSV file, or None with the faults added to `problems`."""
    read = _rows_kept if len(content) <= MOST_KEPT else _rows_kept.__wrapped__
    rows, found = read(content, shown)
    for fault in found:
        problems.add(fault)
    return None if rows is None else list(rows)


@lru_cache(maxsize=2)
def _rows_kept(content: bytes, shown: str) -> tuple[tuple[Row, ...] | None, tuple[Diagnostic, ...]]:
    """Return the rows of a CSV file if it has no errors, and its faults."""
    problems = Problems()
    text = _decoded(content, shown, problems)
    rows = () if text is None else tuple(_text_rows(text, shown, problems))
    return None if problems.errors else rows, tuple(problems.found)


def _text_rows(text: str, shown: str, problems: Problems) -> list[Row]:
    separator = separator_of(text)
    declared = _DECLARED.match(text)
    reader = _TextReader(text, shown, separator, problems)
    rows = list(reader.rows(declared.end() if declared else 0))
    filled = [row for row in rows if _width(row)] or [Row(1, ())]
    _check_form(filled, separator, problems)
    _check_cells(text, filled, _SEPARATORS.get(separator, "separator"), problems)
    return rows


def separator_of(text: str) -> str:
    """Return the separator of cells in a CSV file: the declared one, or that of its first line."""
    declared = _DECLARED.match(text)
    head = text.partition("\n")[0]
    return declared[1] if declared else max(_SEPARATORS, key=head.count)


_FORMULA = re.compile(
    r"""=(?:[A-Za-z.]+\(|\$?[A-Za-z]{1,3}\$?[0-9]|-?[0-9]|"[^"]*"$).*""", re.DOTALL
)


def _check_form(rows: Sequence[Row], separator: str, problems: Problems) -> None:
    """Report formulas, which text tables do not evaluate, and headings with another separator."""
    for cell in (cell for row in rows for cell in row.cells):
        if _FORMULA.fullmatch(cell.value):
            said = f"`{cell.value}` is a formula, and is printed as typed"
            cure = "write its result: only workbooks have formulas"
            label = "expected a value"
            problems.warning(codes.CELL_WITHOUT_VALUE, said, cell.span, label, cure)
    heading, *others = rows
    others_are_whole = others and all(_width(row) == 1 for row in others)
    first = others[0].cells[0] if others_are_whole and _width(heading) > 1 else None
    for other, mark in _SEPARATORS.items():
        if first is not None and first.value.count(other) >= _width(heading) - 1:
            said = f"the headings are separated by {_SEPARATORS[separator]}s, the rows by {mark}s"
            label, cure = f"expected `{separator}` as in row 1", "use one separator in all rows"
            problems.error(codes.BROKEN_TABLE, said, first.span, label, cure)


FEW = 3
"""Maximum number of rows reported as too short if all others are complete: more short rows are
taken as intended. A guess."""


def _check_cells(text: str, rows: Sequence[Row], mark: str, problems: Problems) -> None:
    """Report rows with more cells than the heading, and rare rows with fewer.

    `mark` is the name of the separator. Empty trailing cells, which spreadsheets write, are
    ignored. If most rows are longer than the heading, none is reported: then a column has no
    heading.
    """
    heading, *others = rows
    width = _width(heading)
    longer = [row for row in others if _width(row) > width]
    if longer and (len(others) == 1 or len(longer) * 2 <= len(others)):
        for row in longer:
            # A text that continues after a comma mostly has a space there.
            spaced = [cell for cell in row.cells[1:] if text[cell.start] == " "]
            whole = _through(row.cells[0].span, row.cells[_width(row) - 1].span)
            place = spaced[0].span if len(spaced) == 1 else whole
            said = f"row {row.number} has {_width(row)} cells, the heading {width}"
            label = f"expected one cell for each of the {width} columns"
            cure = f"put a text with {mark}s in quotes, or remove the extra {mark}"
            problems.error(codes.BROKEN_TABLE, said, place, label, cure)
    shorter = [row for row in others if len(row.cells) < width]
    if len(shorter) <= min(FEW, len(others) // 4):
        for row in shorter:
            said = f"row {row.number} has {len(row.cells)} cells, the heading {width}"
            place = _through(row.cells[0].span, row.cells[-1].span)
            label = "expected a cell for every column, as in the other rows"
            cure = f"add the missing {mark}; an empty last cell needs one too"
            problems.warning(codes.BROKEN_TABLE, said, place, label, cure)


def _through(first: Span, last: Span) -> Span:
    """Return the span from the first to the last cell; if on two lines, that of the first."""
    if first.line != last.line:
        return first
    return replace(first, length=last.column + last.length - first.column)


def _decoded(content: bytes, shown: str, problems: Problems) -> str | None:
    """Decode a file in UTF-8, or in UTF-16 as exported by spreadsheets."""
    if content.startswith(PACKED):
        text = "this is a workbook, named as a CSV file"
        cure = "end its name in .xlsx or .ods, here and where it is named"
        problems.error(codes.CANNOT_READ, text, Span(shown), "expected a table as text", cure)
        return None
    mark, encoding = encoding_of(content)
    content = content.removeprefix(mark)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        text = f"byte 0x{content[error.start]:02x} is not {encoding.upper()}"
        label = "expected a text in UTF-8"
        cure = "save the table as `CSV UTF-8`, or as a workbook (.xlsx or .ods)"
        if encoding == "utf-8" and shown.endswith((".csv", ".tsv")):
            cure = "this CSV is in a Windows encoding: in Excel, choose Save As and `CSV UTF-8`"
        problems.error(codes.CANNOT_READ, text, Span(shown, line, column), label, cure)
        return None


class _TextReader:
    """Tokenises a CSV file (RFC 4180) into cells; quoted ones may contain line breaks."""

    def __init__(self, text: str, shown: str, separator: str, problems: Problems) -> None:
        self.text, self.shown, self.problems = text, shown, problems
        self.comma_is_decimal, self.separator = separator == ";", separator
        stop = re.escape(separator)
        # Possessive quantifiers, so that parsing takes linear time.
        self.quoted = re.compile(rf' *+"((?:[^"]|"")*+)" *+(?=[{stop}\r\n]|\Z)')
        self.bare = re.compile(rf"[^{stop}\r\n]*+")
        self.ends = re.compile(r"\r\n|\r|\n|\Z")
        self.plain_line = re.compile(r'([^"\r\n]*+)(?:\r\n|\r|\n|\Z)')

    def rows(self, at: int) -> Iterator[Row]:
        """Yield the rows from an offset on, including empty ones."""
        line = self.text.count("\n", 0, at) + 1
        line_start, number, cells = at, 1, list[TextNode]()
        while at < len(self.text):
            plain = None if cells else self.plain_line.match(self.text, at)
            if plain is not None:  # the usual case, which takes half of the time
                yield Row(number, tuple(self._plain_cells(plain[1], line, at)))
                number, line, at = number + 1, line + 1, plain.end()
                line_start = at
                continue
            found, value = self._cell(at, line, at - line_start + 1)
            span = Span(self.shown, line, at - line_start + 1, max(found - at, 1))
            breaks = self.text.count("\n", at, found)
            if breaks:
                span = Span(self.shown, line, at - line_start + 1, self.text.find("\n", at) - at)
                line, line_start = line + breaks, self.text.rfind("\n", at, found) + 1
            cells.append(TextNode(value, span, at, found))
            end = self.ends.match(self.text, found)
            if end is None:
                at = found + 1
                if at < len(self.text):
                    continue
                # The file ends with a separator, so an empty cell follows.
                place = Span(self.shown, line, at - line_start + 1)
                cells.append(TextNode("", place, at, at))
            yield Row(number, tuple(cells))
            number, cells = number + 1, []
            at = end.end() if end else at
            line, line_start = line + 1, at

    def _plain_cells(self, text: str, line: int, at: int) -> Iterator[TextNode]:
        """Yield the cells of a line without quotation marks."""
        start = at
        for cell in text.split(self.separator):
            span = Span(self.shown, line, at - start + 1, len(cell) or 1)
            yield TextNode(self._value(cell), span, at, at + len(cell))
            at += len(cell) + 1

    def _value(self, cell: str) -> str:
        """Return the value of an unquoted cell."""
        value = cell.strip()
        if self.comma_is_decimal and _DECIMAL_COMMA.fullmatch(value):
            return value.replace(",", ".")
        return value

    def _cell(self, at: int, line: int, column: int) -> tuple[int, str]:
        """Parse the cell at an offset; return its end offset and its value."""
        quoted = self.quoted.match(self.text, at)
        if quoted is not None:
            return quoted.end(), quoted[1].replace('""', '"').replace("\r\n", "\n").strip()
        bare = self.bare.match(self.text, at)
        assert bare is not None
        value = self._value(bare[0])
        if value.startswith('"'):
            text, label = "a quoted cell does not end", 'expected `"` before the next separator'
            cure = 'end the cell with `"`, and write `""` for a quotation mark within it'
            place = Span(self.shown, line, column)
            self.problems.error(codes.BROKEN_TABLE, text, place, label, cure)
        return bare.end(), value


def cell_address(row: int, column: int) -> str:
    """Return a cell address as in spreadsheets: column letters, then the row number.

    >>> [cell_address(8, column) for column in (1, 26, 27, 702, 703)]
    ['A8', 'Z8', 'AA8', 'ZZ8', 'AAA8']
    """
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row}"
