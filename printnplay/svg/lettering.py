"""The texts of drawings: their look, words and extent."""

import re
from collections.abc import Iterator, Mapping
from math import sqrt

from lxml.etree import _Element
from msgspec import Struct

from printnplay.kernel.font_settings import OPTICAL, Settings, optical, parted, with_settings
from printnplay.scene.sheet import FontFace
from printnplay.svg.elements import NAMES, attributes, pixels_to_the_unit, say, to_root, viewport
from printnplay.svg.font_settings import (
    LIGATURES,
    MADE_UP,
    PROPERTIES,
    SPACED,
    SPACED_OFF,
    STRETCH,
    VARIANTS,
    settings_of,
)
from printnplay.svg.fonts import listed
from printnplay.svg.geometry import Box
from printnplay.svg.values import length, numbers, user
from printnplay.text.font_file import FontFileError
from printnplay.text.fonts import FontShelf

_INHERITED = frozenset(
    {
        *("fill", "stroke", "stroke-width", "visibility", "text-anchor", "image-rendering"),
        *("font-family", "font-size", "font-style", "font-weight", "font-variant"),
        *("letter-spacing", "word-spacing", "fill-opacity", "font-optical-sizing", *PROPERTIES),
    }
)
_OWN = ("display", "filter", "vector-effect")
_WATCHED = frozenset((*_INHERITED, *_OWN))
_ATTRIBUTES = _WATCHED - (frozenset(PROPERTIES) - {STRETCH})
"""The properties that are also attributes (SVG 2, 6.6)."""
HEAVIEST = 1000
"""The largest font weight (CSS Fonts 4, 2.2)."""

BOLD = 600
"""The weight from which browsers synthesize bold letters where a family has no bold (CSS Fonts
4)."""
_WEIGHTS = {"normal": 400, "bold": 700}
_UNITS = "%abcdefghijklmnopqrstuvwxyz"
_STEPS = {
    "bolder": ((349, 400), (549, 700), (HEAVIEST, 900)),
    "lighter": ((549, 100), (749, 400), (HEAVIEST, 700)),
}
"""The weight that `bolder` or `lighter` means, by the upper limit of the inherited weight (CSS
Fonts 4, 2.2.1)."""

Look = Mapping[str, str]


def declared(element: _Element) -> dict[str, str]:
    """Return the look that an element declares; its style wins over its attributes."""
    look = {name: value for name, value in attributes(element) if name in _ATTRIBUTES}
    style = element.get("style")
    for part in style.split(";") if style else ():
        name, _, value = part.partition(":")
        if name.strip() in _WATCHED:
            look[name.strip()] = value.replace("!important", "").strip()
    if "inherit" in look.values():
        look = {name: value for name, value in look.items() if value != "inherit"}
    return look


def inherited(look: Look, own: Mapping[str, str]) -> Look:
    """Return the look that the parts of an element inherit."""
    if own.keys().isdisjoint(_INHERITED):
        return look
    whole = {**look, **{name: value for name, value in own.items() if name not in _OWN}}
    steps = _STEPS.get(own.get("font-weight", ""))
    if steps is not None:
        before = weight(look)
        whole["font-weight"] = next(str(to) for limit, to in steps if before <= limit)
    size = length(own.get("font-size", ""))
    if size and size.unit in _OF_PARENT and ABSOLUTE.fullmatch(look.get("font-size", "")):
        whole["font-size"] = f"{size.number * size_of(look) * _OF_PARENT[size.unit]:.6g}"
    return whole


def is_printed(own: Look, look: Look) -> bool:
    """Return whether a shape prints anything."""
    seen = look.get("visibility", "visible") == "visible" and own.get("display") != "none"
    return seen and (look.get("fill") != "none" or look.get("stroke", "none") != "none")


def weight(look: Look) -> int:
    """Return the weight of text as a number; an invalid one counts as normal."""
    name = look.get("font-weight", "normal")
    number = _WEIGHTS.get(name, 0) or round(user(name, default=400))
    return number if 1 <= number <= HEAVIEST else 400


def is_italic(look: Look) -> bool:
    """Return whether text is slanted."""
    return look.get("font-style", "normal") != "normal"


