"""The rulebook of a press set: single pages with bleed, its cover apart if wanted."""

from collections.abc import Iterator, Sequence

from printnplay.export.job import ExportJob
from printnplay.export.press.part import BOOK, COVER, Part
from printnplay.export.press_rulebook import BOUND, bound_pages, document_of_pages
from printnplay.kernel.printing import Binding, InkUse
from printnplay.scene.sheet import Page

COVER_PAGES = 2
"""The pages of a cover at each end of a booklet: its outside and its inside."""


def book_parts(job: ExportJob) -> Iterator[Part]:
    """Yield the rulebook as one part, or its cover and its inside; nothing without a rulebook."""
    pages = bound_pages(job)
    if not pages:
        return
    if not job.options.cover_apart or len(pages) <= 2 * COVER_PAGES:
        yield _part(job, BOOK, pages)
        return
    yield _part(job, COVER, (*pages[:COVER_PAGES], *pages[-COVER_PAGES:]))
    yield _part(job, BOOK, pages[COVER_PAGES:-COVER_PAGES])


def _part(job: ExportJob, kind: str, pages: Sequence[Page]) -> Part:
    outline = job.edition.game.outline
    numbered = "outside front, inside front, inside back, outside back"
    return Part(
        kind,
        kind,
        "cover of the rulebook" if kind == COVER else "rulebook",
        document_of_pages(job, pages, InkUse.BLACK_TEXT),
        outline.page,
        outline.bleed,
        1,
        stitched=outline.binding is Binding.SADDLE,
        remarks=(BOUND[outline.binding], *((numbered,) if kind == COVER else ())),
    )
