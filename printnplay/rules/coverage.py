"""Coverage: which example needs which rule, found by switching rules off one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from printnplay.model.game import Example
from printnplay.rules.game import rule_of
from printnplay.rules.judge import judge
from printnplay.rules.protocol import GameRules, RulesModule
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import game_for


def switches(rule: str, rules: RulesModule) -> list[str]:
    """The rule and its clauses: all that can be switched off of it."""
    return [rule, *(clause for clause in rules.CLAUSES if rule_of(clause) == rule)]


class Trials:
    """Examples played again with a rule or clause switched off, each trial made once.

    Examples that choose the same variants share a game.
    """

    def __init__(self, rules: RulesModule) -> None:
        """Make no game before it is asked for."""
        self.rules = rules
        self._games: dict[tuple[str, str], GameRules[Any]] = {}
        self._needed: dict[tuple[str, str], bool] = {}

    def needs(self, example: Example, switch: str) -> bool:
        """Whether the example, true as it stands, fails with this rule or clause switched off."""
        trial = example.id, switch
        if trial not in self._needed:
            verdict = judge(example, self._game(example, switch), self._cards).verdict
            self._needed[trial] = verdict is None or not verdict.true
        return self._needed[trial]

    @cached_property
    def _cards(self) -> tuple[str, ...]:
        return tuple(self.rules.COMPONENTS)

    def _game(self, example: Example, switch: str) -> GameRules[Any]:
        which = switch, str(example.given.get(VARIANTS))
        if which not in self._games:
            self._games[which], _ = game_for(example, self.rules, [switch])
        return self._games[which]


def needs(example: Example, switch: str, rules: RulesModule) -> bool:
    """Whether the example, true as it stands, fails with this rule or clause switched off."""
    return Trials(rules).needs(example, switch)


def unshown(
    examples: Sequence[Example], rules: RulesModule, trials: Trials | None = None
) -> dict[str, str]:
    """Rules and clauses, with their sentences, that no example citing them needs."""
    trials = trials or Trials(rules)
    sentences = {**rules.SENTENCES, **rules.CLAUSES}
    return {
        switch: sentence
        for switch, sentence in sentences.items()
        if not any(
            rule_of(switch) in example.shows and trials.needs(example, switch)
            for example in examples
        )
    }


def needless(
    examples: Sequence[Example], rules: RulesModule, trials: Trials | None = None
) -> list[tuple[Example, int]]:
    """Examples with the place in `shows` of a rule that they do not need."""
    trials = trials or Trials(rules)
    return [
        (example, at)
        for example in examples
        for at, rule in enumerate(example.shows)
        if rule in rules.SENTENCES
        and not any(trials.needs(example, switch) for switch in switches(rule, rules))
    ]


@dataclass(frozen=True, slots=True)
class Ablation:
    """Which example needs which rule.

    Attributes:
        switches: all rules and clauses, each clause after its rule.
        cites: for each example the rules that it names.
        needs: for each example the rules and clauses without which it fails.
    """

    switches: tuple[str, ...]
    cites: Mapping[str, tuple[str, ...]]
    needs: Mapping[str, frozenset[str]]

    @property
    def unshown(self) -> tuple[str, ...]:
        """The rules and clauses that no example citing them needs, as PNP606 tells them."""
        return tuple(
            switch
            for switch in self.switches
            if not any(
                rule_of(switch) in self.cites[one] and switch in needed
                for one, needed in self.needs.items()
            )
        )

    def shown_by(self, switch: str) -> list[str]:
        """The examples that fail without the rule or clause; those that name its rule first."""
        needing = [one for one, needed in self.needs.items() if switch in needed]
        return sorted(needing, key=lambda one: rule_of(switch) not in self.cites[one])


def ablate(examples: Sequence[Example], rules: RulesModule) -> Ablation:
    """Play every example again without each rule and each clause."""
    every = tuple(switch for rule in rules.SENTENCES for switch in switches(rule, rules))
    trials = Trials(rules)
    return Ablation(
        every,
        {example.id: example.shows for example in examples},
        {
            example.id: frozenset(switch for switch in every if trials.needs(example, switch))
            for example in examples
        },
    )
