"""A version: its state and its pictures, as a release keeps them in a file."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Protocol
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct, field

from printnplay.changes.state import GameState
from printnplay.files.archives import zipped
from printnplay.files.door import read
from printnplay.raster.overlay import Pixels, opened, webp_of

FILE = "version.zip"
"""The file of a release that says what is printed of it."""

STATE = "state.json"

MOST_BYTES = 1_000_000_000
"""The largest size of that file, in bytes: 20,000 pictures of cards have a third. A guess."""


class Gallery(Protocol):
    """The pictures of a version in one language, by names such as `card harbour` or `page 3`."""

    def image(self, name: str) -> "Pixels | None":
        """Return a picture; None if there is none of this name."""


class Version(Struct, frozen=True):
    """A game in one version: its state, and its pictures by language."""

    state: GameState
    galleries: Mapping[str, Gallery] = field(default_factory=dict)


def names_of(state: GameState, language: str) -> Iterator[str]:
    """Yield the names of all pictures of a version: cards, their backs, other drawings, pages."""
    for card in state.cards:
        if language in card.front:
            yield f"card {card.id}"
        if language in card.back:
            yield f"card {card.id} (back)"
    for name, side in state.parts.items():
        if language in side and not name.startswith("box"):
            yield name
    for number in range(1, len(state.pages.get(language, ())) + 1):
        yield f"page {number}"


class Released(Struct, frozen=True):
    """The pictures of a release in one language."""

    file: ZipFile
    language: str

    def image(self, name: str) -> "Pixels | None":
        """Return a picture; None if there is none of this name."""
        try:
            return opened(self.file.read(_place(self.language, name)))
        except (KeyError, BadZipFile, OSError):
            return None


def _place(language: str, name: str) -> str:
    return f"{language}/{name}.webp"


def kept_version(version: Version) -> bytes:
    """Return the file that keeps a version: its state, and its pictures in each language."""
    content = {STATE: msgspec.json.encode(version.state)}
    for language, gallery in version.galleries.items():
        for name in names_of(version.state, language):
            image = gallery.image(name)
            if image is not None:
                content[_place(language, name)] = webp_of(image)
    return zipped(content)


def released_version(file: Path) -> Version | None:
    """Return the version that a release keeps; None if the file is damaged or of a later program.

    Raises:
        ReadError: it cannot be read.
    """
    content = read(file, MOST_BYTES, anywhere=True)
    try:
        archive = ZipFile(BytesIO(content))
        if archive.getinfo(STATE).file_size > MOST_BYTES:
            return None
        state = msgspec.json.decode(archive.read(STATE), type=GameState)
    except (BadZipFile, KeyError, OSError, ValueError, NotImplementedError):
        return None
    return Version(state, {language: Released(archive, language) for language in state.languages})
