"""Type that would be too small to read: bars in its place show that there is text, and where."""

from collections.abc import Iterator
from math import inf, sqrt
from unicodedata import east_asian_width

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Um, mm, pt
from printnplay.scene.drawn_lines import LETTERS
from printnplay.scene.picture import Picture
from printnplay.svg.elements import SVG, inherited, root_of, said, to_root, without
from printnplay.svg.lettering import words
from printnplay.svg.values import user

READABLE: Um = pt(6)
"""The least size of type in a picture of a card: the smallest that is set in books, in tables."""

ADVANCE = 0.45
"""The mean width of a letter, relative to the size of the type: a little less than in the bundled
families, so that bars do not run out of their box. They need not be as long as their words."""

HIGH, STRENGTH = 0.4, 0.4
"""The height of a bar, relative to the size of the type, and its opacity: lower than the letters,
as strong as a line of them looks from afar. Guesses."""

BEFORE = {"middle": 0.5, "end": 1.0}
"""The share of a line before its position, by `text-anchor`."""

_TEXT, _TSPAN = f"{{{SVG}}}text", f"{{{SVG}}}tspan"
_UNSEEN = tuple(f"{{{SVG}}}{name}" for name in ("defs", "symbol", "clipPath", "mask", "pattern"))


def without_small_type(picture: Picture, width: Um) -> Picture:
    """Return a picture drawn this wide, with bars for the lines whose type is below `READABLE`."""
    if "<text" not in picture.svg:
        return picture
    root = root_of(picture.svg)
    share = width / picture.size.width
    shown = [text for text in root.iter(_TEXT) if next(text.iterancestors(*_UNSEEN), None) is None]
    small = [text for text in shown if _largest(text) * share < READABLE / mm(1)]
    for text in small:
        _replace_by_bars(text)
    if not small:
        return picture
    left = _squeezed("".join(map(words, root.iter(_TEXT))))
    texts = tuple(text for text in picture.texts if _squeezed(text) in left)
    return replace(picture, svg=etree.tostring(root, encoding="unicode"), texts=texts)


def _largest(text: _Element) -> float:
    """Return the size of the largest type of a text, in mm."""
    matrix = to_root(text)
    scale = sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
    return scale * max((_size(part) for part, _ in _parts(text)), default=inf)


def _parts(text: _Element) -> Iterator[tuple[_Element, str]]:
    """Yield the parts of a text that have words of their own, with these words."""
    for part in (text, *text.iter(_TSPAN)):
        if own := (part.text or "").rstrip():
            yield part, own


def _size(part: _Element) -> float:
    return user(inherited(part, "font-size", "16"))


def _replace_by_bars(text: _Element) -> None:
    """Draw bars in place of a text, and of the outlines of its letters before it."""
    bars = etree.Element(f"{{{SVG}}}g", {"fill-opacity": str(STRENGTH)})
    if move := text.get("transform"):
        bars.set("transform", move)
    for bar in _bars(text):
        drawn = {name: f"{length:.3f}" for name, length in bar.lengths.items()}
        etree.SubElement(bars, f"{{{SVG}}}rect", {**drawn, "fill": bar.fill})
    outlines = text.getprevious()
    if outlines is not None and outlines.get(LETTERS):
        without(outlines)
    if said(text, "writing-mode") or not len(bars):
        without(text)
        return
    bars.tail = text.tail
    parent = text.getparent()
    assert parent is not None  # a text is never the root
    parent.replace(text, bars)


class _Bar(Struct, frozen=True):
    """A bar for a part of a line: its ends, the baseline, the size of the type and its colour."""

    left: float
    right: float
    y: float
    size: float
    fill: str

    @property
    def lengths(self) -> dict[str, float]:
        """Return the attributes of its rectangle."""
        high = HIGH * self.size
        width = self.right - self.left
        return {"x": self.left, "y": self.y - high, "width": width, "height": high, "rx": high / 2}


def _bars(text: _Element) -> list[_Bar]:
    """Return the bars of a text; parts of a line that touch each other share one."""
    bars: list[_Bar] = []
    for part, letters in _parts(text):
        x, y, size = part.get("x"), part.get("y"), _size(part)
        if x is None or y is None:
            continue
        wide = _width(letters, size)
        left = user(x) - BEFORE.get(inherited(part, "text-anchor", "start"), 0) * wide
        bar = _Bar(left, left + wide, user(y), size, inherited(part, "fill", "#000000"))
        last = bars[-1] if bars else None
        if last and last.y == bar.y and max(last.left, left) - min(last.right, bar.right) < size:
            ends = {"left": min(last.left, left), "right": max(last.right, bar.right)}
            bars[-1] = replace(last, **ends)
        else:
            bars.append(bar)
    return bars


def _width(letters: str, size: float) -> float:
    """Return about the width of letters in type of this size."""
    wide = sum(east_asian_width(letter) in "WF" for letter in letters)
    return (wide + (len(letters) - wide) * ADVANCE) * size


def _squeezed(text: str) -> str:
    return "".join(text.split())
