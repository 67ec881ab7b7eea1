"""Linked pictures: found in the project's own folders, checked by their bytes, put into the SVG."""

import base64
import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from printnplay.files import door
from printnplay.files.door import ReadError, Why, is_inside, is_there, leads_up, names_in
from printnplay.model import codes
from printnplay.model.codes import Code
from printnplay.model.suggestions import suggestion

BYTES = 20_000_000
"""The largest picture file."""
PIXELS = 40_000_000
"""The most pixels; a small file can hold far more and fill the memory when it is opened."""

KINDS = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}

_DECLARED = {
    "image/png": "image/png",
    "image/jpeg": "image/jpeg",
    # What Illustrator and others write.
    "image/jpg": "image/jpeg",
    "img/png": "image/png",
    "img/jpeg": "image/jpeg",
}

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
# ITU T.81, table B.1: the markers that start a frame, and those without a length.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class ArtError(Exception):
    """A linked picture that cannot be used: the code of the fault, the message, and the help."""

    def __init__(self, code: Code, message: str, help: str = "") -> None:
        """Say what is wrong and how to fix it."""
        super().__init__(message)
        self.code = code
        self.help = help


@dataclass(frozen=True, slots=True)
class ArtFolders:
    """The folders that linked pictures may come from, in the order they are looked in."""

    roots: tuple[Path, ...]

    def find(self, link: str) -> Path:
        """The file that a relative link names, in the first folder that has it.

        Raises:
            ArtError: PNP421 when the link leads out of the folders, PNP420 when there is no file.
        """
        if leads_up(link):
            raise outside(link)
        for root in self.roots:
            path = root / link
            if is_there(path):
                if not is_inside(path, root):
                    raise outside(link)
                return path
        raise ArtError(codes.PICTURE_MISSING, f"there is no picture `{link}`", self._near(link))

    def find_drawing(self, link: str) -> Path:
        """The drawing that a template names: in a folder's own folder `art`, or in the folder.

        Raises:
            ArtError: as `find`; PNP424 when it is something else than a drawing.
        """
        if PurePosixPath(link).suffix.lower() != ".svg":
            raise ArtError(
                codes.UNUSABLE_PICTURE,
                f"`{link}` is not an SVG drawing",
                "link other pictures by <image>",
            )
        try:
            return self.find(f"art/{link}")
        except ArtError as error:
            if error.code != codes.PICTURE_MISSING:
                raise
        return self.find(link)

    def beside(self, folder: Path) -> "ArtFolders":
        """The same folders for a drawing in this one, which links what lies beside it."""
        return ArtFolders((folder, *self.roots))

    def _near(self, link: str) -> str:
        folder = PurePosixPath(link).parent
        names = [
            (folder / name).as_posix()
            for root in self.roots
            for name in names_in(root / folder)
            if PurePosixPath(name).suffix.lower() in KINDS
        ]
        looked = "looked in " + ", ".join(root.as_posix() for root in self.roots)
        return suggestion(link, names, looked)


def outside(link: str) -> ArtError:
    """The fault of a link that leads out of the project."""
    shown = link if len(link) <= 80 else f"{link[:80]}…"
    return ArtError(
        codes.LEADS_OUTSIDE,
        f"`{shown}` leads out of the project",
        "put the file into the game's art folder and link it by its relative path",
    )


def read(path: Path) -> bytes:
    """The bytes of a picture file that is what its name says, and not too large.

    Raises:
        ArtError: PNP424.
    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise ArtError(
            codes.UNUSABLE_PICTURE, f"`{path.name}` is not a picture", "use PNG, JPEG or SVG"
        )
    try:
        content = door.read(path, BYTES)
    except ReadError as error:
        raise _unreadable(path, error) from None
    _check_pixels(path.name, kind, content)
    return content


def stamp(path: Path) -> tuple[int, int]:
    """What differs when a file was changed.

    Raises:
        ArtError: as `read`.
    """
    try:
        return door.stamp(path)
    except ReadError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: ReadError) -> ArtError:
    code = codes.LEADS_OUTSIDE if error.why is Why.OUTSIDE else codes.UNUSABLE_PICTURE
    return ArtError(code, error.about(path), error.help)


def data_uri(path: Path) -> str:
    """A PNG or JPEG file as a data URI.

    Raises:
        ArtError: PNP424.
    """
    return _encoded(path, stamp(path))


@lru_cache(maxsize=64)
def _encoded(path: Path, stamp: tuple[int, int]) -> str:
    del stamp
    content = read(path)
    return as_uri(KINDS[path.suffix.lower()], content)


def as_uri(kind: str, content: bytes) -> str:
    """Bytes as a data URI of a media type."""
    return f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"


def checked_uri(uri: str) -> str:
    """A data URI that holds a PNG or a JPEG, with its kind named as it should be.

    Raises:
        ArtError: PNP421 for anything else, PNP424 when the bytes are not what it says.
    """
    head, _, body = uri.partition(",")
    declared = head.removeprefix("data:").removesuffix(";base64")
    kind = _DECLARED.get(declared)
    if kind is None or not head.endswith(";base64"):
        raise ArtError(
            codes.LEADS_OUTSIDE,
            f"a picture given as `{head[:40]}`",
            "data URIs hold base64 PNG or JPEG only",
        )
    _check_pixels("the data URI", kind, _content(body))
    return uri if kind == declared else f"data:{kind};base64,{body}"


def _content(body: str) -> bytes:
    try:
        return base64.b64decode("".join(body.split()), validate=True)
    except ValueError:
        raise ArtError(codes.UNUSABLE_PICTURE, "the data URI is not base64") from None


def pixels(uri: str) -> tuple[int, int] | None:
    """Width and height of the picture in a data URI of a clean drawing; None for a drawing."""
    head, _, body = uri.partition(",")
    return _size(head.removeprefix("data:").removesuffix(";base64"), _content(body))


def _check_pixels(name: str, kind: str, content: bytes) -> None:
    if kind == "image/svg+xml":
        return
    size = _size(kind, content)
    if size is None:
        help_ = "save the picture anew, in the format that its name says"
        raise ArtError(
            codes.UNUSABLE_PICTURE, f"`{name}` does not hold what it says ({kind})", help_
        )
    if size[0] * size[1] > PIXELS:
        raise ArtError(
            codes.UNUSABLE_PICTURE, f"`{name}` has more than {PIXELS // 1_000_000} million pixels"
        )


def _size(kind: str, content: bytes) -> tuple[int, int] | None:
    if kind == "image/png":
        return _png_size(content)
    return _jpeg_size(content) if kind == "image/jpeg" else None


def _png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height from the first chunk (PNG specification, 11.2.1)."""
    if not content.startswith(_PNG) or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Width and height from the frame header (ITU T.81, B.2.2)."""
    if not content.startswith(_JPEG):
        return None
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        if content[at + 1] in _FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + struct.unpack(">H", content[at + 2 : at + 4])[0]
    return None
