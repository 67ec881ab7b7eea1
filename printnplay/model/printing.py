"""How a kit is printed: the paper, the way backs get onto cards, the edge that sheets turn on."""

from dataclasses import dataclass
from enum import StrEnum

from printnplay.model.geometry import Paper


class Flip(StrEnum):
    """The edge that a printer turns a sheet over on, to print its other side."""

    SHORT = "short"
    LONG = "long"


class Backs(StrEnum):
    """How card backs are printed.

    `long` and `short` print each back behind its front, turned over on that edge; `fold` beside it,
    to be folded over and glued; `separate` on sheets of their own at the end, one for each distinct
    back, to print as often as needed; `none` leaves them out.
    """

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    SEPARATE = "separate"
    NONE = "none"

    @property
    def flip(self) -> Flip | None:
        """The edge that the printer turns the sheets over on, where they have two sides."""
        return {Backs.LONG: Flip.LONG, Backs.SHORT: Flip.SHORT}.get(self)


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """The paper of all files of a kit, the backs of its cards, and the flip of its booklet."""

    paper: Paper
    backs: Backs = Backs.LONG
    booklet_flip: Flip = Flip.SHORT
