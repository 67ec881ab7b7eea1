"""Checks of worked examples: each must be possible and true, and each rule must have one."""

from collections.abc import Iterator, Sequence

from printnplay.game.game import Example, Game
from printnplay.game.verdicts import Verdict
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.suggestions import did_you_mean
from printnplay.rules.coverage import CardShown, Trials, cards_shown, needless, unshown
from printnplay.rules.endless import EXAMPLE, within
from printnplay.rules.game import rule_of
from printnplay.rules.judge import Breach, Judged, judge
from printnplay.rules.notation import Fault
from printnplay.rules.protocol import Miss, RulesModule
from printnplay.rules.variants import choice_of

CURES = {
    codes.IMPOSSIBLE_POSITION: "give a position that can come up in play",
    codes.UNKNOWN_EXAMPLE_KEY: "remove it",
    codes.UNKNOWN_EXAMPLE_NAME: "choose one of these",
    codes.WRONG_EXAMPLE_VALUE: "write it as the other examples do",
}
"""Default help for faults that have none."""

BECAUSE = "then.because"
"""Path at which an example may name a clause as well as a rule."""

SEEDS = (0, 1, 2)
"""Seeds with which each example must give the same result, however the cards that it leaves open
are shuffled. A guess: one could agree by luck, three hardly do."""


def check_examples(
    game: Game, rules: RulesModule, *, coverage: bool = True, trials: Trials | None = None
) -> tuple[list[Verdict], list[Diagnostic]]:
    """Play every example by the rules.

    Args:
        game: The game with its examples.
        rules: The rules to play by.
        coverage: Also find rules that no example shows, and examples that name a rule they do not
            need. This replays every example without each rule.
        trials: Known results of some examples; new results are added.

    Returns:
        The verdicts of all playable examples, in order, and diagnostics: false claims, impossible
        positions, unknown words and rules, and the findings of `coverage`.
    """
    verdicts: list[Verdict] = []
    found: list[Diagnostic] = []
    sound: list[Example] = []
    trials = trials or Trials(rules)
    for example in game.examples:
        judged, problems = _check(example, rules, trials)
        problems += _unknown_rules(example, rules)
        found += problems
        if judged.verdict is not None:
            verdicts.append(judged.verdict)
        if not problems:
            sound.append(example)
    if coverage:
        found += _coverage(game, sound, rules, trials)
    return verdicts, found


def failing(game: Game, rules: RulesModule) -> str:
    """Return the id of the first failing example; empty if none fails."""
    trials = Trials(rules)
    return next((example.id for example in game.examples if _check(example, rules, trials)[1]), "")


def _check(example: Example, rules: RulesModule, trials: Trials) -> tuple[Judged, list[Diagnostic]]:
    """Judge an example with several shuffles of the cards that it leaves open."""
    proof = trials.proofs[example.id]
    if proof.verdict is not None:
        return Judged(proof.verdict), []
    _, unknown = choice_of(example, rules)
    if unknown:
        return Judged(None), [_unreadable(example, fault) for fault in unknown]
    play, cards = trials.game(example), tuple(rules.COMPONENTS)
    with within(EXAMPLE, f"the example `{example.id}`"):
        plays = [judge(example, play, cards, seed, sane=True) for seed in SEEDS]
    first = plays[0]
    found = _faults(example, plays)
    if not found:
        proof.verdict = first.verdict
    return first, found


def _faults(example: Example, plays: Sequence[Judged]) -> list[Diagnostic]:
    """Return the diagnostics of an example that was played with several shuffles."""
    found = [_unreadable(example, fault) for fault in plays[0].faults]
    if breaches := dict.fromkeys(breach for play in plays for breach in play.breaches):
        return [*found, *(_breach(example, breach) for breach in breaches)]
    every = {miss.path: miss for play in plays for miss in play.misses}
    for miss in every.values():
        always = all(miss in play.misses for play in plays)
        found.append(_false(example, miss) if always else _by_chance(example, miss))
    return found


def _false(example: Example, miss: Miss) -> Diagnostic:
    """Report a claim that is false."""
    return Diagnostic(
        codes.FALSE_EXAMPLE,
        f"the example `{example.id}` is not true",
        place(example, miss.path),
        f"the rules give {miss.found or 'nothing'}, the example says {miss.expected or 'nothing'}",
        "correct the example, or the rules if the example is right",
    )


