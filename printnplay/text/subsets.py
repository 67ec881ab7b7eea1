"""Subset fonts to the letters that a drawing uses, for files that embed their fonts."""

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from printnplay.files.door import LARGEST, read


def subset(path: str, letters: Collection[str]) -> bytes:
    """Return a subset of a font: these letters, and the glyphs its features form from them.

    Raises:
        ReadError: the file cannot be read.
    """
    return subset_of(_content(path), letters)


def subset_of(font: bytes, letters: Collection[str]) -> bytes:
    """Return a subset of the content of a font file."""
    import uharfbuzz

    chosen = uharfbuzz.SubsetInput()
    chosen.unicode_set.update(map(ord, letters))
    return bytes(uharfbuzz.subset(uharfbuzz.Face(font), chosen).blob.data)


@lru_cache(maxsize=32)
def _content(path: str) -> bytes:
    return read(Path(path), LARGEST)
