"""Frames of scripts of nanDECK: named parts of a card, and places in them."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from string import ascii_uppercase

from printnplay.importing.nandeck_sums import number_of, shown, split
from printnplay.importing.nandeck_values import Settings
from printnplay.importing.source import MOST_BOXES
from printnplay.importing.values import around
from printnplay.kernel.geometry import Rect, Um

_PLACED = re.compile(r"<([^<>,\"=]+),([^<>\"=]+)>")
_SHARES: Mapping[str, float] = {"T": 0, "L": 0, "C": 0.5, "B": 1, "R": 1}
_CORNERS: Mapping[str, tuple[str, ...]] = {
    "HTL": ("TL", "TR", "BL"), "HTR": ("TL", "TR", "BR"),
    "HBL": ("TL", "BL", "BR"), "HBR": ("TR", "BL", "BR"),
    "TTC": ("TC", "BL", "BR"), "TBC": ("BC", "TL", "TR"),
    "TCL": ("CL", "TR", "BR"), "TCR": ("CR", "TL", "BL"),
}  # fmt: skip
"""The corners of triangles that fill half of a frame, and of arrowheads in it."""
_Sides = tuple[float, float, float, float]
_Parts = list[tuple[str, _Sides]]


class Frames:
    """The frames of a script, and what is left of those that are cut up."""

    def __init__(self, owner: Settings) -> None:
        """Take the settings of the script."""
        self._owner, self._labels = owner, owner.labels
        self._left: dict[str, Rect] = {}

    def define(self, name: str, places: Sequence[str]) -> None:
        """Give a frame one place or several."""
        self._labels.frames[name] = [(name, place) for place in places]
        self._left.pop(name, None)

    def placed(self, said: str, loop: Mapping[str, str]) -> str:
        """Return arguments in which places such as `<frame, TL, 1, 1>` are lengths."""

        def put(match: re.Match[str]) -> str:
            name = match[1].strip().lower()
            parts = self._labels.frames.get(name, [])
            rect = self._rect(parts[0][1], loop) if len(parts) == 1 else None
            if rect is None:
                return match[0]
            lengths = self._within(name, rect, split(self._labels.static(match[2], loop)))
            return self._written(lengths) or match[0]

        return _PLACED.sub(put, said)

    def _written(self, lengths: Sequence[float]) -> str:
        return ", ".join(shown(one / self._owner.unit) for one in lengths)

    def _rect(self, place: str, loop: Mapping[str, str]) -> Rect | None:
        """Return the box of a frame; None if it has not four lengths."""
        given = split(self._labels.static(place, loop))
        return Rect(*self._lengths(given[:4])) if len(given) >= 4 else None

    def _lengths(self, given: Sequence[str]) -> list[int]:
        """Return lengths from left to right and from top to bottom in turn."""
        sides = [self._owner.um(side, None) for side in self._owner.size]
        return [self._owner.um(one, sides[at % 2]) for at, one in enumerate(given)]

    def _within(self, name: str, frame: Rect, said: Sequence[str]) -> Sequence[float]:
        """Return the box, or the points, of an alignment in a frame; empty if it is not known."""
        mark, *sizes = (one.strip().upper() for one in said)

        def size(at: int, axis: int) -> float:
            text = sizes[at] if at < len(sizes) else "0"
            of_frame = (frame.width, frame.height)[axis]
            whole = of_frame if "%%" in text else self._owner.um(self._owner.size[axis], None)
            return self._owner.um(text.replace("%%", "%"), whole)

        if re.fullmatch("[TB]S|S[LR]", mark):
            return self._cut(name, frame, mark, round(size(0, mark[0] != "S")))
        points = [f"P{one}" for one in _CORNERS.get(mark, ())] or [mark, *sizes]
        if all(re.fullmatch("P[TCB][LCR]", one) for one in points):
            shares = ((_SHARES[one[2]], _SHARES[one[1]]) for one in points)
            corners = ((frame.x + frame.width * x, frame.y + frame.height * y) for x, y in shares)
            return [length for corner in corners for length in corner]
        if re.fullmatch("[TCB]W", mark):
            mark, width, height = f"{mark[0]}L", float(frame.width), size(0, 1)
        elif re.fullmatch("H[LCR]", mark):
            mark, width, height = f"T{mark[1]}", size(0, 0), float(frame.height)
        elif re.fullmatch("[TCB][LCR]", mark):
            width, height = size(0, 0), size(1, 1)
        else:
            return []
        x = frame.x + (frame.width - width) * _SHARES[mark[1]]
        return [x, frame.y + (frame.height - height) * _SHARES[mark[0]], width, height]

    def _cut(self, name: str, frame: Rect, mark: str, size: int) -> Sequence[float]:
        """Return the next part of a frame from one of its sides: of a size, or what is left."""
        x, y, wide, high = _sides(self._left.get(name, frame))
        if mark[0] == "S":
            size = size or wide
            part = Rect(x if mark == "SL" else x + wide - size, y, size, high)
            rest = Rect(x + size if mark == "SL" else x, y, wide - size, high)
        else:
            size = size or high
            part = Rect(x, y if mark == "TS" else y + high - size, wide, size)
            rest = Rect(x, y + size if mark == "TS" else y, wide, high - size)
        self._left[name] = rest
        return _sides(part)

    # Functions

    def made(self, name: str, function: str, given: Sequence[str]) -> bool:
        """Name the frames that a function makes; return whether it is known."""
        if function in _PLACES:
            bounds, make = _PLACES[function]
            sides = self._lengths(given[:bounds])
            if len(sides) < bounds:
                return False
            parts = make(sides, given[bounds:]) if min(sides[-2:]) > 0 else []
            self._name(name, parts)
            return True
        groups = [self._group(one) for one in given]
        if function == "FRAMECOUNT":
            self._labels.known[name] = [str(sum(map(len, groups)))]
        elif function == "FRAMETRANS":
            moved = self._lengths([*given[1:], *["0"] * 4][:4])
            rects = (self._rect(place, {}) for _, place in groups[0])
            shifted = [[*map(sum, zip(_sides(one), moved, strict=True))] for one in rects if one]
            self._labels.frames[name] = [(name, self._written(one)) for one in shifted]
        elif function in _GROUPS:
            self._labels.frames[name] = self._grouped(function, groups)[:MOST_BOXES]
        else:
            return False
        return True

    def _name(self, name: str, parts: _Parts) -> None:
        """Name the parts of a group, and the group."""
        named = [(f"{name}{called}", self._written(sides)) for called, sides in parts]
        self._labels.frames[name] = named
        self._labels.frames |= {part[0]: [part] for part in named}

    def _group(self, said: str) -> list[tuple[str, str]]:
        """Return the frames of an argument: of a name, a pattern, or from one to another."""
        bare = said.strip().strip("<>").lower()
        first, dots, last = bare.partition("..")
        ends = [re.fullmatch(r"(.*?)(\d+)", one) for one in (first, last)]
        if not dots or ends[0] is None or ends[1] is None:
            return self._labels.framed(f"<{bare}>")
        numbers = range(int(ends[0][2][:5]), int(ends[1][2][:5]) + 1)[:MOST_BOXES]
        return [part for at in numbers for part in self._labels.framed(f"<{ends[0][1]}{at}>")]

    def _grouped(
        self, function: str, groups: Sequence[list[tuple[str, str]]]
    ) -> list[tuple[str, str]]:
        """Return the frames of a group that are all of others, without some, or between two."""
        every = [part for group in groups for part in group]
        if function == "FRAMELIST" or not every:
            return every
        if function == "FRAMESUB":
            gone = {place for group in groups[1:] for _, place in group}
            return [part for part in groups[0] if part[1] not in gone]
        rects = [rect for _, place in every if (rect := self._rect(place, {}))]
        whole = around([end for one in rects for end in ((one.x, one.y), (one.right, one.bottom))])
        if function == "FRAMEMELD":
            return [(every[0][0], self._written(_sides(whole)))]
        both = {every[0], every[-1]}
        group = next((group for group in self._labels.frames.values() if both <= {*group}), [])
        return [
            part
            for part in group
            if (one := self._rect(part[1], {}))
            and whole.x <= one.centre.x <= whole.right
            and whole.y <= one.centre.y <= whole.bottom
        ]


def _sides(rect: Rect) -> list[Um]:
    return [rect.x, rect.y, rect.width, rect.height]


_GROUPS = frozenset(["FRAMELIST", "FRAMEMELD", "FRAMERECT", "FRAMESUB"])


def _number(given: Sequence[str], at: int, otherwise: float = 0.0) -> float:
    found = number_of(given[at]) if at < len(given) else None
    return otherwise if found is None else found


def _count(given: Sequence[str]) -> int:
    return int(min(max(_number(given, 0, 1), 1), MOST_BOXES))


def _zoomed(sides: _Sides, across: float, down: float) -> _Sides:
    """Return a box of another size in percent around the same middle."""
    x, y, width, height = sides
    wide, high = width * across / 100, height * down / 100
    return (x + (width - wide) / 2, y + (height - high) / 2, wide, high)


def _bar(sides: Sequence[int], given: Sequence[str]) -> _Parts:
    """Return boxes in a line, from a first to a last place."""
    x, y, x2, y2, width, height = sides
    steps = [at / max(_count(given) - 1, 1) for at in range(_count(given))]
    zoom = _number(given, 1, 100)
    return [
        (str(at), _zoomed((x + (x2 - x) * step, y + (y2 - y) * step, width, height), zoom, zoom))
        for at, step in enumerate(steps, start=1)
    ]


def _clock(sides: Sequence[int], given: Sequence[str]) -> _Parts:
    """Return boxes around an ellipse, clockwise; the last one is at the top."""
    x, y, width, height, wide, high = sides
    zoom = _number(given, 2, 100)
    parts = []
    for at in range(1, _count(given) + 1):
        angle = math.radians(_number(given, 1) + 360 * at / _count(given))
        left = x + (width - wide) / 2 * (1 + math.sin(angle))
        top = y + (height - high) / 2 * (1 - math.cos(angle))
        parts.append((str(at), _zoomed((left, top, wide, high), zoom, zoom)))
    return parts


def _grid(sides: Sequence[int], given: Sequence[str]) -> _Parts:
    """Return the parts of a box row by row, with what their names end in."""
    x, y, width, height, across, down = sides
    flags = given[0].upper() if given else ""
    counts = (min(height // down, MOST_BOXES), min(width // across, MOST_BOXES))
    corners = list(product(*map(range, counts)))[:MOST_BOXES]
    joint = next((one for one in ".-_" if one in flags), "")
    digits = 1 if joint else 2

    def named(at: int, row: int, column: int) -> str:
        letters = ascii_uppercase
        if "C" in flags:
            return f"{column + 1:0{digits}}{joint}{row + 1:0{digits}}"
        if "E" in flags:
            return f"{letters[column % 26]}{row + 1}".lower()
        if "L" in flags:
            return letters[at % 26].lower()
        return f"{at + 1:0{max(2, len(str(len(corners))))}}" if "P" in flags else str(at + 1)

    zoom = _number(given, 1, 100)
    wanted = 0 if "W" in flags else 1 if "B" in flags else None
    return [
        (
            named(at, row, column),
            _zoomed(
                (x + column * across, y + row * down, across, down), zoom, _number(given, 2, zoom)
            ),
        )
        for at, (row, column) in enumerate(corners)
        if wanted is None or (row + column) % 2 == wanted
    ]


_PLACES: Mapping[str, tuple[int, Callable[[Sequence[int], Sequence[str]], _Parts]]] = {
    "FRAMEBAR": (6, _bar), "FRAMEBOX": (6, _grid), "FRAMECLOCK": (6, _clock),
}  # fmt: skip
"""Functions that place frames: how many lengths they begin with, and what they make."""
