"""Gradients of a PDF in other colours: functions, sampled and converted (ISO 32000-1, 8.7.4.5).

Colours between two inks are not those between two screen colours: so all steps are converted, not
the ends alone.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from printnplay.pdf.screen_colours import GRAY, RGB

if TYPE_CHECKING:
    import pikepdf

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

Mix: TypeAlias = Callable[[Sequence[Colour]], Sequence[Sequence[int]]]
"""Converts screen colours to the levels of a colour space, each from 0 to 255."""

STEPS = 256
"""The samples of a gradient: as many as an ink has levels."""

AXIAL, RADIAL = 2, 3
"""The kinds of shadings with one variable; typst writes no others."""

_EXPONENTIAL, _STITCHED = 2, 3


def is_convertible(shading: Any) -> bool:
    """Return whether a shading can be converted: axial or radial, by functions that are known."""
    return int(shading.ShadingType) in (AXIAL, RADIAL) and _colours(shading, 2) is not None


def convert(document: "pikepdf.Pdf", shading: Any, space: str, mix: Mix) -> None:
    """Replace the screen colours of a shading by those of a device colour space."""
    import pikepdf

    if str(shading.get("/ColorSpace", "")) not in (RGB, GRAY):
        return
    colours = _colours(shading, STEPS)
    assert colours is not None
    levels = mix(colours)
    channels = len(levels[0])
    function = document.make_stream(
        bytes(level for four in levels for level in four),
        FunctionType=0,
        Domain=pikepdf.Array(_domain(shading)),
        Range=pikepdf.Array([0, 1] * channels),
        Size=pikepdf.Array([STEPS]),
        BitsPerSample=8,
    )
    shading["/Function"] = document.make_indirect(function)
    shading["/ColorSpace"] = pikepdf.Name(space)
    if "/Background" in shading:
        del shading["/Background"]


def _domain(shading: Any) -> list[float]:
    return [float(end) for end in shading.get("/Domain", [0, 1])]


def _colours(shading: Any, steps: int) -> list[Colour] | None:
    """Return the colours along a shading; None if its functions are of another kind."""
    import pikepdf

    function = shading.get("/Function")
    functions = list(function) if isinstance(function, pikepdf.Array) else [function]
    first, last = _domain(shading)
    colours = []
    for step in range(steps):
        at = first + (last - first) * step / (steps - 1)
        parts = [_value(one, at) for one in functions]
        values = [value for part in parts for value in part or ()]
        if len(values) not in (1, 3) or None in parts:
            return None
        red, green, blue = values if len(values) == len("RGB") else values * 3
        colours.append((_level(red), _level(green), _level(blue)))
    return colours


def _level(value: float) -> int:
    return min(255, max(0, round(255 * value)))


def _value(function: Any, at: float) -> list[float] | None:
    """Return the values of a function; None if it is of another kind."""
    kind = int(function.get("/FunctionType", -1))
    low, high = (float(end) for end in function.get("/Domain", [0, 1]))
    at = min(high, max(low, at))
    if kind == _EXPONENTIAL:
        start = [float(value) for value in function.get("/C0", [0])]
        end = [float(value) for value in function.get("/C1", [1])]
        share = at ** float(function.get("/N", 1))
        return [a + share * (b - a) for a, b in zip(start, end, strict=True)]
    if kind != _STITCHED:
        return None
    inner = [float(bound) for bound in function.get("/Bounds", [])]
    index = sum(bound <= at for bound in inner)
    bounds = [low, *inner, high]
    index = min(index, len(bounds) - 2)
    first, last = (float(end) for end in list(function.Encode)[2 * index : 2 * index + 2])
    width = bounds[index + 1] - bounds[index]
    share = (at - bounds[index]) / width if width else 0.0
    return _value(function.Functions[index], first + (last - first) * share)
