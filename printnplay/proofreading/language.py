"""Check a language as a whole: the right language, one form of address, the right conjunctions."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.languages import Address, Usage
from printnplay.proofreading.passages import UNSEEN, Passage, term_and_form
from printnplay.proofreading.review import Review
from printnplay.proofreading.sentences import sentences

FEWEST_WORDS = 8
"""The minimum number of words to identify a text's language: shorter texts have too few small
words. A guess.
"""

SHORTEST_SENTENCE = 4
"""The minimum number of words to identify the language of a single sentence, if no sign
contradicts. A guess.
"""

SIGNS_OF_A_SENTENCE = 3
"""The number of small words of the other language that a single sentence must have: one more than a
text (`FEWEST_SIGNS`), since it is shorter.
"""

FEWEST_SIGNS = 2
"""The number of small words that only the other language has: a single one may be a name or a
quotation.
"""

LEAST_SHARE = 0.12
"""The minimum share of such words among all words: one in eight. A guess: names and quotations are
fewer.
"""

CERTAINTY = 3
"""The minimum ratio of such words to words that only the text's own language has. A guess."""

_PLAIN_WORD = re.compile(r"(?<!\w)[^\W\d_]+")


def check_language(review: Review) -> Iterator[Diagnostic]:
    """Report texts whose small words belong to another language."""
    profiles = {name: usage.words for name in review.texts if (usage := review.usage(name)).words}
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
    """Yield the sentences of a passage."""
    for sentence in sentences(passage.reading):
        yield passage.reading[sentence.start : sentence.end].strip()


def _is_left(sentence: str, original: Collection[str]) -> bool:
    """Return whether a sentence is copied from the original and has more than names."""
    words = [word for word in _PLAIN_WORD.findall(sentence) if word.islower()]
    return len(words) >= SHORTEST_SENTENCE and sentence in original


def _own_words(passage: Passage) -> list[tuple[str, int]]:
    """Return the words typed in the text and their places, without symbols and players' names.

    Words from the glossary are left out.
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
    """Return the other language of a sentence with small words of it and none of its own."""
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
    """Return the other language that the words belong to, if any."""
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
    """Report words that address readers differently from the other texts of the language."""
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
                continue  # this game's own form of address
            for passage, match in found:
                yield passage.fault(
                    codes.WRONG_ADDRESS,
                    f"`{match[0]}` says {way.name}, other texts say {usage.used_address}",
                    f"expected readers to be addressed with {usage.used_address}",
                    "address readers as the other texts do",
                    passage.place(*match.span()),
                )


MOST_SLIPS = 0.25
"""The maximum share of a language's texts with a different form of address by mistake; above it,
the form is deliberate: rules with another form of address use it in about half of their texts.
"""


def _beginnings(passages: Iterable[Passage]) -> Iterator[str]:
    """Yield the words that begin sentences or follow colons, in lower case."""
    for passage in passages:
        for start in _starts(passage):
            match = _PLAIN_WORD.match(passage.reading, start)
            if match:
                yield match[0].lower()


def _starts(passage: Passage) -> set[int]:
    """Return the places where sentences begin, and those after colons."""
    starts = {_first_letter(passage.reading, one.start) for one in sentences(passage.reading)}
    return starts | {match.end() for match in _AFTER_COLON.finditer(passage.reading)}


def _of_verbs(
    passage: Passage, way: Address, beginnings: Collection[str], usage: Usage
) -> Iterator[re.Match[str]]:
    """Yield verbs at the start of a sentence with an ending of this form of address.

    Another sentence must begin with the verb in its expected form. An ending of one or two letters,
    which other words have too, must be followed by an article or a number, a longer one by any
    small word.
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
"""The minimum length of an ending that hardly any other words have, in letters. A guess."""


_SPEECH = re.compile("„[^“”]*[“”]|“[^”]*”|«[^»]*»|»[^«]*«")


def _spoken(passage: Passage) -> Iterator[re.Match[str]]:
    """Yield the direct speech in a passage, which does not address its readers."""
    return _SPEECH.finditer(passage.reading)


def _addressing(passage: Passage, way: Address, usage: Usage) -> Iterator[re.Match[str]]:
    """Yield the words that address readers in this way; not `pani` before a name."""
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
    """Report conjunctions of another language: `{a} en {b}` for `{a} and {b}`."""
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
    """Return the term of a placeholder without its form; other words unchanged."""
    named = term_and_form(word[1:-1]) if word.startswith("{") else None
    return named[0] if named else word
