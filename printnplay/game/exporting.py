"""Components of a game for export as files, and the options: resolution, edges, corners, names."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from printnplay.game.kinds import Kind
from printnplay.game.pdf_x import PdfX
from printnplay.kernel.geometry import Um
from printnplay.kernel.shapes import Shape
from printnplay.scene.picture import Picture


class ComponentKind(StrEnum):
    """The source of a component: a card of a sheet group, tiles and tokens included, or a board."""

    CARD = "card"
    BOARD = "board"


class Component(Struct, frozen=True):
    """A distinct component of a game: its pictures, its shape, and its number of copies.

    `front` and `back` are rendered with the requested bleed; a board has no back. `back_id` names a
    back that several components share; it is empty if the card has its own back. `group` is the
    card's group, and `counts_as` its kind. `title` is the name in the language of the edition, and
    `texts` are the other texts on the front, with icons as words. `hash` is that of its stamp, if
    the game has stamps. `card` is the id of its card; `id` is another one for a single copy of a
    numbered card.
    """

    id: str
    kind: ComponentKind
    copies: int
    front: Picture
    shape: Shape
    back: Picture | None = None
    back_id: str = ""
    group: str = ""
    counts_as: Kind = Kind.CARDS
    title: str = ""
    texts: tuple[str, ...] = ()
    hash: str = ""
    card: str = ""


class Corners(StrEnum):
    """Square corners, or the outline that a component is cut to: round corners, circles, hexes.

    With `round`, rectangular cards get corners of 3 mm, as card printers make them.
    """

    SQUARE = "square"
    ROUND = "round"


class Ground(StrEnum):
    """The background where nothing is drawn."""

    WHITE = "white"
    TRANSPARENT = "transparent"


class Copies(StrEnum):
    """Whether to export each face once, with its count in the manifest, or a file for each copy."""

    LIST = "list"
    REPEAT = "repeat"


class FaceOptions(Struct, frozen=True):
    """Options of an export of faces; None uses the default of the target or the game.

    `dpi` is pixels per inch; `bleed` the width drawn beyond the trimmed edge; `names` the pattern
    of the file names, without their ending. `profile` is the ICC profile of a press, for files in
    its inks. `die_lines` draws the outlines that cards are cut to, and `layers` separates art, text
    and lines, both in PDFs only. `base_url` is the address of the output folder on the web,
    `address` that of a site. `only` are the ids of the components to export, `*` matching any
    characters, fields with values, and lists of cards (`@FILE`); empty exports all. `counts` are
    the copies of single components by id, which lists say. With `since`, only what prints
    differently since that version is exported. A `co_edition` has one file for all languages, and
    their black texts in files of their own. `printer` is the factory that a press set is for,
    `pdf_x` the standard of its files; with `outlines`, their texts are paths, and with
    `cover_apart`, the cover of the rulebook is a file of its own.
    """

    dpi: int | None = None
    bleed: Um | None = None
    corners: Corners = Corners.SQUARE
    ground: Ground | None = None
    copies: Copies = Copies.LIST
    names: str = ""
    profile: Path | None = None
    die_lines: bool = False
    layers: bool = False
    base_url: str = ""
    only: tuple[str, ...] = ()
    address: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    since: str = ""
    co_edition: bool = False
    printer: str = ""
    pdf_x: PdfX | None = None
    outlines: bool = False
    cover_apart: bool = False
