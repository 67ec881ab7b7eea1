"""Find verbs whose clause has no possible subject, in languages with a free word order.

A verb is judged only if every possible subject in its clause is known and none agrees with it in
number: `wenn die Karte auf dem Stapel liegen`. A word that merely looks like a subject lets the
verb pass.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.kernel.languages import Agreement
from printnplay.proofreading.passages import UNSEEN
from printnplay.proofreading.phrases import (
    ENDS,
    OF_NOUNS,
    RELATIVES,
    Word,
    cases_of,
    is_preposition,
)

_INFINITIVE = "infinitive"
"""The class of verb forms that may also be infinitives."""

_READER = "d"
"""The class of verbs in the second person singular."""


class _Clause(Struct, frozen=True):
    """The words of a clause, without those of clauses embedded in it.

    `opens` is true if it begins a sentence, `depends` if it begins with a word such as `wenn` or
    with a relative pronoun, and `follows` if the clause before it depends; `after` is the word
    after its closing mark.
    """

    words: Sequence[Word]
    opens: bool
    depends: bool
    follows: bool
    after: str

    def joins(self, agreement: Agreement) -> bool:
        """Return whether the clause contains a conjunction such as `and` or `or`."""
        return any(word.text in agreement.joining for word in self.words)


def without_subject(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield each verb whose clause has no subject of its number, and the first or last word."""
    for clause in _clauses(words, agreement) if agreement.subjects else ():
        verb = _verb_alone(clause, agreement)
        if verb is not None and (
            _is_not_yours(clause, verb, agreement) or _is_wrong(clause, verb, agreement)
        ):
            first = clause.words[0]
            yield (first, verb) if verb is not first else (verb, clause.words[-1])


def _clauses(words: Sequence[Word], agreement: Agreement) -> Iterator[_Clause]:
    """Yield the clauses between marks, rejoining one that continues after a relative clause."""
    parts = list(_parts(words, agreement))
    done: set[int] = set()
    for index, part in enumerate(parts):
        if index in done:
            continue
        following = parts[index + 1 : index + 3]
        if len(following) == len(_AROUND) and tuple(one.depends for one in following) == _AROUND:
            rest = following[-1]
            if not rest.opens and not any(map(_is_verb, part.words)) and _is_verb(rest.words[0]):
                done.add(index + 2)
                whole = [*part.words, *rest.words]
                part = _Clause(whole, part.opens, part.depends, part.follows, rest.after)
        yield part


_AROUND = (True, False)
"""The `depends` flags of what follows a clause's first part: a relative clause, then the rest."""


def _parts(words: Sequence[Word], agreement: Agreement) -> Iterator[_Clause]:
    start, mark, depends = 0, ".", False
    for index, word in enumerate([*words, *_LAST]):
        if word.text != UNSEEN and not word.text[0].isalnum() and UNSEEN not in word.text:
            inside = words[start:index]
            after = words[index + 1].text.lower() if index + 1 < len(words) else ""
            if inside:
                follows = depends and mark == ","
                depends = _depends(inside, mark, agreement)
                opens = mark in ENDS and not inside[0].text[0].islower()
                yield _Clause(inside, opens, depends, follows, after)
            start, mark = index + 1, word.text


_LAST = (Word(".", {}, 0, 0),)


def _depends(words: Sequence[Word], mark: str, agreement: Agreement) -> bool:
    first = words[1] if is_preposition(words[0]) and len(words) > 1 else words[0]
    name = first.text.lower()
    is_relative = mark == "," and (
        name in agreement.subjects or bool(first.classes.keys() & {"determiners", RELATIVES})
    )
    return name in agreement.opening or (is_relative and _is_verb(words[-1]))


def _verb_alone(clause: _Clause, agreement: Agreement) -> Word | None:
    """Return the only verb of a clause, or the finite one that governs an infinitive.

    An infinitive after `zu` needs no subject: *eine Karte zu spielen*.
    """
    before = ("", *(word.text.lower() for word in clause.words))
    pairs = zip(before, clause.words, strict=False)
    verbs = [word for last, word in pairs if _is_verb(word) and last not in agreement.governing]
    finite = [one for one in verbs if _INFINITIVE not in one.classes["verbs"]]
    if len(verbs) == 1 or (finite and finite[0].text.lower() in agreement.governing):
        return finite[0] if len(finite) == 1 else verbs[0]
    return None


