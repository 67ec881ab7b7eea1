"""The worked examples that ship: true, and each rule and clause has one that fails without it."""

import pytest

from printnplay.game.game import Example, Game
from printnplay.rules.coverage import needs, switches
from printnplay.rules.examples import check_examples
from printnplay.rules.game import rule_of
from printnplay.rules.protocol import RulesModule

from . import match, support, taco

GAMES: dict[str, tuple[Game, RulesModule]] = {
    "tic-tac-match": (support.shipped(), support.RULES),
    "match": (match.design(), match.RULES),
    "tic-tac-taco": (taco.design(), taco.RULES),
}
TAKEN_APART = ("tic-tac-match", "match")
"""The games whose rules are switched off one by one here; `check --rules` does so with all."""


@pytest.mark.at_leisure
@pytest.mark.parametrize("name", GAMES)
def test_all_examples_are_true_and_nothing_is_wrong(name: str) -> None:
    game, rules = GAMES[name]
    verdicts, faults = check_examples(game, rules)
    assert faults == []
    assert [verdict.example for verdict in verdicts] == [example.id for example in game.examples]
    assert all(verdict.true for verdict in verdicts)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "switch"),
    [
        (name, switch)
        for name in TAKEN_APART
        for switch in (*GAMES[name][1].SENTENCES, *GAMES[name][1].CLAUSES)
    ],
)
def test_every_rule_and_clause_has_an_example_that_fails_without_it(name: str, switch: str) -> None:
    game, rules = GAMES[name]
    citing = [example for example in game.examples if rule_of(switch) in example.shows]
    assert [example.id for example in citing if needs(example, switch, rules)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "example"),
    [(name, example) for name in TAKEN_APART for example in GAMES[name][0].examples],
    ids=lambda value: value.id if isinstance(value, Example) else value,
)
def test_every_example_needs_each_rule_it_names(name: str, example: Example) -> None:
    rules = GAMES[name][1]
    for rule in example.shows:
        assert any(needs(example, switch, rules) for switch in switches(rule, rules)), rule