_OF_PARENT = {"em": 1.0, "%": 0.01, "ex": 0.5}
"""Units relative to the inherited size, as multiples of it."""
ABSOLUTE = re.compile(r"[0-9.]+(?:px|pt|pc|mm|cm|in|q)?", re.IGNORECASE)
FONT_SIZE = 16
"""The default font size in user units: `medium` of CSS, as in browsers."""
_ASCENT, _DESCENT = 0.75, 0.2
"""The reach of most letters above and below their line, in em. A guess."""
BEFORE = {"middle": 0.5, "end": 1.0}
"""The share of a line that lies before its anchor."""


class TextPiece(Struct, frozen=True):
    """Letters in one look; `x` and `y` if they have a position of their own."""

    words: str
    look: Look
    x: float | None
    y: float | None


def _is_seen(piece: TextPiece) -> bool:
    return piece.look.get("visibility", "visible") == "visible"


def look_of_part(child: _Element, look: Look) -> Look | None:
    """Return the look of a part of a text; None for other elements and hidden parts."""
    if NAMES.get(child.tag) not in ("tspan", "a", "textPath"):
        return None
    own = declared(child)
    return None if own.get("display") == "none" else inherited(look, own)


def pieces(text: _Element, look: Look) -> Iterator[TextPiece]:
    """Yield the letters of a text or `tspan`, piece by piece; `look` is its own."""
    x, y = _first(text, "x"), _first(text, "y")
    yield TextPiece(text.text or "", look, x, y)
    for child in text:
        within = look_of_part(child, look)
        if within is not None:
            yield from pieces(child, within)
        yield TextPiece(child.tail or "", look, None, None)


def _first(text: _Element, axis: str) -> float | None:
    """Return the first of its positions along an axis."""
    places = text.get(axis, "")
    if length(places) is None:
        return next(iter(numbers(places).values), None)
    return user(places, viewport(text)[axis == "y"] if "%" in places else 0)


def words(text: _Element) -> str:
    """Return the words of a text, its lines joined."""
    parts = []
    for piece in pieces(text, {}):
        parts.append(" " if piece.x is not None or piece.y is not None else "")
        parts.append(piece.words)
    return " ".join("".join(parts).split())


