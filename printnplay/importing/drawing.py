"""Elements of a layout as lines of a template."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.columns import Columns
from printnplay.importing.source import safe_name
from printnplay.importing.style import LEADING, SMALLEST, WIDE, Style
from printnplay.importing.values import Box, Gradient, Image, Shape, Words
from printnplay.kernel.geometry import Rect, Um, in_mm

Content = TypeVar("Content", Words, Image, Shape)

OPTIONAL = ", optional=True"
"""The argument of `t` for a text that some cards lack."""


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
        stem = safe_name(f"{self.name}-{key}") or "label"
        name, number = stem, 2
        while name in self.labels:
            name, number = f"{stem}-{number}", number + 1
        self.labels[name] = text
        return name


def element(drawing: Drawing, key: str, boxes: Sequence[Box | None]) -> str:
    """Return the lines that draw an element: the boxes with one key on all cards, or None."""
    first = next(box for box in boxes if box is not None)
    match first.what:
        case Words():
            body = _words(drawing, key, boxes)
        case Image():
            body = _image(drawing, key, boxes)
        case _:
            body = _shape(drawing, key, boxes)
    body = _grouped(drawing, key, boxes, body)
    if OPTIONAL in body:
        # The text says whether the card has the element; its place may be in empty cells.
        plain = body.replace(OPTIONAL, "")
        if plain.count("card.") == 1:
            return body
        text = body[body.index("t(") : body.index(OPTIONAL) + len(OPTIONAL)]
        return f"{{% if {text}) %}}{plain}{{% endif %}}"
    shown = [
        box is not None if is_mine else None
        for box, is_mine in zip(boxes, drawing.mine, strict=True)
    ]
    condition = drawing.columns.condition(f"{key} shown", shown)
    return f"{{% if {condition} %}}{body}{{% endif %}}" if condition else body


def _of(boxes: Sequence[Box | None], get: Callable[[Box], str | None]) -> list[str | None]:
    return [None if box is None else get(box) for box in boxes]


def _of_kind(
    boxes: Sequence[Box | None], kind: type[Content], get: Callable[[Content], str]
) -> list[str | None]:
    """Return a value for each box with something of a kind in it."""
    return [get(box.what) if box and isinstance(box.what, kind) else None for box in boxes]


def _mm(length: float) -> str:
    """Return a length in millimetres, with hundredths: finer is not visible."""
    return in_mm(round(length / 10) * 10, 2)


def _place(drawing: Drawing, key: str, boxes: Sequence[Box | None]) -> str:
    """Return the arguments x, y, width and height of a box, from the trimmed corner."""
    bleed = drawing.bleed
    values = (
        ("x", _of(boxes, lambda box: _mm(box.rect.x - bleed))),
        ("y", _of(boxes, lambda box: _mm(box.rect.y - bleed))),
        ("width", _of(boxes, lambda box: _mm(box.rect.width))),
        ("height", _of(boxes, lambda box: _mm(box.rect.height))),
    )
    return ", ".join(
        drawing.argument(f"{key} {name}", said, is_number=True) for name, said in values
    )


def _grouped(drawing: Drawing, key: str, boxes: Sequence[Box | None], body: str) -> str:
    """Return an element in a group that turns it, or makes it translucent, if any box does."""
    attributes = []
    real = [box for box in boxes if box is not None]
    if any(box.opacity < 1 for box in real):
        said = drawing.said(f"{key} opacity", _of(boxes, lambda box: f"{box.opacity:.3g}"))
        attributes.append(f'opacity="{said}"')
    if any(box.turn for box in real):
        said = drawing.said(f"{key} turn", _of(boxes, lambda box: _turn(box, drawing.bleed)))
        attributes.append(f'transform="{said}"')
    return f"<g {' '.join(attributes)}>{body}</g>" if attributes else body


def _turn(box: Box, bleed: Um) -> str:
    rect = box.rect
    x, y = box.pivot or (rect.x + rect.width // 2, rect.y + rect.height // 2)
    return f"rotate({box.turn:.4g} {_mm(x - bleed)} {_mm(y - bleed)})"


# Texts


def _words(drawing: Drawing, key: str, boxes: Sequence[Box | None]) -> str:
    boxes = [box and _roomy(box) for box in boxes]
    words = partial(_of_kind, boxes, Words)

    def argument(name: str, get: Callable[[Words], str]) -> str:
        return drawing.argument(f"{key} {name}", words(get))

    written = drawing.filled(words(lambda one: drawing.style.looks.written(one.runs)))
    text = _text(drawing, key, written, drawing.filled(words(lambda one: one.source)))
    style = argument("style", lambda one: drawing.style.name(key, one))
    places = argument("align", lambda one: one.align), argument("valign", lambda one: one.valign)
    place = _place(drawing, key, boxes)
    return f"{{{{ textbox({text}, {place}, {style}, {', '.join(places)}) }}}}"


def _roomy(box: Box) -> Box:
    """Return the box of a text with room for a line, and for all of it in the smallest type.

    Other tools print a text in any box: they cut it off, or let it stick out.
    """
    if not isinstance(box.what, Words):
        return box
    rect, font, text = box.rect, box.what.font, "".join(run.text for run in box.what.runs)
    letter = min(font.size, SMALLEST) * WIDE
    longest = max(map(len, text.split()), default=0) * letter
    width = max(rect.width, round(longest))
    lines = sum(math.ceil(len(line) * letter / max(width, 1)) or 1 for line in text.split("\n"))
    high = (font.leading or font.size * LEADING, lines * min(font.size, SMALLEST) * LEADING)
    height = max(rect.height, round(max(high) * 1.1))
    before = {"centre": 0.5, "right": 1.0, "middle": 0.5, "bottom": 1.0}
    x = rect.x - round((width - rect.width) * before.get(box.what.align, 0.0))
    y = rect.y - round((height - rect.height) * before.get(box.what.valign, 0.0))
    return replace(box, rect=Rect(x, y, width, height))


def _text(drawing: Drawing, key: str, written: list[str | None], sources: list[str | None]) -> str:
    """Return the expression of a text: a constant, a number of the table, or a column of texts."""
    given = {text for text in written if text is not None}
    if len(given) == 1 and any(given):
        if name := drawing.columns.known_text(written, sources, differing=True):
            return f't("cards." ~ card.id ~ ".{name}")'
        return f't("labels.{drawing.label(key, given.pop())}")'
    if name := drawing.columns.numbers(written):
        return f"card.{name}"
    is_plain = not any(mark in text for text in given for mark in "\\*[{`")
    if is_plain and drawing.columns.number > 1:
        pattern = drawing.columns.pattern(written)
        if " ~ " in pattern:
            return pattern
    name = drawing.columns.text(key, written, sources)
    optional = OPTIONAL if "" in given else ""
    return f't("cards." ~ card.id ~ ".{name}"{optional})'


# Pictures


def _image(drawing: Drawing, key: str, boxes: Sequence[Box | None]) -> str:
    images = partial(_of_kind, boxes, Image)
    parts = [drawing.columns.file(f"{key} file", images(lambda one: one.file))]
    parts.append(_place(drawing, key, boxes))
    parts.append(f"fit={drawing.argument(f'{key} fit', images(lambda one: one.fit))}")
    crops = images(lambda one: " ".join(f"{part:.4g}" for part in one.crop))
    if any(crops):
        parts.append(f"crop={drawing.argument(f'{key} crop', crops)}")
    body = f"{{{{ art({', '.join(parts)}) }}}}"
    if any(images(lambda one: one.flip)):
        said = drawing.said(f"{key} flip", _of(boxes, lambda box: _flip(box, drawing.bleed)))
        body = f'<g transform="{said}">{body}</g>'
    if any(images(lambda one: "round" if one.corner else "")):
        name = safe_name(f"{drawing.name}-{key}-corners")
        corners = [box.what.corner if box and isinstance(box.what, Image) else 0 for box in boxes]
        clips: list[Box | None] = [
            box and replace(box, what=Shape(fill="#000000", corner=corner))
            for box, corner in zip(boxes, corners, strict=True)
        ]
        body = (
            f'<clipPath id="{name}">{_shape(drawing, key, clips)}</clipPath>'
            f'<g clip-path="url(#{name})">{body}</g>'
        )
    return body


def _flip(box: Box, bleed: Um) -> str:
    flip = box.what.flip if isinstance(box.what, Image) else ""
    if not flip:
        return "scale(1)"
    x, y = 2 * (box.rect.x - bleed) + box.rect.width, 2 * (box.rect.y - bleed) + box.rect.height
    across, down = "horizontal" in flip, "vertical" in flip
    return (
        f"translate({_mm(x) if across else 0} {_mm(y) if down else 0})"
        f" scale({-1 if across else 1} {-1 if down else 1})"
    )


# Shapes


def _shape(drawing: Drawing, key: str, boxes: Sequence[Box | None]) -> str:
    first = next(box.what for box in boxes if box and isinstance(box.what, Shape))
    bleed = drawing.bleed
    places: dict[str, Callable[[Box], str]] = {
        "x": lambda box: _mm(box.rect.x - bleed),
        "y": lambda box: _mm(box.rect.y - bleed),
        "width": lambda box: _mm(box.rect.width),
        "height": lambda box: _mm(box.rect.height),
    }
    if first.form == "path":
        places = {"d": lambda box: _path_data(box, bleed)}
    elif first.form == "ellipse":
        places = {
            "cx": lambda box: _mm(box.rect.x + box.rect.width / 2 - bleed),
            "cy": lambda box: _mm(box.rect.y + box.rect.height / 2 - bleed),
            "rx": lambda box: _mm(box.rect.width / 2),
            "ry": lambda box: _mm(box.rect.height / 2),
        }
    names = {"d": "path"}
    said = {
        name: drawing.said(f"{key} {names.get(name, name)}", _of(boxes, get))
        for name, get in places.items()
    }
    corners = _of_kind(boxes, Shape, lambda one: _mm(one.corner) if one.corner else "0")
    if first.form == "rectangle" and not {None, "0"}.issuperset(corners):
        said["rx"] = drawing.said(f"{key} corner", corners)
    defined, look = _look(drawing, key, boxes)
    form = {"path": "path", "ellipse": "ellipse"}.get(first.form, "rect")
    return f"{defined}<{form} {_attributes(said)}{look}/>"


def _look(drawing: Drawing, key: str, boxes: Sequence[Box | None]) -> tuple[str, str]:
    """Return the definitions of a shape, and its attributes of fill and stroke."""
    shapes = partial(_of_kind, boxes, Shape)
    fills = [box.what.fill for box in boxes if box and isinstance(box.what, Shape)]
    gradients = [fill for fill in fills if isinstance(fill, Gradient)]
    defined = ""
    if gradients:
        name = safe_name(f"{drawing.name}-{key}-colours")
        defined = _gradient(name, gradients[0], drawing.bleed)
        found = {"fill": f"url(#{name})"}
    else:
        found = _paint(drawing, key, "fill", shapes(lambda one: str(one.fill)))
    strokes = shapes(lambda one: one.stroke)
    if any(strokes):
        found |= _paint(drawing, key, "stroke", strokes)
        widths = shapes(lambda one: _mm(one.stroke_width))
        found["stroke-width"] = drawing.said(f"{key} stroke width", widths)
        dashes = shapes(lambda one: " ".join(map(_mm, one.dash)) or "none")
        if not {None, "none"}.issuperset(dashes):
            found["stroke-dasharray"] = drawing.said(f"{key} dash", dashes)
    return defined, f" {_attributes(found)}"


def _paint(drawing: Drawing, key: str, name: str, colours: Sequence[str | None]) -> dict[str, str]:
    plain = [None if one is None else one[:7] or "none" for one in colours]
    found = {name: drawing.said(f"{key} {name}", plain)}
    alphas = [
        None if one is None else f"{int(one[7:9], 16) / 255:.3g}" if len(one) == 9 else "1"
        for one in colours
    ]
    if any(alpha not in (None, "1") for alpha in alphas):
        found[f"{name}-opacity"] = drawing.said(f"{key} {name} opacity", alphas)
    return found


def _gradient(name: str, gradient: Gradient, bleed: Um) -> str:
    (x1, y1), (x2, y2) = gradient.start, gradient.end
    places = {
        "id": name,
        "gradientUnits": "userSpaceOnUse",
        "x1": _mm(x1 - bleed),
        "y1": _mm(y1 - bleed),
        "x2": _mm(x2 - bleed),
        "y2": _mm(y2 - bleed),
    }
    stops = "".join(
        f'<stop offset="{offset:.4g}" stop-color="{colour[:7] or "#ffffff"}"'
        + (f' stop-opacity="{int(colour[7:9], 16) / 255:.3g}"' if len(colour) == 9 else "")
        + "/>"
        for offset, colour in gradient.stops
    )
    return f"<linearGradient {_attributes(places)}>{stops}</linearGradient>"


def _path_data(box: Box, bleed: Um) -> str:
    if not isinstance(box.what, Shape):
        return ""
    return "".join(
        command + " ".join(_mm(number - bleed) for number in numbers)
        for command, numbers in box.what.path
    )


def _attributes(values: dict[str, str]) -> str:
    return " ".join(f'{name}="{value}"' for name, value in values.items())
