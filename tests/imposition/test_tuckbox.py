"""Tuck boxes: the net closes, nothing overlaps, the deck goes in."""

from collections import Counter
from itertools import combinations
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.box_contents import WALLS, Contents, Deck, contents_of, with_flat
from printnplay.imposition.box_drawing import OVER, NetLabels, draw_net
from printnplay.imposition.marks import line
from printnplay.imposition.nets import BoxPanel, Net, cuts, folds
from printnplay.imposition.tiling import shared
from printnplay.imposition.tuckbox import PICTURED, halves, unfold
from printnplay.kernel.geometry import Point, Rect, Size, Um, mm
from printnplay.kernel.printing import Stock
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Stamp, TextLine

from .samples import POKER, label, stamps, strokes

Place: TypeAlias = tuple[Um, Um, Um]
"""Right, down, and behind the face of the back."""

lengths = st.integers(mm(30), mm(150))
decks = st.builds(
    lambda card, cards, double: Deck(card, cards, cards * (1 + double)),
    st.builds(Size, lengths, lengths),
    st.integers(1, 250),
    st.booleans(),
)
stocks = st.sampled_from(sorted(Stock))


class Folded:
    """The net with every hinge folded backwards by a right angle, the back staying where it is."""

    def __init__(self, net: Net) -> None:
        """Take the net as it lies, printed side up."""
        self.net = net

    def place(self, panel: str, point: Point) -> Place:
        """Where a point of a panel comes to lie."""
        return self._fold(panel, (point.x, point.y, 0))

    def _fold(self, panel: str, at: Place) -> Place:
        one = self.net.panels[panel]
        if one.hinge is None:
            return at
        return self._fold(one.parent, _turned(at, one))

    def corners(self, panel: str) -> set[Place]:
        return {self.place(panel, point) for point in self.net.panels[panel].outline}

    def edge(self, panel: str, side: str) -> set[Place]:
        """The two ends of a side of a panel's rectangle."""
        rect = self.net.panels[panel].rect
        xs = {"left": (rect.x, rect.x), "right": (rect.right, rect.right)}
        ys = {"top": (rect.y, rect.y), "bottom": (rect.bottom, rect.bottom)}
        ends = zip(
            xs.get(side, (rect.x, rect.right)), ys.get(side, (rect.y, rect.bottom)), strict=True
        )
        return {self.place(panel, Point(x, y)) for x, y in ends}


def _turned(at: Place, panel: BoxPanel) -> Place:
    """A place, turned by a right angle about the panel's hinge, away from the printed side."""
    assert panel.hinge is not None
    start, end = panel.hinge
    x, y, z = at
    if start.x == end.x:
        outwards = 1 if panel.rect.centre.x > start.x else -1
        return start.x - outwards * z, y, outwards * (x - start.x)
    outwards = 1 if panel.rect.centre.y > start.y else -1
    return x, start.y - outwards * z, outwards * (y - start.y)


def net_of(contents: Contents) -> Net:
    return unfold(contents.face, contents.depth)


nets = st.builds(lambda deck, stock: net_of(contents_of(deck, stock)), decks, stocks)


@given(nets)
def test_the_folded_net_closes(net: Net) -> None:
    folded = Folded(net)
    # The last side meets the back where the tab hangs; the tab goes inside, along that side.
    assert folded.edge("right", "right") == folded.edge("back", "left")
    (inside,) = {x for x, _, _ in folded.corners("tab")}
    assert inside == folded.net.panels["back"].rect.x
    # Lid and floor reach from the back to the front, and their tucks lie against it.
    assert folded.edge("top", "top") == folded.edge("front", "top")
    assert folded.edge("bottom", "bottom") == folded.edge("front", "bottom")
    (depth,) = {z for _, _, z in folded.corners("front")}
    for tuck in ("tuck-top", "tuck-bottom"):
        assert {z for _, _, z in folded.corners(tuck)} == {depth}


@given(nets)
def test_the_flaps_stay_inside_and_do_not_overlap(net: Net) -> None:
    folded, back = Folded(net), net.panels["back"].rect
    (depth,) = {z for _, _, z in folded.corners("front")}
    for name in net.panels:
        for x, y, z in folded.corners(name):
            assert back.x <= x <= back.right
            assert back.y <= y <= back.bottom
            assert 0 <= z <= depth
    for end in ("top", "bottom"):
        left, right = (folded.corners(f"dust-{side}-{end}") for side in ("left", "right"))
        reaches = [sorted(x for x, _, _ in flap) for flap in (left, right)]
        (_, first), (second, _) = sorted((reach[0], reach[-1]) for reach in reaches)
        assert first < second


