"""Choose the font families of a language: a style's own, or fallback families with all letters.

A word with one letter in another family looks like a misprint, and so does a page whose headings
switch between families. So a language whose letters a family lacks is set in another one
throughout; fallback of single words is for names from other languages.
"""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from unicodedata import category, name

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.texts import Glossary, Texts
from printnplay.kernel.font_settings import optical, parted, with_settings
from printnplay.kernel.inlines import InlineStyle
from printnplay.kernel.markup import codes_in, without_code
from printnplay.scene.style import Style, TextStyle
from printnplay.text.font_file import DRAWN, FontError
from printnplay.text.fonts import FontShelf

PIXEL = 25_400 / 96
"""A CSS pixel in micrometres: 96 per inch (CSS Values and Units, 5.2)."""

RARE = 0.02
"""The maximum share of words with missing letters for a family to set a language: names from other
languages are fewer. A guess.
"""

PLACEHOLDER = re.compile(r"\{[^{}]*\}")


SYMBOLS = "Table Symbols"
"""The bundled family of symbols (arrows, suits, dice, stars), the last fallback of every style."""


class Vocabulary(Struct, frozen=True, dict=True):
    """The texts and terms of a language."""

    texts: tuple[str, ...]

    @cached_property
    def letters(self) -> str:
        """All letters and marks drawn, without duplicates and spaces."""
        together = "".join(frozenset("".join(self._filled)))
        return "".join(frozenset("".join(together.split()).translate(DRAWN)))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words without duplicates, with the marks beside them."""
        return frozenset(" ".join(self._filled).translate(DRAWN).split())

    @property
    def _filled(self) -> Iterator[str]:
        """The texts without placeholders, whose values are among the texts or are numbers."""
        prose = (without_code(text) for text in self.texts)
        return (PLACEHOLDER.sub(" ", text) if "{" in text else text for text in prose)

    @cached_property
    def has_code(self) -> bool:
        """Whether a text has code."""
        return any(map(codes_in, self.texts))

    def uses(self, inline: InlineStyle) -> bool:
        """Return whether a text has words in an inline style."""
        span = f"]{{{inline.name}}}"
        return (inline.code and self.has_code) or any(span in text for text in self.texts)


def vocabulary_of(texts: Texts, glossary: Glossary) -> Vocabulary:
    """Return the vocabulary of a language: its texts and terms."""
    of_language = (
        term[texts.language] for term in glossary.terms.values() if texts.language in term
    )
    forms = [form for text in texts.entries.values() for form in text.forms.values()]
    return Vocabulary((*forms, *(form for term in of_language for form in term.forms.values())))


def suited(style: Style, vocabulary: Vocabulary, shelf: FontShelf) -> Style:
    """Return the style for a language, with each text style in the first family with all letters.

    If no family has all letters, except in rare words, the style's own family is kept.
    """

    def is_fit(family: str, weight: int) -> bool:
        lacking = frozenset(lacking_in(family, weight, vocabulary.letters, shelf))
        if not lacking:
            return True
        words = vocabulary.words
        return sum(not lacking.isdisjoint(word) for word in words) <= RARE * len(words)

    own = named(style, shelf)
    symbols = (SYMBOLS,) if SYMBOLS in shelf.families else ()
    texts = {name: _suited(text, is_fit, symbols) for name, text in own.text.items()}
    return replace(own, text=texts)


def named(style: Style, shelf: FontShelf) -> Style:
    """Return the style, its families named with only the settings that their fonts have."""
    return replace(style, text={name: _named(text, shelf) for name, text in style.text.items()})


def _named(text: TextStyle, shelf: FontShelf) -> TextStyle:
    """Return a text style whose families are named with only the settings that their fonts have.

    If fonts have optical sizes, that of the style's size is used.
    """
    families = (text.family, *text.fallback)
    size = optical(text.size / PIXEL) if shelf.has_optical_sizes else {}
    names = [with_settings(one, {**size, **parted(one)[1]}) if size else one for one in families]
    family, *fallback = map(shelf.name_of, names)
    return replace(text, family=family, fallback=tuple(dict.fromkeys(fallback)))


def _suited(
    text: TextStyle, is_fit: Callable[[str, int], bool], last: tuple[str, ...]
) -> TextStyle:
    """Return a text style in its first family that is fit, with the others as its fallback."""
    families = (text.family, *text.fallback)
    chosen = next((family for family in families if is_fit(family, text.weight)), text.family)
    others = tuple(family for family in (*families, *last) if family != chosen)
    return replace(text, family=chosen, fallback=others)


def lacking_in(family: str, weight: int, text: str, shelf: FontShelf) -> str:
    """Return the characters of a text that a family lacks; all if there is no such family."""
    try:
        return shelf.missing(text, shelf.face(family, weight))
    except FontError:
        return text


def can_draw(text: str, style: TextStyle, shelf: FontShelf) -> bool:
    """Return whether the families of a text style have glyphs for all letters of a text."""
    text = " ".join(text.split()).translate(DRAWN)
    for family in (style.family, *style.fallback):
        text = lacking_in(family, style.weight, text, shelf)
    return not text


def families_used(style: Style, vocabulary: Vocabulary, shelf: FontShelf) -> frozenset[str]:
    """Return the families that texts are set in, including those for font fallback."""
    letters = vocabulary.letters
    used = set()
    for text in style.text.values():
        lacking = letters
        for family in (text.family, *text.fallback):
            still = lacking_in(family, text.weight, lacking, shelf)
            if family == text.family or len(set(still)) < len(set(lacking)):
                used.add(family)
            lacking = still
    used |= {one.family for one in style.inlines.values() if one.family and vocabulary.uses(one)}
    return frozenset(used)


CJK = {"ja": "Noto Sans JP", "ko": "Noto Sans KR", "zh": "Noto Sans SC"}
SCRIPTS = {
    "CJK": "Noto Sans SC",
    "FULLWIDTH": "Noto Sans SC",
    "IDEOGRAPHIC": "Noto Sans SC",
    "HIRAGANA": "Noto Sans JP",
    "KATAKANA": "Noto Sans JP",
    "HANGUL": "Noto Sans KR",
    "LATIN": "Noto Sans",
    "GREEK": "Noto Sans",
    "CYRILLIC": "Noto Sans",
    # Noto Sans Arabic draws dots separately from letters, which PDF readers take for two words.
    "ARABIC": "Tajawal",
    **{
        script.upper(): f"Noto Sans {script}"
        for script in (
            *("Hebrew", "Thai", "Lao", "Khmer", "Myanmar", "Devanagari", "Bengali"),
            *("Gujarati", "Gurmukhi", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
            *("Armenian", "Georgian", "Ethiopic"),
        )
    },
}
"""Free fonts by script, named by the first word of its characters' Unicode names."""


SIGNS, PICTOGRAMS = "DejaVu Sans", "Noto Emoji"
"""Free fonts with the signs of card texts (arrows, suits, stars, dice, ticks, swords, mathematics),
and with the pictograms introduced as emoji.
"""
FIRST_PICTOGRAM = "\U0001f000"
_SIGNS = frozenset({"Sm", "So", "Sk", "No"})
"""The Unicode categories of signs: mathematics, pictures, marks, circled digits."""


def font_for(missing: str, language: str) -> str:
    """Return a free font with these characters to recommend; empty if none is known.

    >>> font_for("ש", "he"), font_for("猫", "ja"), font_for("→", "en")
    ('Noto Sans Hebrew', 'Noto Sans JP', 'DejaVu Sans')
    """
    if category(missing[0]) in _SIGNS:
        return PICTOGRAMS if missing[0] >= FIRST_PICTOGRAM else SIGNS
    script = name(missing[0], "").split(" ")[0].split("-")[0]
    font = SCRIPTS.get(script, "")
    if font == SCRIPTS["CJK"]:
        return CJK.get(language.split("-")[0], font)
    return font
