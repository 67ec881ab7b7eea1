"""The cells of a sheet as a spreadsheet shows them, and what of them a reader may not expect."""

from enum import StrEnum
from typing import NamedTuple

MAX_COLUMNS = 256
"""The columns of a table: those of old Excel (BIFF8), and games have far fewer."""

MAX_ROWS = 20_000
"""The rows of a table: the different cards of a game (`CARDS` in `loading/game.py`)."""

SECONDS = 20
"""The processor time that reading a workbook may take, in seconds. A guess: the largest table
should stay below it, and nobody waits longer."""

MEMORY = 1 << 30
"""The memory that reading a workbook may take, in bytes: a gibibyte, as of every process
(`LEAST_MEMORY` in `files/budget.py`)."""


class Oddity(StrEnum):
    """What a reader of the sheet may not expect of a cell, or of its row."""

    NO_VALUE = "no value"
    """It holds a formula whose result the file does not store; the detail is the formula."""
    KIND = "kind"
    """It holds what a column of numbers or words seldom does; the detail says what: `a date`."""
    HIDDEN = "hidden"
    """Its row is hidden."""
    MERGED = "merged"
    """It is merged with others; the detail is their range, such as `B2:B6`."""
    STYLED = "styled"
    """Some of its letters are bold or italic; the detail is its text in our marks."""
    STRUCK = "struck"
    """Some of its letters are struck out; the detail is these."""
    HIDDEN_SHEET = "hidden sheet"
    """A sheet before the one that was read is hidden; the detail is its name."""


TRUTH = "a truth value"
"""The detail of a cell that holds true or false."""


class Note(NamedTuple):
    """An oddity of a cell and a detail of it; rows and columns count from 1."""

    row: int
    column: int
    what: str
    detail: str = ""


class Sheet(NamedTuple):
    """The rows of a sheet from its first on, each with its cells from the first column on.

    Cells that lie `beyond` the rows and columns that a table may have are not among them. `names`
    are those of all sheets of the workbook.
    """

    rows: list[list[str]]
    notes: list[Note]
    beyond: bool = False
    names: tuple[str, ...] = ()


class Run(NamedTuple):
    """Letters of a cell that look alike."""

    text: str
    bold: bool = False
    italic: bool = False
    struck: bool = False


def marked(runs: list[Run]) -> str:
    """Return the text of some runs in our marks; empty if all its letters look alike.

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
