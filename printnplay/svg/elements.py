"""The elements that a printed drawing may have, and access to those of a parsed one.

Allowed are the static elements of SVG 1.1 that typst draws; measured with typst 0.15.
"""

import re
from typing import cast

from lxml import etree
from lxml.etree import _Element

from printnplay.svg.geometry import Box, Matrix, fitted
from printnplay.svg.values import numbers, pixels, transform, user

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
XLINK_HREF = f"{{{XLINK}}}href"
MACHINE_CODE = "data-code"
"""An attribute of the modules of a QR code or barcode: the smallest module that scans, in mm; empty
if a smaller one was reported."""

_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)

_ELEMENTS = (
    "svg g defs symbol use switch style title desc metadata path rect circle ellipse line polyline "
    "polygon text tspan textPath image marker linearGradient radialGradient stop pattern "
    "clipPath mask filter a feBlend feColorMatrix feComponentTransfer feComposite "
    "feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood "
    "feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology "
    "feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence"
)
ELEMENTS = frozenset(_ELEMENTS.split())

REFUSED = {
    "script": "a printed picture runs no scripts",
    "handler": "a printed picture runs no scripts",
    "iframe": "a printed picture loads no content",
    "object": "a printed picture loads no content",
    "embed": "a printed picture loads no content",
    "animate": "paper does not move",
    "animateColor": "paper does not move",
    "animateMotion": "paper does not move",
    "animateTransform": "paper does not move",
    "set": "paper does not move",
    "mpath": "paper does not move",
    "discard": "paper does not move",
    "font-face": "fonts come from the fonts folder",
    "font": "fonts come from the fonts folder",
    "tref": "write the text where it belongs",
    **dict.fromkeys(
        ("mesh", "meshgradient", "meshpatch", "meshrow", "hatch", "hatchpath", "solidcolor"),
        "browsers do not draw it either; save the drawing as plain SVG",
    ),
}
"""Elements that are errors, and why."""

NAMES = {f"{{{SVG}}}{name}": name for name in ELEMENTS}
"""The allowed elements by their qualified name."""

STORES = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
"""Elements that draw nothing until something refers to them, at sizes that are unknown before."""

REFERENCE = re.compile(r"#([^)'\"\s]+)")
"""A reference from one part of a drawing to another, in any value."""

_GENERIC = (
    "serif sans-serif sans monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace "
    "ui-rounded"
)
GENERIC = frozenset(_GENERIC.split())
"""Generic font families of CSS, and `Sans` of Inkscape; typst ignores them, so they are replaced by
the project's own."""


def root_of(svg: str) -> _Element:
    """Return the root of a drawing that was checked when it was first read."""
    return etree.fromstring(svg.encode(), _PARSER)


def line_of(element: _Element) -> int:
    """Return the line on which an element begins; 0 if unknown."""
    return cast("int | None", element.sourceline) or 0


def attributes(element: _Element) -> list[tuple[str, str]]:
    """Return the attributes of an element, unchanged."""
    return cast("list[tuple[str, str]]", element.items())


def href(element: _Element) -> str:
    """Return the link of an element; `href` wins over `xlink:href` (SVG 2, 8.2)."""
    return element.get("href") or element.get(XLINK_HREF) or ""


def without(element: _Element) -> None:
    """Remove an element from the drawing, but not the text after it, which may be printed."""
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def viewport(element: _Element) -> tuple[float, float]:
    """Return the width and height in user units that an element's percentages refer to."""
    for outer in element.iterancestors(f"{{{SVG}}}svg"):
        view = numbers(outer.get("viewBox", "")).values
        if len(view) == 4:
            return view[2], view[3]
        width, height = user(outer.get("width")), user(outer.get("height"))
        if min(width, height) > 0:
            return width, height
    return 100, 100


def to_root(element: _Element) -> Matrix:
    """Return the transform of an element and of all groups around it, up to the root."""
    matrix = Matrix()
    for outer in (element, *element.iterancestors()):
        if outer.getparent() is not None:
            matrix = _own(outer).times(matrix)
    return matrix


def pixels_to_the_unit(element: _Element) -> float:
    """Return the CSS pixels per unit of the root, at the drawing's own size."""
    root = element.getroottree().getroot()
    view = numbers(root.get("viewBox", "")).values
    width = pixels(root.get("width", ""))
    if len(view) != 4 or view[2] <= 0 or width is None:
        return 1
    return width / view[2]


def _own(element: _Element) -> Matrix:
    matrix = transform(element.get("transform", "")).matrix
    view = numbers(element.get("viewBox", "")).values
    if element.tag != f"{{{SVG}}}svg" or len(view) != 4:
        return matrix
    sides = (user(element.get(name)) for name in Box._fields)
    return matrix.times(fitted(Box(*view), Box(*sides), element.get("preserveAspectRatio", "")))


def said(element: _Element, name: str) -> str:
    """Return the value of a property in an element's style or attribute; empty if none."""
    for part in reversed(element.get("style", "").split(";")):
        key, _, value = part.partition(":")
        if key.strip() == name:
            return value.replace("!important", "").strip()
    return element.get(name, "")


def inherited(element: _Element, name: str, initial: str) -> str:
    """Return the value of an inherited property, of the element or the nearest ancestor."""
    for outer in (element, *element.iterancestors()):
        value = said(outer, name)
        if value and value != "inherit":
            return value
    return initial


def say(element: _Element, name: str, value: str) -> None:
    """Set a property in the style of an element; with an empty value, remove it."""
    parts = [part for part in element.get("style", "").split(";") if part.strip()]
    kept = [part for part in parts if part.partition(":")[0].strip() != name]
    if value:
        kept.append(f"{name}:{value}")
    if kept:
        element.set("style", ";".join(kept))
    else:
        drop(element, "style")
    if not value:
        drop(element, name)


def drop(element: _Element, *names: str) -> None:
    """Remove these attributes if they exist."""
    for name in names:
        if name in element.attrib:
            del element.attrib[name]


_URL = re.compile(r"url\(\s*(['\"]?)#([^)'\"]+)\1\s*\)")
_LINKS = ("href", XLINK_HREF)


def prefix_ids(root: _Element, prefix: str) -> None:
    """Prefix every ID and every reference to one.

    Selectors of style sheets (`#id`) are left alone: sheets are applied before drawings are
    combined.
    """
    for element in root.iter(tag=etree.Element):
        for name, value in attributes(element):
            if name == "id":
                element.set(name, prefix + value)
            elif name in _LINKS and value.strip().startswith("#"):
                element.set(name, f"#{prefix}{value.strip()[1:]}")
            elif "url(" in value:
                element.set(name, _URL.sub(rf"url(#{prefix}\2)", value))
