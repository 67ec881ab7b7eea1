"""Legibility checks on rendered faces: covered letters, and letters with too little contrast.

Faces with the same shapes are rendered once: texts in another language are judged on the same
pixels.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from math import ceil, floor, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.linked_pictures import filled
from printnplay.kernel.legibility import (
    NO_LAYER,
    Area,
    Letters,
    Quad,
    Scene,
    Sight,
    UnseenError,
)
from printnplay.kernel.luminance import FLARE, WEIGHTS, contrast_of, linear
from printnplay.kernel.memory import Memory
from printnplay.raster.resvg import OverLimitError, render
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from PIL.Image import Image

PER_INCH = 60
"""The resolution of a face, in pixels per inch: more than two pixels per millimetre, so that small
letters still cover some."""

MOST_PIXELS = 120_000
"""The most pixels of a rendered face, somewhat more than a postcard (105 x 148 mm have 86,000);
larger faces have larger letters. A guess."""

FINE = 200
"""The resolution for measuring the ink of letters, in pixels per inch: an eighth of a
millimetre."""

LEAST_CONTRAST = 3.0
"""The contrast (WCAG 2.2, 1.4.3 and 1.4.11) below which even large letters and signs do not stand
out."""

COVERED = 0.2
"""The greatest share of its colour that a covered letter shows; shapes may be translucent. A
guess."""

MOST_OF_LETTER = 0.5
"""The share of a letter's area that must be lost for the letter to count as lost: half, as the rest
can be guessed from the word. A guess."""


SECONDS = 2
"""The limit of processor time for rendering a face, in seconds: usual ones take milliseconds."""

_ANY = [255 * (part > 25) for part in range(256)]
"""A lookup table for opacity: an opacity of less than a tenth hides nothing."""


class _Views(Struct, dict=True):
    """The pixels of one scene, and masks of where letters of a paint would be lost on it.

    `failure` is why the scene takes too long to render.
    """

    scene: Scene
    masks: dict[tuple[int, tuple[str, ...], float], "Image"] = field(default_factory=dict)
    floods: dict[int, "tuple[Image, Image]"] = field(default_factory=dict)
    covers: dict[int, "Image"] = field(default_factory=dict)
    overlays: dict[int, "Image | None"] = field(default_factory=dict)
    failure: str = ""

    @cached_property
    def ground(self) -> "Image":
        return _rendered(self.scene.ground(), self.scene.area)

    def flood(self, layer: int) -> "tuple[Image, Image] | None":
        """Render the face with a layer flooded in black, and in white; None if nothing hides it."""
        if layer < 0:
            return None
        if layer not in self.floods:
            black, white = (
                _rendered(self.scene.flood(layer, colour), self.scene.area)
                for colour in ("#000000", "#ffffff")
            )
            self.floods[layer] = black, white
        return self.floods[layer]

    @cached_property
    def scale(self) -> float:
        """Pixels per millimetre."""
        return self.ground.width / self.scene.area[2]

    def overlay(self, layer: int) -> "Image | None":
        """Return where something is drawn over a layer; None if other things may hide it too."""
        if layer < 0:
            return None
        if layer not in self.overlays:
            svg = self.scene.overlay(layer)
            image = _rendered(svg, self.scene.area, "RGBA") if svg else None
            self.overlays[layer] = image and image.getchannel("A").point(_ANY)
        return self.overlays[layer]

    def lost(self, letters: Letters) -> "Image":
        """Return a mask (0 and 255) of where letters of these paints do not stand out."""
        from PIL import ImageChops

        key = letters.layer, letters.paints, letters.opacity
        if key not in self.masks:
            mask, ground = None, _luminance(self.ground)
            for paint in letters.paints:
                one = _close(_luminance(self.painted(letters, paint)), ground)
                mask = one if mask is None else ImageChops.darker(mask, one)
            cover = self.covered(letters.layer)
            if mask is None:
                mask = cover or _nothing(self.ground)
            elif cover is not None:
                mask = ImageChops.lighter(mask, cover)
            self.masks[key] = mask
        return self.masks[key]

    def painted(self, letters: Letters, paint: str) -> "Image":
        """Render the face as if letters of this paint covered all of it."""
        from PIL import Image, ImageChops

        solid = Image.new("RGB", self.ground.size, paint)
        flood = self.flood(letters.layer)
        if flood is not None:
            black, white = flood
            through = ImageChops.subtract(white, black)
            solid = ImageChops.add(black, ImageChops.multiply(through, solid))
        return Image.blend(self.ground, solid, letters.opacity)

    def covered(self, layer: int) -> "Image | None":
        """Return where something hides the letters of a layer; None if nothing lies over it."""
        from PIL import ImageChops

        flood = self.flood(layer)
        if flood is None:
            return None
        if layer not in self.covers:
            black, white = flood
            through = ImageChops.subtract(white, black).convert("L")
            most = 255 * COVERED
            self.covers[layer] = through.point([255 * (part <= most) for part in range(256)])
        return self.covers[layer]


class PixelEye:
    """Checks drawings for legibility with the fonts of a project."""

    def __init__(self, fonts: Callable[[], Sequence[FontFace]]) -> None:
        """Use these fonts; the sequence may grow as faces are rendered."""
        self._fonts = fonts

    def sights(self, scene: Scene, letters: Sequence[Letters]) -> list[Sight]:
        """Return the legibility of each of these texts.

        Raises:
            UnseenError: the scene takes too long to render.
        """
        views = _VIEWS.get(scene.key) if scene.key else _Views(scene)
        if views is None:
            views = _VIEWS.keep(scene.key, _Views(scene))
        if views.failure:
            raise UnseenError(views.failure)
        try:
            return [_sight(views, one) for one in letters]
        except UnseenError as error:
            views.failure = str(error)
            raise

    def ink(self, svg: str, area: Area) -> list[Quad]:
        """Return the rows of pixels that the ink of a drawing fills, as rectangles.

        Raises:
            UnseenError: the drawing takes too long to render.
        """
        from PIL import Image

        from printnplay.raster.png import DrawError, lettered

        try:
            image = _drawn(lettered(svg, self._fonts()), area, FINE)
        except DrawError:  # reported when the face itself is drawn
            return []
        alpha = Image.open(BytesIO(image)).convert("RGBA").getchannel("A")
        step = area[2] / alpha.width
        return list(_rows(alpha, area, step))


_VIEWS: Memory[_Views] = Memory(64)
"""The number of scenes to cache: most faces of a template share one in all languages. A guess."""


def _sight(views: _Views, letters: Letters) -> Sight:
    """Judge some letters; measure their ink only where some may be lost."""
    origin, scale = views.scene.area[:2], views.scale
    over = views.overlay(letters.layer)
    if over is not None and not (
        _share(over, letters.around, origin, scale)
        and any(_share(over, quad, origin, scale) for quad in letters.each())
    ):
        letters = replace(letters, layer=NO_LAYER)
    lost = views.lost(letters)
    if not _share(lost, letters.around, origin, scale):
        return Sight(0)
    each = letters.each()
    missing = {
        number
        for number, quad in enumerate(each)
        if _share(lost, quad, origin, scale) >= MOST_OF_LETTER
    }
    if not missing:
        return Sight(len(each))
    cover = views.covered(letters.layer)
    covered = {
        number
        for number in missing
        if cover is not None and _share(cover, each[number], origin, scale) >= MOST_OF_LETTER
    }
    faint = missing - covered
    if not (faint and letters.paints):
        return Sight(len(each), frozenset(covered))
    paint, ground = _colours(views, letters, [each[number] for number in faint])
    contrast = contrast_of_pixels(paint, ground)
    return Sight(
        len(each), frozenset(covered), frozenset(faint), _hex(paint), _hex(ground), contrast
    )


_RGB = tuple[int, int, int]


def _colours(views: _Views, letters: Letters, quads: Sequence[Quad]) -> tuple[_RGB, _RGB]:
    """Return the two closest colours that occur most often where letters are lost."""
    lost, origin, scale = views.lost(letters), views.scene.area[:2], views.scale
    pairs: Counter[tuple[_RGB, _RGB]] = Counter()
    paints = [views.painted(letters, paint) for paint in letters.paints]
    for quad in quads:
        box = _pixels(quad, origin, scale)
        grounds = _triples(views.ground.crop(box))
        mask = lost.crop(box).tobytes()
        seen = [_triples(image.crop(box)) for image in paints]
        for at, ground in enumerate(grounds):
            if mask[at]:
                best = max(
                    (one[at] for one in seen), key=lambda paint: contrast_of_pixels(paint, ground)
                )
                pairs[best, ground] += 1
    return pairs.most_common(1)[0][0]


def _triples(image: "Image") -> list[_RGB]:
    content = image.tobytes()
    return list(zip(content[::3], content[1::3], content[2::3], strict=True))


def contrast_of_pixels(first: _RGB, second: _RGB) -> float:
    """Return the contrast of two colours (WCAG 2.2), from 1 to 21.

    >>> contrast_of_pixels((255, 255, 255), (0, 0, 0))
    21.0
    """
    one, other = (
        sum(table[channel] for table, channel in zip(_TABLES, colour, strict=True))
        for colour in (first, second)
    )
    return round(contrast_of(one, other), 3)


_TABLES = tuple([weight * linear(channel / 255) for channel in range(256)] for weight in WEIGHTS)
"""The luminance that each value of red, green and blue adds (WCAG 2.2)."""


def _luminance(image: "Image") -> "Image":
    """Return the relative luminance of each pixel, from 0 to 1."""
    from PIL import ImageMath

    parts = [
        channel.point(table, "F") for channel, table in zip(image.split(), _TABLES, strict=True)
    ]
    whole: Image = ImageMath.lambda_eval(
        lambda args: args["r"] + args["g"] + args["b"], r=parts[0], g=parts[1], b=parts[2]
    )
    return whole


def _close(first: "Image", second: "Image") -> "Image":
    """Return a mask (0 and 255) of where two luminances have less than the least contrast."""
    from PIL import ImageMath

    def lost(args: dict[str, "ImageMath._Operand"]) -> "ImageMath._Operand":
        one, other = args["one"] + FLARE, args["other"] + FLARE
        return 255 * (one < other * LEAST_CONTRAST) * (other < one * LEAST_CONTRAST)

    mask: Image = ImageMath.lambda_eval(lost, one=first, other=second).convert("L")
    return mask


def _nothing(image: "Image") -> "Image":
    from PIL import Image

    return Image.new("L", image.size)


def _pixels(quad: Quad, origin: tuple[float, float], scale: float) -> tuple[int, int, int, int]:
    """Return the pixel box around a rectangle."""
    xs = [(x - origin[0]) * scale for x, _ in quad]
    ys = [(y - origin[1]) * scale for _, y in quad]
    left, top = floor(min(xs) + 0.5), floor(min(ys) + 0.5)
    return left, top, max(left + 1, ceil(max(xs) - 0.5)), max(top + 1, ceil(max(ys) - 0.5))


def _share(mask: "Image", quad: Quad, origin: tuple[float, float], scale: float) -> float:
    """Return the share of a rectangle where a mask is set; it is not set outside its bounds."""
    box = _pixels(quad, origin, scale)
    part = mask.crop(box)
    if _is_upright(quad):
        return part.histogram()[255] / (part.width * part.height)
    from PIL import Image, ImageDraw

    inside = Image.new("L", part.size)
    corners = [
        ((x - origin[0]) * scale - box[0], (y - origin[1]) * scale - box[1]) for x, y in quad
    ]
    ImageDraw.Draw(inside).polygon(corners, fill=255)
    counted = part.histogram(inside)
    return counted[255] / max(1, sum(counted))


def _is_upright(quad: Quad) -> bool:
    """Check whether the sides of a rectangle are horizontal and vertical."""
    (x0, y0), (x1, y1) = quad[:2]
    return abs(x0 - x1) < 1e-6 or abs(y0 - y1) < 1e-6


def _rows(alpha: "Image", area: Area, step: float) -> "Sequence[Quad]":
    """Return the runs of pixels that are more than half filled, row by row."""
    content, width = alpha.tobytes(), alpha.width
    found: list[Quad] = []
    for row in range(alpha.height):
        line = content[row * width : (row + 1) * width]
        at = 0
        while at < width:
            if line[at] < 128:
                at += 1
                continue
            start = at
            while at < width and line[at] >= 128:
                at += 1
            left, right = area[0] + start * step, area[0] + at * step
            top, bottom = area[1] + row * step, area[1] + (row + 1) * step
            found.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    return found


def _rendered(svg: str, area: Area, mode: str = "RGB") -> "Image":
    """Render a drawing without texts, on white unless it is in RGBA.

    Edges are not smoothed, which halves the time.
    """
    from PIL import Image

    whole = area[2] * area[3] * (PER_INCH / 25.4) ** 2
    per_inch = PER_INCH * min(1.0, sqrt(MOST_PIXELS / whole))
    told = {
        "svg_string": filled(svg),
        "skip_system_fonts": True,
        "background": "white" if mode == "RGB" else None,
        "shape_rendering": "optimize_speed",
        "image_rendering": "optimize_speed",
    }
    try:
        content = _drawn(told, area, per_inch)
    except ValueError:  # reported when the face itself is drawn
        return Image.new(mode, _size(area, per_inch), "white")
    return Image.open(BytesIO(content)).convert(mode)


def _size(area: Area, per_inch: float) -> tuple[int, int]:
    """Return the size of an area in pixels."""
    width, height = (max(1, round(side * per_inch / 25.4)) for side in area[2:])
    return width, height


def _drawn(told: dict[str, Any], area: Area, per_inch: float) -> bytes:
    width, height = _size(area, per_inch)
    try:
        return render(told, seconds=SECONDS, width=width, height=height)
    except OverLimitError as error:
        raise UnseenError(str(error)) from None


def _hex(colour: _RGB) -> str:
    return "#" + "".join(f"{channel:02x}" for channel in colour)
