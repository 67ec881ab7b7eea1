"""The colour of a new text box: one of the style's that can be read where the box lies."""

from printnplay.faces.renderer import FaceRenderer
from printnplay.kernel.geometry import mm
from printnplay.kernel.luminance import READABLE, contrast
from printnplay.preview.faces import Face
from printnplay.preview.live import LiveGame
from printnplay.raster.png import DrawError, image_of

PER_INCH = 50
"""The resolution of the face in pixels per inch: two pixels per millimetre are enough for the mean
colour of a box."""

STYLES = {"title": "card-name", "text": "card-rule"}
"""The text styles of new boxes with text, by their kinds."""

FIRST = ("white", "paper")
"""The colours to try first on a dark background."""


def ink_on(
    live: LiveGame, renderer: FaceRenderer, face: Face, kind: str, box: tuple[float, ...]
) -> str:
    """Return the name of a colour for a new box of text; empty if that of its style can be read.

    `box` is its left, top, width and height in mm from the trimmed corner.
    """
    style, edition = renderer.style, live.edition(live.languages[0])
    look = style.text.get(STYLES.get(kind, ""))
    own = style.colours.get(look.colour) if look else None
    picture = face.draw(edition) if edition and own else None
    if picture is None or own is None or live.loaded is None:
        return ""
    try:
        image = image_of(picture, live.loaded.shelf.faces_by_use, PER_INCH)
    except DrawError:
        return ""
    scale, (left, top, width, height) = image.width / picture.extent.width, box

    def pixel(side: float, most: int) -> int:
        return min(max(round((mm(side) + picture.bleed) * scale), 0), most)

    x, y = pixel(left, image.width - 1), pixel(top, image.height - 1)
    right, bottom = pixel(left + width, image.width), pixel(top + height, image.height)
    part = image.crop((x, y, max(right, x + 1), max(bottom, y + 1)))
    ground = "#" + part.reduce(part.size).tobytes().hex()
    if contrast(own, ground) >= READABLE:
        return ""
    known = style.colours
    colours = {name: known[name] for name in (*FIRST, *known) if name in known}
    good = (name for name, colour in colours.items() if contrast(colour, ground) >= READABLE)
    best = next(good, max(colours, key=lambda name: contrast(colours[name], ground)))
    return "" if colours[best] == own else best
