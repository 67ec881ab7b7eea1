"""Large pictures kept in a file while a command runs, and the stand-ins that drawings carry.

A photograph is in the drawing of a template, in that of a face, in what is compiled and in the PDF.
If each of them held it as it is, a hundred of them would take gigabytes. A stand-in is a JPEG file
without pixels: whoever asks for the size of the picture gets it, and a comment says what is kept.
"""

import os
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from io import BytesIO
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, BinaryIO, cast

from msgspec import Struct

LARGE = 64 << 10
"""Bytes; a picture of fewer is carried as it is."""

JPEG = "image/jpeg"

_IN_MEMORY = 4_000_000
"""Bytes; a file of more is put on the disk."""

_DIGEST = 20
_MARK = b"printnplay:"
_BEGIN, _COMMENT, _END = b"\xff\xd8", b"\xff\xfe", b"\xff\xd9"
_MARK_LENGTH = (2 + len(_MARK) + 2 * _DIGEST).to_bytes(2, "big")
_MOST_PIXELS = 0xFFFF
"""The most pixels across or down that the head of a JPEG file can say."""

_TABLES = frozenset([0xE0, 0xEE, 0xDB, 0xC4, 0xDA, 0xDD])
"""The markers of JPEG, beside those of a frame, without which its pixels are not understood."""
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of JPEG that start a frame (ITU T.81, table B.1)."""

DRAWING = "data:image/svg+xml;base64,"
"""What a drawing begins with that is embedded in another."""
_DRAWING = re.compile(re.escape(DRAWING) + r"([A-Za-z0-9+/=]+)")
_STAND_IN = re.compile(r"data:image/jpeg;base64,(/9j/[A-Za-z0-9+/=]+)")


class Kept(Struct, frozen=True):
    """Bytes that are kept: their hash, their media type, and how many there are."""

    key: str
    kind: str
    length: int

    def content(self) -> bytes:
        """The bytes."""
        return _store().read(self.key)


class _Store:
    """A file without a name, which is gone with the process, and where in it things are.

    Without room for it, things are kept in memory.
    """

    def __init__(self) -> None:
        self.known: dict[str, Kept] = {}
        self.size = 0
        self._file: IO[bytes] | None = None
        self._places: dict[str, int] = {}
        self._held: dict[str, bytes] = {}
        self._lock = Lock()

    def keep(self, content: bytes, kind: str) -> Kept:
        key = blake2b(content, digest_size=_DIGEST).hexdigest()
        with self._lock:
            if key not in self.known:
                try:
                    self._write(key, content)
                except OSError:
                    self._held[key] = content
                self.size += len(content)
                self.known[key] = Kept(key, kind, len(content))
            return self.known[key]

    def _write(self, key: str, content: bytes) -> None:
        if self._file is None:
            self._file = TemporaryFile(buffering=0)  # noqa: SIM115  open as long as the process
        place = self._file.seek(self.size)
        if self._file.write(content) < len(content):
            raise OSError("the disk is full")
        self._places[key] = place

    def read(self, key: str) -> bytes:
        with self._lock:
            if key in self._held or self._file is None:
                return self._held[key]
            self._file.seek(self._places[key])
            return self._file.read(self.known[key].length)

    def begin_copy(self) -> None:
        """Write to a file of its own: this process is a copy of the one whose file it was."""
        whole, places = self._file, self._places
        self._file, self._places, self.size, self._lock = None, {}, 0, Lock()
        if whole is not None:
            for key, place in places.items():
                # Not by `seek`: where a file is read is common to both processes.
                content = os.pread(whole.fileno(), self.known[key].length, place)
                self._write(key, content)
                self.size += len(content)


@cache
def _store() -> _Store:
    store = _Store()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=store.begin_copy)
    return store


def kept_bytes() -> int:
    """How many bytes are kept in all."""
    return _store().size


def keep(content: bytes, kind: str) -> Kept:
    """Keep bytes of a media type; the same bytes are kept once."""
    return _store().keep(content, kind)


def as_file(content: bytes) -> BinaryIO:
    """Bytes as a file to be read: on the disk if there are very many, until it is closed."""
    if len(content) < _IN_MEMORY:
        return BytesIO(content)
    file = TemporaryFile()  # noqa: SIM115  for the caller to close
    file.write(content)
    return cast("BinaryIO", file)


def as_uri(kind: str, content: bytes) -> str:
    """Bytes as a data URI of a media type."""
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"


def carried(kind: str, content: bytes, size: tuple[int, int]) -> str:
    """A picture of this many pixels across and down as a data URI: of a stand-in if it is large."""
    head = b""
    if len(content) >= LARGE and max(size) <= _MOST_PIXELS:
        head = _head_of(content) if kind == JPEG else _head(size)
    if not head or len(head) >= LARGE // 4:
        return as_uri(kind, content)
    mark = _MARK + keep(content, kind).key.encode()
    comment = _COMMENT + _MARK_LENGTH + mark
    return as_uri(JPEG, _BEGIN + comment + head + _END)


def stood_in_for(content: bytes) -> Kept | None:
    """What the bytes of a JPEG file stand in for; None if they are an ordinary picture."""
    start = len(_BEGIN) + 4
    if not content.startswith(_MARK, start):
        return None
    begin = start + len(_MARK)
    key = content[begin : begin + 2 * _DIGEST]
    return _store().known.get(key.decode("ascii", errors="replace"))


def holds_stand_in(content: bytes) -> bool:
    """Whether the bytes of a file have a stand-in in them, which shows nothing."""
    return _BEGIN + _COMMENT + _MARK_LENGTH + _MARK in content


def is_kept(key: str) -> bool:
    """Whether something is kept under a key."""
    return key in _store().known


def kept_in(svg: str) -> list[Kept]:
    """What each of the stand-ins in a drawing is for."""
    uris = (uri for drawing in drawings_in(svg) for uri in _STAND_IN.findall(drawing))
    known = (stood_in_for(b64decode(uri)) for uri in uris)
    return [kept for kept in known if kept]


def filled(svg: str) -> str:
    """A drawing with the pictures themselves in place of their stand-ins."""

    def picture(uri: re.Match[str]) -> str:
        kept = stood_in_for(b64decode(uri[1]))
        return as_uri(kept.kind, kept.content()) if kept else uri[0]

    def drawing(uri: re.Match[str]) -> str:
        inner = b64decode(uri[1]).decode()
        full = filled(inner)
        return as_uri("image/svg+xml", full.encode()) if full != inner else uri[0]

    return _DRAWING.sub(drawing, _STAND_IN.sub(picture, svg))


def filled_length(svg: str) -> int:
    """About how long the drawing is when it is filled."""
    return len(svg) + sum(kept.length * 4 // 3 for kept in kept_in(svg))


def drawings_in(svg: str) -> Iterator[str]:
    """A drawing, and those that are embedded in it."""
    yield svg
    for uri in _DRAWING.finditer(svg):
        yield from drawings_in(b64decode(uri[1]).decode())


def jpeg_segments(content: bytes) -> Iterator[tuple[int, int, int]]:
    """The markers up to the first scan, each with where it starts and ends (ITU T.81, B.1.1)."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        if content[at + 1] == 0xFF:  # fill bytes
            at += 1
            continue
        end = at + 2 + max(2, int.from_bytes(content[at + 2 : at + 4], "big"))
        yield content[at + 1], at, end
        if content[at + 1] == 0xDA:
            return
        at = end


def _head_of(content: bytes) -> bytes:
    """The tables of a JPEG file, without what programs and cameras add."""
    return b"".join(
        content[start:end]
        for marker, start, end in jpeg_segments(content)
        if marker in FRAMES or marker in _TABLES
    )


def _head(size: tuple[int, int]) -> bytes:
    """The head of a JPEG file of three channels (ITU T.81, B.2.2 and B.2.3)."""
    across, down = (side.to_bytes(2, "big") for side in size)
    frame = b"\xff\xc0\0\x11\x08" + down + across + b"\x03\x01\x11\0\x02\x11\0\x03\x11\0"
    return frame + b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\x3f\0"
