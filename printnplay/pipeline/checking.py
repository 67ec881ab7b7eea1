"""`check`: everything that a build would stumble over, without writing a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.pipeline.consequences import add_new
from printnplay.pipeline.documents import make_documents
from printnplay.pipeline.fitting import FaceBox, boxes_of, tightest_first, with_pseudo
from printnplay.pipeline.order import CheckOrder, Order
from printnplay.pipeline.pairs import languages_in, studio_of
from printnplay.pipeline.processes import in_processes, workers_for
from printnplay.pipeline.progress import Progress
from printnplay.pipeline.selection import choose
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.unprinted import check_printed, watched
from printnplay.pipeline.workshop import UNWRITTEN, Workshop, open_workshop
from printnplay.rendering.text.pseudo import PSEUDO

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


def check(order: CheckOrder, progress: Progress) -> CheckReport:
    """Check games in all their languages, or those named.

    Raises:
        FaultsError: a game or language does not exist.
    """
    catalog = Catalog(order.project, trusted=order.trust_rules)
    choice = choose(catalog, order.games, order.languages, pairs=True)
    parts = [
        replace(order, games=(game,), languages=chosen) for game, chosen in choice.languages.items()
    ]
    progress.begin(len(parts))
    reports = []
    for part, report in zip(parts, _reports(parts, order.jobs), strict=True):
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


def _reports(parts: Sequence[CheckOrder], jobs: int) -> Iterator[CheckReport]:
    """The report of each game; one alone is not worth a process."""
    if len(parts) == 1 or workers_for(jobs) == 1:
        return map(check_game, parts)
    return in_processes(check_game, parts, min(workers_for(jobs), len(parts)))


def check_game(order: CheckOrder) -> CheckReport:
    """Check the one game of the order, in its languages."""
    catalog = Catalog(order.project, trusted=order.trust_rules)
    (game,), chosen = order.games, order.languages
    problems = Problems()
    shop = open_workshop(catalog, game, languages_in(chosen), problems, thorough=True)
    if shop is None:
        return CheckReport(tuple(problems.found), ())
    drawing = Problems()
    first, *_ = languages_in(chosen)
    shop, texts = watched(shop, first)
    studios = [drawn(shop, language, drawing) for language in chosen]
    if order.pseudo:
        pseudo = with_pseudo(shop)
        studios += [drawn(pseudo, one, drawing) for one in pseudo.texts if one == PSEUDO]
    add_new(drawing, problems)
    if not problems.errors:
        check_printed(game, texts, problems)
    faces = sum(len(shop.game.cards) + len(studio.pages) for studio in studios)
    return CheckReport(
        tuple(problems.found),
        (_summary(shop, chosen, faces, problems),),
        tuple(box for studio in studios for box in boxes_of(studio)),
    )


def drawn(shop: Workshop, language: str, drawing: Problems) -> Studio:
    """A studio that has drawn all there is, on each paper."""
    studio = studio_of(shop, language, drawing, thorough=True)
    for paper in PAPERS:
        make_documents(studio, paper, Order(shop.catalog.roots[0], (), (), PAPERS, Path()))
    return studio


def _summary(
    shop: Workshop, languages: tuple[str, ...], faces: int, problems: Problems
) -> GameSummary:
    shown = {rule for one in shop.game.examples for rule in one.shows}
    return GameSummary(
        title=shop.game.title,
        cards=sum(card.copies for card in shop.game.cards),
        languages=languages,
        incomplete=_incomplete(languages, problems),
        examples=len(shop.game.examples),
        true_examples=sum(1 for one in shop.verdicts.values() if one.true),
        rules=len(shop.rules),
        shown_rules=len(shown & shop.rules),
        faces=faces,
        fit=not any(_spoils(one) for one in problems.found),
    )


def _spoils(one: Diagnostic) -> bool:
    """Whether a fault spoils a face or a page: templates, fonts, room."""
    return one.severity is Severity.ERROR and one.code.startswith(("PNP4", "PNP5"))


def _incomplete(languages: Sequence[str], problems: Problems) -> tuple[str, ...]:
    """Languages that lack a text, or have an empty one."""
    files = {one.span.file for one in problems.found if one.code in ("PNP301", UNWRITTEN)}
    return tuple(
        name
        for name in languages
        if any(f"locales/{one}/" in file for one in languages_in([name]) for file in files)
    )
