"""The order of words in an alphabet of a language."""

import pytest

from printnplay.kernel.collation import sort_key


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Äpfel Arm arm Strasse Straße Zug"),
        ("es", "niño nuez nz ñu ola"),
        ("cs", "cena cihla čaj hora chata ihned"),
        ("pl", "lody łódź mama ogon ósmy ziemia źle żaba"),
        ("da", "abe zebra ære øl åben"),
        ("sv", "arm zon ål ärm öl"),
        ("et", "saun šokk zoo tuba vein õun"),
        ("hu", "cukor csiga dal dzsem"),
        ("tr", "hava Iğdır ılık iğne"),
        ("ru", "ёлка ель еще игра йод"),
        ("uk", "гора ґава иній інше їжак йод яма"),
        ("fr", "cote coté côte côté élan zèbre"),
        ("en", "deck deck-box decks draw draws pile"),
    ],
)
def test_words_are_in_the_order_of_their_language(language: str, words: str) -> None:
    given = words.split()
    backwards = [*given[1:], given[0]]
    assert sorted(backwards, key=lambda word: sort_key(word, language)) == given
