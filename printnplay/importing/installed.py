"""Fonts of imported texts: those of the project, bundled ones, and those of this machine."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from printnplay.files.catalog import shipped_root
from printnplay.files.door import ReadError, files_below
from printnplay.importing.values import Deck, Words
from printnplay.text.font_file import FontError, FontFile
from printnplay.text.fonts import FontShelf

FOLDERS = (
    "~/.fonts", "~/.local/share/fonts", "/usr/local/share/fonts", "/usr/share/fonts",
    "~/Library/Fonts", "/Library/Fonts", "/System/Library/Fonts/Supplemental",
    "~/AppData/Local/Microsoft/Windows/Fonts", "C:/Windows/Fonts",
)  # fmt: skip
"""Where Linux, macOS and Windows keep fonts, those of the user first."""
LIKE = {
    "arial": "liberation sans", "helvetica": "liberation sans", "times": "liberation serif",
    "times new roman": "liberation serif", "courier": "liberation mono",
    "courier new": "liberation mono", "arial narrow": "liberation sans narrow",
    "georgia": "gelasio", "calibri": "carlito", "cambria": "caladea",
}  # fmt: skip
"""Free families with the widths of others, as fontconfig lists them: they may be shared."""
_ALIKE = 3
"""How many letters the names of a family and of its files share: `bod_r.ttf` is Bodoni MT."""
_MOST = 24
"""The most files of a family: large ones have nine weights, each upright and italic."""


def families_of(fonts: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the families of font files, in small letters and as written."""
    for path in fonts:
        if family := _family_of(path):
            yield family.lower(), family


@lru_cache(1000)
def _family_of(path: Path) -> str:
    try:
        return FontFile(path).face.family
    except (ReadError, FontError, ValueError, OSError):
        return ""


def installed(decks: Iterable[Deck], own: Sequence[Path]) -> Mapping[str, tuple[Path, ...]]:
    """Return the files of families that texts name and a project with its `own` fonts lacks."""
    brought = dict(families_of(own))
    found = (chosen(said, brought) for said in sorted(_named(decks)))
    return {family: paths for family, paths in found if paths}


def chosen(said: str, brought: Mapping[str, str]) -> tuple[str, tuple[Path, ...]]:
    """Return the first of several families that the project or the machine has; its files there."""
    for name in (one.strip(" \"'").lower() for one in said.split(",")):
        if name in brought:
            return brought[name], ()
        if paths := _files(LIKE.get(name, "")) or _files(name):
            return _family_of(paths[0]), paths
    return "", ()


def _named(decks: Iterable[Deck]) -> set[str]:
    texts = (
        box.what
        for deck in decks
        for card in deck.cards
        for box in (*card.front, *card.back)
        if isinstance(box.what, Words)
    )
    return {one for text in texts for one in (text.font.family, *(run.family for run in text.runs))}


def _files(family: str) -> tuple[Path, ...]:
    """Return the font files of a family, whose names begin as it does: trebuc.ttf of Trebuchet."""
    wanted = _letters(family)[:_ALIKE]
    paths = (path for path in _all(FOLDERS) if wanted and _letters(path.stem).startswith(wanted))
    return tuple(path for path in paths if _family_of(path).lower() == family)[:_MOST]


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())


@lru_cache(1)
def _all(folders: tuple[str, ...]) -> tuple[Path, ...]:
    found: list[Path] = []
    for one in folders:
        with suppress(RuntimeError, OSError):  # the user has no home
            found += files_below(Path(one).expanduser(), frozenset({".ttf", ".otf"}))
    return tuple(found)


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

    def weight(self, family: str, wanted: int) -> int:
        """Return the weight of a family that is nearest to the one wanted."""
        with suppress(FontError, StopIteration):
            return self.shelf.face(family, wanted).weight
        return wanted

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

    def middle(self, family: str) -> float:
        """Return how far the middle of capitals is below that of lines in em; 0 if unknown."""
        with suppress(FontError, StopIteration):
            font = self.shelf.source(family)
            return min(max(font.ascender - (font.line_height + font.cap_height) / 2, -0.5), 0.5)
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
