"""Boxes of trays: the parts fit into each other, and no panel of a net lies on another."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.imposition.box_contents import (
    DEEPEST,
    PLAY,
    PLAY_DEEP,
    SHALLOWEST,
    WALLS,
    Contents,
    Deck,
    boxes_needed,
    contents_of,
    shared_out,
    spread,
)
from printnplay.imposition.box_drawing import NetLabels, draw_net
from printnplay.imposition.dividers import TAB_HEIGHT, divider, divider_drawings
from printnplay.imposition.nets import Net, cuts, folds
from printnplay.imposition.tiling import shared
from printnplay.imposition.trays import (
    BASE_FACES,
    CLEARANCE,
    CORNERS,
    DRAWER_FACES,
    LID_FACES,
    PAPER,
    STOCK,
    TURN_IN,
    Tray,
    base_for,
    lid_for,
    sleeve_for,
    tray_net,
    wrap_for,
)
from printnplay.imposition.tuckbox import sleeve
from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.kernel.printing import Stock
from printnplay.scene.sheet import TextLine

from .samples import POKER, label, strokes

lengths = st.integers(mm(30), mm(150))
contents = st.builds(Contents, st.builds(Size, lengths, lengths), st.integers(mm(1), mm(49)))


def nets_of(inside: Contents) -> list[Net]:
    """Return the nets of both parts of each kind of box."""
    base = base_for(inside)
    wrap = wrap_for(inside.size, inside.height + mm(5))
    return [
        tray_net(base, "back", BASE_FACES),
        tray_net(lid_for(base), "front", LID_FACES),
        tray_net(base, "floor", DRAWER_FACES),
        sleeve(*sleeve_for(base)),
        tray_net(wrap, "front", LID_FACES, TURN_IN),
    ]


@given(contents)
def test_the_contents_go_into_the_base_with_their_play(inside: Contents) -> None:
    base = base_for(inside)
    assert base.inside == Size(inside.size.width + PLAY, inside.size.height + PLAY)
    assert base.depth == max(SHALLOWEST, inside.height + PLAY_DEEP)


@given(contents)
def test_the_lid_slips_over_the_base(inside: Contents) -> None:
    base = base_for(inside)
    lid = lid_for(base)
    assert lid.inside.width == base.outside.width + 2 * CLEARANCE
    assert lid.inside.height == base.outside.height + 2 * CLEARANCE
    # Fingers hold the base below it: 10 mm, or a third of a low one.
    free = base.wall - lid.depth
    assert free == min(mm(10), base.wall // 3) + STOCK
    assert lid.depth > 0


@given(contents)
def test_the_drawer_slides_in_its_sleeve(inside: Contents) -> None:
    drawer = base_for(inside)
    face, depth = sleeve_for(drawer)
    # Between the panels a thickness is lost, and one more to the glue tab.
    assert face.width - 2 * STOCK == drawer.outside.width + 2 * CLEARANCE
    assert depth - STOCK >= drawer.wall + STOCK // 2 + 2 * CLEARANCE
    assert face.height == drawer.outside.height
    net = sleeve(face, depth)
    assert {*net.panels} == {"tab", "back", "left", "front", "right"}


@given(st.builds(Size, lengths, lengths), st.integers(mm(8), mm(60)))
def test_a_wrap_covers_the_outside_and_turns_in(outside: Size, depth: int) -> None:
    net = tray_net(wrap_for(outside, depth), "front", LID_FACES, TURN_IN)
    assert net.panels["front"].rect.size == Size(outside.width + PAPER, outside.height + PAPER)
    assert net.panels["left"].rect.width == depth + PAPER
    assert net.size == Size(
        outside.width + 2 * depth + 2 * TURN_IN + 3 * PAPER,
        outside.height + 2 * depth + 2 * TURN_IN + 3 * PAPER,
    )
    assert net.panels["turn-top"].rect.height == mm(15)
    # Mitred: turned in, two strips do not overlap in a corner.
    corners = sorted(point.x for point in net.panels["turn-top"].outline)
    assert corners[1] - net.panels["turn-top"].rect.x >= min(TURN_IN, outside.width // 3)


@given(contents)
def test_no_panel_lies_on_another_and_all_are_on_the_blank(inside: Contents) -> None:
    for net in nets_of(inside):
        whole = Rect(0, 0, net.size.width, net.size.height)
        for panel in net.panels.values():
            assert whole.holds(panel.rect)
            assert all(panel.rect.holds(_dot(point)) for point in panel.outline)
        for one, other in combinations(net.panels.values(), 2):
            assert shared(one.rect, other.rect) is None, (one.name, other.name)


@given(contents)
def test_hinges_are_folded_and_the_rest_is_cut(inside: Contents) -> None:
    for net in nets_of(inside):
        for panel in net.panels.values():
            for end in panel.hinge or ():
                assert panel.rect.holds(_dot(end))
                assert net.panels[panel.parent].rect.holds(_dot(end))
        assert len(net.hinges) == len(net.panels) - 1
        assert {frozenset(edge) for edge in cuts(net)}.isdisjoint(map(frozenset, folds(net)))


@given(contents)
def test_glue_flaps_fit_behind_the_walls(inside: Contents) -> None:
    for net in nets_of(inside)[:3]:
        for name in CORNERS:
            flap, wall = net.panels[name].rect, net.panels["left"].rect
            assert flap.width <= wall.height // 2
            assert flap.height == wall.width
            # Above and below, it is narrower than the wall that it is glued to.
            tops = [point.y for point in net.panels[name].outline]
            assert flap.y < min(tops)
            assert max(tops) < flap.bottom


def test_flaps_are_hatched_and_those_of_a_wrap_are_numbered() -> None:
    labels = NetLabels(label("Glue"), [label(str(step)) for step in (1, 2, 3)])
    base = tray_net(Tray(Size(mm(67), mm(92)), mm(30)), "back", BASE_FACES)
    drawn = draw_net(base, {}, labels)
    assert strokes(drawn.items, "glue")
    texts = [item.runs[0].text for item in drawn.items if isinstance(item, TextLine)]
    assert texts == ["Glue"] * 4
    for stroke in strokes(drawn.items, "glue"):
        assert any(base.panels[name].rect.holds(_dot(stroke.start)) for name in CORNERS)
    wrap = draw_net(tray_net(Tray(Size(mm(67), mm(92)), mm(30)), "front", {}, TURN_IN), {}, labels)
    texts = [item.runs[0].text for item in wrap.items if isinstance(item, TextLine)]
    assert sorted(texts) == ["1"] * 4 + ["2"] * 4
    assert not strokes(wrap.items, "glue")


@pytest.mark.parametrize(("cards", "boxes"), [(54, 1), (170, 1), (171, 2), (2000, 12)])
def test_a_thick_deck_is_shared_out_evenly(cards: int, boxes: int) -> None:
    deck = contents_of(Deck(POKER, cards, cards), Stock.MIDDLE)
    assert boxes_needed(deck) == boxes
    each = shared_out(deck, boxes)
    assert each.depth <= DEEPEST
    assert each.height * boxes >= deck.height
    assert each.depth == max(SHALLOWEST, each.height + PLAY_DEEP + WALLS)


def test_piles_side_by_side_make_a_box_that_is_nearly_square() -> None:
    deck = contents_of(Deck(POKER, 2000, 2000), Stock.MIDDLE)
    laid = spread(deck)
    # Four by three piles, with play between them.
    assert laid.size == Size(4 * POKER.width + 3 * PLAY, 3 * POKER.height + 2 * PLAY)
    assert laid.height == -(-deck.height // 12)
    assert laid.depth <= DEEPEST
    small = contents_of(Deck(POKER, 54, 54), Stock.MIDDLE)
    assert spread(small) == small


def test_tabs_of_dividers_are_staggered_and_stand_above_the_cards() -> None:
    tabs = [divider(POKER, index, is_wide=False) for index in range(4)]
    assert {piece.size for piece in tabs} == {Size(POKER.width, POKER.height + TAB_HEIGHT)}
    for one, other in combinations(tabs[:3], 2):
        assert shared(one.tab, other.tab) is None
    assert tabs[3].tab == tabs[0].tab
    assert tabs[2].tab.right == POKER.width
    assert divider(POKER, 1, is_wide=True).tab.width == POKER.width
    for piece in tabs:
        assert {point.y for point in piece.outline} == {0, TAB_HEIGHT, piece.size.height}


def test_as_many_dividers_share_a_sheet_as_fit() -> None:
    pieces = [(divider(POKER, index, is_wide=False), ()) for index in range(7)]
    first, second = divider_drawings(pieces, Size(mm(190), mm(267)))
    # Two by two: three of 63.5 mm and their gaps are wider than 190 mm.
    assert first.size == Size(2 * POKER.width + mm(4), 2 * (POKER.height + TAB_HEIGHT) + mm(4))
    assert len(strokes(first.items, "cut")) == sum(len(piece.outline) for piece, _ in pieces[:4])
    assert len(strokes(second.items, "cut")) == sum(len(piece.outline) for piece, _ in pieces[4:])


def _dot(point: Point) -> Rect:
    return Rect(point.x, point.y, 0, 0)
