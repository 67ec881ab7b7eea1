"""Rulers to hold a real one against: they show a print that was scaled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printnplay.composition.labels import overhang, place_label, room
from printnplay.composition.marks import line
from printnplay.model.geometry import Point, Um, mm
from printnplay.model.sheet import Item, Label

_CLEAR: Um = mm(0.5)


@dataclass(frozen=True, slots=True)
class Scale:
    """A ruler: so many steps of one length; ticks by the steps they count, longest first."""

    steps: int
    step: Um
    ticks: tuple[tuple[int, Um], ...]

    @property
    def length(self) -> Um:
        """From the first tick to the last."""
        return self.steps * self.step

    @property
    def numbered(self) -> tuple[int, ...]:
        """The steps with the longest ticks, which carry the numbers."""
        return tuple(range(0, self.steps + 1, self.ticks[0][0]))

    def tick(self, step: int) -> Um:
        """How long the tick of a step is."""
        return next(length for every, length in self.ticks if step % every == 0)


SCALES: dict[str, Scale] = {
    "mm": Scale(100, 1000, ((10, mm(4)), (5, mm(3)), (1, mm(2)))),
    "in": Scale(32, 3175, ((8, mm(4)), (4, mm(3)), (1, mm(2)))),
}
"""100 mm in millimetres; 4 in in eighths (25.4 mm / 8 = 3.175 mm exactly)."""


def ruler(
    scale: str, at: Point, numbers: Sequence[Label] = (), *, upright: bool = False
) -> tuple[Item, ...]:
    """A ruler whose zero is at a point; it runs to the right, or down, with ticks to the other.

    `numbers`, one for each longest tick or none, stand level beyond the ticks.
    """
    chosen = SCALES[scale]
    return (
        line("rule", at, _along(at, chosen.length, 0, upright=upright)),
        *_ticks(chosen, at, upright=upright),
        *_numbers(chosen, at, numbers, upright=upright),
    )


def _ticks(scale: Scale, at: Point, *, upright: bool) -> Iterator[Item]:
    for step in range(scale.steps + 1):
        along = step * scale.step
        yield line(
            "rule",
            _along(at, along, 0, upright=upright),
            _along(at, along, scale.tick(step), upright=upright),
        )


def _numbers(scale: Scale, at: Point, numbers: Sequence[Label], *, upright: bool) -> Iterator[Item]:
    if not numbers:
        return
    beyond = scale.ticks[0][1] + _CLEAR
    for step, label in zip(scale.numbered, numbers, strict=True):
        place = _along(at, step * scale.step, beyond, upright=upright)
        if upright:
            yield place_label(label, place.moved(0, label.height // 2))
        else:
            yield place_label(label, place.moved(0, room(label) - overhang(label)), "centre")


def _along(at: Point, along: Um, across: Um, *, upright: bool) -> Point:
    return at.moved(across, along) if upright else at.moved(along, across)
