"""Fonts that are made of others, kept in the user's cache under names that say what they are of."""

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
    """Return the file of a font that is made of others; it is made where it is not kept.

    Args:
        name: says all that it is made of.
        make: makes the bytes of the font.

    Raises:
        ValueError: it cannot be made.
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
    """Return where the file of a font is, or will be when it is made."""
    return _folder() / f"{name}{ending}"


def _folder() -> Path:
    return cache_folder("fonts") or Path(_temporary().name)


@cache
def _temporary() -> "TemporaryDirectory[str]":
    """Return a folder that goes when the process ends, for users without a cache."""
    return temporary_folder()
