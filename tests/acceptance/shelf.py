"""The built files, each read once however many tests look at it."""

from functools import cache, cached_property
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2

from .builds import File
from .readback import Shows, shows


class Pdf:
    """A built file as the readers see it."""

    def __init__(self, data: bytes) -> None:
        """Read this file."""
        self.data = data

    @cached_property
    def document(self) -> pikepdf.Pdf:
        """The file as pikepdf reads it."""
        return pikepdf.Pdf.open(BytesIO(self.data))

    @cached_property
    def viewed(self) -> pypdfium2.PdfDocument:
        """The file as a viewer reads it."""
        return pypdfium2.PdfDocument(self.data)

    @cached_property
    def pages(self) -> tuple[Shows, ...]:
        """The pictures and lines of every page."""
        return tuple(shows(page) for page in self.document.pages)


class Shelf:
    """Hands out the files of a folder."""

    def __init__(self, folder: Path) -> None:
        """Hand out what was built below this folder."""
        self.folder = folder
        self.pdf = cache(self._pdf)

    def data(self, file: File) -> bytes:
        """Its bytes."""
        return (self.folder / file.place).read_bytes()

    def _pdf(self, file: File) -> Pdf:
        return Pdf(self.data(file))
