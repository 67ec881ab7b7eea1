"""Classify the words of a sentence by the language's lists, and find its phrases."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from printnplay.kernel.languages import Agreement, Usage
from printnplay.proofreading.morphology import Morphology, Readings
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage, fact_named
from printnplay.proofreading.review import Review
from printnplay.proofreading.wording import HYPHENS, tokens

PAIRS = frozenset(
    {
        ("prepositions", "determiners"),
        ("prepositions", "adjectives"),
        ("prepositions", "nouns"),
        ("determiners", "nouns"),
        ("determiners", "adjectives"),
        ("adjectives", "nouns"),
    }
)
"""The kinds of neighbouring words that have to agree."""

_ADJECTIVES = frozenset({("adjectives", "adjectives")})
"""The pair of two adjectives of one noun."""

OF_NOUNS = frozenset({"determiners", "adjectives", "nouns"})
"""The kinds of words in a phrase that ends with a noun."""

RELATIVES = "relatives"
"""The kind of articles that begin a relative clause: the words after them need not agree."""

ENDS = frozenset(".!?…:")
"""Marks after which a new sentence begins."""

PAIR = 2
"""The length of the shortest phrase that can disagree, in words: an article and its noun."""


class Word(NamedTuple):
    """A word of a passage, its classes by kind, and its place.

    `by_ending` is true if it was classified by its ending only, `is_known` if it is a known word of
    the language.
    """

    text: str
    classes: Mapping[str, frozenset[str]]
    start: int
    end: int
    by_ending: bool = False
    is_known: bool = True


_INNER = frozenset(":*_")
"""Marks within words that include people of any gender."""

_ANY = "*"
"""The wildcard for any letters in words of the lists."""


class WordClasses:
    """The kinds and classes of the words of a language."""

    def __init__(self, usage: Usage, dictionary: Morphology | None = None) -> None:
        """Index the word lists by word; a dictionary classifies unlisted words."""
        self.agreement, self._dictionary = usage.agreement, dictionary
        classes: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        for kind, lists in usage.agreement.kinds.items():
            for name, words in lists.items():
                for word in words:
                    known = classes[word].get(kind, frozenset())
                    classes[word][kind] = known | frozenset(name.split())
        self._classes = {word: of for word, of in classes.items() if _ANY not in word}
        alike = sorted((word for word in classes if _ANY in word), key=len, reverse=True)
        parts = [word.partition(_ANY) for word in alike]
        self._alike = [(begin, end, classes[begin + _ANY + end]) for begin, _, end in parts]
        self._guessed: dict[tuple[str, bool], Mapping[str, frozenset[str]]] = {}
        self._small = usage.words | usage.agreement.skipped | usage.agreement.opening
        self._plain_numbers = {
            next(word for word, other in usage.numbers.items() if other == value)
            for value in usage.numbers.values()
            if value > 1
        }

    def of(self, word: str) -> Mapping[str, frozenset[str]]:
        """Return the classes of a word by kind, or else those of its lower-case form."""
        return self._classes.get(word) or self._classes.get(word.lower()) or {}

    @property
    def has_dictionary(self) -> bool:
        """Whether a dictionary complements the lists."""
        return self._dictionary is not None

    def is_small(self, word: str) -> bool:
        """Return whether a word is one of the small words that identify the language."""
        return word.lower() in self._small

    def by_dictionary(self, word: str, before: Word | None) -> Readings | None:
        """Return the classes of an unlisted word; None if the dictionary lacks it."""
        if self._dictionary is None or self.is_small(word) or not word.isalpha():
            return None
        return self._dictionary.readings(word, begins=before is None or before.text in ENDS)

    def by_ending(self, word: str, before: Word | None) -> Mapping[str, frozenset[str]]:
        """Return the classes of words with this beginning or ending; the longest pattern wins.

        If nouns have capitals, a word's case within a sentence shows whether it is one.
        """
        begins = before is None or before.text in ENDS
        if (word, begins) not in self._guessed:
            self._guessed[word, begins] = self._guess(word, begins=begins)
        return self._guessed[word, begins]

    def _guess(self, word: str, *, begins: bool) -> Mapping[str, frozenset[str]]:
        if self.is_small(word) or not word.isalpha():
            return {}
        is_noun = word[0].isupper()
        shows = self.agreement.capitals and not (is_noun and begins)
        for begin, end, all_classes in self._alike:
            long_enough = len(word) > len(begin) + len(end)
            if not (long_enough and word.startswith(begin) and word.endswith(end)):
                continue
            classes = {
                kind: of
                for kind, of in all_classes.items()
                if not shows or (kind == "nouns") == is_noun
            }
            if classes:
                return classes
        return {}

    def counting(self, word: str, before: Word | None) -> Mapping[str, frozenset[str]] | None:
        """Return the classes of a number word; None for others, and for nouns such as `a two`."""
        return self.several(before) if word.lower() in self._plain_numbers else None

    def several(self, before: Word | None) -> Mapping[str, frozenset[str]] | None:
        """Return the classes of a number above one; None if it does not count what follows."""
        counted = self.agreement.counted
        if before is None or "determiners" not in before.classes:
            return {"determiners": counted} if counted else {}
        return {"adjectives": counted} if counted & before.classes["determiners"] else None


def read_words(passage: Passage, words: WordClasses, review: Review) -> list[Word]:
    """Return the words, numbers and marks of a passage."""
    read: list[Word] = []
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
        elif not _is_cut(passage.reading, token.end()):
            read.append(_word(text, token.start(), read, words))
            continue
        read.append(Word(text, classes, token.start(), token.end()))
    return read


def _word(text: str, start: int, before: Sequence[Word], words: WordClasses) -> Word:
    """Return a word that is not a number, classified with the words before it."""
    last = before[-1] if before else None
    classes = words.of(text) or words.of(text.rstrip("’'"))
    if text in words.agreement.relative and _begins_a_clause(before):
        classes = {RELATIVES if kind == "determiners" else kind: of for kind, of in classes.items()}
    if text[0].isupper() and last and last.text not in ENDS:  # a name, as in `card Play`
        classes = {kind: of for kind, of in classes.items() if kind != "verbs"}
    if classes:
        return Word(text, classes, start, start + len(text))
    known = words.by_dictionary(text, last)
    guessed = words.by_ending(text, last) if known is None else {}
    is_known = known is not None or bool(guessed)
    return Word(text, known or guessed, start, start + len(text), bool(guessed), is_known)


def _is_cut(text: str, end: int) -> bool:
    """Return whether a hyphen or gender mark (`Held:innen`) continues a word, changing it."""
    mark, after = text[end : end + 1], text[end + 1 : end + 2]
    return mark in HYPHENS or (mark in _INNER and after.islower())


def _begins_a_clause(before: Sequence[Word]) -> bool:
    """Return whether a comma comes right before, or before a preposition: `the stall, on which`."""
    last = len(before) - 1
    if last > 0 and "prepositions" in before[last].classes:
        last -= 1
    return last >= 0 and before[last].text == ","


def _number(passage: Passage, place: int, review: Review) -> int:
    """Return the game's number that is filled in at a place; 1 if there is none."""
    start, end = passage.origins[place]
    match = PLACEHOLDER.fullmatch(passage.text[start:end])
    return review.known.facts.get(fact_named(match[1]), 1) if match else 1


