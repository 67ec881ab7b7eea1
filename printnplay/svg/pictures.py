"""Linked pictures: found in the project's own folders, checked by their bytes, embedded in SVG."""

import base64
import re
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from unicodedata import normalize
from urllib.parse import unquote, unquote_to_bytes

from msgspec import field
from msgspec.structs import replace

from printnplay.files import door
from printnplay.files.door import ReadError, Why, is_inside, is_there, leads_up, names_in
from printnplay.files.linked_pictures import as_uri, content_of, filled, is_link, linked
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.suggestions import suggestion
from printnplay.kernel.values import Comparable
from printnplay.svg.limits import BYTES
from printnplay.svg.picture_headers import FRAMES, PNG, jpeg_segments

PIXELS = 40_000_000
"""The most pixels of a picture in print; a larger one is downscaled: A4 at 600 dpi has 35
million."""
READABLE = 160_000_000
"""The most pixels of a file: four times `PIXELS`, half a gigabyte when decoded; a small file can
contain far more."""

KINDS = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
PDF = ".pdf"
"""The ending of files with the vectors of pictures."""
DRAWING, JPEG = KINDS[".svg"], KINDS[".jpg"]
NONE_YET = "no picture yet"
NONE_YET_HELP = "name a picture, or write `{% if ... %}` around it in the template"
EMPTY = "#e6e6e6"
"""The colour of the frame of a picture that has no name yet: light enough to save ink."""
FORMATS_HELP = "use PNG, JPEG, GIF, WebP or SVG"

_JPEG = b"\xff\xd8\xff"


class ArtError(Exception):
    """A linked picture cannot be used: the error code, the message, and the help."""

    def __init__(self, code: Code, message: str, help: str | Callable[[], str] = "") -> None:
        """Create the error; a callable `help` is called only when the help is read."""
        super().__init__(message)
        self.code = code
        self._help = help

    @property
    def help(self) -> str:
        """How to fix it."""
        return self._help if isinstance(self._help, str) else self._help()


Found: TypeAlias = dict[tuple[tuple[Path, ...], str], tuple[Path, tuple[int, int]] | None]
"""The files that links were resolved to, each with its stamp, by the folders `beside` and the link;
None for a missing file."""


def _stored(path: Path) -> Path:
    """Return a path as spelled in its folder: macOS stores `î` as `i` and an accent."""
    if path.name.isascii() or is_there(path):
        return path
    same = normalize("NFC", path.name)
    return next(
        (path.parent / name for name in names_in(path.parent) if normalize("NFC", name) == same),
        path,
    )


