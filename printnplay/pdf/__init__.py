"""PDF output: typst renders pictures, ReportLab composes pages, pikepdf assembles the file."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import BinaryIO

from msgspec import Struct

from printnplay.kernel.memo import Memo
from printnplay.pdf.bake import Bakes, Terms, TypstBaker
from printnplay.pdf.baked import Baked
from printnplay.pdf.embedding import check_outlines
from printnplay.pdf.errors import BakeError, FaultKind, FontError, PictureFault
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, FontFace, Item, Leaf, Stamp

__all__ = [
    "BakeError",
    "Baked",
    "Bakes",
    "FaultKind",
    "FontError",
    "PictureFault",
    "Printout",
    "Terms",
    "TypstBaker",
    "bake_for",
    "bake_with",
    "check_outlines",
    "files",
    "load_libraries",
    "pictures_of",
    "write",
]


class Printout(Struct, frozen=True):
    """A document ready for output: the stem of its file name, and its baked pictures."""

    name: str
    document: Document
    bakes: Bakes

    @property
    def pdf(self) -> bytes:
        """The document as PDF bytes, for callers that inspect its pages."""
        return b"".join(_pieces(self.document, self.bakes))


def files(printout: Printout) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the document as one PDF."""
    yield f"{printout.name}.pdf", _pieces(printout.document, printout.bakes)


def _pieces(document: Document, bakes: Bakes) -> Iterator[bytes]:
    from printnplay.pdf.document import pieces_of

    return pieces_of(document, bakes)


def write(document: Document, stream: BinaryIO, baked: Bakes | None = None) -> None:
    """Write a document as PDF; the same document always gives the same bytes.

    Args:
        document: the document to write.
        stream: a binary stream; it is not closed.
        baked: its baked pictures from `bake_for`, when other documents share them.

    Raises:
        BakeError: pictures cannot be rendered; it names them.
        FontError: a font file cannot be embedded.
    """
    bakes = bake_for([document]) if baked is None else baked
    stream.writelines(_pieces(document, bakes))


def bake_for(documents: Sequence[Document], memo: Memo | None = None) -> Bakes:
    """Bake the pictures of several documents, each once.

    Pages that an earlier command baked come from the memo, if there is one.

    Raises:
        BakeError: pictures cannot be rendered; it names them.
    """
    fonts: list[FontFace] = [face for document in documents for face in document.fonts]
    terms = Terms(
        all(document.raster for document in documents),
        tuple(dict.fromkeys(ink for document in documents for ink in document.inks)),
        memo=memo,
    )
    return bake_with(TypstBaker(fonts, terms), documents)


def bake_with(
    baker: TypstBaker, documents: Sequence[Document], batches: Sequence[Sequence[Picture]] = ()
) -> Bakes:
    """Bake the pictures of several documents with this baker; those in `batches` separately.

    Pictures that are baked together share one font subset, so the grouping affects the bytes: bake
    together only what is always built together.

    Raises:
        BakeError: pictures cannot be rendered; it names them.
    """
    pictures = [picture for document in documents for picture in pictures_of(document)]
    return baker.bake(pictures, batches)


def pictures_of(document: Document) -> tuple[Picture, ...]:
    """Return the distinct pictures that a document stamps, in the order of their first stamps."""
    found: dict[Picture, None] = {}
    for sheet in document.sheets:
        found.update(dict.fromkeys(_stamped(sheet.items)))
    return tuple(found)


def _stamped(items: Iterable[Item]) -> Iterable[Picture]:
    for item in items:
        if isinstance(item, Stamp):
            yield item.picture
        elif isinstance(item, Leaf):
            yield from _stamped(item.page.items)


def load_libraries() -> None:
    """Import the libraries that write PDF."""
    for library in ("typst", "pikepdf", "reportlab.pdfbase.ttfonts", "reportlab.pdfgen.canvas"):
        import_module(library)
