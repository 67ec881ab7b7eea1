"""What spreadsheets made of texts: numbers in another form, dates, errors instead of formulas.

A workbook says of each cell what it holds. A table in CSV does not, so its texts are compared with
those of the export.
"""

import re
from collections.abc import Iterator

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span
from printnplay.kernel.languages import REFERENCE, months_of
from printnplay.tables.cells import ERRORS
from printnplay.translation.exchange.units import Received, Returned, malformed

_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?(E[-+]?\d+)?%?")
_NEARLY = 1e-5
"""The relative difference of a number that a spreadsheet has rounded: it shows at least six of its
digits, as in `1.23457E+19`."""

_LIKE_A_DATE = re.compile(r"\d{1,4}\s?[-–/.]\s?\d{1,4}")
"""What a spreadsheet takes for a date, such as `3-4` players."""

_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_WORD = re.compile(r"[^\W\d_]+")


def check_texts(returned: Returned, problems: Problems) -> None:
    """Report translations that became errors; warn of those that became numbers or dates."""
    for place, said in reformed(returned).items():
        problems.add(converted(said, place))
    for unit in returned.units:
        for name, text in unit.target.items():
            if ERRORS.fullmatch(text) and text not in _before(unit, name):
                problems.add(error_at(unit.places[name]))


def reformed(returned: Returned) -> dict[Span, str]:
    """Return what happened to numbers, by place, that have another form than at the export."""
    return dict(_reformed(returned))


def _reformed(returned: Returned) -> Iterator[tuple[Span, str]]:
    months = months_of(returned.language) | months_of(REFERENCE)
    for unit in returned.units:
        for name, text in unit.target.items():
            before = [said for said in _before(unit, name) if said != text]
            if text in _before(unit, name):
                continue
            number = next((said for said in before if _is_same(said, text)), "")
            date = next(filter(_LIKE_A_DATE.fullmatch, before), "")
            if number:
                yield unit.places[name], f"`{number}` has become the number {text}"
            elif date and (_DATE.fullmatch(text) or months & set(_WORD.findall(text.lower()))):
                yield unit.places[name], f"`{date}` has become the date {text}"


def _before(unit: Received, name: str) -> tuple[str, ...]:
    """Return what a form of a text said at its export, and its original."""
    return (unit.base.target.get(name, "") if unit.base else "", *unit.source)


def _is_same(before: str, text: str) -> bool:
    """Return whether both are the same number, and nothing else."""
    one, other = _number(before), _number(text)
    return one is not None and other is not None and abs(one - other) <= _NEARLY * abs(one)


def _number(text: str) -> float | None:
    return float(text.rstrip("%").replace(",", ".")) if _NUMBER.fullmatch(text) else None


def error_at(place: Span) -> Diagnostic:
    """Return the fault of a cell with an error: its text is lost."""
    return malformed(
        "the cell holds an error, not text",
        place,
        "a spreadsheet takes a text that begins with `=`, `+` or `-` for a formula",
        "format the cell as text, and type the text again",
    )


def converted(said: str, place: Span) -> Diagnostic:
    """Return the warning about a cell that is not the text that somebody typed."""
    return Diagnostic(
        codes.CELL_CONVERTED,
        said,
        place,
        "imported as the spreadsheet shows it",
        "format the cell as text and type it again, or correct it in the file of texts",
        (),
        Severity.WARNING,
    )
