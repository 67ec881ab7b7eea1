"""Headers of raster pictures: colours, channels, bits, frames.

Only headers are read, so a picture that needs no change costs almost no time.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence, Set
from struct import pack, unpack, unpack_from

from msgspec import Struct
from msgspec.structs import replace

PNG = b"\x89PNG\r\n\x1a\n"

LONGEST_PROFILE = 16_000_000
"""The most bytes of an unpacked profile: those of presses have up to 3 MB, and a decompression bomb
has no end."""

_ICC = b"ICC_PROFILE\0"
_ADOBE = b"Adobe"
_EXIF = b"Exif\0\0"
_IN_ADOBE_RGB = (b"\0\1\0\2\0\0\0\4R03\0", b"\1\0\2\0\4\0\0\0R03\0")
"""The EXIF entry by which cameras declare Adobe RGB, in both byte orders (DCF 2.0, 3.1)."""
_RGB = b"RGB"
FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of JPEG that start a frame (ITU T.81, table B.1)."""
_BASELINE = frozenset({0xC0, 0xC1, 0xC2})
"""The markers of frames with Huffman coding: baseline, extended and progressive (ITU T.81, table
B.1)."""

_ARITHMETIC = frozenset({0xC9, 0xCA})
"""The markers of frames with arithmetic coding (ITU T.81, table B.1)."""

_LAYERS = {0: 1, 2: 3, 3: 3, 4: 1, 6: 3}
"""The number of colour channels of a PNG, by its colour type (PNG, 11.2.1)."""

COLOUR_CHUNKS = frozenset({b"iCCP", b"gAMA", b"cHRM", b"cICP", b"sRGB"})


class Cicp(Struct, frozen=True):
    """Colours by the numbers of ITU-T H.273: primaries, transfer, matrix, and full range."""

    primaries: int
    transfer: int
    matrix: int = 0
    full: bool = True


class Header(Struct, frozen=True):
    """The metadata of a picture.

    `profile` is its ICC profile, or empty bytes if it cannot be unpacked. `gamma` and
    `chromaticities` (x and y of white, red, green, blue) are those of a PNG.
    """

    profile: bytes | None = None
    cicp: Cicp | None = None
    srgb: bool = False
    gamma: float | None = None
    chromaticities: tuple[float, ...] | None = None
    adobe_rgb: bool = False
    """Whether a camera declares Adobe RGB, without embedding a profile."""
    layers: int = 3
    """The number of colour channels; alpha does not count."""
    plain: bool = True
    """Whether every reader decodes it in the same way."""
    fault: str = ""
    """Why it cannot be decoded."""
    frames: int = 1
    """The number of frames; more than one is an animation."""


def header_of(kind: str, content: bytes) -> Header:
    """Return the metadata of a whole picture of a media type."""
    try:
        return _READERS[kind](content)
    except (struct.error, IndexError):
        # A truncated header is detected when its pixels are decoded.
        return Header()


def _jpeg(content: bytes) -> Header:
    parts: list[bytes] = []
    frame, bits, layers, coding, ids, is_adobe = 0xC0, 8, 3, -1, b"", False
    for marker, at in jpeg_segments(content):
        length = int.from_bytes(content[at + 2 : at + 4], "big")
        body = content[at + 4 : at + 2 + length]
        if marker in FRAMES:
            frame, bits, layers = marker, body[0], body[5]
            ids = body[6 : 6 + 3 * layers : 3]
        elif body.startswith(_ICC):
            parts.append(body[len(_ICC) :])
        elif body.startswith(_EXIF):
            is_adobe = any(entry in body for entry in _IN_ADOBE_RGB)
        elif marker == 0xEE and body.startswith(_ADOBE):
            coding = body[11]
    is_rgb = layers == 3 and (coding == 0 or (coding < 0 and ids == _RGB))
    fault = ""
    if bits != 8:
        fault = f"is a JPEG of {bits} bits"
    elif frame not in _BASELINE | _ARITHMETIC:
        fault = "is a lossless or hierarchical JPEG"
    is_plain = frame in _BASELINE and layers != 4 and not is_rgb
    profile = _joined(parts) if parts else None
    return Header(profile, adobe_rgb=is_adobe, layers=layers, plain=is_plain, fault=fault)


def _joined(parts: Sequence[bytes]) -> bytes:
    """Join a profile from numbered parts, each with their count; return empty if one is missing."""
    numbers = [part[0] for part in parts]
    is_whole = sorted(numbers) == [*range(1, parts[-1][1] + 1)]
    return b"".join(part[2:] for part in sorted(parts)) if is_whole else b""


