"""Report unused columns of card tables whose headings look like misspelt names."""

import re
from collections.abc import Container, Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from msgspec import Struct, field

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read_text
from printnplay.game.game import Card, Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.cards import tables_of

ALIKE = 0.75
"""Similarity, out of 1, from which two headings may be the same: `cots` and `cost` have this
ratio."""

ALIKE_COPIES = 0.7
"""The same threshold between a column of small numbers and `copies`; `copys` has 0.73."""

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
"""Heading words for the number of copies in other programs or other languages."""

LANGUAGES = re.compile(
    "ar|cs|da|de|el|en|es|et|fi|fr|he|hr|hu|it|ja|ko|lt|lv|nb|nl|pl|pt|ro|ru|sk|sl|sv|tr|uk|zh"
)
"""Language codes at the end of headings such as `rule_de`. `id`, `is` and `no` are excluded, since
they are words as well."""

_TEXTS = ("name", "rule")
"""Columns that hold texts unless a family lists others."""

_LARGEST = 4 << 20
"""Size limit, in bytes, of a source file that is searched for column names: half the limit of a
table (`MAX_BYTES` in `tables/reading.py`). A guess."""

_TEXT = re.compile(r"~ *[\"']\.(\w+)[\"']")
"""Match a card text used in a template: `t("cards." ~ card.id ~ ".rule")`."""
_NEEDED = re.compile(r"~ *[\"']\.(\w+)[\"'] *\)")
"""Match a card text that is not `optional`."""
_NAMES = {
    ".j2": re.compile(r"(?:\.|[\"'](?=\w+[\"']))(\w+)"),
    ".yaml": re.compile(r"\w+"),
    ".py": re.compile(r"\w+"),
}
"""Match every possible column name in a file: attributes and quoted names, keys and values."""
_COMMENTS = {
    ".j2": re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL),
    ".yaml": re.compile("(?m)(^| )#.*$"),
    ".py": re.compile("(?m)(^| )#.*$"),
    ".md": re.compile("<!--.*?-->", re.DOTALL),
}
_DRAWN = re.compile(r"\bcard(?:\.|\[[\"'])(\w+)")
"""Match a card field used in a template."""
_IN_IDS = re.compile(r"\{(\w+)\}")
"""Match a column from which ids are built; the other names in cards.yaml define the columns."""
_QUOTED = re.compile(r"\{field\.(\w+)")
"""Match a field quoted in a text of `locales/`."""
_ANY = re.compile(r"\bcard\[ *[^\"' ]|\bcard\.items\(|\bin card\b|\bcard\.values\(")
"""Match a template that iterates over all fields, and so uses all columns."""


def check_columns(
    game: Game, files: Iterable[Path], drawn: Container[Path], problems: Problems
) -> None:
    """Warn of unused columns whose names resemble one that is missing.

    Missing fields without a default are not checked here: a template that uses one fails. An unused
    column of numbers may hold the copies if no other column does.

    Args:
        game: the game with its cards.
        files: every file that may name a column: templates, the game's files and its texts.
        drawn: the templates that the game draws.
        problems: receives the warnings.
    """
    tables: dict[int, list[Card]] = {}
    for card in game.cards:
        if card.headings:
            tables.setdefault(id(card.headings), []).append(card)
    if not tables:
        return
    read = tables_of(game.cards)
    names = _names_in((file for file in files if display_path(file) not in read), drawn)
    if names is None:
        return
    chosen = {name for group in game.groups for name in group.where}
    chosen |= {name for card in game.cards for name in card.roles.values()}
    names.used |= chosen
    names.drawn |= chosen
    faces = _templates_of(game.cards)
    for cards in tables.values():
        others = faces - _templates_of(cards)
        _check(cards, names, names.texts_without(others), problems)


def _templates_of(cards: Iterable[Card]) -> set[str]:
    return {template for card in cards for template in (card.template, card.back_template)}


class _Texts(Struct):
    """The card texts that a template uses, and those of them that are not optional."""

    used: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)


