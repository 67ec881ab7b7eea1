"""Coverage: which example needs which rule, determined by switching rules off one at a time."""

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


def smallest_parts(rules: RulesModule) -> dict[str, list[str]]:
    """Return the clauses of each rule, or the rule itself if it has none."""
    return {rule: switches(rule, rules)[1:] or [rule] for rule in rules.SENTENCES}


class Proof(Struct):
    """What playing an example has shown so far.

    Attributes:
        verdict: Its verdict, if it has no faults.
        difference: The rules and clauses that can make a difference to it; a superset is allowed.
            None until it has been played to find out.
        needed: Whether it fails without a rule or clause, for those that have been tried.
    """

    verdict: Verdict | None = None
    difference: frozenset[str] | None = None
    needed: dict[str, bool] = field(default_factory=dict)


class Trials:
    """Replays of examples with a rule or clause switched off; each result is cached.

    Examples with the same variants share a game. If an example is true and a clause made no
    difference to it, no trial is needed: without that clause, play is identical.
    """

    def __init__(self, rules: RulesModule, proofs: Mapping[str, Proof] | None = None) -> None:
        """Create games lazily; `proofs` are the known results of examples, by id."""
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
                proof.needed[switch] = not self.is_true(example, self.game(example, switch))
        return proof.needed[switch]

    def game(self, example: Example, *off: str) -> CardGame[Any]:
        """Return the game of the example, with the given rules and clauses switched off."""
        which = (str(example.given.get(VARIANTS)), *off)
        if which not in self._games:
            self._games[which], _ = game_for(example, self.rules, off)
        return self._games[which]

    def _watch(self, example: Example) -> frozenset[str]:
        """Return the rules and clauses that can make a difference to the example, or a superset."""
        with watched() as noted:
            game, _ = game_for(example, self.rules)
        with within(EXAMPLE, f"the example `{example.id}`"):
            is_true = self.is_true(example, game)
        if is_true:
            return frozenset(noted | {rule_of(clause) for clause in noted})
        return frozenset({*self.rules.SENTENCES, *self.rules.CLAUSES})

    def is_true(self, example: Example, game: CardGame[Any]) -> bool:
        """Return whether an example is true by a game, which may have rules switched off."""
        try:
            verdict = judge(example, game, self._cards).verdict
        except Exception:
            # With a rule off, a forbidden move may be played that cannot be carried out.
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
    """Return examples with the index in `shows` of a rule that they do not need."""
    trials = trials or Trials(rules)
    return [
        (example, at)
        for example in examples
        for at, rule in enumerate(example.shows)
        if rule in rules.SENTENCES
        and not any(trials.needs(example, switch) for switch in switches(rule, rules))
    ]


class CardShown(Struct, frozen=True):
    """Whether some example shows a card taking effect, and another shows it not taking effect."""

    card: str
    works: bool
    fails: bool


def cards_shown(
    examples: Sequence[Example], rules: RulesModule, trials: Trials | None = None
) -> list[CardShown]:
    """Return what the examples show of each card with an effect.

    A card takes effect in an example if the result changes when the rule or clause behind the
    effect is switched off. It does not take effect if the example uses the card, in a move or on
    the table, and stays true without that rule, or if a limit of that rule forbids the move.
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
    """Return the words of an example's moves and of the cards in play on its table."""
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
        cites: the rules that each example names.
        needs: the rules and clauses without which each example fails.
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
        """Return the examples that fail without the rule or clause; those citing it come first."""
        needing = [name for name, needed in self.needs.items() if switch in needed]
        return sorted(needing, key=lambda name: rule_of(switch) not in self.cites[name])

    def shows_both(self, one: str, another: str) -> bool:
        """Return whether some example fails without either of two rules or clauses."""
        return any(one in needed and another in needed for needed in self.needs.values())


def ablate(
    examples: Sequence[Example], rules: RulesModule, trials: Trials | None = None
) -> Ablation:
    """Replay every example without each rule and each clause."""
    every = tuple(switch for rule in rules.SENTENCES for switch in switches(rule, rules))
    trials = trials or Trials(rules)
    return Ablation(
        every,
        {example.id: example.shows for example in examples},
        {
            example.id: frozenset(switch for switch in every if trials.needs(example, switch))
            for example in examples
        },
    )
