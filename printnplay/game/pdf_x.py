"""The standards of press-ready files."""

from enum import StrEnum


class PdfX(StrEnum):
    """The standards of press-ready files: without transparency, and with it."""

    X1A = "x-1a"
    X4 = "x-4"

    @property
    def standard(self) -> str:
        """The name of the standard, as files declare it."""
        return "PDF/X-1a:2003" if self is PdfX.X1A else "PDF/X-4"

    @property
    def version(self) -> str:
        """The PDF version; the standard is a subset of it."""
        return "1.4" if self is PdfX.X1A else "1.6"
