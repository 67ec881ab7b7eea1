"""The pages with what was found on them, as pictures for a person to check."""

from io import BytesIO
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from printnplay.recognition.opening import PdfFile, PictureFile, opened
from printnplay.recognition.pixels import turned
from printnplay.recognition.reading import Given
from printnplay.recognition.values import Found, FoundPage

if TYPE_CHECKING:
    from PIL.Image import Image

_PER_INCH = 60
"""The resolution of the pages: a title of a card can be read."""
_ACROSS, _DOWN = 4, 3
"""Pages side by side, and below one another, on a picture."""
_FRONT, _BACK, _NONE = "#0a7d32", "#c2410c", "#6b7280"
"""The colours of fronts, backs, and cards that are not printed."""
_GAP = 12
_MOST = 4
"""The most pictures: 48 pages."""


class Seen(Struct, frozen=True, array_like=True):
    """Files, and what was found in them."""

    files: list[Given]
    found: Found


def overview(packed: bytes) -> bytes:
    """Return a packed list of PNG files for a packed `Seen`.

    Raises:
        NotReadError: a file cannot be read.
    """
    seen = msgspec.msgpack.decode(packed, type=Seen)
    sheets: list[bytes] = []
    shown = _shown(seen)
    for start in range(0, min(len(shown), _MOST * _ACROSS * _DOWN), _ACROSS * _DOWN):
        sheets.append(_sheet(shown[start : start + _ACROSS * _DOWN]))
    return msgspec.msgpack.encode(sheets)


def _shown(seen: Seen) -> "list[Image]":
    colours: dict[tuple[int, int], tuple[str, str]] = {}
    for number, card in enumerate(seen.found.cards, start=1):
        colours[card.front.page, card.front.cell] = str(number), _FRONT
        if card.back is not None:
            place = card.back.page, card.back.cell
            known = colours.get(place)
            colours[place] = (f"{known[0].rstrip('…')}…" if known else str(number), _BACK)
    images: list[Image] = []
    most = _MOST * _ACROSS * _DOWN
    for number, file in enumerate(seen.files):
        pages = [
            (index, page) for index, page in enumerate(seen.found.pages) if page.file == number
        ]
        if pages and len(images) < most:
            with opened(file.content) as document:
                images += [_page(document, page, index, colours) for index, page in pages]
    return images[:most]


def _page(
    document: PdfFile | PictureFile,
    page: FoundPage,
    index: int,
    colours: dict[tuple[int, int], tuple[str, str]],
) -> "Image":
    from PIL import Image, ImageDraw, ImageFont

    image = turned(document.rendered(page.page, _PER_INCH), page.cells[0].turn)
    # What is not cut out is pale, so that the cards stand out.
    pale = Image.blend(image, Image.new("RGB", image.size, "white"), 0.55)
    scale = image.width / page.size.width
    pen = ImageDraw.Draw(pale)
    font = ImageFont.load_default(13)
    for number, cell in enumerate(page.cells):
        rect = cell.rect
        left, top, right, bottom = (
            round(value * scale) for value in (rect.x, rect.y, rect.right, rect.bottom)
        )
        box = left, top, right, bottom
        pale.paste(image.crop(box), (left, top))
        words, colour = colours.get((index, number), ("-", _NONE))
        if cell.bleed:
            grown = rect.grown(cell.bleed)
            outer = [round(v * scale) for v in (grown.x, grown.y, grown.right, grown.bottom)]
            pen.rectangle(outer, outline=colour)
        pen.rectangle(box, outline=colour, width=2)
        length = pen.textlength(words, font)
        start = (left + right - length) / 2
        pen.rectangle((start - 4, top, start + length + 4, top + 18), fill=colour)
        pen.text((start, top + 1), words, fill="white", font=font)
    return pale


def _sheet(images: "list[Image]") -> bytes:
    """Return pages side by side on grey, as PNG."""
    from PIL import Image

    wide = max(image.width for image in images) + _GAP
    high = max(image.height for image in images) + _GAP
    across = min(_ACROSS, len(images))
    down = -(-len(images) // across)
    sheet = Image.new("RGB", (across * wide + _GAP, down * high + _GAP), "#d4d4d8")
    for number, image in enumerate(images):
        sheet.paste(image, (_GAP + number % across * wide, _GAP + number // across * high))
    stream = BytesIO()
    sheet.convert("P", palette=Image.Palette.ADAPTIVE).save(stream, "PNG", optimize=True)
    return stream.getvalue()
