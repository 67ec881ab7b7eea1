"""Dashed lines that programs draw as many short ones: LibreOffice and Chromium do."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec.structs import replace

from printnplay.kernel.geometry import Um
from printnplay.recognition.values import Mark

_LEAST = 5
"""The dashes that are a line. A guess: fewer may be parts of a drawing."""
_LONGEST: Um = 8_000
"""The longest dash, and the longest gap. A guess."""
_EVEN = 0.35
"""How much dashes and gaps may differ, as a share of the first: some programs fit corners."""


def joined(marks: Iterable[Mark], least: Um) -> tuple[Mark, ...]:
    """Return marks with each row of dashes as one dashed mark.

    Args:
        marks: lines, and dashes of any length.
        least: the length from which a line alone is a mark.
    """
    found: dict[Mark, None] = {}
    for _, line in groupby(sorted(set(marks)), lambda mark: (mark.upright, mark.at // 30)):
        for run in _runs(list(line)):
            if len(run) >= _LEAST:
                found[replace(run[0], end=run[-1].end, dashed=True)] = None
            else:
                found.update({mark: None for mark in run if mark.end - mark.start >= least})
    return tuple(found)


def _runs(line: list[Mark]) -> Iterator[list[Mark]]:
    """Yield the rows of equal dashes with equal gaps on a line, and other marks alone."""
    run: list[Mark] = []
    for mark in sorted(line, key=lambda one: (one.start, one.end)):
        if run and not _continues(run, mark):
            yield run
            run = []
        run.append(mark)
    if run:
        yield run


def _continues(run: list[Mark], mark: Mark) -> bool:
    length, gap = run[0].end - run[0].start, mark.start - run[-1].end
    if not 0 < gap <= _LONGEST or length > _LONGEST or mark.dashed or run[0].dashed:
        return False
    first = run[1].start - run[0].end if len(run) > 1 else gap
    is_even = abs(mark.end - mark.start - length) <= _EVEN * length
    return is_even and abs(gap - first) <= _EVEN * max(first, length)
