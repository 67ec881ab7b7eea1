"""The size limits of drawings, so that each renders in bounded time and memory.

A limit is far above what drawings need, even for a whole deck in one file. Larger drawings are
refused before any slow work starts. The figures were measured on one slow core: a drawing at its
limit takes a few seconds.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct, field

from printnplay.svg.elements import SVG, line_of
from printnplay.svg.values import numbers

BYTES = 20_000_000
"""The most characters of a drawing: photographs in it take most of them."""
ELEMENTS = 300_000
"""The most elements of a drawing and the drawings that it links, in total: a deck in one file has
far fewer."""
DRAWN = 200_000
"""The most elements of a drawing with all its references expanded: each is drawn, so they take
longer than `ELEMENTS`."""
NESTED = 60
"""The maximum depth of nested references: drawings need a few, and each is a nested call when it is
drawn. A guess."""
ATTRIBUTES = 500
"""The most attributes of one element: reading them takes quadratic time."""
EMBEDDED = 60_000_000
"""The most characters that linked pictures and drawings add, in total: three times `BYTES`."""
LINKED = 3
"""The maximum depth of nested linked drawings: a card, its frame and an icon in it."""
LETTERS = 50_000
"""The most letters in all texts of a drawing: five times the longest text of a game (`LETTERS` in
`loading/game.py`). A guess."""
PARTS_OF_TEXT = 1000
"""The most elements in one text: laying it out takes quadratic time."""
TRANSFORMS = 1000
"""The most transforms in one list: programs write a few. A guess."""
STOPS = 1000
"""The most colour stops of one gradient: designers set a few. A guess."""
STYLE_STEPS = 8_000_000
"""The most comparisons of a selector with an element: they take some seconds."""
SHEETS = 250_000
"""The most characters of all style sheets of a drawing: reading them takes some seconds."""
SELECTORS = 10_000
"""The most selectors in all style sheets of a drawing: each is compiled into a small program."""
NESTED_RULES = 1_000_000
"""The most characters of nested rules with all selectors expanded: four times `SHEETS`."""
EXPANDED = 100_000
"""The most characters of one value after expanding `var()`: nested variables double it each
time."""
ENTITIES = 200_000
"""The most characters of a document type, which declares the entities of a drawing: a palette of
styles has 5,000, embedded pictures have more."""
NESTED_ENTITIES = 20
"""The maximum depth of nested entities: programs use none or one. A guess."""
ENTITIES_USED = 2_000_000
"""The most characters of all expanded entities of a drawing: ten times `ENTITIES`."""
PRIMITIVES = 200
"""The most primitives of all filters of a drawing: a filter has a few. A guess."""
KERNEL = 225
"""The most numbers in the matrix of one convolution: 15 by 15."""
OCTAVES = 10
"""The most octaves of noise: the tenth changes a colour by less than one of 256 steps."""


class TooMuchError(Exception):
    """A drawing exceeds a limit; `line` is the place, 0 for the whole drawing."""

    def __init__(self, message: str, help: str = "", line: int = 0) -> None:
        """Create the error with the exceeded limit and a suggestion."""
        super().__init__(message)
        self.help = help
        self.line = line


_LIMITED = ("text", "linearGradient", "radialGradient", "filter", "feConvolveMatrix")
_SPLIT = "split it into several drawings, or simplify it in your drawing program"


def check_text(text: str) -> None:
    """Check a drawing before it is parsed: the parser itself takes time and memory.

    Raises:
        TooMuchError: it has too many elements, or one of them has too many attributes.
    """
    if text.count("<") - text.count("</") > ELEMENTS:
        raise TooMuchError(f"the drawing has more than {ELEMENTS:,} elements", _SPLIT)
    at = 0
    for tag in text.split("<"):
        # Count quotes, because every attribute has two of them.
        if len(tag) > ATTRIBUTES and tag.count("=") > ATTRIBUTES:
            quotes = tag.partition(">")[0]
            if quotes.count('="') + quotes.count("='") + quotes.count("= ") > ATTRIBUTES:
                line = text.count("\n", 0, at) + 1
                message = f"an element has more than {ATTRIBUTES} attributes"
                raise TooMuchError(message, "delete those that draw nothing", line)
        at += len(tag) + 1


class Budget(Struct):
    """The remaining limits for a drawing and everything that it links."""

    elements: int = ELEMENTS
    embedded: int = EMBEDDED
    letters: int = LETTERS
    primitives: int = PRIMITIVES
    depth: int = 0
    """The number of drawings through which the current one is linked."""
    linked: dict[Path, str] = field(default_factory=dict)
    """The linked drawings that were already read."""
    become: int = 0
    """The number of elements that were replaced by the drawings that they link."""

    def take_elements(self, count: int) -> None:
        """Count elements.

        Raises:
            TooMuchError: there are too many.
        """
        self.elements -= count
        if self.elements < 0:
            message = f"the drawing and those that it links have more than {ELEMENTS:,} elements"
            raise TooMuchError(message, _SPLIT)

    def take_embedded(self, characters: int) -> None:
        """Count the characters of pictures and linked drawings.

        Raises:
            TooMuchError: there are too many.
        """
        self.embedded -= characters
        if self.embedded < 0:
            message = f"its pictures come to more than {EMBEDDED // 1_000_000} MB"
            help_ = "link each picture once and repeat it by <use>, or save them smaller"
            raise TooMuchError(message, help_)

    def take_letters(self, count: int) -> None:
        """Count letters of texts.

        Raises:
            TooMuchError: there are too many.
        """
        self.letters -= count
        if self.letters < 0:
            message = f"its texts have more than {LETTERS:,} letters"
            raise TooMuchError(message, "put less text into the drawing")

    def take_kinds(self, root: _Element) -> None:
        """Count the contents of elements whose kind has its own limit.

        Raises:
            TooMuchError: one exceeds its limit.
        """
        limited = [*root.iter(*(f"{{{SVG}}}{name}" for name in _LIMITED))]
        unused = _unused_filters(root, limited)
        for element in limited:
            if element not in unused:
                self._take(element, element.tag.rpartition("}")[2])

    def _take(self, element: _Element, name: str) -> None:
        match name:
            case "text":
                self.take_letters(sum(len(str(part)) for part in element.itertext()))
                parts = sum(1 for _ in element.iter())
                _check(element, parts, PARTS_OF_TEXT, "a text has more than {:,} parts")
            case "linearGradient" | "radialGradient":
                _check(element, len(element), STOPS, "a gradient has more than {:,} stops")
            case "filter":
                self.primitives -= len(element)
                used = PRIMITIVES - self.primitives
                _check(element, used, PRIMITIVES, "the filters have more than {:,} parts")
            case "feConvolveMatrix":
                order = numbers(element.get("order", "3")).values or (3.0,)
                size = order[0] * order[-1]
                _check(element, size, KERNEL, "a convolution has more than {:,} numbers")


_WORD = re.compile(r"[^\s\"'()#&;:,=<>/*]+")
"""What names are found by, in one pass: a search for each would take quadratic time."""


def _unused_filters(root: _Element, limited: Sequence[_Element]) -> set[_Element]:
    """Return the filters to which nothing refers: drawing programs leave many behind.

    Where names may be written with escapes, none is taken for unused.
    """
    filters = [element for element in limited if element.tag == f"{{{SVG}}}filter"]
    text = etree.tostring(root, encoding="unicode") if filters else ""
    if "\\" in text:
        return set()
    times = Counter(_WORD.findall(text))
    return {element for element in filters if times[element.get("id", "")] == 1}


def _check(element: _Element, count: float, most: int, message: str) -> None:
    if count > most:
        raise TooMuchError(message.format(most), "simplify it", line_of(element))
