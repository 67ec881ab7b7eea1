"""The documents of an edition on paper, in two parts: the rulebook, and all others.

The pictures of each part are baked together.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from printnplay.build.job import Job
from printnplay.changes.origins import origin_of_document
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.inks import Printing
from printnplay.edition.request import BuildRequest
from printnplay.game.game import OWN
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.kit import make_rulebook, make_sheets, miscounted, rulebook_of
from printnplay.pdf import Terms, TypstBaker, pictures_of
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document


def printing_of(jobs: Sequence[Job], editions: Mapping[Languages, Edition]) -> Printing:
    """Return the print settings of the documents of one game's jobs."""
    options, loaded = jobs[0].request.sheets, editions[jobs[0].languages].loaded
    backs = frozenset(group.backs for group in loaded.game.groups if group.backs != OWN)
    style = loaded.printed_style
    return Printing(style, options.ink, backs, options.die_lines, options.layers)


class Part(NamedTuple):
    """Documents of an edition that share baked pictures: its rulebook, or all others."""

    documents: Mapping[Job, Mapping[str, Document]]
    baker: TypstBaker
    batches: Sequence[Sequence[Picture]]
    """Groups of pictures to bake separately."""


def rulebook_part(edition: Edition, printing: Printing, jobs: Sequence[Job]) -> Part:
    """Create the rulebook, whose pictures are baked separately."""
    is_selection = jobs[0].request.sheets.selection
    batch = () if is_selection else pictures_of(printing.of(rulebook_of(edition)))
    return _part(edition, printing, jobs, make_rulebook, [batch])


def sheets_part(edition: Edition, printing: Printing, jobs: Sequence[Job]) -> Part:
    """Create the kit and other documents, whose cards are baked separately."""
    if edition.batches:
        edition.draw_backs()
    is_selection = jobs[0].request.sheets.selection
    batches = () if is_selection else edition.batches or (edition.game.faces,)
    faces = [printing.faces(edition, batch) for batch in batches]
    return _part(edition, printing, jobs, partial(_make_sheets, jobs[0].request), faces)


def _make_sheets(
    request: BuildRequest, edition: Edition, settings: PrintSettings
) -> Mapping[str, Document]:
    """Create the kit and other documents, perhaps with a page of a PDF below their sheets."""
    made, base = make_sheets(edition, settings), settings.options.base
    if base is None:
        return made
    from printnplay.build.base_pages import on_base  # few builds have one

    return on_base(made, base, request.base, settings.paper)


def _part(
    edition: Edition,
    printing: Printing,
    jobs: Sequence[Job],
    make: Callable[[Edition, PrintSettings], Mapping[str, Document]],
    batches: Sequence[Sequence[Picture]],
) -> Part:
    memo = edition.loaded.memo
    terms = Terms(printing.style.raster, printing.inks, memo=memo)
    documents = {job: _documents(job, edition, printing, make) for job in jobs}
    # After the documents: rendering derives the fonts that they use.
    baker = TypstBaker(edition.fonts, terms)
    return Part(documents, baker, batches)


def _documents(
    job: Job,
    edition: Edition,
    printing: Printing,
    make: Callable[[Edition, PrintSettings], Mapping[str, Document]],
) -> dict[str, Document]:
    """Create some of the documents of a job on paper, by kind."""
    request, date = job.request, datetime.fromtimestamp(job.date, UTC)
    assert job.settings is not None
    made = make(edition, job.settings)
    selection = job.settings.options.selection
    printed = {kind: replace(printing.of(made[kind]), date=date) for kind in made}
    if not job.members:  # an origin is the version of one game
        printed = {
            kind: replace(
                printed[kind],
                origin=origin_of_document(edition, str(job.languages), kind, job.settings),
            )
            for kind in made
        }
    for kind in printed.keys() & {"selection", "kit"}:
        for fault in miscounted(edition, printing, selection, printed[kind]):
            edition.problems.add(fault)
    if request.printer is None:
        return printed
    from printnplay.kit.printers import corrected

    return {kind: corrected(printed[kind], request.printer) for kind in printed}
