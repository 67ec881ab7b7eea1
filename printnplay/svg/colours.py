"""Colours of drawings: CSS colours in plain sRGB, and as other eyes and printers show them.

typst reads the colours of CSS Color 3, and draws every other one black. So what CSS Color 4 and 5
add is said plainly here (`oklch()`, `color-mix()`, `light-dark()` and the others), and what is no
colour at all is found.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any

from lxml import etree
from tinycss2.color3 import RGBA, parse_color

from printnplay.svg.elements import SVG, attributes

PAINTS = frozenset({"fill", "stroke"})
COLOURS = frozenset({"color", "stop-color", "flood-color", "lighting-color"})
"""The properties that are a paint, and those that are a colour."""

_PAINT_WORDS = {word: word for word in ("none", "context-fill", "context-stroke")}
_COLOUR_WORDS = {"currentcolor": "currentColor", "inherit": "inherit"}
"""Words by their small letters, as typst knows them."""
_SYSTEM = {
    **dict.fromkeys(("canvas", "field", "highlighttext", "accentcolortext"), "#ffffff"),
    **dict.fromkeys(("canvastext", "fieldtext", "buttontext", "buttonborder"), "#000000"),
    "buttonface": "#f0f0f0",
    "graytext": "#808080",
    "linktext": "#0000ee",
    "visitedtext": "#551a8b",
    "activetext": "#ff0000",
    "highlight": "#b5d7ff",
    "accentcolor": "#0075ff",
}
"""The colours of CSS Color 4, 6.2, that a reader's system chooses, as browsers show them by day."""
_PLAIN = re.compile(r"#(?:[0-9a-f]{3}){1,2}|[a-z]{3,}", re.IGNORECASE)
_REFERENCE = re.compile(r"(url\([^)]*\))\s*(.*)", re.IGNORECASE | re.DOTALL)
_PROFILED = re.compile(r"(\S.*?)\s+(?:icc-color|device-cmyk)\([^)]*\)", re.IGNORECASE)
_MODERN = re.compile(
    r"(?<![\w-])(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch)|color|color-mix|light-dark)\(", re.IGNORECASE
)
LONGEST = 1000
"""A colour is never longer than this, in characters."""


@lru_cache(maxsize=4096)
def paint(value: str) -> str | None:
    """A paint (SVG 2, 13.2) as typst reads it; None when it is not one.

    >>> paint("url(#sky) oklch(62.8% 0.2577 29.23)"), paint("none"), paint("bleu")
    ('url(#sky) #ff0000', 'none', None)
    """
    value = value.strip()
    if value.lower() in _PAINT_WORDS:
        return _PAINT_WORDS[value.lower()]
    reference = _REFERENCE.fullmatch(value)
    if reference is None:
        return colour(value)
    link, fallback = reference.groups()
    if not fallback:
        return link
    second = "none" if fallback.lower() == "none" else colour(fallback)
    return None if second is None else f"{link} {second}"


@lru_cache(maxsize=4096)
def colour(value: str) -> str | None:
    """A colour (CSS Color 4 and 5) as typst reads it; None when it is not one.

    What lies outside of sRGB is cut to it, as browsers do. A printed picture is light, not dark.

    >>> colour("rgb(200 30 30 / 50%)"), colour("light-dark(gold, navy)"), colour("GOLD")
    ('rgba(200, 30, 30, 0.5)', '#ffd700', 'GOLD')
    >>> colour("color-mix(in srgb, red, blue 25%)")
    '#bf0040'
    """
    value = value.strip()
    if value.lower() in _COLOUR_WORDS:
        return _COLOUR_WORDS[value.lower()]
    if _PLAIN.fullmatch(value) and isinstance(parse_color(value), RGBA):
        return value
    profiled = _PROFILED.fullmatch(value)
    if profiled is not None:
        # SVG 1.1, 11.13.1: the colour in front is what is shown without the profile.
        return colour(profiled[1])
    if len(value) > LONGEST:
        return None
    if value.lower() in _SYSTEM:
        return _SYSTEM[value.lower()]
    from printnplay.svg.css_colours import read

    found = read(value)
    return None if found is None else _plain(found)


def _plain(found: Any) -> str:  # noqa: ANN401  coloraide has no types
    red, green, blue = (
        round(255 * part) for part in found.convert("srgb").clip().coords(nans=False)
    )
    alpha = found.alpha(nans=False)
    if alpha < 1:
        return f"rgba({red}, {green}, {blue}, {alpha:.4g})"
    return f"#{red:02x}{green:02x}{blue:02x}"


def without_modern(value: str) -> str:
    """A value with each colour in it as typst reads it; one that is not known stays.

    >>> without_modern("drop-shadow(0 0 2px rgb(0 0 0 / 50%))")
    'drop-shadow(0 0 2px rgba(0, 0, 0, 0.5))'
    """
    parts, at = [], 0
    while match := _MODERN.search(value, at):
        end = _closed(value, match.end())
        plain = colour(value[match.start() : end])
        parts += [value[at : match.start()], plain or value[match.start() : end]]
        at = end
    return "".join([*parts, value[at:]])


def _closed(text: str, at: int) -> int:
    """The place behind the bracket that closes the one before a place."""
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


