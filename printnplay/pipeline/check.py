"""The check of games: everything that a build would stop for, without writing a file.

It also says how each text of each face fits its box, in every language and in the pseudo-language.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printnplay.files.catalog import Catalog
from printnplay.model import codes
from printnplay.model.codes import Stage
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.model.picture import BoxFit
from printnplay.pipeline.edition import Edition, edition_of
from printnplay.pipeline.game import LoadedGame, add_new, open_game
from printnplay.pipeline.kit import make_documents
from printnplay.pipeline.request import BuildRequest, CheckRequest, Progress, choose, languages_in
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


def boxes_of(edition: Edition) -> tuple[FaceBox, ...]:
    """The boxes of all faces that the studio has drawn so far, in the order of their drawing.

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
    """The workshop with the pseudo-language among its languages, if it has English."""
    if SOURCE not in loaded.texts:
        return loaded
    texts = {**loaded.texts, PSEUDO: pseudo_texts(loaded.texts[SOURCE], loaded.glossary)}
    # What a drawing without words showed serves this language too, but is not shared back.
    return replace(loaded, texts=texts, figures=dict(loaded.figures))


def tightest_first(boxes: list[FaceBox]) -> list[FaceBox]:
    """What overflows or is nearest to it comes first."""
    return sorted(boxes, key=lambda box: (box.fit.tightness, box.game, box.language, box.face))


PAPERS = ("a4", "letter")
"""Both have to work, whichever is built."""


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
    choice = choose(catalog, request.games, request.languages, pairs=True)
    parts = [
        replace(request, games=(game,), languages=chosen)
        for game, chosen in choice.languages.items()
    ]
    progress.begin(len(parts))
    reports = []
    for part, report in zip(parts, _reports(parts, request.jobs), strict=True):
        progress.step(part.games[0])
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


def _reports(parts: Sequence[CheckRequest], jobs: int) -> Iterator[CheckReport]:
    """The report of each game; one alone is not worth a process."""
    if len(parts) == 1 or workers_for(jobs) == 1:
        return map(check_game, parts)
    return in_processes(check_game, parts, min(workers_for(jobs), len(parts)))


def check_game(request: CheckRequest) -> CheckReport:
    """Check the one game of the order, in its languages."""
    catalog = Catalog(request.project, trusted=request.trust_rules)
    (game,), chosen = request.games, request.languages
    problems = Problems()
    loaded = open_game(catalog, game, languages_in(chosen), problems, thorough=True)
    if loaded is None:
        return CheckReport(tuple(problems.found), ())
    drawing = Problems()
    first, *_ = languages_in(chosen)
    loaded, texts = _watched(loaded, first)
    editions = [drawn(loaded, language, drawing) for language in chosen]
    if request.pseudo:
        pseudo = with_pseudo(loaded)
        editions += [drawn(pseudo, one, drawing) for one in pseudo.texts if one == PSEUDO]
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
    """The workshop with the texts of a language watched."""
    texts = loaded.texts[language]
    entries = WatchedTexts(texts.entries)
    return replace(
        loaded, texts={**loaded.texts, language: replace(texts, entries=entries)}
    ), entries


def drawn(loaded: LoadedGame, language: str, drawing: Problems) -> Edition:
    """A studio that has drawn all there is, on each paper."""
    edition = edition_of(loaded, language, drawing, thorough=True)
    for paper in PAPERS:
        make_documents(
            edition, paper, BuildRequest(loaded.catalog.roots[0], (), (), PAPERS, Path())
        )
    return edition


def _summary(
    loaded: LoadedGame, languages: tuple[str, ...], faces: int, problems: Problems
) -> GameSummary:
    shown = {rule for one in loaded.game.examples for rule in one.shows}
    return GameSummary(
        title=loaded.game.title,
        cards=sum(card.copies for card in loaded.game.cards),
        languages=languages,
        incomplete=_incomplete(languages, problems),
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


def _incomplete(languages: Sequence[str], problems: Problems) -> tuple[str, ...]:
    """Languages that lack a text, or have an empty one."""
    files = {
        one.span.file
        for one in problems.found
        if one.code in (codes.MISSING_TEXT, codes.EMPTY_VALUE)
    }
    return tuple(
        name
        for name in languages
        if any(f"locales/{one}/" in file for one in languages_in([name]) for file in files)
    )
