"""Documents as printed: sheets, pages and boxes, rasterized from the PDF page by page."""

from collections.abc import Mapping
from threading import Lock

from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.drafts import as_draft
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.geometry import Rect
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.pdf import BakeError, FontError, Printout, bake_for
from printnplay.preview.live import LiveGame
from printnplay.raster.png import page_images
from printnplay.scene.sheet import Document, part_of
from printnplay.translation.screenshots import text_areas

COVER = "cover."
"""The keys of the texts of covers and boxes begin so."""

NOWHERE = Rect(0, 0, 0, 0)

PER_INCH = 144
"""Resolution of a page on the screen in pixels per inch: 1.5 times that of CSS, sharp enough on a
screen with two device pixels per CSS pixel. A guess."""

MOST_KEPT = 200
"""Maximum number of cached page images of an unchanged game: those of a long rulebook. A guess."""


class Documents:
    """The documents of a game on each paper, rendered on demand."""

    def __init__(self, live: LiveGame) -> None:
        """Create an empty cache."""
        self.live = live
        self._lock = Lock()
        self._made: dict[tuple[str, str], tuple[int, dict[str, Document]]] = {}
        self._faults: dict[tuple[str, str], tuple[Diagnostic, ...]] = {}
        self._images: dict[tuple[int, str, str, str, int], bytes] = {}

    @property
    def faults(self) -> tuple[Diagnostic, ...]:
        """The faults of the documents rendered from the current game."""
        made = dict(self._made)
        current = [place for place, (version, _) in made.items() if version == self.live.version]
        return tuple(fault for place in current for fault in self._faults.get(place, ()))

    def documents(self, language: str, paper: str) -> dict[str, Document]:
        """Return the documents of a language by kind; empty if the game cannot be rendered.

        If a picture in them fails, or a part of the game is missing, return the last good ones.
        """
        with self._lock:
            return self._documents(language, paper)

    def _documents(self, language: str, paper: str) -> dict[str, Document]:
        live = self.live
        with live.lock:
            version, loaded = live.version, live.loaded
        known = self._made.get((language, paper))
        if known and (known[0] == version or live.is_partial):
            return known[1]
        if loaded is None or language not in loaded.texts:
            return {}
        problems = Problems()
        edition = edition_of(as_draft(loaded), Languages(language), problems, draft=True)
        for style in ("", *loaded.looks):
            edition.renderer_of(style)
        # Render despite errors, but do not stamp the pages as a draft.
        edition.draft = False
        made = make_documents(edition, PrintSettings(PAPERS[paper]))
        self._faults[language, paper] = tuple(problems.found)
        if edition.undrawn and known:
            made = known[1]
        self._made[language, paper] = version, made
        self._images.clear()
        return made

    def texts(self, language: str, paper: str, kind: str, number: int) -> Mapping[str, Rect]:
        """Return the texts on a page by key with the areas of their lines; widths are unknown.

        A page without any lists the texts of covers and boxes, with empty areas.
        """
        with self._lock:
            document = self._documents(language, paper).get(kind)
            loaded = self.live.loaded
            if document is None or loaded is None or not 0 <= number < len(document.sheets):
                return {}
            of_place = {
                place: key
                for key, text in loaded.texts[language].entries.items()
                for place in (text.span, *text.places.values())
            }
            areas = text_areas(document.sheets[number], of_place)
            # Templates draw covers and boxes as pictures, whose texts have no places of their own.
            own = loaded.texts[language].entries
            is_cover = not areas and kind != "kit"
            return {key: NOWHERE for key in own if key.startswith(COVER)} if is_cover else areas

    def image(self, language: str, paper: str, kind: str, number: int) -> bytes | None:
        """Return a page as PNG, counted from 0; None if it does not exist or cannot be rendered."""
        with self._lock:
            document = self._documents(language, paper).get(kind)
            loaded = self.live.loaded
            if document is None or loaded is None or not 0 <= number < len(document.sheets):
                return None
            version = self._made[language, paper][0]
            key = (version, language, paper, kind, number)
            if key not in self._images:
                alone = part_of(document, document.sheets[number : number + 1])
                try:
                    printout = Printout(kind, alone, bake_for([alone], loaded.memo))
                    (self._images[key],) = page_images(printout, PER_INCH)
                except (BakeError, FontError):
                    return None
                if len(self._images) > MOST_KEPT:
                    self._images.pop(next(iter(self._images)))
            return self._images[key]