class ArtFolders(Comparable, frozen=True, eq=False):
    """The folders for linked pictures, in search order.

    For a linked drawing, the folders `beside` come first: its own, then the one of the drawing that
    links it. `found` records each searched link and its file, or None: the rendered result depends
    on them. `per_inch` records the least resolution at which each file of pixels is printed.
    """

    uncompared = ("found", "per_inch")

    roots: tuple[Path, ...]
    beside: tuple[Path, ...] = ()
    found: Found = field(default_factory=dict)
    per_inch: dict[Path, float] = field(default_factory=dict)

    def note(self, path: Path, per_inch: float) -> None:
        """Record the resolution at which a picture is printed."""
        self.per_inch[path] = min(per_inch, self.per_inch.get(path, per_inch))

    def find(self, link: str) -> Path:
        """Return the file of a relative link, in the first folder that has it.

        Raises:
            ArtError: PNP421 when the link leads out of the folders, PNP420 when there is no file.
        """
        if leads_up(link):
            raise outside(link)
        place = (self.beside, link)
        self.found[place] = None
        for root in (*self.beside, *self.roots):
            path = _stored(root / link)
            if is_there(path):
                if not is_inside(path, root):
                    raise outside(link)
                with suppress(ReadError):  # reported by whoever reads it
                    self.found[place] = path, door.stamp(path)
                return path
        if "#" in link:
            raise outside(link)
        raise ArtError(
            codes.PICTURE_MISSING, f"there is no picture `{link}`", partial(self._near, link)
        )

    def find_art(self, link: str) -> Path:
        """Return the picture that a template names, in the `art` folder of a folder or beside it.

        Raises:
            ArtError: as `find`; PNP424 when it is not a picture.
        """
        is_picture = PurePosixPath(link).suffix.lower() in KINDS
        if leads_up(link) or ("#" in link and not is_picture):
            raise outside(link)
        if not is_picture:
            text, help_ = f"`{link}` is not a picture", partial(self._with_ending, link)
            raise ArtError(codes.UNUSABLE_PICTURE, text, help_)
        try:
            return self.find(f"art/{link}")
        except ArtError as error:
            if error.code != codes.PICTURE_MISSING:
                raise
        return self.find(link)

    def find_vectors(self, link: str) -> Path:
        """Return the PDF that a template names for a picture, in the `art` folder of a folder.

        Raises:
            ArtError: as `find`; PNP424 when it is not a PDF.
        """
        if PurePosixPath(link).suffix.lower() != PDF:
            help_ = "name a PDF of one page, which shows what the picture shows"
            raise ArtError(codes.UNUSABLE_PICTURE, f"`{link}` is not a PDF", help_)
        return self.find(f"art/{link}")

    def for_drawing_in(self, folder: Path) -> "ArtFolders":
        """Return the same folders for a drawing in this folder, which may link files beside it."""
        return replace(self, beside=(folder, *self.beside))

    def noting_apart(self) -> "ArtFolders":
        """Return the same folders with a separate record of searched links."""
        return replace(self, found={})

    def _near(self, link: str) -> str:
        folders = ", ".join(root.as_posix() for root in self._folders)
        looked = f"looked in {folders}"
        known = self._beside(link)
        if link in known:  # in an `art` folder, where only `art` looks
            return f'write `art/{link}`, or draw it with `art("{link}", x, y, width, height)`'
        return suggestion(link, known, looked)

    def _with_ending(self, link: str) -> str:
        """Suggest a replacement for a name without an extension."""
        named = (name for name in self._beside(link) if PurePosixPath(name).stem == link)
        found = next(named, None)
        return f"did you mean `{found}`?" if found else FORMATS_HELP

    @property
    def _folders(self) -> tuple[Path, ...]:
        return (*self.beside, *self.roots)

    def _beside(self, link: str) -> list[str]:
        """Return the pictures in the folders where a link is searched."""
        folder = PurePosixPath(link).parent
        return [
            (folder / name).as_posix()
            for root in self._folders
            for place in (root, root / "art")
            for name in names_in(place / folder)
            if PurePosixPath(name).suffix.lower() in KINDS
        ]


def names_none(link: str) -> bool:
    """Return whether a link lacks the name of a file: a template may add the folder and ending."""
    name = link.rpartition("/")[2]
    return not name or name.lower() in KINDS


def outside(link: str) -> ArtError:
    """Return the error of a link that leads out of the project, or of its drawing."""
    shown = link if len(link) <= 80 else f"{link[:80]}…"
    message = f"`{shown}` leads out of the project"
    help_ = "put the file into the game's art folder and link it by its relative path"
    file, _, name = link.partition("#")
    if "://" in link:
        message = f"`{shown}` is on the web: nothing is loaded from the network"
        help_ = "download the file into the game's art folder, and write its name"
    elif "\\" in link and not leads_up(plain := link.replace("\\", "/")):
        message = f"`{shown}` has a backslash, which does not separate folders here"
        help_ = f"write `{plain}`"
    elif file and name and not leads_up(file):
        message = f"`{shown}` refers to a part of another drawing"
        help_ = f"save that part as a drawing of its own, or copy it and refer to it by `#{name}`"
    return ArtError(codes.LEADS_OUTSIDE, message, help_)


FILE_BYTES = 100_000_000
"""The most bytes of a raster file: a painting of 40 million pixels as PNG."""

