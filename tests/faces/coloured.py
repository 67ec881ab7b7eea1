"""Pictures whose colours are not sRGB, each with the sRGB values that it stands for.

Colours of light are converted by coloraide, inks by lcms from the profile of the tests' press.
"""

import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from struct import pack
from typing import Any, TypeAlias

from build.print_services.press_profile import profile as press_profile
from coloraide import Color
from msgspec import Struct
from PIL import Image, ImageCms

from printnplay.svg.profiles import matrix_profile

Colour: TypeAlias = tuple[int, int, int]

PATCHES: tuple[Colour, ...] = (
    (0, 0, 0),
    (24, 24, 24),
    (128, 128, 128),
    (255, 255, 255),
    (200, 40, 30),
    (40, 160, 60),
    (30, 60, 190),
    (230, 190, 40),
    (120, 70, 150),
)
SIDE = 32
"""Of a patch, in pixels: whole blocks of a JPEG."""

SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
LAB = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
_D65 = (0.3127, 0.329)
BT709 = (*_D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
ADOBE = (*_D65, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
P3 = matrix_profile(
    (*_D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),
    (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
)
ADOBE_RGB = matrix_profile(ADOBE, (563 / 256,))
PROPHOTO = matrix_profile(
    (0.3457, 0.3585, 0.734699, 0.265301, 0.159597, 0.840403, 0.036598, 0.000105), (1.8,)
)
PRESS = press_profile()


class Coloured(Struct, frozen=True):
    """A picture of the patches, one beside the other, and what it is to look like."""

    name: str
    content: bytes
    expected: tuple[tuple[int, ...], ...]
    doubt: str = ""


def patches(colours: Sequence[Any], mode: str = "RGB") -> Image.Image:
    """A picture of patches of these colours."""
    image = Image.new(mode, (SIDE * len(colours), SIDE))
    for number, colour in enumerate(colours):
        image.paste(colour, (SIDE * number, 0, SIDE * (number + 1), SIDE))
    return image


def saved(image: Image.Image, form: str, **options: Any) -> bytes:  # noqa: ANN401  Pillow's
    """A picture as a file."""
    stream = BytesIO()
    if form == "JPEG":
        options = {"quality": 98, "subsampling": 0, **options}
    image.save(stream, form, **options)
    return stream.getvalue()


def with_chunks(png: bytes, *chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG with more chunks behind its first."""
    made = [
        pack(">L4s", len(body), name) + body + pack(">L", zlib.crc32(name + body))
        for name, body in chunks
    ]
    return png[:33] + b"".join(made) + png[33:]


def gamma(value: float) -> tuple[bytes, bytes]:
    return b"gAMA", pack(">L", round(value * 100_000))


def chromaticities(values: Sequence[float]) -> tuple[bytes, bytes]:
    return b"cHRM", pack(">8L", *(round(value * 100_000) for value in values))


def iccp(profile: bytes) -> tuple[bytes, bytes]:
    return b"iCCP", b"p\0\0" + zlib.compress(profile)


def cicp(primaries: int, transfer: int) -> tuple[bytes, bytes]:
    return b"cICP", bytes([primaries, transfer, 0, 1])


def of_space(space: str, colours: Sequence[Colour] = PATCHES) -> tuple[Colour, ...]:
    """What colours of a space of coloraide are in sRGB."""
    return tuple(
        _bytes(Color(space, [part / 255 for part in colour]).convert("srgb").coords())
        for colour in colours
    )


def _bytes(parts: Sequence[float]) -> Colour:
    red, green, blue = (round(255 * min(1, max(0, part))) for part in parts)
    return red, green, blue


def powered(power: float, colours: Sequence[Colour] = PATCHES) -> tuple[Colour, ...]:
    """What colours with sRGB's primaries and another curve are in sRGB."""
    return tuple(
        _bytes(
            Color("srgb-linear", [(part / 255) ** power for part in colour])
            .convert("srgb")
            .coords()
        )
        for colour in colours
    )


def of_press(inks: Sequence[tuple[int, ...]]) -> tuple[Colour, ...]:
    """What inks of the press are in sRGB."""
    transform = ImageCms.buildTransform(
        BytesIO(PRESS),
        ImageCms.createProfile("sRGB"),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    found = ImageCms.applyTransform(patches(inks, "CMYK"), transform)
    assert found is not None
    return tuple(found.getpixel((SIDE * n + 9, 9)) for n in range(len(inks)))  # type: ignore[misc]


def grey_profile(power: float) -> bytes:
    """A profile of a grey with a curve."""
    curve = pack(">4s4xLH2x", b"curv", 1, round(power * 256))
    white = pack(">4s4x3l", b"XYZ ", *(round(65536 * v) for v in (0.9642, 1.0, 0.8249)))
    tags = {b"wtpt": white, b"kTRC": curve}
    start = 128 + 4 + 12 * len(tags)
    index, data = pack(">L", len(tags)), b""
    for tag, content in tags.items():
        index += pack(">4s2L", tag, start + len(data), len(content))
        data += content
    kinds = pack(">L4s4s4s", 0x02100000, b"mntr", b"GRAY", b"XYZ ")
    head = pack(">L4x", start + len(data)) + kinds + bytes(12) + b"acsp" + bytes(28)
    return head.ljust(128, b"\0") + index + data


def hdr_profile() -> bytes:
    """A profile of P3 that says that its curve is PQ."""
    body = pack(">4s4x4B", b"cicp", 9, 16, 0, 1)
    count = int.from_bytes(P3[128:132], "big")
    tags = b""
    for at in range(132, 132 + 12 * count, 12):
        name, start, length = P3[at : at + 4], P3[at + 4 : at + 8], P3[at + 8 : at + 12]
        tags += name + pack(">L", int.from_bytes(start, "big") + 12) + length
    tags += b"cicp" + pack(">2L", len(P3) + 12, len(body))
    whole = P3[4:128] + pack(">L", count + 1) + tags + P3[132 + 12 * count :] + body
    return pack(">L", len(whole) + 4) + whole


def exif_of_a_camera() -> Image.Exif:
    """What a camera writes that takes pictures in Adobe RGB."""
    exif = Image.Exif()
    exif[274] = 1
    exif.get_ifd(0x8769)[0xA001] = 0xFFFF
    exif.get_ifd(0x8769)[0xA005] = {1: "R03"}
    return exif


RGB = patches(PATCHES)
PNG = saved(RGB, "PNG")
GREYS = tuple((level,) * 3 for level in (0, 24, 60, 90, 128, 160, 200, 230, 255))
GREY = patches([level for level, _, _ in GREYS], "L")
INKS = ((0, 0, 0, 0), (255, 0, 0, 0), (0, 200, 190, 20), (60, 60, 60, 60), (0, 0, 0, 255))
FOUR = patches(INKS, "CMYK")
NAIVE = tuple(
    tuple(round((255 - ink) * (255 - black) / 255) for ink in coloured) for *coloured, black in INKS
)
OPAQUE = RGB.convert("RGBA")
FEW = RGB.convert("P", palette=Image.Palette.ADAPTIVE)

DAMAGED, WRONG = "a damaged colour profile", "its colour profile is for"


def pictures() -> list[Coloured]:
    """All of them."""
    adobe, p3, same = of_space("a98-rgb"), of_space("display-p3"), PATCHES
    return [
        Coloured("says-nothing.jpg", saved(RGB, "JPEG"), same),
        Coloured("srgb.jpg", saved(RGB, "JPEG", icc_profile=SRGB), same),
        Coloured("adobe-rgb.jpg", saved(RGB, "JPEG", icc_profile=ADOBE_RGB), adobe),
        Coloured("display-p3.jpg", saved(RGB, "JPEG", icc_profile=P3), p3),
        Coloured("camera.jpg", saved(RGB, "JPEG", exif=exif_of_a_camera()), adobe),
        Coloured("long.jpg", saved(RGB, "JPEG", icc_profile=P3 + bytes(200_000)), p3),
        Coloured("progressive.jpg", saved(RGB, "JPEG", icc_profile=P3, progressive=True), p3),
        Coloured("rgb.jpg", saved(RGB, "JPEG", keep_rgb=True), same),
        Coloured("prophoto.png", saved(RGB, "PNG", icc_profile=PROPHOTO), of_space("prophoto-rgb")),
        Coloured("palette.png", saved(FEW, "PNG", icc_profile=P3), p3),
        Coloured("alpha.png", saved(OPAQUE, "PNG", icc_profile=P3), p3),
        Coloured("alpha.webp", saved(OPAQUE, "WEBP", lossless=True, icc_profile=P3), p3),
        Coloured("srgb.webp", saved(RGB, "WEBP", lossless=True, icc_profile=SRGB), same),
        Coloured(
            "grey.jpg",
            saved(GREY, "JPEG", icc_profile=grey_profile(1.8)),
            powered(1.8 + 1 / 256, GREYS),
        ),
        Coloured(
            "grey-as-rgb.png", with_chunks(saved(GREY, "PNG"), iccp(ADOBE_RGB)), powered(2.2, GREYS)
        ),
        Coloured("press.jpg", saved(FOUR, "JPEG", icc_profile=PRESS), of_press(INKS)),
        Coloured("inks.jpg", saved(FOUR, "JPEG"), NAIVE, "no profile that says which inks"),
        Coloured("gamma-1.png", with_chunks(PNG, gamma(1)), powered(1)),
        Coloured("gamma-1.8.png", with_chunks(PNG, gamma(1 / 1.8)), powered(1.8)),
        Coloured("gamma-of-srgb.png", with_chunks(PNG, gamma(0.45455)), same),
        Coloured("grey-gamma.png", with_chunks(saved(GREY, "PNG"), gamma(1)), powered(1, GREYS)),
        Coloured("no-gamma.png", with_chunks(PNG, gamma(0)), same),
        Coloured(
            "chromaticities.png", with_chunks(PNG, gamma(0.4547), chromaticities(ADOBE)), adobe
        ),
        Coloured(
            "no-light.png", with_chunks(PNG, gamma(0.45455), chromaticities((0,) * 8)), same, "gAMA"
        ),
        Coloured("srgb-first.png", with_chunks(PNG, (b"sRGB", b"\0"), gamma(1)), same),
        Coloured("profile-first.png", with_chunks(PNG, iccp(P3), gamma(1)), p3),
        Coloured("cicp-first.png", with_chunks(PNG, cicp(12, 13), iccp(ADOBE_RGB)), p3),
        Coloured("cicp-srgb.png", with_chunks(PNG, cicp(1, 13)), same),
        Coloured("cicp-linear.png", with_chunks(PNG, cicp(1, 8)), powered(1)),
        Coloured("cicp-unknown.png", with_chunks(PNG, cicp(2, 2)), same, "cICP 2-2-0-1"),
        Coloured("damaged.png", with_chunks(PNG, (b"iCCP", b"p\0\0x")), same, DAMAGED),
        Coloured("cut-short.jpg", saved(RGB, "JPEG", icc_profile=P3[:300]), same, DAMAGED),
        Coloured("nonsense.png", with_chunks(PNG, iccp(b"icc" * 99)), same, DAMAGED),
        Coloured("inks-of-rgb.jpg", saved(RGB, "JPEG", icc_profile=PRESS), same, WRONG),
        Coloured("grey-of-rgb.png", with_chunks(PNG, iccp(grey_profile(2))), same, WRONG),
        Coloured("lab.png", with_chunks(PNG, iccp(LAB)), same, WRONG),
        Coloured("rgb-of-inks.jpg", saved(FOUR, "JPEG", icc_profile=P3), NAIVE, WRONG),
    ]


def animated(form: str) -> bytes:
    """An animation of two frames, the first of which is the patches."""
    frames = [patches(PATCHES[::-1])]
    options = {"lossless": True} if form == "WEBP" else {}
    return saved(RGB, form, save_all=True, append_images=frames, duration=9, **options)


def with_precision(bits: int, marker: int = 0xC0) -> bytes:
    """A JPEG that says that it has so many bits, or is of another kind."""
    content = bytearray(saved(RGB, "JPEG"))
    at = content.index(b"\xff\xc0")
    content[at + 1], content[at + 4] = marker, bits
    return bytes(content)


Maker: TypeAlias = Callable[[], bytes]
REFUSED: dict[str, tuple[Maker, str]] = {
    "pq.png": (lambda: with_chunks(PNG, cicp(9, 16)), "is an HDR picture (PQ)"),
    "hlg.png": (lambda: with_chunks(PNG, cicp(9, 18)), "is an HDR picture (HLG)"),
    "pq.jpg": (lambda: saved(RGB, "JPEG", icc_profile=hdr_profile()), "is an HDR picture (PQ)"),
    "bits.jpg": (lambda: with_precision(12), "is a JPEG of 12 bits"),
    "lossless.jpg": (lambda: with_precision(8, 0xC3), "is a lossless or hierarchical JPEG"),
}
