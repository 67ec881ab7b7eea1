"""Check that words agree with their neighbours, subjects and nouns, using the word lists."""

from collections.abc import Iterator, Sequence
from itertools import chain

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.languages import Agreement
from printnplay.proofreading.clauses import not_continued, without_subject
from printnplay.proofreading.government import not_governed, not_referring, of_far_verb
from printnplay.proofreading.morphology import morphology
from printnplay.proofreading.passages import UNSEEN
from printnplay.proofreading.phrases import (
    ENDS,
    PAIR,
    PAIRS,
    Word,
    WordClasses,
    agree,
    beginning_of,
    common_classes,
    is_adjective,
    is_impersonal,
    is_preposition,
    is_subject,
    is_verb,
    noun_at,
    phrase_to,
    place_after,
    read_words,
)
from printnplay.proofreading.review import Review

_AFTER_PREPOSITIONS = frozenset(pair for pair in PAIRS if pair[0] == "prepositions")
"""Pairs for words that are only prepositions; `zum` is an article too."""

_BEFORE_NOUNS = frozenset({("adjectives", "nouns")})
"""Pairs for adjectives that may precede nouns, where most follow: `played cards` is no pair."""

_FOLLOWING = frozenset({("nouns", "adjectives")})
"""Additional pairs for languages whose adjectives follow their nouns."""

_SAYING = frozenset({("nouns", "verbs"), ("pronouns", "verbs")})
"""A subject and its verb: a noun that begins a sentence is not part of another noun's phrase."""

_VERBS = frozenset({("verbs", "verbs")})
"""Two verbs with one subject: `those that stay return`."""

_INFINITIVE = "infinitive"
"""The class of verb forms that may also be infinitives, which may follow another verb."""


TIMES = frozenset({"fois", "vez", "volta"})
"""Nouns that form an adverb with their number: a following adjective belongs to another noun."""


def check_agreement(review: Review) -> Iterator[Diagnostic]:
    """Report neighbours that share no class: `un carte`, `the cards goes`.

    If a word was classified only by its ending, the fault is a warning.
    """
    known = {
        language: WordClasses(
            review.usage(language), morphology(language) if review.known.proofread else None
        )
        for language in review.texts
    }
    for passage in review.everything:
        words = known[passage.language]
        if not words.agreement.kinds:
            continue
        read = read_words(passage, words, review)
        rules = (*RULES, *RULES_OF_CLAUSES) if words.has_dictionary else RULES
        found = chain.from_iterable(rule(read, words.agreement) for rule in rules)
        for where in dict.fromkeys((first.start, second.end) for first, second in found):
            if not passage.is_filled_in(*where):
                said = passage.reading[where[0] : where[1]].replace(UNSEEN, "…")
                guessed = any(one.by_ending for one in read if where[0] <= one.start < where[1])
                yield passage.fault(
                    codes.WORDS_DO_NOT_AGREE,
                    f"`{said}` does not agree, in `{passage.key}`",
                    "expected a different word, or a different form",
                    "read the sentence aloud: a word may have been replaced without its neighbours",
                    passage.place(*where),
                    detail=said if guessed else "",
                )


