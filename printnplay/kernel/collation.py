"""Alphabetical order of words in a language.

Accents and case decide only between words that are otherwise the same, as in the root collation of
Unicode (UTS #10), except where a language counts a letter as one of its own. Chinese and Japanese
words are in the order of their character codes.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

AFTER: Mapping[str, str] = {
    "az": "c ç, e ə, g ğ, h x ı, k q, o ö, s ş, u ü",
    "be": "г ґ, е ё, и і й, у ў",
    "ca": "n ñ",
    "cs": "c č, h ch, r ř, s š, z ž",
    "cy": "c ch, d dd, f ff, g ng, l ll, p ph, r rh, t th",
    "da": "z æ ø å aa",
    "eo": "c ĉ, g ĝ, h ĥ, j ĵ, s ŝ, u ŭ",
    "es": "n ñ",
    "et": "s š z ž, w õ ä ö ü",
    "fa": "ب پ, ج چ, ز ژ, ک گ",
    "fi": "z å ä ö",
    "fo": "z æ ø",
    "gl": "n ñ",
    "hr": "c č ć, d dž đ, l lj, n nj, s š, z ž",
    "hu": "c cs, d dz dzs, g gy, l ly, n ny, o ö, s sz, t ty, u ü, z zs",
    "is": "d ð, z þ æ ö",
    "lt": "c č, s š, z ž",
    "lv": "c č, g ģ, k ķ, l ļ, n ņ, r ŗ, s š, z ž",
    "mk": "г ѓ, к ќ",
    "nb": "z æ ø å aa",
    "nn": "z æ ø å aa",
    "no": "z æ ø å aa",
    "pl": "a ą, c ć, e ę, l ł, n ń, o ó, s ś, z ź ż",
    "ro": "a ă â, i î, s ș ş, t ț ţ",
    "ru": "и й",
    "sk": "a ä, c č, h ch, o ô, s š, z ž",
    "sl": "c č ć, d đ, s š, z ž",
    "sq": "c ç, d dh, e ë, g gj, l ll, n nj, r rr, s sh, t th, x xh, z zh",
    "sr": "c č ć, d dž đ, l lj, n nj, s š, z ž",
    "sv": "z å ä ö",
    "tr": "c ç, g ğ, h ı i, o ö, s ş, u ü",
    "uk": "г ґ, е є, и і ї й",
}
"""Letters of their own by language, each group after the letter that precedes them (CLDR)."""

LIKE: Mapping[str, str] = {
    **{"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"},
    **{"ħ": "h", "ə": "e"},
}
"""Letters that Unicode does not decompose, and what they are sorted like elsewhere."""

DOTLESS = frozenset({"az", "tr"})
"""The languages in which `I` is the capital of `ı`."""

SortKey: TypeAlias = tuple[tuple[tuple[str, int], ...], str, str]


def sort_key(text: str, language: str) -> SortKey:
    """Return the key by which a language sorts a text.

    >>> words = ["Zug", "Äpfel", "Ziel", "arm", "Arm"]
    >>> sorted(words, key=lambda word: sort_key(word, "de"))
    ['Äpfel', 'Arm', 'arm', 'Ziel', 'Zug']
    >>> sorted(words, key=lambda word: sort_key(word, "sv"))
    ['Arm', 'arm', 'Ziel', 'Zug', 'Äpfel']
    """
    own = _own_letters(language.partition("-")[0])
    dotless = language.partition("-")[0] in DOTLESS
    plain = text.replace("I", "ı").replace("İ", "i") if dotless else text
    folded = unicodedata.normalize("NFC", plain.casefold()).replace("\u00ad", "")
    longest = max(map(len, own), default=1)
    letters: list[tuple[str, int]] = []
    at = 0
    while at < len(folded):
        length = next((size for size in range(longest, 0, -1) if folded[at : at + size] in own), 0)
        if length:
            letters.append(own[folded[at : at + length]])
        else:
            letters += ((base, 0) for base in _bases(folded[at]))
        at += length or 1
    return tuple(letters), folded, text


def _bases(letter: str) -> str:
    """Return the letters that a letter is sorted like; white space for a sign."""
    like = LIKE.get(letter) or unicodedata.normalize("NFKD", letter)
    bare = "".join(one for one in like if not unicodedata.combining(one))
    return bare if bare.isalnum() else " "


@lru_cache(8)
def _own_letters(language: str) -> Mapping[str, tuple[str, int]]:
    """Return the places of a language's own letters: the one before them, and their number."""
    found: dict[str, tuple[str, int]] = {}
    for group in AFTER.get(language, "").split(", "):
        for number, letter in enumerate(group.split()[1:], start=1):
            found[letter] = (group.split()[0], number)
    return found