def _is_not_yours(clause: _Clause, verb: Word, agreement: Agreement) -> bool:
    """Return whether a verb disagrees with the second person in its clause: `wenn du zieht`."""
    readers = [word for word in clause.words if _is_reader(word, agreement)]
    if not readers or _READER in verb.classes["verbs"] or clause.joins(agreement):
        return False
    place = clause.words.index(verb)
    is_beside = abs(place - clause.words.index(readers[0])) == 1
    is_there = is_beside or (clause.depends and place + 1 == len(clause.words))
    return is_there and not verb.text.endswith(_HISSING)


_HISSING = ("st", "ßt", "zt", "xt")
"""Endings of verbs that may also be second person singular: `du passt`."""


def _is_reader(word: Word, agreement: Agreement) -> bool:
    return agreement.subjects.get(word.text.lower()) == frozenset(_READER)


def not_continued(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield two verbs of one subject, joined by `and`, that differ in number."""
    for clause in _clauses(words, agreement) if agreement.subjects else ():
        for index, word in enumerate(clause.words[:-1]):
            second = clause.words[index + 1]
            before = list(filter(_is_verb, clause.words[:index]))
            if word.text not in agreement.joining or not _is_verb(second) or len(before) != 1:
                continue
            first = before[0].classes["verbs"]
            modal = before[0].text.lower() in agreement.governing or _INFINITIVE in first
            sure = not (modal or clause.depends or second.by_ending)
            if sure and not first & second.classes["verbs"]:
                yield before[0], second


def _is_wrong(clause: _Clause, verb: Word, agreement: Agreement) -> bool:
    subjects = _subjects(clause, agreement)
    wanted = verb.classes["verbs"] - {_INFINITIVE}
    if not subjects or any(classes & wanted for _, classes in subjects):
        return False
    if clause.joins(agreement) and wanted & agreement.counted:
        return False
    place = clause.words.index(verb)
    is_last = place + 1 == len(clause.words)
    infinitive = _INFINITIVE in verb.classes["verbs"]
    if clause.depends:
        return is_last
    if place == 0:
        return infinitive and (clause.follows or (clause.opens and bool(clause.after)))
    if not clause.opens or clause.after in agreement.subjects:
        return False
    return not infinitive or (not is_last and _is_second(place, subjects))


def _is_second(place: int, subjects: Sequence[tuple[int, frozenset[str]]]) -> bool:
    """Return whether a verb directly follows the first element of a clause, subject or not."""
    before = [start for start, _ in subjects if start < place]
    return before == [0] or (not before and place <= _LONGEST_BEGINNING)


_LONGEST_BEGINNING = 4
"""The maximum number of words before a verb that are not the subject: `Nach dem ersten Zug`."""


def _is_verb(word: Word) -> bool:
    return word.classes.keys() == {"verbs"}


def _subjects(clause: _Clause, agreement: Agreement) -> list[tuple[int, frozenset[str]]] | None:
    """Return the possible subjects of a clause, with their classes; None if a word is not known."""
    verbs = {one for name in agreement.kinds.get("verbs", {}) for one in name.split()}
    found: list[tuple[int, frozenset[str]]] = []
    index = 0
    while index < len(clause.words):
        word = clause.words[index]
        phrase = _phrase(clause, index)
        classes = agreement.subjects.get(word.text.lower(), frozenset())
        if is_preposition(word):
            after = _phrase(clause, index + 1)
            index += max(1, len(after))
        elif phrase:
            common = cases_of(phrase)
            if not common:
                return None
            found.append((index, common | (classes if len(phrase) == 1 else frozenset())))
            index += len(phrase) - 1
        elif classes:
            found.append((index, classes))
        elif _may_be_name(word, is_first=index == 0):
            return None
        index += 1
    return [(at, classes & verbs) for at, classes in found if classes & verbs]


def _phrase(clause: _Clause, begin: int) -> Sequence[Word]:
    """Return the words from a place on that form a phrase, up to its noun or relative pronoun."""
    words, end = clause.words, begin
    kinds = OF_NOUNS | {RELATIVES}
    while end < len(words) and words[end].classes and words[end].classes.keys() <= kinds:
        end += 1
        is_pronoun = clause.depends and (begin == 0 or (is_preposition(words[0]) and begin == 1))
        if "nouns" in words[end - 1].classes or is_pronoun:
            break
    return words[begin:end]


def _may_be_name(word: Word, *, is_first: bool) -> bool:
    """Return whether a word may be a name, or a number of unknown class."""
    is_name = word.text[0].isupper() and not (is_first and word.is_known)
    return not word.classes and (is_name or not word.text[0].isalpha())
