"""The check of games: everything that would stop a build, without writing a file.

Each game is drawn in every language, and in the pseudo-language if that is asked for. How each text
fits its box is part of the report.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from time import process_time

from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import size_of
from printnplay.imposition.papers import PAPERS
from printnplay.model import codes
from printnplay.model.codes import Stage
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.model.picture import BoxFit
from printnplay.model.printing import PrintSettings
from printnplay.model.rulebook import FigureBlock
from printnplay.pipeline.edition import Edition, edition_of
from printnplay.pipeline.game import LoadedGame, Scrutiny, open_game
from printnplay.pipeline.kept_checks import KeptChecks
from printnplay.pipeline.kit import make_documents
from printnplay.pipeline.request import (
    CheckRequest,
    Languages,
    Progress,
    choose,
    each_language,
    server_address,
)
from printnplay.pipeline.workers import in_processes, workers_for
from printnplay.proofreading.unused_texts import WatchedTexts, check_printed
from printnplay.typesetting.text.pseudo import PSEUDO, SOURCE, pseudo_texts


@dataclass(frozen=True, slots=True)
class FaceBox:
    """A text box of a face of a game, in one language."""

    game: str
    language: str
    face: str
    fit: BoxFit


@dataclass(frozen=True, slots=True)
class PageFill:
    """A page of a rulebook: how much of its height is used, and whether a part ends on it."""

    game: str
    language: str
    page: str
    fill: float
    ends: bool


def pages_of(edition: Edition) -> tuple[PageFill, ...]:
    """How full the inner pages of an edition's rulebook are."""
    return tuple(
        PageFill(edition.game.id, edition.language, page.label, page.fill, page.ends)
        for page in edition.pages
        if page.fill is not None
    )


def boxes_of(edition: Edition) -> tuple[FaceBox, ...]:
    """The boxes of all faces that an edition has drawn so far, in the order of their drawing.

    Two sides of a card with the same text in the same box count once.
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
    """The game with the pseudo-language among its languages, if it has English."""
    if SOURCE not in loaded.texts:
        return loaded
    texts = {**loaded.texts, PSEUDO: pseudo_texts(loaded.texts[SOURCE], loaded.glossary)}
    # Figures without words that are drawn already serve this language too; its own stay here.
    return replace(loaded, texts=texts, figures=dict(loaded.figures))


def tightest_first(boxes: list[FaceBox]) -> list[FaceBox]:
    """The boxes in a new order: what overflows, or is nearest to it, comes first."""
    return sorted(boxes, key=lambda box: (box.fit.tightness, box.game, box.language, box.face))


CHECKED = (PAPERS["a4"], PAPERS["letter"])
"""Both papers have to work, whichever is built."""


@dataclass(frozen=True, slots=True)
class GameCheck:
    """The part of a check that is about one game, in some languages."""

    request: CheckRequest
    game: str
    languages: tuple[Languages, ...]


@dataclass(frozen=True, slots=True)
class GameSummary:
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


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The faults found, a summary of each game that could be loaded, and how its texts fit."""

    problems: tuple[Diagnostic, ...]
    games: tuple[GameSummary, ...]
    boxes: tuple[FaceBox, ...] = ()
    pages: tuple[PageFill, ...] = ()


def check(request: CheckRequest, progress: Progress) -> CheckReport:
    """Check games in all their languages, or those named.

    Raises:
        FaultsError: a game or language does not exist, it takes too much time or memory, or the
            address of the LanguageTool server cannot be used.
    """
    if request.languagetool:
        address = server_address(request.languagetool, remote=request.remote)
        request = replace(request, languagetool=address)
    catalog = _catalog(request)
    chosen = choose(catalog, request.games, request.languages, pairs=True)
    progress.begin(len(chosen))
    kept = KeptChecks(catalog, request)
    known = {
        game: kept.take(CheckReport, kept.key_of_game(game, languages))
        for game, languages in chosen.items()
    }
    due = [
        GameCheck(request, game, languages)
        for game, languages in chosen.items()
        if known[game] is None
    ]
    # The longest goes first, so that all processes have something to do to the end.
    due.sort(key=partial(_length, catalog), reverse=True)
    for game in known.keys() - {part.game for part in due}:
        progress.step(game)
    with limited(LIMITS if request.limited else None, place):
        for part, report in zip(due, _reports(due, request.jobs), strict=True):
            progress.step(part.game)
            known[part.game] = report
    reports = [report for report in known.values() if report is not None]
    problems = Problems()
    for report in reports:
        for fault in report.problems:
            problems.add(fault)
    return CheckReport(
        tuple(problems.found),
        tuple(summary for report in reports for summary in report.games),
        tuple(tightest_first([box for report in reports for box in report.boxes])),
        tuple(page for report in reports for page in report.pages),
    )


