"""Propose ties between the texts of games and the clauses of their rules."""

from msgspec import Struct

from printnplay.edition.choosing import choose_games
from printnplay.edition.loaded import read_game
from printnplay.edition.request import CheckRequest, Progress, catalog_of
from printnplay.files.budget import LIMITS, limited
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.proofreading.proposals import in_yaml, proposed
from printnplay.proofreading.review import Review


class ProposedTies(Struct, frozen=True):
    """The lines to add to the states.yaml of a game, and how many texts they tie."""

    file: str
    texts: int
    lines: str


class TiesReport(Struct, frozen=True):
    """The diagnostics of the games, and the proposals for each game that could be loaded."""

    problems: tuple[Diagnostic, ...]
    games: tuple[ProposedTies, ...]


def propose_ties(request: CheckRequest, progress: Progress) -> TiesReport:
    """Propose a tie for each text of the rules without one, from all languages of the games.

    Raises:
        FaultsError: a game does not exist, or the work exceeds the limits of time or memory.
    """
    catalog, problems = catalog_of(request), Problems()
    chosen = choose_games(catalog, request.games)
    games = []
    progress.begin(len(chosen))
    with limited(LIMITS if request.limited else None, lambda: None):
        for game in chosen:
            progress.wait(f"reading {game}")
            languages = request.languages or catalog.languages_of(game)
            opened = read_game(catalog, game, languages, problems)
            if opened is not None and opened.texts:
                review = Review(opened.game, opened.texts, opened.glossary, opened.known)
                found = proposed(review)
                file = f"{opened.game.outline.span.file.rpartition('/')[0]}/states.yaml"
                games.append(ProposedTies(file, len(found), in_yaml(found)))
            progress.step(game)
    return TiesReport(tuple(problems.found), tuple(games))
