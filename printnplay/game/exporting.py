"""Components of a game given out one by one, and how: resolution, edges, corners, ground, names."""

from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from printnplay.kernel.geometry import Um
from printnplay.kernel.shapes import Shape
from printnplay.scene.picture import Picture


class ComponentKind(StrEnum):
    """What a component is; tokens and tiles are cards of another shape."""

    CARD = "card"
    BOARD = "board"


class Component(Struct, frozen=True):
    """A distinct component of a game: its pictures, its shape, and how many of it there are.

    `front` and `back` are drawn with the bleed that was asked for; a board has no back. `back_id`
    names a back that several components share; it is empty where the back is the card's own.
    `group` is the group of cards that it belongs to. `title` is its name in the language of the
    edition, and `texts` are the other texts on its front, with icons as words.
    """

    id: str
    kind: ComponentKind
    copies: int
    front: Picture
    shape: Shape
    back: Picture | None = None
    back_id: str = ""
    group: str = ""
    title: str = ""
    texts: tuple[str, ...] = ()


class Corners(StrEnum):
    """Square corners, or the outline that a component is cut to: round corners, circles, hexes.

    Cards that are cut as rectangles get corners as printers of cards make them, of 3 mm.
    """

    SQUARE = "square"
    ROUND = "round"


class Ground(StrEnum):
    """What shows where nothing is drawn."""

    WHITE = "white"
    TRANSPARENT = "transparent"


class Copies(StrEnum):
    """Each face once, with its number in the manifest, or a file for each copy."""

    LIST = "list"
    REPEAT = "repeat"


class FaceOptions(Struct, frozen=True):
    """How faces are given out; None leaves it to the target or the game.

    `dpi` is pixels to the inch; `bleed` what is drawn beyond the trimmed edge; `names` the pattern
    of the names of files, without their ending. `profile` is the ICC profile of a press, for files
    in its inks. `die_lines` draws the outlines that cards are cut to, and `layers` parts art, text
    and lines, both in PDFs only. `base_url` is where the output folder is on the web. `only` are
    the ids of what is given out, `*` standing for any characters; none means all.
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