def jpeg_segments(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield the markers up to the first scan, each with its offset (ITU T.81, B.1.1)."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        if content[at + 1] == 0xFF:  # fill bytes
            at += 1
            continue
        yield content[at + 1], at
        if content[at + 1] == 0xDA:
            return
        at += 2 + max(2, int.from_bytes(content[at + 2 : at + 4], "big"))


def _png(content: bytes) -> Header:
    found: dict[bytes, bytes] = {}
    for name, body in _png_chunks(content):
        found.setdefault(name, body)
        if name == b"IDAT":
            break
    chromaticities = gamma = cicp = None
    if len(found.get(b"cHRM", b"")) == 32:
        chromaticities = tuple(part / 100_000 for part in unpack(">8L", found[b"cHRM"]))
    if len(found.get(b"gAMA", b"")) == 4:
        gamma = int.from_bytes(found[b"gAMA"], "big") / 100_000 or None
    if len(found.get(b"cICP", b"")) == 4:
        primaries, transfer, matrix, full = found[b"cICP"]
        cicp = Cicp(primaries, transfer, matrix, full == 1)
    profile = _unpacked(found[b"iCCP"]) if b"iCCP" in found else None
    frames = int.from_bytes(found.get(b"acTL", b"\0\0\0\1")[:4], "big")
    layers = _LAYERS.get(found[b"IHDR"][9], 3)
    is_srgb = b"sRGB" in found
    named = Header(profile, cicp, is_srgb, gamma, chromaticities)
    return replace(named, layers=layers, frames=frames)


def _png_chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG)
    while at + 12 <= len(content):
        length, name = unpack_from(">L4s", content, at)
        # Pixel data is not copied.
        yield name, b"" if name in (b"IDAT", b"fdAT") else content[at + 8 : at + 8 + length]
        at += 12 + length


def _unpacked(chunk: bytes) -> bytes:
    """Return the profile in an `iCCP` chunk (PNG, 11.3.2.3); empty if it cannot be unpacked."""
    packed = chunk.partition(b"\0")[2][1:]
    unpacker = zlib.decompressobj()
    try:
        profile = unpacker.decompress(packed, LONGEST_PROFILE)
    except zlib.error:
        return b""
    return profile if unpacker.eof else b""


def _webp(content: bytes) -> Header:
    profile, frames = None, 0
    for name, at, length in _webp_chunks(content):
        if name == b"ICCP":
            profile = content[at + 8 : at + 8 + length]
        frames += name == b"ANMF"
    return Header(profile, frames=max(1, frames))


def _webp_chunks(content: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the name, the offset and the length of each chunk (RFC 9649, 2.3)."""
    at = 12
    while at + 8 <= len(content):
        name, length = unpack_from("<4sL", content, at)
        yield name, at, length
        at += 8 + length + length % 2


_EXTENSION, _IMAGE = 0x21, 0x2C
"""The first bytes of an extension and an image of a GIF (GIF89a, 20 and 23)."""


def _gif(content: bytes) -> Header:
    """Count the frames of a GIF in its sequence of blocks, each in parts (GIF89a, 15 to 27)."""
    at, frames = 13 + _table(content[10]), 0
    while at < len(content) and content[at] in (_EXTENSION, _IMAGE):
        if content[at] == _IMAGE:
            frames += 1
            at += 11 + _table(content[at + 9])
        else:
            at += 2
        while content[at]:
            at += 1 + content[at]
        at += 1
    return Header(frames=max(1, frames))


def _table(flags: int) -> int:
    """Return the number of bytes of a colour table."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


_READERS: dict[str, Callable[[bytes], Header]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
    "image/gif": _gif,
}


def without_colours(kind: str, content: bytes) -> bytes:
    """Return a picture without colour metadata; the bytes of its pixels do not change."""
    if kind == "image/jpeg":
        return _without_segments(content)
    if kind == "image/png":
        return without_chunks(content, COLOUR_CHUNKS)
    return _without_iccp(content) if kind == "image/webp" else content


def _without_segments(content: bytes) -> bytes:
    parts, start = [], 0
    for marker, at in jpeg_segments(content):
        end = at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        if marker == 0xE2 and content.startswith(_ICC, at + 4):
            parts.append(content[start:at])
            start = end
    return b"".join([*parts, content[start:]])


def without_chunks(content: bytes, names: Set[bytes]) -> bytes:
    """Return a PNG without the chunks of these names."""
    parts, at = [PNG], len(PNG)
    while at + 12 <= len(content):
        length, name = unpack_from(">L4s", content, at)
        if name not in names:
            parts.append(content[at : at + 12 + length])
        at += 12 + length
    return b"".join(parts)


_HAS_PROFILE = 0x20
"""The flag of a VP8X chunk (RFC 9649, 2.7.1)."""


def _without_iccp(content: bytes) -> bytes:
    parts = []
    for name, at, length in _webp_chunks(content):
        chunk = content[at : at + 8 + length + length % 2]
        if name == b"VP8X":
            chunk = chunk[:8] + bytes([chunk[8] & ~_HAS_PROFILE]) + chunk[9:]
        if name != b"ICCP":
            parts.append(chunk)
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + pack("<L", len(body)) + body
