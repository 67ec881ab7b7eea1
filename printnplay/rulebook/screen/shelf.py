"""Pages that list rulebooks, of one game in all languages or of all games; covers as pictures."""

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct

from printnplay.files.linked_pictures import as_uri
from printnplay.raster.png import image_of
from printnplay.rulebook.screen.book import Place
from printnplay.rulebook.screen.look import band_of, look_of
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
    """A rulebook on a shelf: its page, its cover as PNG, and its editions in other languages.

    `about` is a line on its game. With a `style` it has a band in that look, else a place in a row.
    """

    place: Place
    cover: bytes = b""
    languages: tuple[Place, ...] = ()
    about: str = ""
    style: Style | None = None


class Shelf(Struct, frozen=True):
    """A list of rulebooks, with its title and other texts in one language."""

    title: str
    language: str
    volumes: tuple[Volume, ...]
    style: Style
    fonts: tuple[WebFont, ...]
    words: str
    """The name of the lists of languages."""
    read: str = ""
    """The words of a link to a rulebook."""
    back: Place | None = None
    """The page that lists all games."""


def shelf_page(shelf: Shelf) -> str:
    """Return the HTML page of a list of rulebooks, which loads nothing."""
    volumes = [
        _band(volume, shelf, f"band-{number}") if volume.style else _volume(volume, shelf)
        for number, volume in enumerate(shelf.volumes, start=1)
    ]
    has_bands = any(volume.style for volume in shelf.volumes)
    kind = "bands" if has_bands else "shelf"
    listed = element("ul", *volumes, class_=kind, role="list")
    header = element("header", element("h1", shelf.title), class_="top")
    main = element("main", listed, class_="wide")
    foot = Markup()
    if shelf.back is not None:
        link = element("a", shelf.back.name, href=shelf.back.address)
        foot = element("footer", element("p", link))
    head = element("title", shelf.title)
    body = Markup(header + (main if has_bands else element("div", main, class_="sheet")) + foot)
    bands = (
        band_of(volume.style, f".band-{number}")
        for number, volume in enumerate(shelf.volumes, start=1)
        if volume.style
    )
    look = "".join((embedded(shelf.fonts), look_of(shelf.style), *bands))
    return document(shelf.language, head, body, look)


def _band(volume: Volume, shelf: Shelf, name: str) -> Markup:
    """Return the band of a game: its cover, its name and what it is, links to its rulebook."""
    place = volume.place
    languages = language_list(volume.languages, f"{shelf.words}: {place.name}")
    title = element("h2", place.name, id=name, lang=place.language)
    about = element("p", volume.about, lang=place.language) if volume.about else Markup()
    read = element(
        "a",
        shelf.read,
        href=place.address,
        class_="read",
        hreflang=place.language,
        id=f"{name}-read",
        aria_labelledby=f"{name}-read {name}",
    )
    words = element("div", title, about, read, languages, class_="words")
    inner = element("div", _cover(volume), words, class_="inner")
    return element("li", inner, class_=f"band {name}")


def _cover(volume: Volume) -> Markup:
    """Return the cover; it only repeats the name beside it."""
    if not volume.cover:
        return Markup()
    # A PNG file has its size in a fixed place: the page keeps room for it before it is drawn.
    width, height = (int.from_bytes(volume.cover[at : at + 4]) for at in (16, 20))
    source = as_uri("image/png", volume.cover)
    return element("img", src=source, alt="", width=width, height=height, loading="lazy")


def _volume(volume: Volume, shelf: Shelf) -> Markup:
    """Return the cover with the name below it as a link."""
    place = volume.place
    languages = language_list(volume.languages, f"{shelf.words}: {place.name}")
    return element("li", _cover(volume), element("p", link_to(place), class_="name"), languages)


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
