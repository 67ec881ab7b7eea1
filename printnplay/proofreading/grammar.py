"""The check that neighbours agree, by the word lists of a language."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic
from printnplay.model.languages import Agreement, Usage
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage, fact_named
from printnplay.proofreading.review import Review
from printnplay.proofreading.wording import HYPHENS, tokens

_PAIRS = frozenset(
    {
        ("prepositions", "determiners"),
        ("prepositions", "adjectives"),
        ("prepositions", "nouns"),
        ("determiners", "nouns"),
        ("determiners", "adjectives"),
        ("adjectives", "nouns"),
    }
)
"""The kinds of neighbours that have to agree."""

_ADJECTIVES = frozenset({("adjectives", "adjectives")})
"""Two adjectives of one noun."""

_AFTER_PREPOSITIONS = frozenset(pair for pair in _PAIRS if pair[0] == "prepositions")
"""Those of words that are prepositions and nothing else; `zum` is an article, too."""

_BEFORE_NOUNS = frozenset({("adjectives", "nouns")})
"""Those that only some adjectives are, where most follow their nouns: `played cards` is no pair."""

_FOLLOWING = frozenset({("nouns", "adjectives")})
"""Further ones, where adjectives come after their nouns."""

_SAYING = frozenset({("nouns", "verbs"), ("pronouns", "verbs")})
"""A subject and its verb: a noun that begins a sentence is no part of another's phrase."""

_OF_NOUNS = frozenset({"determiners", "adjectives", "nouns"})
"""The kinds of the words of a phrase that ends with a noun."""

_VERBS = frozenset({("verbs", "verbs")})
"""Two verbs of one subject: `those that stay return`."""

_ENDS = frozenset(".!?…:")
_PAIR = 2

_INFINITIVE = "infinitive"
"""The class of forms that are no less an infinitive, which may follow another verb."""


class _Word(NamedTuple):
    """A word of a passage, its classes by kind, and where it is.

    `by_ending` says that no list has it as it is.
    """

    text: str
    classes: Mapping[str, frozenset[str]]
    start: int
    end: int
    by_ending: bool = False


_ANY = "*"
"""In a word of the lists: any letters."""


class _Words:
    """The kinds and classes of the words of a language."""

    def __init__(self, usage: Usage) -> None:
        self.agreement = usage.agreement
        classes: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        for kind, lists in usage.agreement.kinds.items():
            for name, words in lists.items():
                for word in words:
                    known = classes[word].get(kind, frozenset())
                    classes[word][kind] = known | frozenset(name.split())
        self._classes = {word: of for word, of in classes.items() if _ANY not in word}
        self._alike = sorted(
            ((word, of) for word, of in classes.items() if _ANY in word),
            key=lambda item: -len(item[0]),
        )
        self._guessed: dict[str, Mapping[str, frozenset[str]]] = {}
        self._small = usage.words | usage.agreement.skipped | usage.agreement.opening
        self._plain_numbers = {
            next(word for word, other in usage.numbers.items() if other == value)
            for value in usage.numbers.values()
            if value > 1
        }

    def of(self, word: str) -> Mapping[str, frozenset[str]]:
        """The classes of a word by kind; of a word with a capital that has none, without it."""
        return self._classes.get(word) or self._classes.get(word.lower()) or {}

    def by_ending(self, word: str) -> Mapping[str, frozenset[str]]:
        """The classes of words that begin or end as this one does; the longest ending counts."""
        if word not in self._guessed:
            self._guessed[word] = self._guess(word)
        return self._guessed[word]

    def _guess(self, word: str) -> Mapping[str, frozenset[str]]:
        if word.lower() in self._small or not word.isalpha():
            return {}
        for pattern, classes in self._alike:
            begin, _, end = pattern.partition(_ANY)
            long_enough = len(word) > len(begin) + len(end)
            if long_enough and word.startswith(begin) and word.endswith(end):
                return classes
        return {}

    def counting(self, word: str, before: _Word | None) -> Mapping[str, frozenset[str]] | None:
        """The classes of a number word; None for another word, and for `a two`, which is a card."""
        return self.several(before) if word.lower() in self._plain_numbers else None

    def several(self, before: _Word | None) -> Mapping[str, frozenset[str]] | None:
        """The classes of a number that is not one; None where it does not count what follows."""
        counted = self.agreement.counted
        if before is None or "determiners" not in before.classes:
            return {"determiners": counted} if counted else {}
        return {"adjectives": counted} if counted & before.classes["determiners"] else None


