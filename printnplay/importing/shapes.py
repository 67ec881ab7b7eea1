"""Shapes of a layout as elements of a template: fills, strokes and gradients."""

from collections.abc import Callable, Sequence
from functools import partial

from printnplay.importing.drawing import (
    BOX,
    ROUND,
    Boxes,
    Drawing,
    attributes,
    of,
    of_kind,
    shown,
    sides,
)
from printnplay.importing.source import safe_name
from printnplay.importing.values import Box, Gradient, Shape
from printnplay.kernel.geometry import Um

_FORMS = {"rectangle": ("rect", BOX), "ellipse": ("ellipse", ROUND), "path": ("path", ())}
_ENDS = ("x1", "y1", "x2", "y2")
_LINES: Sequence[tuple[str, str, Callable[[Shape], str]]] = (
    ("dasharray", "none", lambda one: " ".join(map(shown, one.dash)) or "none"),
    ("linecap", "butt", lambda one: one.cap),
    ("linejoin", "miter", lambda one: one.join),
)
"""What else lines have: the attribute, its usual value, and that of a shape."""


def shape(drawing: Drawing, key: str, boxes: Boxes) -> str:
    """Return the element of shapes with one key."""
    form = next(box.what.form for box in boxes if box and isinstance(box.what, Shape))
    tag, names = _FORMS[form]
    said = {
        name: drawing.said(f"{key} {name}", values)
        for name, values in sides(boxes, names, drawing.bleed).items()
    }
    if form == "path":
        paths = of(boxes, lambda box: _path_data(box, drawing.bleed))
        said["d"] = drawing.said(f"{key} path", paths)
    corners = of_kind(boxes, Shape, lambda one: shown(one.corner) if one.corner else "0")
    if form == "rectangle" and not {None, "0"}.issuperset(corners):
        said["rx"] = drawing.said(f"{key} corner", corners)
    defined, look = _look(drawing, key, boxes)
    return f"{defined}<{tag} {attributes(said | look)}/>"


def _look(drawing: Drawing, key: str, boxes: Boxes) -> tuple[str, dict[str, str]]:
    """Return the definitions of a shape, and its attributes of fill and stroke."""
    shapes = partial(of_kind, boxes, Shape)
    fills = (box.what.fill for box in boxes if box and isinstance(box.what, Shape))
    gradient = next((fill for fill in fills if isinstance(fill, Gradient)), None)
    defined = ""
    if gradient:
        name = safe_name(f"{drawing.name}-{key}-colours")
        defined = _gradient(name, gradient, drawing.bleed)
        found = {"fill": f"url(#{name})"}
    else:
        found = _paint(drawing, key, "fill", shapes(lambda one: str(one.fill)))
    strokes = shapes(lambda one: one.stroke)
    if any(strokes):
        found |= _paint(drawing, key, "stroke", strokes)
        widths = shapes(lambda one: shown(one.stroke_width))
        found["stroke-width"] = drawing.said(f"{key} stroke width", widths)
        for name, usual, get in _LINES:
            values = shapes(get)
            if not {None, usual}.issuperset(values):
                found[f"stroke-{name}"] = drawing.said(f"{key} {name}", values)
    return defined, found


def _paint(drawing: Drawing, key: str, name: str, colours: Sequence[str | None]) -> dict[str, str]:
    plain = [None if one is None else one[:7] or "none" for one in colours]
    found = {name: drawing.said(f"{key} {name}", plain)}
    alphas = [None if one is None else _opacity(one) for one in colours]
    if not {None, "1"}.issuperset(alphas):
        found[f"{name}-opacity"] = drawing.said(f"{key} {name} opacity", alphas)
    return found


def _opacity(colour: str) -> str:
    return f"{int(colour[7:9] or 'ff', 16) / 255:.3g}"


def _gradient(name: str, gradient: Gradient, bleed: Um) -> str:
    kind, names = ("radial", ("fx", "fy", "cx", "cy")) if gradient.radius else ("linear", _ENDS)
    corners = zip(names, (*gradient.start, *gradient.end), strict=True)
    places = {
        "id": name,
        "gradientUnits": "userSpaceOnUse",
        **{side: shown(place - bleed) for side, place in corners},
    } | ({"r": shown(gradient.radius)} if gradient.radius else {})
    stops = (
        {"offset": f"{offset:.4g}", "stop-color": colour[:7] or "#ffffff"}
        | ({"stop-opacity": _opacity(colour)} if len(colour) == 9 else {})
        for offset, colour in gradient.stops
    )
    inside = "".join(f"<stop {attributes(stop)}/>" for stop in stops)
    return f"<{kind}Gradient {attributes(places)}>{inside}</{kind}Gradient>"


def _path_data(box: Box, bleed: Um) -> str:
    if not isinstance(box.what, Shape):
        return ""
    return "".join(
        command + " ".join(shown(number - bleed) for number in numbers)
        for command, numbers in box.what.path
    )