class _Names(Struct):
    """Names found in all files and in templates, and the card texts of each template."""

    used: set[str] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)
    texts: dict[str, _Texts] = field(default_factory=dict)

    def texts_without(self, templates: Container[str]) -> _Texts:
        """Return the texts of all but some templates, which draw the cards of other tables."""
        found = [texts for name, texts in self.texts.items() if name not in templates]
        used = {name for texts in found for name in texts.used}
        return _Texts(used, {name for texts in found for name in texts.needed})


def _check(cards: Sequence[Card], names: _Names, asked: _Texts, problems: Problems) -> None:
    texts, first = asked.used, cards[0]
    plain = {name.partition("@")[0] for name in first.headings}
    fixed = {name for card in cards for name in card.fields}
    wanted = (fixed | texts | {*_TEXTS}) - plain
    # Rulebooks name cards even if their templates do not.
    lost = sorted(((asked.needed & {*_TEXTS}) | (texts & {"name"})) - plain)
    _check_defaults(first, names, plain, problems)
    for name, place in first.headings.items():
        typed = first.typed.get(name, name)
        # Where the table lacks the names, the column may have them under another heading.
        if fault := _meant_as_text(name, typed, texts, set() if "name" in lost else fixed):
            message, label, help_ = fault
            problems.warning(codes.UNUSED_COLUMN, message, place, label, help_)
            continue
        # `rules` occurs in game.yaml too; what matters is whether the table lacks a text.
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


def _meant_as_text(
    name: str, typed: str, texts: set[str], fixed: set[str]
) -> tuple[str, str, str] | None:
    """Return the message, label and help of a field that is meant as a text; None for others."""
    if language := _language_of(name, texts | {*_TEXTS}):
        text = name.removesuffix(f"_{language}")
        return (
            f"the column `{typed}` is a field, not the text `{text}` in a language",
            "expected the language after `@`",
            f"write `{text}@{language}` if it is that text",
        )
    if name in texts and name in fixed:
        return (
            f"the column `{typed}` is a field, but templates ask for it as a text",
            "its cells are not read as texts",
            f"add `texts: [name, {name}]` to the family in cards.yaml",
        )
    return None


def _check_defaults(card: Card, names: _Names, plain: set[str], problems: Problems) -> None:
    """Warn of unused fields of the family whose names resemble a column."""
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
    """Return whether the values are words that mostly differ between cards, like names."""
    filled = [*filter(None, values)]
    letters = all(re.search(r"[^\W\d_]{2}", value) for value in filled)
    return bool(filled) and letters and len({*filled}) > len(filled) / 2


def _is_numeric(values: Sequence[str]) -> bool:
    """Return whether all values are small numbers, like a number of copies."""
    filled = [*filter(None, values)]
    return bool(filled) and all(re.fullmatch("[0-9]{1,3}", value) for value in filled)


def _language_of(name: str, texts: Iterable[str]) -> str:
    """Return the language suffix of a text heading such as `rule_de`; empty if there is none."""
    text, _, language = name.rpartition("_")
    return language if text in texts and LANGUAGES.fullmatch(language) else ""


def _nearest(name: str, wanted: Iterable[str]) -> str:
    alike = {one: SequenceMatcher(None, name, one).ratio() for one in sorted(wanted)}
    near = max(alike, key=alike.__getitem__, default="")
    return near if near and alike[near] >= ALIKE else ""


def _names_in(files: Iterable[Path], drawn: Container[Path]) -> _Names | None:
    """Collect the names found in files; None if a template that is drawn uses every column."""
    found = _Names()
    for file in files:
        # `locales/<language>/<game>.yaml`, wherever the project is.
        pattern = _QUOTED if file.parts[-3:-2] == ("locales",) else _NAMES.get(file.suffix)
        if pattern is None:
            continue
        if file.name == "cards.yaml":
            pattern = _IN_IDS
        try:
            text = read_text(file, _LARGEST)
        except ReadError:
            continue  # reported by the code that needs it
        named = pattern.findall(_COMMENTS[file.suffix].sub("", text))
        found.used.update(named)
        if file in drawn:
            if _ANY.search(text):
                return None
            found.drawn.update(_DRAWN.findall(text))
            template = found.texts.setdefault(file.name.removesuffix(".svg.j2"), _Texts())
            template.used.update(_TEXT.findall(text))
            template.needed.update(_NEEDED.findall(text))
    return found
