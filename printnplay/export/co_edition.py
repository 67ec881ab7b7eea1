"""Co-editions at a print service: a file for all languages, and a file of black ink for each.

Printed on one another, they are the same as the file of each language. The shared file has the
coloured plates, and all that is black in every language; the others have the rest.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.co_edition import differing
from printnplay.build.co_edition_parts import Part
from printnplay.edition.choosing import Languages
from printnplay.export.card_pages import printout_of, wrong_file
from printnplay.export.job import Exported, ExportJob
from printnplay.pdf.black_texts import only_black_texts, without_black_texts
from printnplay.pdf.inspection import WantedPages, faults_of_pdf
from printnplay.pdf.plates import BLACK_PLATE, joined, only_plates
from printnplay.pdf.press import Press
from printnplay.pdf.print_ready import print_ready
from printnplay.pdf.repainting import PROCESS
from printnplay.raster.plate_differences import Plates, is_sum
from printnplay.scene.sheet import Document


class _Whole(Struct, frozen=True):
    """The press-ready pages of all languages, one language after the other."""

    pdf: bytes
    pages: int
    languages: int


def write_co_edition(
    jobs: Sequence[ExportJob],
    documents: Sequence[Document],
    product: str,
    press: Press,
    wanted: WantedPages,
) -> Iterator[Exported]:
    """Write the files of a deck, and yield them; yield none if the languages differ in colours.

    Args:
        jobs: the jobs of all languages.
        documents: the deck in each language.
        product: the name of the deck's product.
        press: the press whose inks to use.
        wanted: the requirements for each file.

    Raises:
        FaultsError: a picture or font cannot be embedded, or a file cannot be written.
    """
    job, first = jobs[0], documents[0]
    whole = replace(first, sheets=tuple(chain.from_iterable(one.sheets for one in documents)))
    printout = printout_of(job, product, whole)
    pdf = print_ready(printout.pdf, press, overprint=True)
    pages = _Whole(pdf, len(first.sheets), len(jobs))
    plates = Plates(pdf, pages.languages, pages.pages)
    compared = plates.compared()
    languages = [Languages.parse(one.languages) for one in jobs]
    cards = {card.face_id: card.span for card in job.edition.game.faces}
    for found in compared.differences:
        sheet = first.sheets[found.page]
        drawn = [documents[index].sheets[found.page] for index in found.languages]
        _, _, face = sheet.label.partition("-")
        card, _, side = face.rpartition("-")
        name = f"card {card}{' (back)' * (side == 'back')}"
        part = Part(name, sheet, cards.get(card, job.edition.game.spans["card"]), card)
        job.problems.add(differing(part, found, languages, drawn))
    if compared.differences:
        return
    made = _Split(pages, plates, compared.black)
    names = [f"{job.edition.game.id}-{one.languages}-{product}-black" for one in jobs]
    files = {
        f"{job.edition.game.id}-shared-{product}": made.shared(),
        **{name: made.black_of(language) for language, name in enumerate(names)},
    }
    for name, content in files.items():
        for fault in faults_of_pdf(content, wanted):
            job.problems.add(wrong_file(f"{name}.pdf", fault))
        yield job.write(f"{name}.pdf", content)


class _Split:
    """The pages of a co-edition, split into what all languages share and the rest.

    Black texts are taken off the pages whose black plates differ. Where that is not all that
    differs, such as white words on black, the whole black plate of the page is.
    """

    def __init__(self, whole: _Whole, plates: Plates, black: frozenset[int]) -> None:
        self._whole, self._black = whole, black
        self._below, self._texts = without_black_texts(whole.pdf), only_black_texts(whole.pdf)
        below, texts = (
            Plates(pdf, whole.languages, whole.pages) for pdf in (self._below, self._texts)
        )
        self._plain = {page for page in black if _are_sums(page, plates, below, texts)}

    def shared(self) -> bytes:
        """Return the file that all languages share."""
        coloured = only_plates(self._whole.pdf, frozenset(PROCESS) - {BLACK_PLATE})
        pages = [
            (
                self._whole.pdf
                if page not in self._black
                else self._part(page, coloured, self._below)
            )
            for page in range(self._whole.pages)
        ]
        return joined(self._whole.pdf, [(pdf, page) for page, pdf in enumerate(pages)])

    def black_of(self, language: int) -> bytes:
        """Return the file of black ink of a language, with blank pages where it needs none."""
        black = only_plates(self._whole.pdf, frozenset([BLACK_PLATE]))
        first = language * self._whole.pages
        pages = [
            (self._part(page, black, self._texts), first + page) if page in self._black else None
            for page in range(self._whole.pages)
        ]
        return joined(self._whole.pdf, pages)

    def _part(self, page: int, of_plates: bytes, of_texts: bytes) -> bytes:
        """Return which of two files has the part of a page."""
        return of_texts if page in self._plain else of_plates


def _are_sums(page: int, plates: Plates, below: Plates, texts: Plates) -> bool:
    """Return whether the languages differ in the black texts of a page only."""
    languages = range(plates.languages)
    whole = [plates.image(BLACK_PLATE, page, language) for language in languages]
    first = below.image(BLACK_PLATE, page, 0)
    return is_sum(whole, [(first, texts.image(BLACK_PLATE, page, one)) for one in languages])
