"""Check the ties between texts and the clauses of the rules, as states.yaml declares them.

Without that file, nothing is checked. Captions are tied to the rules that the examples of their
figures show.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from printnplay.game.rulebook import FigureBlock
from printnplay.game.statements import Name, Statements, Tie
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span, Subject
from printnplay.kernel.suggestions import did_you_mean
from printnplay.proofreading.facts import MAYBE, NOT, SEATS, THEN
from printnplay.proofreading.passages import TERM
from printnplay.proofreading.review import Review

_FULL_STOPS = (".", "!", "?", "…", "。", "”", "»")
"""The ends of texts on cards that may state a rule; names and labels end with a letter."""


def check_ties(review: Review) -> Iterator[Diagnostic]:
    """Report clauses that no text states, texts tied to no clause, and unknown names of ties."""
    statements = review.game.statements
    if statements is None or review.game.edition:
        return
    ties = ties_of(review)
    yield from _unknown_texts(review, statements)
    yield from _unknown_clauses(review, statements)
    yield from _unknown_facts(review, statements)
    # A caption shows some of the rule that its example names: it states a clause if it names one.
    named = {rule for tie in ties.values() for rule, _ in tie.states}
    stated = {rule for tie in statements.texts.values() for rule, _ in tie.states}
    for clause in leaves_of(review.known.rules):
        if clause not in named and stated.isdisjoint(_stems(clause)):
            yield _unstated(review, statements, clause)
    for key, span in sentences_of_rules(review).items():
        tie = ties.get(key, Tie())
        if not tie.states and not statements.states_no_rule(key):
            yield Diagnostic(
                codes.TEXT_WITHOUT_CLAUSE,
                f"`{key}` is tied to no clause of the rules",
                span,
                "expected a tie, or a reason for having none",
                f"add `{key}: [...]` under `texts` in {statements.span.file}, with the clauses"
                " that it states, or add its key under `no_rule`",
                severity=Severity.WARNING,
                subject=Subject(review.game.id, key=key),
            )


def ties_of(review: Review) -> Mapping[str, Tie]:
    """Return the tie of each text; captions are tied to the rules that their examples show."""
    statements = review.game.statements or Statements(Span(""))
    examples = {example.id: example for example in review.game.examples}
    captions = {f"examples.{name}": name for name in examples} | {
        key: block.example
        for block in review.game.outline.printed_blocks
        if isinstance(block, FigureBlock)
        for key in block.keys
    }
    ties = dict(statements.texts)
    for key, name in captions.items():
        own = ties.get(key, Tie())
        if (example := examples.get(name)) and not own.states:
            place = example.spans.get("shows", example.span)
            states = tuple(Name(rule, place) for rule in example.shows)
            ties[key] = Tie(states, own.says, own.span if own.span.file else place)
    return ties


def sentences_of_rules(review: Review) -> Mapping[str, Span]:
    """Return the texts that may state a rule, with their places: of the rulebook and on cards."""
    outline = review.game.outline
    blocks = list(outline.printed_blocks)
    labels = set(chain.from_iterable(block.labels for block in blocks))
    keys = [*outline.summary, *chain.from_iterable(block.keys for block in blocks)]
    printed = {key for key in keys if key.startswith(("rules.", "examples."))} - labels
    return {
        one.key: one.span
        for one in review.by_language[review.reference]
        if not one.key.endswith(".question")
        if one.key in printed
        or (one.key.startswith("cards.") and one.reading.rstrip().endswith(_FULL_STOPS))
    }


def leaves_of(rules: Iterable[str]) -> list[str]:
    """Return the rules and clauses that have no parts, in order.

    >>> leaves_of(["A-1", "A-1.left", "A-2"])
    ['A-1.left', 'A-2']
    """
    above = set(chain.from_iterable(_stems(rule)[1:] for rule in rules))
    return [rule for rule in rules if rule not in above]


def _stems(name: str) -> list[str]:
    """Return a dotted name and the first parts of it, from long to short.

    >>> _stems("a.b.c")
    ['a.b.c', 'a.b', 'a']
    """
    parts = name.split(".")
    return [".".join(parts[:size]) for size in range(len(parts), 0, -1)]


def _unknown_texts(review: Review, statements: Statements) -> Iterator[Diagnostic]:
    """Report keys of texts that the original does not have."""
    texts = review.model.entries
    stems = set(chain.from_iterable(map(_stems, texts)))
    named = [Name(key, tie.span) for key, tie in statements.texts.items()]
    yield from (_no_such("text", name, texts) for name in named if name.name not in texts)
    no_rule = statements.no_rule.values()
    yield from (_no_such("text", name, texts) for name in no_rule if name.name not in stems)


def _unknown_clauses(review: Review, statements: Statements) -> Iterator[Diagnostic]:
    """Report ids of clauses that the rules do not have; nothing if the rules were not run."""
    rules = review.known.rules
    stated = chain.from_iterable(tie.states for tie in statements.texts.values())
    named = [Name(key, tie.span) for key, tie in statements.clauses.items()]
    for name in (*stated, *named) if rules else ():
        if name.name not in rules:
            yield _no_such("clause", name, rules)


def _unknown_facts(review: Review, statements: Statements) -> Iterator[Diagnostic]:
    """Report facts that cannot be compared.

    Terms of a glossary with faults and numbers of rules that were not run are unknown.
    """
    meanings = chain.from_iterable(usage.meaning for usage in review.known.usages.values())
    terms = {f"{TERM}{term}" for term in review.glossary.terms}
    known = {*meanings, *terms, *review.known.facts, *SEATS}
    ties = (*statements.texts.values(), *statements.clauses.values())
    for name in chain.from_iterable(tie.says for tie in ties):
        parts = name.name.removeprefix(NOT).removeprefix(MAYBE).split(THEN)
        is_term = parts[0].startswith(TERM)
        is_known = review.glossary.sound if is_term else bool(review.known.rules)
        if is_known and not known.issuperset(part for part in parts if not part.isdigit()):
            yield _no_such("fact", name, known)


def _no_such(what: str, name: Name, known: Iterable[str]) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_TIE,
        f"there is no {what} `{name.name}`",
        name.span,
        f"expected a {what} of this game",
        did_you_mean(name.name, known, "correct the name, or remove it"),
        severity=Severity.WARNING,
    )


def _unstated(review: Review, statements: Statements, clause: str) -> Diagnostic:
    return Diagnostic(
        codes.UNSTATED_CLAUSE,
        f"no text states `{clause}`: {review.known.rules[clause]}",
        review.known.place_of_rule(clause) or statements.span,
        "expected a text that states it",
        f"write it, and tie it in {statements.span.file}: `<key of the text>: [{clause}]`",
        severity=Severity.WARNING,
        subject=Subject(review.game.id, key=clause),
    )
