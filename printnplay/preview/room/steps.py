"""The steps of a seat at a table, as its browser sends them.

They have the names of those in `export/table_page/state.js`. The types limit sizes and numbers.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name: TypeAlias = Annotated[str, Meta(max_length=40)]
"""A name of a place or a counter; longer ones do not fit on the table."""

Place: TypeAlias = Annotated[float, Meta(ge=-100_000, le=100_000)]
"""A coordinate in millimetres, up to 100 m."""

Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Id: TypeAlias = Annotated[str, Meta(max_length=200)]


class To(Struct, frozen=True, forbid_unknown_fields=True):
    """Where cards go: a hand, a pile, or a place on the table."""

    hand: int | None = None
    index: int | None = None
    pile: Id | None = None
    under: bool = False
    x: Place = 0
    y: Place = 0

    def __post_init__(self) -> None:
        """Check that there is one aim.

        Raises:
            ValueError: there are two.
        """
        if self.hand is not None and self.pile is not None:
            raise ValueError("expected a hand or a pile")


class Step(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A step of a seat."""


class Put(Step, frozen=True):
    """Put cards, lowest first, somewhere; `place` names a new pile, which then stays."""

    cards: Annotated[tuple[Id, ...], Meta(min_length=1)]
    to: To
    up: bool | None = None
    place: Name = ""


class Shuffle(Step, frozen=True):
    """Shuffle a pile."""

    pile: Id


class Flip(Step, frozen=True):
    """Flip the top card of a pile, or all of it."""

    pile: Id
    all: bool = False


class Turn(Step, frozen=True):
    """Turn a pile by 90 degrees."""

    pile: Id


class Move(Step, frozen=True):
    """Move a pile, and put it above the others."""

    pile: Id
    x: Place
    y: Place


class Deal(Step, frozen=True):
    """Deal cards of a pile to each seat, as far as they go."""

    pile: Id
    count: Annotated[int, Meta(ge=1, le=1000)]


class NewTool(Struct, frozen=True, forbid_unknown_fields=True):
    """A new counter or die."""

    kind: Literal["counter", "die"]
    x: Place
    y: Place
    value: Number
    name: Name
    sides: Annotated[int, Meta(ge=0, le=1000)]


class Add(Step, frozen=True):
    """Add a counter or a die."""

    tool: NewTool


class Changed(Struct, frozen=True, forbid_unknown_fields=True):
    """What changes of a counter or a die."""

    x: Place | None = None
    y: Place | None = None
    value: Number | None = None
    name: Name | None = None


class Change(Step, frozen=True):
    """Move a counter or a die, or change the value or the name of a counter."""

    tool: Id
    to: Changed


class Remove(Step, frozen=True):
    """Remove a counter or a die."""

    tool: Id


class Roll(Step, frozen=True):
    """Roll a die."""

    tool: Id


class Note(Step, frozen=True):
    """Replace the notes of the table."""

    text: Annotated[str, Meta(max_length=20_000)]


class Look(Step, frozen=True):
    """Look at all cards of a pile, until the seat looks at none."""

    pile: Id | None = None


class Undo(Step, frozen=True):
    """Take back the last step, if it was of the same seat."""


class Start(Step, frozen=True):
    """Begin a new game."""

    players: int


Steps: TypeAlias = (
    Put
    | Shuffle
    | Flip
    | Turn
    | Move
    | Deal
    | Add
    | Change
    | Remove
    | Roll
    | Note
    | Look
    | Undo
    | Start
)

FINAL = (Shuffle, Deal, Roll, Start)
"""Steps that nobody takes back: chance has decided, and some have seen how."""
