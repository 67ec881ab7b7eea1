"""Checks of a language as a whole: the right one, one way of address, words that agree."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.languages import Address, Usage
from printnplay.proofreading.passages import UNSEEN, Passage, term_and_form
from printnplay.proofreading.review import Review
from printnplay.proofreading.sentences import sentences

FEWEST_WORDS = 8
"""The words from which a text can be told by them: fewer have too few small words. A guess."""

SHORTEST_SENTENCE = 4
"""The words from which a single sentence can be told, by signs of which none is against it. A
guess."""

SIGNS_OF_A_SENTENCE = 3
"""The small words of the other language that a single sentence must have: one more than a text
(`FEWEST_SIGNS`), since it is shorter."""

FEWEST_SIGNS = 2
"""The small words that the other language has and its own has not: one may be a name or a
quotation."""

LEAST_SHARE = 0.12
"""The share of all words that these must be: one of eight. A guess: names and quotations are
fewer."""

CERTAINTY = 3
"""The multiple of such words to those of its own language that the other lacks. A guess."""

_PLAIN_WORD = re.compile(r"(?<!\w)[^\W\d_]+")


def check_language(review: Review) -> Iterator[Diagnostic]:
    """Report a text whose small words are those of another language."""
    profiles = {name: usage.words for name, usage in review.known.usages.items() if usage.words}
    for passage in review.passages:
        if passage.language not in profiles:
            continue
        words = _own_words(passage)
        other = _other([word for word, _ in words], passage.language, profiles)
        if other is not None:
            yield passage.fault(
                codes.WRONG_LANGUAGE,
                f"`{passage.key}` seems to be in `{other}`, not in `{passage.language}`",
                f"expected a text in `{passage.language}`",
                "translate it, or move it to the file where it belongs",
            )
            continue
        original = review.originals.get((passage.key, passage.form))
        left = set(_said(original)) if original and original is not passage else set()
        for sentence in sentences(passage.reading):
            inside = [word for word, at in words if sentence.start <= at < sentence.end]
            other = _other_of_sentence(inside, passage.language, profiles)
            if left and _is_left(passage.reading[sentence.start : sentence.end].strip(), left):
                other = review.reference
            if other is not None:
                yield passage.fault(
                    codes.WRONG_LANGUAGE,
                    f"a sentence of `{passage.key}` seems to be in `{other}`,"
                    f" not in `{passage.language}`",
                    f"expected a sentence in `{passage.language}`",
                    "translate it",
                    passage.place(sentence.start, sentence.end),
                )


def _said(passage: Passage) -> Iterator[str]:
    """The sentences of a passage."""
    for sentence in sentences(passage.reading):
        yield passage.reading[sentence.start : sentence.end].strip()


def _is_left(sentence: str, original: Collection[str]) -> bool:
    """Whether a sentence is as the original has it, and more than names."""
    words = [word for word in _PLAIN_WORD.findall(sentence) if word.islower()]
    return len(words) >= SHORTEST_SENTENCE and sentence in original


def _own_words(passage: Passage) -> list[tuple[str, int]]:
    """The words of the text itself and where they begin; no names of players and symbols.

    Nothing of the glossary is among them.
    """
    return [
        (match[0].lower(), match.start())
        for match in _PLAIN_WORD.finditer(passage.reading)
        if not (passage.has_placeholders and passage.is_filled_in(*match.span()))
        and not (len(match[0]) == 1 and match[0].isupper())
    ]


def _other_of_sentence(
    words: Sequence[str], language: str, profiles: Mapping[str, frozenset[str]]
) -> str | None:
    """The other language of a sentence that has small words of it, and none of its own."""
    if len(words) < SHORTEST_SENTENCE:
        return None
    own = profiles[language]
    for name, known in profiles.items():
        signs = sum(word in known and word not in own for word in words)
        against = any(word in own and word not in known for word in words)
        if name != language and signs >= SIGNS_OF_A_SENTENCE and not against:
            return name
    return None


def _other(
    words: Iterable[str], language: str, profiles: Mapping[str, frozenset[str]]
) -> str | None:
    """The other language that the words are of, if they are."""
    words = list(words)
    if len(words) < FEWEST_WORDS:
        return None
    own = profiles[language]
    signs = {
        name: sum(word in known and word not in own for word in words)
        for name, known in profiles.items()
        if name != language
    }
    best = max(signs, key=lambda name: signs[name], default=None)
    if best is None or signs[best] < max(FEWEST_SIGNS, LEAST_SHARE * len(words)):
        return None
    against = sum(word in own and word not in profiles[best] for word in words)
    return best if signs[best] > CERTAINTY * against else None


_AFTER_COLON = re.compile(r"[:–—]\s+[«“„¿¡]?\s?")
_OPENING = "*_«“„‘‚¿¡(—– \u00a0\u202f"


def check_address(review: Review) -> Iterator[Diagnostic]:
    """Report a word that speaks to readers in another way than the language's texts do."""
    beginnings = {
        language: frozenset(_beginnings(passages))
        for language, passages in review.by_language.items()
        if any(way.endings for way in review.usage(language).other_addresses)
    }
    for language, passages in review.by_language.items():
        usage, first = review.usage(language), beginnings.get(language, frozenset())
        for way in usage.other_addresses:
            found = [
                (passage, match)
                for passage in passages
                for match in (
                    *_addressing(passage, way, usage),
                    *(_of_verbs(passage, way, first, usage) if way.endings else ()),
                )
                if not any(one.start() < match.start() < one.end() for one in _spoken(passage))
            ]
            if len({passage.key for passage, _ in found}) > MOST_SLIPS * len(passages):
                continue  # the way of this game
            for passage, match in found:
                yield passage.fault(
                    codes.WRONG_ADDRESS,
                    f"`{match[0]}` says {way.name}, other texts say {usage.used_address}",
                    f"expected readers to be addressed with {usage.used_address}",
                    "address readers as the other texts do",
                    passage.place(*match.span()),
                )


