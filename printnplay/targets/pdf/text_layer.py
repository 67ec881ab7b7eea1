"""The text of a drawing alone, to be laid invisibly over pixels: found, copied and read aloud."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

_EFFECTS = ("filter", "mask", "clip-path", "opacity", "mix-blend-mode")
_DRAWN = frozenset(["rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "image"])
_EFFECT = re.compile(rf"(?<![\w-])(?:{'|'.join(_EFFECTS)})\s*:[^;}}]*;?")
_FILTER = re.compile(r"(?<![\w-])filter\s*:\s*url")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_NAME = re.compile(r"[.#][\w-]+")


def text_of(svg: str, *, filtered: bool = False) -> str:
    """The drawing with no more than its text, without effects; empty if there is none.

    With `filtered`, only the text that is drawn through a filter, and so as pixels.
    """
    from xml.etree import ElementTree

    if "<text" not in svg and ":text" not in svg:
        return ""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(svg)
    sheets = [one for one in root.iter() if _local(one) == "style"]
    names = {name for one in sheets for name in _filtered_names(one.text or "")}
    for one in sheets:
        one.text = _EFFECT.sub("", one.text or "")
    found = _strip(root, names, keep=not filtered)
    return ElementTree.tostring(root, encoding="unicode") if found else ""


def lines_of(texts: Sequence[str], size: tuple[str, str]) -> str:
    """A drawing of this size in points with texts below each other, in reading order."""
    width, height = size
    step = float(height) / (len(texts) + 1)
    lines = "".join(
        f'<text x="0" y="{step * number:.3f}">{escape(text)}</text>'
        for number, text in enumerate(texts, start=1)
    )
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-size="{min(6.0, step):.3f}">{lines}</svg>'
    )


def _local(element: "Element") -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _filtered_names(sheet: str) -> list[str]:
    """The classes and ids that rules with a filter are about."""
    rules = [selector for selector, rule in _RULE.findall(sheet) if _FILTER.search(rule)]
    return [name for selector in rules for name in _NAME.findall(selector)]


def _strip(element: "Element", names: set[str], *, keep: bool) -> bool:
    """Take out what is not text that is to be kept; whether there is any."""
    keep = keep or _has_filter(element, names)
    for effect in _EFFECTS:
        element.attrib.pop(effect, None)
    if "style" in element.attrib:
        element.set("style", _EFFECT.sub("", element.attrib["style"]))
    found = False
    for child in list(element):
        local = _local(child)
        if local == "text":
            kept = _strip_text(child, keep=keep or _has_filter(child, names))
        else:
            # A path may be what a text runs along.
            kept = local not in _DRAWN or "id" in child.attrib
            found |= kept and _strip(child, names, keep=keep)
        found |= kept and local == "text"
        if not kept:
            element.remove(child)
    return found


def _strip_text(text: "Element", *, keep: bool) -> bool:
    for part in text.iter():
        for effect in _EFFECTS:
            part.attrib.pop(effect, None)
        if "style" in part.attrib:
            part.set("style", _EFFECT.sub("", part.attrib["style"]))
    return keep


def _has_filter(element: "Element", names: set[str]) -> bool:
    if element.get("filter", "none") != "none" or _FILTER.search(element.get("style", "")):
        return True
    own = [f".{one}" for one in element.get("class", "").split()]
    return any(name in names for name in [*own, f"#{element.get('id', '')}"])
