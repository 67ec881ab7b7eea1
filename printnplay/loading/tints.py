"""The tint of a style's accent, where the style does not name one."""

import re

from msgspec.structs import replace

from printnplay.files.yaml_tree import Entry, MappingNode, Node, TextNode, text_at
from printnplay.kernel.luminance import mixed

ACCENT, LIGHT = "accent", "accent-light"

TINT = 0.12
"""The share of the accent in its tint; white is the rest. That of the style `base` has as much."""


def tinted(style: Node) -> Node:
    """Return a style with a tint of its own accent as `accent-light`, unless it names one.

    A style that changes only the accent would otherwise keep the tint of the style that it is like.
    """
    found = style.entries.get("colours") if isinstance(style, MappingNode) else None
    if not isinstance(style, MappingNode) or not found or not isinstance(found.value, MappingNode):
        return style
    colours = found.value.entries
    own = colours.get(ACCENT)
    accent = own and (text_at(own.value, "rgb") or own.value)
    if LIGHT in colours or not isinstance(accent, TextNode):
        return style
    if not re.fullmatch("#[0-9a-fA-F]{6}", accent.value):
        return style
    tint = TextNode(mixed(accent.value, "#ffffff", TINT), accent.span)
    whole = replace(found.value, entries={**colours, LIGHT: Entry(LIGHT, accent.span, tint)})
    entry = replace(found, value=whole)
    return replace(style, entries={**style.entries, "colours": entry})
