"""The pictures of a card on the page: the fields that name them, with their focus and crop.

Values are written into the cell of the card's row, or its YAML; every other byte is kept.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from printnplay.faces.art_calls import ArtCall
from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import BOM, leaves, rewritten
from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Span
from printnplay.preview.answers import is_editable
from printnplay.preview.deck_tables import why_fixed, with_field
from printnplay.preview.edits import NotWrittenError, cards_with, rewrite, rewrite_all
from printnplay.preview.faces import SECOND, Face
from printnplay.preview.framing import Framing, Kind, framing_of, write_framing
from printnplay.preview.layouts import own_folder
from printnplay.preview.live import LiveGame, Shown
from printnplay.preview.own_templates import picture_change, picture_on
from printnplay.preview.pictures import about_size, folders_of, own_pictures
from printnplay.svg.pictures import KINDS, ArtError
from printnplay.svg.pixels import SHARP

CARDS = "cards.yaml"

FRAMINGS: Sequence[Kind] = ("focus", "crop")


class Field(Struct, frozen=True):
    """A field of the card of a face; `before` is its value when the user saw it.

    Without a name, it is the picture that the template of a back, a cover or a board names, as
    rendered in `language`.
    """

    face: str
    name: str
    before: str
    language: str = ""


def about_art(live: LiveGame, face: Face, shown: Shown) -> dict[str, Any]:
    """Return the fields of a face's card that name a picture, and why there are none.

    Each has its file, the resolution at which it is printed, and its fields of focus and crop.
    """
    calls, why = _calls(live, face)
    is_alone = face.card is None
    fields = [_about_call(live, face, call, shown) for call in calls]
    if is_alone and not why:
        fields = [_about_alone(live, face, shown)]
    return {
        "fields": fields,
        "why": why,
        "alone": is_alone,
        "names": sorted({name for folder, _, name in own_pictures(live) if folder.name == "art"}),
        "sharp": SHARP,
    }


def _about_call(live: LiveGame, face: Face, call: ArtCall, shown: Shown) -> dict[str, Any]:
    card = _card(face)
    about = _about_field(live, face, call.field)
    return {
        **about,
        **_about_file(live, shown, about["value"] + call.ending),
        "shared": len({one.id for one in _sharing(live, card, call.field)}),
        "focus": _about_framing(live, face, call, "focus"),
        "crop": _about_framing(live, face, call, "crop"),
        "ending": call.ending,
        "template": _template(face),
    }


def _about_alone(live: LiveGame, face: Face, shown: Shown) -> dict[str, Any]:
    """Return the picture of a back, a cover or a board as a field."""
    name = ""
    with suppress(NotWrittenError):
        name = picture_on(live, live.languages[0], face.key)
    about = {"name": "", "value": name, "fixed": "", "shared": 1, "ending": ""}
    return {**about, **_about_file(live, shown, name), "focus": None, "crop": None}


def _about_file(live: LiveGame, shown: Shown, name: str) -> dict[str, Any]:
    """Return the size of a picture and its resolution on a face; `file` is empty if not listed."""
    path = None
    with suppress(ArtError):
        path = folders_of(live).find_art(name)
    own = path is not None and path in {one for _, one, _ in own_pictures(live)}
    named = (art.per_inch for art in shown.art if path and art.file == path.as_posix())
    return {
        **(about_size(path) if path else {}),
        "file": display_path(path) if path and own else "",
        "perInch": next(named, 0),
    }


def _about_field(live: LiveGame, face: Face, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "value": _fields(face).get(name, ""),
        "fixed": _fixed(live, face, name),
    }


def _about_framing(live: LiveGame, face: Face, call: ArtCall, kind: Kind) -> dict[str, Any]:
    """Return the field of a picture's focus or crop, also if the template has to ask for it."""
    name = call.focus if kind == "focus" else call.crop
    if name:
        return _about_field(live, face, name)
    framing = _framing(live, face, call, kind)
    return {"name": framing.name, "value": "", "fixed": framing.why}


def _framing(live: LiveGame, face: Face, call: ArtCall, kind: Kind) -> Framing:
    return framing_of(live, live.languages[0], face, call, kind)


def _calls(live: LiveGame, face: Face) -> tuple[Sequence[ArtCall], str]:
    """Return where the template of a face places pictures that its card names, or why nowhere."""
    edition = next(filter(None, map(live.edition, live.languages)), None)
    if face.card is None or edition is None:
        style = edition.renderer_of(face.style) if edition else None
        has_own = style is not None and own_folder(live, style)
        return (), "" if has_own else "The style comes with printnplay: give the game its own."
    template = _template(face)
    all_calls = edition.renderer_of(face.style).art_calls(template)
    calls = {call.field: call for call in all_calls if not call.made}
    if not calls:
        # A macro may place it.
        family = [one for one in edition.game.cards if one.family == face.card.family]
        made_of = {call.field for call in all_calls}
        calls = {
            name: ArtCall(name)
            for name in _fields(face)
            if name not in made_of
            and any(_names_picture(one.fields.get(name, "")) for one in family)
        }
    if calls:
        return list(calls.values()), ""
    if made := next(iter(all_calls), None):
        return (), (
            f"The template `{template}` makes the name of the file from `card.{made.field}`."
            " Replace that file on the tab Art."
        )
    name = Path(face.card.span.file).name
    where = f"to the `fields` of `{face.card.family}` in {CARDS}"
    where = f"as a column of {name}" if _is_of_rows(face.card) else where
    return (), (
        f"The template `{template}` places no picture that the card names. Write"
        ' `{{ art(card.art, 5, 5, 50, 40, fit="cover") }}` in it, with its place in mm, and add'
        f" `art` {where}."
    )


