"""Pages as people make them: cards of any size, boards, tables, folds and words."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from recognition.sheets import INKS, MM

Box = tuple[float, float, float, float]
NAMES = ("Goblin", "Thief", "Tower", "River", "Witch", "Forge", "Bell", "Crow", "Stone", "Lamp")


def block(size: tuple[float, float], columns: int, rows: int, gap: float = 0.0) -> list[Box]:
    """The boxes of a block in the middle of A4, in reading order, in millimetres."""
    (wide, high), step = size, (size[0] + gap, size[1] + gap)
    left, top = (210 - columns * step[0] + gap) / 2, (297 - rows * step[1] + gap) / 2
    return [
        (left + column * step[0], top + row * step[1], wide, high)
        for row in range(rows)
        for column in range(columns)
    ]


def across(boxes: Sequence[Box]) -> list[Box]:
    """Boxes seen in a mirror that stands upright in the middle of A4."""
    return [(210 - x - wide, y, wide, high) for x, y, wide, high in boxes]


def down(boxes: Sequence[Box]) -> list[Box]:
    """Boxes seen in a mirror that lies in the middle of A4."""
    return [(x, 297 - y - high, wide, high) for x, y, wide, high in boxes]


@dataclass
class Paper:
    """A PDF of A4 pages that is drawn page by page."""

    stream: BytesIO = field(default_factory=BytesIO)
    count: int = 0

    def __post_init__(self) -> None:
        """Begin the first page."""
        self.canvas = Canvas(self.stream, pagesize=(210 * MM, 297 * MM), invariant=True)

    def content(self) -> bytes:
        self.canvas.save()
        return self.stream.getvalue()

    def end(self, title: str = "") -> "Paper":
        """End the page, with a title above."""
        if title:
            self.words(105, 7, title, 9)
        self.canvas.showPage()
        return self

    def box(self, box: Box, fill: str = "", *, frame: bool = True, dashed: bool = False) -> None:
        x, y, wide, high = box
        self.canvas.setLineWidth(0.5)
        self.canvas.setDash(*((3, 2) if dashed else ()))
        self.canvas.setFillColor(fill or "white")
        place = (x * MM, (297 - y - high) * MM, wide * MM, high * MM)
        self.canvas.rect(*place, stroke=int(frame), fill=int(bool(fill)))
        self.canvas.setDash()

    def line(self, x1: float, y1: float, x2: float, y2: float, *, dashed: bool = False) -> None:
        self.canvas.setLineWidth(0.4)
        self.canvas.setStrokeColor("black")
        self.canvas.setDash(*((3, 2) if dashed else ()))
        self.canvas.line(x1 * MM, (297 - y1) * MM, x2 * MM, (297 - y2) * MM)
        self.canvas.setDash()

    def words(self, x: float, y: float, words: str, size: float, turn: int = 0) -> None:
        self.canvas.saveState()
        self.canvas.translate(x * MM, (297 - y) * MM)
        self.canvas.rotate(-turn)
        self.canvas.setFillColor("black")
        self.canvas.setFont("Helvetica", size)
        self.canvas.drawCentredString(0, 0, words)
        self.canvas.restoreState()

    def fronts(
        self, boxes: Sequence[Box], *, ground: bool = True, frame: bool = True, copies: bool = False
    ) -> "Paper":
        """Draw cards, each with a picture, a name and a number of its own, or all the same."""
        start = self.count
        for number, box in enumerate(boxes):
            self.count += 1
            named = start if copies else start + number
            rng, (x, y, wide, high) = random.Random(named), box
            if ground:
                self.box(box, rng.choice(INKS), frame=False)
                inner = (x + wide / 12, y + wide / 12, wide * 5 / 6, high - wide / 6)
                self.box(inner, "#f4ead2", frame=False)
            if frame:
                self.box(box)
            for _ in range(3):
                self.canvas.setFillColor(rng.choice(INKS))
                at = (x + wide * rng.uniform(0.3, 0.7), 297 - y - high * rng.uniform(0.3, 0.5))
                self.canvas.circle(
                    at[0] * MM, at[1] * MM, wide * rng.uniform(0.05, 0.15) * MM, 0, 1
                )
            size = max(4.0, wide / 6)
            name = f"{NAMES[named % len(NAMES)]} {named + 1}"
            self.words(x + wide / 2, y + high * 0.2, name, size)
            self.words(x + wide / 2, y + high * 0.8, "draw two cards then discard", size / 2)
        return self

    def backs(self, boxes: Sequence[Box], words: Sequence[str] = (), turn: int = 0) -> "Paper":
        """Draw backs, all the same but for their words."""
        for number, box in enumerate(boxes):
            x, y, wide, high = box
            self.box(box, "#1e6f6a")
            self.canvas.setFillColor("#e8c87a")
            self.canvas.circle((x + wide / 2) * MM, (297 - y - high / 2) * MM, wide / 4 * MM, 0, 1)
            said = words[number] if words else "Goblins"
            self.words(x + wide / 2, y + high / 2, said, wide / 6, turn)
        return self

    def ticks(self, boxes: Sequence[Box]) -> "Paper":
        """Draw cut marks outside of a block."""
        xs = sorted({round(at, 3) for x, _, wide, _ in boxes for at in (x, x + wide)})
        ys = sorted({round(at, 3) for _, y, _, high in boxes for at in (y, y + high)})
        for x in xs:
            self.line(x, ys[0] - 5, x, ys[0] - 1)
            self.line(x, ys[-1] + 1, x, ys[-1] + 5)
        for y in ys:
            self.line(xs[0] - 5, y, xs[0] - 1, y)
            self.line(xs[-1] + 1, y, xs[-1] + 5, y)
        return self
