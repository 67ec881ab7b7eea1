"""Dividers of a box: a tab for each group, with its title."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.game.game import Box
from printnplay.imposition.dividers import (
    TAB_HEIGHT,
    Divider,
    divider,
    divider_drawings,
)
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.tiling import drawing_area
from printnplay.kernel.geometry import Um, mm
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.packing import deck_of, stacked_in, stock_of
from printnplay.kit.sheets import SMALL, TITLE, PlannedSide, large_plans
from printnplay.rulebook.pages.strips import Strip, stack
from printnplay.scene.sheet import Item, shifted

_PAD: Um = mm(1)
"""The white around the title on a tab. A guess."""


def divider_plans(edition: Edition, settings: PrintSettings, box: Box) -> Iterator[PlannedSide]:
    """Yield the sheets of dividers, one for each group in a box, in the order of the groups.

    Raises:
        DoesNotFitError: a title is too long for a tab.
    """
    card = deck_of(edition.game, settings.backs, box).size(stock_of(box, settings))
    groups = stacked_in(edition.game, box)
    pieces = []
    for index, group in enumerate(groups):
        for is_wide in (False, True):
            piece = divider(card, index, is_wide=is_wide)
            title = _title(edition, f"sheets.{group.id}", piece)
            if title is not None:
                pieces.append((piece, title))
                break
        else:
            raise DoesNotFitError("divider", f"the title of the group `{group.id}` is too long")
    area = drawing_area(settings.paper).size
    for drawing in divider_drawings(pieces, area):
        plans = large_plans(edition, settings.paper, drawing, "kit.dividers")
        yield from (replace(plan, note=plan.note or "kit.dividers_note") for plan in plans)


def _title(edition: Edition, key: str, piece: Divider) -> Sequence[Item] | None:
    """Return the title of a group in the middle of a tab; None if it does not fit."""
    setter, tab = edition.typesetter, piece.tab
    width, height = tab.width - 2 * _PAD, tab.height - 2 * _PAD
    for style in (TITLE, SMALL):
        centred = replace(setter.styled(style), align="centre")
        if setter.label_of(setter.inlines(key), style).width > width and style == TITLE:
            continue
        strips: list[Strip] = setter.strips(setter.inlines(key), centred, width)
        set_title = stack(strips)
        if set_title.height <= height:
            down = (TAB_HEIGHT - set_title.height) // 2
            return shifted(set_title.items, tab.x + _PAD, tab.y + down)
    return None
