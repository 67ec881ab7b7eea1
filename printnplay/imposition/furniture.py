"""Furniture: title, page number, key of lines and notes, in the margins around what is printed.

Texts arrive measured. Each line of them goes into a strip of paper, checked to have its room.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Literal, TypeAlias

from printnplay.imposition.marks import LINES, TICK, line
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.model.geometry import Paper, Point, Rect, Um, mm
from printnplay.model.sheet import Item, Label, LineKind, Sheet, TextLine

_ALONG: dict[int, tuple[int, int]] = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
"""Which way text runs, right and down, by its clockwise turn."""

Align: TypeAlias = Literal["left", "centre", "right"]

_SHARE: dict[Align, int] = {"left": 0, "centre": 1, "right": 2}
"""How many halves of a text lie before its place."""


def place_label(label: Label, at: Point, align: Align = "left", turn: int = 0) -> TextLine:
    """A label whose baseline starts, has its middle or ends at a point; `turn` is clockwise."""
    right, down = _ALONG[turn]
    back = label.width * _SHARE[align] // 2
    return TextLine(at.moved(-right * back, -down * back), label.runs, turn)


def overhang(label: Label) -> Um:
    """What accents need above capitals, and descenders below the baseline.

    A third of the height of capitals is enough for most text faces (in the faces that come with
    the tool accents rise 0.33 and descenders fall 0.34 of it).
    """
    return label.height * 7 // 20


def room(label: Label) -> Um:
    """The height a line of text needs, from its accents to its descenders."""
    return label.height + 2 * overhang(label)


def box(label: Label, at: Point, turn: int = 0) -> Rect:
    """The rectangle that a label takes whose baseline starts at a point."""
    above, below = label.height + overhang(label), overhang(label)
    width = label.width
    return {
        0: Rect(at.x, at.y - above, width, above + below),
        90: Rect(at.x - below, at.y, above + below, width),
        180: Rect(at.x - width, at.y - below, width, above + below),
        270: Rect(at.x - above, at.y - width, above + below, width),
    }[turn]


SPACE: Um = mm(5)
"""Between neighbours in a strip."""

_LEAD: Um = mm(1.5)
"""Between a sample line and its label, and the least between neighbours."""


@dataclass(frozen=True, slots=True)
class MarginStrip:
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
        """The place this far along the line and this far below its upper edge, as one reads it."""
        if self.turn:
            return Point(self.rect.x + across, self.rect.bottom - along)
        return Point(self.rect.x + along, self.rect.y + across)


@dataclass(frozen=True, slots=True)
class MarginEntry:
    """A label in a strip; `element` names it in faults, `sample` is a line kind shown before it."""

    element: str
    label: Label
    sample: LineKind | None = None

    @property
    def lead(self) -> Um:
        """The width of the sample and the space after it."""
        return LINES[self.sample].sample + _LEAD if self.sample else 0

    @property
    def width(self) -> Um:
        """The width of sample and label."""
        return self.lead + self.label.width


Placed: TypeAlias = Sequence[tuple[Um, MarginEntry]]
"""Entries, each with where it starts along the strip."""


def in_a_row(entries: Sequence[MarginEntry], start: Um = 0, space: Um = SPACE) -> Placed:
    """Entries one after the other."""
    placed = []
    for entry in entries:
        placed.append((start, entry))
        start += entry.width + space
    return placed


def at_the_end(strip: MarginStrip, entry: MarginEntry) -> Placed:
    """One entry that ends where the strip ends."""
    return [(strip.length - entry.width, entry)]


def in_the_middle(strip: MarginStrip, entry: MarginEntry) -> Placed:
    """One entry in the middle of the strip."""
    return [((strip.length - entry.width) // 2, entry)]


def thickest(entries: Sequence[MarginEntry]) -> Um:
    """The height of strip that these entries need."""
    return max((room(entry.label) for entry in entries), default=0)


def spare(strip: MarginStrip, placed: Placed) -> Um:
    """How much of the strip's thickness the entries leave free."""
    return max(0, strip.thickness - thickest([entry for _, entry in placed]))


