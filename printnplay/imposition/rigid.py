"""Rigid boxes of a factory: a lid and a base of greyboard, each covered with a printed wrap."""

from msgspec import Struct

from printnplay.imposition.box_contents import PLAY_DEEP, SHALLOWEST, Contents
from printnplay.imposition.trays import CLEARANCE, GRIP, PAPER
from printnplay.kernel.geometry import Size, Um, mm

GREYBOARD: Um = mm(2)
"""The thickness of the board of a rigid box: factories use 1.5 to 2 mm. A guess."""


class RigidPart(Struct, frozen=True):
    """The outside of a lid or a base, with its wrap, and the depth of its walls."""

    outside: Size
    depth: Um


def rigid_base(contents: Contents) -> RigidPart:
    """Return the base for contents, with their play."""
    inside, board = contents.face, 2 * (GREYBOARD + PAPER)
    depth = max(SHALLOWEST, contents.height + PLAY_DEEP) + GREYBOARD + PAPER
    return RigidPart(Size(inside.width + board, inside.height + board), depth)


def rigid_lid(base: RigidPart) -> RigidPart:
    """Return the lid that slips over a base, and leaves some of it free to hold."""
    more = 2 * (CLEARANCE + GREYBOARD + PAPER)
    outside = Size(base.outside.width + more, base.outside.height + more)
    return RigidPart(outside, base.depth - min(GRIP, base.depth // 3) + GREYBOARD + PAPER)
