"""What the rules of a game prove: facts for its texts, and the verdicts of its examples."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct, field

from printnplay.edition.request import memo_of
from printnplay.files.catalog import Catalog
from printnplay.game.game import Card, Game
from printnplay.game.verdicts import Verdict
from printnplay.kernel.diagnostics import Problems, Span


class Proof(Struct, frozen=True):
    """Results of the rules: facts for texts, verdicts by example id, lines by rule and clause."""

    facts: Mapping[str, int]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)
    not_in_play: tuple[Card, ...] = ()
    """Cards that no rule handles."""

    place_of_rule: Callable[[str], Span | None] = lambda _id: None

    @property
    def lines(self) -> Mapping[str, str]:
        """The sentence of each rule and the line of each clause, by id."""
        return {**self.sentences, **self.clauses}


def proof_of(catalog: Catalog, game: Game, problems: Problems, *, coverage: bool) -> Proof:
    """Run the rules of a game and its examples; without rules, return what its deck says."""
    from printnplay.rules.claims import claim_facts
    from printnplay.rules.deck_check import check_deck, deck_facts, effect_facts, not_in_play
    from printnplay.rules.loader import RulesSource, guarded, rules_of
    from printnplay.rules.proofs import proved

    facts = deck_facts(game) | claim_facts(game)
    rules = rules_of(game, problems, catalog)
    if rules is None:
        return Proof(facts)
    # The examples of the game show its rules; an edition may lack some of them.
    coverage &= not game.shares_rules
    work = partial(proved, game, rules, memo_of(catalog), coverage=coverage)
    verdicts, found = guarded(game, work, problems) or ([], [])
    for fault in (*check_deck(game, rules), *found):
        problems.add(fault)
    judged = {verdict.example: verdict for verdict in verdicts}
    return Proof(
        {**facts, **rules.FACTS, **effect_facts(rules)},
        judged,
        rules.SENTENCES,
        rules.CLAUSES,
        tuple(not_in_play(game, rules)),
        RulesSource.of(game).place_of,
    )
