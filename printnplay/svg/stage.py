"""The backgrounds of a face's texts: the drawing without texts, or with one replaced by a flood.

A flood is a rectangle of one colour over all of the face in place of a text: two of them, black and
white, show at each point how much of the text's own colour is visible.
"""

import re
from collections.abc import Callable, Collection
from functools import cached_property

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from printnplay.kernel.legibility import NO_LAYER
from printnplay.kernel.memo import key_of
from printnplay.kernel.memory import Memory
from printnplay.scene.drawn_lines import OUTLINE
from printnplay.svg.elements import NAMES, SVG, root_of, said, say, to_root
from printnplay.svg.geometry import Box, Matrix
from printnplay.svg.ink import Found, Reach

TEXT = f"{{{SVG}}}text"
_RECT = f"{{{SVG}}}rect"
_WORDS = re.compile(r"<(text|title|desc)\b([^>]*)(?<!/)>.*?</\1>", re.DOTALL)
_OUTLINES = re.compile(f"{re.escape(OUTLINE)}[^>]*>")
_VEILS = {
    "opacity": "1",
    "clip-path": "none",
    "mask": "none",
    "filter": "none",
    "mix-blend-mode": "normal",
}
"""Properties that affect how letters inside an element look, and the values without effect."""
_FRAMES = frozenset({"svg", "symbol", "defs"})
"""Elements that may clip letters inside them, or draw them more than once."""
FAR = 1e5
"""The size of a flood if references move it, in its own units: beyond any drawing. A guess."""

Numbers = Collection[int]
"""Elements of a drawing by their index in document order."""


class Spot(Struct, frozen=True):
    """A text in a drawing: its number among all elements, and what may hide it.

    `before` counts the shapes that are drawn before it; `veil` is the number of the nearest element
    that makes its letters translucent, clips them or the like, and `outline` that of the outline
    drawn in its place; -1 if there is none.
    """

    number: int
    before: int
    veil: int
    outline: int = -1


class Stage(Struct, frozen=True, dict=True):
    """A drawing, for rendering the backgrounds of its texts.

    `spots` are its texts in drawing order, `shapes` the boxes of its shapes with their numbers
    among all elements.
    """

    svg: str
    area: Box
    spots: tuple[Spot, ...]
    shapes: tuple[tuple[int, Box], ...]

    @cached_property
    def key(self) -> bytes:
        """Its cache key."""
        return key_of(self.svg, self.area)

    @cached_property
    def texts(self) -> frozenset[int]:
        """The numbers of its texts, and of the outlines drawn in place of some."""
        outlines = {spot.outline for spot in self.spots} - {-1}
        return frozenset({spot.number for spot in self.spots} | outlines)

    def later(self, spot: Spot) -> list[int]:
        """Return the indexes of the shapes that are drawn after a text."""
        return [number for number, _ in self.shapes[spot.before :]]

    def layer_of(self, index: int, box: Box) -> int:
        """Return the index of the first text that the same shapes hide.

        Return -1 if nothing hides the part of the text in a box.
        """
        spot = self.spots[index]
        if spot.veil < 0 and all(reach.misses(box) for _, reach in self.shapes[spot.before :]):
            return NO_LAYER
        return next(
            number
            for number, other in enumerate(self.spots)
            if (other.before, other.veil) == (spot.before, spot.veil)
        )

    def ground(self) -> str:
        """Return the drawing without its texts."""
        return self._drawn(None, "", self.texts)

    def flood(self, spot: Spot, colour: str, left_out: Numbers = ()) -> str:
        """Return the drawing without texts and some shapes, one text as a flood of colour."""
        return self._drawn(spot.number, colour, self.texts | set(left_out))

    def overlay(self, spot: Spot) -> str:
        """Return the shapes drawn after a text; empty if its surroundings may hide it as well."""
        if spot.veil >= 0 or self.repeats:
            return ""
        earlier = {number for number, _ in self.shapes[: spot.before]}
        return self._drawn(None, "", self.texts | earlier)

    @cached_property
    def repeats(self) -> bool:
        """Whether a shape is drawn more than once."""
        return len({number for number, _ in self.shapes}) < len(self.shapes)

    def alone(self, spot: Spot) -> str:
        """Return a drawing of one whole text, without anything that hides it."""
        root, elements = self._parsed()
        text = elements[spot.number]
        drawn = text if spot.outline < 0 else elements[spot.outline]
        kept = {text, drawn, *text.iterancestors()}
        for element in kept:
            for name in _VEILS:
                say(element, name, "")
        others = self.texts | {number for number, _ in self.shapes}
        for number in others:
            _remove(elements[number], kept)
        return etree.tostring(root, encoding="unicode")

    def _parsed(self) -> tuple[_Element, list[_Element]]:
        root = root_of(self.svg)
        return root, list(root.iter(tag=etree.Element))

    def _drawn(self, flooded: int | None, colour: str, left_out: Numbers) -> str:
        root, elements = self._parsed()
        for number in left_out:
            if number != flooded:
                _remove(elements[number], ())
        if flooded is not None:
            text = elements[flooded]
            parent = text.getparent()
            assert parent is not None  # the root is no text
            parent.replace(text, _flood(text, colour, self.area))
        return etree.tostring(root, encoding="unicode")


