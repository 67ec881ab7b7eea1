"""The keys `stamp` and `site` of game.yaml: a line on each front, and the address of web pages."""

import re
from collections.abc import Sequence

from printnplay.files.yaml_tree import MappingNode
from printnplay.game.game import Card, FaceStamp
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.forms import FLAG, TEXT, Record, choice, either, optional

CORNER = "corner"
"""The usual corner: `bottom-right`, where most cards have least."""

CORNERS = (CORNER, "bottom-right", "bottom-left", "top-right", "top-left")

FIELDS = ("version", "date", "number", "faces", "hash", "id")
"""The fields of the text of a stamp."""

WITH_VERSION, WITHOUT = "v{version} · {number}/{faces} · {hash}", "{number}/{faces} · {hash}"

_FIELD = re.compile(r"\{([^{}]*)\}")


class StampKeys(Record):
    """A small line on the front of each card, to tell prototypes apart."""

    # A word of the file: it hides the method of this name, which nothing calls on a stamp.
    at = optional(  # type: ignore[assignment]
        choice(*CORNERS),
        "The corner of the card; `corner` is the bottom right one.",
        "bottom-left",
        CORNER,
    )
    text = optional(
        TEXT,
        f"The line, with the fields {listed([f'{{{name}}}' for name in FIELDS])}. `number` and"
        " `faces` count the different cards, `hash` changes when the face changes.",
        '"{version} {id} {hash}"',
    )
    releases = optional(
        FLAG, "Whether releases and files for print services have the stamp, too.", "no", "yes"
    )

    @property
    def place(self) -> Span:
        """The place of the text."""
        return self.nodes["text"].span


STAMP = either(MappingNode, StampKeys.form(), choice(*CORNERS))


def stamp_of(keys: StampKeys | str | None, version: str, problems: Problems) -> FaceStamp | None:
    """Return the stamp of a game with this version; report unknown fields."""
    if keys is None:
        return None
    usual = WITH_VERSION if version else WITHOUT
    if isinstance(keys, str):
        return FaceStamp(keys, usual)
    text = usual if keys.text is None else keys.text
    for name in _FIELD.findall(text):
        if name not in FIELDS:
            message = f"`{{{name}}}` is not a field of a stamp"
            label = f"expected one of {listed(FIELDS)}"
            help_ = suggestion(name, FIELDS)
            problems.error(codes.NOT_A_CHOICE, message, keys.place, label, help_)
    return FaceStamp(keys.at, text, keys.releases)


def check_addresses(cards: Sequence[Card], problems: Problems) -> None:
    """Report a field `address` of a card: with a site, it is the address of the card's page."""
    named = (card for card in cards if "address" in {**card.fields, **(card.back_fields or {})})
    card = next(named, None)
    if card is not None:
        place = card.headings.get("address") or card.places.get("address", card.span)
        message = "`address` is a built-in field of every card of a game with `site`"
        problems.error(codes.NAME_NOT_PLAIN, message, place, "", "rename the field")