def set_line(strip: MarginStrip, placed: Placed, away: Um, *, from_below: bool) -> tuple[Item, ...]:
    """The entries on one baseline, `away` from the upper or the lower edge.

    Raises:
        DoesNotFitError: an entry is too high for the strip, leaves it, or runs into the next.
    """
    ordered = sorted(placed, key=itemgetter(0))
    _check(strip, ordered)
    need = thickest([entry for _, entry in ordered])
    below = max((overhang(entry.label) for _, entry in ordered), default=0)
    baseline = (strip.thickness - away if from_below else away + need) - below
    return tuple(
        item for along, entry in ordered for item in _entry_items(strip, along, entry, baseline)
    )


def _entry_items(strip: MarginStrip, along: Um, entry: MarginEntry, baseline: Um) -> list[Item]:
    items: list[Item] = []
    if entry.sample:
        middle = baseline - entry.label.height // 2
        end = along + LINES[entry.sample].sample
        items.append(line(entry.sample, strip.at(along, middle), strip.at(end, middle)))
    at = strip.at(along + entry.lead, baseline)
    return [*items, place_label(entry.label, at, turn=strip.turn)]


def _check(strip: MarginStrip, ordered: Placed) -> None:
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


_SIDE: Um = mm(12.7)
"""Text starts with the cards, yet no further in than this."""

_AWAY: Um = mm(5)
"""From the edge of what the printer reaches to the text, where there is room."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """The texts of a sheet, measured; `key` explains the kinds of lines that are on it."""

    title: Label
    page: Label
    key: Mapping[LineKind, Label] = field(default_factory=dict)
    note: Label | None = None


def dress(side: Side, paper: Paper, furniture: Furniture) -> Sheet:
    """The sheet of a side: title and page number above the cards, key and note below.

    Where the cards leave no room above and below, the lines go beside them and read upwards.

    Raises:
        DoesNotFitError: a text has no room between the cards and the edge, or runs into another;
            the error names it.
    """
    title, page = MarginEntry("title", furniture.title), MarginEntry("page number", furniture.page)
    key = [
        MarginEntry(f"key of the {kind} line", label, kind) for kind, label in furniture.key.items()
    ]
    note = [MarginEntry("note", furniture.note)] if furniture.note else []
    head, foot = _strips(side.block, paper.printable, thickest([title, page, *key, *note]))
    above = [*in_a_row([title]), *at_the_end(head, page)]
    below = [*in_a_row(key), *(placed for entry in note for placed in at_the_end(foot, entry))]
    items: tuple[Item, ...] = (
        *set_line(head, above, min(_AWAY, spare(head, above) // 2), from_below=False),
        *side.items,
        *set_line(foot, below, min(_AWAY, spare(foot, below) // 2), from_below=True),
    )
    label = "".join(run.text for run in furniture.page.runs)
    return Sheet(paper.size, items, label)


def _strips(block: Rect, area: Rect, need: Um) -> tuple[MarginStrip, MarginStrip]:
    taken = block.grown(TICK)
    left = max(area.x, min(block.x, _SIDE))
    width = 2 * area.centre.x - 2 * left
    head = MarginStrip(Rect(left, area.y, width, taken.y - area.y))
    foot = MarginStrip(Rect(left, taken.bottom, width, area.bottom - taken.bottom))
    beside = (  # Both read upwards: turned once, the sheet has a head and a foot again.
        MarginStrip(Rect(area.x, area.y, taken.x - area.x, area.height), 270),
        MarginStrip(Rect(taken.right, area.y, area.right - taken.right, area.height), 270),
    )
    level_fits = min(head.thickness, foot.thickness) >= need
    beside_fits = min(strip.thickness for strip in beside) >= need
    return beside if beside_fits and not level_fits else (head, foot)
