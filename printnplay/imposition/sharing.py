"""Sheets shared by groups of cards: an assignment of cards to sheets that needs the least paper."""

from collections.abc import Sequence

from msgspec import Struct


class Part(Struct, frozen=True):
    """Some cards of a group on one sheet: from `start` up to, but not including, `end`."""

    group: int
    start: int
    end: int

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.end - self.start


def shared_sheets(sizes: Sequence[int], capacity: int) -> list[tuple[Part, ...]]:
    """Return the sheets for groups of these sizes.

    Groups keep separate sheets unless sharing them saves one. Full sheets hold one group each, in
    the order of the groups; the remainders come last. A remainder is split only where that saves a
    sheet.

    >>> [[(part.group, part.size) for part in sheet] for sheet in shared_sheets([40, 40, 12], 9)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [[(0, 9)], [(0, 9)], [(0, 9)], [(0, 9)], [(1, 9)], [(1, 9)], [(1, 9)], [(1, 9)], [(2, 9)],
     [(0, 4), (1, 4)], [(2, 3)]]
    >>> [[(part.group, part.size) for part in sheet] for sheet in shared_sheets([10, 5, 5], 9)]
    [[(0, 9)], [(0, 1), (1, 5)], [(2, 5)]]
    """
    apart = [_alone(group, size, capacity) for group, size in enumerate(sizes)]
    rests = [sheets[-1][0] for sheets in apart if sheets and sheets[-1][0].size < capacity]
    least = -(-sum(rest.size for rest in rests) // capacity)
    if least == len(rests):
        return [sheet for sheets in apart for sheet in sheets]
    full = [sheet for sheets in apart for sheet in sheets if sheet[0].size == capacity]
    whole = _whole(rests, capacity)
    return [*full, *(whole if len(whole) == least else _parted(rests, capacity))]


def fewest_on_each(sizes: Sequence[int], capacity: int) -> int:
    """Return the fewest cards per sheet that need no more sheets for groups of these sizes.

    >>> fewest_on_each([10, 12], 9), fewest_on_each([4], 9)
    (8, 4)
    """
    least = len(shared_sheets(sizes, capacity))
    fewer = range(1, capacity)
    return next((few for few in fewer if len(shared_sheets(sizes, few)) == least), capacity)


def _alone(group: int, size: int, capacity: int) -> list[tuple[Part, ...]]:
    starts = range(0, size, capacity)
    return [(Part(group, start, min(start + capacity, size)),) for start in starts]


def _whole(rests: Sequence[Part], capacity: int) -> list[tuple[Part, ...]]:
    """Combine remainders without splitting them: largest first, each on the first sheet it fits."""
    sheets: list[list[Part]] = []
    for rest in sorted(rests, key=lambda rest: -rest.size):
        for sheet in sheets:
            if sum(part.size for part in sheet) + rest.size <= capacity:
                sheet.append(rest)
                break
        else:
            sheets.append([rest])
    ordered = [tuple(sorted(sheet, key=lambda part: part.group)) for sheet in sheets]
    return sorted(ordered, key=lambda sheet: sheet[0].group)


def _parted(rests: Sequence[Part], capacity: int) -> list[tuple[Part, ...]]:
    """Combine remainders in order, split where a sheet is full."""
    sheets: list[tuple[Part, ...]] = [()]
    room = capacity
    for rest in rests:
        start = rest.start
        while start < rest.end:
            if not room:
                sheets.append(())
                room = capacity
            end = min(rest.end, start + room)
            sheets[-1] = (*sheets[-1], Part(rest.group, start, end))
            room -= end - start
            start = end
    return sheets
