"""The resolution of filters: close to the designer's picture, in bounded time.

Filters are rasterized. Most look the same at any resolution, so they use what print can show.
Lighting and thickened shapes are correct only at typst's own resolution, noise takes as many bytes
as a photograph, and thickening takes time in proportion to the square of the distance.
"""

from collections.abc import Iterator
from math import sqrt

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.elements import NAMES, SVG, said, to_root
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.values import numbers

PER_INCH = 288
"""The resolution at which typst renders filters, in pixels per inch, on a page of a picture's own
size: four per point."""
FINENESS = "data-filter-fineness"
"""The attribute of a whole drawing for the scale of its filter resolution."""

FINE, OWN, GRAIN, COARSEST = 2.0, 1.0, 0.7, 0.2
"""The scales of filter resolution, relative to a page of the picture's own size: the usual one,
where typst needs that size, for noise, and the minimum. Guesses, except `OWN`."""

_ONLY_OWN = frozenset(
    {"feDiffuseLighting", "feSpecularLighting", "feMorphology", "feConvolveMatrix"}
)
"""Primitives that typst 0.15 renders differently on a larger page: bevels flatter, shapes
thicker."""
STEPS = 1e8
"""The steps of thickening per second on one core: each pixel reads all within the radius. Slower
filters get a lower resolution."""

IDENTITY = Matrix()


def fineness(root: _Element, area: Box, matrix: Matrix = IDENTITY) -> float | None:
    """Return the scale at which the filters of a drawing are rasterized.

    Args:
        root: the drawing.
        area: its printed area, in mm.
        matrix: the transform of its units to mm.

    Returns:
        None if nothing has a filter.
    """
    filters = {element.get("id", ""): element for element in root.iter() if _is_filter(element)}
    if not filters and not any("filter" in (element.get("style") or "") for element in root.iter()):
        return None
    kinds = {NAMES.get(part.tag) for effect in filters.values() for part in effect}
    best = OWN if kinds & _ONLY_OWN else FINE
    if "feTurbulence" in kinds:
        best = min(best, GRAIN)
    if "feMorphology" in kinds:
        work = sum(radius**2 for radius in _radii(root, filters, matrix))
        pixels = STEPS / max(1e-9, 4 * area.width * area.height * work)
        best = max(COARSEST, min(best, pixels**0.25 * 25.4 / PER_INCH))
    return best


def _is_filter(element: _Element) -> bool:
    return NAMES.get(element.tag) == "filter"


def _radii(root: _Element, filters: dict[str, _Element], matrix: Matrix) -> Iterator[float]:
    """Yield the thickening radius of each use of a filter, in mm."""
    for element in root.iter(tag=etree.Element):
        value = said(element, "filter")
        if "url(" not in value:
            continue
        used = filters.get(value.partition("#")[2].partition(")")[0].strip("'\" "))
        across, down = matrix.times(to_root(element)).scales
        for part in used if used is not None else ():
            if NAMES.get(part.tag) == "feMorphology":
                radius = max((0.0, *numbers(part.get("radius", "0")).values))
                yield radius * sqrt(across * down)


def mark(root: _Element, area: Box) -> bool:
    """Set the filter resolution on a whole drawing, in mm; return whether it was changed."""
    # A drawing may bring this attribute itself, which is ignored.
    given = root.attrib.pop(FINENESS, "")
    best = fineness(root, area)
    if best is None or best == FINE:
        return bool(given)
    root.set(FINENESS, f"{best:.3g}")
    for light in root.iter(*_LIGHTS):
        if _is_smooth(light):
            height = next(iter(numbers(light.get("surfaceScale", "1")).values), 1.0)
            light.set("surfaceScale", f"{height * best * PER_INCH / SCREEN:.4g}")
    return True


def unlike_on_screen(used: _Element | None) -> str:
    """Return how a filter differs from its look on a screen; empty if it does not."""
    parts = list(used) if used is not None else []
    kinds = {NAMES.get(part.tag) for part in parts}
    sharp = any(part.tag in _LIGHTS and not _is_smooth(part) for part in parts)
    if sharp or "feConvolveMatrix" in kinds:
        return "; sharp edges come out finer than on a screen"
    if "feTile" in kinds:
        return "; its tiles are whole pixels wide, and may lie elsewhere than on a screen"
    if any(part.get("stitchTiles") == "stitch" for part in parts):
        return "; stitched grain looks different in each program"
    return "; its grain is as fine as on a screen" if "feTurbulence" in kinds else ""


_LIGHTS = tuple(f"{{{SVG}}}fe{kind}Lighting" for kind in ("Diffuse", "Specular"))
SCREEN = 144
"""The resolution at which lighting should look as on a screen, in pixels per inch: from 96 to 192.

Slopes are counted from pixel to pixel (Filter Effects 1, 9.8): on pixels half the size a soft bevel
is half as steep.
"""


def _is_smooth(light: _Element) -> bool:
    """Check whether lighting is applied to soft shapes, not to sharp edges."""
    waiting, seen = [light], {light}
    while waiting:
        part = waiting.pop()
        if NAMES.get(part.tag) in ("feGaussianBlur", "feTurbulence"):
            return True
        for source in _sources(part):
            if source not in seen:
                seen.add(source)
                waiting.append(source)
    return False


def _sources(part: _Element) -> Iterator[_Element]:
    """Yield the filter primitives that another primitive takes its input from."""
    before = list(part.itersiblings(preceding=True))
    inputs = [primitive.get(name) for primitive in part.iter() for name in ("in", "in2")]
    for wanted in filter(None, inputs):
        yield from [primitive for primitive in before if primitive.get("result") == wanted][:1]
    if "in" not in part.attrib:
        yield from before[:1]
