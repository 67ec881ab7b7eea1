"""The check of games: everything that a build would stop for, without writing a file.

It also says how each text of each face fits its box, in every language and in the pseudo-language.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from printnplay.files.catalog import Catalog
from printnplay.imposition.papers import PAPERS
from printnplay.model import codes
from printnplay.model.codes import Stage
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.model.picture import BoxFit
from printnplay.model.printing import PrintSettings
from printnplay.pipeline.edition import Edition, edition_of
from printnplay.pipeline.game import LoadedGame, add_new, open_game
from printnplay.pipeline.kit import make_documents
from printnplay.pipeline.request import CheckRequest, Languages, choose, each_language
from printnplay.pipeline.workers import Progress, in_processes, workers_for
from printnplay.proofreading.unused_texts import WatchedTexts, check_printed
from printnplay.typesetting.text.pseudo import PSEUDO, SOURCE, pseudo_texts


@dataclass(frozen=True, slots=True)
class FaceBox:
    """A text box of a face of a game, in one language."""

    game: str
    language: str
    face: str
    fit: BoxFit


def boxes_of(edition: Edition) -> tuple[FaceBox, ...]:
    """The boxes of all faces that the edition has drawn so far, in the order of their drawing.

    Two sides of a card on which a text stands alike count once.
    """
    game = edition.game.id
    found = (
        FaceBox(game, edition.language, face, fit)
        for face, fits in edition.renderer.boxes.items()
        for fit in fits
    )
    return tuple(dict.fromkeys(found))


def with_pseudo(loaded: LoadedGame) -> LoadedGame:
    """The game with the pseudo-language among its languages, if it has English."""
    if SOURCE not in loaded.texts:
        return loaded
    texts = {**loaded.texts, PSEUDO: pseudo_texts(loaded.texts[SOURCE], loaded.glossary)}
    # What a drawing without words showed serves this language too, but is not shared back.
    return replace(loaded, texts=texts, figures=dict(loaded.figures))


def tightest_first(boxes: list[FaceBox]) -> list[FaceBox]:
    """What overflows or is nearest to it comes first."""
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
    """The figures of a checked game; `fit` says whether all faces and pages can be printed."""

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


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was found, a summary of each game that could be loaded, and how its texts fit."""

    problems: tuple[Diagnostic, ...]
    games: tuple[GameSummary, ...]
    boxes: tuple[FaceBox, ...] = ()


def check(request: CheckRequest, progress: Progress) -> CheckReport:
    """Check games in all their languages, or those named.

    Raises:
        FaultsError: a game or language does not exist.
    """
    catalog = Catalog(request.project, trusted=request.trust_rules)
    chosen = choose(catalog, request.games, request.languages, pairs=True)
    parts = [GameCheck(request, game, languages) for game, languages in chosen.items()]
    progress.begin(len(parts))
    reports = []
    for part, report in zip(parts, _reports(parts, request.jobs), strict=True):
        progress.step(part.game)
        reports.append(report)
    problems = Problems()
    for report in reports:
        for one in report.problems:
            problems.add(one)
    return CheckReport(
        tuple(problems.found),
        tuple(summary for report in reports for summary in report.games),
        tuple(tightest_first([box for report in reports for box in report.boxes])),
    )


def _reports(parts: Sequence[GameCheck], jobs: int) -> Iterator[CheckReport]:
    """The report of each game; one alone is not worth a process."""
    if len(parts) == 1 or workers_for(jobs) == 1:
        return map(check_game, parts)
    return in_processes(check_game, parts, min(workers_for(jobs), len(parts)))


def check_game(part: GameCheck) -> CheckReport:
    """Check one game in its languages."""
    request, game, chosen = part.request, part.game, part.languages
    catalog = Catalog(request.project, trusted=request.trust_rules)
    problems = Problems()
    loaded = open_game(catalog, game, each_language(chosen), problems, thorough=True)
    if loaded is None:
        return CheckReport(tuple(problems.found), ())
    drawing = Problems()
    first, *_ = each_language(chosen)
    loaded, texts = _watched(loaded, first)
    editions = [drawn(loaded, languages, drawing) for languages in chosen]
    if request.pseudo:
        pseudo = with_pseudo(loaded)
        editions += [
            drawn(pseudo, Languages(PSEUDO), drawing) for name in pseudo.texts if name == PSEUDO
        ]
    add_new(drawing, problems)
    if not problems.errors:
        check_printed(game, texts, problems)
    faces = sum(len(loaded.game.cards) + len(edition.pages) for edition in editions)
    return CheckReport(
        tuple(problems.found),
        (_summary(loaded, chosen, faces, problems),),
        tuple(box for edition in editions for box in boxes_of(edition)),
    )


def _watched(loaded: LoadedGame, language: str) -> tuple[LoadedGame, WatchedTexts]:
    """The game with the texts of a language watched."""
    texts = loaded.texts[language]
    entries = WatchedTexts(texts.entries)
    return replace(
        loaded, texts={**loaded.texts, language: replace(texts, entries=entries)}
    ), entries


def drawn(loaded: LoadedGame, languages: Languages, drawing: Problems) -> Edition:
    """An edition of which all has been drawn, on each paper."""
    edition = edition_of(loaded, languages, drawing, thorough=True)
    for paper in CHECKED:
        make_documents(edition, PrintSettings(paper))
    return edition


def _summary(
    loaded: LoadedGame, chosen: Sequence[Languages], faces: int, problems: Problems
) -> GameSummary:
    shown = {rule for one in loaded.game.examples for rule in one.shows}
    return GameSummary(
        title=loaded.game.title,
        cards=sum(card.copies for card in loaded.game.cards),
        languages=tuple(map(str, chosen)),
        incomplete=_incomplete(chosen, problems),
        examples=len(loaded.game.examples),
        true_examples=sum(1 for one in loaded.verdicts.values() if one.true),
        rules=len(loaded.rules),
        shown_rules=len(shown & loaded.rules),
        faces=faces,
        fit=not any(_spoils(one) for one in problems.found),
    )


def _spoils(one: Diagnostic) -> bool:
    """Whether a fault spoils a face or a page: templates, fonts, room."""
    return one.severity is Severity.ERROR and one.code.stage in (Stage.DRAWING, Stage.PAPER)


def _incomplete(chosen: Sequence[Languages], problems: Problems) -> tuple[str, ...]:
    """Languages that lack a text, or have an empty one."""
    files = {
        one.span.file
        for one in problems.found
        if one.code in (codes.MISSING_TEXT, codes.EMPTY_VALUE)
    }
    return tuple(
        str(languages)
        for languages in chosen
        if any(f"locales/{name}/" in file for name in languages for file in files)
    )
