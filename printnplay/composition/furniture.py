"""What stands around the cards: title, page number, key of lines, a note."""

from dataclasses import dataclass

from printnplay.composition.marks import TICK
from printnplay.composition.sides import Side
from printnplay.composition.strips import (
    Entry,
    Strip,
    at_the_end,
    in_a_row,
    set_line,
    spare,
    thickest,
)
from printnplay.model.geometry import Paper, Rect, Um, mm
from printnplay.model.sheet import Item, Label, Sheet

_SIDE: Um = mm(12.7)
"""Text starts with the cards, yet no further in than this."""

_AWAY: Um = mm(5)
"""From the edge of what the printer reaches to the text, where there is room."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """The texts of a sheet, measured; `key` names the kinds of lines that are on it."""

    title: Label
    page: Label
    key: tuple[tuple[str, Label], ...] = ()
    note: Label | None = None


def dress(side: Side, paper: Paper, furniture: Furniture) -> Sheet:
    """The sheet of a side: title and page number above the cards, key and note below.

    Where the cards leave no room above and below, the lines stand beside them and read upwards.

    Raises:
        DoesNotFitError: a text has no room between the cards and the edge, or runs into another;
            the error names it.
    """
    title, page = Entry("title", furniture.title), Entry("page number", furniture.page)
    key = [Entry(f"key of the {kind} line", label, kind) for kind, label in furniture.key]
    note = [Entry("note", furniture.note)] if furniture.note else []
    head, foot = _strips(side.block, paper.printable, thickest([title, page, *key, *note]))
    above = [*in_a_row([title]), *at_the_end(head, page)]
    below = [*in_a_row(key), *(one for entry in note for one in at_the_end(foot, entry))]
    items: tuple[Item, ...] = (
        *set_line(head, above, min(_AWAY, spare(head, above) // 2), from_below=False),
        *side.items,
        *set_line(foot, below, min(_AWAY, spare(foot, below) // 2), from_below=True),
    )
    label = "".join(run.text for run in furniture.page.runs)
    return Sheet(paper.size, items, label)


def _strips(block: Rect, area: Rect, need: Um) -> tuple[Strip, Strip]:
    taken = block.grown(TICK)
    left = max(area.x, min(block.x, _SIDE))
    width = 2 * area.centre.x - 2 * left
    head = Strip(Rect(left, area.y, width, taken.y - area.y))
    foot = Strip(Rect(left, taken.bottom, width, area.bottom - taken.bottom))
    beside = (  # Both read upwards: turned once, the sheet has a head and a foot again.
        Strip(Rect(area.x, area.y, taken.x - area.x, area.height), 270),
        Strip(Rect(taken.right, area.y, area.right - taken.right, area.height), 270),
    )
    level_fits = min(head.thickness, foot.thickness) >= need
    beside_fits = min(strip.thickness for strip in beside) >= need
    return beside if beside_fits and not level_fits else (head, foot)
