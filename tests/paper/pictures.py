"""Pictures of nine patches as cameras and programs write them: profiles, depths, turns, damage.

Most files are made here, a few kinds that Pillow does not write are in `pictures.yaml`. That file
has what littleCMS makes of the patches: relative colorimetric, with black point compensation.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
import yaml
from PIL import Image

Colour: TypeAlias = tuple[int, ...]
Chunk: TypeAlias = tuple[bytes, bytes]

SIDE = 8
"""Pixels of a patch: a block of JPEG, so that patches do not touch each other."""

COLOURS: Sequence[Colour] = (
    (200, 60, 50), (60, 160, 70), (50, 80, 190), (230, 200, 60), (120, 120, 120),
    (30, 30, 34), (240, 240, 236), (180, 100, 160), (90, 170, 190),
)  # fmt: skip
GREYS = (10, 40, 70, 100, 128, 160, 190, 220, 250)
INKS: Sequence[Colour] = (
    (0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (40, 200, 180, 20),
    (0, 0, 0, 255), (120, 80, 70, 60), (200, 30, 160, 10), (20, 20, 30, 120),
)  # fmt: skip
ALPHAS = (255, 128, 255, 64, 255, 200, 255, 0, 30)
SHEER = (255, 128, 255, 64, 255, 255, 200, 255, 0)

PRIMARIES = {
    "sRGB": ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141)),
    "Adobe RGB": (
        (0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457),
    ),
    "Display P3": (
        (0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407),
    ),
    "ProPhoto": ((0.79767, 0.28804, 0), (0.13519, 0.71187, 0), (0.03134, 0.00009, 0.82491)),
}  # fmt: skip
"""Red, green and blue in XYZ as profiles have them, for the white D50."""

WHITE = (0.9642, 1.0, 0.8249)
HEADER = struct.Struct(">I4s4s4s4s4s12s4s28s12s48s")


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a picture should come out: the colours of its patches, unless it is to be refused.

    `may_be`: refused, where a refusal in words is as good; warned, where a warning is due as well.
    """

    name: str
    colours: list[Colour] | None = None
    may_be: Literal["refused", "warned"] | None = None
    data: str = ""


def kinds() -> list[Kind]:
    """All kinds."""
    listed = yaml.load(Path(__file__).with_suffix(".yaml").read_bytes(), yaml.CSafeLoader)
    return msgspec.convert(listed, list[Kind])


def write(kind: Kind, folder: Path) -> Path:
    """Write the picture of a kind."""
    data = base64.b64decode(kind.data) if kind.data else MADE[kind.name]()
    beginnings = {b"\xff\xd8": "jpg", b"\x89P": "png", b"RI": "webp", b"GI": "gif"}
    path = folder / f"{kind.name}.{beginnings[data[:2]]}"
    path.write_bytes(data)
    return path


def profile(primaries: str, curve: bytes) -> bytes:
    """The ICC profile of an RGB colour space."""
    tags = zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(_xyz, PRIMARIES[primaries]), strict=True)
    curves = dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve)
    return _profile(b"RGB ", b"mntr", {**dict(tags), **curves})


def grey_profile(curve: bytes, version: int = 2) -> bytes:
    """The ICC profile of greys."""
    return _profile(b"GRAY", b"mntr", {b"kTRC": curve}, version)


