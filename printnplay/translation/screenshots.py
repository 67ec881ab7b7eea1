"""Screenshots of a game for its translators: for each text, where it is printed first."""

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
"""The documents whose pages have texts that are set in lines."""

LINE_HEIGHT = 1.35
"""The height of a line, in its size of type: from above its capitals to below its descenders. A
guess."""


def screenshots(edition: Edition, keys: Iterable[str]) -> dict[str, bytes]:
    """Return a PNG for each of the texts that has a place on a face or a page, by its key.

    What cannot be drawn is left out: its fault is for `check`.
    """
    wanted = dict.fromkeys(keys)
    try:
        pictures = dict(_on_faces(edition, wanted))
        return pictures | dict(_on_pages(edition, [key for key in wanted if key not in pictures]))
    except (BakeError, FontError, DrawError):
        return {}


def _on_faces(edition: Edition, wanted: Mapping[str, None]) -> Iterator[tuple[str, bytes]]:
    """A face is drawn with a text and without: what differs is the text's place."""
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
    """Lines know where their text is written; the pages that have none of them are not drawn."""
    entries = edition.texts.entries
    of_place = {
        place: key for key in keys for place in (entries[key].span, *entries[key].places.values())
    }
    documents = make_documents(edition, PrintSettings(CHECKED[0]))
    for name in PAGES:
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
    """Return the texts on a page, and what their lines take of it; how wide they are is not known.

    `of_place` are their keys by where they are written.
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
    """What holds both, if they are in one column; else the first."""
    if other.y < area.y:
        return area
    return Rect(min(area.x, other.x), area.y, 0, other.bottom - area.y)
