"""Rulers to compare with a real one: they reveal a print that was scaled."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.imposition.labels import overhang, place_label, room
from printnplay.imposition.marks import line
from printnplay.kernel.geometry import Point, Um, mm
from printnplay.scene.sheet import Item, Label

_CLEAR: Um = mm(0.5)
"""The gap from a tick to its number. A guess."""


class Scale(Struct, frozen=True):
    """A ruler of equal steps; ticks are pairs of step interval and length, longest first."""

    steps: int
    step: Um
    ticks: tuple[tuple[int, Um], ...]

    @property
    def length(self) -> Um:
        """The distance from the first tick to the last."""
        return self.steps * self.step

    @property
    def numbered(self) -> tuple[int, ...]:
        """The steps with the longest ticks, which have numbers."""
        return tuple(range(0, self.steps + 1, self.ticks[0][0]))

    def tick(self, step: int) -> Um:
        """Return the tick length at a step."""
        return next(length for every, length in self.ticks if step % every == 0)


METRIC = Scale(100, 1000, ((10, mm(4)), (5, mm(3)), (1, mm(2))))
"""A ruler of 100 mm in millimetres."""

INCHES = Scale(32, 3175, ((8, mm(4)), (4, mm(3)), (1, mm(2))))
"""A ruler of 4 in in eighths (25.4 mm / 8 = 3.175 mm exactly)."""

SHORT = Scale(5, mm(10), ((5, mm(2)), (1, mm(1.2))))
"""A ruler of 50 mm in centimetres, for the margin of every sheet."""


def ruler(
    scale: Scale, at: Point, numbers: Sequence[Label] = (), *, upright: bool = False
) -> Iterator[Item]:
    """Yield a ruler that starts at a point and runs to the right, with ticks downwards.

    An `upright` one is turned by 90 degrees: it runs upwards, with ticks to the right. `numbers`,
    one for each longest tick or empty, are centred below their ticks.
    """

    def place(along: Um, across: Um) -> Point:
        return at.moved(across, -along) if upright else at.moved(along, across)

    yield line("rule", place(0, 0), place(scale.length, 0))
    for step in range(scale.steps + 1):
        along = step * scale.step
        yield line("rule", place(along, 0), place(along, scale.tick(step)))
    if numbers:
        below = scale.ticks[0][1] + _CLEAR
        for step, label in zip(scale.numbered, numbers, strict=True):
            across = below + room(label) - overhang(label)
            turn = 270 if upright else 0
            yield place_label(label, place(step * scale.step, across), "centre", turn)
