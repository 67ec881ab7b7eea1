"""Columns of card tables that nothing uses, although their headings look as if they were wanted."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from printnplay.files.door import ReadError, read_text
from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.game import Card, Game

ALIKE = 0.75
"""Of 1, how much alike two headings are that may be the same: `cots` and `cost` are this much."""

_COPIES = re.compile("[0-9]{1,2}")
"""A number that may count the copies of a card: years and prices are mostly larger."""

_TEXTS = ("name", "rule")
"""Columns that are texts unless a family lists others."""

_LARGEST = 4 << 20
"""Bytes of a source that is searched for the names of columns."""

_TEXT = re.compile(r"~ *[\"']\.(\w+)[\"']")
"""The texts of cards that a template asks for: `t("cards." ~ card.id ~ ".rule")`."""
_NAMES = {
    ".j2": re.compile(r"[.\"'](\w+)"),
    ".yaml": re.compile(r"\w+"),
    ".py": re.compile(r"\w+"),
}
"""Whatever may name a column in a file: attributes and quoted names, keys and values."""
_QUOTED = re.compile(r"\{field\.(\w+)")
"""A field that a text of `locales/` quotes."""
_LOCALES = "locales"
_ANY = re.compile(r"\bcard\[ *[^\"' ]|\bcard\.items\(|\bin card\b|\bcard\.values\(")
"""A template that goes through all fields uses all columns."""


def check_columns(game: Game, files: Iterable[Path], problems: Problems) -> None:
    """Warn of columns that nothing uses, and that are called nearly like one that is missing.

    Fields that have no default are not looked for: a template that asks for one fails without it.
    A column that nothing uses and that has a small number for every card may be meant for the
    copies, where no column counts these.

    Args:
        game: with its cards.
        files: all that may name a column: templates, the game's files and its texts.
        problems: takes the warnings.
    """
    tables: dict[int, tuple[Mapping[str, Span], list[Card]]] = {}
    for card in game.cards:
        if card.headings:
            tables.setdefault(id(card.headings), (card.headings, []))[1].append(card)
    if not tables:
        return
    used, texts = _names_in(files)
    if used is None:
        return
    for headings, cards in tables.values():
        _check(headings, cards, used, texts, problems)


def _check(
    headings: Mapping[str, Span],
    cards: Sequence[Card],
    used: frozenset[str],
    texts: frozenset[str],
    problems: Problems,
) -> None:
    plain = {name.partition("@")[0] for name in headings}
    fixed = {name for card in cards for name in card.fields}
    wanted = (fixed | texts | {*_TEXTS}) - plain
    for name, place in headings.items():
        if "@" in name or name in used or name not in fixed:
            continue
        values = [card.fields[name] for card in cards]
        if near := _nearest(name, wanted):
            problems.warning(
                codes.UNUSED_COLUMN,
                f"nothing uses the column `{name}`",
                place,
                f"and the table has no column `{near}`",
                f"did you mean `{near}`?",
            )
        elif "copies" not in plain and _may_count(values):
            problems.warning(
                codes.UNUSED_COLUMN,
                f"nothing uses the column `{name}`, so that each card is printed as often as its"
                " family says",
                place,
                "a column of whole numbers",
                "name it `copies` if it is to count the cards, or remove it",
            )


def _may_count(values: Sequence[str]) -> bool:
    """Whether the cells of a column may be copies: small numbers that do not just count up."""
    if not all(map(_COPIES.fullmatch, values)):
        return False
    numbers = [*map(int, values)]
    return max(numbers) > 1 and numbers != list(range(numbers[0], numbers[0] + len(numbers)))


def _nearest(name: str, wanted: Iterable[str]) -> str:
    alike = {one: SequenceMatcher(None, name, one).ratio() for one in sorted(wanted)}
    near = max(alike, key=alike.__getitem__, default="")
    return near if near and alike[near] >= ALIKE else ""


def _names_in(files: Iterable[Path]) -> tuple[frozenset[str] | None, frozenset[str]]:
    """What files may name, None if that is every column, and the texts that templates ask for."""
    used: set[str] = set()
    texts: set[str] = set()
    for file in files:
        names = _QUOTED if _LOCALES in file.parts else _NAMES.get(file.suffix)
        if names is None:
            continue
        try:
            text = read_text(file, _LARGEST)
        except ReadError:
            continue  # whoever needs it reports it
        used.update(names.findall(re.sub(r"(?m)(^| )#.*$", "", text)))
        if file.suffix == ".j2":
            if _ANY.search(text):
                return None, frozenset()
            texts.update(_TEXT.findall(text))
    return frozenset(used), frozenset(texts)
