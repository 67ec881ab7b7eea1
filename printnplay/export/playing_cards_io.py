"""playingcards.io: a room with the contents of the box, as a file that the site can import.

The file is a ZIP archive of `widgets.json`, a list of the objects in the room, and the pictures
that it refers to. The site documents the import (https://playingcards.io/docs/faq), but not the
format, which is known from files that it exports. A room is 1,600 pixels wide and 1,000 high.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.loaded import stop_at
from printnplay.export.images import PNG
from printnplay.export.job import Exported, ExportJob, as_json
from printnplay.export.screen_box import manifest
from printnplay.export.small_pictures import small_pictures
from printnplay.export.stacks import Stack, boards_of, cut_out, stacks_of, with_backs, words_of
from printnplay.export.table_setup import Dealt, TableSetup, hand_of, setup_of
from printnplay.files.archives import zipped
from printnplay.game.exporting import Component, ComponentKind
from printnplay.kernel.geometry import Size

Widget: TypeAlias = dict[str, Any]

PICTURES = "userassets"
"""Folder of the pictures in the archive."""

WIDTH, HEIGHT = 1600, 800
"""Size of the part of a room above the hand, in pixels, as laid out by playingcards.io."""

USUAL = 103 / 63_500
"""Preferred scale in pixels per micrometre: at this scale a poker card is as wide as on the
site."""

SMALLEST = 0.2
"""Minimum scale, as a share of the preferred one; objects that still do not fit overlap. A guess:
smaller cards are illegible."""

EDGE, LABEL, BUTTON = 20, 30, 40
"""Pixels reserved beside objects, above piles for the label, and below decks for the button. A
guess: chosen by eye."""

HAND = "hand"
"""Predefined widget id of the players' hands."""


class _Place(Struct, frozen=True):
    x: int
    y: int


class _Room(Struct, frozen=True):
    """The objects in the room, and their scale in pixels per micrometre."""

    stacks: Sequence[Stack]
    boards: Sequence[Component]
    setup: TableSetup | None
    scale: float

    def px(self, length: int) -> int:
        """Convert a length in micrometres to pixels."""
        return max(1, round(length * self.scale))


def write(job: ExportJob) -> list[Exported]:
    """Write the file of the room, and the manifest."""
    job = cut_out(job)
    stacks = [with_backs(stack) for stack in stacks_of(job)]
    setup = setup_of(job.edition.loaded, {stack.id: stack.copies for stack in stacks})
    stop_at(job.problems)
    room = _fitting(_Room(stacks, boards_of(job), setup, USUAL))
    cards = [card for stack in room.stacks for card in stack.components]
    pictures = small_pictures(job, [*cards, *room.boards])
    files = {"widgets.json": as_json(list(_widgets(room)))}
    files |= {f"{PICTURES}/{name}": content for name, content in pictures.items()}
    name = f"{job.edition.game.id}-{job.languages}.pcio"
    made = [job.write(name, zipped(files))]
    return [*made, manifest(job, stacks, made)]


def _fitting(room: _Room) -> _Room:
    """Return the room at the largest scale at which everything fits."""
    while room.scale > USUAL * SMALLEST and _reach(room) > WIDTH:
        room = replace(room, scale=room.scale * 0.97)
    return room


def _reach(room: _Room) -> int:
    """Return the right edge of the objects; beyond the room if they are too high."""
    middle = _middle_of(room)
    if middle.height > HEIGHT - 2 * EDGE - LABEL:
        return WIDTH + 1
    return _columns_end(room) + middle.width + EDGE


class _Middle(Struct, frozen=True):
    """The objects in the middle of the table: total size in pixels, boards, and zones for cards."""

    width: int
    height: int
    boards: Mapping[str, _Place]
    zones: Mapping[str, _Place]


