"""Screenshots for translators: the first place where each text of a game is printed."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from printnplay.build.check_editions import CHECKED
from printnplay.edition.edition import Edition
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.pdf import BakeError, FontError, Printout, bake_for
from printnplay.raster.marked_screens import of_difference, of_places
from printnplay.raster.png import DrawError
from printnplay.scene.sheet import Sheet, TextLine, part_of

PAGES = ("rulebook", "kit")
"""The documents whose pages contain texts set in lines. A game may have no rulebook."""

LINE_HEIGHT = 1.35
"""The height of a line as a multiple of its font size, from above its capitals to below its
descenders. A guess.
"""


def screenshots(edition: Edition, keys: Iterable[str]) -> dict[str, bytes]:
    """Return, by key, a PNG of each text that appears on a face or a page.

    Anything that cannot be rendered is left out: `check` reports its fault.
    """
    wanted = dict.fromkeys(keys)
    try:
        pictures = dict(_on_faces(edition, wanted))
        return pictures | dict(_on_pages(edition, [key for key in wanted if key not in pictures]))
    except (BakeError, FontError, DrawError):
        return {}


def _on_faces(edition: Edition, wanted: Mapping[str, None]) -> Iterator[tuple[str, bytes]]:
    """Yield pictures of texts on faces, found by rendering a face with and without the text."""
    fonts = edition.loaded.shelf.faces
    done: set[str] = set()
    faces = [
        (fit.box, face)
        for renderer in edition.renderers
        for face, fits in renderer.boxes.items()
        for fit in fits
    ]
    for key, face in faces:
        if key in done or key not in wanted:
            continue
        for drawing in edition.drawings.get(face, []):
            picture = edition.drawn_with(drawing, edition.texts)
            without = edition.drawn_with(drawing, _without(edition, key))
            found = picture and without and of_difference(picture, without, fonts)
            if found:
                done.add(key)
                yield key, found
                break


def _without(edition: Edition, key: str) -> Texts:
    nothing = replace(edition.texts.entries[key], forms={"other": ""})
    return replace(edition.texts, entries={**edition.texts.entries, key: nothing})


def _on_pages(edition: Edition, keys: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield pictures of texts on pages, located by their lines; other pages are not rendered."""
    entries = edition.texts.entries
    of_place = {
        place: key for key in keys for place in (entries[key].span, *entries[key].places.values())
    }
    documents = make_documents(edition, PrintSettings(CHECKED[0]))
    for name in filter(documents.__contains__, PAGES):
        document = documents[name]
        found = [text_areas(sheet, of_place) for sheet in document.sheets]
        sheets = [sheet for sheet, lines in zip(document.sheets, found, strict=True) if lines]
        places: dict[str, tuple[int, Rect]] = {}
        for number, lines in enumerate(filter(None, found)):
            for key, area in lines.items():
                places.setdefault(key, (number, area))
        if places:
            pages = part_of(document, sheets)
            printout = Printout(name, pages, bake_for([pages]))
            yield from zip(places, of_places(printout, list(places.values())), strict=True)
            of_place = {place: key for place, key in of_place.items() if key not in places}


def text_areas(sheet: Sheet, of_place: Mapping[Span, str]) -> dict[str, Rect]:
    """Return the area of each text's lines on a page, without their width, which is not known.

    `of_place` maps the places where texts are written to their keys.
    """
    areas: dict[str, Rect] = {}
    for item in sheet.items:
        key = of_place.get(item.source) if isinstance(item, TextLine) and item.source else None
        if key is None or not isinstance(item, TextLine):
            continue
        size = max(run.size for run in item.runs)
        area = Rect(item.at.x, item.at.y - size, 0, round(size * LINE_HEIGHT))
        areas[key] = _joined(areas[key], area) if key in areas else area
    return areas


def _joined(area: Rect, other: Rect) -> Rect:
    """Return an area that contains both, if they are in one column; else the first."""
    if other.y < area.y:
        return area
    return Rect(min(area.x, other.x), area.y, 0, other.bottom - area.y)