def is_adjective(word: Word) -> bool:
    """Return whether a word can only be an adjective."""
    return word.classes.keys() == {"adjectives"}


def is_verb(words: Sequence[Word], place: int) -> bool:
    """Return whether a word can only be a verb, not a noun with the same spelling."""
    after_article = place > 0 and "determiners" in words[place - 1].classes
    return place >= 0 and words[place].classes.keys() == {"verbs"} and not after_article


def is_impersonal(words: Sequence[Word], place: int, agreement: Agreement) -> bool:
    """Return whether the word after a verb shows that it has no subject."""
    after = words[place + 1].text.lower() if place + 1 < len(words) else ""
    return "verbs" in words[place].classes and after in agreement.impersonal


def noun_at(words: Sequence[Word], place: int) -> int | None:
    """Return the place of the noun here, or after the adjectives here."""
    while place < len(words) and words[place].classes.keys() == {"adjectives"}:
        place += 1
    is_noun = place < len(words) and words[place].classes.keys() == {"nouns"}
    return place if is_noun else None


def phrase_to(words: Sequence[Word], index: int) -> list[Word]:
    """Return a noun with the adjectives, determiner and preposition before it."""
    begin = index
    while begin and "adjectives" in words[begin - 1].classes:
        if not agree(words[begin - 1].classes, words[begin].classes, PAIRS | _ADJECTIVES):
            break  # another phrase: `written in capital letters`
        begin -= 1
    for kind in ("determiners", "prepositions"):
        if begin and kind in words[begin - 1].classes and not is_preposition(words[begin]):
            begin -= 1
    return list(words[begin : index + 1])


