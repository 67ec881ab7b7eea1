"""Detection of options without effect, which are rejected."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from printnplay.build.formats import FORMATS
from printnplay.game.game import Game
from printnplay.kernel.printing import InkUse, SheetOptions


class UnusedOptionError(ValueError):
    """An option that has no effect on the requested files."""

    def __init__(self, option: str, asked: str, users: Iterable[str]) -> None:
        """Build a message that names the request, and what uses the option."""
        super().__init__(f"'{option}': {asked} does not use it; it is for {', '.join(users)}")


_ON_PAPER = frozenset(name for name, form in FORMATS.items() if form.on_paper)
_IN_INK = frozenset({"pdf", "png"})
"""Formats that show more than cut and fold lines."""
_USED_BY: Mapping[str, frozenset[str]] = {
    "--back-bleed": _IN_INK,
    "--base-pdf": _IN_INK,
    "--back-marks": _IN_INK,
    "--booklet": _IN_INK,
    "--booklet-flip": _IN_INK,
    "--die-lines": _IN_INK,
    "--front-bleed": _IN_INK,
    "--ink": _IN_INK,
    "--layers": frozenset({"pdf"}),
    "--marks": _IN_INK,
    "--sides-apart": _IN_INK,
    "--verify": frozenset({"pdf"}),
}
"""Formats that each build option affects; options not listed affect all formats on paper."""


SELECTING = ("--only", "--copies", "--sheets", "--test-sheet", "--label-sheet")
"""Options that select some cards or sheets of a kit."""
_OF_WHOLE_KITS = ("--booklet", "--booklet-flip", "--stock")
"""Options for documents that are omitted if cards or sheets are selected."""
_NOT_ON_LABELS = (
    *("--paper", "--gutter", "--margins", "--mixed", "--registration", "--since", "--together"),
)
"""Options of sheets of paper, which a label sheet decides, or does not have."""
_OF_SINGLE_GAMES = (*_OF_WHOLE_KITS, "--only", "--since")
"""Options for documents or cards of one game, which a kit of several games does not use."""


def _cards(game: Game) -> bool:
    return bool(game.groups)


def _backs(game: Game) -> bool:
    return any(group.backs and not group.fold for group in game.groups)


def _rulebook(game: Game) -> bool:
    return bool(game.outline.sections)


def _drawn_to_cut(game: Game) -> bool:
    return bool(game.groups or game.boards or game.boxes)


PART_FOR: Mapping[str, tuple[Callable[[Game], bool], str]] = {
    "--backs": (_backs, "card backs"),
    "--back-bleed": (_backs, "card backs"),
    "--back-marks": (_backs, "card backs"),
    "--booklet": (_rulebook, "rulebook"),
    "--booklet-flip": (_rulebook, "rulebook"),
    "--copies": (_cards, "cards"),
    "--corner": (_cards, "cards"),
    "--die-lines": (_drawn_to_cut, "cards, boards or box"),
    "--front-bleed": (_cards, "cards"),
    "--gutter": (_cards, "cards"),
    "--label-sheet": (_cards, "cards"),
    "--marks": (_cards, "cards"),
    "--mixed": (_cards, "cards"),
    "--sides-apart": (_backs, "card backs"),
    "--stock": (lambda game: bool(game.boxes), "box"),
    "--test-sheet": (_cards, "cards"),
}
"""For each option, a test whether a game has the part that it affects, and the name of that
part."""


def idle_options(game: Game, asked: Iterable[str]) -> tuple[str, ...]:
    """Return those options that have no effect on a game."""
    return tuple(option for option in asked if option in PART_FOR and not PART_FOR[option][0](game))


def asked_options(sheets: SheetOptions, others: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names of the options that are set.

    Args:
        sheets: the sheet options.
        others: other options and their values; a false value means not set.
    """
    selection = sheets.selection
    asked: Mapping[str, object] = {
        **others,
        "--gutter": sheets.gutter is not None,
        "--marks": sheets.marks,
        "--back-marks": sheets.back_marks,
        "--front-bleed": sheets.front_bleed is not None,
        "--back-bleed": sheets.back_bleed is not None,
        "--base-pdf": sheets.base,
        "--corner": sheets.corner is not None,
        "--margins": sheets.margins,
        "--ink": sheets.ink is not InkUse.FULL,
        "--registration": sheets.machine,
        "--stock": sheets.stock,
        "--die-lines": sheets.die_lines,
        "--layers": sheets.layers,
        "--label-sheet": sheets.label_sheet,
        "--skip": sheets.skip,
        "--mixed": sheets.mixed,
        "--sides-apart": sheets.sides_apart,
        "--only": selection.only,
        "--copies": selection.copies is not None,
        "--sheets": selection.sheets,
        "--test-sheet": selection.test,
    }
    return tuple(name for name, value in asked.items() if value)


def refuse_unused(formats: Sequence[str], asked: Collection[str]) -> None:
    """Reject build options that affect none of the formats, or conflict with a selection.

    Args:
        formats: the names of formats; unknown ones are reported elsewhere.
        asked: the names of options that are set.

    Raises:
        UnusedOptionError: there is such an option.
    """
    screens = [name for name in formats if name in FORMATS.keys() - _ON_PAPER]
    if "--together" in asked and screens:
        raise UnusedOptionError(f"--format {screens[0]}", "'--together'", ["single games"])
    for option in asked:
        users = _USED_BY.get(option, _ON_PAPER)
        if FORMATS.keys() >= set(formats) and users.isdisjoint(formats):
            known = (name for name in FORMATS if name in users)
            raise UnusedOptionError(option, " or ".join(formats), known)
    chosen = [option for option in SELECTING if option in asked]
    for option in (option for option in _OF_WHOLE_KITS if chosen and option in asked):
        raise UnusedOptionError(option, f"a kit with {chosen[0]}", ["whole kits"])
    for option in (one for one in _NOT_ON_LABELS if "--label-sheet" in asked and one in asked):
        raise UnusedOptionError(option, "a build with '--label-sheet'", ["sheets of paper"])
    if "--skip" in asked and "--label-sheet" not in asked:
        raise UnusedOptionError("--skip", "a build without '--label-sheet'", ["label sheets"])
    for option in (one for one in _OF_SINGLE_GAMES if "--together" in asked and one in asked):
        raise UnusedOptionError(option, "a kit with --together", ["kits of single games"])
