"""Check what verbs, attributes and relative pronouns require around them: cases, genders."""

from collections.abc import Iterator, Sequence

from printnplay.kernel.languages import Agreement
from printnplay.proofreading.phrases import (
    OF_NOUNS,
    Word,
    cases_of,
    common_classes,
    is_impersonal,
    is_preposition,
    is_subject,
    is_verb,
    phrase_from,
    phrase_to,
)


def not_governed(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a verb and the next phrase if its case is that of neither object nor subject."""
    for index, verb in enumerate(words if agreement.governed else ()):
        begin = index + 1
        name = verb.text.lower()
        if begin < len(words) and words[begin].text.lower() in agreement.impersonal:
            name = f"{name} {words[begin].text.lower()}"
            begin += 1
        governed = agreement.governed.get(name)
        phrase = phrase_from(words, begin, agreement) if governed else []
        if not governed or not phrase:
            continue
        case = cases_of(phrase)
        subject = verb.classes.get("verbs", frozenset())
        if subject & agreement.denied.keys():  # an imperative, which takes an object only
            subject = frozenset()
        if _is_denied(words, index, agreement) and governed & agreement.denied.keys():
            if case & agreement.denied.keys():
                subject = frozenset()
            instead = (agreement.denied.get(name, {name}) for name in governed)
            governed = frozenset().union(*instead)
        if case and not case & (governed | subject):
            yield verb, phrase[-1]


def _is_denied(words: Sequence[Word], index: int, agreement: Agreement) -> bool:
    """Return whether a verb, or the modal verb before an infinitive, is negated."""
    before = index - 1
    if before > 0 and words[before].text.lower() in agreement.governing:
        before -= 1
    return before >= 0 and words[before].text.lower() in agreement.denying


def of_far_verb(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a subject and its disagreeing verb, separated by attributes of the subject."""
    verbs = {one for name in agreement.kinds.get("verbs", {}) for one in name.split()}
    for index, noun in enumerate(words if agreement.attributes else ()):
        if noun.classes.keys() != {"nouns"} or not is_subject(words, index, agreement):
            continue
        subject = common_classes(phrase_to(words, index))
        place = _after_attributes(words, index + 1, agreement)
        if place == index + 1 or place >= len(words) or not subject & verbs:
            continue
        verb = words[place]
        impersonal = is_impersonal(words, place, agreement)
        is_other = is_verb(words, place) and not subject & verb.classes["verbs"]
        if is_other and not impersonal and not verb.classes["verbs"] & agreement.denied.keys():
            after = phrase_from(words, place + 1, agreement)
            others = verb.classes["verbs"] - agreement.attributes
            if not after or not cases_of(after) & others:  # `the cards takes a player`
                yield noun, verb


def _after_attributes(words: Sequence[Word], place: int, agreement: Agreement) -> int:
    """Return the place of the first word after the attributes of the preceding noun."""
    while place < len(words):
        word = words[place]
        phrase = phrase_from(words, place, agreement)
        if phrase and (
            cases_of(phrase) & agreement.attributes or word.classes.keys() == {"adjectives"}
        ):
            place += len(phrase)
        elif "prepositions" in word.classes:
            place += 1 + len(phrase_from(words, place + 1, agreement))
        elif word.text.lower() in agreement.skipped | agreement.objects:
            place += 1
        else:
            return place
    return place


def not_referring(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a relative pronoun right after a phrase without a noun of its gender.

    Skips pronouns after several nouns, and those before a noun of their own: `which side is up`.
    """
    named: set[str] = set()
    for index, word in enumerate(words if agreement.referring else ()):
        if not word.text[0].isalnum() or word.classes.keys() == {"verbs"}:
            named.clear()
        named |= _genders(word)
        if word.text in agreement.joining:
            named.add(_SEVERAL)
        pronoun = index + 1
        while pronoun < len(words) and _may_open_a_relative_clause(words[pronoun]):
            pronoun += 1
        if pronoun == index + 1 or pronoun >= len(words) or _SEVERAL in named:
            continue
        genders = agreement.referring.get(words[pronoun].text.lower(), frozenset())
        own = _genders(words[pronoun + 1]) if pronoun + 1 < len(words) else genders
        if genders and "nouns" in word.classes and genders.isdisjoint(named | own):
            yield word, words[pronoun]


_SEVERAL = "several"
"""Stands for the gender of several things, which may be any."""


def _genders(word: Word) -> frozenset[str]:
    """Return the genders (first letters of the classes) of a noun, or of a word beside one."""
    if not word.classes.keys() <= OF_NOUNS:
        return frozenset()
    return frozenset(name[0] for classes in word.classes.values() for name in classes)


def _may_open_a_relative_clause(word: Word) -> bool:
    return word.text == "," or is_preposition(word)
