"""The rulebook for a print shop: single pages with bleed, as a PDF or as a picture of each."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printnplay.edition.inks import Printing
from printnplay.export.card_pages import printout_of, write_document
from printnplay.export.decks import LIKE, difference
from printnplay.export.images import PNG
from printnplay.export.job import Exported, ExportJob
from printnplay.game.services import Booklet, Fonts, RulebookPages, Service
from printnplay.imposition.booklet import SIGNATURE, pad
from printnplay.imposition.press_pages import press_sheets
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.geometry import Size, in_mm
from printnplay.kernel.messages import translated, translated_label, translated_with
from printnplay.kernel.printing import Binding, InkUse
from printnplay.kit.kit import rulebook_of
from printnplay.pdf.inspection import WantedPages
from printnplay.pdf.press import Press
from printnplay.raster.png import page_images
from printnplay.raster.single_faces import as_upload, size_in_pixels
from printnplay.scene.sheet import Document, Page, part_of

BOUND = {
    Binding.SADDLE: "saddle stitch",
    Binding.SIGNATURES: "sewn signatures",
    Binding.PERFECT: "perfect binding",
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
    if fault := _no_booklet(job, service, len(pages)):
        job.problems.add(fault)
        return []
    if not pages:
        return []
    if service.rulebook is RulebookPages.PICTURES:
        return list(_pictures(job, service, pages))
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


def _pictures(job: ExportJob, service: Service, pages: Sequence[Page]) -> Iterator[Exported]:
    """Yield a picture of each page, with the bleed of the service."""
    page = job.edition.game.outline.page
    sheets = tuple(press_sheets(pages, service.bleed, marked=False))
    document = replace(rulebook_of(job.edition), accessible=False, to_scale=True)
    document = part_of(document, sheets)
    booklet = _booklet(page, service)
    extent = Size(page.width + 2 * service.bleed, page.height + 2 * service.bleed)
    size = (booklet and booklet.pixels) or size_in_pixels(extent, service.dpi)
    drawn = page_images(printout_of(job, _name(job), document), service.dpi)
    for number, png in enumerate(drawn, start=1):
        yield job.write(f"rulebook/{number:03}{PNG}", as_upload(png, size, service.dpi))


def rulebook_order(job: ExportJob, service: Service) -> Iterator[str]:
    """Yield the line of the order sheet, if the service prints the rulebook."""
    pages = _pages(job, service)
    if not pages or _no_booklet(job, service, len(pages)):
        return
    outline = job.edition.game.outline
    booklet = _booklet(outline.page, service)
    is_drawn = service.rulebook is RulebookPages.PICTURES
    bleed = service.bleed if is_drawn else outline.bleed
    order = translated_with(
        "{booklet}, {size}: {pages} pages with {bleed} mm of bleed, {binding}, in `{file}`",
        booklet=booklet.name if booklet else translated_label("Rulebook"),
        size=outline.page.in_mm(2),
        pages=str(len(pages)),
        bleed=in_mm(bleed, 2),
        binding=translated(BOUND[outline.binding]),
        file="rulebook" if is_drawn else _name(job),
    )
    yield f"  {order}"


def rulebook_left_out(job: ExportJob, service: Service) -> Iterator[str]:
    """Yield the line of the order sheet about a rulebook that the service has no booklet for."""
    pages = _pages(job, service)
    if _no_booklet(job, service, len(pages)):
        left = translated_with(
            "rulebook, {size}, {pages} pages",
            size=job.edition.game.outline.page.in_mm(2),
            pages=str(len(pages)),
        )
        yield f"  {left}"


def _booklet(page: Size, service: Service) -> Booklet | None:
    """Return the booklet of the service with pages of this size."""
    return next((one for one in service.booklets if difference(one.page, page) <= LIKE), None)


def _no_booklet(job: ExportJob, service: Service, pages: int) -> Diagnostic | None:
    """Return the warning that the service has no booklet for the rulebook; None if it has."""
    if not pages or not service.booklets:
        return None
    page, span = job.edition.game.outline.page, job.edition.game.outline.page_span
    booklet = _booklet(page, service)
    if booklet is None:
        near = min(service.booklets, key=lambda one: difference(one.page, page))
        what = f"pages of {page.in_mm(2)}"
        label = f"the nearest is {near.name}, {near.page.in_mm(2)}"
        width, height = in_mm(near.page.width, 2), in_mm(near.page.height, 2)
        cure = f"write `page: {{width: {width}mm, height: {height}mm}}` in booklet.yaml"
    elif booklet.most is not None and pages > booklet.most:
        what, label = f"{pages} pages", f"{booklet.name} has at most {booklet.most}"
        cure = "shorten the rulebook, or choose a larger page in booklet.yaml"
    else:
        return None
    return Diagnostic(
        codes.NO_PRODUCT,
        f"the export for {service.name} has no booklet for a rulebook of {what}: left out",
        span,
        label,
        cure,
        severity=Severity.WARNING,
    )


def _pages(job: ExportJob, service: Service) -> Sequence[Page]:
    """Return the pages that are bound; none if the service prints none."""
    return () if service.rulebook is RulebookPages.NONE else bound_pages(job)


def bound_pages(job: ExportJob) -> Sequence[Page]:
    """Return all pages of the rulebook that are bound, also blank ones; none without a rulebook."""
    outline, pages = job.edition.game.outline, job.edition.pages
    if not pages:
        return ()
    if not outline.binding.is_folded:
        return [page for page in pages if not page.filler]
    return pad(pages, lambda number: Page(outline.page, (), str(number)), SIGNATURE)


def _name(job: ExportJob) -> str:
    """Return the name of the file without extension."""
    return f"{job.edition.game.id}-{job.languages}-rulebook"
