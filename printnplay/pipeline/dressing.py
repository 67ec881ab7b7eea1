"""Sides with their titles, page numbers, keys of lines and notes."""

from collections.abc import Sequence
from dataclasses import replace

from printnplay.composition.furniture import Furniture, dress
from printnplay.model.geometry import Paper
from printnplay.model.sheet import Bookmark, Item, Sheet, Stroke
from printnplay.pipeline.leaflets import SMALL, TITLE, Plan
from printnplay.pipeline.studio import Studio

KEYED = ("cut", "fold")
"""The kinds of lines that the key of a sheet explains."""


def dressed(studio: Studio, paper: Paper, plan: Plan, place: tuple[int, int]) -> Sheet:
    """The sheet of a plan; `place` is its number, and how many there are.

    Raises:
        DoesNotFitError: a text has no room beside what is printed.
    """
    setter = studio.typesetter
    number, total = place
    title = setter.label(plan.title, TITLE)
    page = setter.label("kit.page", SMALL, page=number, pages=total)
    kinds = _kinds(plan.side.items) if plan.side.cells else []
    key = tuple((kind, setter.label(f"kit.key.{kind}", SMALL)) for kind in kinds)
    numbers = {"front": number - 1, **plan.numbers}
    note = setter.label(plan.note, SMALL, **numbers) if plan.note else None
    sheet = dress(plan.side, paper, Furniture(title, page, key, note))
    mark = Bookmark("".join(run.text for run in title.runs))
    marks = () if plan.side.kind == "blank" else (mark,)
    return replace(sheet, label=str(number), bookmarks=marks)


def _kinds(items: Sequence[Item]) -> list[str]:
    drawn = {item.kind for item in items if isinstance(item, Stroke)}
    return [kind for kind in KEYED if kind in drawn]