@given(nets)
def test_no_part_of_the_net_lies_on_another(net: Net) -> None:
    for one, other in combinations(net.panels.values(), 2):
        assert shared(one.rect, other.rect) is None, (one.name, other.name)
    for panel in net.panels.values():
        assert all(panel.rect.holds(_dot(point)) for point in panel.outline)
        assert panel.rect.x >= 0
        assert panel.rect.right <= net.size.width
        assert panel.rect.y >= 0
        assert panel.rect.bottom <= net.size.height


@given(nets)
def test_hinges_lie_on_both_parts_and_are_folded_not_cut(net: Net) -> None:
    for panel in net.panels.values():
        if panel.hinge is not None:
            for end in panel.hinge:
                assert net.panels[panel.parent].rect.holds(_dot(end))
                assert panel.rect.holds(_dot(end))
    hinged = sum(_length(*hinge) for hinge in net.hinges)
    slit = sum(_length(*one) for one in net.slits)
    assert sum(_length(*fold) for fold in folds(net)) == hinged - slit
    drawn = {frozenset(edge) for edge in cuts(net)}
    assert drawn.isdisjoint(frozenset(edge) for edge in folds(net))


@given(decks, stocks)
def test_the_deck_goes_in_with_little_play(deck: Deck, stock: Stock) -> None:
    contents = contents_of(deck, stock)
    free = contents.depth - WALLS - deck.stack(stock)
    assert mm(1) <= free <= mm(1) + deck.stack(stock) // 20 or contents.depth == mm(8)
    more = mm(5) if stock is Stock.SLEEVED else mm(2)
    assert mm(2) <= contents.face.width - deck.card.width <= more
    assert mm(2) <= contents.face.height - deck.card.height <= more


@pytest.mark.parametrize(
    ("stock", "layers", "high"),
    [
        (Stock.LIGHT, 72, 15.84),
        (Stock.MIDDLE, 72, 19.44),
        (Stock.HEAVY, 72, 23.76),
        (Stock.SLEEVED, 72, 24.48),
        (Stock.GLUED, 144, 21.6),
        (Stock.MIDDLE, 144, 38.88),
    ],
)
def test_a_stack_is_as_high_as_what_its_cards_are_made_of(
    stock: Stock, layers: int, high: float
) -> None:
    assert Deck(POKER, 72, layers).stack(stock) == mm(high)


def test_a_poker_deck_of_playing_card_stock() -> None:
    """54 cards of 0.3 mm, more or less, make a blank of 181 x 155 mm in the published formula."""
    contents = contents_of(Deck(POKER, 54, 54), Stock.MIDDLE)
    assert (contents.face, contents.depth) == (Size(mm(65.5), mm(90.9)), 16_909)
    assert net_of(contents).size == Size(179_818, 154_718)


