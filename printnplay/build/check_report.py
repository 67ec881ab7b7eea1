"""Results of checks: faults, summaries of games, the fit of texts in boxes, and page fill."""

from collections.abc import Mapping

from msgspec import Struct

from printnplay.build.samples import Samples
from printnplay.game.kinds import Kind
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.geometry import Um
from printnplay.scene.picture import BoxFit, FigureKey
from printnplay.scene.sheet import BadBreak


class FaceBox(Struct, frozen=True):
    """The fit of a text box on a face, in one language."""

    game: str
    language: str
    face: str
    fit: BoxFit


class PageFill(Struct, frozen=True):
    """A rulebook page: the share of its height that is used, and whether a part ends on it.

    `pitch` and `breaks` are those of the page.
    """

    game: str
    language: str
    page: str
    fill: float
    ends: bool
    pitch: frozenset[Um]
    breaks: frozenset[BadBreak]


class GameSummary(Struct, frozen=True):
    """The counts of a game's check.

    `incomplete` are the languages that lack texts. `fit` tells whether all faces and pages can be
    printed. `components` counts what is printed by kind, `not_in_play` the cards that no rule
    handles. `edition` is the name of an edition, and `changes` are the keys that it changes, with
    its number of own texts. `original` is the language that the others are compared with;
    `meanings` tells whether word lists allow comparing meanings. `samples` is what a starter left.
    """

    title: str
    components: Mapping[Kind, int]
    languages: tuple[str, ...]
    incomplete: tuple[str, ...]
    examples: int
    true_examples: int
    rules: int
    shown_rules: int
    faces: int
    fit: bool
    not_in_play: int = 0
    original: str = ""
    meanings: bool = True
    edition: str = ""
    changes: tuple[str, ...] = ()
    samples: Samples = Samples()

    @property
    def cards(self) -> int:
        """How many cards are printed, without tiles, tokens and other components."""
        return self.components.get(Kind.CARDS, 0)


class CheckReport(Struct, frozen=True):
    """The faults found, a summary of each game that could be loaded, and the fit of its texts.

    `untrusted` are the ids of games whose rules were not run, so checks by rules were skipped.
    """

    problems: tuple[Diagnostic, ...]
    games: tuple[GameSummary, ...]
    boxes: tuple[FaceBox, ...] = ()
    pages: tuple[PageFill, ...] = ()
    untrusted: tuple[str, ...] = ()


class EditionReport(Struct, frozen=True):
    """The findings of an edition, sufficient to report them again without rendering it.

    `faults` includes duplicates. `printed` is the number of its pages, `pages` are those with a
    known fill. `asked` holds the keys of the texts that it printed, by language, and `figures` the
    wordless figures that it was the first to render.
    """

    faults: tuple[Diagnostic, ...]
    boxes: tuple[FaceBox, ...]
    pages: tuple[PageFill, ...]
    printed: int
    asked: Mapping[str, tuple[str, ...]]
    figures: tuple[FigureKey, ...]


def tightest_first(boxes: list[FaceBox]) -> list[FaceBox]:
    """Return the boxes sorted by fit: overflowing or nearly full ones first."""
    return sorted(boxes, key=lambda box: (box.fit.tightness, box.game, box.language, box.face))
