"""A whole document on a ReportLab canvas: pages, boxes, labels, bookmarks, viewer settings."""

from hashlib import md5
from types import SimpleNamespace
from typing import Any, BinaryIO

from printnplay.model.sheet import Document, Sheet
from printnplay.targets.pdf.bake import Bakes
from printnplay.targets.pdf.draw import Artist
from printnplay.targets.pdf.numbers import points

PROGRAM = "printnplay"
PDF_VERSION = (1, 7)
DATE = "D:20000101000000Z"
DUPLEX = {"simplex": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


NO_FONT = SimpleNamespace(
    fontName="printnplay-none",
    face=SimpleNamespace(name="printnplay-none"),
    _dynamicFont=1,
    _multiByte=0,
)
"""Stands where ReportLab would name Helvetica in every file, a font that it does not embed."""


def write_document(document: Document, stream: BinaryIO, bakes: Bakes) -> None:
    """Write a document whose pictures are baked; the same document gives the same bytes."""
    canvas = _canvas(document, stream)
    artist = Artist(canvas, document, bakes)
    for index, sheet in enumerate(document.sheets):
        _open_page(canvas, sheet)
        _name_page(canvas, sheet, index)
        artist.open_page()
        artist.draw(sheet.items, sheet.size.height)
        canvas.showPage()
    canvas.save()


def _canvas(document: Document, stream: BinaryIO) -> Any:  # noqa: ANN401
    from reportlab import rl_config
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfgen.canvas import Canvas

    # ASCII85 around compressed data costs time and a quarter of the size, and serves nobody.
    rl_config.useA85 = 0
    registerFont(NO_FONT)
    canvas = Canvas(
        stream,
        pageCompression=1,
        invariant=1,
        pdfVersion=PDF_VERSION,
        lang=document.language,
        initialFontName=NO_FONT.fontName,
    )
    _stop_the_clock(canvas)
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setCreator(PROGRAM)
    canvas.setProducer(PROGRAM)
    # A sheet that is shrunk to fit gives cards of the wrong size.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[document.duplex])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if any(sheet.bookmarks for sheet in document.sheets):
        canvas.showOutline()
    return canvas


def _stop_the_clock(canvas: Any) -> None:  # noqa: ANN401
    """Dates and identifier without the time of day, and without SOURCE_DATE_EPOCH."""
    canvas.setDateFormatter(lambda *_: DATE)
    canvas._doc.signature = md5(usedforsecurity=False)


def _open_page(canvas: Any, sheet: Sheet) -> None:  # noqa: ANN401
    width, height = points(sheet.size.width), points(sheet.size.height)
    canvas.setPageSize((width, height))
    trim = sheet.trim
    if trim is None:
        canvas.setTrimBox((0, 0, width, height))
    else:
        bottom = sheet.size.height - trim.bottom
        edges = (trim.x, bottom, trim.right, bottom + trim.height)
        canvas.setTrimBox(tuple(map(points, edges)))


def _name_page(canvas: Any, sheet: Sheet, index: int) -> None:  # noqa: ANN401
    if sheet.label:
        canvas.addPageLabel(index, prefix=sheet.label)
    else:
        canvas.addPageLabel(index, style="ARABIC", start=index + 1)
    for entry, bookmark in enumerate(sheet.bookmarks):
        key = f"sheet{index}.{entry}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(bookmark.title, key, bookmark.level)
