"""Scripts without spaces between words, and scripts that cannot be typeset.

Chinese and Japanese break between most characters, but not before a closing mark or a small letter
(kinsoku); Thai, Lao, Khmer and Burmese break between words, which requires a dictionary. ICU
supports both, following Unicode Standard Annex 14. Without it, Chinese and Japanese break by the
same rule for marks, and phrases are guessed. Korean breaks at its spaces.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import accumulate
from unicodedata import category

from printnplay.text.font_file import UNDRAWN

LETTER = (
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u2e80-\u312f\u3190-\ua4cf"
    "\ua9e0-\ua9ff\uaa60-\uaadf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)
"""Letters and marks of such scripts: of Thailand and its neighbours, Tibet, China and Japan."""


def has_unspaced(text: str) -> bool:
    """Return whether a text has letters of scripts without spaces between words."""
    # Compiling the large pattern takes milliseconds, so dashes and quotes alone do not trigger it.
    return (
        not text.isascii()
        and any("\u0e00" <= sign < "\u2000" or sign >= "\u2e80" for sign in {*text})
        and _unspaced().search(text) is not None
    )


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(LETTER)


@cache
def _beside() -> re.Pattern[str]:
    """Return a pattern for places beside such letters, the only ones where these breaks apply."""
    return re.compile(f"(?={LETTER})|(?<={LETTER})")


WORDS = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]"
)
"""Those that break between words, which only a dictionary knows."""

NO_START = (
    "、。，．・：；？！）］｝」』】〕〉》’”％ー々ゝゞヽヾ〜～…‥,.:;!?)]}%»"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
"""Marks and small letters that begin no line (JIS X 4051), and those of other scripts."""

NO_END = "（［｛「『【〔〈《‘“([{«"
"""Marks that end no line."""

HIRAGANA, LAST = "[ぁ-ん]", "[ぁ-ん、。，．：；？！）」』】〕〉》]"
"""The letters that most phrases of Japanese go on with, and those that they end with."""

DICTIONARY_LANGUAGES = frozenset({"th", "lo", "km", "my", "shn", "mnw", "bo", "dz"})
UNSPACED_LANGUAGES = DICTIONARY_LANGUAGES | {"zh", "yue", "ja"}
NO_LIBRARY = "its lines are broken by ICU: install it with `pip install 'printnplay[scripts]'`"

COLUMNS = re.compile("[\u1800-\u18af\ua840-\ua87f\U00011660-\U0001167f]")
"""Mongolian and Phags-pa, which are written in columns."""

COLUMN_SCRIPTS = frozenset({"Mong", "Phag"})
NO_COLUMNS = (
    "it is written in columns, which printnplay cannot typeset; use another script of the language"
)


def breaks_known() -> bool:
    """Return whether the library for line breaks (icu4py) is installed."""
    return find_spec("icu4py") is not None


def why_not(text: str) -> str:
    """Return why a text cannot be typeset; empty if it can."""
    if text.isascii():
        return ""
    if COLUMNS.search(text):
        return NO_COLUMNS
    return NO_LIBRARY if WORDS.search(text) and not breaks_known() else ""


def why_not_language(language: str) -> str:
    """Return why texts of a language cannot be typeset; empty if they can.

    >>> why_not_language("mn"), why_not_language("mn-Mong")[:28]
    ('', 'it is written in columns, wh')
    """
    base, *subtags = language.split("-")
    if not COLUMN_SCRIPTS.isdisjoint(subtags) or base == "mnc":
        return NO_COLUMNS
    return NO_LIBRARY if base in DICTIONARY_LANGUAGES and not breaks_known() else ""


@lru_cache(maxsize=1024)
def breaks(text: str, language: str) -> Mapping[int, bool]:
    """Return the line breaks of a text beside letters of scripts without spaces.

    The value is true between phrases, where lines end better; only Japanese has other breaks.

    >>> breaks("「ツー」3枚の札。", "ja")
    {4: True, 5: False, 6: False, 7: True}
    """
    if not has_unspaced(text):
        return {}
    beside = {match.start() for match in _beside().finditer(text)} - {0, len(text)}
    if not breaks_known():
        return {} if WORDS.search(text) else _guessed(text, sorted(beside), language)
    places = _ends(text, f"{language}-u-lb-strict") & beside
    phrases = _ends(text, "ja-u-lb-strict-lw-phrase") if language == "ja" else places
    return {place: place in phrases for place in sorted(places)}


def _guessed(text: str, beside: Sequence[int], language: str) -> Mapping[int, bool]:
    """Return the line breaks of Chinese or Japanese by its marks alone.

    In Japanese, a phrase is taken to begin with a letter other than hiragana, after one of hiragana
    or a mark.
    """
    phrase = re.compile(f"(?<={LAST})(?!{HIRAGANA})" if language == "ja" else "")
    places = [
        place
        for place in beside
        if text[place] not in NO_START and text[place - 1] not in NO_END
        if not (text[place].isspace() or text[place - 1] in "\u00a0\u202f")
    ]
    return {place: phrase.match(text, place) is not None for place in places}


_REPEATED = re.compile(" (?=[\u0e46\u0ec6\u17d7])")
"""The space before a mark that repeats a word: Thai ๆ, Lao ໆ, Khmer ៗ, which begin no line."""


def tied(text: str) -> str:
    r"""Return a text of the same length with no-break spaces where its script requires them.

    >>> tied("ช้า ๆ นะ") == "ช้า\u00a0ๆ นะ"
    True
    """
    return text if text.isascii() else _REPEATED.sub("\u00a0", text)


_PREFIXES = frozenset({"การ", "ความ", "นัก", "ผู้"})
"""Thai syllables that make nouns of the words after them (ผู้เล่น, a player), which ICU divides."""


def _ends(text: str, locale: str) -> set[int]:
    from icu4py.breakers import LineBreaker

    pieces = list(LineBreaker(text, locale))
    ends = accumulate(map(len, pieces))
    return {end for end, piece in zip(ends, pieces, strict=True) if piece not in _PREFIXES}


JOINER = "\u200d"


def clusters(text: str) -> list[str]:
    """Return the letters of a text, each with its accents and joiners.

    >>> clusters("e\u0301a")
    ['e\u0301', 'a']
    """
    letters: list[str] = []
    for mark in text:
        joined = letters and (category(mark).startswith("M") or mark in UNDRAWN)
        if letters and (joined or letters[-1].endswith(JOINER)):
            letters[-1] += mark
        else:
            letters.append(mark)
    return letters