def phrase_from(words: Sequence[Word], begin: int, agreement: Agreement) -> Sequence[Word]:
    """Return the determiners, adjectives and noun from a place on."""
    while begin < len(words) and words[begin].text.lower() in agreement.skipped:
        if words[begin].classes:
            break
        begin += 1
    end = begin
    while end < len(words) and words[end].classes and words[end].classes.keys() <= OF_NOUNS:
        end += 1
        if words[end - 1].classes.keys() == {"nouns"}:
            break
    return words[begin:end]


def cases_of(phrase: Sequence[Word]) -> frozenset[str]:
    """Return the classes that all words of a phrase share, regardless of their kinds."""
    each = (frozenset().union(*word.classes.values()) for word in phrase)
    return frozenset.intersection(*each)


def common_classes(phrase: Sequence[Word]) -> frozenset[str]:
    """Return the classes that all words of a phrase share."""
    *before, noun = phrase
    common = noun.classes["nouns"]
    for word in before:
        is_other = word.classes.keys() & {"determiners", "adjectives"}
        kinds = ("determiners", "adjectives") if is_other else ("prepositions",)
        common &= frozenset().union(*(word.classes.get(kind, frozenset()) for kind in kinds))
    return common


def is_preposition(word: Word) -> bool:
    """Return whether a word is a preposition, or an article that contains one, as in `zum`."""
    return "prepositions" in word.classes


def place_after(words: Sequence[Word], index: int, skipped: frozenset[str]) -> int | None:
    """Return the place of the next word that is not skipped."""
    for following in range(index + 1, len(words)):
        if words[following].text.lower() not in skipped:
            return following
    return None


def beginning_of(words: Sequence[Word], index: int) -> int:
    """Return the place where a noun's phrase begins: its first determiner or adjective."""
    while index and words[index - 1].classes.keys() & {"determiners", "adjectives"}:
        index -= 1
    return index


def is_subject(words: Sequence[Word], index: int, agreement: Agreement) -> bool:
    """Return whether the phrase ending here begins a sentence, possibly after `only` or `all`.

    Excluded are phrases with two articles, such as `one of the cards`, those whose case, such as a
    dative, agrees with no verb, and those whose article contains a preposition.
    """
    begin = beginning_of(words, index)
    articles = sum("determiners" in word.classes for word in words[begin:index])
    before = begin
    while before and words[before - 1].text.lower() in agreement.skipped:
        before -= 1
    last = words[before - 1].text if before else ""
    is_first = not last or last in ENDS or last.lower() in agreement.opening
    contracted = any(map(is_preposition, words[begin:index]))
    return (
        is_first
        and not contracted
        and articles < PAIR
        and _may_have_a_verb(words, index, agreement)
    )


def _may_have_a_verb(words: Sequence[Word], index: int, agreement: Agreement) -> bool:
    verbs = {one for name in agreement.kinds.get("verbs", {}) for one in name.split()}
    if not verbs or "nouns" not in words[index].classes:
        return True
    return bool(common_classes(phrase_to(words, index)) & verbs)


def agree(
    first: Mapping[str, frozenset[str]],
    second: Mapping[str, frozenset[str]],
    pairs: frozenset[tuple[str, str]],
) -> bool:
    """Return whether words share a class as neighbours of any kind, or need not."""
    common = [
        bool(first[one] & second[other])
        for one, other in product(first, second)
        if (one, other) in pairs
    ]
    return any(common) or not common
