"""Coverage: which example needs which rule, found by switching rules off one by one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct, field

from printnplay.game.game import Example
from printnplay.game.verdicts import Verdict
from printnplay.kernel.values import Plain
from printnplay.rules.cardgame import CardGame, watched
from printnplay.rules.endless import EXAMPLE, within
from printnplay.rules.game import rule_of
from printnplay.rules.judge import judge
from printnplay.rules.notation import ON_TOP
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import game_for


def switches(rule: str, rules: RulesModule) -> list[str]:
    """Return the rule and its clauses, each of which can be switched off."""
    return [rule, *(clause for clause in rules.CLAUSES if rule_of(clause) == rule)]


class Proof(Struct):
    """What playing an example has shown so far.

    Attributes:
        verdict: Its verdict, if nothing is wrong with it.
        difference: The rules and clauses that make a difference to it, and perhaps more; None
            before it was played for that.
        needed: Whether it fails without a rule or clause, for those that were tried.
    """

    verdict: Verdict | None = None
    difference: frozenset[str] | None = None
    needed: dict[str, bool] = field(default_factory=dict)


class Trials:
    """Examples played again with a rule or clause switched off, each trial made once.

    Examples that choose the same variants share a game. An example that comes true without a
    clause making any difference needs no trial: without that clause it goes the same way.
    """

    def __init__(self, rules: RulesModule, proofs: Mapping[str, Proof] | None = None) -> None:
        """Make no game before it is asked for; `proofs` are what is known of examples, by id."""
        self.rules = rules
        self.proofs = defaultdict(Proof, proofs or {})
        self._games: dict[tuple[str, ...], CardGame[Any]] = {}

    def needs(self, example: Example, switch: str) -> bool:
        """Return whether the example fails with this rule or clause switched off."""
        proof = self.proofs[example.id]
        if proof.difference is None:
            proof.difference = self._watch(example)
        if switch not in proof.difference:
            return False
        if switch not in proof.needed:
            with within(EXAMPLE, f"the example `{example.id}` without `{switch}`"):
                proof.needed[switch] = not self._is_true(example, self.game(example, switch))
        return proof.needed[switch]

    def game(self, example: Example, *off: str) -> CardGame[Any]:
        """Return the game of the example, with a clause switched off or with all."""
        which = (str(example.given.get(VARIANTS)), *off)
        if which not in self._games:
            self._games[which], _ = game_for(example, self.rules, off)
        return self._games[which]

    def _watch(self, example: Example) -> frozenset[str]:
        """The rules and clauses that make a difference to the example, and perhaps more."""
        with watched() as noted:
            game, _ = game_for(example, self.rules)
        with within(EXAMPLE, f"the example `{example.id}`"):
            is_true = self._is_true(example, game)
        if is_true:
            return frozenset(noted | {rule_of(clause) for clause in noted})
        return frozenset({*self.rules.SENTENCES, *self.rules.CLAUSES})

    def _is_true(self, example: Example, game: CardGame[Any]) -> bool:
        try:
            verdict = judge(example, game, self._cards).verdict
        except Exception:
            # What a rule that is switched off forbids is played, and cannot be carried out.
            return False
        return verdict is not None and verdict.true

    @cached_property
    def _cards(self) -> tuple[str, ...]:
        return tuple(self.rules.COMPONENTS)


def needs(example: Example, switch: str, rules: RulesModule) -> bool:
    """Return whether the example fails with this rule or clause switched off."""
    return Trials(rules).needs(example, switch)


def rules_needed(example: Example, rules: RulesModule) -> tuple[str, ...]:
    """Return the rules without which the example fails."""
    trials = Trials(rules)
    return tuple(
        rule
        for rule in rules.SENTENCES
        if any(trials.needs(example, switch) for switch in switches(rule, rules))
    )


def unshown(
    examples: Sequence[Example], rules: RulesModule, trials: Trials | None = None
) -> dict[str, str]:
    """Return rules and clauses, with their sentences, that no example citing them needs."""
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
    """Return examples with the place in `shows` of a rule that they do not need."""
    trials = trials or Trials(rules)
    return [
        (example, at)
        for example in examples
        for at, rule in enumerate(example.shows)
        if rule in rules.SENTENCES
        and not any(trials.needs(example, switch) for switch in switches(rule, rules))
    ]


class CardShown(Struct, frozen=True):
    """Whether some example shows a card take effect, and some other that it does not."""

    card: str
    works: bool
    fails: bool


def cards_shown(
    examples: Sequence[Example], rules: RulesModule, trials: Trials | None = None
) -> list[CardShown]:
    """Return what the examples show of each card with an effect.

    An example in which a card takes effect comes out otherwise when the rule or clause is switched
    off that says what the card does. One in which it does not is about the card as well, in a move
    or on the table, and stays true without that rule, or refuses a move by a limit of it.
    """
    trials = trials or Trials(rules)
    return [_card_shown(card, examples, trials) for card in rules.RULES_OF_CARDS]


def _card_shown(card: str, examples: Sequence[Example], trials: Trials) -> CardShown:
    rules = trials.rules
    main = rules.RULES_OF_CARDS[card]
    limits = [clause for clause in rules.CLAUSES if clause.startswith(f"{main}.")]

    def refused_by_limit(example: Example) -> bool:
        refused = example.then.get("legal") == "no"
        return refused and any(trials.needs(example, limit) for limit in limits)

    works = any(trials.needs(example, main) for example in examples)
    fails = any(
        not trials.needs(example, main) or refused_by_limit(example)
        for example in examples
        if card in _words_at_work(example, rules)
    )
    return CardShown(card, works, fails)


def _words_at_work(example: Example, rules: RulesModule) -> frozenset[str]:
    """The words of an example's moves, and of what lies on the table where it can be at work."""
    parts: list[Plain] = [example.when, *rules.new_game.on_the_table(example.given)]
    words: set[str] = set()
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            parts += part.values()
        elif isinstance(part, list):
            parts += part
        else:
            words.update(part.replace(ON_TOP, " ").split())
    return frozenset(words)


class Ablation(Struct, frozen=True):
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
        """The rules and clauses that no example citing them needs, as PNP606 reports them."""
        return tuple(
            switch
            for switch in self.switches
            if not any(
                rule_of(switch) in self.cites[name] and switch in needed
                for name, needed in self.needs.items()
            )
        )

    def shown_by(self, switch: str) -> list[str]:
        """Return the examples that fail without the rule or clause, those naming it first."""
        needing = [name for name, needed in self.needs.items() if switch in needed]
        return sorted(needing, key=lambda name: rule_of(switch) not in self.cites[name])


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
