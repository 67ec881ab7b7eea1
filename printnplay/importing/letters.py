"""Which fonts draw the letters of imported texts: those of the project, and bundled ones."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from printnplay.files.catalog import shipped_root
from printnplay.text.font_file import FontError
from printnplay.text.fonts import FontShelf

WEIGHT = 500
"""The weight of plain text in imported styles."""
SANS = "Noto Sans"
"""The bundled family for plain letters."""
_FIRST = (SANS, "Table Symbols")
"""The families that draw most of what others lack."""


class Letters:
    """The letters that fonts draw."""

    def __init__(self, fonts: Iterable[Path]) -> None:
        """Put the fonts of a project on a shelf, before the bundled ones."""
        self.shelf = FontShelf([*fonts, shipped_root() / "templates" / "fonts"])

    def has_italic(self, family: str) -> bool:
        """Return whether a family has an italic."""
        face = self.shelf.drawn_face(family, WEIGHT, italic=True)
        return face is not None and face.italic

    def width(self, text: str, family: str) -> float:
        """Return the width of a text in a family in em; 0 if the family cannot be read."""
        with suppress(FontError, StopIteration):
            return self.shelf.source(family).advance(text)
        return 0.0

    def line_height(self, family: str) -> float:
        """Return the distance of lines of a family in em; 0 if it cannot be read."""
        with suppress(FontError, StopIteration):
            return min(max(self.shelf.source(family).line_height, 0.9), 2.0)
        return 0.0

    def lacking(self, text: str, *families: str) -> str:
        """Return the characters of a text that no family draws, or none of these."""
        found = "".join(sorted({one for one in text if one > "\x7f" and not one.isspace()}))
        for family in (families or self.shelf.families) if found else ():
            with suppress(FontError):
                found = self.shelf.missing(found, self.shelf.face(family, WEIGHT))
        return found

    def fallbacks(self, texts: Mapping[str, str]) -> Mapping[str, list[str]]:
        """Return the families that draw what others lack, by these; `texts` are by family."""
        found: dict[str, list[str]] = {}
        for family, text in texts.items():
            lacking = self.lacking(text, family)
            for other in (*_FIRST, *self.shelf.families) if lacking else ():
                left = self.lacking(lacking, other)
                if left != lacking:
                    found.setdefault(family, []).append(other)
                    lacking = left
        return found