_FEWER = "more than 600 pixels per inch are not visible in print"
_SMALLER = {
    DRAWING: "save the drawing with fewer points, or as a picture of pixels",
    JPEG: f"save it with fewer pixels ({_FEWER}), or in a lower quality",
}
"""How to make a picture file smaller, by its media type."""
_SMALLER_HELP = f"save it as JPEG, or with fewer pixels: {_FEWER}"


def read(path: Path) -> bytes:
    """Return the bytes of a picture file that matches its extension, within the limits.

    Raises:
        ArtError: PNP424.
    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise ArtError(
            codes.UNUSABLE_PICTURE,
            f"`{path.name}` is not a picture",
            FORMATS_HELP,
        )
    try:
        content = door.read(path, BYTES if kind == DRAWING else FILE_BYTES)
    except ReadError as error:
        raise _unreadable(path, error) from None
    check_raster(path.name, kind, content, READABLE)
    return content


def read_vectors(path: Path) -> bytes:
    """Return the bytes of a PDF with the vectors of a picture, within the limits of drawings.

    Raises:
        ArtError: PNP424.
    """
    try:
        content = door.read(path, BYTES)
    except ReadError as error:
        raise _unreadable(path, error) from None
    if not content.startswith(b"%PDF-"):
        raise ArtError(codes.UNUSABLE_PICTURE, f"`{path.name}` is not a PDF", FORMATS_HELP)
    return content


def stamp(path: Path) -> tuple[int, int]:
    """Return a stamp of a file that differs after a change.

    Raises:
        ArtError: as `read`.
    """
    try:
        return door.stamp(path)
    except ReadError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: ReadError) -> ArtError:
    code = codes.LEADS_OUTSIDE if error.why is Why.OUTSIDE else codes.UNUSABLE_PICTURE
    kind = KINDS.get(path.suffix.lower(), "")
    smaller = _SMALLER.get(kind, _SMALLER_HELP)
    cure = smaller if error.why is Why.TOO_LARGE else error.help
    return ArtError(code, error.about(path), cure)


def of_uri(uri: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of a picture in a data URI (RFC 2397).

    The type is detected from the content: programs declare `image/jpg`, or nothing.

    Raises:
        ArtError: PNP424 when it contains no printable picture.
    """
    head, _, body = uri.partition(",")
    if head.rstrip().endswith(";base64"):
        content = _content(unquote(body))
    else:
        content = unquote_to_bytes(body)
    kind = kind_of(content)
    if kind is None:
        message = f"the data URI `{head[:40]}` holds no picture that can be printed"
        raise ArtError(codes.UNUSABLE_PICTURE, message, "embed a PNG, JPEG, GIF, WebP or SVG")
    check_raster("the data URI", kind, content)
    return kind, content


def _content(body: str) -> bytes:
    # Programs break it into lines, and leave out the padding.
    plain = "".join(body.split()).rstrip("=")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        raise ArtError(codes.UNUSABLE_PICTURE, "the data URI is not base64") from None


