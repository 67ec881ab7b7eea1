"""References within a drawing: each leads somewhere, none in a circle, and all stay affordable."""

from lxml.etree import _Element

from printnplay.rendering.nearest import offer
from printnplay.rendering.svg_elements import line_of
from printnplay.rendering.svg_faults import Report
from printnplay.rendering.svg_walk import Walk

DRAWN = 100_000
"""The most elements that a drawing may come to when all that it refers to is drawn."""


class TooMuchError(Exception):
    """A drawing refers to itself, or repeats its parts beyond measure."""


def check(walk: Walk, report: Report) -> None:
    """Report references that lead nowhere, in circles, or to more than can be drawn."""
    if not walk.references:
        return
    for element, names in walk.references:
        for name in names:
            if name not in walk.ids:
                help_ = offer(name, walk.ids, "nothing in this drawing has an id")
                line = line_of(element)
                report.error("PNP423", f"nothing in the drawing has the id `{name}`", line, help_)
    try:
        _Costs(walk).check()
    except TooMuchError as error:
        line = line_of(walk.references[0][0])
        report.error("PNP416", str(error), line, "draw it plainly instead of nesting references")


class _Costs:
    """How many elements each named element comes to, what it refers to included."""

    def __init__(self, walk: Walk) -> None:
        self._ids = walk.ids
        self._names = dict(walk.references)
        for element, names in walk.references:
            self._names[element] = [*self._names[element], *names]
        self._known: dict[str, int] = {}
        self._open: set[str] = set()

    def check(self) -> None:
        total = sum(self._cost(name) for names in self._names.values() for name in names)
        if total > DRAWN:
            raise TooMuchError(f"the drawing comes to more than {DRAWN:,} elements")

    def _cost(self, name: str) -> int:
        if name in self._known or name not in self._ids:
            return self._known.get(name, 0)
        if name in self._open:
            raise TooMuchError(f"what has the id `{name}` refers to itself")
        if len(self._open) > 60:
            raise TooMuchError("references are nested more than 60 deep")
        self._open.add(name)
        cost = sum(self._own(element) for element in self._ids[name].iter())
        self._open.discard(name)
        if cost > DRAWN:
            raise TooMuchError(f"what has the id `{name}` comes to more than {DRAWN:,} elements")
        self._known[name] = cost
        return cost

    def _own(self, element: _Element) -> int:
        return 1 + sum(self._cost(name) for name in self._names.get(element, ()))