def _remove(element: _Element, kept: Collection[_Element]) -> None:
    parent = element.getparent()
    if parent is not None and element not in kept:
        parent.remove(element)


_STAGES: Memory[Stage] = Memory(512)
"""The number of cached stages of faces that differ only in their texts: each holds a drawing. A
guess."""


def stage_of(root: _Element, svg: str, area: Box, reach: Callable[[], Reach]) -> Stage:
    """Return the stage of a drawing, or the cached one of a drawing with other words.

    Args:
        root: The drawing.
        svg: The source of that drawing.
        area: Its extent.
        reach: Finds its texts and shapes.
    """
    key = key_of(_OUTLINES.sub(f"{OUTLINE}/>", _WORDS.sub(r"<\1\2/>", svg)), area)
    known = _STAGES.get(key)
    return known or _STAGES.keep(key, own_stage(root, svg, area, reach()))


def own_stage(root: _Element, svg: str, area: Box, reach: Reach) -> Stage:
    """Return the stage of a drawing itself."""
    numbers: dict[_Element | None, int] = {
        element: number for number, element in enumerate(root.iter(tag=etree.Element))
    }
    spots = tuple(
        Spot(
            numbers[found.element],
            before,
            numbers.get(_veil(found), -1),
            numbers[found.outline] if found.outline is not None else -1,
        )
        for found, before in zip(reach.texts, reach.before, strict=True)
    )
    shapes = tuple((numbers[element], box) for element, box in reach.shapes)
    return Stage(svg, area, spots, shapes)


def _veil(text: Found) -> _Element | None:
    """Return the nearest element around a text, or itself, that affects how its letters look."""
    for outer in (text.element, *text.element.iterancestors()):
        if outer.getparent() is None:
            return None
        if NAMES.get(outer.tag) in _FRAMES:
            return outer
        if any((said(outer, name) or initial) != initial for name, initial in _VEILS.items()):
            return outer
    return None


def _flood(text: _Element, colour: str, area: Box) -> _Element:
    """Return a rectangle of a colour in place of a text, over all of the face."""
    flood = etree.Element(_RECT)
    flood.tail = text.tail
    for name in (*_VEILS, "transform"):
        value = said(text, name)
        if value:
            flood.set(name, value)
    for name, side in zip(Box._fields, _covering(text, area), strict=True):
        flood.set(name, f"{side:.6g}")
    say(flood, "fill", colour)
    say(flood, "fill-opacity", "1")
    say(flood, "stroke", "none")
    say(flood, "visibility", "visible")
    return flood


def _covering(text: _Element, area: Box) -> Box:
    """Return a rectangle in the units of a text that contains the whole face."""
    a, b, c, d, e, f = to_root(text)
    scale = a * d - b * c
    repeated = any(NAMES.get(outer.tag) in ("symbol", "defs") for outer in text.iterancestors())
    if not scale or repeated:
        return Box(-FAR, -FAR, 2 * FAR, 2 * FAR)
    across = (c * f - d * e) / scale
    down = (b * e - a * f) / scale
    return Matrix(d / scale, -b / scale, -c / scale, a / scale, across, down).box(area)
