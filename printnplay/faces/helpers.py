"""Drawing functions for templates: grids, places, arrows, ticks and crosses, icons, artwork.

All numbers are millimetres. The look of a shape is given by SVG attributes, with underscores for
hyphens: `grid(3, 3, 20, stroke="#333", stroke_width=0.4)`. The icons of a style are macros of
`icons.svg.j2`, each drawing into a box of 100 by 100, or drawings of a set (`icon_sets.py`).

svgwrite is imported inside the functions that use it: only figures need it, and its import takes 30
ms. The modules that read artwork are loaded when a template first needs them.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from printnplay.faces.filled import Filled
from printnplay.faces.icon_sets import IconSets
from printnplay.faces.sandbox import MistakeError, short_range
from printnplay.faces.template_faults import SHAPES_ONLY, TemplateFaultError, place
from printnplay.faces.templates import Templates
from printnplay.faces.texts import how_to_size, millimetres
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.suggestions import colour_help, suggestion
from printnplay.svg.elements import XLINK
from printnplay.svg.faults import Report
from printnplay.svg.geometry import Box, fitted, framed
from printnplay.svg.pictures import (
    EMPTY,
    NONE_YET,
    NONE_YET_HELP,
    ArtError,
    ArtFolders,
    names_none,
    read_vectors,
)
from printnplay.svg.values import MM_PER_INCH

if TYPE_CHECKING:
    from printnplay.svg.art_library import ArtLibrary
    from printnplay.svg.drawing import Placed
    from printnplay.svg.geometry import Matrix

FINE = 300
"""The resolution for printing photographs, in pixels per inch: the one that print services
require."""
INCH: Um = 25_400
"""An inch in micrometres."""
TICK = (((0.08, 0.55), (0.38, 0.85), (0.92, 0.18)),)
CROSS = (((0.14, 0.14), (0.86, 0.86)), ((0.86, 0.14), (0.14, 0.86)))
"""The strokes of a tick and of a cross within a box of 1 by 1: chosen by eye."""

MARK_WIDTH = 0.14
"""The stroke of a tick or cross, as a share of its size: as bold as the icons of the bundled style.
A guess."""
ARROW_WIDTH = 0.8
"""The stroke of an arrow, in millimetres: eight times the thinnest that prints whole (`THINNEST` in
`svg/lint.py`). A guess."""

PICTURE = "M0 90L34 36L56 68L68 52L100 90ZM70 12a11 11 0 1 1 0 22a11 11 0 1 1 0 -22Z"
"""The sign of a picture, hills below a sun, in a box of 100 by 100."""
AWAITED = Size(20_000, 20_000)
"""The size of a picture that has no name yet, where it takes its own: as large as an icon. A
guess."""

Look = Mapping[str, str | float]
XY = tuple[float, float]


def grid(
    columns: int, rows: int, cell: float, x: float = 0, y: float = 0, **look: str | float
) -> Filled:
    """Draw the lines of a grid of square cells: the frame, and the lines between cells."""
    width, height = columns * cell, rows * cell
    upright = [((x + i * cell, y), (x + i * cell, y + height)) for i in short_range(columns + 1)]
    level = [((x, y + i * cell), (x + width, y + i * cell)) for i in short_range(rows + 1)]
    return _strokes([*upright, *level], look, ARROW_WIDTH / 2, (x, y, width, height))


def places(
    columns: int, rows: int, cell: float, x: float = 0, y: float = 0, **look: str | float
) -> Filled:
    """Draw a place for a card in each cell of a grid, `gap` apart, with corners of `radius`."""
    gap, radius = float(look.pop("gap", 0)), float(look.pop("radius", 0))
    side = cell - gap
    corners = [
        (x + place % columns * cell + gap / 2, y + place // columns * cell + gap / 2)
        for place in short_range(columns * rows)
    ]
    from svgwrite.shapes import Rect

    attributes = {"fill": "none", "stroke": "#000", **look}
    return grouped(
        (Rect(_near(at), _near((side, side)), rx=radius, debug=False) for at in corners),
        attributes,
        (x, y, columns * cell, rows * cell),
    )


def arrow(x1: float, y1: float, x2: float, y2: float, **look: str | float) -> Filled:
    """Draw an arrow from the first point to the second; `head` is the length of its head."""
    from math import hypot

    from svgwrite.shapes import Line, Polygon

    width = float(look.pop("stroke_width", ARROW_WIDTH))
    head = float(look.pop("head", 4 * width))
    colour = look.pop("stroke", "#000")
    length = hypot(x2 - x1, y2 - y1) or 1
    along = ((x2 - x1) / length, (y2 - y1) / length)
    neck = (x2 - along[0] * head, y2 - along[1] * head)
    side = (-along[1] * head / 2, along[0] * head / 2)
    corners = [
        (x2, y2),
        (neck[0] + side[0], neck[1] + side[1]),
        (neck[0] - side[0], neck[1] - side[1]),
    ]
    line = Line(_near((x1, y1)), _near(neck), debug=False)
    tip = Polygon([_near(corner) for corner in corners], debug=False, stroke="none")
    attributes = {"stroke": colour, "stroke_width": width, "fill": colour, **look}
    (left, right), (top, bottom) = (
        (min(ends), max(ends)) for ends in zip((x1, y1), *corners, strict=True)
    )
    return grouped([line, tip], attributes, (left, top, right - left, bottom - top))


def tick(x: float, y: float, size: float, **look: str | float) -> Filled:
    """Draw a tick in a square box: the move is legal."""
    return _mark(TICK, (x, y), size, look)


def cross(x: float, y: float, size: float, **look: str | float) -> Filled:
    """Draw a cross in a square box: the move is not legal."""
    return _mark(CROSS, (x, y), size, look)


def _mark(strokes: Iterable[tuple[XY, ...]], at: XY, size: float, look: Look) -> Filled:
    placed = [[(at[0] + x * size, at[1] + y * size) for x, y in stroke] for stroke in strokes]
    return _strokes(placed, look, MARK_WIDTH * size, (*at, size, size))


def _strokes(
    strokes: Iterable[Iterable[XY]], look: Look, width: float, box: Sequence[float]
) -> Filled:
    from svgwrite.shapes import Polyline

    attributes = {
        "fill": "none",
        "stroke": "#000",
        "stroke_width": round(width, 3),
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
        **look,
    }
    lines = (Polyline([_near(at) for at in stroke], debug=False) for stroke in strokes)
    return grouped(lines, attributes, box)


def grouped(shapes: Iterable[Any], look: Look, box: Sequence[float]) -> Filled:
    """Return shapes of svgwrite as a drawing that fills a box."""
    from svgwrite.container import Group

    group = Group(debug=False, **look)
    for shape in shapes:
        group.add(shape)
    return Filled.of(group.tostring(), box)


def _near(at: XY) -> XY:
    """Return a point rounded to the micrometre, so that the output is the same on every machine."""
    return round(at[0], 3), round(at[1], 3)


FILE, FACTS = SHAPES_ONLY
"""The templates with the icons of a style, and with those of players, time, age and components."""

PREFIX = "icon_"
BOX = 100
"""The side of the box that icons are drawn in, in their own units: round, so that designers can
count in per cent."""


SET = ":"
"""What parts the name of a set from that of its icon: `game-icons:sword`."""


class Icons:
    """Icons by name: the macro `icon_wipe_out` is the icon `wipe-out`.

    `from_sets` collects the icons of sets that were drawn, for their credits.
    """

    def __init__(self, templates: Templates, colours: Mapping[str, str], art: ArtFolders) -> None:
        """Use the icons of these templates, drawn in these colours, and the sets of folders."""
        self._templates = templates
        self._colours = colours
        self._drawn: dict[tuple[object, ...], str] = {}
        self.sets = IconSets(art, BOX)
        self.from_sets: set[str] = set()

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all icons."""
        return frozenset((*self._macros, *self.sets.names))

    def draw(self, name: str, place: tuple[float, float], size: float, **options: object) -> str:
        """Return the icon as SVG, scaled to a square of `size` with its top left corner at `place`.

        Options go to the macro; numbers are in the drawing's own unit.

        Raises:
            MistakeError: there is no icon of this name.
        """
        x, y = place
        if SET in str(name):
            return self._of_set(str(name), (x, y), size, **options)
        key = (name, *sorted(options.items()))
        if key not in self._drawn:
            drawn = self._macro(name)(**options).strip()
            self._check(name, drawn)
            self._drawn[key] = drawn
        scale = f"translate({x:.6g} {y:.6g}) scale({size / BOX:.6g})"
        return f'<g transform="{scale}">{self._drawn[key]}</g>'

    def _of_set(self, name: str, place: tuple[float, float], size: float, **options: object) -> str:
        """Return an icon of a set, in a colour if one is given."""
        if unknown := set(options) - {"colour"}:
            message = f"the icon `{name}` takes no `{min(unknown)}`"
            raise MistakeError(message, "an icon of a set takes `colour` only")
        drawn = self.sets.drawn(name)
        self.from_sets.add(name)
        colour = style_colour(options["colour"], self._colours) if options else ""
        look = f' color="{colour}"' if colour else ""
        scale = f"translate({place[0]:.6g} {place[1]:.6g}) scale({size / BOX:.6g})"
        return f'<g transform="{scale}"{look}>{drawn}</g>'

    def place(self, name: str, x: float, y: float, size: float, **options: object) -> Filled:
        """Draw an icon of the style or of a set in a square box.

        Args:
            name: The icon: `wipe-out` is the macro `icon_wipe_out` of `icons.svg.j2`, which draws
                into a box of 100 by 100; `game-icons:sword` is the drawing
                `art/icons/game-icons/sword.svg`, or that of an installed set.
            x: The left edge in mm; `y` and `size` are in mm too.
            y: The top edge.
            size: The width and height of the box.
            options: Arguments of the macro; for the icon of a set, `colour`: a colour's name or
                #rrggbb, instead of the `color` of the surrounding elements.
        """
        return Filled.of(self.draw(name, (x, y), size, **options), (x, y, size, size))

    def _check(self, name: str, drawn: str) -> None:
        """Check that an icon is well-formed: an open tag would break every drawing that uses it.

        Raises:
            TemplateFaultError: it is not well-formed.
        """
        from lxml import etree

        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        try:
            etree.fromstring(f'<svg xmlns:xlink="{XLINK}">{drawn}</svg>', parser)
        except etree.XMLSyntaxError as error:
            reason = str(error.msg).partition(", line")[0]
            message = f"the icon `{name}` is not well-formed XML: {reason}"
            place = self._templates.macro_span(FILE, PREFIX + name.replace("-", "_"))
            label = "expected each element of the icon to be closed"
            raise TemplateFaultError(Diagnostic(codes.NOT_XML, message, place, label)) from None

    def _macro(self, name: str) -> Callable[..., str]:
        macro = self._macros.get(name)
        if macro is None:
            help_ = suggestion(str(name), self._macros, f"there is no {FILE}.svg.j2 in the style")
            raise MistakeError(f"there is no icon `{name}`", help_, codes.UNKNOWN_TEMPLATE)
        return macro

    @cached_property
    def _macros(self) -> dict[str, Callable[..., str]]:
        values = {"colours": self._colours}
        macros = self._templates.macros(FACTS, values) | self._templates.macros(FILE, values)
        return {
            name.removeprefix(PREFIX).replace("_", "-"): macro
            for name, macro in macros.items()
            if name.startswith(PREFIX)
        }


