"""The boxes of a face in HTML and CSS."""

from lxml import html as lxml_html
from lxml.etree import LxmlError
from msgspec import Struct

from printnplay.importing.css import Sheet
from printnplay.importing.html_layout import MOST_ELEMENTS, ROOT_SIZE, Layout, Lose, Sized
from printnplay.importing.html_painting import Painter
from printnplay.importing.values import Box


class Face(Struct):
    """A face: its width and height in pixels, and its boxes."""

    width: float
    height: float
    boxes: tuple[Box, ...]


def face_of(html: str, css: str, dots: float, picture: Sized, lose: Lose) -> Face | None:
    """Return the boxes of a face; None if it has no element.

    Args:
        html: the template, filled in.
        css: its style sheets, filled in.
        dots: the pixels of an inch.
        picture: finds a picture by its address.
        lose: receives what was not taken over, and what to do.
    """
    try:
        root = lxml_html.fragment_fromstring(html, create_parent="div")
    except (LxmlError, ValueError, AssertionError):
        return None
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    inline = "\n".join(one.text or "" for one in elements if one.tag == "style")
    if len(elements) > MOST_ELEMENTS:
        lose(f"a face of {len(elements)} elements", "draw it in fewer, and import again")
        return None
    sheet = Sheet(css + inline)
    for line, what in sheet.unknown:
        lose(f"{what} in line {line} of the CSS", "do by hand what it does")
    styles = sheet.styles(root)
    first = next((one for one in root if isinstance(one.tag, str) and one.tag != "style"), None)
    if first is None:
        return None
    layout = Layout(styles, picture, lose)
    styles[root]["font-size"] = f"{ROOT_SIZE}px"
    laid = layout.lay(first, 825.0, None, ROOT_SIZE)
    layout.place_absolute(laid)
    boxes: list[Box] = []
    Painter(layout, 25_400 / dots, boxes, lose).paint(laid)
    return Face(laid.width, laid.height, tuple(boxes))
