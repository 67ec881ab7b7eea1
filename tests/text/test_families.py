"""In which family the texts of a language are set, with the fonts that ship."""

import pytest
from msgspec.structs import replace

from printnplay.kernel.diagnostics import Span
from printnplay.scene.style import Style, TextStyle
from printnplay.text.families import Vocabulary, families_used, suited
from printnplay.text.fonts import FontShelf

ENGLISH = ("Goal", "of", "the", "game:", "a", "café", "and", "a", "piñata") * 20
WORDS = {
    "en": ENGLISH,
    "pl": ("Zawartość", "pudełka", "i", "cel", "gry"),
    "cs": ("Příliš", "žluťoučký", "kůň", "úpěl", "ďábelské", "ódy"),
    "ro": ("Scopul", "jocului", "și", "țara"),
    "el": ("Στόχος", "του", "παιχνιδιού"),
    "uk": ("Мета", "гри", "ґанок", "їжак"),
    "kk": ("Ойынның", "мақсаты", "әңгіме"),
    "lv": ("Spēles", "mērķis", "ģimene", "ņirgt"),
}
TITLES = {"en": "Table Round", **dict.fromkeys(WORDS.keys() - {"en"}, "Rounded Mplus 1c")}
BODIES = {
    **dict.fromkeys(WORDS, "Red Hat Display"),
    **dict.fromkeys(("ro", "el", "uk", "kk"), "Noto Sans"),
}


@pytest.fixture
def style(body: TextStyle) -> Style:
    body = replace(body, fallback=("Noto Sans",))
    fallback = ("Rounded Mplus 1c", "Noto Sans")
    title = replace(body, family="Table Round", weight=400, fallback=fallback)
    return Style("x", {}, {"body": body, "title": title}, Span("style.yaml"))


@pytest.mark.parametrize("language", WORDS)
def test_a_language_is_set_throughout_in_the_first_family_that_has_its_letters(
    style: Style, shelf: FontShelf, language: str
) -> None:
    text = suited(style, Vocabulary(WORDS[language]), shelf).text
    assert text["title"].family == TITLES[language]
    assert text["body"].family == BODIES[language]


def test_a_foreign_name_changes_no_other_words(style: Style, shelf: FontShelf) -> None:
    words = Vocabulary((*(f"word{number}" for number in range(60)), "Śmierć"))
    chosen = suited(style, words, shelf)
    assert chosen.text["title"].family == "Table Round"
    used = {"Red Hat Display", "Table Round", "Rounded Mplus 1c"}
    assert families_used(chosen, words, shelf) == used


def test_only_families_that_letters_need_are_used(style: Style, shelf: FontShelf) -> None:
    assert families_used(style, Vocabulary(ENGLISH), shelf) == {"Red Hat Display", "Table Round"}
    words = Vocabulary(WORDS["el"])
    assert families_used(suited(style, words, shelf), words, shelf) == {
        "Noto Sans",
        "Rounded Mplus 1c",
    }
