"""Cells of a sheet as displayed by a spreadsheet, and notes on unexpected content."""

import re
from enum import StrEnum
from typing import NamedTuple

MAX_COLUMNS = 256
"""Maximum number of columns of a table: that of old Excel (BIFF8); games have far fewer."""

MAX_ROWS = 20_000
"""Maximum number of rows of a table: the different cards of a game (`CARDS` in
`loading/game.py`)."""

SECONDS = 20
"""Limit of processor time for reading a workbook, in seconds. A guess: the largest table should
stay below it, and nobody waits longer."""

MEMORY = 1 << 30
"""Memory limit for reading a workbook, in bytes: one gibibyte, as for every process (`LEAST_MEMORY`
in `files/budget.py`)."""


class Oddity(StrEnum):
    """Unexpected properties of a cell or its row."""

    NO_VALUE = "no value"
    """A formula whose result is not stored in the file; the detail is the formula."""
    KIND = "kind"
    """A type that is unusual in a column of numbers or words; the detail names it: `a date`."""
    ERROR = "error"
    """The cell has an error instead of a value, such as `#NAME?`; in tables, the text says so."""
    NUMBER = "number"
    """A plain number, or an amount of money; usual in tables, not among texts. In workbooks of
    Excel, the detail is what is stored and its format: `0.5 0.00`."""
    BLANK = "blank"
    """A text cell without a visible letter, as many formulas make: not an empty cell."""
    HIDDEN = "hidden"
    """The row is hidden."""
    MERGED = "merged"
    """The cell is merged with others; the detail is their range, such as `B2:B6`."""
    STYLED = "styled"
    """Some letters are bold or italic; the detail is the text with printnplay's markup."""
    STRUCK = "struck"
    """Some letters are struck out; the detail is these letters."""
    REMARK = "remark"
    """Somebody has noted something on the cell, or in a box beside it; the detail is the text."""
    HIDDEN_SHEET = "hidden sheet"
    """A sheet before the one that was read is hidden; the detail is its name."""


TRUTH = "a truth value"
"""The detail of a Boolean cell."""


class Note(NamedTuple):
    """An oddity of a cell, with a detail; rows and columns count from 1."""

    row: int
    column: int
    what: str
    detail: str = ""


class Sheet(NamedTuple):
    """The rows of a sheet from the first one, each with its cells from the first column.

    Cells `beyond` the maximum rows and columns of a table are omitted. `names` are the names of all
    sheets of the workbook.
    """

    rows: list[list[str]]
    notes: list[Note]
    beyond: bool = False
    names: tuple[str, ...] = ()


class Run(NamedTuple):
    """A text run: consecutive letters of a cell with the same formatting."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False


def marked(runs: list[Run]) -> str:
    """Return the text of runs with printnplay's markup; empty if the formatting is uniform.

    >>> marked([Run("Draw "), Run("two ", bold=True), Run("cards.", italic=True)])
    'Draw **two** *cards.*'
    """
    looks = {(run.bold, run.italic) for run in runs if run.text.strip()}
    if len(looks) < 2:
        return ""
    pieces = []
    for run in runs:
        mark = "*" * (2 * run.bold + run.italic)
        bare = run.text.strip()
        before, _, after = run.text.partition(bare) if bare else (run.text, "", "")
        pieces.append(f"{before}{mark}{bare}{mark}{after}" if bare else run.text)
    return "".join(pieces)


ERRORS = re.compile(
    "#(?:"
    "(?:REF|VALUE|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|CONNECT|DIV/0|BEZUG|WERT|ZAHL|ÜBERLAUF|VALEUR"
    "|NOMBRE|NUL|EPARS|RIF|VALORE|ADR|ARG|LICZBA|DZIEL/0|ZERO)!"
    r"|(?:NAME|NOM|NOME|NAZWA)\?|N/A|N/D|NV|GETTING_DATA"
    r"|¡(?:REF|VALOR|DIV/0|NUM|NULO)!|¿NOMBRE\?"
    "|ERROR!)|Err:5[0-9]{2}|#{3,}|Loading\\.\\.\\."
)
"""Error values of spreadsheets in the languages of the bundled games. `###` is a number in a column
that is too narrow, `Loading...` a sheet that was saved too early."""
