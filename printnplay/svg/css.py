"""CSS declarations in drawings: reading and writing a `style` or a rule."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from printnplay.svg.colours import COLOURS, PAINTS, colour, paint
from printnplay.svg.limits import EXPANDED, TooMuchError

if TYPE_CHECKING:
    from tinycss2.ast import Declaration

URL = re.compile(r"url\(\s*(?P<quote>['\"]?)(?P<link>[^'\")]*)(?P=quote)\s*\)", re.IGNORECASE)


def links(text: str) -> list[str]:
    """Return the targets of `url(...)` in a style; a broken one counts as external.

    >>> links("fill: url(#sky)"), links("red")
    (['#sky'], [])
    """
    targets = [match["link"].strip() for match in URL.finditer(text)]
    if len(targets) < text.lower().count("url("):
        targets.append(text.strip())
    return targets


FLOWED = ("shape-inside", "shape-subtract", "inline-size")
"""The properties by which SVG 2 breaks a text into lines."""

GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"})
"""Positions and sizes that SVG 2 allows in styles, and that typst reads from attributes only."""

MOVED = frozenset(
    {"transform", "transform-origin", "transform-box", "translate", "rotate", "scale"}
)
"""The transform properties of CSS; together they become the `transform` attribute of an element."""

INITIAL = {
    **dict.fromkeys(("fill", "color"), "#000"),
    **dict.fromkeys(("stroke", "marker-start", "marker-mid", "marker-end"), "none"),
    **dict.fromkeys(("fill-opacity", "stroke-opacity", "stroke-width"), "1"),
    **dict.fromkeys(("fill-rule", "clip-rule"), "nonzero"),
    **dict.fromkeys(("letter-spacing", "word-spacing", "paint-order"), "normal"),
    **dict.fromkeys(("font-style", "font-variant", "font-stretch"), "normal"),
    **dict.fromkeys(("image-rendering", "shape-rendering"), "auto"),
    "font-weight": "400",
    "font-size": "16px",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "text-anchor": "start",
    "visibility": "visible",
}
"""The inherited properties, with their initial values (SVG 2, Property Index)."""

INITIAL_OWN = {
    **dict.fromkeys(("opacity", "stop-opacity", "flood-opacity"), "1"),
    **dict.fromkeys(("stop-color", "flood-color"), "#000"),
    **dict.fromkeys(("clip-path", "mask", "filter", "transform"), "none"),
    "mix-blend-mode": "normal",
    "lighting-color": "#fff",
    "display": "inline",
    "overflow": "visible",
}
"""The same for properties that are not inherited."""

WIDE = frozenset({"initial", "unset", "revert", "revert-layer"})
"""Keywords for every property besides `inherit`, which typst supports (CSS Cascade 5, 7.3)."""

_VARIABLE = re.compile(r"var\(\s*(?P<name>--[\w-]+)\s*(?:,(?P<otherwise>(?:[^()]|\([^()]*\))*))?\)")
_FONT = re.compile(
    r"(?P<look>(?:[a-z0-9-]+\s+)*?)(?P<size>\d*\.?\d+(?:px|pt|pc|mm|cm|in|em|rem|ex|%))"
    r"(?:\s*/\s*[\w.%]+)?\s+(?P<family>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_LOOKS = (
    ("font-style", re.compile(r"italic|oblique")),
    ("font-variant", re.compile(r"small-caps")),
    ("font-weight", re.compile(r"bold|bolder|lighter|\d{3}")),
    ("font-stretch", re.compile(r"(?:(?:ultra|extra|semi)-)?(?:condensed|expanded)")),
)

Style = dict[str, str]
Block = tuple[Style, Style]
"""The normal and the important declarations of one source."""


def read(css: str) -> Block:
    """Return the declarations of a block: normal ones, and important ones."""
    import tinycss2

    items = tinycss2.parse_blocks_contents(css, skip_comments=True, skip_whitespace=True)
    return block(items)


def block(items: Iterable[Any]) -> Block:
    """Return the declarations among the items of a parsed block."""
    plain: Style = {}
    important: Style = {}
    for item in items:
        if item.type == "declaration":
            into = important if item.important else plain
            for name, value in _followed(*_named(item)).items():
                # An unsupported declaration leaves the earlier one: a fallback.
                if name not in into or _is_understood(name, value):
                    into[name] = value
    return plain, important


def _named(declaration: "Declaration") -> tuple[str, str]:
    import tinycss2

    name = declaration.name if declaration.name.startswith("--") else declaration.lower_name
    return name, tinycss2.serialize(declaration.value).strip()


def _followed(name: str, value: str) -> Style:
    return _font(value) if name == "font" else {name: value}


def _is_understood(name: str, value: str) -> bool:
    if "var(" in value or value.lower() in WIDE:
        return True
    if name in PAINTS:
        return paint(value) is not None
    return name not in COLOURS or colour(value) is not None


def _font(value: str) -> Style:
    """Expand the shorthand `font`; one that is not understood stays, and is refused later."""
    match = _FONT.fullmatch(value)
    if match is None:
        return {"font": value}
    words = match["look"].lower().split()
    parts = {
        name: next((word for word in words if look.fullmatch(word)), "normal")
        for name, look in _LOOKS
    }
    family = match["family"].strip()
    # The shorthand resets what it cannot set (CSS Fonts 4, 2.9).
    return {**parts, "font-kerning": "auto", "font-size": match["size"], "font-family": family}


def filled(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with each `var()` replaced by its variable or its fallback.

    An unknown variable without a fallback stays.

    >>> filled("var(--edge, red)", {}), filled("var(--edge, red)", {"--edge": "#123"})
    ('red', '#123')

    Raises:
        TooMuchError: the value becomes very long.
    """
    for _ in range(20):
        before = value
        value = _VARIABLE.sub(lambda use: _meant(use, variables), value)
        if value == before:
            break
        if len(value) > EXPANDED:
            message = f"a value expands to more than {EXPANDED:,} characters through `var()`"
            raise TooMuchError(message, "let variables hold values, not many other variables")
    return value


def _meant(use: re.Match[str], variables: Mapping[str, str]) -> str:
    otherwise: str | None = use["otherwise"]
    meant = variables.get(use["name"], use[0] if otherwise is None else otherwise)
    return meant.strip()


def written(style: Mapping[str, str]) -> str:
    """Return the text of a `style` attribute.

    >>> written({"fill": "red", "stroke": "none"})
    'fill:red;stroke:none'
    """
    return ";".join(f"{name}:{value}" for name, value in style.items())


def merged(parts: Iterable[Block]) -> Style:
    """Merge declarations from the weakest source to the strongest; important ones win."""
    listed = list(parts)
    style: Style = {}
    for which in (0, 1):
        for part in listed:
            style.update(part[which])
    return style
