"""Proof sheets: card faces in rows, each with its trim, bleed and safe lines."""

from collections.abc import Iterator, Sequence
from math import sqrt

from msgspec import Struct

from printnplay.imposition.labels import place_label
from printnplay.kernel.geometry import Point, Rect, Size, Um, mm, pt
from printnplay.kernel.shapes import SAFE
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Bookmark, Item, Label, LineKind, Sheet, Stamp, Stroke

MARGIN: Um = mm(12)
"""The margin of a proof sheet: about half an inch, as on printed sheets. The sheet is for the
screen, and nothing depends on the value."""

HEAD: Um = mm(12)
"""The height of the title with the gap below. A guess."""

GAP: Um = mm(7)
"""The gap between faces: room for the bleed of both (2 mm), its lines and white between. A
guess."""

LABEL: Um = mm(5)
"""The height of a face's name: a line of 9 pt (3.2 mm) and a gap."""

KEY: Um = mm(10)
"""The height of the key to the lines, with the gap above. A guess."""


class ProofLine(Struct, frozen=True):
    """The style of a kind of line."""

    colour: str
    dash: tuple[Um, ...] = ()


LINES: dict[LineKind, ProofLine] = {
    "trim": ProofLine("#d0006f"),
    "bleed": ProofLine("#0077b6", (mm(0.3), mm(0.7))),
    "safe": ProofLine("#00703c", (mm(1.6), mm(0.9))),
}
"""The line styles: they differ in dash, and also in colour."""

SAMPLE: Um = mm(12)
"""The length of a sample line in the key: five dashes of the longest pattern (2.5 mm)."""


class ProofFace(Struct, frozen=True):
    """A card face and its name."""

    label: Label
    picture: Picture


class ProofTexts(Struct, frozen=True):
    """The title of a series of sheets, and the names of the lines in the order of `LINES`."""

    title: Label
    key: tuple[Label, ...]


def proof_sheets(rows: Sequence[Sequence[ProofFace]], texts: ProofTexts) -> tuple[Sheet, ...]:
    """Return proof sheets, sized to hold the unscaled faces in landscape proportions."""
    cell = _cell(rows)
    across = max(max(map(len, rows), default=1), 1)
    width = 2 * MARGIN + across * (cell.width + GAP) - GAP
    pitch = cell.height + LABEL + GAP
    down = max(1, round((width / sqrt(2) - 2 * MARGIN - HEAD - KEY) / pitch))
    down = min(down, max(len(rows), 1))
    size = Size(width, 2 * MARGIN + HEAD + KEY + down * pitch - GAP)
    parts = [rows[start : start + down] for start in range(0, len(rows), down)]
    title = "".join(run.text for run in texts.title.runs)
    return tuple(
        Sheet(size, tuple(_items(part, cell, size, texts)), "", (Bookmark(title),) * (not number))
        for number, part in enumerate(parts)
    )


def _cell(rows: Sequence[Sequence[ProofFace]]) -> Size:
    extents = [face.picture.extent for row in rows for face in row]
    return Size(
        max((extent.width for extent in extents), default=0),
        max((extent.height for extent in extents), default=0),
    )


def _items(
    rows: Sequence[Sequence[ProofFace]], cell: Size, size: Size, texts: ProofTexts
) -> Iterator[Item]:
    yield place_label(texts.title, Point(MARGIN, MARGIN + texts.title.height))
    for down, row in enumerate(rows):
        top = MARGIN + HEAD + down * (cell.height + LABEL + GAP)
        for across, face in enumerate(row):
            left = MARGIN + across * (cell.width + GAP)
            yield place_label(face.label, Point(left, top + face.label.height))
            yield from _face(face.picture, Point(left, top + LABEL))
    yield from _key(texts.key, size)


def _face(picture: Picture, at: Point) -> Iterator[Item]:
    bleed = picture.bleed
    trim = Rect(at.x + bleed, at.y + bleed, picture.size.width, picture.size.height)
    yield Stamp(picture, trim)
    frames: dict[LineKind, Rect] = {
        "bleed": trim.grown(bleed),
        "trim": trim,
        "safe": trim.grown(-SAFE),
    }
    for kind, rect in frames.items():
        if min(rect.width, rect.height) > 0 and (kind != "bleed" or bleed):
            yield from _frame(kind, rect)


def _frame(kind: LineKind, rect: Rect) -> Iterator[Stroke]:
    corners = (
        Point(rect.x, rect.y),
        Point(rect.right, rect.y),
        Point(rect.right, rect.bottom),
        Point(rect.x, rect.bottom),
    )
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield _stroke(kind, start, end)


def _stroke(kind: LineKind, start: Point, end: Point) -> Stroke:
    style = LINES[kind]
    return Stroke(kind, start, end, pt(0.5), style.colour, style.dash)


def _key(labels: Sequence[Label], size: Size) -> Iterator[Item]:
    x, y = MARGIN, size.height - MARGIN
    for kind, label in zip(LINES, labels, strict=True):
        middle = y - label.height // 2
        yield _stroke(kind, Point(x, middle), Point(x + SAMPLE, middle))
        yield place_label(label, Point(x + SAMPLE + mm(2), y))
        x += SAMPLE + mm(10) + label.width
