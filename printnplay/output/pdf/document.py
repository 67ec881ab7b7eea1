"""Documents as PDF files on a ReportLab canvas: viewer settings, pages, objects in their order."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import md5
from io import BytesIO
from types import SimpleNamespace
from typing import Any

from printnplay.files.store import Store
from printnplay.model.languages import is_right_to_left
from printnplay.model.printing import Flip
from printnplay.model.sheet import Document
from printnplay.output.pdf.bake import Bakes
from printnplay.output.pdf.metadata import PROGRAM, add_metadata, pdf_date
from printnplay.output.pdf.objects import Written, all_written
from printnplay.output.pdf.page_writer import PageWriter
from printnplay.output.pdf.stretches import Stretches

PDF_VERSION = (1, 7)
DUPLEX = {None: "Simplex", Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}


NO_FONT = SimpleNamespace(
    fontName="printnplay-none",
    face=SimpleNamespace(name="printnplay-none"),
    _dynamicFont=1,
    _multiByte=0,
)
"""Stands where ReportLab would name Helvetica in every file, a font that it does not embed."""


def pieces_of(document: Document, bakes: Bakes, store: Store | None = None) -> Iterator[bytes]:
    """A document whose pictures are baked as PDF, piece by piece; always in the same bytes.

    Sheets of a large one are taken from the store, if there is one, and kept there.
    """
    canvas = _canvas(document)
    writer = PageWriter(canvas, document, bakes)
    stretches = Stretches(document, canvas._doc, writer)
    stretches.write(store)
    writer.close()
    add_metadata(document, canvas._doc)
    # A file of photographs is too large to be put together in memory, as ReportLab would.
    canvas._doc.format = partial(_formatted, canvas._doc, stretches.written)
    yield from canvas.getpdfdata()


def _formatted(document: Any, written: Mapping[int, Written]) -> Iterator[bytes]:
    """What `PDFDocument.format` of ReportLab puts together, in its order."""
    from reportlab.pdfbase.pdfdoc import PDFFile

    head = PDFFile(PDF_VERSION).strings
    yield from head
    yield from all_written(document, written, sum(map(len, head)))


def _canvas(document: Document) -> Any:
    from reportlab import rl_config
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfgen.canvas import Canvas

    # ASCII85 around compressed data costs time and a quarter of the size, and serves nobody.
    rl_config.useA85 = 0
    registerFont(NO_FONT)
    with _without_epoch():
        canvas = Canvas(
            BytesIO(),
            pageCompression=1,
            invariant=1,
            pdfVersion=PDF_VERSION,
            lang=document.language,
            initialFontName=NO_FONT.fontName,
        )
    _stop_the_clock(canvas, document)
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setCreator(PROGRAM)
    canvas.setProducer(PROGRAM)
    if document.to_scale:  # A sheet that is shrunk to fit gives cards of the wrong size.
        canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[document.flip])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if is_right_to_left(document.language):
        canvas.setViewerPreference("Direction", "R2L")
    if any(sheet.bookmarks for sheet in document.sheets):
        canvas.showOutline()
    return canvas


@contextmanager
def _without_epoch() -> Iterator[None]:
    """ReportLab reads SOURCE_DATE_EPOCH, and fails if it is not a number; our dates are fixed."""
    kept = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["SOURCE_DATE_EPOCH"] = kept


def _stop_the_clock(canvas: Any, document: Document) -> None:
    """The date of the document, and an identifier without the time of day."""
    canvas.setDateFormatter(lambda *_: pdf_date(document))
    canvas._doc.signature = md5(usedforsecurity=False)
