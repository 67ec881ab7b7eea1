"""Options that would change nothing of what is asked for: they are refused."""

from collections.abc import Iterable, Mapping, Sequence

from printnplay.model.printing import InkUse, SheetOptions
from printnplay.output import FORMATS


class UnusedOptionError(ValueError):
    """An option that changes nothing of what is made."""

    def __init__(self, option: str, asked: str, users: Iterable[str]) -> None:
        """Say what is asked for, and what uses the option."""
        super().__init__(f"'{option}': {asked} does not use it; it is for {', '.join(users)}")


_ON_PAPER = frozenset(name for name, form in FORMATS.items() if form.on_paper)
_IN_INK = frozenset({"pdf", "png"})
"""Formats that show more than lines to cut and fold."""
_USED_BY: Mapping[str, frozenset[str]] = {
    "--back-marks": _IN_INK,
    "--booklet": _IN_INK,
    "--booklet-flip": _IN_INK,
    "--die-lines": _IN_INK,
    "--ink": _IN_INK,
    "--layers": frozenset({"pdf"}),
    "--marks": _IN_INK,
    "--verify": frozenset({"pdf"}),
}
"""The formats that use an option of builds; other options are for all that are on paper."""


def refuse_unused(
    formats: Sequence[str], sheets: SheetOptions, others: Mapping[str, object]
) -> None:
    """Refuse options of a build that change nothing of any of its formats.

    Args:
        formats: names of formats; those that do not exist are refused elsewhere.
        sheets: what is asked for sheets.
        others: options and what is asked for by them; nothing, if it is false.

    Raises:
        UnusedOptionError: there is one.
    """
    selection = sheets.selection
    asked: Mapping[str, object] = {
        **others,
        "--gutter": sheets.gutter is not None,
        "--marks": sheets.marks,
        "--back-marks": sheets.back_marks,
        "--margins": sheets.margins,
        "--ink": sheets.ink is not InkUse.FULL,
        "--registration": sheets.machine,
        "--stock": sheets.stock,
        "--die-lines": sheets.die_lines,
        "--layers": sheets.layers,
        "--only": selection.only,
        "--copies": selection.copies is not None,
        "--sheets": selection.sheets,
        "--test-sheet": selection.test,
    }
    for option in (name for name, value in asked.items() if value):
        users = _USED_BY.get(option, _ON_PAPER)
        if FORMATS.keys() >= set(formats) and users.isdisjoint(formats):
            known = (name for name in FORMATS if name in users)
            raise UnusedOptionError(option, " or ".join(formats), known)
