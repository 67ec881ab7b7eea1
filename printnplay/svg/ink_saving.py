"""Ink saving: backgrounds and pictures become pale, text becomes black.

Vectors stay vectors, and text stays text. A pale background no longer contrasts with what was drawn
on it, so each shape gets a thin dark edge. Thin lines stay dark. The smaller a shape, the more of
its ink it keeps: symbols need little of it, and are hard to make out without it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from tinycss2.color3 import RGBA, parse_color

from printnplay.kernel.luminance import contrast_of
from printnplay.svg.elements import (
    MACHINE_CODE,
    NAMES,
    SVG,
    attributes,
    drop,
    href,
    root_of,
    say,
    to_root,
    viewport,
)
from printnplay.svg.geometry import Box, fitted
from printnplay.svg.lint import SHAPES
from printnplay.svg.pictures import DRAWING, linked_drawing, of_clean
from printnplay.svg.pictures import pixels as size_of
from printnplay.svg.pixels import lightened as lightened_pixels
from printnplay.svg.textboxes import is_outline, outline_of
from printnplay.svg.values import numbers, user
from printnplay.svg.visions import BLACK, VISIONS, luminance, paler, recoloured, scaled

TINT = 0.12
"""The share of its ink that a uniform background keeps: an eighth, enough to tell backgrounds
apart. A guess."""
LARGE = 12.0
"""The mean side in mm of a shape that keeps no more ink than `TINT`; smaller ones keep more, in
proportion. A guess."""
MOST = 0.5
"""The largest share of ink that a small shape keeps: black text on half of black has a contrast of
5:1."""
THIN = 0.8
"""The greatest width in mm of a shape that counts as a line, and stays dark: eight times the
thinnest that prints unbroken. A guess."""
WIDE = 1.6
"""The width in mm from which a dark stroke counts as an area, and becomes pale between two edges:
twice `THIN`. A light stroke would need more ink than the design, so its limit is `THIN`."""
EDGE = 0.15
"""The width in mm of the edge of a shape, half of which lies outside it: above the thinnest stroke
that prints unbroken (`THINNEST` in `lint.py`)."""
EDGE_LIGHT = 0.3
"""The maximum luminance of an edge: its contrast with white is 3:1, that of graphics in WCAG."""
DARK = 0.18
"""The maximum luminance of a line: its contrast with white is above 4.5:1."""
FAINT = 0.4
"""The opacity below which something is a shade or a watermark: it gets no edge, and stays faint. A
guess."""
OPAQUE = 0.9
"""The opacity above which a shape hides its background. A guess."""
NEAR = 1.2
"""The greatest distance in mm between a text and its shadow or halo: they are drawn within a stroke
or two of letters. A guess."""

SYMBOL = 10.0
"""The greatest width in mm of a symbol: a shape on a large background, with nothing drawn on it. It
stays dark; a white one on a dark background takes the colour of the background. A guess."""
PARTED = 3.0
"""The least contrast of a symbol with its background (WCAG 2.1, 1.4.11)."""
SHADE = 2.0
"""The least contrast of a line with its background; a line with less is a shade, and is printed as
a texture. A guess: less than that of any symbol (3:1)."""
COLOURED = 0.25
"""The chroma below which a pale colour counts as white (0 to 1). A guess."""
SYMBOLS = 0.15
"""The share of a face that symbols may cover; if there are more, the largest become pale, since
they take the ink. A guess."""

COMPARED = 250_000
"""The most pairs of shapes to compare: those of 500 shapes. A drawing with more is an illustration.
A guess."""
TEXTURE = 40
"""The number of small shapes of one colour and proportions that make a texture, such as a halftone:
cards have fewer symbols. A guess."""
TEXTURE_TINT = 0.25
"""The share of its ink that a texture keeps, without edges: about twice `TINT`, since part of it is
white anyway. A guess."""

_TEXTS = frozenset({"text", "tspan", "textPath"})
_UNTOUCHED = frozenset({"clipPath", "mask", "filter"})
"""Elements that affect where others are visible, but not their colours."""
_ELSEWHERE = frozenset({"defs", "symbol", "pattern", "marker"})
"""Elements whose content is drawn elsewhere."""
_INVERTING = frozenset({"difference", "exclusion"})
"""Blend modes that turn two pale colours dark."""
_INITIAL = {"fill": BLACK, "stroke": "none", "stroke-width": "1", "color": BLACK}
_OPACITIES = ("opacity", "fill-opacity", "stroke-opacity")
_WATCHED = frozenset(
    (*_INITIAL, *_OPACITIES, "stop-color", "filter", "mix-blend-mode", "clip-path", "display")
)
Look = Mapping[str, str]


def share_kept(width: float, height: float) -> float:
    """Return the share of its ink that a shape of this size in mm keeps.

    >>> share_kept(30, 40), share_kept(2, 3) == MOST, share_kept(0, 3)
    (0.12, True, 0.12)
    """
    side = (width * height) ** 0.5
    return max(TINT, min(MOST, TINT * LARGE / side)) if side > 0 else TINT


def lightened(svg: str, *, grey: bool) -> str:
    """Return a version of a clean drawing, in mm, that saves ink; with `grey`, only black ink."""
    return _lightened(svg, 1, grey=grey)


def _lightened(svg: str, unit: float, *, grey: bool) -> str:
    root = root_of(svg)
    _Saver(root, unit, grey=grey).save()
    return etree.tostring(root, encoding="unicode")


class _Painted(NamedTuple):
    """A shape where it is drawn, in units of the root, with its colour if it is opaque.

    `narrow` is its narrower side, in mm. An area is filled; other shapes are only lines.
    """

    box: Box
    colour: str
    narrow: float
    is_area: bool

    @property
    def likeness(self) -> tuple[str, float]:
        """The colour and the proportions, which the shapes of a texture have in common."""
        low, high = sorted(self.box[2:])
        return self.colour, round(low / high, 1) if high else 0.0


class _Saver:
    """Lightens one drawing; `unit` is its user unit in millimetres."""

    def __init__(self, root: _Element, unit: float, *, grey: bool) -> None:
        self._root, self._unit, self._grey = root, unit, grey
        self._ids = {value: one for one in root.iter(etree.Element) if (value := one.get("id"))}
        self._looks: dict[_Element, Look] = {}
        self._symbols: dict[_Element, str] = {}
        """The symbols, each with its colour."""
        self._textures: set[_Element] = set()
        self._shades: set[_Element] = set()
        """Lines with little contrast to their background."""
        self._lettered: set[_Element] = set()
        """Elements that are visible through the letters of a text."""
        self._users: dict[_Element, _Element] = {}
        """Elements that are used elsewhere, and their first use."""
        self._painted: dict[_Element, _Painted] = {}
        """The shapes that are drawn where they are written, in drawing order."""
        self._words: list[tuple[float, float]] = []
        """The start of each text."""
        view = numbers(root.get("viewBox", "")).values
        self._page = Box(*view) if len(view) == 4 else Box(0, 0, 0, 0)

    def save(self) -> None:
        """Change the drawing."""
        self._without_shadows()
        elements = [one for one in self._root.iter(etree.Element) if one.tag in NAMES]
        for element in elements:
            if NAMES[element.tag] == "use":
                target = self._ids.get(href(element).strip().removeprefix("#"))
                if target is not None:
                    self._users.setdefault(target, element)
        for element in elements:
            self._note(element)
        self._choose_symbols()
        for element in elements:
            if element in self._looks:
                self._change(element, NAMES[element.tag])

    def _note(self, element: _Element) -> None:
        """Record the look of an element, unless it or its parent must not be changed."""
        parent = element.getparent()
        if NAMES[element.tag] in _UNTOUCHED or (parent is not None and parent not in self._looks):
            return
        look = _INITIAL if parent is None else self._looks[parent]
        own = _declared(element)
        inherited = {name: own[name] for name in _INITIAL if name in own}
        self._looks[element] = {**look, **inherited} if inherited else look
        through = self._target(own.get("clip-path", ""))
        if parent in self._lettered or (through is not None and _has_text(through)):
            self._lettered.add(element)
        if NAMES[element.tag] in SHAPES and not is_outline(element):
            self._note_shape(element, own)
        elif NAMES[element.tag] in _TEXTS and (place := _begin(element)):
            self._words.append(place)

    def _note_shape(self, element: _Element, own: Look) -> None:
        if any(NAMES.get(outer.tag) in _ELSEWHERE for outer in element.iterancestors()):
            return
        box = SHAPES[NAMES[element.tag]](element, _whole(element))
        look = self._looks[element]
        if box is None or look["fill"] == look["stroke"] == "none":
            return
        is_area = look["fill"] != "none"
        box = _within(to_root(element).box(box), self._page)
        colour = self._resolved(look["fill" if is_area else "stroke"], element)
        is_opaque = user(own.get("fill-opacity"), 1, default=1) > OPAQUE
        is_opaque = is_opaque and self._opacity(element) > OPAQUE
        narrow = min(box.width, box.height) * self._unit
        self._painted[element] = _Painted(box, colour if is_opaque else "", narrow, is_area)

    def _choose_symbols(self) -> None:
        """Choose the symbols and their colours, smallest first, as long as they need little ink."""
        narrow = [one for one in self._painted.items() if one[1].narrow <= SYMBOL]
        alike = Counter(painted.likeness for _, painted in narrow)
        many = {likeness for likeness, count in alike.items() if count >= TEXTURE}
        self._textures = {element for element, painted in narrow if painted.likeness in many}
        narrow = [one for one in narrow if one[0] not in self._textures]
        lines = [one for one, painted in self._painted.items() if not painted.is_area]
        if (len(narrow) + len(lines)) * len(self._painted) > COMPARED:
            return
        self._shades = {one for one in lines if self._is_shade(one)}
        room = SYMBOLS * self._page.width * self._page.height
        for element, painted in sorted(narrow, key=lambda one: one[1].narrow):
            colour = self._of_symbol(element)
            room -= painted.box.width * painted.box.height if colour else 0
            if colour and room >= 0:
                self._symbols[element] = colour

    def _is_shade(self, line: _Element) -> bool:
        """Check whether a line has little contrast to its background, like rings behind a text."""
        box, colour, *_ = self._painted[line]
        ground = "#ffffff"
        for other, painted in self._painted.items():
            if other is line:
                break
            if painted.is_area and painted.colour and painted.box.holds(box):
                ground = painted.colour
        known = all(one.startswith("#") for one in (colour, ground))
        return known and contrast_of(luminance(colour), luminance(ground)) < SHADE

    def _of_symbol(self, element: _Element) -> str:
        """Return the colour of a symbol; empty if the shape is not a symbol."""
        box, colour, _, is_area = self._painted[element]
        if not colour.startswith("#") or (is_area and self._looks[element]["stroke"] != "none"):
            return ""
        ground = "#ffffff"
        is_above = False
        for other, painted in self._painted.items():
            if other is element:
                is_above = True
            elif is_above and painted.colour != colour and box.holds(_middle(painted.box)):
                return ""
            elif not is_above and painted.is_area and painted.colour and painted.box.holds(box):
                ground = painted.colour if painted.narrow >= LARGE else ""
        if any(box.holds(Box(x, y, 0, 0)) for x, y in self._words):
            return ""
        if not ground.startswith("#") or contrast_of(luminance(colour), luminance(ground)) < PARTED:
            return ""
        is_pale = luminance(colour) > luminance(ground) and _chroma(colour) < COLOURED
        return darker(ground if is_pale else colour)

    def _change(self, element: _Element, name: str) -> None:
        own = _declared(element)
        self._change_effects(element, own)
        if element not in self._looks:
            return
        if _is_text(element):
            self._blacken(element, own)
        elif name == "image":
            self._lighten_image(element)
        elif name == "stop" and "stop-color" in own:
            self._say(element, "stop-color", paler(own["stop-color"], TINT))
        elif name in SHAPES:
            self._change_shape(element, name, own)
        else:
            self._change_group(element, own)

    def _change_effects(self, element: _Element, own: Look) -> None:
        if own.get("mix-blend-mode") in _INVERTING:
            _forget(element, "mix-blend-mode")
        if "filter" in own:
            self._unfilter(element, own)
        if _is_text(element) or _has_text(element):
            for opacity in _OPACITIES:
                if opacity in own and user(own[opacity], 1, default=1) >= FAINT:
                    _forget(element, opacity)

    def _unfilter(self, element: _Element, own: Look) -> None:
        """Remove a shadow; make the result of any other filter pale as a whole."""
        used = self._target(own["filter"])
        if used is None:
            return
        if _is_shadow(used) or _has_text(element):
            _forget(element, "filter")
            return
        for inner in element.iter(etree.Element):
            self._looks.pop(inner, None)
        say(element, "opacity", f"{TINT * user(own.get('opacity'), 1, default=1):.3g}")

    def _blacken(self, text: _Element, own: Look) -> None:
        look = self._looks[text]
        is_hollow = look["fill"] == "none"
        if NAMES[text.tag] in ("text", "path") or "fill" in own:
            self._say(text, "fill", "none" if is_hollow else BLACK)
        if look["stroke"] != "none":
            self._say(text, "stroke", BLACK if is_hollow else "none")

    def _change_group(self, element: _Element, own: Look) -> None:
        """Change the look that a group, or an element used elsewhere, hands down."""
        if element is self._root and "fill" not in own:
            own = {**own, "fill": BLACK}
        if "fill" in own:
            self._say(element, "fill", self._pale(own["fill"], TINT, element))
        if "stroke" in own:
            self._say(element, "stroke", self._line(own["stroke"], element))

    def _change_shape(self, element: _Element, name: str, own: Look) -> None:
        look, scale = self._looks[element], self._scale(element)
        box = SHAPES[name](element, _whole(element))
        side = min(box.width, box.height) * scale if box else 0.0
        if element in self._lettered or MACHINE_CODE in element.attrib:
            self._say(element, "fill", BLACK)
            return
        if element in self._symbols:
            part = "fill" if self._painted[element].is_area else "stroke"
            self._say(element, part, self._symbols[element])
            return
        if element in self._textures and look["stroke"] == "none":
            self._say(element, "fill", self._pale(look["fill"], TEXTURE_TINT, element))
            return
        is_texture = any(NAMES.get(outer.tag) == "pattern" for outer in element.iterancestors())
        is_mark = any(NAMES.get(outer.tag) == "marker" for outer in element.iterancestors())
        is_line = (side <= THIN or is_mark) and not is_texture
        fill = look["fill"]
        if "fill" in own or not self._is_open(element, "fill"):
            share = TINT if is_texture else self._share(box, scale)
            is_dark = is_line and box is not None
            dark = self._line(fill, element) if is_dark else ""
            self._say(element, "fill", dark or self._pale(fill, share, element))
        if look["stroke"] != "none":
            self._change_stroke(element, own, scale, is_texture=is_texture)
        elif not (is_line or is_texture or name == "line") and self._needs_edge(element, own, box):
            self._say(element, "stroke", self._line(fill, element, EDGE_LIGHT))
            self._say(element, "stroke-width", f"{EDGE / scale:.3g}")
            _forget(element, "stroke-dasharray")

    def _change_stroke(
        self, element: _Element, own: Look, scale: float, *, is_texture: bool
    ) -> None:
        look = self._looks[element]
        width = user(look["stroke-width"], 1, default=1) * scale
        is_open = "stroke" not in own and self._is_open(element, "stroke")
        if is_texture:
            self._say(element, "stroke", self._pale(look["stroke"], TINT, element))
        elif element in self._shades:
            self._say(element, "stroke", self._pale(look["stroke"], TEXTURE_TINT, element))
        elif width <= self._widest(look["stroke"], element) or self._is_faint(element):
            if not is_open:
                self._say(element, "stroke", self._line(look["stroke"], element))
        else:
            parent = element.getparent()
            assert parent is not None
            below = etree.Element(element.tag, dict(attributes(element)))
            drop(below, "id")
            self._say(below, "fill", "none")
            self._say(below, "stroke", self._line(look["stroke"], element, EDGE_LIGHT))
            parent.insert(parent.index(element), below)
            share = self._share(SHAPES[NAMES[element.tag]](element, _whole(element)), scale)
            self._say(element, "stroke", self._pale(look["stroke"], share, element))
            self._say(element, "stroke-width", f"{(width - 2 * EDGE) / scale:.4g}")

    @staticmethod
    def _share(box: Box | None, scale: float) -> float:
        return share_kept(box.width * scale, box.height * scale) if box else TINT

    def _widest(self, paint: str, element: _Element) -> float:
        """Return the greatest width at which a stroke of a paint counts as a line."""
        return WIDE if luminance(self._mean(self._resolved(paint, element))) <= EDGE_LIGHT else THIN

    def _needs_edge(self, element: _Element, own: Look, box: Box | None) -> bool:
        if box is None or self._looks[element]["fill"] == "none" or self._is_faint(element):
            return False
        if "fill" not in own and self._is_open(element, "fill"):
            return False
        if user(own.get("fill-opacity"), 1, default=1) < FAINT:
            return False
        return not to_root(element).box(box).holds(self._page, -0.02 * self._page.width)

    def _opacity(self, element: _Element) -> float:
        opacity = 1.0
        for outer in (element, *element.iterancestors()):
            opacity *= user(outer.get("opacity") or _style(outer).get("opacity"), 1, default=1)
        return opacity

    def _is_faint(self, element: _Element) -> bool:
        return self._opacity(element) < FAINT

    def _is_open(self, element: _Element, name: str) -> bool:
        """Check whether an element that is used elsewhere inherits a colour from its use."""
        for outer in (element, *element.iterancestors()):
            if name in _declared(outer):
                return False
            if outer in self._users:
                return True
        return False

    def _scale(self, element: _Element) -> float:
        """Return the mm per unit of an element, averaged over both directions."""
        across, down = to_root(element).scales
        scale = (across * down) ** 0.5 * self._unit
        user_of = next(
            (self._users[one] for one in (element, *element.iterancestors()) if one in self._users),
            None,
        )
        if user_of is not None and element not in user_of.iterancestors():
            across, down = to_root(user_of).scales
            scale *= (across * down) ** 0.5
        return scale or self._unit

    def _lighten_image(self, image: _Element) -> None:
        uri = href(image)
        if not uri:
            return
        kind, content = of_clean(uri)
        scale = self._scale(image)
        width, height = (
            user(image.get(name), whole)
            for name, whole in zip(("width", "height"), viewport(image), strict=True)
        )
        if kind == DRAWING:
            inner = content.decode()
            view = numbers(etree.fromstring(content).get("viewBox", "")).values
            whole = Box(*view) if len(view) == 4 else Box(0, 0, width, height)
            unit = scale * min(fitted(whole, Box(0, 0, width, height), "").scales)
            new = linked_drawing(_lightened(inner, unit or 1, grey=self._grey))
        else:
            across, down = size_of(uri) or (1, 1)
            per_mm = max(across / (width * scale or 1), down / (height * scale or 1))
            new = lightened_pixels(uri, per_mm, TINT, grey=self._grey)
        drop(image, "{http://www.w3.org/1999/xlink}href")
        image.set("href", new)

    def _without_shadows(self) -> None:
        """Remove the shadow or halo of a text: the same words, just below the same words."""
        above: dict[str, list[tuple[float, float]]] = {}
        for text in reversed([*self._root.iter(f"{{{SVG}}}text")]):
            words = "".join(map(str, text.itertext())).strip()
            places = above.setdefault(words, [])
            place = _begin(text)
            near = NEAR / self._unit
            parent = text.getparent()
            if parent is None or not words or place is None:
                continue
            if any(abs(place[0] - x) < near and abs(place[1] - y) < near for x, y in places):
                outline = outline_of(text)
                if outline is not None:
                    parent.remove(outline)
                parent.remove(text)
            else:
                places.append(place)

    def _pale(self, paint: str, share: float, element: _Element) -> str:
        """Return a paint with this share of its ink; gradients become pale through their stops."""
        return paler(self._resolved(paint, element), share)

    def _line(self, paint: str, element: _Element, light: float = DARK) -> str:
        """Return a paint as dark as a line must be on white."""
        if paint == "none":
            return paint
        return darker(self._mean(self._resolved(paint, element)), light)

    def _resolved(self, paint: str, element: _Element) -> str:
        if paint.lower() == "currentcolor":
            return self._looks[element]["color"]
        return paint

    def _mean(self, paint: str) -> str:
        """Return the colour of a paint: for a gradient its darkest stop, for a pattern grey."""
        target = self._target(paint)
        for _ in range(9):
            if target is None:
                break
            stops = [_declared(stop).get("stop-color", BLACK) for stop in _stops(target)]
            if stops:
                return min(stops, key=luminance)
            target = self._ids.get(href(target).strip().removeprefix("#"))
        return "#808080" if paint.startswith("url(") else paint

    def _target(self, value: str) -> _Element | None:
        if not value.startswith("url("):
            return None
        return self._ids.get(value.partition("#")[2].partition(")")[0].strip("'\" "))

    def _say(self, element: _Element, name: str, value: str) -> None:
        if self._grey:
            value = recoloured(value, VISIONS["grey"])
        if name in _style(element):
            say(element, name, value)
        else:
            element.set(name, value)


@cache
def darker(colour: str, most: float = DARK) -> str:
    """Return a colour, darkened until its luminance is low enough.

    >>> darker("#102030"), darker("#ffffff")
    ('#102030', '#767676')
    """
    read = parse_color(colour)
    if not isinstance(read, RGBA):
        return colour
    light = luminance("#" + "".join(f"{round(255 * part):02x}" for part in read[:3]))
    return scaled(colour, most / light) if light > most else colour


def _chroma(colour: str) -> float:
    read = parse_color(colour)
    return max(read[:3]) - min(read[:3]) if isinstance(read, RGBA) else 0.0


def _declared(element: _Element) -> Look:
    """Return the look that an element declares; its style wins over its attributes."""
    own = {name: value for name, value in attributes(element) if name in _WATCHED}
    if "style" in element.attrib:
        own |= _style(element)
    return own


def _style(element: _Element) -> dict[str, str]:
    parts = (part.partition(":") for part in element.get("style", "").split(";"))
    watched = ((name.strip(), value.strip()) for name, _, value in parts)
    return {name: value for name, value in watched if name in _WATCHED}


def _forget(element: _Element, name: str) -> None:
    if name in _style(element):
        say(element, name, "")
    drop(element, name)


def _is_text(element: _Element) -> bool:
    """Check whether an element is a text or a part of one, or the outline of letters."""
    return NAMES[element.tag] in _TEXTS or is_outline(element)


def _has_text(element: _Element) -> bool:
    return next(element.iter(f"{{{SVG}}}text"), None) is not None


def _whole(element: _Element) -> Box:
    """Return the box that percentages of an element refer to."""
    return Box(0, 0, *viewport(element))


def _within(box: Box, page: Box) -> Box:
    """Return the part of a box that lies on a page."""
    x, y = max(box.x, page.x), max(box.y, page.y)
    right = min(box.x + box.width, page.x + page.width)
    bottom = min(box.y + box.height, page.y + page.height)
    return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))


def _middle(box: Box) -> Box:
    return Box(box.x + box.width / 2, box.y + box.height / 2, 0, 0)


def _stops(gradient: _Element) -> Iterator[_Element]:
    return gradient.iterchildren(f"{{{SVG}}}stop")


def _begin(text: _Element) -> tuple[float, float] | None:
    """Return the start of a text, in units of the root; None if it is not given."""
    for part in text.iter(etree.Element):
        if "x" in part.attrib and "y" in part.attrib:
            x, y = (user(part.get(name, "").replace(",", " ").split()[0]) for name in ("x", "y"))
            box = to_root(text).box(Box(x, y, 0, 0))
            return box.x, box.y
    return None


def _is_shadow(used: _Element) -> bool:
    """Check whether a filter draws its unchanged source over something else: a shadow."""
    parts = list(used.iterchildren(etree.Element))
    if not parts:
        return True
    last = parts[-1]
    name = NAMES.get(last.tag)
    if name == "feDropShadow":
        return True
    inputs = [last.get("in")]
    if name == "feMerge":
        inputs = [node.get("in") for node in last.iterchildren(etree.Element)][-1:]
    return name in ("feMerge", "feBlend", "feComposite") and inputs == ["SourceGraphic"]
