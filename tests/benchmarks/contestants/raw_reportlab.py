"""The cards in ReportLab, and nothing between."""

import csv
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

WIDTH, HEIGHT = 63.5 * mm, 88.9 * mm
INK, ACCENT, LINE = map(HexColor, ("#1d1a2f", "#2b59c3", "#c9c6d8"))
RULE = ParagraphStyle(
    "rule", fontName="Red Hat Display", fontSize=9, leading=11.3, textColor=INK, alignment=TA_CENTER
)


def card(canvas: Canvas, row: dict[str, str], inputs: Path) -> None:
    """Draw a card with its lower left corner at the origin."""
    canvas.setStrokeColor(ACCENT)
    canvas.setLineWidth(0.8 * mm)
    canvas.roundRect(3 * mm, 3 * mm, WIDTH - 6 * mm, HEIGHT - 6 * mm, 3 * mm)
    canvas.setFillColor(INK)
    canvas.setFont("Table Round", 20)
    canvas.drawCentredString(WIDTH / 2, HEIGHT - 13 * mm, row["name@en"])
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.4 * mm)
    canvas.line(6 * mm, HEIGHT - 16.5 * mm, WIDTH - 6 * mm, HEIGHT - 16.5 * mm)
    top = HEIGHT - 18 * mm
    if photo := row.get("photo"):
        canvas.drawImage(inputs / "art" / photo, 6 * mm, top - 34.3 * mm, 51.5 * mm, 34.3 * mm)
        top -= 36 * mm
    words = Paragraph(row["rule@en"], RULE)
    _, height = words.wrap(51.5 * mm, top)
    words.drawOn(canvas, 6 * mm, (top + 6 * mm - height) / 2)


def main(inputs: Path, pdf: Path) -> None:
    """Write the pages."""
    registerFont(TTFont("Table Round", inputs / "fonts/TableRound-Regular.ttf"))
    registerFont(TTFont("Red Hat Display", inputs / "fonts/RedHatDisplay-Medium.ttf"))
    canvas = Canvas(str(pdf), A4)
    left, bottom = (A4[0] - 3 * WIDTH) / 2, (A4[1] - 3 * HEIGHT) / 2
    with (inputs / "words.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file)):
            place = number % 9
            if number and not place:
                canvas.showPage()
            canvas.saveState()
            canvas.translate(left + place % 3 * WIDTH, bottom + (2 - place // 3) * HEIGHT)
            card(canvas, row, inputs)
            canvas.restoreState()
    canvas.save()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
