"""Derived fonts in the user's cache, under names that identify their sources."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from printnplay.cache.folder import Shelf, cache_folder
from printnplay.files.door import LARGEST, ReadError, digest_of, read
from printnplay.files.sfnt import ending_of
from printnplay.files.temporary import temporary_folder
from printnplay.files.writing import write_bytes


def made_font(name: str, make: Callable[[], bytes]) -> Path:
    """Return the file of a derived font, creating it if it is not cached.

    Args:
        name: identifies everything that the font is derived from.
        make: returns the bytes of the font.

    Raises:
        ValueError: the font cannot be created.
    """
    folder = _folder()
    seals = Shelf(folder)
    for ending in (".ttf", ".otf"):
        file = folder / f"{name}{ending}"
        with suppress(ReadError):
            if seals.take(name) == digest_of(read(file, LARGEST)).encode():
                return file
    font = make()
    file = folder / f"{name}{ending_of(font)}"
    write_bytes(file, font)
    seals.put(name, digest_of(font).encode())
    return file


def place_of(name: str, ending: str) -> Path:
    """Return the path of a font's file, which may not exist yet."""
    return _folder() / f"{name}{ending}"


def _folder() -> Path:
    return cache_folder("fonts") or Path(_temporary().name)


@cache
def _temporary() -> "TemporaryDirectory[str]":
    """Return a folder that is removed when the process ends, for users without a cache."""
    return temporary_folder()
