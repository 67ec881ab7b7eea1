"""Drawings as other eyes and printers show them: in grey, and with three colour-blindnesses."""

from collections.abc import Mapping
from functools import cache

from lxml import etree
from tinycss2.color3 import RGBA, parse_color

from printnplay.svg.elements import SVG, attributes

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

COLOURED = frozenset({"fill", "stroke", "stop-color", "flood-color", "lighting-color", "color"})
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