def check_agreement(review: Review) -> Iterator[Diagnostic]:
    """Neighbours that share no class: `un carte`, `the cards goes`."""
    known = {language: _Words(review.usage(language)) for language in review.texts}
    for passage in review.everything:
        words = known[passage.language]
        if not words.agreement.kinds:
            continue
        read = _read(passage, words, review)
        found = chain(
            _disagreeing(read, words.agreement),
            _of_phrases(read),
            _not_joined(read, words.agreement),
            _not_of_several(read, words.agreement),
            _not_of_all(read, words.agreement),
            _not_said(read, words.agreement),
            _not_modified(read, words.agreement),
            _not_passive(read, words.agreement),
            _not_relative(read, words.agreement),
            _not_of_adjectives(read, words.agreement),
            _not_governed(read, words.agreement),
            _not_located(read, words.agreement),
            _of_far_verb(read, words.agreement),
            _not_referring(read, words.agreement),
        )
        for where in dict.fromkeys((first.start, second.end) for first, second in found):
            if not passage.is_filled_in(*where):
                said = passage.reading[where[0] : where[1]].replace(UNSEEN, "…")
                yield passage.fault(
                    codes.WORDS_DO_NOT_AGREE,
                    f"`{said}` does not agree, in `{passage.key}`",
                    "expected another of these words, or another form of it",
                    "read the sentence aloud: a word may have been replaced without its neighbours",
                    passage.place(*where),
                )


def _read(passage: Passage, words: _Words, review: Review) -> list[_Word]:
    """The words, numbers and marks of a passage."""
    read: list[_Word] = []
    for token in tokens(passage.reading):
        text, last = token[0], read[-1] if read else None
        if text == UNSEEN and last and last.text == UNSEEN and last.end == token.start():
            read[-1] = last._replace(end=token.end())  # one placeholder is several characters
            continue
        classes: Mapping[str, frozenset[str]] = {}
        number = words.counting(text, last)
        if text == UNSEEN:
            several = _number(passage, token.start(), review) != 1
            classes = (words.several(last) or {}) if several else {}
        elif number is not None:
            classes = number
        elif passage.reading[token.end() : token.end() + 1] not in HYPHENS:
            classes = words.of(text) or words.of(text.rstrip("’'"))
            if text[0].isupper() and last and last.text not in _ENDS:  # a name, as in `card Play`
                classes = {kind: of for kind, of in classes.items() if kind != "verbs"}
            if not classes:
                guessed = words.by_ending(text)
                read.append(_Word(text, guessed, token.start(), token.end(), bool(guessed)))
                continue
        read.append(_Word(text, classes, token.start(), token.end()))
    return read


def _number(passage: Passage, place: int, review: Review) -> int:
    """The number of the game that is filled in at a place; 1 where it is none."""
    start, end = passage.origins[place]
    match = PLACEHOLDER.fullmatch(passage.text[start:end])
    return review.known.facts.get(fact_named(match[1]), 1) if match else 1


