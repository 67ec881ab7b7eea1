"""Ids that stay apart when drawings are put into one document."""

import re

from lxml import etree
from lxml.etree import _Element

from printnplay.rendering.svg_elements import attributes
from printnplay.rendering.svg_tables import XLINK

_URL = re.compile(r"url\(\s*(['\"]?)#([^)'\"]+)\1\s*\)")
_LINKS = ("href", f"{{{XLINK}}}href")


def prefix_ids(root: _Element, prefix: str) -> None:
    """Begin every id, and every reference to one, with the prefix.

    Selectors of style sheets (`#id`) are left alone: sheets are applied before drawings meet.
    """
    for element in root.iter(tag=etree.Element):
        for name, value in attributes(element):
            if name == "id":
                element.set(name, prefix + value)
            elif name in _LINKS and value.strip().startswith("#"):
                element.set(name, f"#{prefix}{value.strip()[1:]}")
            elif "url(" in value:
                element.set(name, _URL.sub(rf"url(#{prefix}\2)", value))
