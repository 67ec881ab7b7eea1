"""Lines of text in the margins: what stands in a strip of paper, checked to have its room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.labels import overhang, place_label, room
from printnplay.composition.marks import LINES, line
from printnplay.model.geometry import Point, Rect, Um, mm
from printnplay.model.sheet import Item, Label

SPACE: Um = mm(5)
"""Between neighbours in a strip."""

_LEAD: Um = mm(1.5)
"""Between a sample line and its label, and the least between neighbours."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A free rectangle that takes one line of text, level (turn 0) or reading upwards (270)."""

    rect: Rect
    turn: int = 0

    @property
    def length(self) -> Um:
        """How far the line may run."""
        return self.rect.height if self.turn else self.rect.width

    @property
    def thickness(self) -> Um:
        """How high the line may be."""
        return self.rect.width if self.turn else self.rect.height

    def at(self, along: Um, across: Um) -> Point:
        """The place so far along the line and so far below its upper edge, as one reads it."""
        if self.turn:
            return Point(self.rect.x + across, self.rect.bottom - along)
        return Point(self.rect.x + along, self.rect.y + across)


@dataclass(frozen=True, slots=True)
class Entry:
    """A label in a strip; `element` names it in faults, `sample` is a line kind shown before it."""

    element: str
    label: Label
    sample: str = ""

    @property
    def lead(self) -> Um:
        """The width of the sample and the space after it."""
        return LINES[self.sample].sample + _LEAD if self.sample else 0

    @property
    def width(self) -> Um:
        """The width of sample and label."""
        return self.lead + self.label.width


Placed: TypeAlias = Sequence[tuple[Um, Entry]]
"""Entries, each with where it starts along the strip."""


def in_a_row(entries: Sequence[Entry], start: Um = 0, space: Um = SPACE) -> Placed:
    """Entries one after the other."""
    placed = []
    for entry in entries:
        placed.append((start, entry))
        start += entry.width + space
    return placed


def at_the_end(strip: Strip, entry: Entry) -> Placed:
    """One entry that ends where the strip ends."""
    return [(strip.length - entry.width, entry)]


def in_the_middle(strip: Strip, entry: Entry) -> Placed:
    """One entry in the middle of the strip."""
    return [((strip.length - entry.width) // 2, entry)]


def thickest(entries: Sequence[Entry]) -> Um:
    """The height of strip that these entries need."""
    return max((room(entry.label) for entry in entries), default=0)


def spare(strip: Strip, placed: Placed) -> Um:
    """How much of the strip's thickness the entries leave free."""
    return max(0, strip.thickness - thickest([entry for _, entry in placed]))


def set_line(strip: Strip, placed: Placed, away: Um, *, from_below: bool) -> tuple[Item, ...]:
    """The entries on one baseline, so far away from the upper or the lower edge.

    Raises:
        DoesNotFitError: an entry is too high for the strip, leaves it, or runs into the next.
    """
    ordered = sorted(placed, key=lambda one: one[0])
    _check(strip, ordered)
    need = thickest([entry for _, entry in ordered])
    below = max((overhang(entry.label) for _, entry in ordered), default=0)
    baseline = (strip.thickness - away if from_below else away + need) - below
    return tuple(
        item for along, entry in ordered for item in _entry_items(strip, along, entry, baseline)
    )


def _entry_items(strip: Strip, along: Um, entry: Entry, baseline: Um) -> list[Item]:
    items: list[Item] = []
    if entry.sample:
        middle = baseline - entry.label.height // 2
        end = along + LINES[entry.sample].sample
        items.append(line(entry.sample, strip.at(along, middle), strip.at(end, middle)))
    at = strip.at(along + entry.lead, baseline)
    return [*items, place_label(entry.label, at, turn=strip.turn)]


def _check(strip: Strip, ordered: Placed) -> None:
    reached, before = 0, ""
    for along, entry in ordered:
        if room(entry.label) > strip.thickness:
            has, needs = max(0, strip.thickness) / 1000, room(entry.label) / 1000
            reason = f"it needs {needs:g} mm of margin and has {has:g} mm"
            raise DoesNotFitError(entry.element, reason)
        if along < 0 or along + entry.width > strip.length:
            raise DoesNotFitError(entry.element, "it is wider than what the printer reaches")
        if before and along < reached:
            raise DoesNotFitError(entry.element, f"it runs into the {before}")
        reached, before = along + entry.width + _LEAD, entry.element
