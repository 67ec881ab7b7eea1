"""The faces of a game: sides of cards, backs, boards, and the covers of its rulebook and box."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.edition import BOX_BLEED, BoxName, Edition
from printnplay.game.game import OWN, Board, Card, CardCut, Game, Group
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, Um, mm
from printnplay.scene.picture import Picture

SECOND = "other side"
"""The kind of the second face of a card."""


class Face(Struct, frozen=True):
    """A face rendered from a template: a side of a card, a back, a board.

    `key` is its address on the page, `cut` its cut outline, `place` its source location.
    """

    key: str
    kind: str
    name: str
    group: str
    size: Size
    bleed: Um
    cut: CardCut
    place: Span
    draw: Callable[[Edition], Picture | None]
    style: str = ""
    family: str = ""
    card: Card | None = None


def faces_of(game: Game) -> Iterator[Face]:
    """Yield all faces of a game: cards in order, then shared backs, boards, covers and the box."""
    groups = {card.id: group for group in game.groups for card in game.cards_of(group)}
    backs: dict[str, Face] = {}
    for card in game.faces:
        group = groups.get(card.id)
        front, *others = sides_of(game, card, group)
        yield from (front, *others)
        if group and group.backs not in ("", OWN):
            key = key_of_back(game, group, front)
            if key not in backs:
                backs[key] = _shared_back(front, group, key)
    yield from backs.values()
    for board in game.boards:
        yield _board(board)
    yield from _covers(game)


def key_of_back(game: Game, group: Group, front: Face) -> str:
    """Return the key of the back that the cards of a group share; `front` is one of them."""
    key = f"back/{group.backs}/{front.size.width}x{front.size.height}/{group.style}"
    return (key if front.bleed == game.bleed_of(None) else f"{key}/{front.bleed}").rstrip("/")


def sides_of(game: Game, card: Card, group: Group | None) -> Iterator[Face]:
    """Yield the first face of a card, and its second face if it has one."""
    front = Face(
        key=f"card/{card.face_id}",
        kind="card",
        name=card.face_id,
        group=group.id if group else "",
        size=group.card if group and group.card else game.card,
        bleed=game.bleed_of(group),
        cut=group.cut if group and group.cut else game.cut,
        place=card.span,
        draw=lambda edition: edition.face(card),
        style=group.style if group else "",
        family=card.family,
        card=card,
    )
    yield front
    if card.back_fields is not None:
        yield replace(
            front,
            key=f"{front.key}/back",
            kind=SECOND,
            draw=lambda edition: edition.face(card, back=True),
        )


def _shared_back(front: Face, group: Group, key: str) -> Face:
    return replace(
        front,
        key=key,
        kind="back",
        name=group.backs,
        place=group.span,
        draw=lambda edition: edition.back(group),
        family="",
        card=None,
    )


BOX_SIDES = ("front", "back")
"""The panels of a box that are shown; the others have little more than the title."""

BOARD_OF_BOX = mm(2)
"""How much wider and higher than a card a box is shown: the room that a thin deck needs."""


def _covers(game: Game) -> Iterator[Face]:
    """Yield the covers of the rulebook, and the front and back of the box."""
    outline, plain = game.outline, CardCut()
    if outline.sections:
        size, bleed = outline.page, outline.drawn_bleed
        names = ("cover",) if outline.back else ("cover", "cover-back")
        for name in names:
            place = outline.page_span
            yield Face(f"cover/{name}", "cover", name, "", size, bleed, plain, place, _cover(name))
    for box in game.boxes[:1]:
        size = Size(game.card.width + BOARD_OF_BOX, game.card.height + BOARD_OF_BOX)
        for side in BOX_SIDES:
            draw = partial(Edition.box_panel, panel=side, size=size, box=BoxName(box.id))
            key, name = f"box/{side}", f"box-{side}"
            yield Face(key, "box", name, "", size, BOX_BLEED, plain, box.span, draw)


def _cover(name: str) -> Callable[[Edition], Picture | None]:
    return lambda edition: edition.cover(name)


def _board(board: Board) -> Face:
    return Face(
        key=f"board/{board.id}",
        kind="board",
        name=board.id,
        group="",
        size=board.size,
        bleed=board.bleed,
        cut=CardCut(),
        place=board.span,
        draw=lambda edition: edition.board(board),
    )


def is_printed(face: Face, language: str) -> bool:
    """Return whether a face is printed in a language: some cards are in some languages only."""
    return face.card is None or face.card.is_in(language)
