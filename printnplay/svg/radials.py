"""Radial gradients whose rings go on, or begin at a circle, as gradients that do neither.

PDF's own gradients, as typst writes them, go from one point to one circle and end there. A gradient
that repeats is one with a larger circle and more stops; one that begins at a circle (`fr`) is one
that begins in the point where its circles would have no radius, further out on the same cone.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from math import ceil, hypot
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.css import links
from printnplay.svg.elements import NAMES, SVG, XLINK_HREF, drop, href, said, say, viewport, without
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.outlines import box as box_around
from printnplay.svg.outlines import outline
from printnplay.svg.values import numbers, transform, user

STOP = f"{{{SVG}}}stop"
MOST = 400
"""The stops that a gradient is written with; one that needs more is left as it is."""
ALL_STOPS = 20_000
"""The stops of all such gradients of a drawing; further ones are left as they are."""
SHAPES = 20_000
"""How many shapes are measured for it."""
OVERHANG = 0.5
"""How far a stroke may reach beyond the box of its shape, in shares of it."""
_OF_ONE_KIND = ("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr")
_SHARED = ("gradientUnits", "gradientTransform", "spreadMethod", "color-interpolation")
_GRADIENTS = tuple(f"{{{SVG}}}{kind}Gradient" for kind in ("linear", "radial"))
LONGEST = 20
"""So many gradients may take over from each other."""


class _Circles(NamedTuple):
    """The first and the last circle of a gradient."""

    fx: float
    fy: float
    fr: float
    cx: float
    cy: float
    r: float

    def at(self, t: float) -> tuple[float, float, float]:
        """The circle at an offset, which may lie beyond the ends."""
        return (
            self.fx + (self.cx - self.fx) * t,
            self.fy + (self.cy - self.fy) * t,
            self.fr + (self.r - self.fr) * t,
        )


def apply(root: _Element, ids: dict[str, _Element]) -> None:
    """Say the radial gradients of a drawing as typst draws them, those that can be said so.

    Others may take over from a gradient that is replaced: they take over from what it was.
    """
    if next(root.iter(_GRADIENTS[1]), None) is None:
        return
    painted = _Painted(root, ids)
    made: dict[_Element, _Element] = {}
    stops = 0
    for gradient in root.iter(_GRADIENTS[1]):
        plain = _plain(gradient, chain_of(gradient, ids), painted) if stops < ALL_STOPS else None
        if plain is not None:
            made[gradient] = plain
            stops += len(plain)
    for other in root.iter(*_GRADIENTS):
        chain = chain_of(other, ids)
        if other not in made and not made.keys().isdisjoint(chain):
            _stand_alone(other, chain)
    for gradient, plain in made.items():
        ids[gradient.get("id", "")] = plain
        plain.tail = gradient.tail
        gradient.addprevious(plain)
        gradient.tail = None
        without(gradient)


def _stand_alone(gradient: _Element, chain: Sequence[_Element]) -> None:
    """Give a gradient all that it takes over from others."""
    kin = [link for link in chain if link.tag == gradient.tag]
    for name in (*_SHARED, *_OF_ONE_KIND):
        value = _first(chain if name in _SHARED else kin, name, "")
        if value:
            gradient.set(name, value)
    gradient.extend(map(deepcopy, () if gradient.findall(STOP) else _stops(chain)))
    drop(gradient, "href", XLINK_HREF)


def _stops(chain: Sequence[_Element]) -> list[_Element]:
    return next((found for link in chain if (found := link.findall(STOP))), [])


def chain_of(gradient: _Element, ids: Mapping[str, _Element]) -> list[_Element]:
    """A gradient and those that it takes over from, the nearest first."""
    chain = [gradient]
    while (link := href(chain[-1]).strip()) and len(chain) < LONGEST:
        following = ids.get(link.removeprefix("#"))
        if following is None or following in chain:
            break
        chain.append(following)
    return chain


def _plain(gradient: _Element, chain: Sequence[_Element], painted: "_Painted") -> _Element | None:
    """A gradient that typst draws; None where none is needed, and where none can be made."""
    spread = _first(chain, "spreadMethod", "pad").strip()
    stops = _stops(chain)
    own = [link for link in chain if NAMES.get(link.tag) == "radialGradient"]
    repeats = spread in ("reflect", "repeat")
    if not stops or not (repeats or any("fr" in link.attrib for link in own)):
        return None
    units = _first(chain, "gradientUnits", "objectBoundingBox").strip()
    whole = viewport(gradient) if units == "userSpaceOnUse" else (1.0, 1.0)
    circles = _circles(own, whole)
    if not 0 <= circles.fr < circles.r or (repeats and circles.fr):
        return None
    distance = hypot(circles.cx - circles.fx, circles.cy - circles.fy)
    if distance > 0.99 * (circles.r - circles.fr):
        # The point lies on the last circle or outside of it, where no cone is drawn.
        return None
    start, end = -circles.fr / (circles.r - circles.fr), 1.0
    if repeats:
        area = painted.box(gradient, units)
        reach = None if area is None else _reach(area, _matrix(chain), circles)
        if reach is None or reach * len(stops) > MOST:
            return None
        end = float(reach)
    plain = _with_circles(gradient, chain, circles, (start, end))
    for offset, stop in _offsets(stops, spread, ceil(end)):
        copy = deepcopy(stop)
        drop(copy, "id")
        say(copy, "offset", "")
        copy.set("offset", f"{(offset - start) / (end - start):.6f}")
        plain.append(copy)
    return plain


def _first(chain: Sequence[_Element], name: str, default: str) -> str:
    return next((str(link.attrib[name]) for link in chain if name in link.attrib), default)


def _circles(own: Sequence[_Element], whole: tuple[float, float]) -> _Circles:
    width, height = whole
    diagonal = hypot(width, height) / 2**0.5
    cx = user(_first(own, "cx", "50%"), width)
    cy = user(_first(own, "cy", "50%"), height)
    fx, fy = _first(own, "fx", ""), _first(own, "fy", "")
    return _Circles(
        user(fx, width) if fx else cx,
        user(fy, height) if fy else cy,
        user(_first(own, "fr", "0"), diagonal),
        cx,
        cy,
        user(_first(own, "r", "50%"), diagonal),
    )


def _matrix(chain: Sequence[_Element]) -> Matrix:
    return transform(_first(chain, "gradientTransform", "")).matrix


class _Painted:
    """What the gradients of a drawing are painted on; looked at in bounded time."""

    def __init__(self, root: _Element, ids: Mapping[str, _Element]) -> None:
        self._ids = ids
        self._left = SHAPES
        self._by_link: dict[str, list[_Element]] = defaultdict(list)
        for element in root.iter(tag=etree.Element):
            value = said(element, "fill") + said(element, "stroke")
            for link in set(links(value)) if "url(" in value else ():
                self._by_link[link].append(element)

    def box(self, gradient: _Element, units: str) -> Box | None:
        """The box around it in the gradient's own units; None if that is not known."""
        if units != "userSpaceOnUse":
            side = 1 + 2 * OVERHANG
            return Box(-OVERHANG, -OVERHANG, side, side)
        area: Box | None = None
        for element in self._by_link[f"#{gradient.get('id')}"]:
            for shape in _shapes(element, self._ids, 0):
                self._left -= 1
                lines = outline(shape, viewport(shape))
                if lines is None or self._left < 0:
                    return None
                box = box_around(lines)
                area = box.joined(area) if box is not None else area
        if area is None:
            return None
        x, y, width, height = area
        more = OVERHANG * max(width, height)
        return Box(x - more, y - more, width + 2 * more, height + 2 * more)


