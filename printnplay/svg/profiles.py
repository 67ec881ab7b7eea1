"""Colour profiles of pictures, and the conversion to sRGB.

lcms converts, in Pillow: relative colorimetric, with black point compensation. A picture that
declares sRGB, or nothing, is sRGB.
"""

import struct
from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import chain, product
from struct import pack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from printnplay.kernel import codes
from printnplay.svg.picture_headers import Cicp, Header
from printnplay.svg.pictures import ArtError

if TYPE_CHECKING:
    from PIL.Image import Image

SAVE_HELP = "convert the picture to sRGB in your program, and save it again"

Curve: TypeAlias = tuple[float, ...]
"""The parameters g, or g, a, b, c and d, of a parametric curve (ICC.1:2022, 10.18)."""

_SRGB_CURVE: Curve = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
_BT709_CURVE: Curve = (1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081)
_D65 = (0.3127, 0.329)
_C = (0.31, 0.316)
_BT709 = (*_D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
_ADOBE_RGB = (*_D65, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
_ADOBE_GAMMA = 563 / 256
"""The gamma of Adobe RGB (1998), 4.3.1.2: 2 and 51/256."""

_BT601 = (*_D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07)

_PRIMARIES: Mapping[int, Sequence[float]] = {
    1: _BT709,
    4: (*_C, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08),
    5: (*_D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06),
    6: _BT601,
    7: _BT601,
    9: (*_D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046),
    11: (0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    12: (*_D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    22: (*_D65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077),
}
"""White, red, green and blue, as x and y, by their number (ITU-T H.273, table 2)."""
_CURVES: Mapping[int, Curve] = {
    **dict.fromkeys((1, 6, 14, 15), _BT709_CURVE),
    4: (2.2,),
    5: (2.8,),
    8: (1.0,),
    13: _SRGB_CURVE,
}
"""Transfer curves by their number (table 3)."""
_HDR = {16: "PQ", 18: "HLG"}
"""Transfer curves for brightness beyond paper white, which no profile can convert to sRGB."""

_SRGB_GAMMA = (0.45, 0.46)
"""The approximate gamma that a PNG declares for the sRGB curve (PNG, 11.3.2.5)."""
_ALIKE = 0.001
"""The tolerance of chromaticities that count as sRGB: files round them."""

_STEPS = range(0, 256, 51)
"""The levels of each channel in the lattice that profiles are judged by: 6 of 256, web colours. A
guess."""

_ONE_STEP = 1
"""The change of a colour, of 255, that is invisible: a profile that changes no colour of the
lattice by more is sRGB."""

_SPACES = {1: ("GRAY", "RGB"), 3: ("RGB",), 4: ("CMYK",)}
"""The colour spaces of profiles that match pictures with this number of channels."""
_MODES = {"GRAY": "L", "RGB": "RGB", "CMYK": "CMYK"}
_NAMES = {1: "grey", 3: "RGB", 4: "CMYK"}


class Colours(NamedTuple):
    """The colours of a picture: the profile to convert from, None if they are sRGB.

    `doubt` explains why that is a guess. With `bare`, the colour metadata has to be removed from
    the picture, since readers might interpret it in different ways.
    """

    profile: bytes | None = None
    doubt: str = ""
    bare: bool = False


def colours_of(header: Header, name: str) -> Colours:
    """Return the colour space of a picture.

    Raises:
        ArtError: PNP424, it is brighter than paper can be (HDR).
    """
    if header.cicp is not None:
        return _named(header.cicp, name)
    if header.profile is not None:
        return _profiled(header.profile, header.layers, name)
    found = Colours()
    if header.srgb:
        return found
    if header.gamma is not None or header.chromaticities is not None:
        found = _measured(header)
    elif header.layers == 4:
        found = Colours(doubt="has CMYK colours and no profile that says which inks they are")
    elif header.adobe_rgb:
        found = Colours(matrix_profile(_ADOBE_RGB, (_ADOBE_GAMMA,)))
    return found


def _named(cicp: Cicp, name: str) -> Colours:
    _refuse_hdr(cicp.transfer, name)
    primaries, curve = _PRIMARIES.get(cicp.primaries), _CURVES.get(cicp.transfer)
    if primaries is None or curve is None or cicp.matrix or not cicp.full:
        numbers = f"{cicp.primaries}-{cicp.transfer}-{cicp.matrix}-{cicp.full:d}"
        return Colours(doubt=f"has colours of an unknown kind (cICP {numbers})", bare=True)
    if (primaries, curve) == (_BT709, _SRGB_CURVE):
        return Colours(bare=True)
    return Colours(matrix_profile(primaries, curve), bare=True)


def _refuse_hdr(transfer: int, name: str) -> None:
    if transfer in _HDR:
        raise ArtError(
            codes.UNUSABLE_PICTURE,
            f"`{name}` is an HDR picture ({_HDR[transfer]}), brighter than paper can be",
            "tone-map it to SDR in your program, and save it in sRGB",
        )


def _measured(header: Header) -> Colours:
    primaries = header.chromaticities or _BT709
    is_srgb = max(abs(a - b) for a, b in zip(primaries, _BT709, strict=True)) < _ALIKE
    if header.gamma is None:
        curve = _SRGB_CURVE
    elif is_srgb and _SRGB_GAMMA[0] < header.gamma < _SRGB_GAMMA[1]:
        return Colours(bare=True)
    else:
        curve = (1 / header.gamma,)
    if is_srgb and curve == _SRGB_CURVE:
        return Colours(bare=True)
    try:
        profile = matrix_profile(primaries, curve)
    except (ZeroDivisionError, struct.error):
        doubt = "describes its colours (gAMA, cHRM) with impossible numbers"
        return Colours(doubt=doubt, bare=True)
    return _profiled(profile, header.layers, "")


def _profiled(profile: bytes, layers: int, name: str) -> Colours:
    """Return the colours of a picture with a profile."""
    transfer = _cicp_transfer(profile)
    if transfer is not None:
        _refuse_hdr(transfer, name)
    found = _described(profile)
    if found is None:
        return Colours(doubt="has a damaged colour profile", bare=True)
    if found.space not in _SPACES.get(layers, ()):
        doubt = f"is {_NAMES.get(layers, 'a picture')}, and its colour profile is for {found.space}"
        return Colours(doubt=doubt, bare=True)
    if found.is_srgb:
        return Colours(bare=not found.is_always_srgb)
    return Colours(profile, bare=True)


class _Described(NamedTuple):
    """A profile: its colour space, and whether it equals sRGB as we convert it, or in every way."""

    space: str
    is_srgb: bool
    is_always_srgb: bool


@lru_cache(maxsize=64)
def _described(profile: bytes) -> _Described | None:
    """Analyse a profile; return None for one that cannot be used."""
    from PIL import ImageCms

    try:
        opened = ImageCms.ImageCmsProfile(BytesIO(profile))
        space = opened.profile.xcolor_space.strip()
        if space not in _MODES:
            return _Described(space, is_srgb=False, is_always_srgb=False)
        intents = (ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Intent.PERCEPTUAL)
        alike = [_is_srgb(profile, space, intent) for intent in intents]
    except (OSError, ImageCms.PyCMSError):
        return None
    return _Described(space, is_srgb=alike[0], is_always_srgb=all(alike))


def _is_srgb(profile: bytes, space: str, intent: int) -> bool:
    """Check whether a profile changes no colour of a lattice by more than a step.

    Raises:
        PyCMSError: it cannot be used.
    """
    from PIL import Image

    lattice = [*product(_STEPS, repeat=3)]
    if space == "GRAY":
        lattice = [(level,) * 3 for level in range(0, 256, 5)]
    values = bytes(chain.from_iterable(lattice))
    row = Image.frombytes("RGB", (len(lattice), 1), values)
    changed = _applied(row.convert(_MODES[space]), profile, _MODES[space], intent).tobytes()
    if space == "CMYK":
        return False
    return all(abs(a - b) <= _ONE_STEP for a, b in zip(values, changed, strict=True))


def in_srgb(image: "Image", profile: bytes | None) -> "Image":
    """Return pixels in sRGB, as RGB or RGBA.

    Args:
        image: pixels of any mode.
        profile: the profile of their colours; None if they are sRGB, or CMYK of unknown inks.
    """
    from PIL import ImageCms

    alpha = image.convert("RGBA").getchannel("A") if image.has_transparency_data else None
    if profile is None:
        found = image.convert("RGB")
    else:
        described = _described(profile)
        assert described is not None
        mode = _MODES[described.space]
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        found = _applied(image.convert(mode), profile, mode, intent)
    if alpha is not None:
        found.putalpha(alpha)
    return found


def _applied(image: "Image", profile: bytes, mode: str, intent: int) -> "Image":
    from PIL import ImageCms

    made = ImageCms.applyTransform(image, _transform(profile, mode, intent))
    assert made is not None
    return made


@lru_cache(maxsize=16)
def _transform(profile: bytes, mode: str, intent: int) -> Any:  # noqa: ANN401
    from PIL import ImageCms

    return ImageCms.buildTransform(
        ImageCms.ImageCmsProfile(BytesIO(profile)),
        ImageCms.createProfile("sRGB"),
        mode,
        "RGB",
        ImageCms.Intent(intent),
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def _cicp_transfer(profile: bytes) -> int | None:
    """Return the transfer in a profile's `cicp` tag (ICC.1:2022, 9.2.17); None if it has none."""
    count = min(100, int.from_bytes(profile[128:132], "big"))
    for at in range(132, 132 + 12 * count, 12):
        if profile[at : at + 4] == b"cicp":
            start = int.from_bytes(profile[at + 4 : at + 8], "big")
            body = profile[start : start + 12]
            return body[9] if len(body) == 12 else None
    return None


_D50 = (0.9642, 1.0, 0.8249)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
"""The white point of profiles (ICC.1:2022, 7.2.16), and the Bradford matrix that adapts others to
it (ICC.1:2022, annex E)."""

Vector: TypeAlias = Sequence[float]
Matrix: TypeAlias = Sequence[Vector]


@lru_cache(maxsize=16)
def matrix_profile(chromaticities: tuple[float, ...], curve: Curve) -> bytes:
    """Return an ICC profile of colours that are mixed from red, green and blue light.

    Args:
        chromaticities: x and y of white, red, green and blue.
        curve: from the values of a picture to light.

    Raises:
        ZeroDivisionError: they span no colours.
        struct.error: a number is too large.
    """
    white, *lights = (
        (x / y, 1.0, (1 - x - y) / y)
        for x, y in zip(chromaticities[::2], chromaticities[1::2], strict=True)
    )
    primaries = [*zip(*lights, strict=True)]
    shares = _times(_inverse(primaries), white)
    scales = (
        there / here
        for there, here in zip(_times(_BRADFORD, _D50), _times(_BRADFORD, white), strict=True)
    )
    adapted = [[scale * part for part in row] for scale, row in zip(scales, _BRADFORD, strict=True)]
    to_d50 = _inverse(_BRADFORD)
    colours = [
        _times(to_d50, _times(adapted, [share * part for part in light]))
        for share, light in zip(shares, lights, strict=True)
    ]
    parametric = pack(f">4s4xH2x{len(curve)}l", b"para", 3 if len(curve) > 1 else 0, *_fixed(curve))
    name = "colours of a picture".encode("utf-16-be")
    text = pack(">4s4x2L2s2s2L", b"mluc", 1, 12, b"en", b"US", len(name), 28) + name
    tags = {b"desc": text, b"cprt": text, b"wtpt": _xyz(_D50)}
    for letter, colour in zip(b"rgb", colours, strict=True):
        tags[bytes([letter]) + b"XYZ"] = _xyz(colour)
        tags[bytes([letter]) + b"TRC"] = parametric
    start = 128 + 4 + 12 * len(tags)
    index, data = pack(">L", len(tags)), b""
    for tag, content in tags.items():
        index += pack(">4s2L", tag, start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    kinds = pack(">L4s4s4s", 0x04300000, b"mntr", b"RGB ", b"XYZ ")
    head = pack(">L4x", start + len(data)) + kinds + bytes(12) + b"acsp" + bytes(28)
    head += pack(">3l", *_fixed(_D50))
    return head.ljust(128, b"\0") + index + data


def _fixed(values: Vector) -> list[int]:
    return [round(65536 * value) for value in values]


def _xyz(values: Vector) -> bytes:
    return pack(">4s4x3l", b"XYZ ", *_fixed(values))


def _times(matrix: Matrix, vector: Vector) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    cofactors = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    whole = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0]
    return [[part / whole for part in row] for row in cofactors]
