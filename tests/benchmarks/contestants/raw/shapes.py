"""Shapes on a canvas: paths, circles and boxes, with their colours and lines."""

from typing import Any, TypeAlias

from reportlab.lib.colors import Color, HexColor

from raw.loading import Data

Canvas: TypeAlias = Any

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}

_colours: dict[str, Color] = {}


def colour(name: str) -> Color:
    """A colour by its six digits."""
    if name not in _colours:
        _colours[name] = HexColor(name)
    return _colours[name]


class Pen:
    """Draws shapes; sets only what has changed since the last one."""

    def __init__(self, canvas: Canvas, art: Data) -> None:
        """Draw on this canvas."""
        self.canvas = canvas
        self.art = art
        self.now: dict[str, object] = {}

    def draw(self, shapes: Data) -> None:
        """Draw shapes and groups of shapes."""
        for shape in shapes:
            kind = shape[0]
            if kind == "path":
                self.path(shape)
            elif kind == "circle":
                stroke, fill = self.style(shape[1])
                self.canvas.circle(*shape[2:], stroke=stroke, fill=fill)
            elif kind == "rect":
                self.rect(shape)
            else:
                self.group(shape)

    def group(self, shape: Data) -> None:
        """A group moved, clipped, or drawn before as a form."""
        canvas, kind = self.canvas, shape[0]
        before = dict(self.now)
        canvas.saveState()
        if kind == "clip":
            canvas.clipPath(self.traced(shape[1]), stroke=0, fill=0)
            self.draw(shape[2])
        elif kind == "part":
            canvas.transform(*shape[2])
            canvas.doForm(shape[1])
        else:
            canvas.transform(*shape[1])
            self.draw(shape[2])
        canvas.restoreState()
        self.now = before

    def path(self, shape: Data) -> None:
        """A path."""
        stroke, fill = self.style(shape[1])
        odd = self.art["styles"][shape[1]].get("fill-rule") == "evenodd"
        path = self.traced(shape[2])
        self.canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=0 if odd else 1)

    def traced(self, steps: Data) -> Canvas:
        """The outline of a path."""
        path = self.canvas.beginPath()
        for step in steps:
            kind = step[0]
            if kind == "C":
                path.curveTo(*step[1:])
            elif kind == "L":
                path.lineTo(*step[1:])
            elif kind == "M":
                path.moveTo(*step[1:])
            else:
                path.close()
        return path

    def rect(self, shape: Data) -> None:
        """A rectangle, perhaps with round corners."""
        x, y, width, height, radius = shape[2:]
        stroke, fill = self.style(shape[1])
        if radius:
            radius = min(radius, width / 2, height / 2)
            self.canvas.roundRect(x, y, width, height, radius, stroke=stroke, fill=fill)
        else:
            self.canvas.rect(x, y, width, height, stroke=stroke, fill=fill)

    def style(self, number: int) -> tuple[int, int]:
        """Take the colours and lines of a style; whether it has a stroke, and a fill."""
        style = self.art["styles"][number]
        fill, stroke = style["fill"], style.get("stroke", "none")
        if fill != "none":
            self.set("setFillColor", colour(fill))
            alpha = float(style.get("fill-opacity", 1)) * float(style.get("opacity", 1))
            if alpha != self.now.get("setFillAlpha", 1):
                self.set("setFillAlpha", alpha)
        if stroke != "none":
            self.set("setStrokeColor", colour(stroke))
            self.set("setLineWidth", float(style.get("stroke-width", 1)))
            self.set("setLineCap", CAPS[style.get("stroke-linecap", "butt")])
            self.set("setLineJoin", JOINS[style.get("stroke-linejoin", "miter")])
            self.set("setDash", [float(one) for one in style.get("stroke-dasharray", "").split()])
        return int(stroke != "none"), int(fill != "none")

    def set(self, method: str, value: object) -> None:
        """Set one thing, unless it is so already."""
        if self.now.get(method) != value:
            self.now[method] = value
            getattr(self.canvas, method)(value)