def _shapes(element: _Element, ids: Mapping[str, _Element], depth: int) -> Iterator[_Element]:
    """What is drawn of an element: itself or what is in it, and what it repeats."""
    name = NAMES.get(element.tag, "")
    if name == "use" and depth < 10:
        target = ids.get(href(element).strip().removeprefix("#"))
        if target is not None:
            yield from _shapes(target, ids, depth + 1)
    elif name in ("g", "svg", "symbol", "switch", "a") and depth < 100:
        for child in element.iterchildren(tag=etree.Element):
            yield from _shapes(child, ids, depth + 1)
    elif name not in ("", "title", "desc", "defs", "style"):
        yield element


def _reach(area: Box, matrix: Matrix, circles: _Circles) -> int | None:
    """How many times the gradient has to be repeated to reach all corners of an area."""
    a, b, c, d, e, f = matrix
    determinant = a * d - b * c
    if abs(determinant) < 1e-9:
        return None
    x, y, width, height = area
    far = 0.0
    for px, py in ((x, y), (x + width, y), (x, y + height), (x + width, y + height)):
        u, v = px - e, py - f
        gx, gy = (d * u - c * v) / determinant, (a * v - b * u) / determinant
        far = max(far, hypot(gx - circles.fx, gy - circles.fy))
    step = circles.r - circles.fr - hypot(circles.cx - circles.fx, circles.cy - circles.fy)
    return max(1, ceil(far / step)) if far < MOST * step else None


def _with_circles(
    gradient: _Element,
    chain: Sequence[_Element],
    circles: _Circles,
    ends: tuple[float, float],
) -> _Element:
    """A gradient without stops that is one of its own, from one offset to another."""
    plain = etree.Element(f"{{{SVG}}}radialGradient", id=gradient.get("id", ""))
    for name in ("gradientUnits", "gradientTransform", "color-interpolation"):
        value = _first(chain, name, "")
        if value:
            plain.set(name, value)
    fx, fy, _ = circles.at(ends[0])
    cx, cy, r = circles.at(ends[1])
    places = {"cx": cx, "cy": cy, "r": r, "fx": fx, "fy": fy}
    for name, number in places.items():
        plain.set(name, f"{number:.8g}")
    return plain


def _offsets(
    stops: Sequence[_Element], spread: str, rounds: int
) -> Iterator[tuple[float, _Element]]:
    """The stops of all rounds of a gradient, each with its offset counted in rounds."""
    first = once(stops)
    for number in range(rounds):
        turned = spread == "reflect" and number % 2
        some = [(1 - offset, stop) for offset, stop in reversed(first)] if turned else first
        if rounds > 1:
            # Each round shows its first and last colour up to its ends.
            some = [(0.0, some[0][1]), *some, (1.0, some[-1][1])]
        yield from ((number + offset, stop) for offset, stop in some)


def once(stops: Sequence[_Element]) -> list[tuple[float, _Element]]:
    """Stops with their offsets, from 0 to 1."""
    found: list[tuple[float, _Element]] = []
    for stop in stops:
        offset = _share(said(stop, "offset") or "0")
        # Offsets never go back (SVG 2, 14.2.4.2).
        found.append((max(offset, found[-1][0] if found else 0.0), stop))
    return found


def _share(text: str) -> float:
    values, error = numbers(text.rstrip("% "))
    values = values if error is None else ()
    number = values[0] / (100 if text.strip().endswith("%") else 1) if values else 0.0
    return min(1.0, max(0.0, number))