MOST_SLIPS = 0.25
"""The part of a language's texts that speak to readers in a way by mistake; more do so on purpose:
rules in another way name readers in about half of their texts."""


def _beginnings(passages: Iterable[Passage]) -> Iterator[str]:
    """The words that sentences begin with, and those after colons, in small letters."""
    for passage in passages:
        for start in _starts(passage):
            match = _PLAIN_WORD.match(passage.reading, start)
            if match:
                yield match[0].lower()


def _starts(passage: Passage) -> set[int]:
    """Where sentences begin, and what comes after colons."""
    starts = {_first_letter(passage.reading, one.start) for one in sentences(passage.reading)}
    return starts | {match.end() for match in _AFTER_COLON.finditer(passage.reading)}


def _of_verbs(
    passage: Passage, way: Address, beginnings: Collection[str], usage: Usage
) -> Iterator[re.Match[str]]:
    """The verbs at the beginning of a sentence that have an ending of this way of speaking.

    Another sentence begins with the verb as it should be. After an ending of a letter or two, which
    other words have too, comes an article or a number, after a longer one any small word.
    """
    for start in sorted(_starts(passage)):
        match = _PLAIN_WORD.match(passage.reading, start)
        if match is None or match[0].lower() in usage.words or match[0] in way.first:
            continue
        following = _PLAIN_WORD.match(passage.reading, match.end() + 1)
        after = following[0].lower() if following else passage.reading[match.end() + 1 :][:1]
        is_plain = after == UNSEEN or after in usage.agreement.articles
        for ending, other in way.endings.items():
            stem = match[0].lower().removesuffix(ending)
            is_verb = is_plain or (len(ending) >= LONG_ENDING and after in usage.words)
            if len(stem) < len(match[0]) and is_verb and stem + other in beginnings:
                yield match
                break


LONG_ENDING = 3
"""The letters of an ending that hardly any other words have. A guess."""


_SPEECH = re.compile("„[^“”]*[“”]|“[^”]*”|«[^»]*»|»[^«]*«")


def _spoken(passage: Passage) -> Iterator[re.Match[str]]:
    """What somebody says in a passage, not to its readers."""
    return _SPEECH.finditer(passage.reading)


def _addressing(passage: Passage, way: Address, usage: Usage) -> Iterator[re.Match[str]]:
    """The words of a passage that speak to readers in this way; not `pani` before a name."""
    firsts = _starts(passage)
    for match in _PLAIN_WORD.finditer(passage.reading):
        begins = match.start() in firsts
        addresses = (
            match[0] in way.first or match[0].lower() in way.words
            if begins
            else match[0] in way.words
        )
        after = passage.reading[match.end() : match.end() + 2].strip()
        is_of_a_name = after.isupper() and not usage.agreement.capitals
        if addresses and not (is_of_a_name or passage.is_filled_in(*match.span())):
            yield match


def _first_letter(reading: str, start: int) -> int:
    while start < len(reading) and reading[start] in _OPENING:
        start += 1
    return start


_THING = r"(\{[^{}]+\}|\b[A-Z]\b)"
_JOINED = re.compile(rf"(?={_THING}[ \u00a0]([^\W\d_]+)[ \u00a0]{_THING})")


def check_joining(review: Review) -> Iterator[Diagnostic]:
    """Report the `and` of another language: `{a} en {b}` for `{a} and {b}`."""
    for passage, original in review.translated():
        joining = review.usage(passage.language).joining
        wanted = _joints(original, review.usage(original.language).joining) if joining else ()
        for match in _JOINED.finditer(passage.text) if wanted else ():
            pair = (_thing(match[1]), _thing(match[3]))
            if pair in wanted and match[2].lower() not in joining:
                words = ", ".join(f"`{word}`" for word in sorted(joining))
                yield passage.fault(
                    codes.FOREIGN_JOINING_WORD,
                    f"`{match[2]}` does not join words in `{passage.language}`, in `{passage.key}`",
                    f"expected one of {words}",
                    "it may be a word of another language",
                    passage.typed_place(*match.span(2)),
                    notes=original.as_original,
                )


def _joints(model: Passage, joining: frozenset[str]) -> set[tuple[str, str]]:
    return {
        (_thing(match[1]), _thing(match[3]))
        for match in _JOINED.finditer(model.text)
        if match[2].lower() in joining
    }


def _thing(word: str) -> str:
    """A placeholder whatever the form of its term; other words as they are."""
    named = term_and_form(word[1:-1]) if word.startswith("{") else None
    return named[0] if named else word