def _middle_of(room: _Room) -> _Middle:
    """Lay out the boards side by side, or the grid, and below them the zones for dealt cards."""
    card = _card(room)
    wide, high = room.px(card.width) + EDGE // 2, room.px(card.height) + EDGE // 2
    boards: dict[str, _Place] = {}
    x = y = 0
    for board in room.boards:
        boards[board.id] = _Place(x, 0)
        x += room.px(board.front.size.width) + EDGE
        y = max(y, room.px(board.front.size.height) + EDGE)
    zones: dict[str, _Place] = {}
    if room.setup is not None:
        if not room.boards:
            grid = room.setup.grid
            side = max(1, ceil(len(grid) ** 0.5))
            zones = {
                zone: _Place(at % side * wide, at // side * high) for at, zone in enumerate(grid)
            }
            x, y = max(x, side * wide if grid else 0), -(-len(grid) // side) * high
        dealt = (deal for deals in room.setup.deals.values() for deal in deals)
        rest = dict.fromkeys(
            deal.zone
            for deal in dealt
            if deal.seat is None and deal.zone not in (*zones, *room.setup.grid)
        )
        zones |= {zone: _Place(at * wide, y + LABEL) for at, zone in enumerate(rest)}
        if rest:
            x, y = max(x, len(rest) * wide), y + LABEL + high
    return _Middle(x, y, boards, zones)


def _card(room: _Room) -> Size:
    """Return a size that every card of a deck fits into."""
    sizes = [stack.size for stack in room.stacks if stack.is_of_cards]
    sizes = sizes or [stack.size for stack in room.stacks]
    return Size(
        max((size.width for size in sizes), default=0),
        max((size.height for size in sizes), default=0),
    )


def _stack_places(room: _Room) -> Mapping[str, _Place]:
    """Return the positions of decks and pieces: in columns from the left."""
    places: dict[str, _Place] = {}
    x, y, widest = EDGE, EDGE + LABEL, 0
    for stack in room.stacks:
        high = room.px(stack.size.height) + BUTTON
        if y + high > HEIGHT and y > EDGE + LABEL:
            x, y, widest = x + widest + EDGE, EDGE + LABEL, 0
        places[stack.id] = _Place(x, y)
        widest = max(widest, room.px(stack.size.width))
        y += high + LABEL
    return places


def _columns_end(room: _Room) -> int:
    """Return the right edge of the columns of decks and of the set-up buttons."""
    places = _stack_places(room)
    ends = [places[stack.id].x + room.px(stack.size.width) for stack in room.stacks]
    return max(ends, default=0) + 2 * EDGE + (BUTTON * 2 + EDGE if room.setup else 0)


def _widgets(room: _Room) -> Iterator[Widget]:
    """Yield every widget of the room; later ones have a higher z and lie on top."""
    middle, left = _middle_of(room), _columns_end(room)
    corner = _Place(
        left + max(0, WIDTH - left - middle.width) // 2, max(EDGE, (HEIGHT - middle.height) // 2)
    )
    yield _widget(HAND, "hand", _Place(50, HEIGHT + EDGE), 1)
    for board in room.boards:
        place = middle.boards[board.id]
        size = board.front.size
        yield {
            **_widget(f"board-{board.id}", "board", _moved(place, corner), 2),
            "boardImage": _picture(board.id),
            "width": room.px(size.width),
            "height": room.px(size.height),
        }
    card = _card(room)
    for zone, place in middle.zones.items():
        yield _pile(
            f"zone-{zone}", _moved(place, corner), (room.px(card.width), room.px(card.height))
        )
    for stack in room.stacks:
        yield from _stack(room, stack)
    if room.setup is not None:
        yield from _buttons(room, room.setup, _Place(left - 2 * BUTTON - EDGE, EDGE + LABEL))


def _moved(place: _Place, by: _Place) -> _Place:
    return _Place(place.x + by.x, place.y + by.y)


def _widget(name: str, kind: str, place: _Place, z: int) -> Widget:
    return {"id": name, "type": kind, "x": place.x, "y": place.y, "z": z}


def _picture(name: str) -> str:
    return f"package://{PICTURES}/{name}{PNG}"


def _pile(
    name: str, place: _Place, size: tuple[int, int], label: str = "", *, of_deck: bool = False
) -> Widget:
    return {
        **_widget(name, "cardPile", place, 3),
        "width": size[0],
        "height": size[1],
        "label": label,
        "hasShuffleButton": of_deck,
    }


def _stack(room: _Room, stack: Stack) -> Iterator[Widget]:
    """Yield the pile of a stack, its deck, and all copies of its cards, face down."""
    place = _stack_places(room)[stack.id]
    width, height = room.px(stack.size.width), room.px(stack.size.height)
    pile, deck = f"pile-{stack.id}", f"deck-{stack.id}"
    yield _pile(pile, place, (width, height), stack.title, of_deck=True)

    def side(of: str) -> Widget:
        # Pictures are cut to their outline, so the site need not draw borders or corners.
        shown = {"type": "image", "valueType": "dynamic", "value": of, "color": "transparent"}
        objects = [{**shown, "x": 0, "y": 0, "w": width, "h": height}]
        return {"includeBorder": False, "includeRadius": False, "objects": objects}

    yield {
        **_widget(deck, "cardDeck", place, 4),
        "parent": pile,
        "cardWidth": width,
        "cardHeight": height,
        "enlarge": True,
        "cardTypes": {card.id: _card_type(card) for card in stack.components},
        "faceTemplate": side("face"),
        "backTemplate": side("back"),
    }
    z = 5
    for card in stack.components:
        for copy in range(1, card.copies + 1):
            yield {
                **_widget(f"card-{card.id}-{copy}", "card", place, z),
                "parent": pile,
                "deck": deck,
                "cardType": card.id,
                "faceup": card.kind is ComponentKind.CARD and not stack.is_of_cards,
            }
            z += 1


def _card_type(card: Component) -> Mapping[str, str]:
    """Return the data of a card type: the site searches its name and texts."""
    name, texts = words_of(card)
    back = card.back_id or card.id
    return {
        "label": name,
        "text": texts,
        "face": _picture(card.id),
        "back": _picture(f"{back}-back"),
    }


def _buttons(room: _Room, setup: TableSetup, place: _Place) -> Iterator[Widget]:
    """Yield a button for each number of players that sets up the table."""
    for row, (players, deals) in enumerate(setup.deals.items()):
        at = _Place(place.x, place.y + row * (BUTTON + EDGE // 2))
        yield {
            **_widget(f"set-up-{players}", "automationButton", at, 4),
            "width": 2 * BUTTON,
            "height": BUTTON,
            "label": f"▶ {players}",
            "clickRoutine": list(_routine(room, deals)),
        }


def _routine(room: _Room, deals: Sequence[Dealt]) -> Iterator[Widget]:
    """Yield the steps: return all cards, shuffle, then deal a hand to each player and the table.

    Only equal hands are dealt. Differing hands, and specific cards, are left to the players.
    """
    zones = _middle_of(room).zones
    decks = [f"deck-{stack.id}" for stack in room.stacks]
    piles = [f"pile-{stack.id}" for stack in room.stacks]
    yield _step("RECALL_CARDS", decks=decks, flip="faceDown", includeHands="hands")
    yield _step("SHUFFLE_CARDS", holders=piles)
    hand = hand_of(deals)
    if hand is not None:
        yield _move(hand[0], HAND, hand[1], up=True)
    for deal in deals:
        if deal.seat is None and not deal.cards and deal.zone in zones:
            yield _move(deal.stack, f"zone-{deal.zone}", deal.count, up=deal.up)


def _move(stack: str, to: str, count: int, *, up: bool) -> Widget:
    return _step(
        "MOVE_CARDS_BETWEEN_HOLDERS",
        **{"from": [f"pile-{stack}"]},
        to=[to],
        quantity=count,
        moveFlip="faceUp" if up else "faceDown",
    )


def _step(function: str, **values: object) -> Widget:
    """Return a step of a button in the format of the site."""
    said = {name: {"type": "literal", "value": value} for name, value in values.items()}
    return {"func": function, "args": said}
