"""`check`: everything that a build would stumble over, without writing a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.pipeline.documents import make_documents
from printnplay.pipeline.order import Order
from printnplay.pipeline.selection import choose_games, choose_languages
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import Workshop, open_workshop

PAPERS = ("a4", "letter")
"""Both have to work, whichever is built."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The figures of a checked game."""

    title: str
    cards: int
    languages: tuple[str, ...]
    incomplete: tuple[str, ...]
    examples: int
    true_examples: int
    rules: int
    shown_rules: int
    faces: int
    fitted: int


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
    for game in choose_games(catalog, games):
        chosen = choose_languages(catalog, game, languages)
        shop = open_workshop(catalog, game, chosen, problems, thorough=True)
        if shop is not None:
            summaries.append(_checked(shop, chosen, problems))
    return CheckReport(tuple(problems.found), tuple(summaries))


def _checked(shop: Workshop, languages: tuple[str, ...], problems: Problems) -> GameSummary:
    incomplete = _incomplete(languages, problems)
    faces = 0
    before = problems.errors
    for language in languages:
        studio = Studio(shop, language, problems)
        for paper in PAPERS:
            make_documents(studio, paper, Order(shop.catalog.roots[0], (), (), PAPERS, Path()))
        faces += len(shop.game.cards) + len(studio.pages)
    shown = {rule for one in shop.game.examples for rule in one.shows}
    return GameSummary(
        title=shop.game.title,
        cards=sum(card.copies for card in shop.game.cards),
        languages=languages,
        incomplete=incomplete,
        examples=len(shop.game.examples),
        true_examples=sum(1 for one in shop.verdicts.values() if one.true),
        rules=shop.rules,
        shown_rules=len(shown),
        faces=faces,
        fitted=faces - (problems.errors - before),
    )


def _incomplete(languages: Sequence[str], problems: Problems) -> tuple[str, ...]:
    """Languages with a text missing, at least one fault in their files."""
    files = {one.span.file for one in problems.found if one.code.startswith("PNP3")}
    return tuple(
        language for language in languages if any(f"locales/{language}/" in file for file in files)
    )
