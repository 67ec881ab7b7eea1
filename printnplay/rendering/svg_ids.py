"""Ids that stay apart when drawings are put into one document."""

import re

from lxml import etree

from printnplay.rendering.svg_elements import attributes
from printnplay.rendering.svg_tables import XLINK

_URL = re.compile(r"url\(\s*(['\"]?)#([^)'\"]+)\1\s*\)")
_LINKS = ("href", f"{{{XLINK}}}href")


def prefixed(svg: str, prefix: str) -> str:
    """A clean drawing with every id, and every reference to one, begun with the prefix.

    Selectors of style sheets (`#id`) are left alone; classes are the way to style.
    """
    root = etree.fromstring(svg.encode())
    for element in root.iter(tag=etree.Element):
        for name, value in attributes(element):
            if name == "id":
                element.set(name, prefix + value)
            elif name in _LINKS and value.startswith("#"):
                element.set(name, f"#{prefix}{value[1:]}")
            elif "url(" in value:
                element.set(name, _URL.sub(rf"url(#{prefix}\2)", value))
    return etree.tostring(root, encoding="unicode")