def _reports(parts: Sequence[GameCheck], jobs: int) -> Iterator[CheckReport]:
    """The report of each game; one alone is not worth a process."""
    count = min(workers_for(jobs), len(parts))
    if count < 2:
        return map(_check_game, parts)
    return in_processes(partial(_check_share, count), parts, count)


def _check_share(processes: int, part: GameCheck) -> CheckReport:
    """Check a game in one of several processes, which has checked others before."""
    limits = LIMITS.shared_by(processes) if part.request.limited else None
    with limited(limits, place, before=process_time()):
        return _check_game(part)


def _length(catalog: Catalog, part: GameCheck) -> int:
    """How long a check takes, guessed by the bytes of the texts."""
    languages = each_language(part.languages)
    files = (catalog.locale_files(language, part.game) for language in languages)
    return sum(map(size_of, chain.from_iterable(files)))


def _catalog(request: CheckRequest) -> Catalog:
    return Catalog(
        request.project,
        trusted=request.trust_rules,
        limited=request.limited,
        cached=request.cached,
    )


def _check_game(part: GameCheck) -> CheckReport:
    request, game, chosen = part.request, part.game, part.languages
    catalog = _catalog(request)
    kept = KeptChecks(catalog, request)
    problems = Problems()
    languages = each_language(chosen)
    scrutiny = Scrutiny(
        thorough=True,
        numbers=request.numbers,
        proofread=request.proofread,
        languagetool=request.languagetool,
    )
    loaded = open_game(catalog, game, languages, problems, scrutiny)
    if loaded is None:
        return CheckReport(tuple(problems.found), ())
    first, *_ = each_language(chosen)
    loaded, watched = _watched(loaded)
    checks = EditionChecks(loaded, watched, problems, kept)
    editions = [checks.checked(languages) for languages in chosen]
    if request.pseudo and PSEUDO in (pseudo := with_pseudo(loaded)).texts:
        checks = replace(checks, loaded=pseudo, figures=set(checks.figures))
        editions.append(checks.checked(Languages(PSEUDO)))
    if not problems.errors:
        for fault in check_printed(game, watched[first]):
            problems.add(fault)
    if not request.languages:
        _report_unused(problems)
    faces = sum(len(loaded.game.cards) + edition.printed for edition in editions)
    found = tuple(problems.found)
    report = CheckReport(
        found,
        (_summary(loaded, chosen, faces, found),),
        tuple(box for edition in editions for box in edition.boxes),
        tuple(page for edition in editions for page in edition.pages),
    )
    if not problems.errors:
        kept.put(kept.key_of_game(game, chosen), report)
    kept.write()
    return report


@dataclass(frozen=True, slots=True)
class EditionReport:
    """What the check of an edition found, by which it can be told again without drawing it.

    `faults` are all that were found, also twice; `printed` counts its pages, `pages` are those that
    say how full they are. `asked` are the keys of the texts that it printed, by language, `figures`
    the figures without words, by template and example, that it was the first to draw.
    """

    faults: tuple[Diagnostic, ...]
    boxes: tuple[FaceBox, ...]
    pages: tuple[PageFill, ...]
    printed: int
    asked: Mapping[str, tuple[str, ...]]
    figures: tuple[tuple[str, str], ...]


