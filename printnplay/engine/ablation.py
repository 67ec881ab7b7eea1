"""Switch rules off one by one to see which example needs which rule."""

from collections.abc import Sequence

from printnplay.engine.judge import judge
from printnplay.engine.kernel import RulesModule, rule_of
from printnplay.model.cards import Example


def switches(rule: str, rules: RulesModule) -> list[str]:
    """The rule and its clauses: all that can be switched off of it."""
    return [rule, *(clause for clause in rules.CLAUSES if rule_of(clause) == rule)]


def needs(example: Example, switch: str, rules: RulesModule) -> bool:
    """Whether the example, true as it stands, fails with this rule or clause switched off."""
    verdict = judge(example, rules.new_game([switch]), tuple(rules.COMPONENTS)).verdict
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
