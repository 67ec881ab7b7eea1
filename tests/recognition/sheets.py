"""Pages of cards as other programs make them: PDFs by ReportLab, and scans of them."""

from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
A4 = (210.0, 297.0)
INKS = ["#8b2f3c", "#2f5d8b", "#3c7a3a", "#7a5a1e", "#5b3c8b", "#1e6f6a", "#a34b12", "#44546a"]


@dataclass(frozen=True)
class Layout:
    """Cards on a page, in millimetres.

    `marks` are crop marks outside; `frame` strokes each card, `ground` fills it and its bleed;
    `black` is what is around them, and their edge, with white marks.
    `backs` is where backs are: pages after their fronts, one page at the end, or beyond a fold.
    """

    size: tuple[float, float] = (63.5, 88.9)
    columns: int = 3
    rows: int = 3
    gap: float = 0.0
    count: int = 12
    bleed: float = 0.0
    marks: bool = False
    frame: bool = False
    ground: bool = False
    black: bool = False
    paper: tuple[float, float] = A4
    backs: str = ""

    def places(self) -> list[tuple[float, float]]:
        """The left and top edges of the cells of a page, in reading order."""
        wide = self.columns * self.size[0] + (self.columns - 1) * self.gap
        high = self.rows * self.size[1] + (self.rows - 1) * self.gap
        left, top = (self.paper[0] - wide) / 2, (self.paper[1] - high) / 2
        return [
            (left + column * (self.size[0] + self.gap), top + row * (self.size[1] + self.gap))
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def pages(self) -> list[list[tuple[tuple[float, float], str]]]:
        """The places of each page with the words of the faces there."""
        cells = self.places()
        if self.backs == "fold":
            half = self.columns // 2
            across = [place for n, place in enumerate(cells) if n % self.columns < half]
            pages = []
            for start in range(0, self.count, len(across)):
                numbers = range(start, min(start + len(across), self.count))
                fronts = [(across[n - start], f"Card {n + 1}") for n in numbers]
                pages.append([*fronts, *((self.beyond(place), "Back") for place, _ in fronts)])
            return pages
        pages = []
        for start in range(0, self.count, len(cells)):
            numbers = range(start, min(start + len(cells), self.count))
            fronts = [(cells[n - start], f"Card {n + 1}") for n in numbers]
            pages.append(fronts)
            if self.backs == "pages":
                pages.append([(self.beyond(place), "Back") for place, _ in fronts])
        if self.backs == "last":
            pages.append([(place, "Back") for place in cells])
        return pages

    def beyond(self, place: tuple[float, float]) -> tuple[float, float]:
        """The place seen in a mirror that stands upright in the middle."""
        return self.paper[0] - place[0] - self.size[0], place[1]


def turned(content: bytes, turn: int) -> bytes:
    """A PDF with /Rotate on its pages."""
    stream = BytesIO()
    with pikepdf.open(BytesIO(content)) as pages:
        for page in pages.pages:
            page.rotate(turn, relative=False)
        pages.save(stream)
    return stream.getvalue()


def pdf(layout: Layout) -> bytes:
    """Pages of cards."""
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=(layout.paper[0] * MM, layout.paper[1] * MM), invariant=True)
    for cells in layout.pages():
        if layout.black:
            block = [*layout.places()[0], *layout.places()[-1]]
            high, wide = layout.size[1] + 14, layout.size[0] + 14
            box = (block[0] - 7, layout.paper[1] - block[3] - high + 7)
            sides = (block[2] - block[0] + wide, block[3] - block[1] + high)
            canvas.rect(*(value * MM for value in (*box, *sides)), stroke=0, fill=1)
            canvas.setStrokeColor("white")
        if layout.bleed:
            for place, words in cells:
                draw(canvas, layout, place, words)
        for place, words in cells:
            draw(canvas, layout, place, words)
        if layout.marks:
            crop_marks(canvas, layout)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def draw(canvas: Canvas, layout: Layout, place: tuple[float, float], words: str) -> None:
    """Draw a face: its ground, its frame, a coloured disc and its words."""
    (x, y), (width, height) = place, layout.size
    bottom = layout.paper[1] - y - height
    ink = INKS[sum(map(ord, words)) % len(INKS)]
    canvas.setFillColor(ink)
    bleed = layout.bleed
    if layout.ground:
        box = (x - bleed, bottom - bleed, width + 2 * bleed, height + 2 * bleed)
        if layout.black:
            box = (x + 3, bottom + 3, width - 6, height - 6)
        canvas.rect(*(value * MM for value in box), stroke=0, fill=1)
        canvas.setFillColor("#f4ead2")
    if layout.frame:
        canvas.setLineWidth(0.2)
        canvas.rect(x * MM, bottom * MM, width * MM, height * MM)
    radius = width / 6 + 2 * (sum(map(ord, words)) % 5)
    canvas.circle((x + width / 2) * MM, (bottom + 0.62 * height) * MM, radius * MM, 0, 1)
    canvas.setFont("Helvetica", 11)
    canvas.drawCentredString((x + width / 2) * MM, (bottom + 0.2 * height) * MM, words)


def crop_marks(canvas: Canvas, layout: Layout) -> None:
    """Draw marks outside of all cards, 4 mm long."""
    cells, (width, height) = layout.places(), layout.size
    edges_x = sorted({round(e, 4) for x, _ in cells for e in (x, x + width)})
    edges_y = sorted({round(e, 4) for _, y in cells for e in (y, y + height)})
    away = layout.bleed + 1
    canvas.setLineWidth(0.25)
    for x in edges_x:
        for start, end in (
            (edges_y[0] - away - 4, edges_y[0] - away),
            (edges_y[-1] + away, edges_y[-1] + away + 4),
        ):
            ys = [(layout.paper[1] - y) * MM for y in (start, end)]
            canvas.line(x * MM, ys[0], x * MM, ys[1])
    for y in edges_y:
        for start, end in (
            (edges_x[0] - away - 4, edges_x[0] - away),
            (edges_x[-1] + away, edges_x[-1] + away + 4),
        ):
            at = (layout.paper[1] - y) * MM
            canvas.line(start * MM, at, end * MM, at)


def scan(content: bytes, degrees: float = 0.0, per_inch: int = 200) -> bytes:
    """The pages of a PDF as pictures in a PDF, each turned clockwise."""
    stream = BytesIO()
    source = pypdfium2.PdfDocument(content)
    canvas = Canvas(stream, invariant=True)
    for page in source:
        width, height = page.get_width(), page.get_height()
        image = page.render(scale=per_inch / 72).to_pil().convert("RGB")
        image = image.rotate(-degrees, Image.Resampling.BICUBIC, fillcolor="white")
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(image), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def picture(words: str, size: tuple[int, int], ink: str) -> bytes:
    """A card as a PNG of some pixels."""
    from PIL import ImageDraw

    image = Image.new("RGB", size, ink)
    pen = ImageDraw.Draw(image)
    pen.rectangle((60, 60, size[0] - 60, size[1] - 60), fill="#f4ead2")
    pen.text((80, 80), words, fill="black")
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
