"""Large pictures as files in a temporary folder, which drawings link instead of inlining them.

A photograph occurs in the drawing of a template, in that of a face and in the input of the
compiler. If each inlined it as text, a hundred photographs would take gigabytes. A drawing links it
by the name of its file, which is a hash of the content. typst reads that file, and refuses a
drawing whose file is missing; for every other reader, a drawing has to be `filled` first.
"""

import os
import re
from base64 import b64encode
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Lock, get_ident
from typing import BinaryIO, cast

from printnplay.files.temporary import temporary_files
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

LARGE = 64 << 10
"""The size in bytes from which a picture is linked: a thousand smaller ones inlined as text take 90
MB (decision 049)."""

_IN_MEMORY = 1_000_000
"""The largest size of drawings kept in memory, in bytes; more, such as 64 cards with a photograph,
are written to the disk. A guess."""

_KINDS = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
}
"""Media types by the endings of links."""
_ENDINGS = {kind: ending for ending, kind in _KINDS.items()}

_PREFIX = "printnplay-"
_HEX_DIGITS = 40
"""The hexadecimal digits of a picture's hash in its file name: 160 bits."""

_VECTORS = ".pdf"
"""The ending before that of a picture whose vectors are beside it, in a file of the same name."""

_LINK = rf"{_PREFIX}[0-9a-f]{{{_HEX_DIGITS}}}(?:\{_VECTORS})?\.(?:{'|'.join(_KINDS)})"
_LINKED = re.compile(rf'(?<=href="){_LINK}(?=")')


def as_uri(kind: str, content: bytes) -> str:
    """Return bytes of a media type as a data URI."""
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"


def linked(kind: str, content: bytes) -> str:
    """Return the reference to a picture in a drawing: a link if it is large, or else a data URI.

    A large picture is written to the folder; if there is no room for it, return its data URI.
    """
    if len(content) < LARGE or kind not in _ENDINGS:
        return as_uri(kind, content)
    link = f"{_PREFIX}{_hash(content)}.{_ENDINGS[kind]}"
    return link if write_file(link, content) else as_uri(kind, content)


def with_vectors(kind: str, content: bytes, vectors: bytes) -> str:
    """Return the link to a picture that PDFs show as vectors: the first page of a PDF file.

    All else that reads the drawing finds the picture of pixels. If there is no room for the files,
    return the reference to it alone.
    """
    link = f"{_PREFIX}{_hash(content + vectors)}{_VECTORS}.{_ENDINGS[kind]}"
    is_written = write_file(vectors_of(link), vectors) and write_file(link, content)
    return link if is_written else linked(kind, content)


def vectors_of(link: str) -> str:
    """Return the name of the file with the vectors of a linked picture; empty if it has none."""
    stem = link.rpartition(".")[0]
    return stem if stem.endswith(_VECTORS) else ""


def is_link(uri: str) -> bool:
    """Return whether a URI is a link to a picture file, not a data URI."""
    return re.fullmatch(_LINK, uri) is not None


def links_in(svg: str) -> list[str]:
    """Return the distinct links in a drawing."""
    return list(dict.fromkeys(_LINKED.findall(svg))) if _PREFIX in svg else []


def content_of(link: str) -> tuple[str, bytes]:
    """Return the media type and the bytes of a linked picture.

    Raises:
        FaultsError: its file is missing.
    """
    return _KINDS[link.rpartition(".")[2]], content_of_file(link)


def content_of_file(link: str) -> bytes:
    """Return the bytes of a file in the folder of linked pictures.

    Raises:
        FaultsError: it is missing.
    """
    try:
        return (picture_folder() / link).read_bytes()
    except OSError as error:
        raise _gone(link, error) from error


def filled(svg: str) -> str:
    """Return a drawing with its linked pictures inlined, for readers that follow no links.

    Raises:
        FaultsError: the file of a picture is missing.
    """
    if _PREFIX not in svg:
        return svg
    return _LINKED.sub(lambda link: as_uri(*content_of(link[0])), svg)


def filled_length(svg: str) -> int:
    """Return the approximate number of characters of the filled drawing.

    Raises:
        FaultsError: the file of a picture is missing.
    """
    return len(svg) + sum(map(_size, links_in(svg))) * 4 // 3


def has_file(link: str) -> bool:
    """Return whether the file of a link exists."""
    with suppress(OSError):
        return (picture_folder() / link).is_file()
    return False


def write_file(link: str, content: bytes) -> bool:
    """Write the file of a link, if it does not exist; return whether it exists now.

    Other processes and threads may write the same file, so it is renamed into place when complete.
    """
    part = None
    try:
        path = picture_folder() / link
        if not path.is_file():
            part = path.with_name(f"{link}.{os.getpid()}.{get_ident()}")
            part.write_bytes(content)
            part.replace(path)
            _Written.length += len(content)
    except OSError:  # the disk is full, or cannot be written to
        if part is not None:
            part.unlink(missing_ok=True)
        return False
    return True


def picture_folder() -> Path:
    """Return the folder of the pictures, which is removed when the process ends.

    Forks of the process read it and write to it, too.

    Raises:
        OSError: it cannot be created.
    """
    with _MAKING:
        return Path(_temporary().name)


_MAKING = Lock()
"""Held while a thread gets the folder, so that two threads do not create two folders."""


@cache
def _temporary() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="printnplay-pictures-")


class _Written:
    """The number of bytes that this process and its ancestors by fork have written."""

    length = 0


def kept_bytes() -> int:
    """Return the number of bytes of pictures written: a limit keeps them from filling the disk."""
    return _Written.length


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=_HEX_DIGITS // 2).hexdigest()


def _size(link: str) -> int:
    try:
        return (picture_folder() / link).stat().st_size
    except OSError as error:
        raise _gone(link, error) from error


def _gone(link: str, error: OSError) -> FaultsError:
    message = f"the temporary file `{link}` cannot be read: {error.strerror}"
    help_ = "run the command again, and let no other program empty the temporary folder"
    place = "a large picture of a drawing"
    return FaultsError([Diagnostic(codes.UNUSABLE_PICTURE, message, Span(""), place, help_)])


def as_file(content: bytes) -> BinaryIO:
    """Return bytes as a readable file: on the disk if there are very many, until it is closed.

    Raises:
        FaultsError: it cannot be written.
    """
    if len(content) < _IN_MEMORY:
        return BytesIO(content)
    with temporary_files():
        file = TemporaryFile()  # noqa: SIM115  for the caller to close
        file.write(content)
    return cast("BinaryIO", file)
