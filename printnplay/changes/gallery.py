"""Pictures of a version: rendered from its edition, or read from the file that a release keeps."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Protocol
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct

from printnplay.changes.looks import back_name
from printnplay.changes.state import GameState
from printnplay.edition.edition import Edition
from printnplay.files.archives import zipped
from printnplay.files.door import read
from printnplay.kit.kit import rulebook_of
from printnplay.pdf import Printout, bake_for
from printnplay.raster.overlay import Pixels, opened, webp_of
from printnplay.raster.png import image_of, page_images
from printnplay.scene.picture import Picture

PER_INCH = 100
"""The resolution of pictures in a report, in pixels per inch: text of 7 points can be read, and a
poker card has some 15 kB."""

FILE = "version.zip"
"""The file of a release that says what is printed of it."""

STATE = "state.json"

MOST_BYTES = 1_000_000_000
"""The largest size of that file, in bytes: 20,000 pictures of cards have a third. A guess."""


class Gallery(Protocol):
    """The pictures of a version in one language, by names such as `card harbour` or `page 3`."""

    def image(self, name: str) -> "Pixels | None":
        """Return a picture; None if there is none of this name."""


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


class Rendered(Struct, frozen=True, dict=True):
    """The pictures of an edition."""

    edition: Edition

    def image(self, name: str) -> "Pixels | None":
        """Return a picture; None if there is none of this name."""
        kind, _, rest = name.partition(" ")
        if kind == "page":
            return self._pages.get(int(rest))
        picture = self._picture(kind, rest)
        return image_of(picture, self.edition.loaded.shelf.faces, PER_INCH) if picture else None

    def _picture(self, kind: str, name: str) -> Picture | None:
        edition = self.edition
        if kind == "board":
            return edition.board_of(name)
        if kind == "cover":
            return edition.cover() if name == "front" else edition.back_cover
        if kind == "back":
            group = next(
                (one for one in edition.game.groups if back_name(edition, one) == name), None
            )
            return edition.back(group) if group else None
        id_ = name.removesuffix(" (back)")
        card = next((one for one in edition.game.cards if one.id == id_), None)
        return edition.face(card, back=id_ != name) if card else None

    @cached_property
    def _pages(self) -> Mapping[int, Pixels]:
        """The pages of the rulebook by number."""
        document = rulebook_of(self.edition)
        if not document.sheets:
            return {}
        printout = Printout("rulebook", document, bake_for([document]))
        return dict(enumerate(map(opened, page_images(printout, PER_INCH)), start=1))


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


def kept_version(state: GameState, galleries: Mapping[str, Gallery]) -> bytes:
    """Return the file that keeps a version: its state, and its pictures in each language."""
    content = {STATE: msgspec.json.encode(state)}
    for language, gallery in galleries.items():
        for name in names_of(state, language):
            image = gallery.image(name)
            if image is not None:
                content[_place(language, name)] = webp_of(image)
    return zipped(content)


def released_version(file: Path) -> tuple[GameState, dict[str, Gallery]] | None:
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
    return state, {language: Released(archive, language) for language in state.languages}
