"""The rules that a game is played by: a module of the tool, a file of the user, or none."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from printnplay.engine.kernel import RulesModule
from printnplay.engine.own_rules import RulesFileError, failure, load_rules_file
from printnplay.engine.registry import UnknownRulesError, find_rules
from printnplay.loading.catalog import Catalog, as_typed
from printnplay.loading.games import NO_RULES
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Problems

FILE = ".py"

T = TypeVar("T")


def rules_of(game: Game, problems: Problems, catalog: Catalog | None = None) -> RulesModule | None:
    """The rules of a game; None if it has none, or if `problems` says why they cannot be had.

    A rules file of the user's own is run only if the catalog is trusted.
    """
    if game.rules == NO_RULES:
        _refuse_examples(game, problems)
        return None
    if game.rules.endswith(FILE):
        return _from_file(game, problems, catalog)
    try:
        return find_rules(game.rules)
    except UnknownRulesError as error:
        problems.error(
            "PNP610",
            f"there is no rules module `{error.name}`",
            game.spans["rules"],
            f"expected one of {', '.join(error.known)}",
            f"`{error.name}.py` would be a file in the game's folder, `none` a game without rules",
        )
        return None


def guarded(game: Game, work: Callable[[], T], problems: Problems) -> T | None:
    """What comes of some work with the rules; a failure of the user's own rules is their fault.

    What the tool's own rules raise is a bug and goes through.
    """
    if not game.rules.endswith(FILE):
        return work()
    path = Path(game.folder) / game.rules
    try:
        return work()
    except (Exception, SystemExit) as error:
        problems.add(failure(error, path, as_typed(path)))
        return None


def _from_file(game: Game, problems: Problems, catalog: Catalog | None) -> RulesModule | None:
    """The rules file of a game, run if the user allows it."""
    if catalog is None or not catalog.trusted:
        problems.error(
            "PNP622",
            f"`{game.rules}` is a program, and it is not run unasked",
            game.spans["rules"],
            "expected a rules module of printnplay, or your leave to run this file",
            "read the file; if you trust it, add --trust-rules to the command",
        )
        return None
    path = Path(game.folder) / game.rules
    home = next(one for one in catalog.roots if path.is_relative_to(one))
    try:
        return load_rules_file(path, as_typed(path), home)
    except RulesFileError as error:
        problems.add(error.fault)
        return None


def _refuse_examples(game: Game, problems: Problems) -> None:
    """Worked examples prove nothing where there are no rules."""
    if game.examples:
        problems.error(
            "PNP625",
            "the game has worked examples but no rules to play them by",
            game.examples[0].span,
            "expected no examples, as game.yaml says `rules: none`",
            "take the examples out, or name a rules module in game.yaml",
        )
