"""Promotional pictures of a game: their contents and sizes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from printnplay.edition.edition import BoxName
from printnplay.export.job import ExportJob
from printnplay.export.stacks import Stack, stacks_of, with_backs
from printnplay.game.exporting import Component
from printnplay.imposition.box_contents import Contents, boxes_needed, contents_of, shared_out
from printnplay.imposition.tuckbox import unfold
from printnplay.kernel.geometry import Rect, Size, mm
from printnplay.kernel.printing import Backs, Stock
from printnplay.kernel.shapes import rounded
from printnplay.kit.box import panel_pictures
from printnplay.kit.packing import deck_of
from printnplay.raster.showcase import Room, Shown, Things, picture
from printnplay.raster.single_faces import outline_data
from printnplay.scene.picture import Picture
from printnplay.svg.inlined import inlined

FAN = 5
"""Maximum number of cards in a fan; one more lies in front of it. A guess: more hide each other."""

GOLDEN = 0.618
"""Step between the cards picked from a group, as a share of it: the golden ratio spreads any number
of them evenly."""

PANELS = {"front": "front", "side": "right", "top": "top"}
"""The visible panels of the box: the name of the picture, and the panel of the net."""

CORNER = mm(3)
"""Corner radius of a poker card, for faces without a shape."""


class View(Struct, frozen=True):
    """A picture of the game: its name, its background, its size in pixels and in mm.

    `room` is the area for the objects, as shares of the width and height.
    """

    name: str
    ground: str
    pixels: tuple[int, int]
    room: tuple[float, float, float, float] = (0, 0, 1, 1)

    @property
    def size(self) -> Size:
        """The size at which the background is rendered: as high as a booklet's page is wide."""
        high = mm(126)
        return Size(round(high * self.pixels[0] / self.pixels[1]), high)


VIEWS = (
    View("social-card", "social", (1200, 630), (0.43, 0, 0.57, 1)),
    View("deck", "table", (1600, 1200)),
    View("cover", "table", (1260, 1000)),
    View("square", "table", (1400, 1400)),
    View("wide", "table", (1920, 1080)),
    View("banner", "table", (2100, 600)),
)
"""The views, in sizes that sites require: link previews are 1200 x 630; itch.io has covers of 630 x
500, Kickstarter pictures of 16 to 9, Gamefound and Indiegogo squares, and banners of 1743 x 498 at
least."""


def scene(job: ExportJob, view: View, things: Things) -> str | None:
    """Render a view as SVG; return None if its background has errors."""
    ground = job.edition.showcase(view.ground, view.size)
    if ground is None:
        return None
    width, height = view.size.width / 1000, view.size.height / 1000
    x, y, wide, high = view.room
    room = Room(x * width, y * height, wide * width, high * height)
    return picture(_shown("ground", ground), things, room, view.pixels)


def things_of(job: ExportJob) -> Things | None:
    """Return the objects that show a game: cards, or else its rulebook; None if one has errors."""
    stacks = [with_backs(stack) for stack in stacks_of(job)]
    decks = [stack for stack in stacks if stack.is_of_cards] or stacks
    if not decks:
        cover = job.edition.front_cover
        return Things([_shown("cover", cover, corner=0)], None, None, {}, 0) if cover else None
    main = max(decks, key=lambda stack: sum(card.copies for card in stack.components))
    panels = _panels(job)
    back = main.components[-1].back
    if panels is None or back is None:
        return None
    alike = [stack for stack in decks if not stack.has_own_backs] or decks
    cards = [
        _shown(f"card{number}", card.front)
        for number, card in enumerate(_chosen(alike, main.size), start=1)
    ]
    lying = cards.pop() if len(cards) > FAN else None
    contents = _contents(job)
    return Things(cards, lying, _shown("back", back), panels, contents.height / 1000)


def _panels(job: ExportJob) -> Mapping[str, Shown] | None:
    """Return the visible panels of the box; empty if there is no box, None if one has errors."""
    edition = job.edition
    if not edition.game.boxes:
        return {}
    contents, name = _contents(job), BoxName(edition.game.boxes[0].id)
    pictures = panel_pictures(edition, unfold(contents.face, contents.depth), name)
    if not set(PANELS.values()) <= set(pictures):
        return None
    return {name: _shown(name, pictures[panel], corner=0) for name, panel in PANELS.items()}


def _contents(job: ExportJob) -> Contents:
    """Return the contents of the first box; of the whole deck if the game has no box."""
    game = job.edition.game
    box = next(iter(game.boxes), None)
    contents = contents_of(deck_of(game, Backs.NONE, box), Stock.MIDDLE)
    return shared_out(contents, box.split or boxes_needed(contents)) if box else contents


def _chosen(decks: Sequence[Stack], size: Size) -> list[Component]:
    """Choose cards for the fan: from each group in proportion to its share of the deck."""
    groups: defaultdict[str, list[Component]] = defaultdict(list)
    for stack in decks:
        for card in stack.components:
            if card.front.size == size:
                groups[card.group].append(card)
    copies = {name: sum(card.copies for card in cards) for name, cards in groups.items()}
    shown: dict[str, int] = dict.fromkeys(groups, 0)
    for _ in range(min(FAN + 1, sum(map(len, groups.values())))):
        free = [name for name in groups if shown[name] < len(groups[name])]
        shown[max(free, key=lambda name: copies[name] / (shown[name] + 0.5))] += 1
    picked = [_spread(cards, shown[name]) for name, cards in groups.items() if shown[name]]
    # Alternate between groups, so that neighbours differ.
    most = max(map(len, picked), default=0)
    return [cards[number] for number in range(most) for cards in picked if number < len(cards)]


def _spread(cards: Sequence[Component], count: int) -> list[Component]:
    """Choose this many distinct cards of a group, spread over it."""
    places = [int((number + 0.5) * GOLDEN % 1 * len(cards)) for number in range(len(cards))]
    return [cards[place] for place in dict.fromkeys([*places, *range(len(cards))])][:count]


def _shown(name: str, drawn: Picture, corner: int = CORNER) -> Shown:
    size = drawn.size
    outline = rounded(Rect(0, 0, size.width, size.height), corner, corner)
    inside = inlined(drawn.svg, f"{name}-")
    return Shown(name, inside, size.width / 1000, size.height / 1000, outline_data(outline))
