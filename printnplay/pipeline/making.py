"""Jobs of one game, made: its editions are drawn, their documents made, checked and written.

The documents of an edition on paper come in two parts, its rulebook and all else, whose pictures
are baked while they are made. Other processes may make some of an edition meanwhile; it comes out
the same without them. What draws is loaded with this module: only builds that have something to do
load it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from time import process_time
from typing import NamedTuple

from msgspec.structs import replace

from printnplay.faces.template_faults import place
from printnplay.files.budget import LIMITS, Limits, limited
from printnplay.files.build_records import BuiltFile
from printnplay.files.kept import holds_stand_in
from printnplay.files.workers import Crew, ProcessEndedError
from printnplay.files.writing import write_staged
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.model.game import OWN
from printnplay.model.picture import Picture
from printnplay.model.printing import PrintSettings
from printnplay.model.sheet import Document, PageCount
from printnplay.output import files_of
from printnplay.output.pdf import (
    BakeError,
    Printout,
    Terms,
    TypstBaker,
    bake_with,
    load_libraries,
    pictures_of,
)
from printnplay.pipeline.edition import Edition, edition_of
from printnplay.pipeline.game import (
    LoadedGame,
    OpenedGame,
    embedding_fonts,
    read_game,
    stop_at,
)
from printnplay.pipeline.inks import Printing, damaged, pixel_warnings, unbaked
from printnplay.pipeline.kit import KINDS, make_rulebook, make_sheets, miscounted, rulebook_of
from printnplay.pipeline.request import (
    FilesOfKinds,
    Finished,
    Job,
    Languages,
    RulebookStep,
    catalog_of,
    each_language,
)


def make_game(jobs: Sequence[Job], copies: int = 0) -> Iterator[Finished]:
    """Make jobs of one game; nothing is written unless the whole game is sound.

    Args:
        jobs: what is to be made.
        copies: how many copies of this process may make some of it meanwhile.

    Raises:
        FaultsError: the user's files are at fault.
    """
    problems = Problems()
    opened = read_game_of(jobs, problems)
    if opened is None:
        raise FaultsError(problems.found)
    if opened.loaded is None:
        opened.check_texts(problems)
        raise FaultsError(problems.found)
    of_faces = problems.aside()
    editions = _editions_of(opened.loaded, jobs, of_faces)
    printing, edition = _printing_of(jobs, editions), editions[jobs[0].languages]
    with _rulebook_elsewhere(edition, jobs, copies) as rulebook:
        edition.counted_elsewhere = rulebook.page_count if rulebook else None
        with _cards_elsewhere(edition, printing, jobs, copies) as cards:
            opened.check_texts(problems)
            # Whatever was drawn before: what is found is told in the same order.
            of_faces.join(problems)
            if rulebook or cards:  # in time, until they are drawn
                load_libraries()
            elsewhere = _Elsewhere(rulebook, cards)
            yield from _make_editions(editions, printing, jobs, problems, elsewhere)


class _CopiedRulebook:
    """A rulebook that a copy of this process makes."""

    def __init__(self, steps: Iterator[RulebookStep], copied: Iterator[RulebookStep]) -> None:
        """Wait for these steps; without the copy, they are those that this process makes."""
        self._own, self._copied = steps, copied
        self._drawn: RulebookStep | None = None

    def drawn(self) -> RulebookStep:
        """What was found when it was drawn.

        Raises:
            FaultsError: something cannot be drawn.
        """
        if self._drawn is None:
            self._drawn = self._step()
        return self._drawn

    def page_count(self) -> PageCount:
        """How many pages it has.

        Raises:
            FaultsError: something cannot be drawn.
        """
        return self.drawn().pages

    def written(self) -> RulebookStep:
        """Its files.

        Raises:
            FaultsError: something cannot be written.
        """
        self.drawn()
        return self._step()

    def _step(self) -> RulebookStep:
        try:
            return next(self._copied)
        except ProcessEndedError:  # what it would have made is made here
            self._copied = self._own
            if self._drawn is not None:
                next(self._own)
            return next(self._own)


class _Elsewhere(NamedTuple):
    """What other processes make of an edition; `cards` waits for the cards."""

    rulebook: _CopiedRulebook | None = None
    cards: Callable[[], None] | None = None


HERE = _Elsewhere()
"""Nothing."""


@contextmanager
def _rulebook_elsewhere(
    edition: Edition, jobs: Sequence[Job], copies: int
) -> Iterator[_CopiedRulebook | None]:
    """A copy of this process makes the rulebook of the one edition that jobs are of.

    None does if it is kept from an earlier build, as its cover is then. Nor does one with a large
    game: others draw its cards, and a process with threads is not copied again.
    """
    loaded = edition.loaded
    papers = tuple(job for job in jobs if job.settings is not None)
    is_kit = papers and not jobs[0].request.sheets.selection
    is_small = loaded.game.outline.sections and not edition.batches
    if not (copies and is_kit and is_small and _has_new_cover(edition)):
        yield None
        return
    problems = Problems()
    problems.allow(loaded.game.allowed)
    # The copy goes through these steps, this process does not.
    steps = _rulebook_steps(loaded, papers, problems)
    limits = LIMITS.of_copy(2) if papers[0].request.limited else None
    with Crew(partial(_rulebook_step, steps, limits), 1, copied=True) as crew:
        yield _CopiedRulebook(steps, crew.results(("drawn", "written"), last=True))


def _has_new_cover(edition: Edition) -> bool:
    """Whether the cover of the rulebook is drawn now, and is not kept from before."""
    before = edition.fresh
    edition.cover()
    return edition.fresh > before


def _rulebook_step(steps: Iterator[RulebookStep], limits: Limits | None, name: str) -> RulebookStep:
    del name
    with limited(limits, place, before=process_time()):
        return next(steps)


def _rulebook_steps(
    loaded: LoadedGame, jobs: Sequence[Job], problems: Problems
) -> Iterator[RulebookStep]:
    """Make the rulebook of an edition: first it is drawn, then written if it is sound."""
    editions = _editions_of(loaded, jobs, problems)
    edition = editions[jobs[0].languages]
    part = _rulebook_part(edition, _printing_of(jobs, editions), jobs)
    yield RulebookStep(edition.page_count, (), tuple(problems.found))
    files = _write_part(part, problems) if edition.draft or not problems.errors else {}
    _keep_drawn(jobs)
    yield RulebookStep(edition.page_count, tuple(files.values()), tuple(problems.found))


def _cards_elsewhere(
    edition: Edition, printing: Printing, jobs: Sequence[Job], copies: int
) -> AbstractContextManager[Callable[[], None] | None]:
    """Other processes draw the cards of a large game, which are there when that has been called."""
    if not copies or not edition.batches or jobs[0].request.sheets.selection:
        return nullcontext()
    from printnplay.pipeline.ahead import drawn_ahead

    return drawn_ahead(edition, printing, copies)


def make_loaded(loaded: LoadedGame, jobs: Sequence[Job], problems: Problems) -> Iterator[Finished]:
    """Make jobs of a game whose files are read, and its texts checked elsewhere.

    Raises:
        FaultsError: something cannot be drawn or written.
    """
    editions = _editions_of(loaded, jobs, problems)
    yield from _make_editions(editions, _printing_of(jobs, editions), jobs, problems)


def read_game_of(jobs: Sequence[Job], problems: Problems) -> OpenedGame | None:
    """The game of jobs, of which all but what its texts say is checked."""
    languages = each_language(job.languages for job in jobs)
    return read_game(catalog_of(jobs[0].request), jobs[0].game, languages, problems)


def _make_editions(
    editions: Mapping[Languages, Edition],
    printing: Printing,
    jobs: Sequence[Job],
    problems: Problems,
    elsewhere: _Elsewhere = HERE,
) -> Iterator[Finished]:
    """Make the documents of editions, then write them."""
    rulebook = elsewhere.rulebook
    papers = [job for job in jobs if job.settings is not None]
    parts: dict[Languages, list[_Part]] = {}
    for languages, same_edition in groupby(papers, key=attrgetter("languages")):
        own, edition = tuple(same_edition), editions[languages]
        parts[languages] = [] if rulebook else [_rulebook_part(edition, printing, own)]
        _draw_cards(edition, elsewhere)
        parts[languages].append(_sheets_part(edition, printing, own))
    screens = [job for job in jobs if job.settings is None]
    books = _books(screens, editions) if screens else {}
    if rulebook:
        for fault in rulebook.drawn().found:
            problems.add(fault)
    if not jobs[0].request.draft:
        stop_at(problems)
    for made in parts.values():
        yield from _write(made, problems, rulebook)
    for job, write in books.items():
        yield _written(job, list(write()), problems)
    _keep_drawn(jobs)


def _books(
    jobs: Sequence[Job], editions: Mapping[Languages, Edition]
) -> dict[Job, Callable[[], Iterator[BuiltFile]]]:
    """The rulebooks that pages for screens are made of, each with what writes them."""
    # Only such a build loads what makes pages.
    from printnplay.pipeline.screen import book_of, write_book

    books = {job: book_of(job, editions[job.languages]) for job in jobs}
    return {job: partial(write_book, job, book) for job, book in books.items()}


def _draw_cards(edition: Edition, elsewhere: _Elsewhere) -> None:
    """Draw the backs of a large game, and wait for its cards if they are drawn elsewhere."""
    if edition.batches:
        edition.draw_backs()
    if elsewhere.cards:
        elsewhere.cards()


def _keep_drawn(jobs: Sequence[Job]) -> None:
    """Keep what was drawn: a process that works for another one does not end by itself."""
    store = catalog_of(jobs[0].request).store
    if store:
        store.write()


def _editions_of(
    loaded: LoadedGame, jobs: Sequence[Job], problems: Problems
) -> dict[Languages, Edition]:
    """The editions of jobs of one game; each picture of them is drawn once for all papers."""
    request = jobs[0].request
    if request.draft:
        from printnplay.pipeline.drafts import as_draft

        loaded = as_draft(loaded)
    return {
        languages: edition_of(loaded, languages, problems, draft=request.draft)
        for languages in dict.fromkeys(job.languages for job in jobs)
    }


def _printing_of(jobs: Sequence[Job], editions: Mapping[Languages, Edition]) -> Printing:
    """How the documents of jobs of one game are printed."""
    options, loaded = jobs[0].request.sheets, editions[jobs[0].languages].loaded
    backs = frozenset(group.backs for group in loaded.game.groups if group.backs != OWN)
    style = loaded.printed_style
    return Printing(style, options.ink, backs, options.die_lines, options.layers)


class _Part(NamedTuple):
    """Documents of an edition that share baked pictures: its rulebook, or all others."""

    documents: Mapping[Job, Mapping[str, Document]]
    baker: TypstBaker
    batches: Sequence[Sequence[Picture]]
    """What is baked by itself; that was begun before the documents were made."""


def _rulebook_part(edition: Edition, printing: Printing, jobs: Sequence[Job]) -> _Part:
    """The rulebook, whose pictures are baked while its booklets are made."""
    is_selection = jobs[0].request.sheets.selection
    batch = () if is_selection else pictures_of(printing.of(rulebook_of(edition)))
    return _part(edition, printing, jobs, make_rulebook, [batch])


def _sheets_part(edition: Edition, printing: Printing, jobs: Sequence[Job]) -> _Part:
    """The kit and what else there is, whose cards are baked while it is made."""
    is_selection = jobs[0].request.sheets.selection
    batches = () if is_selection else edition.batches or (edition.game.cards,)
    faces = [printing.faces(edition, batch) for batch in batches]
    return _part(edition, printing, jobs, make_sheets, faces)


def _part(
    edition: Edition,
    printing: Printing,
    jobs: Sequence[Job],
    make: Callable[[Edition, PrintSettings], Mapping[str, Document]],
    batches: Sequence[Sequence[Picture]],
) -> _Part:
    store = catalog_of(jobs[0].request).store
    terms = Terms(printing.style.raster, printing.inks, store=store)
    baker = TypstBaker(edition.loaded.shelf.faces, terms)
    baker.begin(batches)
    documents = {job: _documents(job, edition, printing, make) for job in jobs}
    return _Part(documents, baker, batches)


def _documents(
    job: Job,
    edition: Edition,
    printing: Printing,
    make: Callable[[Edition, PrintSettings], Mapping[str, Document]],
) -> dict[str, Document]:
    """Some of the documents of a job on paper, by kind."""
    request, date = job.request, datetime.fromtimestamp(job.date, UTC)
    assert job.settings is not None
    made = make(edition, job.settings)
    selection = request.sheets.selection
    printed = {kind: replace(printing.of(made[kind]), date=date) for kind in made}
    for kind in printed.keys() & {"selection", "kit"}:
        for fault in miscounted(edition, printing, selection, printed[kind]):
            edition.problems.add(fault)
    if request.printer is None:
        return printed
    from printnplay.pipeline.printers import corrected

    return {kind: corrected(printed[kind], request.printer) for kind in printed}


def _write_part(part: _Part, problems: Problems) -> dict[Job, FilesOfKinds]:
    """Write the files of a part: its pictures are baked together.

    Raises:
        FaultsError: something cannot be written.
    """
    store = catalog_of(next(iter(part.documents)).request).store
    files: dict[Job, FilesOfKinds] = {}
    found: list[Diagnostic] = []
    with embedding_fonts():
        try:
            every = [document for made in part.documents.values() for document in made.values()]
            bakes = bake_with(part.baker, every, part.batches)
            for warning in pixel_warnings(bakes):
                problems.add(warning)
            for job, made in part.documents.items():
                printouts = {
                    kind: Printout(job.name(kind), document, bakes, store)
                    for kind, document in made.items()
                }
                files[job] = {
                    kind: tuple(_write_document(job, one, found)) for kind, one in printouts.items()
                }
        except BakeError as error:
            raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    if found:
        raise FaultsError(found)
    return files


def _write_document(job: Job, printout: Printout, found: list[Diagnostic]) -> Iterator[BuiltFile]:
    """Write the files of a document; if that is asked for, find what they do not show as drawn.

    Raises:
        FaultsError: one cannot be written.
        FontError: a font file cannot be embedded.
    """
    document = printout.document
    where = f"{job.game}, {job.settings.paper.name if job.settings else job.medium}"
    notes = tuple(f"{where}: {note}" for note in document.notes)
    for name, pieces in files_of(printout, job.formats):
        path = job.folder / name
        size = write_staged(path, _whole(name, pieces))
        if job.request.verify and path.suffix == ".pdf":
            from printnplay.pipeline.print_proof import unlike

            found += unlike(job, path, document)
        if path.parent == job.folder:
            pages = len(document.sheets)
            yield BuiltFile(path, pages, size, fresh=True, notes=notes)
        else:
            yield BuiltFile(path, 1, size, fresh=True, is_part=True)


def _whole(name: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file, none of which has a stand-in for a picture.

    Raises:
        FaultsError: one has.
    """
    for piece in pieces:
        if holds_stand_in(piece):
            raise FaultsError([damaged(name, "a picture is missing from it")])
        yield piece


