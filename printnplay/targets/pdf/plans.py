"""What is baked for a picture: its drawing or its pixels, and a layer of unseen text."""

from typing import NamedTuple

from printnplay.model.picture import Picture
from printnplay.targets.pdf.compiling import Sketch
from printnplay.targets.pdf.doubts import has_filter, unlike
from printnplay.targets.pdf.numbers import length
from printnplay.targets.pdf.oven import Oven

FILTER_SCALE = 2
"""Filters come out as pixels, 288 to an inch of the page: 576 on a page twice as large."""


class Plan(NamedTuple):
    """A picture as what is baked for it; `pixels` says why it is drawn as pixels, if it is."""

    picture: Picture
    sketch: Sketch
    layer: Sketch | None = None
    pixels: str = ""


def plan(picture: Picture, oven: Oven) -> Plan:
    """How a picture is baked: as pixels if its vectors would come out wrong.

    Raises:
        CompileError: it has to be drawn as pixels, and cannot.
        OverLimitError: that takes too long or too much memory.
    """
    reason = unlike(picture.svg)
    if reason:
        return _as_pixels(picture, oven, reason)
    if not has_filter(picture.svg):
        return Plan(picture, _sketch(picture, picture.svg))
    return Plan(picture, _sketch(picture, picture.svg, FILTER_SCALE), _layer(picture, shown=True))


def rescue(picture: Picture, oven: Oven, reason: str) -> Plan:
    """How a picture is baked that cannot be drawn as vectors.

    Raises:
        CompileError: it cannot be drawn as pixels either.
        OverLimitError: that takes too long or too much memory.
    """
    return _as_pixels(picture, oven, reason)._replace(layer=_lines(picture))


def _as_pixels(picture: Picture, oven: Oven, reason: str) -> Plan:
    pixels = oven.rasterise(_sketch(picture, picture.svg))
    return Plan(picture, pixels, _layer(picture), reason)


def _layer(picture: Picture, *, shown: bool = False) -> Sketch | None:
    """The text of a picture where it stands; only that in filters, if the rest is `shown`."""
    from printnplay.targets.pdf.text_layer import text_of

    scale = FILTER_SCALE if shown else 1
    svg = text_of(picture.svg, filtered=shown)
    return _sketch(picture, svg, scale) if svg else None


def _lines(picture: Picture) -> Sketch | None:
    """The text of a picture in reading order, since nothing is known of its places."""
    from printnplay.targets.pdf.text_layer import lines_of

    if not picture.texts:
        return None
    empty = _sketch(picture, "")
    return empty._replace(svg=lines_of(picture.texts, empty[1:]))


def _sketch(picture: Picture, svg: str, scale: int = 1) -> Sketch:
    size = picture.extent.size
    return Sketch(svg, length(scale * size.width), length(scale * size.height))
