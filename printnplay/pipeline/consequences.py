"""Faults that follow from others: drawing goes on after a fault, and would tell it again."""

from collections.abc import Mapping

from printnplay.model.diagnostics import Diagnostic, Problems

NO_RULES = ("PNP610", "PNP622", "PNP623", "PNP624")
"""Without its rules a game has no numbers."""

CAUSES: Mapping[str, tuple[str, ...]] = {
    "PNP301": ("PNP301",),
    "PNP320": ("PNP315", *NO_RULES),
    "PNP321": ("PNP312",),
    "PNP322": ("PNP312",),
    "PNP401": ("PNP312", "PNP313", "PNP320", "PNP321", "PNP322", "PNP325"),
    "PNP417": ("PNP417",),
    "PNP501": ("PNP312", "PNP313", "PNP320", "PNP321", "PNP322", "PNP324", "PNP325"),
}
"""For a code found while drawing, the codes that it may follow from.

A placeholder that means nothing is drawn as it is written, and may not fit for that reason.
"""

ANYWHERE = frozenset(NO_RULES)
"""Causes of faults in other places."""


def add_new(drawing: Problems, problems: Problems) -> None:
    """Add what was found while drawing to what was found before, but for what follows from it."""
    for one in drawing.found:
        known = (*problems.found, *drawing.found)
        if not any(_follows(one, cause) for cause in known if cause is not one):
            problems.add(one)


def _follows(one: Diagnostic, cause: Diagnostic) -> bool:
    if cause.code not in CAUSES.get(one.code, ()):
        return False
    if cause.code in ANYWHERE or cause.message == one.message:
        return True
    return one.code != cause.code and _line(one) == _line(cause)


def _line(one: Diagnostic) -> tuple[str, int]:
    return one.span.file, one.span.line