def _write(
    parts: Sequence[_Part], problems: Problems, rulebook: _CopiedRulebook | None
) -> Iterator[Finished]:
    """Write the files of one edition, and wait for those that are written elsewhere.

    Raises:
        FaultsError: something cannot be written, of any part.
    """
    jobs = tuple(parts[0].documents)
    writing = [partial(_write_part, part, problems) for part in parts]
    if rulebook:
        writing.append(partial(_files_elsewhere, rulebook, jobs, problems))
    made: list[Mapping[Job, FilesOfKinds]] = []
    faults: list[Diagnostic] = []
    for write in writing:
        try:
            made.append(write())
        except FaultsError as error:
            faults += error.found
    if faults:
        raise FaultsError(faults)
    for job in jobs:
        own = {kind: files for some in made for kind, files in some[job].items()}
        yield _written(job, [file for kind in KINDS for file in own.get(kind, ())], problems)


def _files_elsewhere(
    rulebook: _CopiedRulebook, jobs: Sequence[Job], problems: Problems
) -> dict[Job, FilesOfKinds]:
    """The files of a rulebook that another process writes.

    Raises:
        FaultsError: something cannot be written.
    """
    written = rulebook.written()
    for fault in written.found:
        problems.add(fault)
    return dict(zip(jobs, written.files, strict=True))


def _written(job: Job, files: Sequence[BuiltFile], problems: Problems) -> Finished:
    """A job whose files are written, and its record."""
    if job.is_recorded:
        job.record.write(files)
    return Finished(job, tuple(files), tuple(problems.found))
