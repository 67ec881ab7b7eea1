"""Columns of card tables that nothing uses, although their headings look as if they were wanted."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from msgspec import Struct, field

from printnplay.files.door import ReadError, read_text
from printnplay.game.game import Card, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems

ALIKE = 0.75
"""Of 1, how much alike two headings are that may be the same: `cots` and `cost` are this much."""

ALIKE_COPIES = 0.7
"""The same of a column of small numbers and `copies`, of which `copys` is 0.73."""

COUNTING = frozenset(
    {
        *("amount", "num", "number", "no", "nr", "n", "x", "times", "many", "pcs", "pieces"),
        *("repeat", "duplicates", "duplication", "copy"),
        *(
            "anzahl",
            "kartenzahl",
            "menge",
            "stuck",
            "stuckzahl",
            "exemplare",
            "exemplaires",
            "nombre",
            "quantite",
        ),
        *("cantidad", "copias", "numero", "copie", "quantita", "ilosc", "sztuk", "kopie"),
    }
)
"""Words of headings that other programs, or people in other languages, count copies by."""

LANGUAGES = re.compile(
    "ar|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|it|ja|ko|lt|lv|nb|nl|pl|pt|ro|ru|sk|sl|sv|tr|uk|zh"
)
"""Codes that headings such as `rule_de` end with. `id`, `is` and `no` are words as well."""

_TEXTS = ("name", "rule")
"""Columns that are texts unless a family lists others."""

_LARGEST = 4 << 20
"""The bytes of a source that is searched for the names of columns: half of what a table may have
(`MAX_BYTES` in `tables/reading.py`). A guess."""

_TEXT = re.compile(r"~ *[\"']\.(\w+)[\"']")
"""The texts of cards that a template asks for: `t("cards." ~ card.id ~ ".rule")`."""
_NEEDED = re.compile(r"~ *[\"']\.(\w+)[\"'] *\)")
"""Those that are not `optional`."""
_NAMES = {
    ".j2": re.compile(r"(?:\.|[\"'](?=\w+[\"']))(\w+)"),
    ".yaml": re.compile(r"\w+"),
    ".py": re.compile(r"\w+"),
}
"""Whatever may name a column in a file: attributes and quoted names, keys and values."""
_COMMENTS = {
    ".j2": re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL),
    ".yaml": re.compile("(?m)(^| )#.*$"),
    ".py": re.compile("(?m)(^| )#.*$"),
}
_DRAWN = re.compile(r"\bcard(?:\.|\[[\"'])(\w+)")
"""A field that a template asks of a card."""
_IN_IDS = re.compile(r"\{(\w+)\}")
"""A column that ids are made of; what else cards.yaml names are the columns themselves."""
_QUOTED = re.compile(r"\{field\.(\w+)")
"""A field that a text of `locales/` quotes."""
_ANY = re.compile(r"\bcard\[ *[^\"' ]|\bcard\.items\(|\bin card\b|\bcard\.values\(")
"""A template that goes through all fields uses all columns."""


def check_columns(game: Game, files: Iterable[Path], problems: Problems) -> None:
    """Warn of columns that nothing uses, and that are called nearly like one that is missing.

    Fields that have no default are not looked for: a template that asks for one fails without it.
    A column of numbers that nothing uses may be meant for the copies, where no column counts these.

    Args:
        game: with its cards.
        files: all that may name a column: templates, the game's files and its texts.
        problems: takes the warnings.
    """
    tables: dict[int, list[Card]] = {}
    for card in game.cards:
        if card.headings:
            tables.setdefault(id(card.headings), []).append(card)
    if not tables:
        return
    names = _names_in(files)
    if names is None:
        return
    for cards in tables.values():
        _check(cards, names, problems)


class _Names(Struct):
    """What files may name, that of templates only, and texts that templates ask for or need."""

    used: set[str] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)


def _check(cards: Sequence[Card], names: _Names, problems: Problems) -> None:
    texts, first = names.texts, cards[0]
    plain = {name.partition("@")[0] for name in first.headings}
    fixed = {name for card in cards for name in card.fields}
    wanted = (fixed | texts | {*_TEXTS}) - plain
    # Rulebooks name cards, also where their templates do not.
    lost = sorted(((names.needed & {*_TEXTS}) | (texts & {"name"})) - plain)
    _check_defaults(first, names, plain, problems)
    for name, place in first.headings.items():
        typed = first.typed.get(name, name)
        if language := _language_of(name, texts | {*_TEXTS}):
            text, meant = name.removesuffix(f"_{language}"), f"@{language}"
            problems.warning(
                codes.UNUSED_COLUMN,
                f"the column `{typed}` is a field, not the text `{text}` in a language",
                place,
                "expected the language after `@`",
                f"write `{text}{meant}` if it is that text",
            )
            continue
        # `rules` stands in game.yaml too: what counts there is whether the table lacks a text.
        near = _nearest(name, wanted)
        is_used = name in (names.drawn if lost or near in texts else names.used)
        if "@" in name or is_used or name not in fixed:
            continue
        values = [card.fields[name] for card in cards]
        is_counting = "copies" not in plain and _is_numeric(values)
        if (
            not near
            and is_counting
            and SequenceMatcher(None, name, "copies").ratio() >= ALIKE_COPIES
        ):
            near = "copies"
        if near:
            problems.warning(
                codes.UNUSED_COLUMN,
                f"unused column `{typed}`",
                place,
                f"the table has no column `{near}`",
                f"did you mean `{near}`?",
            )
        elif lost and _is_text(values):
            problems.warning(
                codes.UNUSED_COLUMN,
                f"unused column `{typed}`",
                place,
                f"templates use `{lost[0]}`, which the table lacks",
                f"rename it `{lost[0]}` if it is that text",
            )
        elif is_counting and not COUNTING.isdisjoint(name.split("_")):
            problems.warning(
                codes.UNUSED_COLUMN,
                f"unused column `{typed}`: the family sets the number of copies",
                place,
                "a column of whole numbers",
                "name it `copies` if it counts the cards, or remove it",
            )


def _check_defaults(card: Card, names: _Names, plain: set[str], problems: Problems) -> None:
    """Warn of a field of the family that nothing uses, and that is called nearly like a column."""
    for name in card.fields.keys() - plain - names.used:
        near = _nearest(name, plain)
        if near and name in card.places:
            problems.warning(
                codes.UNUSED_COLUMN,
                f"unused field `{name}`",
                card.places[name],
                "no template uses it, and the table has no such column",
                f"did you mean `{near}`?",
            )


def _is_text(values: Sequence[str]) -> bool:
    """Whether a column has words that differ from card to card, as names and rules do."""
    filled = [*filter(None, values)]
    letters = all(re.search(r"[^\W\d_]{2}", value) for value in filled)
    return bool(filled) and letters and len({*filled}) > len(filled) / 2


def _is_numeric(values: Sequence[str]) -> bool:
    """Whether a column has small numbers only, as the copies are."""
    filled = [*filter(None, values)]
    return bool(filled) and all(re.fullmatch("[0-9]{1,3}", value) for value in filled)


def _language_of(name: str, texts: Iterable[str]) -> str:
    """The language that a heading of a text ends with, as in `rule_de`; nothing if it has none."""
    text, _, language = name.rpartition("_")
    return language if text in texts and LANGUAGES.fullmatch(language) else ""


def _nearest(name: str, wanted: Iterable[str]) -> str:
    alike = {one: SequenceMatcher(None, name, one).ratio() for one in sorted(wanted)}
    near = max(alike, key=alike.__getitem__, default="")
    return near if near and alike[near] >= ALIKE else ""


def _names_in(files: Iterable[Path]) -> _Names | None:
    """What files may name; None if that is every column."""
    found = _Names()
    for file in files:
        # `locales/<language>/<game>.yaml`, wherever the project lies.
        pattern = _QUOTED if file.parts[-3:-2] == ("locales",) else _NAMES.get(file.suffix)
        if pattern is None:
            continue
        if file.name == "cards.yaml":
            pattern = _IN_IDS
        try:
            text = read_text(file, _LARGEST)
        except ReadError:
            continue  # whoever needs it reports it
        named = pattern.findall(_COMMENTS[file.suffix].sub("", text))
        found.used.update(named)
        if file.suffix == ".j2":
            if _ANY.search(text):
                return None
            found.drawn.update(_DRAWN.findall(text))
            found.texts.update(_TEXT.findall(text))
            found.needed.update(_NEEDED.findall(text))
    return found