class FaceArt(Struct):
    """The artwork that the template of one face places."""

    library: "Callable[[], ArtLibrary]"
    folders: ArtFolders
    problems: Problems
    texts: list[str]
    """Collects the texts in the drawings."""
    colours: Mapping[str, str]
    """The colours of the style by name."""
    placed: "list[Placed]" = field(default_factory=list)

    def art(  # noqa: PLR0913
        self,
        file: str,
        x: float,
        y: float,
        width: float,
        height: float,
        fit: str | None = None,
        focus: str | Sequence[float] = "centre",
        crop: str | Sequence[float] | None = None,
        colour: str | None = None,
        vectors: str = "",
    ) -> Filled:
        """Draw a picture in a box; what the template draws later lies on top.

        Photographs are rotated upright, and downsampled to at most 600 pixels per inch. Without a
        name, as in an empty cell, there is an empty frame, with a warning.

        Args:
            file: An SVG drawing, PNG, JPEG, WebP or GIF in the folder `art` of the style or of the
                game, or else beside that folder.
            x: The left edge in mm; `y`, `width` and `height` are in mm too.
            y: The top edge.
            width: The width of the box.
            height: The height of the box.
            fit: `contain` shows the whole picture, `cover` fills the box and crops the rest,
                `stretch` distorts it. If not given, a drawing follows its own
                `preserveAspectRatio`; any other picture is shown whole.
            focus: The part to keep nearest to the middle when the picture is cropped: words such as
                "top", "left" or "bottom right", or a point in per cent, [50, 20], in the cell of a
                table "50 20".
            crop: The part of the picture to show: its left and top edge, its width and height in
                per cent, [10, 0, 80, 100], in a cell "10 0 80 100"; an empty cell shows all.
            colour: The value of `currentColor` in a drawing, as used by icon sets: a colour's name
                or #rrggbb. If not given, the `color` of the surrounding elements, or black.
            vectors: A PDF beside a picture of pixels: PDFs show its first page instead, as vectors.
                Screens and exports of pictures show the pixels.
        """
        sides = {"x": x, "y": y, "width": width, "height": height}
        box = Box(*(millimetres(name, value) / 1000 for name, value in sides.items()))
        if box.width <= 0 or box.height <= 0:
            message = f"a picture of {width:g} by {height:g} mm"
            raise MistakeError(message, how_to_size(x, y, width, height))
        frame = _Frame(fit, _focus(focus), _crop(crop))
        if names_none(str(file)):
            return self._awaited(box)
        try:
            path = self.folders.find_art(str(file))
            own = "" if colour is None else style_colour(colour, self.colours)
            drawn = read_vectors(self.folders.find_vectors(str(vectors))) if vectors else b""
            return self._put(path, box, frame, own, drawn)
        except ArtError as error:
            raise MistakeError(str(error), error.help, error.code) from None

    def natural_size(self, file: str, per_inch: int = FINE) -> Size:
        """Return the size of a picture: a drawing's own, or a photograph's at this resolution.

        Raises:
            MistakeError: there is no such picture, or it cannot be used.
        """
        if names_none(str(file)):
            return AWAITED
        try:
            path = self.folders.find_art(str(file))
            if path.suffix.lower() == ".svg":
                drawing = self.library().drawing(path, self.problems)
                return drawing.viewport.size if drawing else Size(1, 1)
            from printnplay.svg.pixels import upright_size

            across, down = upright_size(path)
        except ArtError as error:
            raise MistakeError(str(error), error.help, error.code) from None
        return Size(across * INCH // per_inch, down * INCH // per_inch)

    def _awaited(self, box: Box) -> Filled:
        """Draw a picture's frame that has no picture yet, so that an empty cell breaks no card."""
        here = place() or Span("")
        self.problems.warning(codes.NO_PICTURE_YET, NONE_YET, here, "here", NONE_YET_HELP)
        x, y, width, height = box
        scale = min(width, height) / 200  # the sign takes half of the shorter side
        at = f"{x + width / 2 - 50 * scale:.6g} {y + height / 2 - 50 * scale:.6g}"
        return Filled.of(
            f'<rect x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}"'
            f' fill="{EMPTY}"/><path transform="translate({at}) scale({scale:.6g})" d="{PICTURE}"'
            ' fill="#a8a8a8"/>',
            box,
        )

    def _put(
        self, path: Path, place: Box, frame: "_Frame", colour: str, vectors: bytes = b""
    ) -> Filled:
        from printnplay.svg.drawing import SEAT, Placed

        unit: Matrix | None = None  # of a picture of pixels, from these to mm
        if path.suffix.lower() == ".svg":
            drawing = self.library().drawing(path, self.problems, colour)
            if drawing is None:
                return Filled.of("", place)
            if colour and not drawing.takes_colour:
                self._report_useless(path, "draws nothing in `currentColor`")
            if frame.is_given:
                viewport = drawing.viewport
                area, place = frame.of(Box(0, 0, *viewport.sides), place)
                drawing = drawing.seen(viewport.in_units(area))
        else:
            from printnplay.svg.pixels import cut_out, upright_size

            if colour:
                self._report_useless(path, "is a picture of pixels")
            area, place = frame.of(Box(0, 0, *(size := upright_size(path))), place)
            doubts = Report("", [path.as_posix()], rendered=False, problems=self.problems)
            drawing = cut_out(path, area.in_shares_of(*size), place, doubts, vectors)
            unit = fitted(Box(0, 0, area.width, area.height), place, "none")
        found, seat = drawing, place

        def lint(area: Box, outer: "Matrix", problems: Problems) -> None:
            coarsest = max(outer.times(unit).scales) if unit else 0
            if coarsest > 0:
                self.folders.note(path, MM_PER_INCH / coarsest)
            report = Report("", [path.as_posix()], rendered=False, problems=problems)
            self.library().lint(found, seat, area, outer, report)

        self.texts += found.texts
        self.placed.append(Placed(found, seat, lint, path.as_posix()))
        is_cropped = "slice" in found.viewport.aspect
        filled = seat if is_cropped else found.matrix(seat).box(found.viewport.view)
        return Filled.of(f'<g {SEAT}="{len(self.placed) - 1}"/>', filled)

    def _report_useless(self, path: Path, why: str) -> None:
        message = f"`{path.name}` {why}: its `colour` has no effect"
        help_ = "leave out `colour`, or use `currentColor` in the drawing"
        self.problems.warning(codes.USELESS_COLOUR, message, place() or Span(""), "", help_)


def style_colour(name: object, colours: Mapping[str, str]) -> str:
    """Return the colour for a name of the style, or `#rrggbb`.

    Raises:
        MistakeError: it is neither.
    """
    from printnplay.svg.colours import colour

    own = str(name) if str(name).startswith("#") else colours.get(str(name), "")
    plain = colour(own) if own else None
    if plain is None:
        message = f"`{name}` is not a colour of this style"
        help_ = colour_help(str(name), colours)
        raise MistakeError(message, help_, codes.UNKNOWN_COLOUR)
    return own


FITS = ("contain", "cover", "stretch")
_NUMBERS = re.compile(r"\s*[0-9]+(\.[0-9]+)?([\s,]+[0-9]+(\.[0-9]+)?)+\s*")
SIDES = {"left": (0, None), "right": (1, None), "top": (None, 0), "bottom": (None, 1)}
MIDDLE = frozenset({"centre", "center", "middle"})


class _Frame(Struct, frozen=True):
    """How a picture is placed in its box: the fit, if given, the focus, and the crop."""

    fit: str | None
    focus: tuple[float, float]
    crop: Box | None

    def __post_init__(self) -> None:
        if self.fit is not None and self.fit not in FITS:
            raise MistakeError(f"fit is {self.fit!r}", suggestion(str(self.fit), FITS))

    @property
    def is_given(self) -> bool:
        """Whether a fit or a crop was given."""
        return self.fit is not None or self.crop is not None

    def of(self, whole: Box, place: Box) -> tuple[Box, Box]:
        """Return the visible part of a picture, in its own units, and its place in the box."""
        return framed(self._shown(whole), place, self.fit or "contain", self.focus)

    def _shown(self, whole: Box) -> Box:
        if self.crop is None:
            return whole
        left, top, width, height = self.crop
        return Box(
            whole.x + left * whole.width,
            whole.y + top * whole.height,
            width * whole.width,
            height * whole.height,
        )


def _focus(given: object) -> tuple[float, float]:
    """Return the point of a picture that `focus` names, in shares."""
    given = _numbers(given)
    if isinstance(given, str):
        x, y = 0.5, 0.5
        for word in given.split():
            if word in MIDDLE:
                continue
            if word not in SIDES:
                raise MistakeError(f"focus is {given!r}", suggestion(word, [*SIDES, "centre"]))
            across, down = SIDES[word]
            x, y = x if across is None else across, y if down is None else down
        return x, y
    x, y = _shares("focus", given, 2)
    return x, y


def _crop(given: object) -> Box | None:
    """Return the part of a picture that `crop` names, in shares."""
    if given in (None, ""):
        return None
    left, top, width, height = _shares("crop", _numbers(given), 4)
    if min(width, height) <= 0 or left + width > 1 or top + height > 1:
        raise MistakeError(f"crop is {given!r}", "keep within the picture, like [10, 0, 80, 100]")
    return Box(left, top, width, height)


def _numbers(given: object) -> object:
    """Return the text of a cell as a list, if it is one of numbers: `50 20`."""
    if isinstance(given, str) and _NUMBERS.fullmatch(given):
        return [float(number) for number in given.replace(",", " ").split()]
    return given


def _shares(name: str, given: object, number: int) -> list[float]:
    """Return this number of percentages as shares."""
    if isinstance(given, list | tuple) and len(given) == number:
        shares = [share / 100 for share in given if type(share) in (int, float)]
        if len(shares) == number and all(0 <= share <= 1 for share in shares):
            return shares
    example = "[50, 20]" if number == 2 else "[10, 0, 80, 100]"
    raise MistakeError(f"{name} is {given!r}", f"give {number} percentages, like {example}")