def _names_picture(value: str) -> bool:
    return PurePosixPath(value).suffix.lower() in KINDS


def _card(face: Face) -> Card:
    if face.card is None:
        raise NotWrittenError(f"a {face.kind} has no fields")
    return face.card


def _template(face: Face) -> str:
    card = _card(face)
    return (face.kind == SECOND and card.back_template) or card.template


def _fields(face: Face) -> Mapping[str, str]:
    card = _card(face)
    return (face.kind == SECOND and card.back_fields) or card.fields


def _is_of_rows(card: Card) -> bool:
    return Path(card.span.file).name != CARDS


def _sharing(live: LiveGame, card: Card, name: str) -> Iterator[Card]:
    """Yield the cards that change with a field of one: of its row, or of its family in YAML."""
    place = card.places.get(name)
    for one in live.game.cards if live.game else ():
        if one.span == card.span if _is_of_rows(card) else place and one.places.get(name) == place:
            yield one


def _fixed(live: LiveGame, face: Face, name: str) -> str:
    """Return why a field cannot be written on the page; empty if it can."""
    card = _card(face)
    file, place = Path(card.span.file), card.places.get(name)
    if not _is_of_rows(card):
        if place is None:
            return f"`{card.family}` has no field `{name}`: add it to its `fields` in {CARDS}."
        return "" if is_editable(live.catalog, place) else f"{CARDS} is not a file of the project."
    if name not in card.headings:
        return f"{file.name} has no column `{name}`: add it on the tab Table."
    default = live.catalog.game_folder(live.game_id) / CARDS
    if place and place.file not in (card.span.file, display_path(default)):
        return f"The cell is in {Path(place.file).name}: change it on the tab Table."
    if _fields(face).get(name) != card.fields.get(name):
        return f"The value of the back is in {CARDS}: change it there."
    return why_fixed(live, file.name)


def write_field(live: LiveGame, field: Field, value: str) -> list[str]:
    """Write the field of a picture, or of its focus or crop; return the changed files.

    Raises:
        NotWrittenError: the field has changed meanwhile, or its file cannot be written.
    """
    with live.lock:
        face = _face(live, field.face)
        if not field.name:
            return _write_alone(live, field, value)
        for call in _calls(live, face)[0]:
            for kind in FRAMINGS:
                is_new = not (call.focus if kind == "focus" else call.crop)
                if is_new and (made := _framing(live, face, call, kind)).name == field.name:
                    check_value(value)
                    return write_framing(live, face, made, value)
        card, changed = field_change(live, field, value)
        rewrite(live, card.span, changed, f"change `{field.name}` of `{card.id}`")
        return [card.span.file]


def _write_alone(live: LiveGame, field: Field, name: str) -> list[str]:
    """Put a listed picture on a face without a card; return the changed files.

    Raises:
        NotWrittenError: there is no such picture, or the template cannot be written.
    """
    if name not in {own for _, _, own in own_pictures(live)}:
        raise NotWrittenError(f"the game has no picture `{name}`")
    change = picture_change(live, field.language, field.face, name)
    rewrite_all(live, [change], f"put `{name}` on `{live.faces[field.face].name}`")
    return [change[0]]


def check_value(value: str) -> None:
    """Check that a value can be in a cell.

    Raises:
        NotWrittenError: it has control characters.
    """
    if any(ord(letter) < 32 for letter in value):
        raise NotWrittenError("a field has no control characters")


def _face(live: LiveGame, key: str) -> Face:
    if key not in live.faces:
        raise NotWrittenError("there is no such card any more")
    return live.faces[key]


def field_change(live: LiveGame, field: Field, value: str) -> tuple[Card, Callable[[bytes], bytes]]:
    """Return the card of a picture's field, and what writes a value into the file of the card.

    Raises:
        NotWrittenError: it is no such field, or cannot be written.
    """
    face, name = _face(live, field.face), field.name
    card, fields = _card(face), _of_pictures(_calls(live, face)[0])
    check_value(value)
    if name not in fields:
        raise NotWrittenError(f"`{name}` is not a field of a picture of `{card.id}`")
    if fixed := _fixed(live, face, name):
        raise NotWrittenError(fixed)
    if _is_of_rows(card):
        return card, lambda content: _in_table(live, card, field, value, content)
    return card, lambda content: _in_cards(card.places[name], field, value, content.decode())


_CHANGED = "the field has changed in its file: look at the new value"


def _in_table(live: LiveGame, card: Card, field: Field, value: str, content: bytes) -> bytes:
    """Return the content of a table, whose rows may have moved, with a field of a card changed."""
    cards = cards_with(live, card.span.file, content)
    one = next((one for one in cards if one.id == card.id), None)
    if one is None:
        raise NotWrittenError(f"`{card.span.file}` no longer has the card `{card.id}`")
    if one.fields.get(field.name, "") != field.before:
        raise NotWrittenError(_CHANGED)
    return with_field(content, one.span, field.name, value)


def _in_cards(place: Span, field: Field, value: str, source: str) -> bytes:
    """Return the content of cards.yaml with the value at a place changed."""
    found = (
        one for one in leaves(source.removeprefix(BOM)).values() if one.span.line == place.line
    )
    if all((one.span.column, one.value) != (place.column, field.before) for one in found):
        raise NotWrittenError(_CHANGED)
    return rewritten(source, {place: value}).encode()


def ending_of(live: LiveGame, field: Field) -> str:
    """Return the ending that the template adds to a field to name a file; mostly none."""
    calls = _calls(live, _face(live, field.face))[0]
    return next((call.ending for call in calls if call.field == field.name), "")


def _of_pictures(calls: Iterable[ArtCall]) -> set[str]:
    return {name for call in calls for name in (call.field, call.focus, call.crop) if name}
