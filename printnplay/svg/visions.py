"""Drawings as seen by other eyes and printers: in grey, with colour blindness, paler."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

from lxml import etree
from tinycss2.color3 import RGBA, parse_color

from printnplay.kernel.luminance import WEIGHTS, encoded, linear, luminance_of
from printnplay.scene.drawn_lines import OUTLINE
from printnplay.svg.colours import COLOURS, PAINTS
from printnplay.svg.elements import SVG, attributes, href, root_of
from printnplay.svg.pictures import DRAWING, linked_drawing, of_clean
from printnplay.svg.pixels import with_colours

Matrix3 = tuple[tuple[float, float, float], ...]

VISIONS: Mapping[str, Matrix3] = {
    "grey": (WEIGHTS,) * 3,
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
"""The matrices for linear red, green and blue. Grey: the luminance of ITU-R BT.709; the others:
Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
Deficiency, 2009, at full severity."""

COLOURED = PAINTS | COLOURS
STEPS = 17
"""The steps of each channel in a `colour_table`: with 17, interpolated values are off by less than
1 of 255 on average, greys by 1 at most."""


def seen(svg: str, vision: str) -> str:
    """Return a clean drawing in the colours of a vision, including its raster pictures.

    Raises:
        KeyError: there is no such vision.
    """
    matrix = VISIONS[vision]
    root = root_of(svg)
    for element in root.iter(etree.Element):
        for name, value in attributes(element):
            if name in COLOURED:
                element.set(name, recoloured(value, matrix))
        if "style" in element.attrib:
            element.set("style", _restyled(str(element.attrib["style"]), matrix))
    if root.find(f".//{{{SVG}}}image") is not None:
        _recolour_images(root, vision)
    return etree.tostring(root, encoding="unicode")


@cache
def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1; 1 for paints without a plain colour.

    >>> luminance("#000000"), luminance("#ffffff"), luminance("none")
    (0.0, 1.0, 1)
    """
    read = parse_color(colour)
    if not isinstance(read, RGBA) or read.alpha < 1:
        return 1
    return round(luminance_of(*read[:3]), 6)


def paler(colour: str, share: float) -> str:
    """Return a colour mixed with white, keeping this share of it; other paints stay.

    >>> paler("#000000", 0.2), paler("none", 0.2)
    ('#cccccc', 'none')
    """
    read = parse_color(colour)
    if not isinstance(read, RGBA):
        return colour
    return _written([1 - share * (1 - part) for part in read[:3]], read.alpha)


def scaled(colour: str, share: float) -> str:
    """Return a colour with this share of its luminance.

    >>> scaled("#ffffff", 0.18)
    '#767676'
    """
    read = parse_color(colour)
    if not isinstance(read, RGBA):
        return colour
    return _written([encoded(share * linear(part)) for part in read[:3]], read.alpha)


BLACK = "#000000"

DARKEST = 0.02
"""The luminance below which a text may be printed as black: its contrast with white is above 15:1.

Black is one ink. A dark blue takes three, which do not quite align on paper and leave fringes.
"""

_FILL = re.compile(r'fill="(#[0-9a-f]{6})"')


def with_black_text(svg: str, kept: frozenset[str]) -> str:
    """Return a clean drawing with its dark text in black; colours that are `kept` stay."""
    for fill in {*_FILL.findall(svg)} - kept - {BLACK}:
        if luminance(fill) <= DARKEST:
            svg = _with_black(svg, f' fill="{fill}"')
    return svg


_BLACK_FILL = f' fill="{BLACK}"'
_TEXTS = ("<text", "<tspan")


def _with_black(svg: str, fill: str) -> str:
    """Return a clean drawing with this fill replaced by black wherever a text has it.

    lxml writes no `<` or `>` into an attribute, so the last `<` before one starts its element. The
    outlines of letters are text, too.
    """
    *before, last = svg.split(fill)
    out = []
    for part in before:
        begin = part[part.rfind("<") :]
        is_text = begin.partition(" ")[0] in _TEXTS or begin.startswith(OUTLINE)
        out += [part, _BLACK_FILL if is_text else fill]
    return "".join([*out, last])


@cache
def recoloured(value: str, matrix: Matrix3) -> str:
    """Return a colour in a vision; `none`, `currentColor` and gradients stay.

    >>> recoloured("#ff0000", VISIONS["grey"]), recoloured("#ffffff", VISIONS["protanopia"])
    ('#7f7f7f', '#ffffff')
    """
    colour = parse_color(value)
    if not isinstance(colour, RGBA):
        return value
    light = [linear(part) for part in colour[:3]]
    mixed = [sum(share * part for share, part in zip(row, light, strict=True)) for row in matrix]
    return _written([encoded(part) for part in mixed], colour.alpha)


def _written(channels: Sequence[float], alpha: float) -> str:
    """Return a colour of red, green and blue, each from 0 to 1."""
    red, green, blue = (round(255 * part) for part in channels)
    if alpha < 1:
        return f"rgba({red}, {green}, {blue}, {alpha:g})"
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


def _recolour_images(root: etree._Element, vision: str) -> None:
    """Apply the same change to each raster picture, and to each drawing embedded as one."""
    for image in root.iter(f"{{{SVG}}}image"):
        uri = href(image)
        if not uri:
            continue
        kind, content = of_clean(uri)
        if kind == DRAWING:
            image.set("href", linked_drawing(seen(content.decode(), vision)))
        else:
            image.set("href", with_colours(uri, colour_table(vision)))


@cache
def colour_table(vision: str) -> tuple[float, ...]:
    """Return the lookup table of a vision: red, green and blue from 0 to 1 on a grid.

    Red runs fastest, then green, then blue, each in `STEPS` steps from 0 to 1.
    """
    levels = [linear(step / (STEPS - 1)) for step in range(STEPS)]
    matrix = VISIONS[vision]
    return tuple(
        encoded(row[0] * red + row[1] * green + row[2] * blue)
        for blue, green, red in product(levels, repeat=3)
        for row in matrix
    )
