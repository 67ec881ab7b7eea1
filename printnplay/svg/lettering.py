"""The texts of drawings: their look, words and reach, and the letters their fonts lack."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from printnplay.model.sheet import FontFace
from printnplay.svg.elements import NAMES, SVG, XML, attributes, said
from printnplay.svg.fonts import as_attribute, listed
from printnplay.svg.geometry import Box
from printnplay.svg.values import numbers, user
from printnplay.typesetting.text.bidi import has_right_to_left
from printnplay.typesetting.text.fonts import SHARE, FontError, FontShelf

INHERITED = (
    "fill stroke stroke-width visibility font-family font-size font-style font-weight font-variant "
    "text-anchor image-rendering"
)
_INHERITED = INHERITED.split()
_OWN = ("display", "filter", "vector-effect")
_WATCHED = frozenset((*_INHERITED, *_OWN))
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}

Look = Mapping[str, str]


def declared(element: _Element) -> dict[str, str]:
    """What an element says of its own look; its style wins over its attributes."""
    look = {name: value for name, value in attributes(element) if name in _WATCHED}
    style = element.get("style")
    for part in style.split(";") if style else ():
        name, _, value = part.partition(":")
        if name.strip() in _WATCHED:
            look[name.strip()] = value.replace("!important", "").strip()
    if "inherit" in look.values():
        look = {name: value for name, value in look.items() if value != "inherit"}
    return look


def inherited(look: Look, own: Mapping[str, str]) -> Look:
    """The look that the parts of an element begin with."""
    if own.keys().isdisjoint(_INHERITED):
        return look
    return {**look, **{name: value for name, value in own.items() if name not in _OWN}}


def is_printed(own: Look, look: Look) -> bool:
    """Whether a shape leaves anything on the paper."""
    seen = look.get("visibility", "visible") == "visible" and own.get("display") != "none"
    return seen and (look.get("fill") != "none" or look.get("stroke", "none") != "none")


def weight(look: Look) -> int:
    """The weight of text, by number."""
    name = look.get("font-weight", "normal")
    return _WEIGHTS.get(name, 0) or round(user(name, default=400))


def is_italic(look: Look) -> bool:
    """Whether text is slanted."""
    return look.get("font-style", "normal") != "normal"


_ABSOLUTE = re.compile(r"[0-9.]+(?:px|pt|pc|mm|cm|in|q)?", re.IGNORECASE)
FONT_SIZE = 16
"""The size of text that says none, in user units (`medium` of CSS)."""
_ASCENT, _DESCENT = 0.75, 0.2
"""What most letters reach above and below their line, in em."""
_BEFORE = {"middle": 0.5, "end": 1.0}


class TextPiece(Struct, frozen=True):
    """Letters in one look; `x` and `y` where they are placed anew."""

    words: str
    look: Look
    x: float | None
    y: float | None


def pieces(text: _Element, look: Look) -> Iterator[TextPiece]:
    """The letters of a text or `tspan`, piece by piece; `look` is its own."""
    x, y = (next(iter(numbers(text.get(axis, "")).values), None) for axis in ("x", "y"))
    yield TextPiece(text.text or "", look, x, y)
    for child in text.iterchildren(tag=etree.Element):
        own = declared(child)
        if own.get("display") != "none" and NAMES.get(child.tag) in ("tspan", "a", "textPath"):
            yield from pieces(child, inherited(look, own))
        yield TextPiece(child.tail or "", look, None, None)


def words(text: _Element) -> str:
    """What a text says, with its lines joined."""
    parts = []
    for piece in pieces(text, {}):
        parts.append(" " if piece.x is not None or piece.y is not None else "")
        parts.append(piece.words)
    return " ".join("".join(parts).split())


class Lettering:
    """Measures texts with the fonts that they are drawn in."""

    def __init__(self, shelf: FontShelf) -> None:
        """Measure with these fonts."""
        self._shelf = shelf

    def box(self, text: _Element, look: Look) -> Box | None:
        """The box around a text, nearly; None for text on a path."""
        if any(NAMES.get(child.tag) == "textPath" for child in text.iter()):
            return None
        box: Box | None = None
        for line in _lines(text, look):
            box = self._line_box(line).joined(box)
        return box

    def lacking(self, text: _Element, look: Look) -> tuple[str, str] | None:
        """The first face that lacks letters of a text, and those letters."""
        for piece in pieces(text, look):
            face = self._face(piece.look)
            missing = self._shelf.missing("".join(piece.words.split()), face) if face else ""
            if face and missing:
                return face.name, missing
        return None

    def has_open_size(self, text: _Element, look: Look) -> bool:
        """Whether how large letters are depends on what the drawing stands in."""
        sizes = (piece.look.get("font-size", "") for piece in pieces(text, look) if piece.words)
        return any(_ABSOLUTE.fullmatch(size.strip()) is None for size in sizes)

    def unslanted(self, text: _Element, look: Look) -> str:
        """The first family of a text that is to be slanted and has no italic; empty if none."""
        for piece in pieces(text, look):
            face = self._face(piece.look) if is_italic(piece.look) else None
            if piece.words.strip() and face is not None and not face.italic:
                return face.family
        return ""

    def complete(self, text: _Element, look: Look) -> bool:
        """Set letters that their family lacks in another one, and small capitals smaller.

        The other families of the text's own list come first, then all there are. What none of them
        has stays as it is. Returns whether anything was changed.
        """
        before = sum(1 for _ in text.iter())
        for element, own in _parts(text, look):
            is_line = _is_line(element)
            letters = _collapsed(element.text or "") if is_line else element.text
            element.text = self._set(element, 0, letters, own)
            if is_line and len(element) and own.get("font-variant", "normal") == "normal":
                self._place_runs(element, own)
            for child in list(element):
                place = element.index(child) + 1
                child.tail = self._set(element, place, child.tail, own)
        return sum(1 for _ in text.iter()) != before

    def _place_runs(self, line: _Element, look: Look) -> None:
        """Give each run of a line a place of its own.

        What draws (usvg, in typst 0.15 and in resvg) takes another font for all that follows a
        place, if one of its letters is not in the font, the letters in front of it too.
        """
        said_size = look.get("font-size", f"{FONT_SIZE}")
        if _ABSOLUTE.fullmatch(said_size) is None:
            return
        runs = [(line.text or "", look)]
        for part in line:
            runs += [(part.text or "", inherited(look, declared(part))), (part.tail or "", look)]
        if has_right_to_left("".join(words for words, _ in runs)):
            return
        size = user(said_size)
        x = numbers(line.get("x", "")).values[0]
        widths = [self._advance(words, own) * size for words, own in runs]
        x -= _BEFORE.get(look.get("text-anchor", ""), 0.0) * sum(widths)
        placed = []
        for (words, own), width in zip(runs, widths, strict=True):
            before = self._advance(words[: len(words) - len(words.lstrip(" "))], own) * size
            if words.strip(" "):
                # How high it stands is said by the line, or follows from what is above.
                place = {"x": f"{x + before:.4f}", "text-anchor": "start"}
                part = etree.Element(f"{{{SVG}}}tspan", place)
                part.set("font-family", as_attribute(_families(own)[0]))
                part.text = words.strip(" ")
                placed.append(part)
            x += width
        line.text = None
        line[:] = placed

    def _advance(self, words: str, look: Look) -> float:
        face = self._face(look)
        return self._shelf.advance(words, face) if face and words else 0.0

    def _set(self, parent: _Element, place: int, letters: str | None, look: Look) -> str | None:
        """Put letters into an element in runs of one look; gives back the first, plain run."""
        runs = [
            ("".join(run), *kind)
            for kind, run in groupby(letters or "", lambda letter: self._kind(letter, look))
        ]
        if not any(family or small for _, family, small in runs):
            return letters
        first = runs.pop(0)[0] if not any(runs[0][1:]) else ""
        for run, family, small in runs:
            part = etree.Element(f"{{{SVG}}}tspan")
            part.text = run.upper() if small else run
            if family:
                part.set("font-family", as_attribute(family))
            if small:
                part.set("font-size", f"{SHARE:.0%}")
            parent.insert(place, part)
            place += 1
        return first

    def _kind(self, letter: str, look: Look) -> tuple[str, bool]:
        """The other family that a letter is set in, if any, and whether as a small capital."""
        face = self._face(look)
        if face is None or letter.isspace():
            return "", False
        file = self._shelf.file(face)
        small = look.get("font-variant") == "small-caps" and letter.islower()
        if not self._shelf.missing(letter.upper() if small else letter, face):
            return "", small and not file.has_small_caps
        for family in (*_families(look), *self._shelf.families):
            if not self._shelf.missing(letter, self._nearest(family, look) or face):
                return family, False
        return "", False

    def _nearest(self, family: str, look: Look) -> FontFace | None:
        return self._face({**look, "font-family": family})

    def _line_box(self, line: list[TextPiece]) -> Box:
        size = max((_size(piece) for piece in line if piece.words), default=0)
        width = sum(self._width(piece) for piece in line)
        before = _BEFORE.get(line[0].look.get("text-anchor", ""), 0.0)
        left = (line[0].x or 0) - before * width
        return Box(left, (line[0].y or 0) - _ASCENT * size, width, (_ASCENT + _DESCENT) * size)

    def _width(self, piece: TextPiece) -> float:
        face = self._face(piece.look)
        return self._shelf.advance(piece.words, face) * _size(piece) if face else 0

    def _face(self, look: Look) -> FontFace | None:
        family = next(iter(_families(look)), "")
        for italic in (is_italic(look), not is_italic(look)):
            try:
                return self._shelf.face(family, weight(look), italic=italic)
            except FontError:
                continue
        return None


_SPREADING = ("letter-spacing", "word-spacing", "textLength")
_MOVING = ("dx", "rotate", "writing-mode", "baseline-shift")
_PLAIN = frozenset({"", "0", "auto", "normal", "baseline", "lr", "lr-tb", "horizontal-tb"})
"""Values by which letters simply follow each other."""


def _is_line(element: _Element) -> bool:
    """Whether letters are a line with a place of its own, in which each follows the one before."""
    is_whole = NAMES.get(element.tag) == "text"
    following, tail = element.getnext(), element.tail or ""
    ends = is_whole or (not tail.strip() and (following is None or following.get("x") is not None))
    if len(element) or not ends:
        return False
    x, *others = (numbers(element.get(axis, "")) for axis in ("x", "y", "dy"))
    if x.error is not None or len(x.values) != 1 or any(len(one.values) > 1 for one in others):
        return False
    for outer in (element, *element.iterancestors(tag=etree.Element)):
        is_spread = any(user(said(outer, name), default=0) for name in _SPREADING)
        if is_spread or any(said(outer, name) not in _PLAIN for name in _MOVING):
            return False
        if outer.get(f"{{{XML}}}space") == "preserve":
            return False
    return True


def _collapsed(text: str) -> str:
    """A text with its white space as it is drawn, where `xml:space` does not say otherwise."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


def _families(look: Look) -> list[str]:
    return listed(look.get("font-family", ""))


def _parts(text: _Element, look: Look) -> Iterator[tuple[_Element, Look]]:
    """A text and the parts of it that are drawn, each with its look."""
    yield text, look
    for child in text.iterchildren(tag=etree.Element):
        own = declared(child)
        if own.get("display") != "none" and NAMES.get(child.tag) in ("tspan", "a", "textPath"):
            yield from _parts(child, inherited(look, own))


def _size(piece: TextPiece) -> float:
    return user(piece.look.get("font-size"), default=FONT_SIZE)


def _lines(text: _Element, look: Look) -> list[list[TextPiece]]:
    """The pieces of a text, a line begun where they are placed anew; blank ones are left out."""
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
