"""What calls of Squib draw on a card: shapes, pictures and texts."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from printnplay.importing.ruby_values import as_text
from printnplay.importing.source import MOST_BOXES
from printnplay.importing.squib_arguments import Arguments, Options
from printnplay.importing.squib_context import is_number
from printnplay.importing.squib_deck import DeckDraft
from printnplay.importing.squib_text import extent, text_box
from printnplay.importing.values import Box, Image, Shape, curve, outline
from printnplay.kernel.geometry import Rect

_CORNERS: Mapping[str, Sequence[tuple[str, str]]] = {
    "line": (("x1", "y1"), ("x2", "y2")),
    "triangle": (("x1", "y1"), ("x2", "y2"), ("x3", "y3")),
    "curve": (("x1", "y1"), ("cx1", "cy1"), ("cx2", "cy2"), ("x2", "y2")),
}
"""The options that say where the corners of figures are."""
_MODES = frozenset([
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
    "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
    "luminosity",
])  # fmt: skip
_ZONES = {"cut_zone": "cut", "safe_zone": "safe"}
_MARGINS = {"cut_zone": "0.125in", "safe_zone": "0.25in"}
_USUAL = {"x1": 100.0, "y1": 100.0, "x2": 150.0, "y2": 150.0, "x3": 100.0, "y3": 150.0}


def draw(
    deck: DeckDraft, name: str, given: Options, line: int, embedded: Mapping[str, Options]
) -> list[Any] | None:
    """Add what a call draws to the cards that it draws on; return the extents of texts."""
    deck.has_drawn = True
    extents: list[Any] = [None] * deck.number
    layout = given.get("layout")
    layouts = layout if isinstance(layout, list) else [layout] * deck.number
    if any(as_text(one) not in deck.layouts for one in layouts[: deck.number]):
        given = {**given, "layout": None}  # Squib then has the defaults on all cards
    for at in deck.places(given.get("range"), line):
        own = as_text(layouts[at] if at < len(layouts) else None)
        if own and own not in deck.layouts:
            what = f"the layout `{own}` is in no layout file"
            deck.script.lose(line, what, "set its place in the template")
        args = Arguments(deck, name, given, at, line)
        args.embedded = embedded
        boxes = _DRAWN[name](args)
        extents[at] = extent(args, boxes) if name == "text" else None
        args.listed()
        if args.text("stroke_strategy").strip() == "stroke_first":
            boxes = [part for box in boxes for part in _line_below(box)]
        if name in _ZONES or (own in ("cut", "safe") and name == "rect"):
            deck.cut = boxes[0].rect.x if "cut" in (own, _ZONES.get(name)) else deck.cut
            boxes = _grounds(boxes, deck, name if name in _ZONES else own, line)
        key = as_text(layout) if isinstance(layout, str) else f"{name}-{line}"
        for box in boxes[: MOST_BOXES - len(deck.boxes[at])]:
            deck.boxes[at].append(box if box.key else replace(box, key=key))
    return extents if name == "text" else None


def _line_below(box: Box) -> list[Box]:
    """Return the line of a shape, and its ground above it."""
    if not isinstance(box.what, Shape) or not box.what.fill:
        return [box]
    line, ground = replace(box.what, fill=""), replace(box.what, stroke="")
    return [replace(box, what=line), replace(box, what=ground)]


def _grounds(boxes: Sequence[Box], deck: DeckDraft, name: str, line: int) -> list[Box]:
    """Return guides without their lines, which are left out; only their grounds are printed."""
    shapes = [(box, box.what) for box in boxes if isinstance(box.what, Shape)]
    if any(one.stroke not in ("", one.fill) or not one.fill for _, one in shapes):
        todo = "nothing: the live preview shows the cut line and the safe area"
        deck.script.lose(line, f"the line `{name}` is left out", todo)
        boxes = [replace(box, what=replace(one, stroke="")) for box, one in shapes if one.fill]
    return list(boxes)


# Shapes


def _rectangle(args: Arguments) -> list[Box]:
    corner = args.um(args.number("radius", args.number("x_radius")))
    return [args.box(args.shape(corner=corner), args.rect)]


def _zone(args: Arguments) -> list[Box]:
    """Return a line for proofs, as far from all edges as its margin."""
    um, deck = args.um, args.deck
    usual = deck.length(_MARGINS[args.name], "x") or 0.0
    margin, radius = args.number("margin", usual), args.number("radius", 37.5)
    sides = (um(side - 2 * margin) for side in (deck.width, deck.height))
    box = Rect(um(margin), um(margin), *sides)
    return [args.box(args.shape(corner=um(radius)), box)]


def _circle(args: Arguments) -> list[Box]:
    um, radius = args.um, args.number("radius", 100.0)
    x, y = args.number("x"), args.number("y")
    start, end = args.number("arc_start"), args.number("arc_end", 2 * math.pi)
    if abs(end - start) < 2 * math.pi - 1e-6:
        if args.text("arc_direction") == "counter_clockwise":
            start, end = end, start
        end += 2 * math.pi if end < start else 0
        angles = [start + (end - start) * at / 48 for at in range(49)]
        around = [(x + radius * math.cos(one), y + radius * math.sin(one)) for one in angles]
        places = [(um(across), um(down)) for across, down in around]
        return [outline("", places, args.shape(), closed=args.is_on("arc_close"))]
    box = Rect(um(x - radius), um(y - radius), um(2 * radius), um(2 * radius))
    return [Box("", box, args.shape(form="ellipse"))]


def _grid(args: Arguments) -> list[Box]:
    """Return the lines of a grid over the whole card as one path."""
    deck, path = args.deck, []
    for start, step, whole, other in (
        ("x", "width", deck.width, deck.height),
        ("y", "height", deck.height, deck.width),
    ):
        apart = max(args.number(step), whole / 200)
        at = max(args.number(start), args.number(start) % apart - apart)
        while at <= whole:
            ends = ((at, 0), (at, other)) if start == "x" else ((0, at), (other, at))
            path += [(sign, tuple(map(args.um, end))) for sign, end in zip("ML", ends, strict=True)]
            at += apart
    return [Box("", deck.whole, args.shape(form="path", path=tuple(path)))]


def _figure(args: Arguments) -> list[Box]:
    """Return lines from corner to corner, or a curve."""
    corners = [
        (args.um(args.number(x, _USUAL.get(x, 0.0))), args.um(args.number(y, _USUAL.get(y, 0.0))))
        for x, y in _CORNERS[args.name]
    ]
    if args.name == "curve":
        return [curve("", corners, args.shape())]
    return [outline("", corners, args.shape(), closed=args.name != "line")]


def _polygon(args: Arguments) -> list[Box]:
    """Return a polygon or star; both begin to the right of the middle."""
    radii = [args.number("radius", 100.0)]
    if args.name == "star":
        radii = [args.number("outer_radius", 100.0), args.number("inner_radius", 50.0)]
    steps = max(3, min(round(args.number("n", 5)), 60)) * len(radii)
    corners = []
    for at in range(steps):
        angle = args.number("angle") + 2 * math.pi * at / steps
        radius = radii[at % len(radii)]
        x = args.number("x") + radius * math.cos(angle)
        y = args.number("y") + radius * math.sin(angle)
        corners.append((args.um(x), args.um(y)))
    return [outline("", corners, args.shape())]


# Pictures


def _picture(args: Arguments) -> list[Box]:
    if args.is_on("force_id") and not args.get("id"):
        return []
    file = args.file()
    if not file:
        return []
    native = args.deck.source.pixels(file) or (100.0, 100.0)
    crop, width, height = _cropped(args, native, *args.extent(native))
    um, alpha = args.um, args.get("alpha", 1)
    box = Rect(um(args.number("x")), um(args.number("y")), um(width), um(height))
    # Squib's `flip_vertical` exchanges left and right.
    sides = (("horizontal", "vertical"), ("vertical", "horizontal"))
    flips = [ours for ours, its in sides if args.is_on(f"flip_{its}")]
    corner = args.number("crop_corner_radius", args.number("crop_corner_x_radius"))
    is_opaque = args.name == "svg" or args.text("mask") or not is_number(alpha)
    opacity = 1.0 if is_opaque else max(0.0, min(1.0, float(alpha)))
    found = args.box(Image(file, "stretch", crop, um(corner), " ".join(flips)), box, opacity)
    return [replace(found, blend=_blend(args))]


def _blend(args: Arguments) -> str:
    """Return a mode of CSS for an operator of Cairo; empty for the usual one."""
    mode = args.text("blend", "none").removeprefix("hsl_").replace("_", "-")
    if mode not in (*_MODES, "none", "over", ""):
        args.lose(f"the blending operator `{mode}`", "merge the pictures in a drawing program")
    return mode if mode in _MODES else ""


def _cropped(
    args: Arguments, native: tuple[float, float], width: float, height: float
) -> tuple[tuple[float, ...], float, float]:
    """Return the part of a picture to show in percent, and the size of that part on the card.

    Squib measures parts of PNGs in their own pixels, and those of SVGs in pixels of the card.
    """
    whole = native if args.name == "png" else (width, height)
    sizes = [args.length(f"crop_{side}") for side in ("width", "height")]
    size = [one or usual for one, usual in zip(sizes, whole, strict=True)]
    corner = args.number("crop_x"), args.number("crop_y")
    begin = [100 * one / side for one, side in zip(corner, native, strict=True)]
    shown = [100 * one / side for one, side in zip(size, whole, strict=True)]
    if [*begin, *shown] == [0, 0, 100, 100] or min(*begin, *shown) < 0 or max(begin) >= 100:
        return (), width, height
    part = [min(one, 100 - first) for one, first in zip(shown, begin, strict=True)]
    return (*begin, *part), width * part[0] / 100, height * part[1] / 100


_DRAWN: Mapping[str, Callable[[Arguments], list[Box]]] = {
    "background": lambda args: [
        Box("background", args.deck.whole, Shape(fill=args.paint("color", "black")))
    ],
    "rect": _rectangle,
    **dict.fromkeys(_ZONES, _zone),
    "ellipse": lambda args: [args.box(args.shape(form="ellipse"), args.rect)],
    "circle": _circle,
    "grid": _grid,
    **dict.fromkeys(("line", "triangle", "curve"), _figure),
    **dict.fromkeys(("polygon", "star"), _polygon),
    **dict.fromkeys(("png", "svg"), _picture),
    "text": text_box,
}
"""What draws the boxes of each call; a box without a key gets that of its layout."""

DRAWING = frozenset(_DRAWN)
"""Calls that draw."""
