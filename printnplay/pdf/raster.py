"""Rasterization, at print resolution, of drawings that cannot be vectors; extraction of their text.

The text is laid over the pixels, invisibly, so that it can still be searched, copied and read
aloud.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from printnplay.files.linked_pictures import linked
from printnplay.pdf.compiling import CompileError, Sketch

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

_EFFECTS = ("filter", "mask", "clip-path", "opacity", "mix-blend-mode")
_DRAWN = frozenset(["rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "image"])
_EFFECT = re.compile(rf"(?<![\w-])(?:{'|'.join(_EFFECTS)})\s*:[^;}}]*;?")
_FILTER = re.compile(r"(?<![\w-])filter\s*:\s*url")
_NAME = re.compile(r"[.#][\w-]+")


def text_of(svg: str, *, filtered: bool = False) -> str:
    """Return a drawing reduced to its text, without effects; empty if it has none.

    With `filtered`, keep only text that is drawn through a filter, and so rasterized.
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
    """Return a drawing of this size in points, with texts below each other in reading order."""
    width, height = size
    step = float(height) / (len(texts) + 1)
    lines = "".join(
        f'<text x="0" y="{step * number:.3f}">{escape(text, quote=False)}</text>'
        for number, text in enumerate(texts, start=1)
    )
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-size="{min(6.0, step):.3f}">{lines}</svg>'
    )


def _local(element: "Element") -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _filtered_names(sheet: str) -> list[str]:
    """Return the classes and ids in the selectors of rules with a filter."""
    parts = [part.rpartition("{") for part in sheet.split("}")]
    rules = [selector for selector, _, rule in parts if _FILTER.search(rule)]
    return [name for selector in rules for name in _NAME.findall(selector)]


def _strip(element: "Element", names: set[str], *, keep: bool) -> bool:
    """Remove everything except the text to keep; return whether there is any."""
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
            # Text may run along a path.
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


DOTS = 600
"""The resolution in pixels per inch: that of laser printers, so that small text and thin lines stay
sharp."""
MOST_PIXELS = 20_000_000
"""The most pixels of one picture: A4 at 450 to the inch, 60 MB as RGB. A larger one, such as a
poster, has a lower resolution."""

POINTS = 72
"""Points per inch."""

_ROOT = re.compile(r"<(?:[\w-]+:)?svg\b[^<>]*>")
_SIZE = re.compile(r"""\s(?:width|height|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')""")


def pixels_of(sketch: Sequence[str], folders: Sequence[str]) -> bytes:
    """Rasterize a sketch, or a list of its values, to a PNG file.

    Raises:
        CompileError: it cannot be rasterized.
    """
    import resvg_py

    drawing = Sketch(*sketch)
    try:
        pixels = resvg_py.svg_to_bytes(
            svg_string=_sized(drawing.svg, *_size_in_pixels(drawing)),
            # Lengths in millimetres are wrong without it.
            dpi=96,
            skip_system_fonts=True,
            font_dirs=list(folders),
            languages=["en"],
        )
    except ValueError as error:
        raise CompileError(str(error)) from None
    return bytes(pixels)


def as_sketch(pixels: bytes, sketch: Sketch) -> Sketch:
    """Return the sketch with its drawing replaced by pixels from `pixels_of`."""
    width, height = _size_in_pixels(sketch)
    picture = linked("image/png", pixels)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><image width="{width}" height="{height}" '
        f'preserveAspectRatio="none" href="{picture}"/></svg>'
    )
    return sketch._replace(svg=svg)


def _size_in_pixels(sketch: Sketch) -> tuple[int, int]:
    inches = [float(side) / POINTS for side in sketch[1:]]
    dots = min(DOTS, (MOST_PIXELS / (inches[0] * inches[1])) ** 0.5)
    width, height = (max(1, round(side * dots)) for side in inches)
    return width, height


def _sized(svg: str, width: int, height: int) -> str:
    """Return a drawing sized in pixels; the library rounds if it scales a drawing itself."""
    size = f' width="{width}" height="{height}" preserveAspectRatio="none"'

    def resize(root: re.Match[str]) -> str:
        plain = _SIZE.sub("", root.group())
        name = plain.split(None, 1)[0].rstrip(">")
        return name + size + plain[len(name) :]

    return _ROOT.sub(resize, svg, count=1)
