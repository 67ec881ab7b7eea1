"""The back of the booklet: the places of its blocks, of its facts and of its codes."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import BackPage, Block
from printnplay.kernel.geometry import Rect, Size, Um, mm
from printnplay.rulebook.pages.block_setter import BlockSetter
from printnplay.rulebook.pages.look import margins_of
from printnplay.rulebook.pages.strips import Strip, TooTallError, stack
from printnplay.scene.sheet import Item, Tag, shifted, within
from printnplay.scene.style import Style

CODES: Um = mm(24)
"""The height of the codes: a QR code of this size holds a long address, and the bars of an EAN-13
are about 23 mm high at full size (GS1)."""

FACTS: Um = mm(8)
"""The height of the line of facts: nearly two lines of body text, so that its icons are clear."""

APART: Um = mm(5)
"""The gap between the parts of the page: about a line of body text."""


class BackPlaces(Struct, frozen=True):
    """The places of the parts of the back: codes and facts at the foot, and the room for blocks."""

    codes: Rect
    facts: Rect
    room: Rect

    @property
    def in_mm(self) -> Mapping[str, Mapping[str, float] | None]:
        """The places for a template, in millimetres; None for parts that the page lacks."""
        return {name: _in_mm(rect) for name, rect in (("codes", self.codes), ("facts", self.facts))}


def _in_mm(rect: Rect) -> Mapping[str, float] | None:
    if not rect.height:
        return None
    places = {"x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height}
    return {name: value / 1000 for name, value in places.items()}


def places_on_back(back: BackPage, page: Size, style: Style) -> BackPlaces:
    """Return the places of the parts of the back, from its foot up."""
    margins = margins_of(style, page)
    side, end = max(margins.inner, margins.outer), page.height - margins.top
    width = page.width - 2 * side
    parts = []
    for height in (CODES if back.qr or back.ean else 0, FACTS if back.facts else 0):
        parts.append(Rect(side, end - height, width, height))
        end -= height + APART if height else 0
    room = Rect(side, margins.top, width, end - margins.top)
    return BackPlaces(codes=parts[0], facts=parts[1], room=room)


def items_on_back(back: BackPage, page: Size, setter: BlockSetter) -> Sequence[Item]:
    """Return the items of the blocks on the back.

    Raises:
        TooTallError: the blocks do not fit the page.
    """
    room = places_on_back(back, page, setter.typesetter.style).room
    setter = replace(setter, width=room.width, room=room.height)
    middle, foot = _stacked(setter, back.middle), _stacked(setter, back.foot)
    free = room.height - foot.height - (APART if foot.height else 0)
    if middle.height > free:
        raise TooTallError(middle.height + room.height - free, room.height, [middle])
    down = room.y + (free - middle.height) // 2
    items = (
        *shifted(middle.items, room.x, down),
        *shifted(foot.items, room.x, room.bottom - foot.height),
    )
    return within(items, Tag("Sect", language=setter.typesetter.context.language))


def _stacked(setter: BlockSetter, blocks: Sequence[Block]) -> Strip:
    strips = setter.within(blocks)
    return stack(strips) if strips else Strip(0, ())
