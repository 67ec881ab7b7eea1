"""Drawings (SVG) of imported projects, made so that a build takes them.

What a build refuses and other tools do not print, such as scripts, is taken out; linked pictures
are embedded. A drawing that has another fault is drawn as pixels, and one for which a build would
print the whole face as pixels. What is lost is listed.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping

from lxml import etree
from lxml.etree import _Element

from printnplay.importing.gathered import drawing_size
from printnplay.importing.installed import SANS
from printnplay.kernel.diagnostics import Problems, Severity
from printnplay.pdf.compiling import unlike
from printnplay.raster.png import DrawError, drawn
from printnplay.svg.art_library import ArtLibrary
from printnplay.svg.clean import Cleaner
from printnplay.svg.elements import SVG, XLINK_HREF, drop, href, line_of, without
from printnplay.svg.fonts import Families
from printnplay.svg.parsing import decoded
from printnplay.svg.pictures import ArtError, ArtFolders, kind_of
from printnplay.text.fonts import FontShelf

PIXELS = 1_600
"""The longer side in pixels of a drawing that is drawn as pixels: a poker card at 450 per inch."""
ICON_PIXELS = 160
"""That of an icon among words: 7 mm at 600 per inch. A text may have dozens of them."""

_IN_TEMPLATE = "set its words in the template"
_REFUSED: Mapping[str, tuple[str, str]] = {
    "script": ("a script in a drawing", "draw what it draws"),
    "flowRoot": ("text that flows in a shape of a drawing", _IN_TEMPLATE),
    "foreignObject": ("HTML in a drawing", _IN_TEMPLATE),
}
"""Elements that a build refuses: what they are, and what to do."""
_ODD = re.compile(rb"<(?:[\w-]+:)?(?:script|flowRoot|foreignObject|image|feImage)\b|\son\w+\s*=")

Lose = Callable[[int, str, str], None]
"""Lists what is lost: the line, what, and what to do."""
Linked = Callable[[str], bytes | None]
"""Returns a picture that a drawing links; None if there is none."""


def tidied(content: bytes, linked: Linked, lose: Lose) -> bytes:
    """Return a drawing with its linked pictures inside, and without what a build refuses."""
    if _ODD.search(content) is None:
        return content
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(decoded(content, "").encode(), parser)
    except (ArtError, etree.XMLSyntaxError):
        return content
    for element in list(root.iter(etree.Element)):
        name = etree.QName(element).localname
        if name in _REFUSED:
            _leave_out(element, *_REFUSED[name], lose)
        elif name in ("image", "feImage"):
            _embed(element, linked, lose)
        for attribute in [one for one in map(str, element.attrib) if one.startswith("on")]:
            del element.attrib[attribute]
    return etree.tostring(root)


def _leave_out(element: _Element, kind: str, todo: str, lose: Lose) -> None:
    said = " ".join(" ".join(map(str, element.itertext())).split())
    if said:
        lose(line_of(element), f"{kind} is left out: `{said[:60]}`", todo)
    without(element)


def _embed(element: _Element, linked: Linked, lose: Lose) -> None:
    link = href(element).strip()
    if link.startswith(("data:", "#")):
        return
    content = linked(link)
    if content is None or (kind := kind_of(content)) is None:
        todo = "embed it in the drawing, and import again"
        lose(line_of(element), f"a drawing links `{link[:80]}`, which is not there", todo)
        without(element)
        return
    drop(element, XLINK_HREF)
    element.set("href", f"data:{kind};base64,{b64encode(content).decode()}")


def printable(content: bytes, name: str, shelf: FontShelf, lose: Lose, *, icon: bool) -> bytes:
    """Return a drawing that a build takes: itself, or pixels of it if it has faults.

    `icon` is for one among words: it may have no texts of its own, and no filters, of which a face
    with dozens of icons would have too many.
    """
    line, reason = _fault(content, name, shelf, icon=icon)
    if not reason:
        return content
    width, height = drawing_size(content) or (100.0, 100.0)
    share = (ICON_PIXELS if icon else PIXELS) / max(width, height)
    size = max(1, round(width * share)), max(1, round(height * share))
    root = f'<svg xmlns="{SVG}" viewBox="0 0 {size[0]} {size[1]}"'
    try:
        png = drawn(_measured(decoded(content, name), (width, height)), shelf.faces, size, "")
    except (DrawError, ArtError):
        lose(line, f"`{name}` cannot be drawn: {reason}", "mend the drawing, and import again")
        return f"{root}/>".encode()
    if reason != _NO_ICON:
        todo = "mend the drawing for sharp edges, and import again"
        lose(line, f"`{name}` is drawn as pixels: {reason}", todo)
    data = b64encode(png).decode()
    image = f'<image width="{size[0]}" height="{size[1]}" href="data:image/png;base64,{data}"/>'
    return f"{root}>{image}</svg>".encode()


_NO_ICON = "it has text or filters"
_FILTERED = re.compile(rb"filter\s*[:=]\s*[\"']?\s*url\(")


def _fault(content: bytes, name: str, shelf: FontShelf, *, icon: bool) -> tuple[int, str]:
    """Return the line and the first fault of a drawing, empty if none.

    A fault is what a build refuses, or prints as pixels.
    """
    families, folders, problems = Families(shelf.families, SANS), ArtFolders(()), Problems()
    library = ArtLibrary(Cleaner(families, folders), shelf)
    try:
        drawing = library.opened(content, name, folders, problems)
    except ArtError as error:
        return 0, str(error)
    if drawing is not None:
        if icon and (drawing.texts or _FILTERED.search(content)):
            return 0, _NO_ICON
        # The whole face would be printed as pixels.
        return 0, unlike(etree.tostring(drawing.root, encoding="unicode"))
    errors = [one for one in problems.found if one.severity is Severity.ERROR]
    return next(((one.span.line, one.message) for one in errors), (0, "it has faults"))


def _measured(text: str, size: tuple[float, float]) -> str:
    """Return a drawing with a viewBox, which it needs to be drawn in another size."""
    root = re.search(r"<svg\b[^>]*", text)
    if root is None or "viewBox" in root[0]:
        return text
    return f'{text[: root.end()]} viewBox="0 0 {size[0]:g} {size[1]:g}"{text[root.end() :]}'
