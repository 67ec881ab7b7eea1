"""Type that would be too small to read: bars in its place show that there is text, and where."""

from collections.abc import Iterator
from unicodedata import east_asian_width

from lxml import etree
from lxml.etree import _Element
from msgspec.structs import replace

from printnplay.kernel.geometry import Um, pt
from printnplay.scene.picture import Picture
from printnplay.svg.elements import SVG, inherited, said, to_root, without
from printnplay.svg.values import user

READABLE: Um = pt(6)
"""The least size of type in a picture of a card: the smallest that books set, in notes to tables."""

ADVANCE = 0.45
"""The mean width of a letter, relative to the size of the type: a little less than in the bundled
families, so that bars do not run out of their box. They
need not be as long as their words. A guess."""

HIGH, STRENGTH = 0.4, 0.4
"""The height of a bar, relative to the size of the type, and its opacity: lower than the letters,
as strong as a line of them looks from afar. Guesses."""

_TEXT, _TSPAN = f"{{{SVG}}}text", f"{{{SVG}}}tspan"


def without_small_type(picture: Picture, width: Um) -> Picture:
    """Return a picture drawn this wide, with bars for the lines whose type is below `READABLE`."""
    if "<text" not in picture.svg:
        return picture
    root = etree.fromstring(picture.svg)
    share = width / picture.size.width
    small = [text for text in root.iter(_TEXT) if _largest(text) * share * 1000 < READABLE]
    for text in small:
        _replace_by_bars(text)
    if not small:
        return picture
    left = _squeezed("".join(words for text in root.iter(_TEXT) for words in text.itertext()))
    texts = tuple(text for text in picture.texts if _squeezed(text) in left)
    return replace(picture, svg=etree.tostring(root, encoding="unicode"), texts=texts)


def _largest(text: _Element) -> float:
    """Return the size of the largest type of a text, in mm."""
    matrix = to_root(text)
    scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
    return scale * max((_size(part) for part, _ in _parts(text)), default=0)


def _parts(text: _Element) -> Iterator[tuple[_Element, str]]:
    """Yield the parts of a text that have words of their own, with these words."""
    for part in (text, *text.iter(_TSPAN)):
        if words := (part.text or "").rstrip():
            yield part, words


def _size(part: _Element) -> float:
    return user(inherited(part, "font-size", "16"))


def _replace_by_bars(text: _Element) -> None:
    bars = etree.Element(f"{{{SVG}}}g", {"fill-opacity": str(STRENGTH)})
    if move := text.get("transform"):
        bars.set("transform", move)
    for part, words in _parts(text):
        x, y, size = part.get("x"), part.get("y"), _size(part)
        if x is not None and y is not None:
            high = HIGH * size
            bar = {"x": user(x), "y": user(y) - high, "width": _width(words, size), "height": high}
            drawn = {name: f"{length:.3f}" for name, length in bar.items()}
            fill = inherited(part, "fill", "#000000")
            etree.SubElement(bars, f"{{{SVG}}}rect", {**drawn, "rx": f"{high / 2:.3f}", "fill": fill})
    if said(text, "writing-mode") or not len(bars):
        without(text)
        return
    bars.tail = text.tail
    parent = text.getparent()
    assert parent is not None  # a text is never the root
    parent.replace(text, bars)


def _width(words: str, size: float) -> float:
    """Return about the width of words in type of this size."""
    wide = sum(east_asian_width(letter) in "WF" for letter in words)
    return (wide + (len(words) - wide) * ADVANCE) * size


def _squeezed(words: str) -> str:
    return "".join(words.split())
