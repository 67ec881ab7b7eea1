"""Documents as PDF files: ReportLab composes the pages, pikepdf adds the objects they refer to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO, cast
from urllib.parse import quote

from printnplay.files.temporary import Spool
from printnplay.kernel.languages import is_right_to_left
from printnplay.kernel.printing import Flip
from printnplay.pdf.bake import Bakes
from printnplay.pdf.baked import share_images
from printnplay.pdf.downsampling import downsample
from printnplay.pdf.layers import add_layers
from printnplay.pdf.metadata import add_metadata
from printnplay.pdf.navigation import add_labels, add_outline
from printnplay.pdf.page_writer import BEGIN, LinkPlace, PageParts, PageWriter
from printnplay.scene.sheet import Document, is_address

if TYPE_CHECKING:
    from pikepdf import Dictionary, Page, Pdf
    from reportlab.pdfgen.canvas import Canvas

VERSION = (1, 7)
"""The PDF version of the output: the one that PDF/UA-1 and PDF/A-2 are based on (ISO 32000-1)."""

URI_SIGNS = "%:/?#[]@!$&'()*+,;=~"
"""The signs of an address that stay as they are (RFC 3986); others are encoded, as a URI in a PDF
is ASCII."""

DUPLEX = {None: "Simplex", Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}


def pieces_of(document: Document, bakes: Bakes) -> Iterator[bytes]:
    """Yield a document with baked pictures as PDF, piece by piece; always in the same bytes.

    Raises:
        FontError: a font file cannot be embedded.
        FaultsError: a temporary file cannot be written.
    """
    import pikepdf

    canvas = _canvas(document)
    writer = PageWriter(canvas, document, bakes)
    for sheet in document.sheets:
        writer.draw_page(sheet)
    with pikepdf.open(BytesIO(canvas.getpdfdata())) as pdf:
        _add_parts(pdf, writer)
        downsample(pdf)
        add_labels(pdf, document.sheets)
        add_outline(pdf, document.sheets)
        add_metadata(document, pdf)
        if document.overprints or document.layers:
            add_layers(pdf, layers=document.layers)
        spool = Spool()
        # Drop ReportLab's ID; `save` derives a new one from the content of the file.
        del pdf.trailer.ID
        pdf.save(
            cast("BinaryIO", spool),
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            deterministic_id=True,
        )
    yield from spool.pieces()


def _canvas(document: Document) -> "Canvas":
    from reportlab.pdfgen.canvas import Canvas

    with _without_epoch():
        # Everything is compressed when the file is complete.
        canvas = Canvas(
            BytesIO(), pageCompression=0, invariant=1, pdfVersion=VERSION, lang=document.language
        )
    if document.to_scale:  # Cards on a sheet that is shrunk to fit have the wrong size.
        canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[document.flip])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if is_right_to_left(document.language):
        canvas.setViewerPreference("Direction", "R2L")
    return canvas


@contextmanager
def _without_epoch() -> Iterator[None]:
    """Unset SOURCE_DATE_EPOCH: ReportLab fails if it is not a number, and our dates are fixed."""
    kept = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["SOURCE_DATE_EPOCH"] = kept


def _add_parts(pdf: "Pdf", writer: PageWriter) -> None:
    """Add fonts, pictures, inks, links and the structure to the pages that refer to them."""
    import pikepdf

    fonts = {name: font for one in writer.fonts.values() for name, font in one.objects(pdf)}
    resources = {"/Font": pdf.make_indirect(pikepdf.Dictionary(fonts))}
    spots = writer.palette.spots
    if spots:
        spaces = {
            name: pdf.make_indirect(pikepdf.Object.parse(space.encode()))
            for name, space in spots.items()
        }
        resources["/ColorSpace"] = pdf.make_indirect(pikepdf.Dictionary(spaces))
    forms = {
        name: pdf.copy_foreign(baked.form)
        for parts in writer.pages
        for name, baked in parts.forms.items()
    }
    for page, parts in zip(pdf.pages, writer.pages, strict=True):
        _add_to_page(pdf, page, parts)
        used = pikepdf.Dictionary({f"/{name}": forms[name] for name in parts.forms})
        page.obj.Resources = pikepdf.Dictionary({**resources, "/XObject": used})
    for page, parts in zip(pdf.pages, writer.pages, strict=True):
        if parts.links:
            links = [pdf.make_indirect(_link(pdf, writer, link)) for link in parts.links]
            page.obj.Annots = pikepdf.Array(links)
    if writer.structure:
        writer.structure.add_to(pdf)
    if len({baked.file for parts in writer.pages for baked in parts.forms.values()}) > 1:
        share_images(pdf)


def _add_to_page(pdf: "Pdf", page: "Page", parts: PageParts) -> None:
    import pikepdf

    _, _, own = cast("pikepdf.Stream", page.obj.Contents).read_bytes().partition(BEGIN.encode())
    page.obj.Contents = pdf.make_stream(own.strip())
    for needless in ("/Rotate", "/Trans"):
        if needless in page.obj:
            del page.obj[needless]
    if parts.key is not None:
        # The Tab key follows the links in reading order.
        page.obj.StructParents, page.obj.Tabs = parts.key, pikepdf.Name.S


def _link(pdf: "Pdf", writer: PageWriter, link: LinkPlace) -> "Dictionary":
    import pikepdf

    entries = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot,
        Subtype=pikepdf.Name.Link,
        Rect=pikepdf.Array(link.edges),
        Border=pikepdf.Array([0, 0, 0]),
        # PDF/A allows only annotations with the print flag; a link shows nothing.
        F=4,
    )
    if is_address(link.target):
        uri = pikepdf.String(quote(link.target, safe=URI_SIGNS))
        entries.A = pikepdf.Dictionary(Type=pikepdf.Name.Action, S=pikepdf.Name.URI, URI=uri)
    else:
        to = writer.anchors[link.target]
        place = [pdf.pages[to.page].obj, pikepdf.Name.XYZ, to.left, to.top, None]
        entries.Dest = pikepdf.Array(place)
    if link.words:
        entries.Contents = pikepdf.String(link.words)
    if link.key is not None:
        entries.StructParent = link.key
    return entries