class Lettering:
    """Measures texts with the fonts that they are drawn in."""

    def __init__(self, shelf: FontShelf) -> None:
        """Measure with these fonts."""
        self.shelf = shelf
        self.unusable: dict[str, None] = {}
        """The errors of fonts that could not be derived from others."""
        self._faces: dict[tuple[str, int, bool], FontFace | None] = {}

    def box(self, text: _Element, look: Look) -> Box | None:
        """Return the approximate bounding box of a text; None for text on a path."""
        if any(NAMES.get(child.tag) == "textPath" for child in text.iter()):
            return None
        box: Box | None = None
        for line in _lines(text, look):
            box = self._line_box(line).joined(box)
        return box

    def lacking(self, text: _Element, look: Look) -> tuple[str, str] | None:
        """Return the first font that lacks letters of a text, and those letters."""
        for piece in filter(_is_seen, pieces(text, look)):
            face = self.face(piece.look)
            missing = self.shelf.missing("".join(piece.words.split()), face) if face else ""
            if face and missing:
                return face.name, missing
        return None

    def has_open_size(self, text: _Element, look: Look) -> bool:
        """Check whether the size of letters depends on the surroundings of the drawing."""
        sizes = (piece.look.get("font-size", "") for piece in pieces(text, look) if piece.words)
        return any(ABSOLUTE.fullmatch(size.strip()) is None for size in sizes)

    def unlike(self, text: _Element, look: Look) -> Iterator[str]:
        """Yield how the fonts of a text differ from the requested ones: upright or lighter ones."""
        for piece in filter(_is_seen, pieces(text, look)):
            face = self.face(piece.look) if piece.words.strip() else None
            if face is None:
                continue
            if is_italic(piece.look) and not face.italic:
                yield f"`{face.family}` has no italic, and is drawn upright"
            if weight(piece.look) >= BOLD > face.weight:
                yield f"`{face.family}` has no bold, and is drawn in its weight {face.weight}"
            for name, words in MADE_UP.items():
                wanted = piece.look.get(name, "")
                if wanted in words and not self._has(face.family, VARIANTS[name][wanted]):
                    yield f"`{face.family}` has no glyphs for `{name}: {wanted}`"

    def _has(self, family: str, features: Settings) -> bool:
        return features.keys() <= self.shelf.features(family)

    def _usable(self, family: str, weight: int, *, italic: bool) -> str:
        """Return a family with settings, or without them if no such font can be derived."""
        if (family, weight, italic) not in self._faces:
            face = self.shelf.drawn_face(family, weight, italic=italic)
            try:
                if face is not None:
                    self.shelf.file(face)
            except FontFileError as error:
                self.unusable[str(error)] = None
                return parted(family)[0]
        return family

    def sized(self, text: _Element, look: Look) -> Look:
        """Return the look of a text with the CSS pixels per unit of its drawing.

        Fonts with optical sizes choose letter shapes by it (CSS Fonts 4, 7.3).
        """
        if not self.shelf.has_optical_sizes:
            return look
        across, down = to_root(text).scales
        return {**look, OPTICAL: f"{sqrt(across * down) * pixels_to_the_unit(text):.6g}"}

    def part_ligatures(self, text: _Element, look: Look) -> Look:
        """Disable ligatures in letter-spaced text, as browsers do.

        Writes this into the parts that it changes; returns the look of the text itself.
        """
        own = self._without_ligatures(text, look)
        for child in text:
            within = look_of_part(child, own)
            if within is not None:
                self.part_ligatures(child, within)
        return own

    def _without_ligatures(self, part: _Element, look: Look) -> Look:
        spacing = look.get("letter-spacing", "normal")
        if not numbers(spacing.rstrip(_UNITS)).values or not user(spacing, 1, default=0):
            return look
        if look.get(LIGATURES, "normal") != "normal":
            return look
        words = " ".join((part.text or "", *(child.tail or "" for child in part)))
        face = self.face(look)
        if face is None or not self.shelf.is_changed_by(words, face, SPACED_OFF):
            return look
        say(part, LIGATURES, SPACED)
        return {**look, LIGATURES: SPACED}

    def _line_box(self, line: list[TextPiece]) -> Box:
        size = max((size_of(piece.look) for piece in line if piece.words), default=0)
        width = sum(self._width(piece) for piece in line)
        before = BEFORE.get(line[0].look.get("text-anchor", ""), 0.0)
        left = (line[0].x or 0) - before * width
        return Box(left, (line[0].y or 0) - _ASCENT * size, width, (_ASCENT + _DESCENT) * size)

    def _width(self, piece: TextPiece) -> float:
        face = self.face(piece.look)
        return self.shelf.advance(piece.words, face) * size_of(piece.look) if face else 0

    def face(self, look: Look) -> FontFace | None:
        """Return the font for letters of a look; None if there is no such family."""
        family, wanted, italic = next(iter(families_of(look)), ""), weight(look), is_italic(look)
        settings = settings_of(look)
        if OPTICAL in look and look.get("font-optical-sizing", "auto") == "auto":
            settings = {**optical(size_of(look) * float(look[OPTICAL])), **settings}
        if settings:
            family = self._usable(with_settings(family, settings), wanted, italic=italic)
        key = family, wanted, italic
        if key not in self._faces:
            self._faces[key] = self.shelf.drawn_face(family, wanted, italic=italic)
        return self._faces[key]


def families_of(look: Look) -> list[str]:
    """Return the families of a look in order of preference."""
    return listed(look.get("font-family", ""))


def size_of(look: Look) -> float:
    """Return the size of letters in user units."""
    return user(look.get("font-size"), default=FONT_SIZE)


def _lines(text: _Element, look: Look) -> list[list[TextPiece]]:
    """Split the pieces of a text into lines at each new position; leave out blank lines."""
    lines: list[list[TextPiece]] = [[]]
    x = y = 0.0
    for piece in pieces(text, look):
        placed = piece.x is not None or piece.y is not None
        x, y = (x if piece.x is None else piece.x), (y if piece.y is None else piece.y)
        words = " ".join(piece.words.split())
        if placed or not lines[-1]:
            lines.append([TextPiece(words, piece.look, x, y)])
        else:
            lines[-1].append(TextPiece(words, piece.look, None, None))
    return [line for line in lines if any(piece.words for piece in line)]
