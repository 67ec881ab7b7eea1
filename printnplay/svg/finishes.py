"""Finishes in drawings: white ink, foil, varnish and embossing, as plates apart from the art.

Elements with the attribute `data-finish` are a finish, with all that is in them. On a plate every
colour is full ink, and `none` stays none.
"""

import re
from collections.abc import Iterable

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.elements import NAMES, STORES, inherited, root_of, said, say, without

ATTRIBUTE = "data-finish"

_PAINTS = {"fill": "#000000", "stroke": "none"}
"""The paints of shapes, with their initial values."""

_EFFECTS = ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "mix-blend-mode")
_PICTURES = frozenset({"image"})
_SAID = re.compile(rf'\b{ATTRIBUTE}="([^"]*)"')


def finishes_in(svg: str) -> tuple[str, ...]:
    """Return the names of the finishes in a drawing, each once."""
    return tuple(dict.fromkeys(_SAID.findall(svg))) if ATTRIBUTE in svg else ()


def without_finishes(svg: str) -> str:
    """Return a drawing without its finishes."""
    root = root_of(svg)
    for element in _finished(root):
        if element.getparent() is not None:
            without(element)
    return etree.tostring(root, encoding="unicode")


def has_pixels(svg: str, finish: str) -> bool:
    """Return whether a finish contains pictures of pixels, which cannot become a plate."""
    return any(
        NAMES.get(part.tag) in _PICTURES
        for element in _finished(root_of(svg), finish)
        for part in element.iter(etree.Element)
    )


def plate(svg: str, finish: str, colour: str) -> str:
    """Return a finish of a drawing alone, all of it in one colour."""
    root = root_of(svg)
    chosen = list(_finished(root, finish))
    kept = {part for element in chosen for part in element.iter(etree.Element)}
    kept |= {above for element in chosen for above in element.iterancestors()}
    for element in list(root.iter(etree.Element)):
        if element not in kept and not _is_stored(element):
            without(element)
    for element in chosen:
        for paint, initial in _PAINTS.items():
            _set(element, paint, inherited(element, paint, initial))
        _set(element, "display", "")
    for element in root.iter(etree.Element):
        _repaint(element, colour)
    return etree.tostring(root, encoding="unicode")


def _finished(root: _Element, finish: str = "") -> Iterable[_Element]:
    """Return the elements of a finish, or of all; none that is within another."""
    return [
        element
        for element in root.iter(etree.Element)
        if ATTRIBUTE in element.attrib and (not finish or element.get(ATTRIBUTE) == finish)
    ]


def _is_stored(element: _Element) -> bool:
    """Return whether an element is drawn only where something refers to it."""
    return any(
        NAMES.get(one.tag) in (*STORES, "linearGradient", "radialGradient")
        for one in (element, *element.iterancestors())
    )


def _repaint(element: _Element, colour: str) -> None:
    """Paint an element in one colour, without effects."""
    for paint in _PAINTS:
        if said(element, paint) not in ("", "none"):
            _set(element, paint, colour)
    for effect in _EFFECTS:
        _set(element, effect, "")


def _set(element: _Element, name: str, value: str) -> None:
    """Set a property of an element as an attribute; with an empty value, remove it."""
    say(element, name, "")
    if value:
        element.set(name, value)
