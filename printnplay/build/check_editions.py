"""Checks of editions: render each for every paper, or reuse the cached findings."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.build.check_report import EditionReport, FaceBox, PageFill
from printnplay.build.kept_checks import KeptChecks
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.kept_counts import may_pass
from printnplay.edition.loaded import LoadedGame
from printnplay.game.rulebook import FigureBlock
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.proofreading.unused_texts import WatchedTexts
from printnplay.scene.picture import FigureKey
from printnplay.text.pseudo import pseudo_texts

CHECKED = (PAPERS["a4"], PAPERS["letter"])
"""Papers to check: both must work, whichever is built."""


def pages_of(edition: Edition) -> tuple[PageFill, ...]:
    """Return how full the inner pages of an edition's rulebook are."""
    return tuple(
        PageFill(
            edition.game.id,
            edition.language,
            page.label,
            page.fill,
            page.ends,
            page.pitch,
            page.breaks,
        )
        for page in edition.pages
        if page.fill is not None
    )


def boxes_of(edition: Edition) -> tuple[FaceBox, ...]:
    """Return the text boxes of all faces that an edition has rendered, in that order.

    Two sides of a card with the same text in the same box are listed once.
    """
    game = edition.game.id
    boxes = (
        FaceBox(game, edition.language, face, fit)
        for renderer in edition.renderers
        for face, fits in renderer.boxes.items()
        for fit in fits
    )
    return tuple(dict.fromkeys(boxes))


def with_pseudo(loaded: LoadedGame) -> LoadedGame:
    """Return a game with the pseudo-language added to its languages, as the last one."""
    original = loaded.texts[loaded.game.original_in(loaded.texts)]
    pseudo = pseudo_texts(original, loaded.glossary)
    # Wordless figures that are already rendered are shared with this language; new ones are not.
    return replace(
        loaded, texts={**loaded.texts, pseudo.language: pseudo}, figures=dict(loaded.figures)
    )


def watch(loaded: LoadedGame) -> tuple[LoadedGame, dict[str, WatchedTexts]]:
    """Return the game with texts that record which keys are used, and those texts by language."""
    watched = {language: WatchedTexts(texts.entries) for language, texts in loaded.texts.items()}
    texts = {
        language: replace(texts, entries=watched[language])
        for language, texts in loaded.texts.items()
    }
    return replace(loaded, texts=texts), watched


def drawn(loaded: LoadedGame, languages: Languages, problems: Problems) -> Edition:
    """Render an edition completely, for each paper; faults go to `problems`."""
    edition = edition_of(loaded, languages, problems, thorough=True)
    for paper in CHECKED:
        make_documents(edition, PrintSettings(paper))
    return edition


class NotedProblems(Problems):
    """A list of faults that also notes duplicates, which the overall list counts once."""

    def __init__(self, whole: Problems) -> None:
        """Forward every fault to the overall list."""
        super().__init__(whole=whole)
        self.noted: list[Diagnostic] = []

    def add(self, diagnostic: Diagnostic) -> None:
        """Note a fault and add it."""
        self.noted.append(diagnostic)
        super().add(diagnostic)


class EditionChecks(Struct):
    """Checks the editions of a game by rendering them, or reuses cached findings.

    `figures` are the wordless figures rendered so far, shared with all later editions.
    """

    loaded: LoadedGame
    watched: Mapping[str, WatchedTexts]
    problems: Problems
    kept: KeptChecks
    figures: set[FigureKey] = field(default_factory=set)

    def checked(self, languages: Languages) -> EditionReport:
        """Return the findings of an edition; its faults go to `problems`."""
        key = self.kept.key_of_edition(self.loaded, languages, self.figures)
        report = self.kept.take(EditionReport, key)
        if report is None:
            report = self._drawn(languages)
            if not may_pass(report.faults):
                self.kept.put(key, report)
        else:
            for fault in report.faults:
                self.problems.add(fault)
        for language, keys in report.asked.items():
            self.watched[language].asked.update(keys)
        self.figures.update(report.figures)
        return report

    def draw_ahead(self, first: Languages, others: Sequence[Languages]) -> None:
        """Render editions while another process renders the first one, and cache the findings.

        Start with the last edition: the other process may reach the second one before this is done.
        """
        edition = edition_of(self.loaded, first, Problems(), thorough=True)
        for block in self.loaded.game.outline.printed_blocks:
            if isinstance(block, FigureBlock):
                edition.figure(block)
        shared = frozenset(self.loaded.figures)
        for languages in reversed(others):
            self.figures = {*shared}
            self.checked(languages)
            self.kept.write()
            for own in self.loaded.figures.keys() - shared:
                del self.loaded.figures[own]

    def _drawn(self, languages: Languages) -> EditionReport:
        self._draw_figures(languages)
        watched = {name: texts for name, texts in self.watched.items() if name in {*languages}}
        before = {name: texts.asked.copy() for name, texts in watched.items()}
        for texts in watched.values():
            texts.asked.clear()
        problems = NotedProblems(self.problems)
        edition = drawn(self.loaded, languages, problems)
        report = EditionReport(
            tuple(problems.noted),
            boxes_of(edition),
            pages_of(edition),
            len(edition.pages),
            {name: tuple(sorted(texts.asked)) for name, texts in watched.items()},
            tuple(sorted(self.loaded.figures.keys() - self.figures)),
        )
        for name, texts in watched.items():
            texts.asked |= before[name]
        return report

    def _draw_figures(self, languages: Languages) -> None:
        """Render shared figures that cached earlier editions have not rendered this time."""
        missing = self.figures - self.loaded.figures.keys()
        edition = edition_of(self.loaded, languages, Problems(), thorough=True)
        for block in self.loaded.game.outline.printed_blocks if missing else ():
            if isinstance(block, FigureBlock) and edition.figure_key(block) in missing:
                edition.figure(block)
