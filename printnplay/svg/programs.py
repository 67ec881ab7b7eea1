"""Habits of drawing programs: what Inkscape, Illustrator, Figma and draw.io write besides pictures.

Mended in place, before a drawing is walked: what they keep for themselves goes, alternatives are
chosen among, and text that a program broke into lines keeps those lines.
"""

import re

from lxml import etree
from lxml.etree import _Element

from printnplay.model import codes
from printnplay.svg.css import FLOWED
from printnplay.svg.elements import SVG, XLINK, XML, attributes, line_of, without
from printnplay.svg.faults import Report

_BESIDE = frozenset({"metadata", "color-profile", "cursor", "view"})
"""Elements of SVG that draw nothing, and may hold anything."""
_KNOWN = (f"{{{XLINK}}}", f"{{{XML}}}")
_LANGUAGE = "en"
"""What the baker takes for the reader's language; texts of the game come from its locales."""
_FLOW = re.compile(rf"(?<![\w-])(?:{'|'.join(FLOWED)})\s*:\s*(?!auto|none)", re.IGNORECASE)
_FLOW_HELP = (
    "place its lines: in Inkscape choose Text > Convert to Text, or save as Plain SVG; or leave "
    "the text out and set it with a textbox in the template"
)


def mend(root: _Element, report: Report) -> None:
    """Mend a drawing as it was saved; text that has no lines yet is reported."""
    for element in list(root.iter(tag=etree.Element)):
        _drop_foreign(element)
        name = _name(element)
        if name in _BESIDE or (name == "flowRoot" and not _says(element)):
            without(element)
        elif name == "flowRoot":
            _report_flow(element, report)
            without(element)
        elif name == "switch":
            _choose(element)
        elif name == "svg" and "transform" in element.attrib and element is not root:
            _wrap(element)
        elif name == "text":
            _keep_lines(element, report)


def _name(element: _Element) -> str:
    return element.tag.removeprefix(f"{{{SVG}}}")


def _drop_foreign(element: _Element) -> None:
    """Attributes of other namespaces: labels, paths on the designer's machine."""
    for key, _ in attributes(element):
        if key.startswith("{") and not key.startswith(_KNOWN):
            del element.attrib[key]


def _says(element: _Element) -> bool:
    return bool("".join(map(str, element.itertext())).strip())


def _choose(switch: _Element) -> None:
    """Turn a `switch` into a group of the one child that is to be drawn."""
    fit = [child for child in switch.iterchildren(tag=etree.Element) if _fits(child)]
    # HTML is for browsers; what follows it is there for everybody else.
    plain = [child for child in fit if _name(child) != "foreignObject"]
    chosen = next(iter(plain or fit), None)
    for child in list(switch):
        if child is not chosen:
            without(child)
    switch.tag = f"{{{SVG}}}g"


def _fits(child: _Element) -> bool:
    languages = [one.strip() for one in child.get("systemLanguage", _LANGUAGE).split(",")]
    spoken = any(one.split("-")[0] == _LANGUAGE for one in languages)
    ours = etree.QName(child).namespace == SVG
    return ours and spoken and not child.get("requiredExtensions", "").strip()


def _wrap(nested: _Element) -> None:
    """Put a nested `svg` with a transform of its own, which the baker ignores, into a group."""
    parent = nested.getparent()
    if parent is None:
        return
    group = etree.Element(f"{{{SVG}}}g", transform=str(nested.attrib.pop("transform")))
    group.tail, nested.tail = nested.tail, None
    parent.replace(nested, group)
    group.append(nested)


def _keep_lines(text: _Element, report: Report) -> None:
    """Check that a text in a shape was saved with its lines, which are drawn as they stand."""
    if not _FLOW.search(text.get("style", "")) or not _says(text):
        return
    lines = text.iter(f"{{{SVG}}}tspan")
    if not any("x" in line.attrib and "y" in line.attrib for line in lines):
        _report_flow(text, report)


def _report_flow(element: _Element, report: Report) -> None:
    message = f"the text in <{_name(element)}> flows in a shape, and has no lines of its own"
    report.error(codes.NOT_ALLOWED_IN_DRAWING, message, line_of(element), _FLOW_HELP)