def of_clean(uri: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of a picture that a clean drawing links or embeds.

    Raises:
        FaultsError: the file of a link is missing.
    """
    if is_link(uri):
        return content_of(uri)
    head, _, body = uri.partition(",")
    return head.removeprefix("data:").removesuffix(";base64"), _content(body)


def pixels(uri: str) -> tuple[int, int] | None:
    """Return the width and height of a picture in a clean drawing; None for another drawing.

    Raises:
        FaultsError: the file of a link is missing.
    """
    return _size(*of_clean(uri))


def linked_drawing(svg: str) -> str:
    """Return the URI of a clean drawing for use in another one, with its own pictures embedded.

    Only one with large pictures is linked: the size and cost of other drawings must show in the
    text.
    """
    whole = filled(svg)
    return as_uri(DRAWING, svg.encode()) if whole is svg else linked(DRAWING, whole.encode())


def kind_of(content: bytes) -> str | None:
    """Return the media type of a picture by its first bytes."""
    begins = {PNG: "image/png", _JPEG: "image/jpeg", b"GIF8": "image/gif"}
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    for beginning, kind in begins.items():
        if content.startswith(beginning):
            return kind
    return DRAWING if _LIKE_SVG.search(content[:4096]) else None


_LIKE_SVG = re.compile(rb"<(?:[\w-]+:)?svg[\s/>]|<\0s\0v\0g|\0<\0s\0v\0g")


def check_raster(name: str, kind: str, content: bytes, most: int = PIXELS) -> None:
    """Check that a picture of pixels is complete: a viewer shows grey for missing parts.

    Raises:
        ArtError: PNP424.
    """
    if kind == DRAWING:
        return
    fault = _broken(kind, content, most)
    if fault:
        help_ = "save the picture again, in the format that its name says"
        if content.startswith(b"version https://git-lfs"):
            help_ = "the file is a pointer of Git LFS: run `git lfs pull`"
        if fault.startswith("has more"):
            help_ = "save it with fewer pixels: more than 600 per inch are not visible in print"
        raise ArtError(codes.UNUSABLE_PICTURE, f"`{name}` {fault}", help_)


def _broken(kind: str, content: bytes, most: int) -> str:
    """Return the fault in the bytes of a picture; empty if they are complete."""
    size = _size(kind, content)
    if size is None:
        return f"is not a valid picture of its type ({kind})"
    if 0 in size:
        return "has no pixels"
    if size[0] * size[1] > most:
        return f"has more than {most // 1_000_000} million pixels"
    return "" if _is_whole(kind, content) else "is cut short: its last part is missing"


def _is_whole(kind: str, content: bytes) -> bool:
    """Check whether a picture has all its parts, by its structure, without decoding the pixels."""
    if kind == "image/png":
        return _png_is_whole(content)
    if kind == "image/jpeg":
        # Cameras append previews and zeros after the end marker.
        scan = next((at for marker, at in jpeg_segments(content) if marker == 0xDA), 0)
        return scan > 0 and content.find(b"\xff\xd9", scan) > 0
    if kind == "image/gif":
        return b"," in content[13:] and content.rstrip(b"\0").endswith(b";")
    said = 8 + int.from_bytes(content[4:8], "little")
    return said <= len(content)


def _png_is_whole(content: bytes) -> bool:
    """Check for a complete sequence of chunks, with data among them (PNG, 5.3 and 5.6)."""
    at, data = len(PNG), False
    while at + 12 <= len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        data |= kind == b"IDAT" and length > 0
        at += 12 + length
        if kind == b"IEND":
            return bool(data and at <= len(content))
    return False


def raster_size(kind: str, content: bytes) -> tuple[int, int]:
    """Return the width and height of a picture that `read` returned."""
    return _size(kind, content) or (0, 0)


def _size(kind: str, content: bytes) -> tuple[int, int] | None:
    reader = _SIZES.get(kind)
    return reader(content) if reader else None


def _png_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height from the first chunk (PNG specification, 11.2.1)."""
    if not content.startswith(PNG) or len(content) < 24 or content[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height from the frame header (ITU T.81, B.2.2)."""
    if not content.startswith(_JPEG):
        return None
    for marker, at in jpeg_segments(content):
        if marker in FRAMES and at + 9 <= len(content):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
    return None


def _gif_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of the screen (GIF89a, 18)."""
    if not content.startswith(b"GIF8") or len(content) < 13:
        return None
    width, height = struct.unpack("<HH", content[6:10])
    return width, height


def _webp_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height from the first chunk (RFC 9649, 2.5 to 2.7)."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP" or len(content) < 30:
        return None
    match content[12:16]:
        case b"VP8 ":
            width, height = struct.unpack("<HH", content[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            sides = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
            width, height = sides
            return width, height
    return None


_SIZES = {
    "image/png": _png_size,
    "image/jpeg": _jpeg_size,
    "image/gif": _gif_size,
    "image/webp": _webp_size,
}
