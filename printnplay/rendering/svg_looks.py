"""What an element looks like: its own attributes and style over what it inherits."""

from collections.abc import Mapping

from lxml.etree import _Element

from printnplay.rendering.svg_elements import attributes

INHERITED = (
    "fill stroke stroke-width visibility font-family font-size font-style font-weight text-anchor "
    "image-rendering"
)
_INHERITED = INHERITED.split()
_OWN = ("display", "filter", "vector-effect")
_WATCHED = frozenset((*_INHERITED, *_OWN))
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}

Look = Mapping[str, str]


def declared(element: _Element) -> dict[str, str]:
    """What an element says of its own look; its style wins over its attributes."""
    found = {name: value for name, value in attributes(element) if name in _WATCHED}
    for part in element.get("style", "").split(";"):
        name, _, value = part.partition(":")
        if name.strip() in _WATCHED:
            found[name.strip()] = value.replace("!important", "").strip()
    return {name: value for name, value in found.items() if value != "inherit"}


def inherited(look: Look, own: Mapping[str, str]) -> Look:
    """The look that the parts of an element begin with."""
    if own.keys().isdisjoint(_INHERITED):
        return look
    return {**look, **{name: value for name, value in own.items() if name not in _OWN}}


def is_printed(own: Look, look: Look) -> bool:
    """Whether a shape leaves anything on the paper."""
    seen = look.get("visibility", "visible") == "visible" and own.get("display") != "none"
    return seen and (look.get("fill") != "none" or look.get("stroke", "none") != "none")


def weight(look: Look) -> int:
    """The weight of text, by number."""
    said = look.get("font-weight", "normal")
    return int(said) if said.isdecimal() else _WEIGHTS.get(said, 400)


def is_italic(look: Look) -> bool:
    """Whether text is slanted."""
    return look.get("font-style", "normal") != "normal"
