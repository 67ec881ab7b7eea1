"""Pages of baked files as forms: bytes, with places for the objects that they refer to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias, cast

from printnplay.files.kept import LARGE, Kept, keep

ObjectId: TypeAlias = tuple[int, int]
"""The number and generation of an object in the baked file."""

Part: TypeAlias = "bytes | Kept | ObjectId"
Parts: TypeAlias = tuple[Part, ...]
"""A PDF object as bytes, with the places where it refers to other objects left open."""
Pieces: TypeAlias = tuple["bytes | Kept", ...]
"""A PDF object as bytes, some of them kept elsewhere."""

DEVICE_SPACES = {1: b"/DeviceGray", 3: b"/DeviceRGB", 4: b"/DeviceCMYK"}
"""Colour spaces by number of channels. Grey without a profile prints with black ink only."""


class Form(NamedTuple):
    """A page as a form: its object, and its size in points."""

    parts: Parts
    width: float
    height: float


class Forms:
    """Pages as forms, and the objects that they refer to.

    `key` stands for all that they were made from; it is empty where that is not known.
    """

    def __init__(
        self, pixels: Sequence[str], forms: dict[int, Form], objects: dict[ObjectId, Parts]
    ) -> None:
        """Hold forms by page; `pixels` says of each page why it is pixels, if it is."""
        self.key = b""
        self.pixels = tuple(pixels)
        self._forms, self._objects = forms, objects

    def form(self, page: int) -> Form:
        """A page as a Form XObject, deflated."""
        return self._forms[page]

    def parts(self, number: ObjectId) -> Parts:
        """An object that a form or another object refers to."""
        return self._objects[number]

    def objects_of(self, pages: Iterable[int]) -> dict[ObjectId, Parts]:
        """All objects that the forms of some pages need."""
        needed: dict[ObjectId, Parts] = {}
        waiting = [self.form(page).parts for page in pages]
        while waiting:
            for part in waiting.pop():
                if isinstance(part, tuple) and part not in needed:
                    needed[part] = self.parts(part)
                    waiting.append(needed[part])
        return needed

    def weight(self, page: int) -> int:
        """How many bytes the pixels on a page take, large pictures left out."""
        return sum(
            len(part)
            for parts in self.objects_of([page]).values()
            for part in parts
            if isinstance(part, bytes) and b"/Subtype /Image" in part.partition(b"stream\n")[0]
        )


def body(content: bytes | Kept) -> list[Part]:
    """The rest of a stream, from its length on; what is large is kept in a file."""
    if isinstance(content, bytes) and len(content) >= LARGE:
        content = keep(content) or content
    length = len(content) if isinstance(content, bytes) else content.length
    return [b" /Length %d >>\nstream\n" % length, content, b"\nendstream"]


def joined(out: Iterable[Part]) -> Parts:
    """Neighbouring bytes in one piece."""
    parts: list[Part] = []
    for kind, some in groupby(out, key=type):
        if kind is bytes:
            parts.append(b"".join(cast("Iterator[bytes]", some)))
        else:
            parts.extend(some)
    return tuple(parts)
