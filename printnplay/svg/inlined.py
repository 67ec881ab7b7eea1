"""Drawings as parts of a page, where each id may be there only once."""

import re

from lxml import etree

from printnplay.svg.elements import SVG, attributes

_OF_ROOT = f"{{{SVG}}}title"
_REFERENCE = re.compile(r"""(url\(\s*["']?\s*#)([^)"'\s]+)""")


def inlined(svg: str, prefix: str) -> str:
    """What is within the root of a clean drawing, its ids and what names them with a prefix.

    The title of the drawing is left out: the page says what it shows.
    """
    root = etree.fromstring(svg.encode(), etree.XMLParser(huge_tree=True, no_network=True))
    for element in root.iter(etree.Element):
        for name, value in attributes(element):
            local = name.rpartition("}")[2]
            if local == "id":
                element.set(name, prefix + value)
            elif local == "href" and value.startswith("#"):
                element.set(name, f"#{prefix}{value[1:]}")
            elif "url(" in value:
                element.set(name, _REFERENCE.sub(rf"\g<1>{prefix}\g<2>", value))
    parts = []
    for child in root:
        if child.tag == _OF_ROOT or not isinstance(child.tag, str):
            continue
        child.tail = None
        parts.append(etree.tostring(child, encoding="unicode"))
    return "".join(parts).replace(f' xmlns="{SVG}"', "")
