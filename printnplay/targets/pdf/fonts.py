"""Fonts with TrueType outlines embedded in one document: cut to the glyphs that are used."""

from collections.abc import Sequence
from typing import Any

from printnplay.targets.pdf.embedding import EmbeddedFont
from printnplay.targets.pdf.numbers import number
from printnplay.targets.pdf.shaping import Glyph, font_file, glyph_width, unicode_table


class TrueTypeFont(EmbeddedFont):
    """A face with TrueType outlines in one document; its codes are bytes."""

    digits = 2

    def _name(self) -> str:
        name: str = font_file(self._path).face.name.decode("latin-1")
        return name

    def _entries(
        self,
        document: Any,  # noqa: ANN401
        name: str,
        glyphs: Sequence[Glyph],
    ) -> dict[str, object]:
        from reportlab.pdfbase.pdfdoc import PDFStream, PDFZCompress

        codes = [0, *(glyph.code for glyph in glyphs)]
        table = unicode_table(self._numbered(glyphs), "<00> <FF>")
        unicode = PDFStream(content=table, filters=[PDFZCompress])
        return {
            "Type": "/Font",
            "Subtype": "/TrueType",
            "BaseFont": f"/{name}",
            "FirstChar": 0,
            "LastChar": len(glyphs),
            "Widths": f"[{' '.join(number(glyph_width(self._path, one)) for one in codes)}]",
            "ToUnicode": document.Reference(unicode, f"unicode:{name}"),
            "FontDescriptor": font_file(self._path).face.addSubsetObjects(document, name, codes),
        }
