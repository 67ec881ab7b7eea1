"""Lines and panels as PDF operators. Every item sets all it needs, so order does not matter."""

from printnplay.model.geometry import Rect, Um
from printnplay.model.sheet import Panel, Stroke
from printnplay.targets.pdf.inks import Palette
from printnplay.targets.pdf.numbers import length, number, points

ARC = 0.552_284_75
"""How far the handles of a Bezier curve reach along a quarter of a circle of radius 1."""

_PAINT = {(True, False): "f", (False, True): "S", (True, True): "B"}


def stroke_operators(line: Stroke, page_height: Um, palette: Palette) -> str:
    """A straight line with butt ends, solid or dashed.

    A picture stamped later takes over the dashes that are in force, so none are left behind.
    """
    dashes = " ".join(map(length, line.dash))
    solid_again = " [] 0 d" if dashes else ""
    start, end = line.start, line.end
    return (
        f"{palette.stroke(line.colour)} {length(line.width)} w [{dashes}] 0 d "
        f"{length(start.x)} {length(page_height - start.y)} m "
        f"{length(end.x)} {length(page_height - end.y)} l S{solid_again}"
    )


def panel_operators(panel: Panel, page_height: Um, palette: Palette) -> str:
    """A rectangle, filled, outlined or both; nothing when it is neither."""
    outlined = bool(panel.stroke and panel.stroke_width)
    paint = _PAINT.get((bool(panel.fill), outlined))
    if paint is None:
        return ""
    colours = [palette.fill(panel.fill)] if panel.fill else []
    if outlined:
        colours.append(f"{palette.stroke(panel.stroke)} {length(panel.stroke_width)} w [] 0 d")
    path = rounded(panel.rect, panel.radius, page_height)
    return f"{' '.join(colours)} {path} {paint}"


def rounded(rect: Rect, radius: Um, page_height: Um) -> str:
    """The outline of a rectangle with round corners, as a path that is not yet painted."""
    left, bottom = points(rect.x), points(page_height - rect.bottom)
    width, height = points(rect.width), points(rect.height)
    bend = min(points(radius), width / 2, height / 2)
    if bend <= 0:
        return f"{_numbers(left, bottom, width, height)} re"
    right, top, near = left + width, bottom + height, bend * (1 - ARC)
    return " ".join(
        (
            f"{_numbers(left + bend, bottom)} m {_numbers(right - bend, bottom)} l",
            f"{_numbers(right - near, bottom, right, bottom + near, right, bottom + bend)} c",
            f"{_numbers(right, top - bend)} l",
            f"{_numbers(right, top - near, right - near, top, right - bend, top)} c",
            f"{_numbers(left + bend, top)} l",
            f"{_numbers(left + near, top, left, top - near, left, top - bend)} c",
            f"{_numbers(left, bottom + bend)} l",
            f"{_numbers(left, bottom + near, left + near, bottom, left + bend, bottom)} c h",
        )
    )


def _numbers(*values: float) -> str:
    return " ".join(map(number, values))
