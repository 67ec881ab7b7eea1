"""Words of the rules on pages: parts of a table and moves, in the language of an edition."""

import re

from printnplay.edition.edition import Edition
from printnplay.game.site import PLAYED
from printnplay.text.credits import escaped
from printnplay.text.markup import plain


def said(edition: Edition, name: str, **values: str) -> str:
    """Return a text of pages on which games are played."""
    filled = {key: escaped(value) for key, value in values.items()}
    return plain(edition.typesetter.inlines(PLAYED + name, **filled))


def own_word(edition: Edition, kind: str, word: str, **values: str) -> str:
    """Return the text of the game for a word of the rules, or the usual one, or nothing."""
    for name in (f"{kind}.{word}", f"usual.{kind}.{word}"):
        if f"{PLAYED}{name}" in edition.texts.entries:
            return said(edition, name, **values)
    return ""


def term(edition: Edition, word: str) -> str:
    """Return the term of the glossary whose id is a word, also in the plural, or the word."""
    terms, language = edition.loaded.glossary.terms, edition.language
    for name in (word, word.removesuffix("s")):
        if language in terms.get(name, {}):
            return terms[name][language].forms["name"]
    return re.sub(r"(?<=\w)[-_](?=\w)", " ", word)