def _disagreeing(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    for index, first in enumerate(words):
        following = _after(words, index, agreement.skipped) if first.classes else None
        if following is not None:
            second = words[following]
            pairs = _pairs(words, index, following, agreement) if second.classes else frozenset()
            if not _agree(first.classes, second.classes, pairs):
                if not _is_of_another(words, index, following, agreement):
                    yield first, second
            elif "nouns" in first.classes and _is_subject(words, index, agreement):
                yield from _of_subject(words, index, following, agreement)
                yield from _of_verb(words, index, agreement)
            elif "pronouns" in first.classes or _is_joined_subject(words, index, agreement):
                yield from _of_verb(words, index, agreement)


def _of_phrases(words: Sequence[_Word]) -> Iterator[tuple[_Word, _Word]]:
    """Phrases of which each two words agree, and all do not."""
    for index, noun in enumerate(words):
        if noun.classes.keys() == {"nouns"}:
            phrase = _phrase(words, index)
            if len(phrase) > _PAIR and not _is_one(phrase):
                yield phrase[0], noun


def _is_of_another(
    words: Sequence[_Word], index: int, following: int, agreement: Agreement
) -> bool:
    """Whether two words need not agree: one of them belongs to another word, or to none."""
    before = words[index - 1].classes if index else {}
    first, second = words[index].classes, words[following].classes
    if "nouns" in before:
        if "nouns" in first and "adjectives" in second and _agree(before, second, _FOLLOWING):
            return True  # `cartes Action visibles`
        if "adjectives" in first and "nouns" in second and _agree(before, first, _FOLLOWING):
            return True  # `karta specjalna Smoków`
    return _is_heading(words, following) or _is_impersonal(words, following, agreement)


def _is_heading(words: Sequence[_Word], place: int) -> bool:
    """Whether a text ends with an infinitive, as `Eine Karte ziehen` does, or brackets follow."""
    is_end = place == len(words) - 1 or words[place + 1].text == "("
    return is_end and _INFINITIVE in words[place].classes.get("verbs", ())


def _is_impersonal(words: Sequence[_Word], place: int, agreement: Agreement) -> bool:
    """Whether a verb has no subject, by the word after it."""
    after = words[place + 1].text.lower() if place + 1 < len(words) else ""
    return "verbs" in words[place].classes and after in agreement.impersonal


def _of_verb(
    words: Sequence[_Word], index: int, agreement: Agreement
) -> Iterator[tuple[_Word, _Word]]:
    """The verb of a subject, after adjectives and pronouns that are its objects."""
    between = agreement.skipped | agreement.objects
    verb = _after(words, index, between)
    while verb is not None and agreement.adjectives_follow and _is_adjective(words[verb]):
        verb = _after(words, verb, between)
    if verb is None or _is_heading(words, verb) or _is_impersonal(words, verb, agreement):
        return
    thing = words[index].classes
    if "nouns" in thing:
        thing = {"nouns": _common(_phrase(words, index)) or thing["nouns"]}
    if not _agree(thing, words[verb].classes, _SAYING):
        yield words[index], words[verb]


def _is_adjective(word: _Word) -> bool:
    return word.classes.keys() == {"adjectives"}


def _not_joined(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """Two verbs of one subject that do not agree, and verbs where an infinitive is wanted."""
    for index, word in enumerate(words):
        if index + 1 == len(words) or words[index + 1].classes.keys() != {"verbs"}:
            continue
        second, verbs = words[index + 1], words[index + 1].classes["verbs"]
        if word.text.lower() in agreement.governing and _INFINITIVE not in verbs:
            yield word, second
        before = words[index - 1] if index else word
        joins = word.text in agreement.joining and _is_verb(words, index - 1)
        if joins and not before.classes["verbs"] & (verbs | {_INFINITIVE}):
            yield before, second


def _is_verb(words: Sequence[_Word], place: int) -> bool:
    """Whether a word can only be a verb: there may be nouns of the same letters."""
    after_article = place > 0 and "determiners" in words[place - 1].classes
    return place >= 0 and words[place].classes.keys() == {"verbs"} and not after_article


def _not_of_several(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """`One` or `none` of several things that has not their gender, the first letter of classes."""
    for index, word in enumerate(words[:-_PAIR]):
        joined = words[index + 1].text.lower() in agreement.complements
        if word.text.lower() not in agreement.parts or not joined:
            continue
        noun = index + 2
        while noun + 1 < len(words) and words[noun].classes.keys() & {"determiners", "adjectives"}:
            noun += 1
        own: frozenset[str] = frozenset().union(*word.classes.values())
        things = words[noun].classes.get("nouns", frozenset())
        is_named = noun > index + _PAIR and own and things
        if is_named and not {name[0] for name in own} & {name[0] for name in things}:
            yield word, words[noun]


def _not_of_all(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """`All` before an article and a noun of another class: `tous les cartes`."""
    for index, word in enumerate(words[:-_PAIR]) if "wholes" in agreement.kinds else ():
        if "wholes" in word.classes and "determiners" in words[index + 1].classes:
            noun = _noun(words, index + _PAIR)
            phrase = words[index + 1 : noun + 1] if noun is not None else ()
            common = _common(phrase) if phrase else frozenset()
            whole = word.classes["wholes"]
            of_several = (common | whole) <= agreement.counted
            if noun is not None and common and of_several and not common & whole:
                yield word, words[noun]


def _noun(words: Sequence[_Word], place: int) -> int | None:
    """The noun at a place, or after the adjectives there."""
    while place < len(words) and words[place].classes.keys() == {"adjectives"}:
        place += 1
    is_noun = place < len(words) and words[place].classes.keys() == {"nouns"}
    return place if is_noun else None


def _not_said(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """A verb and what it says of its subject, in two numbers, whatever the subject: `sont posé`."""
    between = agreement.being | agreement.degree
    for index, verb in enumerate(words) if agreement.being else ():
        if verb.classes.keys() != {"verbs"}:
            continue
        said = _after(words, index, between)
        if said is None or not _is_adjective(words[said]):
            continue
        been = any(word.text.lower() in agreement.being for word in words[index + 1 : said])
        finite = verb.classes["verbs"] - {_INFINITIVE}
        is_linked = finite and (been or verb.text.lower() in agreement.linking)
        if is_linked and not finite & words[said].classes["adjectives"]:
            yield verb, words[said]


def _not_modified(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """A noun with an article and its adjective, with adverbs between: `une carte déjà posé`."""
    for index, noun in enumerate(words[:-_PAIR]) if agreement.degree else ():
        if noun.classes.keys() != {"nouns"} or words[index + 1].text not in agreement.degree:
            continue
        said = _after(words, index, agreement.degree)
        phrase = _phrase(words, index)
        common = _common(phrase)
        if said is None or not common or len(phrase) < _PAIR or not _is_adjective(words[said]):
            continue
        if not common & words[said].classes["adjectives"]:
            yield noun, words[said]


def _not_passive(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """The subject after a verb of a clause that has none before: `si riprende le carte`."""
    for index, word in enumerate(words[:-_PAIR]) if agreement.passive else ():
        before = words[index - 1].text.lower() if index else "."
        begins = before in _ENDS or before in agreement.opening or before in agreement.joining
        verb = words[index + 1]
        if word.text.lower() not in agreement.passive or verb.classes.keys() != {"verbs"}:
            continue
        begin = index + _PAIR
        begin += "wholes" in words[begin].classes
        noun = _noun(words, begin + 1) if begin + 1 < len(words) else None
        if not begins or noun is None or "determiners" not in words[begin].classes:
            continue
        common = _common(words[begin : noun + 1])
        if common and not common & verb.classes["verbs"]:
            yield verb, words[noun]


def _not_relative(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """The verb of a relative clause, and no noun before it that might be its subject.

    Only verbs that have no object, since the pronoun may be the object of others.
    """
    for index, noun in enumerate(words[:-_PAIR]):
        following = words[index + 1].text.lower() in agreement.relative
        if not following or noun.classes.keys() != {"nouns"} or not agreement.adjectives_follow:
            continue
        place = _after(words, index + 1, agreement.objects | agreement.passive)
        if place is None:
            continue
        verb, after = words[place], words[place + 1] if place + 1 < len(words) else None
        ends = after is None or after.text in _SURE_ENDS or not after.classes
        is_verb = verb.text in agreement.linking and verb.classes.keys() == {"verbs"}
        if not is_verb or not ends:
            continue
        begin = _beginning(words, index)
        nouns = [noun]
        while begin > 1 and words[begin - 1].text.lower() in agreement.complements:
            nouns.append(words[begin - 2])
            begin = _beginning(words, begin - 2)
        before = words[begin - 1].text.lower() if begin else ""
        sure = all("nouns" in one.classes for one in nouns) and before not in agreement.joining
        if sure and not any(one.classes["nouns"] & verb.classes["verbs"] for one in nouns):
            yield noun, verb


def _not_of_adjectives(
    words: Sequence[_Word], agreement: Agreement
) -> Iterator[tuple[_Word, _Word]]:
    """An article and an adjective that are a subject by themselves, and its verb: `le altre va`."""
    for index, article in enumerate(words[:-_PAIR]) if agreement.being else ():
        before = words[index - 1].text.lower() if index else "."
        begins = before in _ENDS or before in agreement.opening
        adjective = words[index + 1]
        is_other = "adjectives" in adjective.classes and not adjective.classes.keys() & {"nouns"}
        if not begins or not is_other or "determiners" not in article.classes:
            continue
        place = _after(words, index + 1, agreement.objects | agreement.skipped)
        verb = words[place] if place is not None else article
        common = article.classes["determiners"] & adjective.classes["adjectives"]
        if common and verb.classes.keys() == {"verbs"} and not common & verb.classes["verbs"]:
            yield adjective, verb


_SURE_ENDS = frozenset(".!?…:;,)")


def _not_governed(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """A verb and the phrase right after it, whose case is neither an object's nor its subject's."""
    for index, verb in enumerate(words if agreement.governed else ()):
        begin = index + 1
        name = verb.text.lower()
        if begin < len(words) and words[begin].text.lower() in agreement.impersonal:
            name = f"{name} {words[begin].text.lower()}"
            begin += 1
        governed = agreement.governed.get(name)
        phrase = _phrase_from(words, begin, agreement) if governed else []
        if not governed or not phrase:
            continue
        case = _cases(phrase)
        subject = verb.classes.get("verbs", frozenset())
        if subject & agreement.denied.keys():  # an imperative, which only an object goes with
            subject = frozenset()
        if _is_denied(words, index, agreement) and governed & agreement.denied.keys():
            if case & agreement.denied.keys():
                subject = frozenset()
            instead = (agreement.denied.get(name, {name}) for name in governed)
            governed = frozenset().union(*instead)
        if case and not case & (governed | subject):
            yield verb, phrase[-1]


def _is_denied(words: Sequence[_Word], index: int, agreement: Agreement) -> bool:
    """Whether a verb, or the verb that it is an infinitive of, is denied."""
    before = index - 1
    if before > 0 and words[before].text.lower() in agreement.governing:
        before -= 1
    return before >= 0 and words[before].text.lower() in agreement.denying


def _not_located(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """A place in the case of a direction after a verb of rest, and the other way round."""
    every: frozenset[str] = frozenset().union(*agreement.located.values())
    for index, verb in enumerate(words if every else ()):
        located = agreement.located.get(verb.text.lower())
        place = _preposition_after(words, index) if located else None
        if not located or place is None:
            continue
        phrase = _phrase_from(words, place + 1, agreement)
        case = _cases(phrase) & words[place].classes["prepositions"] if phrase else frozenset()
        is_time = any(word.text.lower() in agreement.times for word in phrase)
        if case & every and not is_time and not case & located:
            yield words[place], phrase[-1]


def _preposition_after(words: Sequence[_Word], index: int) -> int | None:
    """The first preposition after a verb, before a mark and before another verb."""
    for place in range(index + 1, len(words)):
        if "prepositions" in words[place].classes:
            return place
        if not words[place].text[0].isalpha() or "verbs" in words[place].classes:
            return None
    return None


def _of_far_verb(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """A subject and its verb, with attributes of the subject between them."""
    verbs = {one for name in agreement.kinds.get("verbs", {}) for one in name.split()}
    for index, noun in enumerate(words if agreement.attributes else ()):
        if noun.classes.keys() != {"nouns"} or not _is_subject(words, index, agreement):
            continue
        subject = _common(_phrase(words, index))
        place = _after_attributes(words, index + 1, agreement)
        if place == index + 1 or place >= len(words) or not subject & verbs:
            continue
        verb = words[place]
        impersonal = _is_impersonal(words, place, agreement)
        is_other = _is_verb(words, place) and not subject & verb.classes["verbs"]
        if is_other and not impersonal and not verb.classes["verbs"] & agreement.denied.keys():
            after = _phrase_from(words, place + 1, agreement)
            others = verb.classes["verbs"] - agreement.attributes
            if not after or not _cases(after) & others:  # `the cards takes a player`
                yield noun, verb


def _after_attributes(words: Sequence[_Word], place: int, agreement: Agreement) -> int:
    """The place of the first word that belongs to no attribute of the noun before."""
    while place < len(words):
        word = words[place]
        phrase = _phrase_from(words, place, agreement)
        if phrase and (
            _cases(phrase) & agreement.attributes or word.classes.keys() == {"adjectives"}
        ):
            place += len(phrase)
        elif "prepositions" in word.classes:
            place += 1 + len(_phrase_from(words, place + 1, agreement))
        elif word.text.lower() in agreement.skipped | agreement.objects:
            place += 1
        else:
            return place
    return place


def _not_referring(words: Sequence[_Word], agreement: Agreement) -> Iterator[tuple[_Word, _Word]]:
    """A relative pronoun right after a phrase that has no noun of its gender.

    Not after several nouns, and not before a noun of its own: `which side is up`.
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
"""In the place of a gender: that of several things may be any."""


def _genders(word: _Word) -> frozenset[str]:
    """The first letters of the classes of a noun, or of what goes with it."""
    if not word.classes.keys() <= _OF_NOUNS:
        return frozenset()
    return frozenset(name[0] for classes in word.classes.values() for name in classes)


def _may_open_a_relative_clause(word: _Word) -> bool:
    return word.text == "," or _is_preposition(word)


def _phrase_from(words: Sequence[_Word], begin: int, agreement: Agreement) -> Sequence[_Word]:
    """The determiners, adjectives and the noun from a place on, if only they can be meant."""
    while begin < len(words) and words[begin].text.lower() in agreement.skipped:
        if words[begin].classes:
            break
        begin += 1
    end = begin
    while end < len(words) and words[end].classes and words[end].classes.keys() <= _OF_NOUNS:
        end += 1
        if words[end - 1].classes.keys() == {"nouns"}:
            break
    return words[begin:end]


def _cases(phrase: Sequence[_Word]) -> frozenset[str]:
    """The classes that all words of a phrase share, of whatever kinds they are."""
    each = (frozenset().union(*word.classes.values()) for word in phrase)
    return frozenset.intersection(*each)


def _of_subject(
    words: Sequence[_Word], index: int, following: int, agreement: Agreement
) -> Iterator[tuple[_Word, _Word]]:
    """What is said further on of a subject, and does not agree with it."""
    thing = {"nouns": words[index].classes["nouns"]}
    name = words[following]
    if following == index + 1 and name.text.istitle() and not name.classes:
        beyond = _after(words, following, agreement.skipped)  # `cartes Action`
        if beyond is None:
            return
        following = beyond
        if not _agree(thing, words[following].classes, _SAYING):
            yield words[index], words[following]
    if words[following].text.lower() in agreement.linking:
        said, pairs = _after(words, following, agreement.skipped), _FOLLOWING
    else:
        said, pairs = _after_complement(words, index, agreement), _SAYING
    if said is not None and not _agree(thing, words[said].classes, pairs):
        yield words[index], words[said]


def _pairs(
    words: Sequence[_Word], index: int, following: int, agreement: Agreement
) -> frozenset[tuple[str, str]]:
    """The kinds of words that have to agree at this place of a sentence."""
    subject, adjoining = _is_subject(words, index, agreement), following == index + 1
    pairs = _PAIRS if adjoining and not _is_preposition(words[following]) else frozenset()
    in_phrase = _beginning(words, index) < index or (index and "nouns" in words[index - 1].classes)
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


def _is_subject(words: Sequence[_Word], index: int, agreement: Agreement) -> bool:
    """Whether the phrase that ends here begins a sentence, if need be after `only` or `all`.

    `One of the cards` has two articles, and ends with what is no subject; nor is a subject what no
    verb could agree with, such as a dative, or what begins with an article that is a preposition.
    """
    begin = _beginning(words, index)
    articles = sum("determiners" in word.classes for word in words[begin:index])
    before = begin
    while before and words[before - 1].text.lower() in agreement.skipped:
        before -= 1
    last = words[before - 1].text if before else ""
    is_first = not last or last in _ENDS or last.lower() in agreement.opening
    contracted = any(map(_is_preposition, words[begin:index]))
    return (
        is_first
        and not contracted
        and articles < _PAIR
        and _may_have_a_verb(words, index, agreement)
    )


def _is_joined_subject(words: Sequence[_Word], index: int, agreement: Agreement) -> bool:
    """Whether a phrase in the plural comes after `and`, with no relative clause before it.

    Its verb is in the plural, whether it is a subject by itself or with what is before.
    """
    begin = _beginning(words, index)
    if "nouns" not in words[index].classes or not agreement.being:
        return False
    if not begin or words[begin - 1].text not in agreement.joining:
        return False
    if "determiners" not in words[begin].classes or not (
        _common(_phrase(words, index)) <= agreement.counted
    ):
        return False
    start = begin - 1
    while start and words[start - 1].text not in _ENDS:
        start -= 1
    before = words[start:begin]
    return not any("pronouns" in one.classes or one.text in agreement.relative for one in before)


def _may_have_a_verb(words: Sequence[_Word], index: int, agreement: Agreement) -> bool:
    verbs = {one for name in agreement.kinds.get("verbs", {}) for one in name.split()}
    if not verbs or "nouns" not in words[index].classes:
        return True
    return bool(_common(_phrase(words, index)) & verbs)


def _after_complement(words: Sequence[_Word], index: int, agreement: Agreement) -> int | None:
    """The verb after `of the pile` in `the cards of the pile stay`, where nothing else is between.

    The noun of the complement may be one that no list has, and have adjectives before or after it.
    What follows a relative pronoun is said of that noun.
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
    return _after(words, place - 1, agreement.skipped - agreement.relative)


def _phrase(words: Sequence[_Word], index: int) -> list[_Word]:
    """A noun with the adjectives right before it, and the determiner and preposition before it."""
    begin = index
    while begin and "adjectives" in words[begin - 1].classes:
        if not _agree(words[begin - 1].classes, words[begin].classes, _PAIRS | _ADJECTIVES):
            break  # another phrase: `written in capital letters`
        begin -= 1
    for kind in ("determiners", "prepositions"):
        if begin and kind in words[begin - 1].classes and not _is_preposition(words[begin]):
            begin -= 1
    return list(words[begin : index + 1])


def _is_preposition(word: _Word) -> bool:
    """Whether a word is a preposition, or an article with one in it, as in `zum`."""
    return "prepositions" in word.classes


def _is_one(phrase: Sequence[_Word]) -> bool:
    """Whether all words of a phrase share a class; each two of them may, and all not."""
    return bool(_common(phrase))


def _common(phrase: Sequence[_Word]) -> frozenset[str]:
    """The classes that all words of a phrase share."""
    *before, noun = phrase
    common = noun.classes["nouns"]
    for word in before:
        is_other = word.classes.keys() & {"determiners", "adjectives"}
        kinds = ("determiners", "adjectives") if is_other else ("prepositions",)
        common &= frozenset().union(*(word.classes.get(kind, frozenset()) for kind in kinds))
    return common


def _after(words: Sequence[_Word], index: int, skipped: frozenset[str]) -> int | None:
    """The next word that is not skipped."""
    for following in range(index + 1, len(words)):
        if words[following].text.lower() not in skipped:
            return following
    return None


def _beginning(words: Sequence[_Word], index: int) -> int:
    """Where the phrase of a noun begins: at its first determiner or adjective."""
    while index and words[index - 1].classes.keys() & {"determiners", "adjectives"}:
        index -= 1
    return index


def _agree(
    first: Mapping[str, frozenset[str]],
    second: Mapping[str, frozenset[str]],
    pairs: frozenset[tuple[str, str]],
) -> bool:
    """Whether words share a class as neighbours of any kind, or need not."""
    common = [
        bool(first[one] & second[other])
        for one, other in product(first, second)
        if (one, other) in pairs
    ]
    return any(common) or not common
