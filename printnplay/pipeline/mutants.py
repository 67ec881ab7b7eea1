"""`check --mutants`: change the rules of a game, one small change each, and see who notices."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from printnplay.files.catalog import Catalog, display_path
from printnplay.loading.examples import load_recorded
from printnplay.loading.game import load_game
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.pipeline.check_rules import witnesses
from printnplay.pipeline.request import CheckRequest, choose_games
from printnplay.pipeline.workers import Progress, in_processes
from printnplay.rules.loader import RulesSource, guarded, rules_of
from printnplay.simulation.mutants import Mutant, Suite, mutants_of, try_mutant

AT_ONCE = 8
"""Mutants that a process takes at a time."""


@dataclass(frozen=True, slots=True)
class Hunt:
    """What became of the mutants of a game: how many each witness gave away, and who survived."""

    game: str
    title: str
    caught: Counter[str]
    survivors: tuple[Mutant, ...]

    @property
    def all(self) -> int:
        """How many mutants there were."""
        return self.caught.total() + len(self.survivors)

    @property
    def share(self) -> float:
        """The share that was caught, from 0 to 1."""
        return self.caught.total() / self.all if self.all else 1.0


@dataclass(frozen=True, slots=True)
class HuntReport:
    """What was found, and the hunt through each game; games at fault are not hunted through."""

    problems: tuple[Diagnostic, ...]
    games: tuple[Hunt, ...]


def hunt(request: CheckRequest, progress: Progress) -> HuntReport:
    """Try the mutants of games.

    Raises:
        FaultsError: a game does not exist.
    """
    catalog = Catalog(request.project, trusted=request.trust_rules)
    problems = Problems()
    suites = [
        suite
        for one in choose_games(catalog, request.games)
        if (suite := _suite(catalog, one, problems)) is not None
    ]
    progress.begin(sum(len(mutants) for _, mutants in suites))
    return HuntReport(
        tuple(problems.found), tuple(_hunt(suite, request.jobs, progress) for suite in suites)
    )


def _suite(catalog: Catalog, game_id: str, problems: Problems) -> tuple[Suite, list[Mutant]] | None:
    """The mutants of a game and what they are tried with; None if it has no rules or is at fault.

    What tries the mutants has to hold for the rules as they are; nothing else is asked.
    """
    folder, own = catalog.game_folder(game_id), Problems()
    game = load_game(folder, display_path(folder), own)
    rules = rules_of(game, own, catalog) if game else None
    if game and rules:
        guarded(game, partial(witnesses, game, rules, own), own)
    for one in own.found:
        problems.add(one)
    if game is None or rules is None or own.errors:
        return None
    recorded = load_recorded(folder, display_path(folder), own)
    return Suite(game, recorded), mutants_of(RulesSource.of(game))


def _hunt(tried: tuple[Suite, list[Mutant]], jobs: int, progress: Progress) -> Hunt:
    suite, mutants = tried
    caught: Counter[str] = Counter()
    survivors = []
    for mutant, witness in zip(mutants, _trials(suite, mutants, jobs), strict=True):
        progress.step(suite.game.id)
        if witness:
            caught[witness] += 1
        else:
            survivors.append(mutant)
    return Hunt(suite.game.id, suite.game.title, caught, tuple(survivors))


def _trials(suite: Suite, mutants: Sequence[Mutant], jobs: int) -> Iterator[str]:
    """The witness against each mutant; rules that run wild do so in another process."""
    yield from in_processes(partial(try_mutant, suite), mutants, jobs, AT_ONCE)
