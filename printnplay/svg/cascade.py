"""The CSS cascade: style sheets inlined into the `style` of every element.

So classes of combined drawings cannot clash, all CSS selectors work and not only those that typst
supports, and the look of an element can be read from it and its ancestors. Values are written in
the form that typst reads: variables substituted, sums computed, colours in sRGB, positions and
transforms as attributes.
"""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping

from lxml.etree import _Element

from printnplay.kernel import codes
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
from printnplay.svg.elements import (
    SVG,
    XML,
    attributes,
    drop,
    inherited,
    line_of,
    said,
    viewport,
    without,
)
from printnplay.svg.faults import LISTED, Report
from printnplay.svg.font_settings import VARIANTS, longhands, not_followed
from printnplay.svg.style_sheets import Sheets
from printnplay.svg.transforms import css_transform
from printnplay.svg.values import numbers, pixels, user, without_sums

_LEFT_OUT = frozenset({*FLOWED, "shape-padding", "shape-margin", "-inkscape-font-specification"})
"""Private properties of drawing programs, and text flow."""
_NOT_FOLLOWED = frozenset(
    {
        *("all", "text-shadow", "mask-image", "mask-border", "offset-path", "perspective", "zoom"),
        *("text-underline-offset", "text-decoration-thickness", "text-decoration-style"),
        *("text-emphasis", "text-emphasis-style", "text-combine-upright", "font-palette"),
        *("text-orientation", "font-variant-emoji"),
    }
)
"""Properties that browsers apply in drawings, and that are not supported here."""
NO_VARIABLES: ChainMap[str, str] = ChainMap()
STYLE = f"{{{SVG}}}style"
_PRESERVING = frozenset({"pre", "pre-wrap", "break-spaces", "preserve"})
"""Values of `white-space` and `white-space-collapse` that preserve each space (CSS Text 4, 4)."""
SPACE = f"{{{XML}}}space"


_OF_WHOLE = re.compile(
    r"(?<![\w.-])(-?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}))(rem|vw|vh|vmin|vmax)\b",
    re.IGNORECASE,
)
"""A length relative to the root element or the viewport (CSS Values 4, 6.1)."""
_OF_VIEW = re.compile(r"""[\s"':(,;][\d.]{1,20}(vw|vh|vmin|vmax)[\s"';),]""")
"""A length relative to the window in which a browser shows a drawing."""
_LENGTHS = GEOMETRY | frozenset(
    {
        *("font-size", "letter-spacing", "word-spacing", "baseline-shift", "stroke-width"),
        *("stroke-dasharray", "stroke-dashoffset", "dx", "dy", "x1", "x2", "y1", "y2"),
        *("textLength", "startOffset", "transform", "translate", "transform-origin", "clip-path"),
    }
)
_WORDS = frozenset(
    {
        *("font-weight", "font-style", "font-variant", "font-stretch", "text-anchor", "direction"),
        *("text-transform", "text-decoration", "display", "visibility", "overflow", "fill-rule"),
        *("clip-rule", "stroke-linecap", "stroke-linejoin", "dominant-baseline", "writing-mode"),
        *("alignment-baseline", "mix-blend-mode", "isolation", "paint-order"),
        *("white-space", "white-space-collapse", "font-variant-caps", "text-decoration-line"),
    }
)
"""Properties with keyword values, which are case-insensitive and may have spaces around them."""
_PLAIN = _WORDS | _LENGTHS
"""Properties whose values are case-insensitive and may have spaces around them."""
_SIZES = {
    **{"xx-small": "9px", "x-small": "10px", "small": "13px", "medium": "16px"},
    **{"large": "18px", "x-large": "24px", "xx-large": "32px", "xxx-large": "48px"},
}
"""The keywords of font sizes in CSS, with the sizes that browsers use (CSS Fonts 4, 2.5)."""
_NO_SUM = frozenset({"id", "class", "d", "points", "font-family"})
_CURRENT = re.compile(r"currentcolor(?=[^()]*\))", re.IGNORECASE)


