"""Cells that are almost numbers, such as `1O` or `2,5`."""

import re
from collections.abc import Iterable
from unicodedata import normalize

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.headings import cell_name
from printnplay.tables.reading import Table

NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_NEARLY = re.compile(
    r"(?=.*[0-9])[0-9OolI|]+|l|['\"`´,;:]?[0-9]+[.,;:'\"`´]?|[0-9]+ +[0-9]+"
    r"|\d+|\d+ ?[–—] ?\d+|[$£€¥] ?\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)? ?(?:[$£€¥]|[^\W\d_]{2,}\.?)"
    r"|\d{1,2}[-. ][^\W\d_]{3,}\.?|\d+,\d+|\d*[½¼¾⅓⅔]|[IVX]{2,}"
    r"|yes|no|true|false|\?+|tb[ad]|todo|n/?a",
    re.IGNORECASE,
)
"""Values that are almost numbers: digits with a look-alike letter, a stray mark at one end, or a
space; digits of other scripts; ranges; numbers with a currency or a word, as in a date; decimal
commas; fractions and Roman numerals; true or false; placeholders for numbers to be filled in."""

_DIGITS = str.maketrans("OolI|", "00111")
ENOUGH = 3
"""The numbers per almost-number that make a column numeric. A guess: with fewer, texts such as
`2-3` are not mistakes."""


def check_numbers(table: Table, columns: Iterable[int], problems: Problems) -> None:
    """Warn of cells that are almost numbers in columns where all other cells are numbers.

    `columns` are the indexes of the columns to check.
    """
    for at in columns:
        cells = [(row.number_of(at), row.cells[at]) for row in table.rows if row.cells[at].value]
        others = [(number, cell) for number, cell in cells if not NUMBER.fullmatch(cell.value)]
        is_numeric = len(cells) - len(others) >= ENOUGH * len(others)
        if not is_numeric or not all(_NEARLY.fullmatch(cell.value) for _, cell in others):
            continue
        for number, cell in others:
            where = cell_name(number, table.headings[at].value)
            text = f"`{cell.value}` is not a number, unlike the rest of its column ({where})"
            label, cure = "expected digits only", meant(cell.value)
            problems.warning(codes.NEARLY_A_NUMBER, text, cell.span, label, cure)


def meant(value: str) -> str:
    """Return the help for a cell that is almost a number.

    >>> meant("1O"), meant("３"), meant("2–3"), meant("2,5")
    ('did you mean `10`?', 'did you mean `3`?', 'write one number', 'did you mean `2.5`?')
    """
    if value.lower() in ("yes", "no", "true", "false"):
        held = "true" if value.lower() in ("yes", "true") else "false"
        return f"the cell holds {held}: write a number"
    plain = normalize("NFKC", value)
    is_digits = re.fullmatch("[0-9OolI| ]+", plain) is not None
    read = plain.translate(_DIGITS).replace(" ", "") if is_digits else plain.replace(",", ".")
    found = re.findall(r"[0-9]+(?:[.][0-9]+)?", read)
    return f"did you mean `{found[0]}`?" if len(found) == 1 else "write one number"