def ink_profile() -> bytes:
    """The ICC profile of a press: Neugebauer's mixture of inks in Lab, three nodes to an ink."""
    solid = {
        0: (95, 0, 0), 1: (55, -37, -50), 2: (48, 74, -3), 3: (24, 22, -46),
        4: (89, -5, 93), 5: (50, -65, 27), 6: (47, 68, 48), 7: (23, 0, 0),
    }  # fmt: skip
    nodes = b""
    for node in range(81):
        *inks, black = (node // 27 / 2, node // 9 % 3 / 2, node // 3 % 3 / 2, node % 3 / 2)
        lab = [0.0, 0.0, 0.0]
        for key, colour in solid.items():
            share = 1.0
            for bit, ink in enumerate(inks):
                share *= ink if key >> bit & 1 else 1 - ink
            lab = [level + share * own for level, own in zip(lab, colour, strict=True)]
        light, a, b = (level * (1 - black) for level in lab)
        nodes += bytes([round((light + 14 * black) * 2.55), round(a + 128), round(b + 128)])
    unity = b"".join(map(_fixed, (1, 0, 0, 0, 1, 0, 0, 0, 1)))
    ramp = bytes(range(256))
    table = b"mft1\0\0\0\0\4\3\3\0" + unity + ramp * 4 + nodes + ramp * 3
    return _profile(b"CMYK", b"prtr", {b"A2B0": table, b"A2B1": table})


def gamma(exponent: float) -> bytes:
    """A curve of a profile."""
    return struct.pack(">4sIIHH", b"curv", 0, 1, round(exponent * 256), 0)


def parametric(exponent: float) -> bytes:
    """The same as version 4 of ICC writes it."""
    return struct.pack(">4sIHH", b"para", 0, 0, 0) + _fixed(exponent)


def listed(levels: Sequence[float]) -> bytes:
    """A curve by its points from 0 to 1."""
    points = [round(65535 * min(1, max(0, level))) for level in levels]
    return struct.pack(f">4sII{len(points)}H", b"curv", 0, len(points), *points)


def _fixed(number: float) -> bytes:
    return struct.pack(">i", round(number * 65536))


def _xyz(colour: Sequence[float]) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(map(_fixed, colour))


def _text(text: str, version: int) -> bytes:
    if version == 2:
        return struct.pack(">4sII", b"desc", 0, len(text) + 1) + text.encode() + bytes(79)
    wide = text.encode("utf-16-be")
    return struct.pack(">4sIII4sII", b"mluc", 0, 1, 12, b"enUS", len(wide), 28) + wide


def _profile(space: bytes, what: bytes, tags: Mapping[bytes, bytes], version: int = 2) -> bytes:
    own = {b"desc": _text("made", version), b"cprt": _text("none", version), b"wtpt": _xyz(WHITE)}
    every = {**own, **tags}
    body, table = b"", struct.pack(">I", len(every))
    start = HEADER.size + 4 + 12 * len(every)
    for name, data in every.items():
        table += struct.pack(">4sII", name, start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    size = start + len(body)
    pcs = b"Lab " if space == b"CMYK" else b"XYZ "
    date = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    white = b"".join(map(_fixed, WHITE))
    number = bytes([version, 0x30 if version == 4 else 0x10, 0, 0])
    head = (size, b"lcms", number, what, space, pcs, date, b"acsp", bytes(28), white, bytes(48))
    return HEADER.pack(*head) + table + body


def _linear(level: float) -> float:
    """What sRGB makes of a level from 0 to 1."""
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def _dot_gain(level: float) -> float:
    """How light a level is whose dots grow by 20 % where they cover half of the paper."""
    cover = 1 - level
    return 1 - (cover + 0.8 * cover * (1 - cover))


ADOBE = profile("Adobe RGB", gamma(2.19921875))
P3 = profile("Display P3", listed([_linear(step / 1023) for step in range(1024)]))
PROPHOTO = profile("ProPhoto", gamma(1.8))
GREY_22 = grey_profile(gamma(2.2))
DOTS = grey_profile(listed([_dot_gain(step / 255) for step in range(256)]))


def patches(mode: str, colours: Sequence[Any]) -> Image.Image:
    """Nine patches in three rows."""
    picture = Image.new(mode, (3 * SIDE, 3 * SIDE))
    for number, colour in enumerate(colours):
        left, top = number % 3 * SIDE, number // 3 * SIDE
        picture.paste(colour, (left, top, left + SIDE, top + SIDE))
    return picture


def _saved(picture: Image.Image, kind: str, options: Mapping[str, object]) -> bytes:
    stream = BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def jpeg(
    picture: Image.Image, icc: bytes = b"", turn: int = 1, *, progressive: bool = False
) -> bytes:
    """A JPEG as faithful as there is, `turn` as EXIF numbers orientations."""
    exif = Image.Exif()
    exif[0x112] = turn
    options = {"quality": 100, "exif": exif, "icc_profile": icc, "progressive": progressive}
    return _saved(picture, "JPEG", options | ({} if picture.mode == "L" else {"subsampling": 0}))


def png(
    kind: int, samples: Sequence[Any], *chunks: Chunk, bits: int = 8, is_interlaced: bool = False
) -> bytes:
    """A PNG by hand, with its chunks in front of the pixels."""
    across = 3 * SIDE
    passes = [(0, 0, 1, 1)]
    if is_interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                  (1, 0, 2, 2), (0, 1, 1, 2)]  # fmt: skip
    rows = b""
    for left, top, right, down in passes:
        for y in range(top, across, down):
            pixels = [samples[y // SIDE * 3 + x // SIDE] for x in range(left, across, right)]
            rows += b"\0" + _packed(pixels, bits)
    head = struct.pack(">IIBBBBB", across, across, bits, kind, 0, 0, is_interlaced)
    every = ((b"IHDR", head), *chunks, (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, every))


def _packed(pixels: Sequence[Any], bits: int) -> bytes:
    if bits == 1:
        return int("".join(map(str, pixels)), 2).to_bytes(len(pixels) // 8, "big")
    flat = [level for one in pixels for level in (one if isinstance(one, tuple) else (one,))]
    return (
        struct.pack(f">{len(flat)}H", *(257 * one for one in flat)) if bits == 16 else bytes(flat)
    )


def _chunk(chunk: Chunk) -> bytes:
    name, data = chunk
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _iccp(icc: bytes) -> Chunk:
    return b"iCCP", b"p\0\0" + zlib.compress(icc)


def _gama(exponent: float) -> Chunk:
    return b"gAMA", struct.pack(">I", round(100_000 / exponent))


def _palette(colours: Sequence[Colour]) -> bytes:
    return bytes(level for colour in colours for level in colour)


def _indexed() -> Image.Image:
    picture = patches("P", range(9))
    picture.putpalette(_palette(COLOURS))
    return picture


def _moving(kind: str, options: Mapping[str, object]) -> bytes:
    """A picture with a second frame in the opposite colours."""
    other = patches("RGB", [tuple(255 - level for level in colour) for colour in COLOURS])
    moves = {"save_all": True, "append_images": [other], "duration": 9000}
    return _saved(patches("RGB", COLOURS), kind, {**moves, **options})


def _noise() -> bytes:
    """A PNG of which half is missing."""
    whole = png(2, [(colour[0], colour[1], colour[2]) for colour in COLOURS])
    return whole[: len(whole) // 2]


def _with_alpha() -> Image.Image:
    return patches(
        "RGBA", [(*one, max(alpha, 1)) for one, alpha in zip(COLOURS, ALPHAS, strict=True)]
    )


MADE: Mapping[str, Callable[[], bytes]] = {
    "jpeg-adobe-rgb": lambda: jpeg(patches("RGB", COLOURS), ADOBE),
    "jpeg-grey-gamma-18-v4": lambda: jpeg(patches("L", GREYS), grey_profile(parametric(1.8), 4)),
    "jpeg-grey-dot-gain-20": lambda: jpeg(patches("L", GREYS), DOTS),
    "jpeg-cmyk-no-profile": lambda: jpeg(patches("CMYK", INKS)),
    "jpeg-cmyk-press-profile": lambda: jpeg(patches("CMYK", INKS), ink_profile()),
    "png-gama-only-18": lambda: png(2, COLOURS, _gama(1.8)),
    "png-gama-linear": lambda: png(2, COLOURS, _gama(1)),
    "png-cicp-display-p3": lambda: png(2, COLOURS, (b"cICP", bytes([12, 13, 0, 1]))),
    "png-grey16-gama-18": lambda: png(0, GREYS, _gama(1.8), bits=16),
    "png-palette-trns-iccp-p3": lambda: png(
        3, range(9), _iccp(P3), (b"PLTE", _palette(COLOURS)), (b"tRNS", bytes(SHEER))
    ),
    "png-grey-alpha-iccp": lambda: png(4, [*zip(GREYS, ALPHAS, strict=True)], _iccp(GREY_22)),
    "png-interlaced-iccp-adobe": lambda: png(2, COLOURS, _iccp(ADOBE), is_interlaced=True),
    "png-1-bit": lambda: png(0, (0, 1, 0, 1, 1, 0, 1, 0, 1), bits=1),
    "webp-lossless-iccp-adobe": lambda: _saved(
        patches("RGB", COLOURS), "WEBP", {"lossless": True, "icc_profile": ADOBE}
    ),
    "webp-alpha-iccp-prophoto": lambda: _saved(
        _with_alpha(), "WEBP", {"lossless": True, "exact": True, "icc_profile": PROPHOTO}
    ),
    "gif-transparent": lambda: _saved(_indexed(), "GIF", {"transparency": 4}),
    "gif-animated": lambda: _moving("GIF", {"loop": 0}),
    "webp-animated-iccp": lambda: _moving("WEBP", {"lossless": True, "icc_profile": ADOBE}),
    "apng": lambda: _moving("PNG", {}),
    "jpeg-orientation-6-p3": lambda: jpeg(patches("RGB", COLOURS), P3, 6),
    "jpeg-orientation-5-adobe": lambda: jpeg(patches("RGB", COLOURS), ADOBE, 5),
    "jpeg-orientation-3-cmyk-profile": lambda: jpeg(patches("CMYK", INKS), ink_profile(), 3),
    "jpeg-rgb-profile-in-grey": lambda: jpeg(patches("L", GREYS), P3),
    "jpeg-truncated": lambda: jpeg(patches("RGB", COLOURS), ADOBE)[:-400],
    "png-truncated": _noise,
    "jpeg-zero-bytes-after-the-end": lambda: jpeg(patches("RGB", COLOURS), P3) + bytes(4000),
    "jpeg-progressive-prophoto": lambda: jpeg(patches("RGB", COLOURS), PROPHOTO, progressive=True),
}
"""What makes the pictures that Pillow or a few lines can write, by the names of their kinds."""
