"""Small documents made by hand. Run as a program, it writes the whole sample to standard output."""

import sys
from io import BytesIO
from pathlib import Path

from printnplay.kernel.geometry import Point, Rect, Size, mm, pt
from printnplay.kernel.printing import Flip
from printnplay.pdf import Bakes, write
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Bookmark,
    Document,
    FontFace,
    Item,
    Leaf,
    Page,
    Panel,
    Run,
    Sheet,
    Stamp,
    Stroke,
    TextLine,
)

FONT_FOLDER = Path(__file__).parents[2] / "templates" / "fonts"
A4 = Size(mm(210), mm(297))
NBSP, NNBSP = "\u00a0", "\u202f"
INK = "#000000"


def faces(folder: Path = FONT_FOLDER) -> tuple[FontFace, ...]:
    """The fonts of the project, as a font list would give them."""
    table = (
        ("medium", "Red Hat Display", 500, False, "RedHatDisplay-Medium.ttf"),
        ("heavy", "Red Hat Display", 800, False, "RedHatDisplay-ExtraBold.ttf"),
        ("round", "Table Round", 400, False, "TableRound-Regular.ttf"),
    )
    return tuple(
        FontFace(name, family, weight, italic, str(folder / file))
        for name, family, weight, italic, file in table
    )


def picture(
    name: str = "face", body: str = "", size: Size | None = None, bleed: int = 3
) -> Picture:
    """A picture, 60 mm by 40 mm when trimmed, with a bleed in millimetres."""
    trimmed = size or Size(mm(60), mm(40))
    width, height = (trimmed.width / 1000 + 2 * bleed, trimmed.height / 1000 + 2 * bleed)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{-bleed} {-bleed} {width} {height}">'
        f'<rect x="{-bleed}" y="{-bleed}" width="{width}" height="{height}" fill="#ffcc00"/>'
        f"{body}</svg>"
    )
    return Picture(name, trimmed, mm(bleed), svg)


def text_body(text: str) -> str:
    """Black text in the middle of a picture."""
    return f'<text x="5" y="20" font-family="Table Round" font-size="6" fill="#000">{text}</text>'


def line(text: str, x: int = 20, y: int = 100, size: float = 12, face: str = "medium") -> TextLine:
    """A line of black text; its baseline starts x and y millimetres from the top left corner."""
    return TextLine(Point(mm(x), mm(y)), (Run(0, text, face, pt(size), INK),))


def document(*items: Item, fonts: tuple[FontFace, ...] = ()) -> Document:
    """One sheet of A4 with these items."""
    return Document("Sample", "", "", "en", (Sheet(A4, items),), fonts or faces())


def alone(face: Picture, bakes: Bakes | None = None) -> bytes:
    """A PDF with a page that is no larger than the picture with its bleed."""
    place = Rect(face.bleed, face.bleed, face.size.width, face.size.height)
    sheet = Sheet(face.extent.size, (Stamp(face, place),))
    return written(Document("Alone", "", "", "en", (sheet,), faces()), bakes)


def whole(folder: Path = FONT_FOLDER) -> Document:
    """A document with something of everything, on two sheets."""
    one, two = picture("one", text_body("Flip")), picture("two", text_body("Wipe"))
    page = Page(
        Size(mm(100), mm(150)), (line("Łódź fi", 10, 20), Stamp(two, _rect(10, 50, 60, 40)))
    )
    front = Sheet(
        A4,
        (
            Stamp(one, _rect(20, 30, 60, 40)),
            Stamp(one, _rect(20, 100, 40, 60), 90),
            Stroke("cut", Point(0, mm(30)), Point(mm(10), mm(30)), pt(0.25), INK),
            Stroke("fold", Point(0, mm(60)), Point(mm(10), mm(60)), pt(0.5), INK, (mm(2), mm(1))),
            Panel(_rect(20, 200, 60, 20), "#eeeeee", INK, pt(1), mm(3)),
            line(f"Volte{NNBSP}! AVATAR{NBSP}To.", 25, 212),
        ),
        "Blue 1",
        (Bookmark("Blue"), Bookmark("Fronts", 1)),
    )
    back = Sheet(A4, (Leaf(page, _rect(20, 20, 100, 150)),), "", (Bookmark("Réglés — Łódź"),))
    return Document("Jeu", "Cartes", "Ann", "fr", (front, back), faces(folder), Flip.LONG)


def _rect(x: int, y: int, width: int, height: int) -> Rect:
    return Rect(mm(x), mm(y), mm(width), mm(height))


def written(document: Document, bakes: Bakes | None = None) -> bytes:
    """The document as PDF."""
    stream = BytesIO()
    write(document, stream, bakes)
    return stream.getvalue()


if __name__ == "__main__":
    sys.stdout.buffer.write(written(whole()))