def test_a_box_for_the_rules_too_lays_the_deck_in_piles_below_them() -> None:
    deck = contents_of(Deck(POKER, 72, 72), Stock.MIDDLE)
    booklet = (Size(mm(127), mm(190.5)), mm(1.8))
    large = with_flat(deck, [booklet])
    assert large.face == Size(mm(129), mm(192.5))
    # Two by two piles of 18 cards, and the booklet.
    assert large.height == -(-deck.height // 4) + mm(1.8)
    # What is smaller than a card makes no piles.
    assert with_flat(deck, [(Size(mm(60), mm(60)), mm(1))]).size == deck.size


def test_the_drawing_has_a_picture_on_each_outer_panel_and_glue_on_the_tab() -> None:
    net = unfold(Size(mm(65.5), mm(90.9)), mm(16))
    pictures = {
        name: Picture(called, net.panels[name].rect.size, mm(2), "<svg/>")
        for name, called in PICTURED.items()
    }
    numbers = [label(str(step)) for step in (1, 2, 3)]
    drawing = draw_net(net, pictures, NetLabels(label("Glue"), numbers, [label("72 cards")]))
    placed = [(stamp.picture.name, stamp.turn, stamp.rect) for stamp in stamps(drawing.items)]
    assert placed == [
        (called, 180 if name in ("top", "bottom") else 0, net.panels[name].rect)
        for name, called in PICTURED.items()
    ]
    assert all(_clear_of_folds(stamp, net) for stamp in stamps(drawing.items))
    tab = net.panels["tab"].rect
    for stroke in strokes(drawing.items, "glue"):
        assert tab.holds(_dot(stroke.start))
        assert tab.holds(_dot(stroke.end))
    assert line("cut", *cuts(net)[0]) in drawing.items

    texts = [item.runs[0].text for item in drawing.items if isinstance(item, TextLine)]
    assert Counter(texts) == {"Glue": 1, "1": 1, "2": 3, "3": 3, "72 cards": 1}


@pytest.mark.parametrize("is_parted", [False, True])
def test_lid_and_floor_are_upright_when_the_box_is_tipped(is_parted: bool) -> None:  # noqa: FBT001
    """Upright for who holds the box by its front, and tips it to look at the lid and the floor."""
    face, depth = Size(mm(65.5), mm(90.9)), mm(16)
    nets = halves(face, depth) if is_parted else (unfold(face, depth),)
    labels = NetLabels(label("Glue"), [label(str(step)) for step in (1, 2, 3)])
    found = {}
    for net in nets:
        named = {
            name: Picture(called, net.panels[name].rect.size, mm(2), "<svg/>")
            for name, called in PICTURED.items()
            if name in ("top", "bottom") and name in net.panels
        }
        for stamp in stamps(draw_net(net, named, labels).items):
            (name,) = (name for name, called in PICTURED.items() if called == stamp.picture.name)
            wall = net.panels[net.panels[name].parent]
            is_below = stamp.rect.y >= wall.rect.bottom
            # What is upright has its upper edge at the wall above it, turned at the one below.
            is_at_wall = is_below == (stamp.turn == 0)
            found[name] = wall.name if is_at_wall else {"back": "front", "front": "back"}[wall.name]
    assert found == {"top": "back", "bottom": "front"}


def test_a_net_is_parted_at_an_edge_of_the_box() -> None:
    face, depth = Size(mm(129), mm(192.5)), mm(21)
    net, parts = unfold(face, depth), halves(face, depth)
    # Lid and floor hang on different parts, so both are shorter than the whole.
    assert max(part.size.height for part in parts) <= net.size.height - depth
    assert "bottom" not in parts[0].panels
    assert parts[1].panels["bottom"].parent == "front"
    first, second = ({*part.panels} for part in parts)
    assert first & second == {"tab"}
    assert first | second == {*net.panels}
    for part in parts:
        room = Rect(0, 0, part.size.width, part.size.height)
        for name, panel in part.panels.items():
            assert room.holds(panel.rect)
            assert panel.rect.size == net.panels[name].rect.size
            if name not in ("tab", "bottom", "tuck-bottom"):
                across = panel.rect.x - part.panels["tab"].rect.x
                whole = "front" if part is parts[1] else "back"
                assert across == net.panels[name].rect.x - net.panels[whole].rect.x + (
                    part.panels["tab"].rect.width
                )
        assert len(part.hinges) == len(part.panels) - 1
    numbers = [label(str(step)) for step in (1, 2, 3)]
    texts = [
        [item.runs[0].text for item in drawing.items if isinstance(item, TextLine)]
        for drawing in (draw_net(part, {}, NetLabels(label("Glue"), numbers)) for part in parts)
    ]
    assert [Counter(found) for found in texts] == [
        {"Glue": 1, "1": 1, "2": 1, "3": 2},
        {"Glue": 1, "1": 1, "2": 2, "3": 1},
    ]


def test_ground_runs_over_the_hinges_of_flaps_and_beyond_the_seam() -> None:
    net = unfold(Size(mm(65.5), mm(90.9)), mm(20))
    pictures = {
        name: Picture(called, net.panels[name].rect.size, OVER, "<svg/>")
        for name, called in PICTURED.items()
    }
    numbers = [label(str(step)) for step in (1, 2, 3)]
    drawing = draw_net(net, pictures, NetLabels(label("Glue"), numbers))
    beyond = {}
    for name, stamp in zip(PICTURED, stamps(drawing.items), strict=True):
        rect, clip = net.panels[name].rect, stamp.clip
        assert clip is not None
        sides = (rect.x - clip.x, rect.y - clip.y, clip.right - rect.right)
        beyond[name] = (*sides, clip.bottom - rect.bottom)
    seam, flap = mm(2), mm(3)
    assert beyond == {
        "front": (0, seam, 0, seam),
        "back": (flap, 0, 0, 0),
        "left": (0, flap, 0, flap),
        "right": (0, flap, seam, flap),
        "top": (seam, flap, seam, 0),
        "bottom": (seam, 0, seam, flap),
    }


def _clear_of_folds(stamp: Stamp, net: Net) -> bool:
    """Bleed does not run over a fold onto the next panel."""
    assert stamp.clip is not None
    others = [net.panels[name].rect for name in PICTURED if net.panels[name].rect != stamp.rect]
    return not any(shared(stamp.clip, other) for other in others)


def _dot(point: Point) -> Rect:
    return Rect(point.x, point.y, 0, 0)


def _length(start: Point, end: Point) -> Um:
    return abs(start.x - end.x) + abs(start.y - end.y)
