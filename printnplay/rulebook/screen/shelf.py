"""Pages that list rulebooks, of one game in all languages or of all games; covers as pictures."""

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct

from printnplay.files.linked_pictures import as_uri
from printnplay.raster.png import image_of
from printnplay.rulebook.screen.book import Place
from printnplay.rulebook.screen.look import look_of
from printnplay.rulebook.screen.markup import Markup, element
from printnplay.rulebook.screen.page import document, embedded, language_list, link_to
from printnplay.rulebook.screen.web_fonts import WebFont
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace
from printnplay.scene.style import Style

COVER_PER_INCH = 160
"""The resolution of covers in pixels per inch: 800 pixels for a page of 5 in, sharp at half that
width on a screen with two pixels per CSS pixel. A guess."""

COVER_COLOURS = 128
"""The number of colours of a cover file: covers have few colours, and the file is a third as
large."""


class Volume(Struct, frozen=True):
    """A rulebook on a shelf: its page, its cover as PNG, and its editions in other languages."""

    place: Place
    cover: bytes = b""
    languages: tuple[Place, ...] = ()


class Shelf(Struct, frozen=True):
    """A list of rulebooks, with its title and other texts in one language."""

    title: str
    language: str
    volumes: tuple[Volume, ...]
    style: Style
    fonts: tuple[WebFont, ...]
    words: str
    """The name of the lists of languages."""
    back: Place | None = None
    """The page that lists all games."""


def shelf_page(shelf: Shelf) -> str:
    """Return the HTML page of a list of rulebooks, which loads nothing."""
    volumes = (_volume(volume, shelf) for volume in shelf.volumes)
    listed = element("ul", *volumes, class_="shelf", role="list")
    header = element("header", element("h1", shelf.title), class_="top")
    main = element("main", listed, class_="wide")
    foot = Markup()
    if shelf.back is not None:
        link = element("a", shelf.back.name, href=shelf.back.address)
        foot = element("footer", element("p", link))
    head = element("title", shelf.title)
    body = Markup(header + element("div", main, class_="sheet") + foot)
    return document(shelf.language, head, body, embedded(shelf.fonts) + look_of(shelf.style))


def _volume(volume: Volume, shelf: Shelf) -> Markup:
    """Return the cover with the name below it as a link; the cover would only repeat it."""
    cover = Markup()
    if volume.cover:
        cover = element("img", src=as_uri("image/png", volume.cover), alt="")
    place = volume.place
    languages = language_list(volume.languages, f"{shelf.words}: {place.name}")
    return element("li", cover, element("p", link_to(place), class_="name"), languages)


def cover_image(picture: Picture, faces: Sequence[FontFace]) -> bytes:
    """Return a cover without its bleed as PNG, for lists of games and EPUB readers.

    Raises:
        DrawError: it cannot be drawn.
    """
    image = image_of(picture, faces, COVER_PER_INCH)
    bleed = round(picture.bleed * COVER_PER_INCH / 25_400)
    trimmed = image.crop((bleed, bleed, image.width - bleed, image.height - bleed))
    stream = BytesIO()
    trimmed.quantize(COVER_COLOURS).save(stream, "PNG", optimize=True)
    return stream.getvalue()
