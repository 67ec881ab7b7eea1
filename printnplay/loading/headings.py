"""Headings of tables: the plain names of columns, and the names of cells in words."""

import re

from printnplay.kernel.strings import plain_name
from printnplay.loading.forms import NAME_PATTERN

ID, COPIES, TEMPLATE = "id", "copies", "template"
MEANINGS = {"qty": COPIES, "quantity": COPIES, "count": COPIES, "number_of_copies": COPIES}
"""Other names of the built-in columns."""

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""The code of a language, as after the `@` of a heading."""

BOOLEANS = {"yes": "TRUE", "true": "TRUE", "no": "FALSE", "false": "FALSE"}
"""Words for Boolean values, with the cells that spreadsheets write."""


def column_name(heading: str) -> str:
    """Return the name of the column with a heading, without its language; empty if it has none.

    >>> column_name("Attack Power"), column_name("Qty"), column_name("rule@de")
    ('attack_power', 'copies', 'rule')
    """
    written = heading.partition("@")[0]
    name = written if re.fullmatch(NAME_PATTERN, written) else plain_name(written)
    return MEANINGS.get(name, name)


def cell_name(number: int, heading: str) -> str:
    """Return the name of a cell in words, counted as in a spreadsheet program.

    >>> cell_name(5, "Qty")
    'row 5, column `Qty`'
    """
    return f"row {number}, column `{heading}`"
