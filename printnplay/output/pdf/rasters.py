"""Kept pictures as images of PDF: JPEG as it is, everything else as deflated channels.

Channels are converted one picture at a time, and are kept like the pictures themselves.
"""

import struct
import zlib
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from printnplay.files.kept import JPEG, Kept, keep

if TYPE_CHECKING:
    from PIL.Image import Image

_CHANNELS = {0: 1, 2: 3}
"""The channels of PNG files, by their colour type, whose data is as PDF has it."""

_DEFLATED = "application/zlib"


class Channels(NamedTuple):
    """Samples, and the entries of a stream that say how they are read, if its own do not."""

    data: Kept
    entries: bytes


class Raster(NamedTuple):
    """What an image is made of: its colours, and how far it covers what lies below it."""

    colours: Channels
    mask: Channels | None = None


@cache
def raster_of(kept: Kept) -> Raster:
    """A kept picture as PDF has it."""
    content = kept.content()
    if kept.kind == JPEG:
        return Raster(Channels(kept, b""))
    return _as_in_file(content) or _decoded(content)


def _as_in_file(content: bytes) -> Raster | None:
    """The data of a PNG file, which PDF reads with the same predictors (PDF 2.0, 7.4.4.4)."""
    data, header = bytearray(), b""
    at = 8
    while content.startswith(b"\x89PNG") and at + 8 <= len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        if kind == b"tRNS":
            return None
        if kind == b"IHDR":
            header = content[at + 8 : at + 8 + length]
        elif kind == b"IDAT":
            data += content[at + 8 : at + 8 + length]
        at += 12 + length
    if len(header) != 13:
        return None
    width, _, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if bits != 8 or interlaced or colour not in _CHANNELS:
        return None
    count = _CHANNELS[colour]
    predictor = b" /DecodeParms << /Predictor 15 /Colors %d /Columns %d >>" % (count, width)
    return Raster(_channels(bytes(data), count, predictor))


def _decoded(content: bytes) -> Raster:
    from PIL import Image

    with Image.open(BytesIO(content)) as image:
        if image.mode.startswith("I"):  # 16 bits of grey
            grey = image.convert("I").point(lambda level: level / 256).convert("L")
            return Raster(_packed(grey))
        if not image.has_transparency_data:
            return Raster(_packed(image if image.mode in ("L", "RGB") else image.convert("RGB")))
        whole = image.convert("RGBA")
        alpha = whole.getchannel("A")
        covers_all = alpha.getextrema() == (255, 255)
        return Raster(_packed(whole.convert("RGB")), None if covers_all else _packed(alpha))


def _packed(image: "Image") -> Channels:
    return _channels(zlib.compress(image.tobytes()), len(image.getbands()))


def _channels(data: bytes, count: int, entries: bytes = b"") -> Channels:
    space = {1: b"/DeviceGray", 3: b"/DeviceRGB"}[count]
    filters = b" /BitsPerComponent 8 /ColorSpace " + space + b" /Filter /FlateDecode"
    return Channels(keep(data, _DEFLATED), filters + entries)