def apply(root: _Element, report: Report) -> list[tuple[_Element, Style]]:
    """Apply the style sheets to the elements, and remove the sheets that were applied.

    A sheet with content that is not allowed there is left for the walk to report.

    Args:
        root: the drawing.
        report: receives what is not supported, each property and at-rule once.

    Returns:
        The elements whose transform or clip depends on their bounding box, with those declarations,
        which are not yet applied.

    Raises:
        TooMuchError: that takes too many steps.
    """
    sheets = Sheets(_sides(root))
    taken = [sheet for sheet in root.iter(STYLE) if sheets.take(sheet)]
    variables: dict[_Element, ChainMap[str, str]] = {}
    boxed: list[tuple[_Element, Style]] = []
    lacking = {**sheets.unknown, **_with_profiles(root, report.text)}
    _check_view(root, report)
    for element, blocks in sheets.elements(root):
        own = element.get("style")
        known = _known(element, variables)
        style: Style = {}
        if blocks or own or element.get(_VARIANT, "small-caps") not in _KNOWN_VARIANTS:
            style = merged([*blocks, read(own or "")])
            declared = {name: value for name, value in style.items() if name.startswith("--")}
            if declared:
                known = known.new_child(declared)
            _take_variant(element, style)
            for declaration in _not_followed(style):
                lacking.setdefault(declaration, element)
        if known:
            variables[element] = known
        left = _apply(element, style, known)
        if left:
            boxed.append((element, left))
    # Only now, because selectors may count the sheets.
    for sheet in taken:
        without(sheet)
    _report(lacking, report)
    return boxed


def _check_view(root: _Element, report: Report) -> None:
    """Report lengths relative to the window, if the drawing has no size of its own."""
    has_size = all(pixels(root.get(side, "")) for side in ("width", "height"))
    if not has_size and (found := _OF_VIEW.search(report.text)):
        message = f"lengths in `{found[1]}` count from the viewBox: the drawing has no size"
        help_ = "give the root width and height, or give these lengths in units of the viewBox"
        report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(root), help_)


def _with_profiles(root: _Element, text: str) -> dict[str, _Element]:
    """Return the first element with an ICC colour, of which only the fallback colour is drawn."""
    if "icc-color(" not in text:
        return {}
    having = (one for one in root.iter() if "icc-color(" in " ".join(map(str, one.attrib.values())))
    return {"icc-color()": next(having, root)}


def _known(
    element: _Element, variables: Mapping[_Element, ChainMap[str, str]]
) -> ChainMap[str, str]:
    """Return the variables that an element inherits."""
    parent = element.getparent()
    return NO_VARIABLES if parent is None else variables.get(parent, NO_VARIABLES)


def _not_followed(style: Style) -> Iterator[str]:
    for name in sorted(_NOT_FOLLOWED & style.keys()):
        if style[name].lower() not in ("none", "auto", "normal", "solid", "mixed"):
            yield f"{name}: {style[name]}"
    for name, value in style.items():
        if name == "font-variant":
            parts = longhands(value)
            if "font-variant" in parts and parts["font-variant"] not in (*WIDE, "inherit"):
                yield f"{name}: {value}"
        elif value.lower() not in (*WIDE, "inherit") and not_followed(name, value):
            yield f"{name}: {value}"


def _report(lacking: Mapping[str, _Element], report: Report) -> None:
    for declaration, element in list(lacking.items())[:LISTED]:
        message = f"`{declaration[:60]}` in a style is not supported"
        help_ = "draw its effect, or delete it"
        report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(element), help_)


def _apply(element: _Element, style: Style, variables: Mapping[str, str]) -> Style:
    """Write an element's styles in the form that typst reads; return those that need its box."""
    for name, value in attributes(element):
        is_changed = "(" in value or name in PAINTS or name in COLOURS
        if name in _PLAIN and value != (plain := _in_small_letters(value)):
            value = plain
            element.set(name, value)
        is_changed |= name in _LENGTHS and (value in _SIZES or bool(_OF_WHOLE.search(value)))
        if name != "style" and is_changed:
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
    """Move properties that typst reads only from attributes out of a style; return boxed ones."""
    for name in GEOMETRY & style.keys():
        element.set(name, style.pop(name))
    path = style.pop("d", "")
    if path == "none":
        element.set("d", "")
    elif path.startswith("path("):
        element.set("d", path.removeprefix("path(").removesuffix(")").strip("\"' "))
    spaces = style.pop("white-space", ""), style.pop("white-space-collapse", "")
    if not _PRESERVING.isdisjoint(spaces):
        element.set(SPACE, "preserve")
    _say_variant(style)
    lines = style.pop("text-decoration-line", "")
    if lines:
        style.setdefault("text-decoration", lines)
    moved = {name: style.pop(name) for name in MOVED & style.keys()}
    boxed = {} if not moved or _move(element, moved) else moved
    clip = style.get("clip-path", "")
    if "(" in clip and "url(" not in clip:
        boxed["clip-path"] = style.pop("clip-path")
    return boxed


