"""Operators of lines, outlines and rectangles on a page of a given height: PDF has y up."""

from printnplay.kernel.geometry import Point, Rect, Um
from printnplay.kernel.shapes import ARC, Outline
from printnplay.pdf.inks import Palette
from printnplay.pdf.operators import length, numbers, points
from printnplay.scene.sheet import Contour, Panel, Stroke

_PAINT = {(True, False): "f", (False, True): "S", (True, True): "B"}


def stroke_operators(line: Stroke, page_height: Um, palette: Palette) -> str:
    """Return the operators of a straight line with butt ends, solid or dashed, over its halo.

    The dash pattern is reset afterwards: a picture stamped later would inherit it.
    """
    dashes = " ".join(map(length, line.dash))
    solid_again = " [] 0 d" if dashes else ""
    start, end = line.start, line.end
    path = (
        f"{length(start.x)} {length(page_height - start.y)} m "
        f"{length(end.x)} {length(page_height - end.y)} l S"
    )
    halo = f"1 G {length(line.width + 2 * line.halo)} w [] 0 d {path} " if line.halo else ""
    setting = f"{palette.stroke(line.colour)} {length(line.width)} w [{dashes}] 0 d"
    return f"{halo}{setting} {path}{solid_again}"


def contour_operators(contour: Contour, page_height: Um, palette: Palette) -> str:
    """Return the operators of a closed line, over its halo."""
    path = outline_path(contour.outline, page_height)
    width, halo = contour.width, contour.halo
    below = f"1 G {length(width + 2 * halo)} w [] 0 d {path} S " if halo else ""
    return f"{below}{palette.stroke(contour.colour)} {length(width)} w [] 0 d {path} S"


def outline_path(outline: Outline, page_height: Um) -> str:
    """Return an outline as a path, without painting it."""

    def place(point: Point) -> str:
        return f"{length(point.x)} {length(page_height - point.y)}"

    drawn = (
        f"{' '.join(map(place, curve))} {'l' if len(curve) == 1 else 'c'}"
        for curve in outline.curves
    )
    return f"{place(outline.start)} m {' '.join(drawn)} h"


def panel_operators(panel: Panel, page_height: Um, palette: Palette) -> str:
    """Return the operators of a rectangle, filled, outlined or both; empty if neither."""
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
    """Return the outline of a rectangle with round corners as a path, without painting it."""
    left, bottom = points(rect.x), points(page_height - rect.bottom)
    width, height = points(rect.width), points(rect.height)
    bend = min(points(radius), width / 2, height / 2)
    if bend <= 0:
        return f"{numbers(left, bottom, width, height)} re"
    right, top, near = left + width, bottom + height, bend * (1 - ARC)
    return " ".join(
        (
            f"{numbers(left + bend, bottom)} m {numbers(right - bend, bottom)} l",
            f"{numbers(right - near, bottom, right, bottom + near, right, bottom + bend)} c",
            f"{numbers(right, top - bend)} l",
            f"{numbers(right, top - near, right - near, top, right - bend, top)} c",
            f"{numbers(left + bend, top)} l",
            f"{numbers(left + near, top, left, top - near, left, top - bend)} c",
            f"{numbers(left, bottom + bend)} l",
            f"{numbers(left, bottom + near, left + near, bottom, left + bend, bottom)} c h",
        )
    )
