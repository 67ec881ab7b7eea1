"""PDF: typst bakes pictures, ReportLab composes sheets, pikepdf assembles the file."""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import BinaryIO

from msgspec import Struct

from printnplay.kernel.memo import Memo
from printnplay.pdf.bake import Baker, Bakes, Terms, TypstBaker
from printnplay.pdf.baked import Baked
from printnplay.pdf.embedding import check_outlines
from printnplay.pdf.errors import BakeError, FaultKind, FontError, PictureFault
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, FontFace, Item, Leaf, Stamp

__all__ = [
    "BakeError",
    "Baked",
    "Baker",
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
    """A document ready to be written: its name in the names of files, and its baked pictures."""

    name: str
    document: Document
    bakes: Bakes

    @property
    def pdf(self) -> bytes:
        """The document as PDF, for those that look at its pages."""
        return b"".join(_pieces(self.document, self.bakes))


def files(printout: Printout) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the document as one PDF."""
    yield f"{printout.name}.pdf", _pieces(printout.document, printout.bakes)


def _pieces(document: Document, bakes: Bakes) -> Iterator[bytes]:
    from printnplay.pdf.document import pieces_of

    return pieces_of(document, bakes)


def write(document: Document, stream: BinaryIO, baked: Bakes | None = None) -> None:
    """Write a document as PDF; the same document gives the same bytes.

    Args:
        document: what to write.
        stream: where to, open for bytes; it stays open.
        baked: its pictures from `bake_for`, when other documents share them.

    Raises:
        BakeError: pictures that cannot be drawn, by name.
        FontError: a font file that cannot be embedded.
    """
    bakes = bake_for([document]) if baked is None else baked
    stream.writelines(_pieces(document, bakes))


def bake_for(documents: Sequence[Document], memo: Memo | None = None) -> Bakes:
    """Return the pictures of several documents, baked once.

    What an earlier command has baked is taken from the memo, if there is one.

    Raises:
        BakeError: pictures that cannot be drawn, by name.
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
    """Return the pictures of several documents from a baker, those in `batches` separately.

    The fonts of baked pictures are cut to what all of them use together, so what is baked together
    shows in the bytes: bake together what is always built together.

    Raises:
        BakeError: pictures that cannot be drawn, by name.
    """
    pictures = [picture for document in documents for picture in pictures_of(document)]
    return baker.bake(pictures, batches)


def pictures_of(document: Document) -> tuple[Picture, ...]:
    """Return the pictures that a document stamps, each once, in the order of their first stamps."""
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
    """Load what PDF files are made with."""
    for library in ("typst", "pikepdf", "reportlab.pdfbase.ttfonts", "reportlab.pdfgen.canvas"):
        import_module(library)
