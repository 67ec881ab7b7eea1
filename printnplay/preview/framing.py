"""Focus and crop of a picture whose template does not ask for them yet.

The template gets the argument, the table the column, and the card its value: one step to undo.
"""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct

from printnplay.faces.art_calls import PLACING, ArtCall
from printnplay.faces.box_edits import SetBox, edited
from printnplay.faces.new_boxes import NoEditError
from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import all_inserted
from printnplay.game.game import Card
from printnplay.preview.deck_tables import why_fixed as why_table_fixed
from printnplay.preview.deck_tables import with_field
from printnplay.preview.edits import Change, NotWrittenError, cards_with, existing, rewrite_all
from printnplay.preview.faces import Face
from printnplay.preview.layouts import (
    Template,
    code_of_field,
    family_of,
    fields_of,
    name_of_template,
    templates_of,
    why_fixed,
)
from printnplay.preview.live import LiveGame
from printnplay.tables.table_edits import AddColumn
from printnplay.tables.table_edits import edited as edited_table

CARDS = "cards.yaml"

Kind = Literal["focus", "crop"]


class Framing(Struct, frozen=True):
    """A new field for the focus or crop of a picture: its name, the template, and the box there.

    `why` is why it cannot be written; empty if it can.
    """

    kind: Kind
    name: str
    template: Template | None = None
    box: int = -1
    why: str = ""


def framing_of(live: LiveGame, language: str, face: Face, call: ArtCall, kind: Kind) -> Framing:
    """Return how the focus or crop of a picture can be written that the template lacks."""
    taken = fields_of(live, face)
    name = kind if kind not in taken else f"{call.field}_{kind}"
    template, box, why = _place(live, language, face, call)
    fixed = (_why_fixed(live, card, name) for card in _cards(live, face))
    why = why or next(filter(None, fixed), "")
    return Framing(kind, name, template, box, why)


def _place(
    live: LiveGame, language: str, face: Face, call: ArtCall
) -> tuple[Template | None, int, str]:
    """Return the template and the box that places a picture, and why that cannot be changed."""
    edition, shown = live.edition(language), live.face(language, face.key)
    if edition is None or shown is None:
        return None, -1, "there is no such card any more"
    templates = templates_of(edition.renderer_of(face.style), name_of_template(face, shown), face)
    named = re.compile(rf"card(\.|\[[\"']){re.escape(call.field)}\b")
    for template in reversed(templates):
        for at, box in enumerate(template.layout.boxes):
            if box.kind in PLACING and named.match(box.label):
                fixed = why_fixed(live, template.path)
                why = f"The template cannot be changed here: {box.why}." if box.why else fixed
                return template, at, why
    return None, -1, f"A macro or loop places `card.{call.field}`: add the argument there."


def _cards(live: LiveGame, face: Face) -> Sequence[Card]:
    """Return a card of each table and family whose cards have the template of a face."""
    cards = [one.card for one in family_of(live, face) if one.card]
    return [*{(card.span.file, card.family): card for card in cards}.values()]


def _why_fixed(live: LiveGame, card: Card, name: str) -> str:
    file = Path(card.span.file).name
    if file == CARDS or name in card.headings:
        return ""
    return why_table_fixed(live, file)


def write_framing(live: LiveGame, face: Face, framing: Framing, value: str) -> list[str]:
    """Write a new focus or crop of the picture of a card; return the changed files.

    Raises:
        NotWrittenError: it cannot be written, or a file has changed meanwhile.
    """
    template, card = framing.template, face.card
    if template is None or card is None or framing.why:
        raise NotWrittenError(framing.why)
    changes: dict[str, Change] = {}
    for one in _cards(live, face):
        file = one.span.file
        own = card if (file, one.family) == (card.span.file, card.family) else None
        if Path(file).name == CARDS:
            changes[f"{file} {one.family}"] = existing(
                file, partial(_in_family, one.family, framing.name, value if own else "")
            )
        elif own or (framing.name not in one.headings and file not in changes):
            changes[file] = existing(file, partial(_in_table, live, one, own, framing.name, value))
    change = existing(display_path(template.path), partial(_in_template, template, framing))
    what = f"set the {framing.kind} of `{card.id}`"
    rewrite_all(live, [change, *changes.values()], what)
    return [change[0], *dict.fromkeys(file for file, _ in changes.values())]


def _in_template(template: Template, framing: Framing, content: bytes) -> bytes:
    if content != template.source.encode():
        raise NotWrittenError(f"`{display_path(template.path)}` was changed meanwhile")
    edit = SetBox(framing.box, options={framing.kind: code_of_field(framing.name)})
    try:
        return edited(template.source, template.read, edit).encode()
    except NoEditError as error:
        raise NotWrittenError(str(error)) from error


def _in_table(  # noqa: PLR0913
    live: LiveGame, card: Card, own: Card | None, name: str, value: str, content: bytes
) -> bytes:
    """Return a table with the column of a new field, and its value for a card."""
    file = card.span.file
    new = content if name in card.headings else edited_table(content, file, AddColumn(name))
    if own is None:
        return new
    row = next((one.span for one in cards_with(live, file, content) if one.id == own.id), None)
    if row is None:
        raise NotWrittenError(f"`{file}` no longer has the card `{own.id}`")
    return with_field(new, row, name, value)


def _in_family(family: str, name: str, value: str, content: bytes) -> bytes:
    """Return cards.yaml with a new field of a family."""
    return all_inserted(content.decode(), {f"{family}.fields.{name}": value}).encode()
