"""Texts of drawings that nobody sees: on hidden layers, transparent, unused, beside the page."""

import re

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.elements import NAMES, SVG, attributes, inherited, said, to_root
from printnplay.svg.geometry import Box
from printnplay.svg.lettering import BEFORE
from printnplay.svg.values import numbers, user
from printnplay.typesetting.text.bidi import has_right_to_left

_REFERENCE = re.compile(r"#([^)'\"\s]+)")
_STORES = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
"""What draws nothing before something refers to it."""
_TEXT = f"{{{SVG}}}text"
WIDEST = 1.0
"""How wide a letter is at most, in em, where its font is not there to ask."""


class Unseen:
    """Finds the texts of one drawing that nobody sees."""

    def __init__(self, root: _Element) -> None:
        """Look at this drawing."""
        self._root = root
        self._used = {
            name
            for element in root.iter(tag=etree.Element)
            for _, value in attributes(element)
            if "#" in value
            for name in _REFERENCE.findall(value)
        }

    def texts_of(self, element: _Element) -> list[_Element] | None:
        """Return the texts whose letters an element sets; None if somebody sees one of them."""
        outer = next(element.iterancestors(_TEXT), None)
        own = [element] if element.tag == _TEXT else [*element.iter(_TEXT)]
        texts = own if outer is None else [outer]
        return texts if texts and all(map(self._is_unseen, texts)) else None

    def _is_unseen(self, text: _Element) -> bool:
        """Whether nobody sees a text, wherever it is drawn."""
        chain = [text, *text.iterancestors()]
        if any(outer.get("id") in self._used for outer in chain):
            return False
        if any(NAMES.get(outer.tag) in _STORES or _hides(outer) for outer in chain):
            return True
        if inherited(text, "visibility", "visible") in ("hidden", "collapse"):
            return not any(said(part, "visibility") == "visible" for part in text.iter())
        return self._is_beside(text)

    def _is_beside(self, text: _Element) -> bool:
        """Whether a text lies beside the page, however wide its letters are."""
        page = numbers(self._root.get("viewBox", "")).values
        is_led = any(NAMES.get(part.tag) == "textPath" for part in text.iter())
        words = "".join(map(str, text.itertext())).strip()
        if len(page) != 4 or is_led or has_right_to_left(words):
            return False
        size = user(inherited(text, "font-size", "16"), default=16)
        reach = WIDEST * size * len(words)
        places = [part for part in text.iter() if part is text or "x" in part.attrib]
        share = BEFORE.get(inherited(text, "text-anchor", "start"), 0.0)
        boxes = [_box(part, size, reach, share) for part in places]
        matrix = to_root(text)
        return all(matrix.box(box).misses(Box(*page)) for box in boxes)


def _box(part: _Element, size: float, reach: float, share: float) -> Box:
    """A box that has room for letters, of which a share lies before their place."""
    x, y = (next(iter(numbers(part.get(axis, "")).values), 0.0) for axis in ("x", "y"))
    return Box(x - size - share * reach, y - 2 * size, reach + 2 * size, 3 * size)


def _hides(element: _Element) -> bool:
    """Whether an element hides all that is in it."""
    return said(element, "display") == "none" or said(element, "opacity") in ("0", "0%", "0.0")
