"""Declarations of `style` attributes and style sheets: read, mended, and written again."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

FLOWED = ("shape-inside", "shape-subtract", "inline-size")
"""How SVG 2 says that a text is to be broken into lines."""

_LEFT_OUT = (*FLOWED, "shape-padding", "shape-margin", "-inkscape-font-specification")
GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"})
"""Places and sizes that SVG 2 allows in styles, and that the baker reads from attributes only."""

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


def read(css: str) -> tuple[Style, Style]:
    """The declarations of a block, mended, and those of them that are important."""
    import tinycss2

    plain: Style = {}
    important: Style = {}
    for one in tinycss2.parse_blocks_contents(css, skip_comments=True, skip_whitespace=True):
        if one.type == "declaration":
            into = important if one.important else plain
            into.update(_mended(*_named(one)))
    return plain, important


def _named(declaration: Any) -> tuple[str, str]:  # noqa: ANN401
    import tinycss2

    name = declaration.name if declaration.name.startswith("--") else declaration.lower_name
    return name, tinycss2.serialize(declaration.value).strip()


def _mended(name: str, value: str) -> Style:
    """A declaration as the baker follows it; nothing for what no printed picture needs."""
    if name == "font":
        return _font(value)
    # Figma adds wide-gamut colours behind plain ones, which are the fallback.
    return {} if "color(" in value.lower() else {name: value}


def _font(value: str) -> Style:
    """The parts of the shorthand `font`; one that is not understood stays, and is refused later."""
    match = _FONT.fullmatch(value)
    if match is None:
        return {"font": value}
    words = match["look"].lower().split()
    parts = {
        name: next((word for word in words if look.fullmatch(word)), "normal")
        for name, look in _LOOKS
    }
    return {**parts, "font-size": match["size"], "font-family": match["family"].strip()}


def filled(value: str, variables: Mapping[str, str]) -> str:
    """A value with its `var()` replaced by what they stand for, or by their fallback.

    >>> filled("var(--edge, red)", {}), filled("var(--edge, red)", {"--edge": "#123"})
    ('red', '#123')
    """
    for _ in range(4):
        if "var(" not in value:
            break
        value = _VARIABLE.sub(
            lambda found: variables.get(found["name"], (found["otherwise"] or "").strip()), value
        )
    return value


def kept(style: Mapping[str, str]) -> Style:
    """What of a style is written: neither variables nor what programs keep for themselves."""
    return {
        name: value
        for name, value in style.items()
        if value and not name.startswith("--") and name not in _LEFT_OUT
    }


def written(style: Mapping[str, str]) -> str:
    """The text of a `style` attribute.

    >>> written({"fill": "red", "stroke": "none"})
    'fill:red;stroke:none'
    """
    return ";".join(f"{name}:{value}" for name, value in style.items())


def merged(parts: Iterable[tuple[Style, Style]]) -> Style:
    """Declarations from the weakest source to the strongest; important ones win."""
    listed = list(parts)
    style: Style = {}
    for which in (0, 1):
        for part in listed:
            style.update(part[which])
    return style
