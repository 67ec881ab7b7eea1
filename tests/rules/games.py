"""The rules that ship, which are no package of the tool: loaded as the tool loads them."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.cards import load_cards
from printnplay.rules.loader import RulesSource, load_rules
from printnplay.rules.protocol import RulesModule

DESIGNS = Path(__file__).parents[2] / "designs"
NAMES = tuple(sorted(path.parent.name for path in DESIGNS.glob("*/rules")))

State: TypeAlias = Any
"""A position; each game has its own class of them."""

Play: TypeAlias = Any
"""A game at work; each has its own class."""


def deck_in(folder: Path) -> tuple[Card, ...]:
    """The cards of a folder's cards.yaml."""
    problems = Problems()
    cards = load_cards(folder / "cards.yaml", "cards.yaml", problems)
    assert problems.found == []
    return cards


def rules_in(folder: Path, name: str = "rules.py") -> RulesModule:
    """The rules in a folder, with the deck beside them."""
    return load_rules(folder / name, deck_in(folder))


def source(game: str) -> RulesSource:
    """Where the rules of a game are, with its deck."""
    return RulesSource.at(DESIGNS / game / "rules", deck_in(DESIGNS / game))


@cache
def rules(game: str) -> RulesModule:
    """The rules of a game."""
    return source(game).load()


def part(game: str, name: str) -> Any:  # noqa: ANN401 - a module that mypy cannot find
    """One of the modules that the rules of a game are made of."""
    rules(game)
    return import_module(f"{source(game).module}.{name}")
