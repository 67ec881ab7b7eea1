"""Objects of Tabletop Simulator, in the format of its saved objects.

Format: https://kb.tabletopsimulator.com/custom-content/save-file-format/. Lengths are in its own
units; a poker card, which is 88.9 mm high, is about 3.08 units high.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from msgspec import Struct, field

Object: TypeAlias = dict[str, Any]
"""An object as JSON data."""

UNIT = 88_900 / 3.08
"""Micrometres per unit: in Tabletop Simulator a poker card (88.9 mm) is 3.08 units high."""

COLOURS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange", "Teal", "Brown")
"""Colours of the seats, in the order in which they are taken."""

CARD_HEIGHT = 88_900
"""Height in micrometres of a card at scale 1: poker."""

SIZED = """\
function onLoad(state)
  if state == "sized" then return end
  Wait.condition(function()
    self.scale(%.4f / self.getBoundsNormalized().size.x)
    sized = true
  end, function() return not self.loading_custom end)
end
function onSave() return (sized or self.script_state == "sized") and "sized" or "" end
"""
"""Script that scales an object to its width once its picture has loaded; its initial size is
undocumented."""


class Place(Struct, frozen=True):
    """The position of an object: across, away from the first seat, rotation, side facing up."""

    x: float = 0
    z: float = 0
    turn: int = 180
    face_down: bool = False
    y: float = 1.5


HERE = Place()
"""Default position of an object: in the middle."""


class Words(Struct, frozen=True):
    """The data of an object: its name, its texts (searchable, shown as tooltip), and its id."""

    name: str
    texts: str = ""
    id: str = ""


class CardSheet(Struct, frozen=True):
    """A sheet of cards: its number, unique in a file, the URLs of both sides, and its grid.

    With `own_backs`, the back is a sheet with the same cells, otherwise one picture. `kind` is the
    shape: 0 for round corners, 1 for square ones.
    """

    number: int
    face: str
    back: str
    columns: int
    rows: int
    own_backs: bool
    kind: int = 0

    def data(self) -> Object:
        """Return the sheet in the format of saved games."""
        return {
            str(self.number): {
                "FaceURL": self.face,
                "BackURL": self.back,
                "NumWidth": self.columns,
                "NumHeight": self.rows,
                "BackIsHidden": True,
                "UniqueBack": self.own_backs,
                "Type": self.kind,
            }
        }


class CardFace(Struct, frozen=True):
    """A card in one language: its sheet, its cell on the sheet, and its texts."""

    sheet: CardSheet
    cell: int
    words: Words

    @property
    def number(self) -> int:
        """The number of the card in its file."""
        return 100 * self.sheet.number + self.cell


class Card(Struct, frozen=True):
    """A card in its languages, of which the first is shown; `size` is in micrometres."""

    faces: Sequence[CardFace]
    size: tuple[int, int]
    copies: int = 1


class Side(Struct, frozen=True):
    """A side of a token, tile or board: the URLs of its picture and of that on its back."""

    front: str
    back: str
    words: Words


def card(drawn: Card, place: Place = HERE, key: str = "") -> Object:
    """Return a single card; further languages are additional states."""
    first, *others = (_card(drawn, face, place, key) for face in drawn.faces)
    return _with_states(first, others)


def _card(drawn: Card, face: CardFace, place: Place, key: str) -> Object:
    width, height = drawn.size
    return {
        **_base("Card", face.words, place, f"{key}/{face.number}"),
        **_scaled(place, height / CARD_HEIGHT),
        "Hands": True,
        "HideWhenFaceDown": True,
        "SidewaysCard": width > height,
        "CardID": face.number,
        "CustomDeck": face.sheet.data(),
    }


def deck(words: Words, cards: Sequence[Card], place: Place) -> Object:
    """Return a deck of all copies of its cards, or a single card if there is only one."""
    copies = [(drawn, copy) for drawn in cards for copy in range(drawn.copies)]
    if len(copies) == 1:
        return {**card(cards[0], place, words.id), "GUID": guid(words.id)}
    contained = [card(drawn, place, f"{words.id}/{copy}") for drawn, copy in copies]
    sheets: Object = {}
    for drawn in cards:
        sheets |= drawn.faces[0].sheet.data()
    return {
        **_base("DeckCustom" if len(sheets) == 1 else "Deck", words, place, words.id),
        **_scaled(place, cards[0].size[1] / CARD_HEIGHT),
        "GUID": guid(words.id),
        "Hands": False,
        "HideWhenFaceDown": True,
        "SidewaysCard": cards[0].size[0] > cards[0].size[1],
        "DeckIDs": [drawn.faces[0].number for drawn, _ in copies],
        "CustomDeck": sheets,
        "ContainedObjects": contained,
    }


TILE_BOX, TILE_HEX, TILE_CIRCLE, TILE_ROUNDED = 0, 1, 2, 3
"""Shape numbers of custom tiles in saved games of Tabletop Simulator."""


def tile(
    sides: Sequence[Side], kind: int, width: int, place: Place = HERE, key: str = ""
) -> Object:
    """Return a flat piece in its languages, as thick as cardboard; `width` is in micrometres."""
    first, *others = (
        {
            **_piece("Custom_Tile", side, width, place, f"{key}/{number}"),
            "CustomImage": {
                "ImageURL": side.front,
                "ImageSecondaryURL": side.back,
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": {
                    "Type": kind,
                    "Thickness": 0.1,
                    "Stackable": False,
                    "Stretch": False,
                },
            },
        }
        for number, side in enumerate(sides)
    )
    return _with_states(first, others)


def token(
    sides: Sequence[Side], width: int, place: Place = HERE, key: str = "", *, stands: bool = False
) -> Object:
    """Return a piece with the outline of its picture; its back is an additional state."""
    shown = []
    for side in sides:
        shown += [side, Side(side.back, "", side.words)] if side.back else [side]
    first, *others = (
        {
            **_piece("Custom_Token", side, width, place, f"{key}/{number}"),
            "CustomImage": {
                "ImageURL": side.front,
                "ImageSecondaryURL": "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomToken": {
                    "Thickness": 0.1,
                    "MergeDistancePixels": 5.0,
                    "StandUp": stands,
                    "Stackable": False,
                },
            },
        }
        for number, side in enumerate(shown)
    )
    return _with_states(first, others)


def _piece(kind: str, side: Side, width: int, place: Place, key: str) -> Object:
    return {
        **_base(kind, side.words, place, key),
        "LuaScript": SIZED % (width / UNIT),
    }


def bag(words: Words, contained: Sequence[Object], place: Place) -> Object:
    """Return a bag that contains pieces."""
    return {
        **_base("Bag", words, place, words.id),
        "GUID": guid(words.id),
        "Bag": {"Order": 0},
        "ContainedObjects": list(contained),
    }


def rulebook(addresses: Sequence[tuple[Words, str]], place: Place) -> Object:
    """Return the rulebook as a PDF object, in its languages."""
    first, *others = (
        {
            **_base("Custom_PDF", words, place, f"rulebook/{number}"),
            "CustomPDF": {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0},
        }
        for number, (words, address) in enumerate(addresses)
    )
    return _with_states(first, others)


def note(words: Words, script: str, place: Place) -> Object:
    """Return a notecard with a text, which also holds the script of the table."""
    return {**_base("Notecard", words, place, words.id), "Locked": True, "LuaScript": script}


class TableData(Struct, frozen=True):
    """A whole table: its objects, snap points for cards, and the number of seats with a hand."""

    name: str
    note: str
    objects: Sequence[Object]
    snaps: Sequence[tuple[float, float]] = ()
    seats: int = 0
    turned: int = field(default=180)


def saved(table: TableData) -> Object:
    """Return the file content: a saved object, which can also be loaded as a game."""
    return {
        "SaveName": table.name,
        "GameMode": table.name,
        "Date": "",
        "VersionNumber": "",
        "GameType": "Game",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": table.note,
        "Rules": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "SnapPoints": [
            {
                "Position": {"x": x, "y": 1.0, "z": z},
                "Rotation": {"x": 0.0, "y": float(table.turned), "z": 0.0},
            }
            for x, z in table.snaps
        ],
        "Hands": {
            "Enable": True,
            "DisableUnused": False,
            "Hiding": 0,
            "HandTransforms": [
                {"Color": COLOURS[seat], "Transform": _hand(seat, table.seats)}
                for seat in range(table.seats)
            ],
        },
        "ObjectStates": list(table.objects),
    }


SEATS_ACROSS = 24.0
"""Distance between the centres of adjacent hands on one side of the table, in units: eleven cards.
A guess."""


def _hand(seat: int, seats: int) -> Object:
    """Return the zone of a hand: seats go clockwise, half of them on the near side of the table."""
    near = (seats + 1) // 2
    at_near = seat < near
    count = near if at_near else seats - near
    index = seat if at_near else seat - near
    x = (index - (count - 1) / 2) * SEATS_ACROSS / max(1, count - 1) * min(2, count)
    return {
        "posX": round(-x if at_near else x, 3),
        "posY": 4.5,
        "posZ": -19.0 if at_near else 19.0,
        "rotX": 0.0,
        "rotY": 0.0 if at_near else 180.0,
        "rotZ": 0.0,
        "scaleX": 11.0,
        "scaleY": 9.0,
        "scaleZ": 4.5,
    }


def guid(key: str) -> str:
    """Return the GUID by which scripts find an object."""
    return sha256(key.encode()).hexdigest()[:6]


def _with_states(first: Object, others: Sequence[Object]) -> Object:
    if not others:
        return first
    return {**first, "States": {str(at): other for at, other in enumerate(others, start=2)}}


def _base(kind: str, words: Words, place: Place, key: str) -> Object:
    return {
        "GUID": guid(key),
        "Name": kind,
        "Transform": {
            "posX": place.x,
            "posY": place.y,
            "posZ": place.z,
            "rotX": 0.0,
            "rotY": float(place.turn),
            "rotZ": 180.0 if place.face_down else 0.0,
            "scaleX": 1.0,
            "scaleY": 1.0,
            "scaleZ": 1.0,
        },
        "Nickname": words.name,
        "Description": words.texts,
        "GMNotes": words.id,
        "Tags": [],
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _scaled(place: Place, factor: float) -> Mapping[str, Any]:
    transform = _base("", Words(""), place, "")["Transform"]
    factor = round(factor, 4)
    return {"Transform": {**transform, "scaleX": factor, "scaleZ": factor}}
