"""Pictures: a drawing and the texts on it, as forms where they are stamped several times."""

from reportlab.lib.utils import simpleSplit

from raw.loading import Data
from raw.shapes import Canvas, Pen, colour

PER_MM = 72 / 25.4


class Album:
    """The pictures of one document."""

    def __init__(self, canvas: Canvas, data: Data, art: Data) -> None:
        """Draw on this canvas."""
        self.canvas = canvas
        self.pictures = data["pictures"]
        self.art = art

    def stamp(self, item: Data) -> None:
        """A picture at its place, clipped."""
        _, name, x, y, width, height, turn, clip = item
        canvas = self.canvas
        picture = self.pictures[name]
        canvas.saveState()
        if clip:
            self.clip(*clip)
        canvas.translate(x + width / 2, y + height / 2)
        canvas.rotate(turn)
        canvas.scale(1, -1)
        if turn % 180:
            width, height = height, width
        canvas.translate(-width / 2, -height / 2)
        if (width, height) != (picture["width"], picture["height"]):
            canvas.scale(width / picture["width"], height / picture["height"])
        self.put(name)
        canvas.restoreState()

    def clip(self, x: float, y: float, width: float, height: float) -> None:
        """Draw nothing outside a rectangle."""
        path = self.canvas.beginPath()
        path.rect(x, y, width, height)
        self.canvas.clipPath(path, stroke=0, fill=0)

    def put(self, name: str) -> None:
        """A picture with its lower left corner at the origin."""
        picture = self.pictures[name]
        if picture["placed"] < 2:
            self.draw(picture)
            return
        if not self.canvas.hasForm(name):
            self.define(name, picture)
        self.canvas.doForm(name)

    def define(self, name: str, picture: Data) -> None:
        """Make a picture a form."""
        self.define_parts(self.art["drawings"][picture["art"]])
        bleed = picture["bleed"]
        right, top = picture["width"] + bleed, picture["height"] + bleed
        self.canvas.beginForm(name, -bleed, -bleed, right, top)
        self.draw(picture)
        self.canvas.endForm()

    def draw(self, picture: Data) -> None:
        """Draw a picture: the shapes in mm from its upper left corner, then the texts."""
        canvas = self.canvas
        shapes = self.art["drawings"][picture["art"]]
        self.define_parts(shapes)
        canvas.saveState()
        canvas.translate(0, picture["height"])
        canvas.scale(PER_MM, -PER_MM)
        Pen(canvas, self.art).draw(shapes)
        canvas.restoreState()
        for text in picture["texts"]:
            self.text(text, picture["height"])

    def text(self, text: Data, height: float) -> None:
        """A text in lines about its centre."""
        canvas = self.canvas
        canvas.setFont(text["face"], text["size"])
        canvas.setFillColor(colour(text["colour"]))
        y = height - text["baseline"]
        for line in simpleSplit(text["words"], text["face"], text["size"], text["width"]):
            canvas.drawCentredString(text["centre"], y, line)
            y -= text["leading"]

    def define_parts(self, shapes: Data) -> None:
        """Make a form of every part that these shapes use."""
        for shape in shapes:
            if shape[0] in ("group", "clip"):
                self.define_parts(shape[2])
            elif shape[0] == "part" and not self.canvas.hasForm(shape[1]):
                part = self.art["parts"][shape[1]]
                self.define_parts(part)
                self.canvas.beginForm(shape[1], -5000, -5000, 5000, 5000)
                Pen(self.canvas, self.art).draw(part)
                self.canvas.endForm()
