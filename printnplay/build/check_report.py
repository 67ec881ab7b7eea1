"""What checks report: faults, summaries of games, how texts fit their boxes, how full pages are."""

from collections.abc import Mapping

from msgspec import Struct

from printnplay.kernel.diagnostics import Diagnostic
from printnplay.scene.picture import BoxFit, FigureKey


class FaceBox(Struct, frozen=True):
    """A text box of a face of a game, in one language."""

    game: str
    language: str
    face: str
    fit: BoxFit


class PageFill(Struct, frozen=True):
    """A page of a rulebook: how much of its height is used, and whether a part ends on it."""

    game: str
    language: str
    page: str
    fill: float
    ends: bool


class GameSummary(Struct, frozen=True):
    """What the check of a game counted.

    `incomplete` are the languages that lack texts; `fit` says whether all faces and pages can be
    printed; `not_in_play` counts the cards that no rule handles.
    """

    title: str
    cards: int
    languages: tuple[str, ...]
    incomplete: tuple[str, ...]
    examples: int
    true_examples: int
    rules: int
    shown_rules: int
    faces: int
    fit: bool
    not_in_play: int = 0


class CheckReport(Struct, frozen=True):
    """The faults found, a summary of each game that could be loaded, and how its texts fit.

    `untrusted` are the ids of games whose rules were not run, so that nothing was checked by them.
    """

    problems: tuple[Diagnostic, ...]
    games: tuple[GameSummary, ...]
    boxes: tuple[FaceBox, ...] = ()
    pages: tuple[PageFill, ...] = ()
    untrusted: tuple[str, ...] = ()


class EditionReport(Struct, frozen=True):
    """What the check of an edition found, from which it can be reported again without drawing it.

    `faults` are all that were found, also twice; `printed` counts its pages, `pages` are those that
    say how full they are. `asked` are the keys of the texts that it printed, by language, `figures`
    the figures without words that it was the first to draw.
    """

    faults: tuple[Diagnostic, ...]
    boxes: tuple[FaceBox, ...]
    pages: tuple[PageFill, ...]
    printed: int
    asked: Mapping[str, tuple[str, ...]]
    figures: tuple[FigureKey, ...]


def tightest_first(boxes: list[FaceBox]) -> list[FaceBox]:
    """Return the boxes in a new order: what overflows, or is nearest to it, comes first."""
    return sorted(boxes, key=lambda box: (box.fit.tightness, box.game, box.language, box.face))
