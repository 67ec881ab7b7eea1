"""The files of a language: kit, booklet two-up, reading edition, and box if there is one."""

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from raw.loading import Data, register_fonts
from raw.pictures import Album
from raw.shapes import colour
from raw.text import Setter


def make_language(data: Data, art: Data, folder: Path) -> None:
    """Write the files."""
    register_fonts(data)
    folder.mkdir(parents=True, exist_ok=True)
    for kind, title in data["titles"].items():
        canvas = Canvas(str(folder / data["names"][kind]))
        canvas.setTitle(title)
        canvas.setAuthor(data["author"])
        Maker(canvas, data, art).sheets(data["pages" if kind == "rulebook" else kind])
        canvas.save()


class Maker:
    """Draws the pages of one document."""

    def __init__(self, canvas: Canvas, data: Data, art: Data) -> None:
        """Draw on this canvas."""
        self.canvas = canvas
        self.data = data
        self.album = Album(canvas, data, art)
        self.setter = Setter(data)

    def sheets(self, sheets: Data) -> None:
        """Draw all sheets."""
        for number, sheet in enumerate(sheets):
            width, height = sheet["size"]
            self.canvas.setPageSize((width, height))
            self.bookmark(number, sheet)
            for page, x, y in sheet.get("leaves", ()):
                leaf = self.data["pages"][page]
                self.canvas.saveState()
                self.canvas.translate(x, height - y - leaf["size"][1])
                self.page(leaf)
                self.canvas.restoreState()
            self.page(sheet)
            self.canvas.showPage()

    def bookmark(self, number: int, sheet: Data) -> None:
        """The entries of the outline for a sheet."""
        for index, (title, level) in enumerate(sheet["bookmarks"]):
            key = f"{number}.{index}"
            self.canvas.bookmarkPage(key)
            self.canvas.addOutlineEntry(title, key, level)

    def page(self, page: Data) -> None:
        """Draw a page: what stands at its place, then the paragraphs."""
        height = page["size"][1]
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(0, height)
        canvas.scale(1, -1)
        for item in page["items"]:
            getattr(self, item[0])(item)
        canvas.restoreState()
        for x, y, width, style, words, marker in page["paragraphs"]:
            paragraph = self.setter.paragraph(style, words, marker)
            _, tall = paragraph.wrapOn(canvas, width, height)
            paragraph.drawOn(canvas, x, height - y - tall)

    def stamp(self, item: Data) -> None:
        """A picture."""
        self.album.stamp(item)

    def line(self, item: Data) -> None:
        """A line to cut or fold at."""
        _, x1, y1, x2, y2, width, name, dash = item
        self.canvas.setLineWidth(width)
        self.canvas.setStrokeColor(colour(name))
        self.canvas.setDash(dash)
        self.canvas.line(x1, y1, x2, y2)

    def panel(self, item: Data) -> None:
        """A rectangle."""
        _, x, y, width, height, fill, stroke, thick, radius = item
        canvas = self.canvas
        if fill:
            canvas.setFillColor(colour(fill))
        if stroke:
            canvas.setStrokeColor(colour(stroke))
            canvas.setLineWidth(thick)
            canvas.setDash([])
        if radius:
            canvas.roundRect(x, y, width, height, radius, bool(stroke), bool(fill))
        else:
            canvas.rect(x, y, width, height, bool(stroke), bool(fill))

    def text(self, item: Data) -> None:
        """A short text at its place."""
        _, x, y, turn, runs = item
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(turn)
        canvas.scale(1, -1)
        for along, words, face, size, name in runs:
            canvas.setFont(face, size)
            canvas.setFillColor(colour(name))
            canvas.drawString(along, 0, words)
        canvas.restoreState()