def _breach(example: Example, breach: Breach) -> Diagnostic:
    """Report what the rules break, whatever is claimed and whatever the cards left open are."""
    message = f"{breach.what} in the example `{example.id}`"
    span = place(example, "when")
    return Diagnostic(codes.FALSE_EXAMPLE, message, span, breach.label, breach.help)


def _by_chance(example: Example, miss: Miss) -> Diagnostic:
    """Report a claim that is true only for some shuffles."""
    return Diagnostic(
        codes.TRUE_BY_CHANCE,
        f"what the example `{example.id}` says is left to chance",
        place(example, miss.path),
        "expected something that follows from what is given",
        "name the cards it depends on under `given`: hands, or the top of `draw` or `deck`",
    )


def _unreadable(example: Example, fault: Fault) -> Diagnostic:
    """Convert a fault to a diagnostic at its location."""
    message = f"{fault.message} (example `{example.id}`)"
    cure = fault.help or CURES[fault.code]
    return Diagnostic(fault.code, message, place(example, fault.path), fault.label, cure)


def _unknown_rules(example: Example, rules: RulesModule) -> list[Diagnostic]:
    """Report rule ids that an example names and the rules lack."""
    named = [(f"shows.{at}", name) for at, name in enumerate(example.shows)]
    if "because" in example.then:
        named.append((BECAUSE, str(example.then["because"])))
    return [
        Diagnostic(
            codes.UNKNOWN_RULE,
            f"there is no rule `{name}`",
            place(example, path),
            "expected one of " + ", ".join(rules.SENTENCES),
            did_you_mean(name, rules.SENTENCES),
        )
        for path, name in named
        if name not in rules.SENTENCES and not (path == BECAUSE and name in rules.CLAUSES)
    ]


def _coverage(
    game: Game, sound: list[Example], rules: RulesModule, trials: Trials
) -> Iterator[Diagnostic]:
    """Report rules that no example shows, and examples that name a rule they do not need.

    Rules named by a faulty example are skipped until that example is corrected.
    """
    waiting = {rule for example in game.examples if example not in sound for rule in example.shows}
    file = Span(game.examples[0].span.file if game.examples else f"{game.folder}/examples.yaml")
    for rule, sentence in unshown(sound, rules, trials).items():
        if rule_of(rule) in waiting:
            continue
        yield Diagnostic(
            codes.RULE_NOT_SHOWN,
            f"no example shows the rule {rule}: {sentence}",
            file,
            "expected an example that fails when this rule is switched off",
            f"add an example with {rule_of(rule)} under `shows`",
        )
    for shown in cards_shown(sound, rules, trials):
        yield from _card_not_shown(shown, rules, file)
    for example, at in needless(sound, rules, trials):
        yield Diagnostic(
            codes.RULE_NOT_NEEDED,
            f"the example `{example.id}` stays true without the rule {example.shows[at]}",
            place(example, f"shows.{at}"),
            "expected a rule that the example needs",
            "remove the rule from `shows`, or make the example depend on it",
            severity=Severity.WARNING,
        )


def _card_not_shown(shown: CardShown, rules: RulesModule, file: Span) -> Iterator[Diagnostic]:
    """Report what the examples do not show of a card with an effect."""
    rule = rules.RULES_OF_CARDS[shown.card]
    line = {**rules.SENTENCES, **rules.CLAUSES}[rule]
    if not shown.works:
        yield Diagnostic(
            codes.EFFECT_NOT_SHOWN,
            f"no example shows `{shown.card}` taking effect: {line}",
            file,
            f"expected an example that fails when {rule} is switched off",
            f"add an example in which `{shown.card}` does what it says",
        )
    if not shown.fails:
        yield Diagnostic(
            codes.EFFECT_WITHOUT_LIMIT,
            f"no example shows `{shown.card}` without effect: {line}",
            file,
            f"expected an example with `{shown.card}` that {rule} does not decide",
            f"add an example in which `{shown.card}` is refused, or changes nothing",
        )


def place(example: Example, path: str) -> Span:
    """Return the span of a path, or of the nearest enclosing value that has one.

    >>> place(Example("e", (), {}, {}, {}, Span("f", 3)), "then.grid.0").line
    3
    """
    while path:
        if path in example.spans:
            return example.spans[path]
        path = path.rpartition(".")[0]
    return example.span
