"""Check that texts say, in each language, what their clauses say.

The checks compare the facts of the tie, those of the clause, and the meanings of the clause's own
line. Of the line, only plain contrasts count, such as left and right, because texts may say less.
"""

from collections.abc import Iterator, Mapping, Set
from itertools import chain

from printnplay.game.statements import Tie
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Note, Span, Subject
from printnplay.proofreading.facts import NOT, SEATS, SILENT, Facts, Reader, expected_in
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.rewordings import DENIAL
from printnplay.proofreading.ties import leaves_of, ties_of


def check_statements(review: Review) -> Iterator[Diagnostic]:
    """Report texts that lack a fact of their clauses, or say its opposite."""
    if review.game.statements is not None:
        compared = Comparison(review)
        yield from chain.from_iterable(map(compared.faults, review.passages))


class Comparison:
    """Compares passages with the clauses that they are tied to."""

    def __init__(self, review: Review) -> None:
        """Read the lines of the clauses, in the original language."""
        assert review.game.statements is not None
        self._known, self._reader, self.ties = review.known, Reader(review), ties_of(review)
        self._of_clauses = review.game.statements.clauses
        contrasts = review.source.contrasts
        self._contrasts = [group for group in contrasts if SILENT.isdisjoint(group)]
        subject, rules = Subject(language=review.reference), review.known.rules
        lines = {id: Passage.typed(subject, rules[id]) for id in leaves_of(rules)}
        read = {id: self._reader.facts(line).said.least.keys() for id, line in lines.items()}
        self._lines: Mapping[str, Set[str]] = {
            id: meanings for id, meanings in read.items() if DENIAL not in meanings
        }

    def faults(self, passage: Passage) -> Iterator[Diagnostic]:
        """Yield the faults of a passage; none if it is tied to no clause."""
        tie = self.ties.get(passage.key)
        if tie is None:
            return
        facts = self._reader.facts(passage)
        of_clauses = (self._of_clauses[id].says for id, _ in tie.states if id in self._of_clauses)
        expected = expected_in(tie.says, *of_clauses)
        against = list(self._reader.against(expected, facts))
        of_lines = [
            (said, wanted)
            for said, wanted in self._against_lines(tie, facts)
            if not expected[said] and not expected[wanted]
        ]
        told = {said for said, _ in of_lines}
        for said, wanted in [pair for pair in against if pair[0] not in told] + of_lines:
            yield self._opposed(passage, tie, facts, said, wanted)
        replaced = {wanted for _, wanted in against}
        for name in self._reader.lacking(expected, passage, facts):
            if name not in replaced:
                yield self._missing(passage, tie, name)

    def _against_lines(self, tie: Tie, facts: Facts) -> Iterator[tuple[str, str]]:
        """Yield what a text says in contrast to the lines of its clauses, and what they say."""
        of_lines = set(chain.from_iterable(self._lines.get(id, ()) for id, _ in tie.states))
        for group in () if facts.least[DENIAL] else self._contrasts:
            said = [meaning for meaning in group if facts.least[meaning]]
            wanted = [meaning for meaning in group if meaning in of_lines]
            if len(said) == len(wanted) == 1 and not facts.most[wanted[0]]:
                yield said[0], wanted[0]

    def _missing(self, passage: Passage, tie: Tie, name: str) -> Diagnostic:
        return passage.fault(
            codes.FACT_MISSING,
            f"`{passage.key}` does not say `{self._typed(name)}`",
            f"expected `{self._typed(name)}`",
            _cure(tie),
            notes=self._notes(tie, name),
            detail=f"{name} missing",
        )

    def _opposed(
        self, passage: Passage, tie: Tie, facts: Facts, said: str, wanted: str
    ) -> Diagnostic:
        instead = "" if wanted == f"{NOT}{said}" else f", not `{wanted}`"
        return passage.fault(
            codes.FACT_OPPOSED,
            f"`{passage.key}` says `{said}`{instead}",
            f"expected `{wanted}`",
            _cure(tie),
            facts.said.place(said),
            notes=self._notes(tie, wanted),
            detail=f"{said} for {wanted}",
        )

    def _typed(self, name: str) -> str:
        """Return a fact as a text says it: numbers and terms are quoted in braces."""
        is_quoted = name not in self._reader.meanings and name not in SEATS
        return f"{{{name}}}" if is_quoted else name

    def _notes(self, tie: Tie, fact: str) -> tuple[Note, ...]:
        """Return the clause of a tie that a fact is about, or its first one, with its place."""
        ids = [id for id, _ in tie.states]
        about = [id for id in ids if fact in self._lines.get(id, ())] or ids
        if not about:
            return ()
        line = self._known.rules.get(about[0], "the clause that it states")
        place: Span = self._known.place_of_rule(about[0]) or tie.span
        return ((f"{about[0]}: {line}", place),)


def _cure(tie: Tie) -> str:
    return f"say what the rules say, or correct `says` in {tie.span.file}"
