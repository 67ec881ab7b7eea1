"""Options that would change nothing of what is asked for: they are refused."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from printnplay.build.formats import FORMATS
from printnplay.game.game import Game
from printnplay.kernel.printing import InkUse, SheetOptions


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


SELECTING = ("--only", "--copies", "--sheets", "--test-sheet")
"""Options that choose some cards or sheets of a kit."""
_OF_WHOLE_KITS = ("--booklet", "--booklet-flip", "--stock")
"""Options for documents that a selection of cards or sheets leaves out."""


def _cards(game: Game) -> bool:
    return bool(game.groups)


def _backs(game: Game) -> bool:
    return any(group.backs and not group.fold for group in game.groups)


def _rulebook(game: Game) -> bool:
    return bool(game.outline.sections)


def _drawn_to_cut(game: Game) -> bool:
    return bool(game.groups or game.boards or game.box)


PART_FOR: Mapping[str, tuple[Callable[[Game], bool], str]] = {
    "--backs": (_backs, "card backs"),
    "--back-marks": (_backs, "card backs"),
    "--booklet": (_rulebook, "rulebook"),
    "--booklet-flip": (_rulebook, "rulebook"),
    "--copies": (_cards, "cards"),
    "--die-lines": (_drawn_to_cut, "cards, boards or box"),
    "--gutter": (_cards, "cards"),
    "--marks": (_cards, "cards"),
    "--stock": (lambda game: game.box is not None, "box"),
    "--test-sheet": (_cards, "cards"),
}
"""What a game must have for an option to change something, and what that is called."""


def idle_options(game: Game, asked: Iterable[str]) -> tuple[str, ...]:
    """Return the options among these that change nothing of a game."""
    return tuple(option for option in asked if option in PART_FOR and not PART_FOR[option][0](game))


def asked_options(sheets: SheetOptions, others: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the options that are asked for.

    Args:
        sheets: what is asked for sheets.
        others: options and what is asked for by them; nothing, if it is false.
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
    return tuple(name for name, value in asked.items() if value)


def refuse_unused(formats: Sequence[str], asked: Collection[str]) -> None:
    """Refuse options of a build that change nothing of any of its formats, or of a selection.

    Args:
        formats: names of formats; those that do not exist are refused elsewhere.
        asked: names of options.

    Raises:
        UnusedOptionError: there is one.
    """
    for option in asked:
        users = _USED_BY.get(option, _ON_PAPER)
        if FORMATS.keys() >= set(formats) and users.isdisjoint(formats):
            known = (name for name in FORMATS if name in users)
            raise UnusedOptionError(option, " or ".join(formats), known)
    chosen = [option for option in SELECTING if option in asked]
    for option in (option for option in _OF_WHOLE_KITS if chosen and option in asked):
        raise UnusedOptionError(option, f"a kit with {chosen[0]}", ["whole kits"])