class NotedProblems(Problems):
    """Faults that are noted as they come, before those that are one are kept as one."""

    def __init__(self, whole: Problems) -> None:
        """Pass all on to a whole."""
        super().__init__(whole=whole)
        self.noted: list[Diagnostic] = []

    def add(self, diagnostic: Diagnostic) -> None:
        """Note a fault, and keep it."""
        self.noted.append(diagnostic)
        super().add(diagnostic)


@dataclass
class EditionChecks:
    """Checks the editions of a game by drawing them, or tells what was found before.

    `figures` are those without words that an edition has drawn so far, for all that follow.
    """

    loaded: LoadedGame
    watched: Mapping[str, WatchedTexts]
    problems: Problems
    kept: KeptChecks
    figures: set[tuple[str, str]] = field(default_factory=set)

    def checked(self, languages: Languages) -> EditionReport:
        """What was found in an edition; its faults go to `problems`."""
        key = self.kept.key_of_edition(self.loaded, languages, self.figures)
        report = self.kept.take(EditionReport, key)
        if report is None:
            report = self._drawn(languages)
            if not any(fault.severity is Severity.ERROR for fault in report.faults):
                self.kept.put(key, report)
        else:
            for fault in report.faults:
                self.problems.add(fault)
        for language, keys in report.asked.items():
            self.watched[language].asked.update(keys)
        self.figures.update(report.figures)
        return report

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
        """Draw what an edition before this one has shared, if that was not drawn now."""
        missing = self.figures - self.loaded.figures.keys()
        edition = edition_of(self.loaded, languages, Problems(), thorough=True)
        for block in self.loaded.game.outline.blocks if missing else ():
            if isinstance(block, FigureBlock) and (block.template, block.example) in missing:
                edition.figure(block)


def _report_unused(problems: Problems) -> None:
    """Warn of allowances that nothing needs: they could hide a fault to come."""
    for allowance in problems.unused_allowances:
        where = f" for `{allowance.key}`" if allowance.key else ""
        problems.warning(
            codes.NOT_ALLOWABLE,
            f"{allowance.code}{where} is allowed, and nothing is there to be allowed",
            allowance.span,
            "no warning, and no error that is a judgement, has this code there",
            "remove it, or correct its key",
        )


def _watched(loaded: LoadedGame) -> tuple[LoadedGame, dict[str, WatchedTexts]]:
    """The game with its texts watched."""
    watched = {language: WatchedTexts(texts.entries) for language, texts in loaded.texts.items()}
    texts = {
        language: replace(texts, entries=watched[language])
        for language, texts in loaded.texts.items()
    }
    return replace(loaded, texts=texts), watched


def drawn(loaded: LoadedGame, languages: Languages, problems: Problems) -> Edition:
    """An edition that has drawn all there is, for each paper; faults go to `problems`."""
    edition = edition_of(loaded, languages, problems, thorough=True)
    for paper in CHECKED:
        make_documents(edition, PrintSettings(paper))
    return edition


def _summary(
    loaded: LoadedGame, chosen: Sequence[Languages], faces: int, found: Sequence[Diagnostic]
) -> GameSummary:
    shown = {rule for example in loaded.game.examples for rule in example.shows}
    unwritten = {fault.subject.language for fault in found if fault.code.unwritten}
    return GameSummary(
        title=loaded.game.title,
        cards=sum(card.copies for card in loaded.game.cards),
        languages=tuple(map(str, chosen)),
        incomplete=tuple(str(languages) for languages in chosen if unwritten & {*languages}),
        examples=len(loaded.game.examples),
        true_examples=sum(verdict.true for verdict in loaded.verdicts.values()),
        rules=len(loaded.rules),
        shown_rules=len(shown & loaded.rules),
        faces=faces,
        fit=not any(_spoils(fault) for fault in found),
        not_in_play=sum(card.copies for card in loaded.not_in_play),
    )


def _spoils(fault: Diagnostic) -> bool:
    """Whether a face or a page cannot be printed for this fault."""
    drawing = fault.code.stage in (Stage.DRAWING, Stage.PAPER)
    return drawing and fault.severity is Severity.ERROR
