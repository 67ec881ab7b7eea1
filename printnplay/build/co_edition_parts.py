"""The faces and pages of a co-edition, which are compared across its languages."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.edition import BOX, BoxName, Edition
from printnplay.game.game import OWN
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.box import box_plans
from printnplay.kit.kit import rulebook_of
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Sheet, Stamp


class Part(Struct, frozen=True):
    """A face or page of a co-edition: its name, its drawing, and where the game's files have it.

    `flows` is set for pages of the rulebook: texts of another length move what follows them.
    """

    name: str
    sheet: Sheet
    span: Span
    card: str = ""
    flows: bool = False


def parts_of(edition: Edition) -> Iterator[Part]:
    """Yield the faces and pages of an edition that a press prints."""
    yield from _cards(edition)
    game = edition.game
    for board in game.boards:
        if (picture := edition.board(board)) is not None:
            yield Part(f"board {board.id}", _sheet_of(picture), board.span)
    for number, sheet in enumerate(rulebook_of(edition).sheets, start=1):
        yield Part(
            f"page {number}", replace(sheet, bookmarks=()), game.outline.page_span, flows=True
        )
    yield from _boxes(edition)


def _boxes(edition: Edition) -> Iterator[Part]:
    """Yield the panels of all boxes, each once."""
    game = edition.game
    if not game.boxes:
        return
    box_plans(edition, PrintSettings(PAPERS["a4"]))
    panels: dict[str, dict[Size, Picture]] = {}
    for drawing in tuple(edition.drawings.get(BOX, ())):
        panel, box, part = (str(drawing.values[key]) for key in ("panel", "box_id", "box_part"))
        picture = edition.box_panel(panel, drawing.format.size, BoxName(box, part))
        if picture is not None:
            name = " ".join(filter(None, ("box", box, part.replace("/", " of "), panel)))
            panels.setdefault(name, {})[picture.size] = picture
    for name, sizes in panels.items():
        for size, picture in sizes.items():
            shown = f"{name} of {size.in_mm(1)}" if len(sizes) > 1 else name
            yield Part(shown, _sheet_of(picture), game.boxes[0].span)


def _cards(edition: Edition) -> Iterator[Part]:
    game = edition.game
    edition.draw_cards()
    for card in game.faces:
        group = game.group_of(card)
        for back in (False, True) if group is not None and group.two_sided else (False,):
            if (picture := edition.face(card, back=back)) is not None:
                name = f"card {card.face_id}{' (back)' * back}"
                yield Part(name, _sheet_of(picture), card.span, card.id)
    for group in game.groups:
        picture = edition.back(group) if group.backs not in ("", OWN) else None
        if picture is not None:
            yield Part(f"back {group.backs} of {group.key}", _sheet_of(picture), group.span)


def _sheet_of(picture: Picture) -> Sheet:
    """Return a page with a picture and its bleed."""
    extent = picture.extent.size
    trim = Rect(picture.bleed, picture.bleed, picture.size.width, picture.size.height)
    return Sheet(extent, (Stamp(picture, trim),), picture.name, trim=trim, bleed=picture.bleed)
