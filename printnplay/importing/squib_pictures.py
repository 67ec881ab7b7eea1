"""Pictures of Squib that are a part of a file, or a file in another colour."""

import re

from lxml import etree

from printnplay.raster.converted import in_colour

_PAINTS = ("fill", "stroke", "stop-color")
_KEPT = (
    "defs",
    "style",
    "linearGradient",
    "radialGradient",
    "clipPath",
    "mask",
    "filter",
    "symbol",
)


def derived(content: bytes, part: str, colour: str) -> bytes | None:
    """Return a drawing of which only the part with an id is shown, all of it in a colour.

    Either may be empty. Pictures of pixels have no parts. None if it cannot be done.
    """
    if content.lstrip()[:1] != b"<":
        return in_colour(content, colour[:7]) if colour else None
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    if part:
        found = next((one for one in root.iter(etree.Element) if one.get("id") == part), None)
        if found is None:
            return None
        _show_only(found)
    if colour:
        _paint(root, colour[:7])
    return bytes(etree.tostring(root))


def _show_only(shown: etree._Element) -> None:
    """Remove everything that is drawn beside an element."""
    while (parent := shown.getparent()) is not None:
        for other in list(parent):
            is_drawn = isinstance(other.tag, str) and etree.QName(other).localname not in _KEPT
            if other is not shown and is_drawn:
                parent.remove(other)
        shown = parent


def _paint(root: etree._Element, colour: str) -> None:
    """Give everything that is painted one colour."""
    root.set("fill", colour)
    for one in root.iter(etree.Element):
        for name in _PAINTS:
            if one.get(name, "none") != "none":
                one.set(name, colour)
        style = one.text if etree.QName(one).localname == "style" else one.get("style")
        pattern = rf"\b({'|'.join(_PAINTS)})\s*:\s*(?!none)[^;}}]+"
        painted = re.sub(pattern, rf"\1:{colour}", style or "")
        if style and one.get("style"):
            one.set("style", painted)
        elif style:
            one.text = painted
