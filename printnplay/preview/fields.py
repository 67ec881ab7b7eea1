"""Fields of cards with declared types: how the page edits them, and how they are written.

A value is written into its cell of a CSV, JSON or YAML table; every other byte is kept.
"""

from collections.abc import Mapping
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.cards import declared_types
from printnplay.loading.column_types import ColumnType, typed_value
from printnplay.preview.answers import absolute, is_editable
from printnplay.preview.edits import NotWrittenError, cards_with, rewrite
from printnplay.preview.faces import Face
from printnplay.preview.live import LiveGame
from printnplay.tables.cell_edits import cell_text, with_cell
from printnplay.tables.reading import TREES

WORDS = {"TRUE": ("yes", "true", "TRUE"), "FALSE": ("no", "false", "FALSE")}
"""The words for Boolean values in cells, in pairs of the same spelling."""


def about_types(live: LiveGame, face: Face) -> dict[str, dict[str, Any]]:
    """Return how the page edits the fields of a card's first face with declared types.

    Each has its kind, its choices and limits, and why it is `fixed` if it cannot be edited.
    """
    card = face.card
    if card is None or face.kind != "card":
        return {}
    return {
        name: {
            "kind": of.kind,
            "optional": of.optional,
            "choices": of.choices,
            "lowest": None if of.lowest is None else float(of.lowest),
            "highest": None if of.highest is None else float(of.highest),
            "fixed": _why_fixed(live, card.places.get(name)),
        }
        for name, of in _types_of(live, card).items()
        if name in card.fields
    }


def _types_of(live: LiveGame, card: Card) -> Mapping[str, ColumnType]:
    """Return the declared types of a card's fields; empty if its family declares none."""
    file = live.catalog.game_folder(live.game_id) / "cards.yaml"
    return declared_types(file, display_path(file), Problems()).get(card.family, {})


def _why_fixed(live: LiveGame, place: Span | None) -> str:
    """Return why a field cannot be edited on the page; empty if it can."""
    if place is None or not place.line:
        return "The row has no cell for this field: add one in the table."
    path = absolute(place.file)
    if path.name == "cards.yaml":
        return "The value is the default in cards.yaml: change it there, or fill in the cell."
    if not is_editable(live.catalog, place):
        return f"Edit {path.name} in its own program."
    return ""


def write_field(
    live: LiveGame, card_id: str, name: str, value: str, before: str
) -> tuple[str, str]:
    """Write the value of a card's field into its cell; return the file, and the value as read.

    Args:
        live: the game.
        card_id: the id of the card.
        name: the name of the field.
        value: the new value, as in templates; `TRUE` and `FALSE` are Boolean values.
        before: the value when the user saw the field.

    Raises:
        NotWrittenError: the value is of another type or has changed meanwhile, or its file cannot
            be written.
    """
    with live.lock:
        cards = live.loaded.game.cards if live.loaded else ()
        card = next((one for one in cards if one.id == card_id), None)
        of = _types_of(live, card).get(name) if card else None
        if card is None or of is None:
            raise NotWrittenError(f"`{card_id}` has no field `{name}` with a declared type")
        place = card.places.get(name)
        fixed = _why_fixed(live, place)
        if place is None or fixed:
            raise NotWrittenError(fixed)
        meant = typed_value(value, of) if value or not of.optional else ""
        if meant is None:
            raise NotWrittenError(f"`{value}` is not {of.what}")

        def changed(content: bytes) -> bytes:
            for one in cards_with(live, place.file, content):
                if one.id == card_id and (span := one.places.get(name)):
                    break
            else:
                raise NotWrittenError(f"`{place.file}` no longer has the card `{card_id}`")
            if one.fields.get(name, "") != before:
                raise NotWrittenError("the field has changed in its file: check the new value")
            content.decode()
            return with_cell(content, span, _spelled(meant, of, cell_text(content, span), span))

        rewrite(live, place, changed, f"change `{name}` of `{card_id}`")
        return place.file, meant


def _spelled(value: str, of: ColumnType, old: str, place: Span) -> str:
    """Return a value as its cell spells it: Boolean values in the words of the old one."""
    if of.kind != "yes/no" or not value:
        return value
    if absolute(place.file).suffix.lower() in TREES:
        return WORDS[value][1]
    spelled = [words.index(old) for words in WORDS.values() if old in words]
    return WORDS[value][spelled[0] if spelled else 0]
