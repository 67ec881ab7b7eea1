"""The rulebook for a print shop: a PDF of single pages with bleed, in the inks of the press."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printnplay.edition.inks import Printing
from printnplay.export.card_pages import write_document
from printnplay.export.job import Exported, ExportJob
from printnplay.game.services import Fonts, RulebookPages, Service
from printnplay.imposition.booklet import SIGNATURE, pad
from printnplay.imposition.press_pages import press_sheets
from printnplay.kernel.geometry import in_mm
from printnplay.kernel.printing import Binding, InkUse
from printnplay.kit.kit import rulebook_of
from printnplay.pdf.inspection import WantedPages
from printnplay.pdf.press import Press
from printnplay.scene.sheet import Document, Page, part_of

BOUND = {
    Binding.SADDLE: "saddle stitch",
    Binding.LEAFLET: "a folded leaflet",
    Binding.ZINE: "folded from one sheet",
    Binding.NONE: "its binding is not given",
}
"""How each binding is ordered."""


def write_rulebook(job: ExportJob, service: Service, press: Press | None) -> list[Exported]:
    """Write the rulebook, if there is one and the service prints rulebooks.

    Raises:
        FaultsError: a picture or font cannot be embedded.
    """
    pages, outline = _pages(job, service), job.edition.game.outline
    if not pages:
        return []
    marked = service.rulebook is RulebookPages.MARKS
    ink = InkUse.BLACK_TEXT if press else InkUse.FULL
    document = document_of_pages(job, pages, ink, marked=marked)
    wanted = WantedPages(
        trim=outline.page,
        bleed=outline.bleed,
        pages=len(pages),
        dpi=service.dpi,
        in_inks=press is not None,
        ink=service.ink,
        outlines=service.fonts is Fonts.OUTLINES,
        standard=bool(service.standard),
    )
    return [write_document(job, _name(job), document, press, wanted)]


def document_of_pages(
    job: ExportJob, pages: Sequence[Page], ink: InkUse, *, marked: bool = False
) -> Document:
    """Return pages of the rulebook as single sheets with bleed, and crop marks if `marked`."""
    edition = job.edition
    sheets = tuple(press_sheets(pages, edition.game.outline.bleed, marked=marked))
    document = replace(rulebook_of(edition), accessible=False, to_scale=True)
    printed = Printing(edition.loaded.printed_style, ink).of(part_of(document, sheets))
    return replace(printed, overprints=False)


def rulebook_order(job: ExportJob, service: Service) -> Iterator[str]:
    """Yield the line of the order sheet, if the service prints the rulebook."""
    pages = _pages(job, service)
    if pages:
        outline = job.edition.game.outline
        yield (
            f"  Rulebook, {outline.page.in_mm(2)}: {len(pages)} pages with"
            f" {in_mm(outline.bleed, 2)} mm of bleed, {BOUND[outline.binding]}, in the file"
            f" `{_name(job)}`"
        )


def _pages(job: ExportJob, service: Service) -> Sequence[Page]:
    """Return the pages that are bound; none if the service prints none."""
    return () if service.rulebook is RulebookPages.NONE else bound_pages(job)


def bound_pages(job: ExportJob) -> Sequence[Page]:
    """Return all pages of the rulebook that are bound, also blank ones; none without a rulebook."""
    outline, pages = job.edition.game.outline, job.edition.pages
    if not pages:
        return ()
    if outline.binding is not Binding.SADDLE:
        return [page for page in pages if not page.filler]
    return pad(pages, lambda number: Page(outline.page, (), str(number)), SIGNATURE)


def _name(job: ExportJob) -> str:
    """Return the name of the file without extension."""
    return f"{job.edition.game.id}-{job.languages}-rulebook"
