"""The tuck box for the deck of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.tiling import noted
from printnplay.composition.tuckbox import Deck, Net, unfold
from printnplay.composition.tuckbox_net import PICTURED, draw_net
from printnplay.model.cards import Box, Game
from printnplay.model.geometry import Paper, Size
from printnplay.model.picture import Picture
from printnplay.model.sheet import Sheet
from printnplay.pipeline.boards import large_plans
from printnplay.pipeline.dressing import dressed
from printnplay.pipeline.leaflets import SMALL, Plan
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import unfit

TITLE = "kit.box"
NOTE = "kit.box_note"


def box_plans(studio: Studio, paper: Paper, backs: str) -> tuple[Plan, ...]:
    """The net of the box, on one side or several; none for a game without a box."""
    box = studio.game.box
    if box is None:
        return ()
    try:
        return tuple(_plans(studio, paper, box, backs))
    except DoesNotFitError as error:
        _tell(studio, error)
        return ()


def box_sheets(studio: Studio, paper: Paper, plans: Sequence[Plan]) -> tuple[Sheet, ...]:
    """The sheets of the box."""
    try:
        return tuple(
            dressed(studio, paper, plan, (number, len(plans)))
            for number, plan in enumerate(plans, start=1)
        )
    except DoesNotFitError as error:
        _tell(studio, error)
        return ()


def deck_of(game: Game, backs: str) -> Deck:
    """The deck as it goes into the box: as wide and as high as its largest cards."""
    sizes = [game.size_of(card) for card in game.cards]
    largest = Size(max(one.width for one in sizes), max(one.height for one in sizes))
    layers = 0
    for group in game.groups:
        cards = sum(card.copies for card in game.cards_of(group))
        two = group.fold or (backs == "fold" and group.backs)
        layers += 2 * cards if two else cards
    return Deck(largest, sum(card.copies for card in game.cards), layers)


def _plans(studio: Studio, paper: Paper, box: Box, backs: str) -> Iterator[Plan]:
    face, depth = deck_of(studio.game, backs).inside(box.paper, sleeved=box.sleeved)
    net = unfold(face, depth)
    glue = studio.typesetter.label("kit.glue", SMALL)
    drawing = draw_net(net, _pictures(studio, net), glue)
    first, *others = large_plans(studio, paper, drawing, TITLE)
    if others:
        note = studio.typesetter.label(NOTE, SMALL)
        yield replace(first, side=noted(first.side, paper, note))
    else:
        yield replace(first, note=NOTE)
    yield from others


def _tell(studio: Studio, error: DoesNotFitError) -> None:
    box = studio.game.box
    if box is not None:
        cure = "choose another paper for the sheets, or leave out `box`"
        studio.problems.add(unfit(error.element, error.reason, box.span, cure))


def _pictures(studio: Studio, net: Net) -> dict[str, Picture]:
    sizes = {called: net.panels[name].rect.size for name, called in PICTURED.items()}
    drawn = {called: studio.box_panel(called, size) for called, size in sizes.items()}
    return {called: picture for called, picture in drawn.items() if picture is not None}
