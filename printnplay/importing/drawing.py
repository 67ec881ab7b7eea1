"""What templates are written with: values that may differ between cards, and shapes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from typing import TypeVar

from msgspec import Struct

from printnplay.importing.columns import Columns
from printnplay.importing.source import safe_name
from printnplay.importing.style import Style
from printnplay.importing.values import Box, Gradient, Image, Shape, Words, unused
from printnplay.kernel.geometry import Rect, Um, in_mm

Content = TypeVar("Content", Words, Image, Shape)
Boxes = Sequence[Box | None]
"""The boxes with one key on all cards; None where a card lacks it."""


class Drawing(Struct, frozen=True):
    """What a template is written with: columns of the deck, the style, constant texts by key.

    `name` begins the keys of constant texts; `mine` says which cards this template draws.
    """

    bleed: Um
    columns: Columns
    style: Style
    labels: dict[str, str]
    name: str
    mine: Sequence[bool]

    def said(self, wanted: str, values: Sequence[str | None]) -> str:
        """Return the value of an attribute: itself, or an expression in braces."""
        given = {value for value in values if value is not None}
        if len(given) <= 1:
            return escape(given.pop() if given else "")
        return f"{{{{ {self.columns.expression(wanted, values)} }}}}"

    def argument(
        self, wanted: str, values: Sequence[str | None], *, is_number: bool = False
    ) -> str:
        """Return the value of an argument of a function."""
        return self.columns.expression(wanted, values, is_number=is_number)

    def filled(self, values: Sequence[str | None]) -> list[str | None]:
        """Return values with an empty text for each card that lacks one: None is for others."""
        return [
            value or ("" if own else None) for value, own in zip(values, self.mine, strict=True)
        ]

    def label(self, key: str, text: str) -> str:
        """Return the key of a constant text."""
        for name, known in self.labels.items():
            if known == text:
                return name
        name = unused(safe_name(f"{self.name}-{key}") or "label", self.labels)
        self.labels[name] = text
        return name


def of(boxes: Boxes, get: Callable[[Box], str | None]) -> list[str | None]:
    """Return a value for each box."""
    return [None if box is None else get(box) for box in boxes]


def of_kind(boxes: Boxes, kind: type[Content], get: Callable[[Content], str]) -> list[str | None]:
    """Return a value for each box with something of a kind in it."""
    return [get(box.what) if box and isinstance(box.what, kind) else None for box in boxes]


def shown(length: float) -> str:
    """Return a length in millimetres, with hundredths: finer is not visible."""
    return in_mm(round(length / 10) * 10, 2)


_SIDES: Mapping[str, Callable[[Rect, Um], float]] = {
    "x": lambda rect, bleed: rect.x - bleed,
    "y": lambda rect, bleed: rect.y - bleed,
    "width": lambda rect, _: rect.width,
    "height": lambda rect, _: rect.height,
    "cx": lambda rect, bleed: rect.x + rect.width / 2 - bleed,
    "cy": lambda rect, bleed: rect.y + rect.height / 2 - bleed,
    "rx": lambda rect, _: rect.width / 2,
    "ry": lambda rect, _: rect.height / 2,
}
BOX, ROUND = ("x", "y", "width", "height"), ("cx", "cy", "rx", "ry")


def sides(boxes: Boxes, names: Sequence[str], bleed: Um) -> dict[str, list[str | None]]:
    """Return the places and sizes of boxes by name, from the trimmed corner."""

    def side(name: str) -> list[str | None]:
        return of(boxes, lambda box: shown(_SIDES[name](box.rect, bleed)))

    return {name: side(name) for name in names}


def attributes(values: Mapping[str, str]) -> str:
    """Return the attributes of an element."""
    return " ".join(f'{name}="{value}"' for name, value in values.items())


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
