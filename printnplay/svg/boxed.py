"""CSS transforms and clips that refer to the bounding box of an element."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt

from lxml import etree
from lxml.etree import _Element

from printnplay.kernel import codes
from printnplay.svg.css import Style
from printnplay.svg.elements import NAMES, SVG, href, inherited, line_of, say, viewport
from printnplay.svg.faults import Report
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.outlines import box as box_around
from printnplay.svg.outlines import outline
from printnplay.svg.transforms import css_transform
from printnplay.svg.values import numbers, transform, user

DEEPEST = 100
"""The maximum depth of elements to measure: drawings nest groups far less deep, and Python allows
1,000 nested calls. A guess."""


class UnknownBoxError(Exception):
    """The bounding box of an element is unknown, because it contains text."""


class Boxes:
    """The bounding boxes of elements, in their user units."""

    def __init__(self, ids: Mapping[str, _Element]) -> None:
        """Resolve references of elements among these IDs."""
        self._ids = ids

    def around(self, element: _Element, *, stroked: bool = False, depth: int = 0) -> Box | None:
        """Return the bounding box of an element, including strokes if `stroked`; None if empty.

        Raises:
            UnknownBoxError: it is unknown.
        """
        name = NAMES.get(element.tag, "")
        if name in ("text", "") or depth > DEEPEST:
            raise UnknownBoxError
        lines = outline(element, viewport(element))
        if lines is not None:
            box = box_around(lines)
            if box is None or not stroked or inherited(element, "stroke", "none") == "none":
                return box
            half = user(inherited(element, "stroke-width", "1"), default=1) / 2
            x, y, width, height = box
            return Box(x - half, y - half, width + 2 * half, height + 2 * half)
        if name not in ("g", "a", "svg", "use", "switch"):
            return None
        target = self._ids.get(href(element).strip().removeprefix("#")) if name == "use" else None
        shift = Matrix(e=user(element.get("x")), f=user(element.get("y")))
        children = [target] if target is not None else element.iterchildren(tag=etree.Element)
        whole: Box | None = None
        for child in children:
            box = self.around(child, stroked=stroked, depth=depth + 1)
            if box is not None:
                matrix = transform(child.get("transform", "")).matrix
                matrix = shift.times(matrix) if target is not None else matrix
                whole = matrix.box(box).joined(whole)
        return whole


def follow(element: _Element, style: Style, boxes: Boxes, report: Report) -> None:
    """Apply declarations that refer to the bounding box of an element."""
    try:
        moved = _moved(element, style, boxes)
        clipped = "clip-path" not in style or _clip(element, style["clip-path"], boxes)
        if moved and clipped:
            return
    except (UnknownBoxError, ValueError, IndexError):
        pass
    said_ = "; ".join(f"{name}: {value}" for name, value in sorted(style.items()))
    message = f"`{said_[:100]}` in a style is not supported"
    help_ = "write it as an attribute: a transform in units, a clipPath element"
    report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(element), help_)


def _moved(element: _Element, style: Style, boxes: Boxes) -> bool:
    if not style.keys() - {"clip-path"}:
        return True
    stroked = style.get("transform-box") == "stroke-box"
    box = boxes.around(element, stroked=stroked)
    if box is None:
        return True
    # With a box, the default origin is its corner.
    own = element.get("transform", "")
    matrix = css_transform(style, (box.width, box.height), own, (box.x, box.y))
    if matrix is None:
        return False
    element.set("transform", matrix)
    return True


_SHAPE = re.compile(r"(?P<name>[a-z]+)\((?P<inside>.*)\)", re.IGNORECASE | re.DOTALL)
_BOX = re.compile(r"(?:fill|stroke|view|content|padding|border|margin)-box")


def _clip(element: _Element, value: str, boxes: Boxes) -> bool:
    """Turn a CSS shape into a clip path (CSS Shapes 1, 3); return whether it is supported."""
    said_box = _BOX.search(value)
    kind = said_box[0] if said_box else "border-box"
    shape = _SHAPE.fullmatch(_BOX.sub("", value).strip())
    if shape is None or shape["name"].lower() not in _CLIPS:
        return False
    if kind == "view-box":
        box: Box | None = Box(0, 0, *viewport(element))
    else:
        stroked = kind in ("stroke-box", "border-box", "margin-box")
        box = boxes.around(element, stroked=stroked)
    if box is None:
        return True
    drawn = _CLIPS[shape["name"].lower()](shape["inside"], box)
    root = element.getroottree().getroot()
    number = len(root.findall(f".//{{{SVG}}}clipPath"))
    name = f"css-clip-{number}"
    clip = etree.Element(f"{{{SVG}}}clipPath", id=name)
    clip.append(drawn)
    root.insert(0, clip)
    say(element, "clip-path", f"url(#{name})")
    return True


def _circle(inside: str, box: Box) -> _Element:
    main, _, at = inside.partition(" at ")
    x, y = _centre(at, box)
    text = main.strip() or "closest-side"
    gaps = (x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y)
    sides = {"closest-side": min(map(abs, gaps)), "farthest-side": max(map(abs, gaps))}
    radius = sides[text] if text in sides else _length(text, hypot(*box[2:]) / sqrt(2))
    return _element("circle", cx=x, cy=y, r=radius)


def _ellipse(inside: str, box: Box) -> _Element:
    main, _, at = inside.partition(" at ")
    centre = _centre(at, box)
    words = main.split() or ["closest-side"] * 2
    rx, ry = (
        _reach(word, middle - start, start + side - middle, side)
        for word, middle, start, side in zip(words, centre, box[:2], box[2:], strict=True)
    )
    return _element("ellipse", cx=centre[0], cy=centre[1], rx=rx, ry=ry)


def _reach(text: str, before: float, after: float, whole: float) -> float:
    """Return the radius of an ellipse along one axis: to a side of the box, or a length."""
    sides = {"closest-side": min, "farthest-side": max}
    return sides[text](abs(before), abs(after)) if text in sides else _length(text, whole)


def _path(inside: str, box: Box) -> _Element:
    rule = "evenodd" if inside.lstrip().startswith("evenodd") else "nonzero"
    quoted = inside.partition("'")[2].rpartition("'")[0]
    data = quoted or inside.partition('"')[2].rpartition('"')[0]
    place = f"translate({box.x:g} {box.y:g})"
    return _element("path", d=data, transform=place, **{"clip-rule": rule})


def _element(name: str, **attributes: float | str) -> _Element:
    texts = {
        key: value if isinstance(value, str) else f"{value:.8g}"
        for key, value in attributes.items()
    }
    return etree.Element(f"{{{SVG}}}{name}", texts)


def _length(text: str, whole: float) -> float:
    values = numbers(text.rstrip("%abcdefghijklmnopqrstuvwxyz")).values
    if not values:
        raise ValueError(text)
    return user(text, whole)


def _centre(text: str, box: Box) -> tuple[float, float]:
    words = text.split() or ["50%", "50%"]
    sides = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    if words[0] in ("top", "bottom"):
        words.reverse()
    across, down = [*words, "50%"][:2]
    return (
        box.x + _length(sides.get(across, across), box.width),
        box.y + _length(sides.get(down, down), box.height),
    )


def _four(words: Sequence[str]) -> Sequence[str]:
    """Expand one to four values to four sides: a missing one equals that of the opposite side."""
    first = words[0]
    second = words[1] if len(words) > 1 else first
    third = words[2] if len(words) > 2 else first
    return first, second, third, words[3] if len(words) > 3 else second


def _inset(text: str, box: Box) -> _Element:
    sides, _, rounding = text.partition("round")
    top, right, bottom, left = _four(sides.split())
    up, down = _length(top, box.height), _length(bottom, box.height)
    begin, end = _length(left, box.width), _length(right, box.width)
    width, height = box.width - begin - end, box.height - up - down
    return _rounded(Box(box.x + begin, box.y + up, width, height), rounding, box)


def _cut_rectangle(text: str, box: Box) -> _Element:
    """Draw `rect()`: each side's distance from the top or left; `auto` is the box's own side."""
    sides, _, rounding = text.partition("round")
    ends = ("0%", "100%", "100%", "0%")
    words = [own if word == "auto" else word for word, own in zip(sides.split(), ends, strict=True)]
    top, right, bottom, left = (
        _length(word, box[3 - number % 2]) for number, word in enumerate(words)
    )
    return _rounded(Box(box.x + left, box.y + top, right - left, bottom - top), rounding, box)


def _placed_rectangle(text: str, box: Box) -> _Element:
    """Draw `xywh()`: a corner and a size."""
    sides, _, rounding = text.partition("round")
    words = sides.split()
    if len(words) != 4:
        raise ValueError(text)
    # They alternate between horizontal and vertical.
    x, y, width, height = (_length(word, box[2 + number % 2]) for number, word in enumerate(words))
    return _rounded(Box(box.x + x, box.y + y, width, height), rounding, box)


def _rounded(kept: Box, rounding: str, box: Box) -> _Element:
    """Return a rectangle whose corners have the radii of `border-radius` (CSS Backgrounds 3, 5)."""
    width, height = max(0.0, kept.width), max(0.0, kept.height)
    across, _, down = rounding.partition("/")
    rx = [_length(word, box.width) for word in _four(across.split() or ["0"])]
    ry = [_length(word, box.height) for word in _four((down or across).split() or ["0"])]
    sums = (
        (width, rx[0] + rx[1]),
        (width, rx[2] + rx[3]),
        (height, ry[0] + ry[3]),
        (height, ry[1] + ry[2]),
    )
    share = min((side / used for side, used in sums if used > side), default=1.0)
    corners = [(x * share, y * share) for x, y in zip(rx, ry, strict=True)]
    (a, b), (c, d), (e, f), (g, h) = corners
    path = (
        f"M{kept.x + a:.8g} {kept.y:.8g}h{width - a - c:.8g}a{c:.8g} {d:.8g} 0 0 1 {c:.8g} {d:.8g}"
        f"v{height - d - f:.8g}a{e:.8g} {f:.8g} 0 0 1 {-e:.8g} {f:.8g}"
        f"h{e + g - width:.8g}a{g:.8g} {h:.8g} 0 0 1 {-g:.8g} {-h:.8g}"
        f"v{h + b - height:.8g}a{a:.8g} {b:.8g} 0 0 1 {a:.8g} {-b:.8g}z"
    )
    return _element("path", d=path)


def _polygon(text: str, box: Box) -> _Element:
    points = [part.split() for part in text.split(",")]
    rule = "nonzero"
    if points[0][0] in ("evenodd", "nonzero"):
        rule = points.pop(0)[0]
    places = (
        f"{box.x + _length(x, box.width):.8g},{box.y + _length(y, box.height):.8g}"
        for x, y in points
    )
    return _element("polygon", points=" ".join(places), **{"clip-rule": rule})


_CLIPS: Mapping[str, Callable[[str, Box], _Element]] = {
    "circle": _circle,
    "ellipse": _ellipse,
    "inset": _inset,
    "path": _path,
    "polygon": _polygon,
    "rect": _cut_rectangle,
    "xywh": _placed_rectangle,
}
"""The shapes of CSS Shapes 1, each as an SVG element."""
