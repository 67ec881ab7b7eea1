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
from printnplay.scene.sheet import Page, part_of

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
    edition, pages = job.edition, _pages(job, service)
    if not pages:
        return []
    outline = edition.game.outline
    marked = service.rulebook is RulebookPages.MARKS
    sheets = tuple(press_sheets(pages, outline.bleed, marked=marked))
    document = replace(rulebook_of(edition), accessible=False, to_scale=True)
    ink = InkUse.BLACK_TEXT if press else InkUse.FULL
    document = Printing(edition.loaded.printed_style, ink).of(part_of(document, sheets))
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
    return [write_document(job, _name(job), replace(document, overprints=False), press, wanted)]


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
    """Return all pages that are bound, also blank ones; none if the service prints none."""
    outline, pages = job.edition.game.outline, job.edition.pages
    if service.rulebook is RulebookPages.NONE or not pages:
        return ()
    if outline.binding is not Binding.SADDLE:
        return [page for page in pages if not page.filler]
    return pad(pages, lambda number: Page(outline.page, (), str(number)), SIGNATURE)


def _name(job: ExportJob) -> str:
    """Return the name of the file without extension."""
    return f"{job.edition.game.id}-{job.languages}-rulebook"