_VARIANT = "font-variant"
_KNOWN_VARIANTS = frozenset({"", "normal", "small-caps", "inherit"})
"""The values of that attribute that typst supports."""


def _take_variant(element: _Element, style: Style) -> None:
    """Read the attribute `font-variant` like a style, if typst does not support its value."""
    said_ = element.get(_VARIANT, "")
    if said_.strip().lower() not in _KNOWN_VARIANTS:
        drop(element, _VARIANT)
        style.setdefault(_VARIANT, said_)


def _say_variant(style: Style) -> None:
    """Write font variants as longhands, and the only one that typst supports in its form."""
    if "font-variant" in style:
        style.update(_parted(style.pop("font-variant")))
    if "font-variant-caps" in style:
        capitals = style["font-variant-caps"]
        style["font-variant"] = capitals if capitals in ("small-caps", "inherit") else "normal"


def _parted(variant: str) -> Style:
    """Expand the shorthand `font-variant`, which resets everything that it does not name."""
    value = variant.strip().lower()
    if value in (*WIDE, "inherit"):
        return {"font-variant-caps": value}
    kinds = [name for name in VARIANTS if name.startswith("font-variant-")]
    found = longhands(value)
    return {
        **dict.fromkeys(kinds, "normal"),
        **{kind: found[kind] for kind in kinds if kind in found},
    }


def _computed(element: _Element, name: str, value: str, variables: Mapping[str, str]) -> str:
    """Return a value in the form that typst reads."""
    if "var(" in value:
        value = filled(value, variables).strip()
    lower = value.lower()
    if lower in WIDE:
        if lower != "initial" and name in INITIAL:
            return "inherit"
        return INITIAL_OWN.get(name) or INITIAL.get(name, "")
    if "(" in lower and "currentcolor" in lower and name != "color":
        # Only within a function: typst supports the word alone.
        value = _CURRENT.sub(inherited(element, "color", "#000"), value)
    if name in PAINTS:
        return paint(value) or value
    if name in COLOURS:
        return colour(value) or value
    if name in _PLAIN:
        value = _in_small_letters(value)
    return value if name in _NO_SUM else _measured(element, name, value)


def _in_small_letters(value: str) -> str:
    """Lowercase CSS words and units for typst; functions (`skewX`) keep their case."""
    stripped = value.strip()
    return stripped if "(" in stripped else stripped.lower()


def _measured(element: _Element, name: str, value: str) -> str:
    """Return a value with its sums computed and its lengths in units that typst supports."""
    if name == "font-size":
        value = _SIZES.get(value, value)
    if name in _LENGTHS:
        value = _OF_WHOLE.sub(lambda length: _in_user_units(length, element), value)
    if "(" in value:
        value = without_modern(value)
        value = without_sums(value, lambda: viewport(element), name)
    return value


def _in_user_units(length: re.Match[str], element: _Element) -> str:
    root = element.getroottree().getroot()
    unit = length[2].lower()
    if unit == "rem":
        size = said(root, "font-size")
        # On the root itself, rem is relative to the initial value.
        share = user(size, default=16) if not _OF_WHOLE.search(size) else 16.0
    else:
        sides = _sides(root)
        wanted = {"vw": sides[0], "vh": sides[1], "vmin": min(sides), "vmax": max(sides)}
        share = wanted[unit] / 100
    return f"{float(length[1]) * share:.6g}"


def _sides(root: _Element) -> tuple[float, float]:
    """Return width and height of a drawing in CSS pixels, at its own size."""
    inside = numbers(root.get("viewBox", "")).values[2:]
    width, height = (pixels(root.get(name, "")) for name in ("width", "height"))
    across, down = inside if len(inside) == 2 and min(inside) > 0 else (100.0, 100.0)
    if width and not height:
        height = width * down / across
    elif height and not width:
        width = height * across / down
    return width or across, height or down


def _move(element: _Element, moved: Style) -> bool:
    """Apply transforms that depend only on the viewport; return whether that was possible."""
    if moved.get("transform-box", "view-box") not in ("view-box", "border-box"):
        return False
    if not moved.keys() - {"transform-origin", "transform-box"}:
        # The origin of the attribute, which typst supports.
        if "transform-origin" in moved:
            element.set("transform-origin", moved["transform-origin"])
        return True
    matrix = css_transform(moved, viewport(element), element.get("transform", ""))
    if matrix is None:
        return False
    drop(element, "transform-origin")
    element.set("transform", matrix)
    return True
