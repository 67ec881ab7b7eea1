"""Frames of scripts of nanDECK: named parts of a card, and places in them."""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from string import ascii_uppercase

from printnplay.importing.nandeck_sums import number_of, shown, split
from printnplay.importing.nandeck_values import Labels, Settings
from printnplay.importing.source import MOST_BOXES
from printnplay.kernel.geometry import Rect

_PLACED = re.compile(r"<([^<>,\"=]+),([^<>\"=]+)>")
_SHARES: Mapping[str, float] = {"T": 0, "L": 0, "C": 0.5, "B": 1, "R": 1}
_CORNERS: Mapping[str, tuple[str, str, str]] = {
    "HTL": ("TL", "TR", "BL"), "HTR": ("TL", "TR", "BR"),
    "HBL": ("TL", "BL", "BR"), "HBR": ("TR", "BL", "BR"),
}  # fmt: skip
"""The corners of triangles that fill half of a frame."""


def placed(owner: Settings, labels: Labels, said: str, loop: Mapping[str, str]) -> str:
    """Return arguments in which places such as `<frame, TL, 1, 1>` are lengths."""

    def put(match: re.Match[str]) -> str:
        parts = labels.lists.get(f"<{match[1].strip().lower()}>", [])
        given = split(labels.static(parts[0], loop)) if len(parts) == 1 else []
        if len(given) < 4:
            return match[0]
        wide, high = (owner.um(side, None) for side in owner.size)
        x, y, width, height = (
            owner.um(one, (wide, high)[at % 2]) for at, one in enumerate(given[:4])
        )
        lengths = _within(owner, Rect(x, y, width, height), split(labels.static(match[2], loop)))
        return ", ".join(shown(one / owner.unit) for one in lengths) or match[0]

    return _PLACED.sub(put, said)


def _within(owner: Settings, frame: Rect, said: Sequence[str]) -> list[float]:
    """Return the box, or the points, of an alignment in a frame; empty if it is not known."""
    name, *sizes = (one.strip().upper() for one in said)

    def size(at: int, axis: int) -> float:
        text = sizes[at] if at < len(sizes) else ""
        of_frame = (frame.width, frame.height)[axis]
        whole = of_frame if "%%" in text else owner.um(owner.size[axis], None)
        return owner.um(text.replace("%%", "%"), whole)

    def point(mark: str) -> list[float]:
        return [
            frame.x + frame.width * _SHARES[mark[1]], frame.y + frame.height * _SHARES[mark[0]]
        ]  # fmt: skip

    if name in _CORNERS:
        return [one for corner in _CORNERS[name] for one in point(corner)]
    if re.fullmatch("P[TCB][LCR]", name):
        points = [name, *(one for one in sizes if re.fullmatch("P[TCB][LCR]", one))]
        return [one for mark in points for one in point(mark[1:])]
    if re.fullmatch("[TCB][LCR]", name):
        width, height = size(0, 0), size(1, 1)
    elif re.fullmatch("[TCB]W", name):
        name, width, height = f"{name[0]}L", frame.width, size(0, 1)
    elif re.fullmatch("H[LCR]", name):
        name, width, height = f"T{name[1]}", size(0, 0), frame.height
    else:
        return []
    x = frame.x + (frame.width - width) * _SHARES[name[1]]
    return [x, frame.y + (frame.height - height) * _SHARES[name[0]], width, height]


def framed(owner: Settings, labels: Labels, name: str, function: str, given: list[str]) -> bool:
    """Name the frames that a function makes; return whether it is known."""
    if function == "FRAMELIST":
        each = (labels.frames(f"<{one.strip().lower()}>") for one in given)
        labels.lists[f"<{name}>"] = [part for parts in each for part in parts][:MOST_BOXES]
        return True
    if function not in ("FRAMEBOX", "FRAMEBAR"):
        return False
    wide, high = (owner.um(side, None) for side in owner.size)
    sides = [owner.um(one, (wide, high)[at % 2]) for at, one in enumerate(given[:6])]
    if len(sides) < 6 or min(sides[4:]) <= 0:
        return True
    boxes = _bar(sides, given) if function == "FRAMEBAR" else _grid(sides, given)
    parts = {
        called: ",".join(
            f"{100 * one / side:.5g}%" for one, side in zip(box, (wide, high) * 2, strict=True)
        )
        for called, box in boxes
    }
    labels.lists |= {f"<{name}>": [*parts.values()], f"<{name}*>": [*parts.values()]}
    labels.lists |= {f"<{name}{called}>": [part] for called, part in parts.items()}
    return True


_Boxes = list[tuple[str, tuple[float, float, float, float]]]


def _bar(sides: Sequence[int], given: Sequence[str]) -> _Boxes:
    """Return boxes in a line, from a first to a last place."""
    x, y, x2, y2, width, height = sides
    count = int(min(max(number_of(given[6]) or 1, 1), MOST_BOXES)) if len(given) > 6 else 1
    steps = [at / max(count - 1, 1) for at in range(count)]
    return [
        (str(at), (x + (x2 - x) * step, y + (y2 - y) * step, width, height))
        for at, step in enumerate(steps, start=1)
    ]


def _grid(sides: Sequence[int], given: Sequence[str]) -> _Boxes:
    """Return the parts of a box row by row, with what their names end in."""
    x, y, width, height, across, down = sides
    flags = given[6].upper() if len(given) > 6 else ""
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
        return f"{at + 1:0{len(str(len(corners)))}}" if "P" in flags else str(at + 1)

    return [
        (named(at, row, column), (x + column * across, y + row * down, across, down))
        for at, (row, column) in enumerate(corners)
    ]
