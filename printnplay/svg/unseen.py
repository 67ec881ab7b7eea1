"""Invisible texts of drawings: on hidden layers, transparent, unused, outside the page."""

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.elements import (
    NAMES,
    REFERENCE,
    STORES,
    SVG,
    attributes,
    inherited,
    said,
    to_root,
)
from printnplay.svg.geometry import Box
from printnplay.svg.lettering import ABSOLUTE, BEFORE
from printnplay.svg.values import numbers, user
from printnplay.text.bidi import has_right_to_left

_MOVERS = ("dx", "dy", "letter-spacing", "word-spacing", "textLength")
"""Properties that move letters away from where their widths place them."""
_TEXT = f"{{{SVG}}}text"
WIDEST = 1.0
"""The maximum width of a letter in em, if its font is unavailable: that of CJK letters."""


class Unseen:
    """Finds the invisible texts of one drawing."""

    def __init__(self, root: _Element) -> None:
        """Search this drawing."""
        self._root = root
        self._used = {
            name
            for element in root.iter(tag=etree.Element)
            for _, value in attributes(element)
            if "#" in value
            for name in REFERENCE.findall(value)
        }

    def texts_of(self, element: _Element) -> list[_Element] | None:
        """Return the texts whose letters an element sets; None if one of them is visible."""
        outer = next(element.iterancestors(_TEXT), None)
        own = [element] if element.tag == _TEXT else [*element.iter(_TEXT)]
        texts = own if outer is None else [outer]
        return texts if texts and all(map(self._is_unseen, texts)) else None

    def _is_unseen(self, text: _Element) -> bool:
        """Check whether a text is invisible, wherever it is drawn."""
        chain = [text, *text.iterancestors()]
        if any(outer.get("id") in self._used for outer in chain):
            return False
        if any(NAMES.get(outer.tag) in STORES or _hides(outer) for outer in chain):
            return True
        if inherited(text, "visibility", "visible") in ("hidden", "collapse"):
            return not any(said(part, "visibility") == "visible" for part in text.iter())
        return self._is_beside(text)

    def _is_beside(self, text: _Element) -> bool:
        """Check whether a text lies outside the page, even with the widest letters."""
        view = numbers(self._root.get("viewBox", "")).values
        is_led = any(NAMES.get(part.tag) == "textPath" for part in text.iter())
        is_moved = any(said(part, name) for part in text.iter(etree.Element) for name in _MOVERS)
        is_sized = any(said(part, "font-size") for part in text.iterdescendants(etree.Element))
        written = inherited(text, "font-size", "16")
        words = "".join(map(str, text.itertext())).strip()
        if len(view) != 4 or is_led or is_moved or is_sized or has_right_to_left(words):
            return False
        if ABSOLUTE.fullmatch(written) is None:
            return False
        size, page = user(written, default=16), self._shown(Box(*view))
        reach = WIDEST * size * len(words)
        places = [part for part in text.iter() if part is text or "x" in part.attrib]
        share = BEFORE.get(inherited(text, "text-anchor", "start"), 0.0)
        boxes = [_box(part, size, reach, share) for part in places]
        matrix = to_root(text)
        return all(matrix.box(box).misses(page) for box in boxes)

    def _shown(self, view: Box) -> Box:
        """Return the largest visible area, which may exceed the viewBox in one direction."""
        width, height = (user(self._root.get(name)) for name in ("width", "height"))
        if min(width, height, view.width, view.height) <= 0:
            return view
        more_x = max(view.height * width / height - view.width, 0.0)
        more_y = max(view.width * height / width - view.height, 0.0)
        sides = view.width + 2 * more_x, view.height + 2 * more_y
        return Box(view.x - more_x, view.y - more_y, *sides)


def _box(part: _Element, size: float, reach: float, share: float) -> Box:
    """Return a box with room for letters, of which a share lies before their position."""
    x, y = (next(iter(numbers(part.get(axis, "")).values), 0.0) for axis in ("x", "y"))
    return Box(x - size - share * reach, y - 2 * size, reach + 2 * size, 3 * size)


def _hides(element: _Element) -> bool:
    """Check whether an element hides all of its content."""
    return said(element, "display") == "none" or said(element, "opacity") in ("0", "0%", "0.0")