Matrix3 = tuple[tuple[float, float, float], ...]

VISIONS: Mapping[str, Matrix3] = {
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What becomes of linear red, green and blue. Grey: the luminance of ITU-R BT.709; the others:
Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
Deficiency, 2009, at full severity."""

COLOURED = PAINTS | COLOURS
SRGB_BEND, SRGB_SLOPE, SRGB_OFFSET, SRGB_GAMMA = 0.04045, 12.92, 0.055, 2.4
"""IEC 61966-2-1."""


def seen(svg: str, vision: str) -> str:
    """A clean drawing in the colours of a vision; pictures of pixels in it get a filter.

    Raises:
        KeyError: there is no such vision.
    """
    matrix = VISIONS[vision]
    root = etree.fromstring(svg.encode())
    for element in root.iter(etree.Element):
        for name, value in attributes(element):
            if name in COLOURED:
                element.set(name, recoloured(value, matrix))
        if "style" in element.attrib:
            element.set("style", _restyled(str(element.attrib["style"]), matrix))
    if root.find(f".//{{{SVG}}}image") is not None:
        _filter_images(root, matrix)
    return etree.tostring(root, encoding="unicode")


@cache
def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 for black to 1 for white; 1 for no plain one.

    >>> luminance("#000000"), luminance("#ffffff"), luminance("none")
    (0.0, 1.0, 1)
    """
    read = parse_color(colour)
    if not isinstance(read, RGBA) or read.alpha < 1:
        return 1
    grey = VISIONS["grey"][0]
    shares = zip(grey, read[:3], strict=True)
    return round(sum(share * _linear(part) for share, part in shares), 6)


def paler(colour: str, share: float) -> str:
    """A colour of which only a share is left, on white.

    >>> paler("#000000", 0.2)
    '#cccccc'
    """
    read = parse_color(colour)
    if not isinstance(read, RGBA):
        return colour
    channels = (round(255 * (1 - share * (1 - part))) for part in read[:3])
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def with_black_text(svg: str, darkest: float, kept: Collection[str]) -> str:
    """A clean drawing whose text is black where it is darker than a luminance.

    Colours that are `kept` stay.
    """
    if "<text" not in svg:
        return svg
    root = etree.fromstring(svg.encode())
    dark = [
        element
        for element in root.iter(f"{{{SVG}}}text", f"{{{SVG}}}tspan")
        if element.get("fill", "") not in kept and luminance(str(element.get("fill"))) <= darkest
    ]
    for element in dark:
        element.set("fill", "#000000")
    return etree.tostring(root, encoding="unicode") if dark else svg


@cache
def recoloured(value: str, matrix: Matrix3) -> str:
    """A colour in a vision; `none`, `currentColor` and gradients stay as they are.

    >>> recoloured("#ff0000", VISIONS["grey"]), recoloured("#ffffff", VISIONS["protanopia"])
    ('#7f7f7f', '#ffffff')
    """
    colour = parse_color(value)
    if not isinstance(colour, RGBA):
        return value
    linear = [_linear(part) for part in colour[:3]]
    mixed = [sum(share * part for share, part in zip(row, linear, strict=True)) for row in matrix]
    red, green, blue = (round(255 * _encoded(part)) for part in mixed)
    if colour.alpha < 1:
        return f"rgba({red}, {green}, {blue}, {colour.alpha:g})"
    return f"#{red:02x}{green:02x}{blue:02x}"


def _restyled(style: str, matrix: Matrix3) -> str:
    parts = []
    for part in style.split(";"):
        name, colon, value = part.partition(":")
        if name.strip() in COLOURED:
            parts.append(f"{name}{colon}{recoloured(value.strip(), matrix)}")
        else:
            parts.append(part)
    return ";".join(parts)


def _filter_images(root: etree._Element, matrix: Matrix3) -> None:
    """Give each picture of pixels the same change of colours as a filter in linear light."""
    rows = " ".join(" ".join(f"{share:g}" for share in row) + " 0 0" for row in matrix)
    box = {"color-interpolation-filters": "linearRGB", "x": "0", "y": "0"}
    size = {"width": "1", "height": "1"}
    change = etree.SubElement(root, f"{{{SVG}}}filter", {"id": "pnp-vision", **box, **size})
    values = {"type": "matrix", "values": f"{rows} 0 0 0 1 0"}
    etree.SubElement(change, f"{{{SVG}}}feColorMatrix", values)
    for image in list(root.iter(f"{{{SVG}}}image")):
        group = etree.Element(f"{{{SVG}}}g", {"filter": "url(#pnp-vision)"})
        parent = image.getparent()
        if parent is not None:
            parent.replace(image, group)
            group.append(image)


def _linear(part: float) -> float:
    if part <= SRGB_BEND:
        return part / SRGB_SLOPE
    return float(((part + SRGB_OFFSET) / (1 + SRGB_OFFSET)) ** SRGB_GAMMA)


def _encoded(part: float) -> float:
    clipped = min(max(part, 0.0), 1.0)
    if clipped <= SRGB_BEND / SRGB_SLOPE:
        return clipped * SRGB_SLOPE
    return float((1 + SRGB_OFFSET) * clipped ** (1 / SRGB_GAMMA) - SRGB_OFFSET)
