"""Coverage: which example needs which rule, found by switching rules off one by one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


def needs(example: Example, switch: str, rules: RulesModule) -> bool:
    """Whether the example, true as it stands, fails with this rule or clause switched off."""
    game, _ = game_for(example, rules, [switch])
    return _fails(example, game, rules)


def _fails(example: Example, game: GameRules[Any], rules: RulesModule) -> bool:
    """Whether the example fails in this game."""
    verdict = judge(example, game, tuple(rules.COMPONENTS)).verdict
    return verdict is None or not verdict.true


def unshown(examples: Sequence[Example], rules: RulesModule) -> dict[str, str]:
    """Rules and clauses, with their sentences, that no example citing them needs."""
    sentences = {**rules.SENTENCES, **rules.CLAUSES}
    return {
        switch: sentence
        for switch, sentence in sentences.items()
        if not any(
            rule_of(switch) in example.shows and needs(example, switch, rules)
            for example in examples
        )
    }


def needless(examples: Sequence[Example], rules: RulesModule) -> list[tuple[Example, int]]:
    """Examples with the place in `shows` of a rule that they do not need."""
    return [
        (example, at)
        for example in examples
        for at, rule in enumerate(example.shows)
        if rule in rules.SENTENCES
        and not any(needs(example, switch, rules) for switch in switches(rule, rules))
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
    made: dict[tuple[str, str], GameRules[Any]] = {}

    def needed(example: Example, switch: str) -> bool:
        """Like `needs`; examples that choose the same variants share a game."""
        which = switch, str(example.given.get(VARIANTS))
        if which not in made:
            made[which], _ = game_for(example, rules, [switch])
        return _fails(example, made[which], rules)

    return Ablation(
        every,
        {example.id: example.shows for example in examples},
        {
            example.id: frozenset(one for one in every if needed(example, one))
            for example in examples
        },
    )
