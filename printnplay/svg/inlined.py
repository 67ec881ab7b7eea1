"""Drawings inlined into a web page, where IDs must be unique."""

import re

from lxml import etree

from printnplay.files.linked_pictures import as_uri, content_of, is_link
from printnplay.svg.elements import SVG, attributes, root_of
from printnplay.svg.pixels import for_screens

_OF_ROOT = f"{{{SVG}}}title"
_REFERENCE = re.compile(r"""(url\(\s*["']?\s*#)([^)"'\s]+)""")


def inlined(svg: str, prefix: str) -> str:
    """Return the contents of a clean drawing's root, with IDs and references prefixed.

    The title of the drawing is left out, because the page describes it. Its pictures are embedded,
    as fine as screens show them.
    """
    root = root_of(svg)
    for_screens(root)
    ids: set[str] = set()
    for element in root.iter(etree.Element):
        for name, value in attributes(element):
            kept = _on_page(name.rpartition("}")[2], value, prefix)
            # A template may repeat a part with its ID; the first one counts.
            again = name == "id" and value in ids
            ids |= {value} if name == "id" else set()
            if kept is None or again:
                del element.attrib[name]
            else:
                element.set(name, kept)
    parts = []
    for child in root:
        if child.tag == _OF_ROOT or not isinstance(child.tag, str):
            continue
        child.tail = None
        parts.append(etree.tostring(child, encoding="unicode"))
    return "".join(parts).replace(f' xmlns="{SVG}"', "")


def _on_page(name: str, value: str, prefix: str) -> str | None:
    """Return an attribute's value on a page; None for one that is useless in print and unsafe."""
    if name == "id":
        return prefix + value
    if name == "href":
        if value.startswith("#"):
            return f"#{prefix}{value[1:]}"
        if is_link(value):
            return as_uri(*content_of(value))
        return value if value.startswith("data:image/") else None
    if name.startswith("on"):
        return None
    return _REFERENCE.sub(rf"\g<1>{prefix}\g<2>", value)
