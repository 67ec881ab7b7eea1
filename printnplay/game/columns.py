"""Columns that a table of cards lacks, because their headings were renamed."""

from collections.abc import Collection, Iterator, Mapping

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Note, Span
from printnplay.kernel.suggestions import listed, nearest

BUILT_IN = frozenset({"id", "family", "copies", "template"})
"""What every card has: none of these is another column under a wrong heading."""


def missing_column(
    name: str, headings: Mapping[str, Span], unused: Collection[str], note: Note
) -> Diagnostic:
    """Return the fault of a table without a column: at the heading that it may be under.

    Args:
        name: the name of the column.
        headings: the places of the table's headings.
        unused: those that may hold it, as what names the column uses none of them.
        note: where the column is used.
    """
    near = nearest(name, unused) or (next(iter(unused)) if len(unused) == 1 else "")
    label = f"it may be `{near}`"
    cure = f"rename `{near}` to `{name}`, or add a column of that name"
    if not near:
        label = f"expected a column `{name}`"
        cure = f"add a column `{name}`"
        if unused:
            cure = f"rename the column that it is `{name}`, such as {listed([*unused])}"
    place = headings[near] if near else min(headings.values(), key=lambda at: (at.line, at.column))
    text = f"the table has no column `{name}`"
    return Diagnostic(codes.RENAMED_COLUMN, text, place, label, cure, (note,))


def has_column(name: str, headings: Mapping[str, Span]) -> bool:
    """Return whether a column is in a table, for any language: `rule` in one with `rule@de`."""
    return name in {heading.partition("@")[0] for heading in headings}


def in_words(values: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of values that may be texts: words, but not the name of a file.

    >>> [*in_words({"name": "The harbour", "art": "harbour.svg", "cost": "3"})]
    ['name']
    """
    for name, value in values.items():
        stem, _, ending = value.rpartition(".")
        is_file = bool(stem) and ending.isalnum()
        if sum(map(str.isalpha, value)) > 1 and not is_file:
            yield name
