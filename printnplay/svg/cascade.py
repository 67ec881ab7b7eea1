"""The cascade of drawings: every element gets what style sheets say of it in its own `style`.

So drawings can be put into one another without a class of one meaning something in the other, all
selectors of CSS work and not only those that typst knows, and how an element looks can be read from
the element and those around it. Values are written as typst reads them: variables filled in, sums
worked out, colours in sRGB, places and transforms as attributes.
"""

from collections import ChainMap
from collections.abc import Mapping

from lxml.etree import _Element

from printnplay.svg.colours import COLOURS, PAINTS, colour, paint, without_modern
from printnplay.svg.css import (
    FLOWED,
    GEOMETRY,
    INITIAL,
    INITIAL_OWN,
    MOVED,
    WIDE,
    Style,
    filled,
    merged,
    read,
    written,
)
from printnplay.svg.elements import SVG, XML, attributes, drop, viewport, without
from printnplay.svg.sheets import Sheets
from printnplay.svg.transforms import css_transform
from printnplay.svg.values import without_sums

_LEFT_OUT = frozenset({*FLOWED, "shape-padding", "shape-margin", "-inkscape-font-specification"})
"""What programs keep for themselves."""
NO_VARIABLES: ChainMap[str, str] = ChainMap()
STYLE = f"{{{SVG}}}style"
SPACE = f"{{{XML}}}space"


def apply(root: _Element) -> list[tuple[_Element, Style]]:
    """Apply the style sheets to the elements, and take out the sheets that were applied.

    A sheet with something that is not allowed there is left, for the walk to report.

    Returns:
        The elements whose transform or clip depends on the box around them, with the declarations
        that say so; they are not yet followed.

    Raises:
        TooMuchError: that takes too many steps.
    """
    sheets = Sheets()
    taken = [sheet for sheet in root.iter(STYLE) if sheets.take(sheet)]
    variables: dict[_Element, ChainMap[str, str]] = {}
    boxed: list[tuple[_Element, Style]] = []
    for element, blocks in sheets.elements(root):
        own = element.get("style")
        parent = element.getparent()
        known = variables.get(parent, NO_VARIABLES) if parent is not None else NO_VARIABLES
        style: Style = {}
        if blocks or own:
            style = merged([*blocks, read(own or "")])
            declared = {name: value for name, value in style.items() if name.startswith("--")}
            if declared:
                known = known.new_child(declared)
        if known:
            variables[element] = known
        left = _apply(element, style, known)
        if left:
            boxed.append((element, left))
    # Not before: selectors may count them.
    for sheet in taken:
        without(sheet)
    return boxed


def _apply(element: _Element, style: Style, variables: Mapping[str, str]) -> Style:
    """Write what styles say of an element, as typst reads it; gives back what needs its box."""
    for name, value in attributes(element):
        if name != "style" and ("(" in value or name in PAINTS or name in COLOURS):
            plain = _computed(element, name, value, variables)
            if plain != value:
                element.set(name, plain)
    computed = {
        name: _computed(element, name, value, variables)
        for name, value in style.items()
        if not name.startswith("--") and name not in _LEFT_OUT
    }
    kept = {name: value for name, value in computed.items() if value}
    boxed = _as_attributes(element, kept)
    if kept:
        element.set("style", written(kept))
    elif "style" in element.attrib:
        del element.attrib["style"]
    return boxed


def _as_attributes(element: _Element, style: Style) -> Style:
    """Move what typst reads from attributes only out of a style; gives back what needs a box."""
    for name in GEOMETRY & style.keys():
        element.set(name, style.pop(name))
    path = style.pop("d", "")
    if path.startswith("path("):
        element.set("d", path.removeprefix("path(").removesuffix(")").strip("\"' "))
    if style.pop("white-space", "") in ("pre", "pre-wrap", "break-spaces"):
        element.set(SPACE, "preserve")
    moved = {name: style.pop(name) for name in MOVED & style.keys()}
    boxed = {} if not moved or _move(element, moved) else moved
    clip = style.get("clip-path", "")
    if "(" in clip and "url(" not in clip:
        boxed["clip-path"] = style.pop("clip-path")
    return boxed


def _computed(element: _Element, name: str, value: str, variables: Mapping[str, str]) -> str:
    """A value as typst reads it."""
    if "var(" in value:
        value = filled(value, variables).strip()
    lower = value.lower()
    if lower in WIDE:
        if lower != "initial" and name in INITIAL:
            return "inherit"
        return INITIAL_OWN.get(name) or INITIAL.get(name, "")
    if name in PAINTS:
        return paint(value) or value
    if name in COLOURS:
        return colour(value) or value
    if "(" in value and name not in ("d", "points"):
        value = without_modern(value)
        value = without_sums(value, lambda: viewport(element), name)
    return value


def _move(element: _Element, moved: Style) -> bool:
    """Follow transforms that depend on nothing but the viewport; whether that could be done."""
    if moved.get("transform-box", "view-box") not in ("view-box", "border-box"):
        return False
    if not moved.keys() - {"transform-origin", "transform-box"}:
        # The origin of the attribute, which typst knows.
        if "transform-origin" in moved:
            element.set("transform-origin", moved["transform-origin"])
        return True
    matrix = css_transform(moved, viewport(element), element.get("transform", ""))
    if matrix is None:
        return False
    drop(element, "transform-origin")
    element.set("transform", matrix)
    return True
