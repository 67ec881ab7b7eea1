"""The items of sheets as PDF operators on a ReportLab canvas."""

from collections.abc import Iterable, Mapping
from math import cos, radians, sin
from typing import Any

from printnplay.model.geometry import Rect, Um
from printnplay.model.sheet import (
    Document,
    FontFace,
    Item,
    Leaf,
    Panel,
    Run,
    Stamp,
    Stroke,
    TextLine,
)
from printnplay.targets.pdf.bake import Bakes
from printnplay.targets.pdf.bridge import Bridge
from printnplay.targets.pdf.embedding import EmbeddedFont
from printnplay.targets.pdf.fonts import TrueTypeFont
from printnplay.targets.pdf.inks import Palette
from printnplay.targets.pdf.numbers import length, matrix, number, points
from printnplay.targets.pdf.placing import landing, with_bleed
from printnplay.targets.pdf.postscript import PostScriptFont
from printnplay.targets.pdf.shapes import panel_operators, stroke_operators
from printnplay.targets.pdf.shaping import is_postscript


class Artist:
    """Draws the items of one document."""

    def __init__(self, canvas: Any, document: Document, bakes: Bakes) -> None:  # noqa: ANN401
        """Draw a document on this canvas of ReportLab's, with these baked pictures."""
        self._canvas, self._document = canvas, canvas._doc
        self._faces: Mapping[str, FontFace] = {face.name: face for face in document.fonts}
        self._fonts: dict[str, EmbeddedFont] = {}
        self._bakes = bakes
        self._bridge = Bridge(self._document)
        self._palette = Palette(document.inks)
        self._spots = {
            self._register(name, space): name[1:] for name, space in self._palette.spots.items()
        }

    def open_page(self) -> None:
        """Make the spot inks known on the canvas's page."""
        self._canvas._colorsUsed.update(self._spots)

    def draw(self, items: Iterable[Item], height: Um) -> None:
        """Draw items that stand on a page of this height, in their order."""
        for item in items:
            if isinstance(item, TextLine):
                self._put(self._text(item, height))
            elif isinstance(item, Stroke):
                self._put(stroke_operators(item, height, self._palette))
            elif isinstance(item, Panel):
                self._put(panel_operators(item, height, self._palette))
            elif isinstance(item, Stamp):
                self._stamp(item, height)
            else:
                self._leaf(item, height)

    def _register(self, name: str, space: str) -> str:
        internal = f"ink:{name}"
        self._document.Reference(space.encode(), internal)
        return internal

    def _put(self, operators: str) -> None:
        self._canvas.addLiteral(operators)
        # The identifier of the file is made from this: other pages, another identifier.
        self._document.updateSignature(operators)

    def _stamp(self, stamp: Stamp, height: Um) -> None:
        picture = stamp.picture
        name, form = self._bridge.form(self._bakes[picture])
        whole = with_bleed(stamp.rect, picture.size, picture.bleed, stamp.turn)
        place = landing((form.width, form.height), whole, stamp.turn, height)
        clip = _clip(stamp.clip, height) if stamp.clip else ""
        self._put(f"q {clip}{matrix(place)} cm")
        self._canvas.doForm(name)
        self._put("Q")

    def _leaf(self, leaf: Leaf, height: Um) -> None:
        size = leaf.page.size
        place = landing((points(size.width), points(size.height)), leaf.rect, leaf.turn, height)
        self._put(f"q {matrix(place)} cm")
        self.draw(leaf.page.items, size.height)
        self._put("Q")

    def _text(self, line: TextLine, height: Um) -> str:
        turn = radians(-line.turn)
        across, up = cos(turn), sin(turn)
        left, base = points(line.at.x), points(height - line.at.y)
        out = ["BT"]
        for run in line.runs:
            along = points(run.x)
            place = (across, up, -up, across, left + along * across, base + along * up)
            out.append(f"{self._palette.fill(run.colour)} {matrix(place)} Tm {self._run(run)}")
        return " ".join([*out, "ET"])

    def _run(self, run: Run) -> str:
        if not run.text:
            return ""
        size = length(run.size)
        out = []
        spread = 1000 * run.space / run.size
        for piece in self._font(run.face).show(run.text, spread, run.small_caps):
            raised = number(piece.rise * points(run.size) / 1000)
            setting = f"/{piece.font} {size} Tf {piece.operand} TJ"
            out.append(setting if raised == "0" else f"{raised} Ts {setting} 0 Ts")
        return " ".join(out)

    def _font(self, name: str) -> EmbeddedFont:
        if name not in self._fonts:
            face, index = self._faces[name], len(self._fonts) + 1
            kind = PostScriptFont if is_postscript(face.path) else TrueTypeFont
            self._fonts[name] = kind(face, self._document, index)
        return self._fonts[name]


def _clip(rect: Rect, height: Um) -> str:
    edges = (rect.x, height - rect.bottom, rect.width, rect.height)
    return f"{' '.join(map(length, edges))} re W n "
