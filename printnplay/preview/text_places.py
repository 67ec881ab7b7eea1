"""Where a text is printed, in words that people know, and which other texts say the same."""

from collections.abc import Mapping
from typing import Any

from printnplay.game.game import Game
from printnplay.game.rulebook import every_block
from printnplay.game.texts import Texts
from printnplay.kernel.messages import translated
from printnplay.preview.live import LiveGame
from printnplay.translation.usage import IN_BOOKLET

AT_A_GLANCE = "Rules at a glance"

LONGEST_TITLE = 60
"""The letters of the longest text that may be a title or a name, which others repeat. A guess."""

NAMES = ("name", "title")
"""The last parts of the keys of a card's title."""

OF_PARTS = {"sheets": "Title of a group", "boards": "Title of a board", "boxes": "Title of a box"}


def where_of(live: LiveGame, language: str, key: str) -> str:
    """Return where a text is printed; its key if that is not known.

    The words are the title of the card and the name of the text, or the heading of the section and
    the kind of block.
    """
    loaded = live.loaded
    if loaded is None or language not in loaded.texts:
        return key
    first, _, rest = key.partition(".")
    texts = loaded.texts[language]
    if first == "cards" and rest:
        card, _, name = rest.partition(".")
        titles = (_said(texts, f"cards.{card}.{one}") for one in NAMES)
        return f"{next(filter(None, titles), card)}: {name}"
    if first == "cover":
        return f"Cover: {rest}"
    return OF_PARTS.get(first) or _in_rulebook(loaded.game, texts, key) or key


def _in_rulebook(game: Game, texts: Texts, key: str) -> str:
    if key in game.outline.summary:
        return AT_A_GLANCE
    for section in game.outline.sections:
        if section.title == key:
            return "Heading of a section"
        for block in every_block(section.blocks):
            if key in (*block.keys, *block.unprinted):
                place = translated(IN_BOOKLET[type(block)])
                return f"{_said(texts, section.title) or section.id}: {place}"
    return ""


def _said(texts: Texts, key: str) -> str:
    """Return a title; none that needs the glossary or the fields of a card."""
    text = texts.entries.get(key)
    return text.plain if text and "{" not in text.plain else ""


def others_saying(
    live: LiveGame, language: str, key: str, words: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the other texts of a language with these words, if they may be a title or a name."""
    said = words.get("other", "").strip()
    loaded = live.loaded
    if loaded is None or language not in loaded.texts or not 0 < len(said) <= LONGEST_TITLE:
        return []
    return [
        {"key": other, "where": where_of(live, language, other)}
        for other, text in loaded.texts[language].entries.items()
        if other != key and text.plain.strip() == said and text.subject.game == live.game_id
    ]