def _disagreeing(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    for index, first in enumerate(words):
        following = place_after(words, index, agreement.skipped) if first.classes else None
        if following is not None:
            second = words[following]
            pairs = _pairs(words, index, following, agreement) if second.classes else frozenset()
            if not agree(first.classes, second.classes, pairs):
                if not _is_of_another(words, index, following, agreement):
                    yield first, second
            elif "nouns" in first.classes and is_subject(words, index, agreement):
                yield from _of_subject(words, index, following, agreement)
                yield from _of_verb(words, index, agreement)
            elif "pronouns" in first.classes or _is_joined_subject(words, index, agreement):
                yield from _of_verb(words, index, agreement)


def _of_phrases(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield phrases whose words agree pairwise, but not all together."""
    del agreement
    for index, noun in enumerate(words):
        if noun.classes.keys() == {"nouns"}:
            phrase = phrase_to(words, index)
            if len(phrase) > PAIR and not _is_one(phrase):
                yield phrase[0], noun


def _is_of_another(words: Sequence[Word], index: int, following: int, agreement: Agreement) -> bool:
    """Return whether two words need not agree: one belongs to another word, or to none."""
    before = words[index - 1].classes if index else {}
    first, second = words[index].classes, words[following].classes
    if words[index].text.lower() in TIMES and "adjectives" in second:
        return True  # `los tratos, una vez cerrados`
    if "nouns" in before:
        if "nouns" in first and "adjectives" in second and agree(before, second, _FOLLOWING):
            return True  # `cartes Action visibles`
        if "adjectives" in first and "nouns" in second and agree(before, first, _FOLLOWING):
            return True  # `karta specjalna Smoków`
    return (
        _is_infinitive(words, following, agreement)
        or _is_object(words, index, following, agreement)
        or is_impersonal(words, following, agreement)
        or _is_before_its_subject(words, following)
    )


def _is_object(words: Sequence[Word], index: int, following: int, agreement: Agreement) -> bool:
    """Return whether a word is a negated verb's object, not an article: `je ne les compte pas`."""
    denied = index > 0 and words[index - 1].text.lower() in agreement.denying
    is_verb_after = "verbs" in words[following].classes
    return denied and is_verb_after and words[index].text.lower() in agreement.objects


def _is_before_its_subject(words: Sequence[Word], place: int) -> bool:
    """Return whether a verb's subject is the pronoun after it: `diese Karte spielst du`."""
    after = words[place + 1] if place + 1 < len(words) else None
    pronoun = after.classes.get("pronouns", frozenset()) if after else frozenset()
    return bool(pronoun & words[place].classes.get("verbs", frozenset()))


def _is_infinitive(words: Sequence[Word], place: int, agreement: Agreement) -> bool:
    """Return whether a verb is an infinitive: it ends a text, or precedes brackets or a modal verb.

    Such are `Eine Karte ziehen` and `wenn das Team ziehen muss`.
    """
    after = words[place + 1].text.lower() if place + 1 < len(words) else "("
    is_end = after == "(" or after in agreement.governing
    return is_end and _INFINITIVE in words[place].classes.get("verbs", ())


def _of_verb(
    words: Sequence[Word], index: int, agreement: Agreement
) -> Iterator[tuple[Word, Word]]:
    """Yield a subject and its verb if they disagree, past adjectives and object pronouns."""
    between = agreement.skipped | agreement.objects
    verb = place_after(words, index, between)
    while verb is not None and agreement.adjectives_follow and is_adjective(words[verb]):
        verb = place_after(words, verb, between)
    if (
        verb is None
        or _is_infinitive(words, verb, agreement)
        or is_impersonal(words, verb, agreement)
    ):
        return
    if _is_before_its_subject(words, verb):
        return
    thing = words[index].classes
    if "nouns" in thing:
        thing = {"nouns": common_classes(phrase_to(words, index)) or thing["nouns"]}
    if not agree(thing, words[verb].classes, _SAYING):
        yield words[index], words[verb]


def _not_joined(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield joined verbs that disagree, and finite verbs where an infinitive is required."""
    for index, word in enumerate(words):
        if index + 1 == len(words) or words[index + 1].classes.keys() != {"verbs"}:
            continue
        second, verbs = words[index + 1], words[index + 1].classes["verbs"]
        if word.text.lower() in agreement.governing and _INFINITIVE not in verbs:
            yield word, second
        before = words[index - 1] if index else word
        joins = word.text in agreement.joining and is_verb(words, index - 1)
        if joins and not before.classes["verbs"] & (verbs | {_INFINITIVE}):
            yield before, second


def _not_of_several(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield `one` or `none` of several things if the genders (first letters of classes) differ."""
    for index, word in enumerate(words[:-PAIR]):
        joined = words[index + 1].text.lower() in agreement.complements
        if word.text.lower() not in agreement.parts or not joined:
            continue
        noun = index + 2
        while noun + 1 < len(words) and words[noun].classes.keys() & {"determiners", "adjectives"}:
            noun += 1
        own: frozenset[str] = frozenset().union(*word.classes.values())
        things = words[noun].classes.get("nouns", frozenset())
        is_named = noun > index + PAIR and own and things
        if is_named and not {name[0] for name in own} & {name[0] for name in things}:
            yield word, words[noun]


def _not_of_all(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield `all` before an article and a noun of another class: `tous les cartes`."""
    for index, word in enumerate(words[:-PAIR]) if "wholes" in agreement.kinds else ():
        if "wholes" in word.classes and "determiners" in words[index + 1].classes:
            noun = noun_at(words, index + PAIR)
            phrase = words[index + 1 : noun + 1] if noun is not None else ()
            common = common_classes(phrase) if phrase else frozenset()
            whole = word.classes["wholes"]
            of_several = (common | whole) <= agreement.counted
            if noun is not None and common and of_several and not common & whole:
                yield word, words[noun]


def _not_said(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a verb and its predicate adjective if their numbers differ: `sont posé`."""
    between = agreement.being | agreement.degree
    for index, verb in enumerate(words) if agreement.being else ():
        if verb.classes.keys() != {"verbs"}:
            continue
        said = place_after(words, index, between)
        if said is None or not is_adjective(words[said]):
            continue
        been = any(word.text.lower() in agreement.being for word in words[index + 1 : said])
        finite = verb.classes["verbs"] - {_INFINITIVE}
        is_linked = finite and (been or verb.text.lower() in agreement.linking)
        if is_linked and not finite & words[said].classes["adjectives"]:
            yield verb, words[said]


def _not_modified(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a noun and an adjective after adverbs if they disagree: `une carte déjà posé`."""
    for index, noun in enumerate(words[:-PAIR]) if agreement.degree else ():
        if noun.classes.keys() != {"nouns"} or words[index + 1].text not in agreement.degree:
            continue
        said = place_after(words, index, agreement.degree)
        phrase = phrase_to(words, index)
        common = common_classes(phrase)
        if said is None or not common or len(phrase) < PAIR or not is_adjective(words[said]):
            continue
        if not common & words[said].classes["adjectives"]:
            yield noun, words[said]


def _not_passive(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a passive verb and the subject after it if they disagree: `si riprende le carte`."""
    for index, word in enumerate(words[:-PAIR]) if agreement.passive else ():
        before = words[index - 1].text.lower() if index else "."
        begins = before in ENDS or before in agreement.opening or before in agreement.joining
        verb = words[index + 1]
        if word.text.lower() not in agreement.passive or verb.classes.keys() != {"verbs"}:
            continue
        begin = index + PAIR
        begin += "wholes" in words[begin].classes
        noun = noun_at(words, begin + 1) if begin + 1 < len(words) else None
        if not begins or noun is None or "determiners" not in words[begin].classes:
            continue
        common = common_classes(words[begin : noun + 1])
        if common and not common & verb.classes["verbs"]:
            yield verb, words[noun]


def _not_relative(words: Sequence[Word], agreement: Agreement) -> Iterator[tuple[Word, Word]]:
    """Yield a relative clause's verb if no noun before it can be its subject.

    Only intransitive verbs are checked, since the pronoun may be the object of others.
    """
    for index, noun in enumerate(words[:-PAIR]):
        following = words[index + 1].text.lower() in agreement.relative
        if not following or noun.classes.keys() != {"nouns"} or not agreement.adjectives_follow:
            continue
        place = place_after(words, index + 1, agreement.objects | agreement.passive)
        if place is None:
            continue
        verb, after = words[place], words[place + 1] if place + 1 < len(words) else None
        ends = after is None or after.text in _SURE_ENDS or not after.classes
        is_verb = verb.text in agreement.linking and verb.classes.keys() == {"verbs"}
        if not is_verb or not ends:
            continue
        begin = beginning_of(words, index)
        nouns = [noun]
        while begin > 1 and words[begin - 1].text.lower() in agreement.complements:
            nouns.append(words[begin - 2])
            begin = beginning_of(words, begin - 2)
        before = words[begin - 1].text.lower() if begin else ""
        sure = all("nouns" in one.classes for one in nouns) and before not in agreement.joining
        if sure and not any(one.classes["nouns"] & verb.classes["verbs"] for one in nouns):
            yield noun, verb


_SURE_ENDS = frozenset(".!?…:;,)")


def _of_subject(
    words: Sequence[Word], index: int, following: int, agreement: Agreement
) -> Iterator[tuple[Word, Word]]:
    """Yield a subject and a later predicate that does not agree with it."""
    thing = {"nouns": words[index].classes["nouns"]}
    name = words[following]
    if following == index + 1 and name.text.istitle() and not name.classes:
        beyond = place_after(words, following, agreement.skipped)  # `cartes Action`
        if beyond is None:
            return
        following = beyond
        if not agree(thing, words[following].classes, _SAYING):
            yield words[index], words[following]
    if words[following].text.lower() in agreement.linking:
        said, pairs = place_after(words, following, agreement.skipped), _FOLLOWING
    else:
        said, pairs = _after_complement(words, index, agreement), _SAYING
    if said is not None and not agree(thing, words[said].classes, pairs):
        yield words[index], words[said]


def _pairs(
    words: Sequence[Word], index: int, following: int, agreement: Agreement
) -> frozenset[tuple[str, str]]:
    """Return the kinds of words that have to agree at this place in a sentence."""
    subject, adjoining = is_subject(words, index, agreement), following == index + 1
    is_other = is_preposition(words[following]) or "pronouns" in words[following].classes
    pairs = PAIRS if adjoining and not is_other else frozenset()
    after_noun = index > 0 and "nouns" in words[index - 1].classes
    in_phrase = after_noun or beginning_of(words, index) < index
    if agreement.adjectives_follow and adjoining and (subject or in_phrase):
        pairs |= _FOLLOWING
    if "determiners" in words[index].classes:
        pairs -= _AFTER_PREPOSITIONS
    if agreement.adjectives_follow and words[index].by_ending:
        pairs -= _BEFORE_NOUNS
    if subject or "pronouns" in words[index].classes:
        pairs |= _SAYING
    if agreement.adjectives_follow and index and words[index - 1].text in agreement.skipped:
        pairs |= _VERBS
    return pairs


def _is_joined_subject(words: Sequence[Word], index: int, agreement: Agreement) -> bool:
    """Return whether a plural phrase follows `and`, with no relative clause before it.

    Its verb is plural, whether the phrase is the subject alone or with what precedes it. A
    word of no known class that begins the sentence may govern both phrases.
    """
    begin = beginning_of(words, index)
    if "nouns" not in words[index].classes or not agreement.being:
        return False
    if not begin or words[begin - 1].text not in agreement.joining:
        return False
    if "determiners" not in words[begin].classes or not (
        common_classes(phrase_to(words, index)) <= agreement.counted
    ):
        return False
    start = begin - 1
    while start and words[start - 1].text not in ENDS:
        start -= 1
    before = words[start:begin]
    is_known = bool(before[0].classes) or before[0].text.lower() in agreement.opening
    if not is_known and not any("verbs" in one.classes for one in before):
        return False  # `con el mazo y las cartas cubiertas se forma otro`
    return not any("pronouns" in one.classes or one.text in agreement.relative for one in before)


def _after_complement(words: Sequence[Word], index: int, agreement: Agreement) -> int | None:
    """Return the place of the verb after `of the pile` in `the cards of the pile stay`.

    Only a complement may separate them. Its noun may be unlisted and have adjectives on either
    side. Words after a relative pronoun describe that noun.
    """
    if not index + 1 < len(words) or words[index + 1].text.lower() not in agreement.complements:
        return None
    noun = index + 2
    while noun < len(words) and words[noun].text in agreement.complements:
        noun += 1  # `d’à côté`
    while noun < len(words) and words[noun].classes.keys() & {"determiners", "adjectives"}:
        noun += 1
    place = noun + 1
    while place < len(words) and words[place].classes.keys() == {"adjectives"}:
        place += 1
    if place >= len(words) or not words[noun].text.isalpha():
        return None
    return place_after(words, place - 1, agreement.skipped - agreement.relative)


def _is_one(phrase: Sequence[Word]) -> bool:
    """Return whether all words of a phrase share a class, not just each pair."""
    return bool(common_classes(phrase))


RULES = (
    _disagreeing,
    _of_phrases,
    _not_joined,
    _not_of_several,
    _not_of_all,
    _not_said,
    _not_modified,
    _not_passive,
    _not_relative,
    not_governed,
    of_far_verb,
    not_referring,
)
"""Rules that each yield the first and last word of a disagreement in a passage."""

RULES_OF_CLAUSES = (without_subject, not_continued)
"""Additional rules, for which the lists alone contain too few words."""
