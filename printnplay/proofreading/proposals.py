"""Propose ties of texts to the clauses that they state, and the facts that all languages say.

A text is likely to state the clauses whose lines share its rarer words, those named after its card,
and those that the examples of the figures after it show. A person has to review the proposals.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, permutations
from math import log, sqrt

from printnplay.game.rulebook import FigureBlock
from printnplay.game.statements import Tie
from printnplay.proofreading.facts import MAYBE, SILENT, THEN, Facts, Reader, told_in
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.rewordings import DENIAL, MODALS
from printnplay.proofreading.ties import leaves_of, sentences_of_rules, ties_of

_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 5
"""The number of first letters by which words are compared: `covers` matches `covered`. A guess."""

_LIKELY = 0.3
"""The smallest likeness of a text and a clause, from 0 to 1, that is proposed. A guess."""

_SHOWN = 0.15
"""Added to the likeness if the figure after the text shows the clause. A guess."""

_MOST = 4
"""Maximum number of clauses proposed for a text: a text rarely states more."""

_NEEDLESS = frozenset(
    {"card", "turn", "line", "point", "grid-place", "page", "sheet", "negation", "you", "they"}
)
"""Meanings that are not proposed: things and persons that nearly every text names, and what
`denial` says too.
"""

_OWN = MODALS | SILENT | {"own-one"}
"""Meanings that are proposed although the same words have another one: their opposites differ."""

_STEPS = ("drawing", "discarding", "shuffling", "dealing", "choosing", "swapping", "playing")
"""Meanings whose order is proposed: what players do with cards, one after the other."""

_NO_FACTS = ("icon:", "page", "see", "number", "field.", "a-")
"""Prefixes of placeholders that are no facts of the rules, and of meanings of things to craft."""


def proposed(review: Review) -> Mapping[str, tuple[Sequence[str], Sequence[str]]]:
    """Return the clauses and facts proposed for each text that lacks either, by key.

    A text that has ties keeps them; a caption gets no clauses, as its example shows them.
    """
    ties, reader = ties_of(review), Reader(review)
    likely = _likely(review)
    forms: dict[str, list[Passage]] = defaultdict(list)
    for passage in sorted(review.passages, key=lambda one: one.language != review.reference):
        forms[passage.key].append(passage)
    found = {}
    for key in sentences_of_rules(review):
        tie = ties.get(key, Tie())
        if review.game.statements and review.game.statements.states_no_rule(key):
            continue
        states = [] if tie.states else likely(key)
        says = [] if tie.says else agreed(forms[key], reader)
        if states or says:
            found[key] = states, says
    return found


def in_yaml(found: Mapping[str, tuple[Sequence[str], Sequence[str]]]) -> str:
    """Return proposals as lines of states.yaml, below `texts`."""
    lines = ["texts:"]
    for key, (states, says) in found.items():
        parts = [
            f"{name}: [{', '.join(names)}]"
            for name, names in (("states", states), ("says", says))
            if names
        ]
        lines.append(f"  {key}: {{{', '.join(parts)}}}")
    return "\n".join(lines) + "\n"


def agreed(passages: Sequence[Passage], reader: Reader) -> list[str]:
    """Return the facts that all languages say, at least one for certain; the original comes first.

    A fact of which a language says the opposite is left out. A telling meaning of some languages
    only, such as a negation, is a fact with `maybe`.
    """
    read = [reader.facts(passage) for passage in passages]
    expected = Counter(
        {
            name: min(reader.least_of(name, read), max(facts.least[name] for facts in read))
            for name in _said_once(read, reader)
        }
    )
    for name in dict.fromkeys(chain.from_iterable(map(told_in, read))):
        if not expected[name]:
            expected[f"{MAYBE}{name}"] = 1
    expected |= Counter(_steps(read, reader))
    for facts in read:
        for said, wanted in list(reader.against(expected, facts)):
            if not expected.pop(wanted, None):
                expected[f"{MAYBE}{said}"] = 1
    once = {name: 1 if name in reader.silent else number for name, number in expected.items()}
    return list(Counter(once).elements())


def _said_once(read: Sequence[Facts], reader: Reader) -> Iterator[str]:
    """Yield the facts that all languages may say; of facts with the same words, only the first."""
    seen: set[frozenset[int]] = set()
    for name in sorted({name: None for facts in read for name in facts.least}, key=_rank(reader)):
        starts = frozenset(one.start for one in read[0].said.of(name))
        is_new = not starts or starts not in seen or name in _OWN
        is_fact = name not in _NEEDLESS and not name.startswith(_NO_FACTS)
        is_fact &= name not in SILENT or read[0].least[name] > 0
        is_compared = name not in reader.silent or name in reader.opposed
        if is_new and is_fact and is_compared and reader.least_of(name, read):
            seen.add(starts)
            yield name


def _steps(read: Sequence[Facts], reader: Reader) -> Iterator[str]:
    """Yield the steps that come in one order in all languages, joined by a word in the original."""
    for first, second in permutations(_STEPS, 2) if reader.has_steps(read[0]) else ():
        comparable = [
            facts
            for facts in read
            if all(reader.compares(name, facts.said.passage) for name in (first, second))
        ]
        if comparable and all(facts.orders(first, second) for facts in comparable):
            yield f"{first}{THEN}{second}"


def _rank(reader: Reader) -> Callable[[str], tuple[bool, bool]]:
    """Return a key that sorts negations first, then meanings that have opposites."""
    return lambda name: (name != DENIAL, name not in reader.opposed)


def _likely(review: Review) -> Callable[[str], list[str]]:
    """Return a function from the key of a text to the clauses that it is likely to state."""
    rules = review.known.rules
    small = {word[:_STEM] for word in review.source.words}
    leaves = {id: Counter(_stems(rules[id], small)) for id in leaves_of(rules)}
    spread = Counter(stem for stems in leaves.values() for stem in stems)
    weight = {stem: log(1 + len(leaves) / number) for stem, number in spread.items()}
    readings = {one.key: one.reading for one in review.by_language[review.reference]}
    shown = _shown_after(review)

    def likely(key: str) -> list[str]:
        card = key.split(".")[1]
        if key.startswith("cards.") and (own := [id for id in leaves if card in id.split(".")]):
            return own
        stems = Counter(_stems(readings[key], small))
        scores = {}
        for id, of_line in leaves.items():
            common = sum(weight[stem] ** 2 for stem in of_line if stem in stems)
            size = sqrt(sum(weight[stem] ** 2 for stem in of_line)) * sqrt(
                sum(weight.get(stem, 0) ** 2 for stem in stems)
            )
            near = _SHOWN * (id.partition(".")[0] in shown.get(key, ()))
            scores[id] = common / size + near if size and common else 0
        best = sorted(leaves, key=lambda id: -scores[id])[:_MOST]
        return [id for id in best if scores[id] >= _LIKELY]

    return likely


def _stems(text: str, small: set[str]) -> Iterator[str]:
    words = (match[0].lower()[:_STEM] for match in _WORD.finditer(text))
    return (word for word in words if word not in small)


def _shown_after(review: Review) -> Mapping[str, frozenset[str]]:
    """Return the rules that the figures right after each text show."""
    shows = {example.id: example.shows for example in review.game.examples}
    found: dict[str, frozenset[str]] = {}
    before: tuple[str, ...] = ()
    for block in review.game.outline.printed_blocks:
        if isinstance(block, FigureBlock):
            rules = {rule.partition(".")[0] for rule in shows.get(block.example, ())}
            found |= {key: found.get(key, frozenset()) | rules for key in before}
        else:
            before = block.keys
    return found
