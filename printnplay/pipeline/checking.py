"""`check`: everything that a build would stumble over, without writing a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import Diagnostic, Problems, Severity
from printnplay.pipeline.consequences import add_new
from printnplay.pipeline.documents import make_documents
from printnplay.pipeline.order import Order
from printnplay.pipeline.selection import choose
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import Workshop, open_workshop

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
    """What was found, and a summary of each game that could be loaded."""

    problems: tuple[Diagnostic, ...]
    games: tuple[GameSummary, ...]


def check(project: Path, games: Sequence[str], languages: Sequence[str]) -> CheckReport:
    """Check games in all their languages, or those named.

    Raises:
        FaultsError: a game or language does not exist.
    """
    catalog = Catalog(project)
    problems = Problems()
    summaries = []
    for game, chosen in choose(catalog, games, languages).languages.items():
        shop = open_workshop(catalog, game, chosen, problems, thorough=True)
        if shop is not None:
            summaries.append(_checked(shop, chosen, problems))
    return CheckReport(tuple(problems.found), tuple(summaries))


def _checked(shop: Workshop, languages: tuple[str, ...], problems: Problems) -> GameSummary:
    faces = 0
    drawing = Problems()
    for language in languages:
        studio = Studio(shop, language, drawing, thorough=True)
        for paper in PAPERS:
            make_documents(studio, paper, Order(shop.catalog.roots[0], (), (), PAPERS, Path()))
        faces += len(shop.game.cards) + len(studio.pages)
    add_new(drawing, problems)
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
    """Languages that lack a text."""
    files = {one.span.file for one in problems.found if one.code == "PNP301"}
    return tuple(
        language for language in languages if any(f"locales/{language}/" in file for file in files)
    )
