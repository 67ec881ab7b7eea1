"""Builds: the files of each language of a game on each paper, all written or none.

All documents of a game are made first, then all their bytes, in a folder of their own that is moved
into place at the end. A build leaves a record beside its files, which the next one compares before
it loads anything heavy, to leave out what has not changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec.structs import replace

from printnplay.files import processes
from printnplay.files.budget import LIMITS, limited
from printnplay.files.build_records import BuiltFile, InputFiles, former_pages
from printnplay.files.catalog import Catalog
from printnplay.files.processes import cores
from printnplay.files.writing import discard, move_all, staging, sweep, write_staged
from printnplay.imposition.machines import MARGINS
from printnplay.model import codes
from printnplay.model.diagnostics import FaultsError, Problems, as_errors
from printnplay.model.game import OWN
from printnplay.model.geometry import Paper
from printnplay.model.picture import Picture
from printnplay.model.printing import PrintSettings
from printnplay.model.sheet import Document
from printnplay.output import files_of
from printnplay.pipeline.request import (
    PAGE,
    RULEBOOK,
    BuildChoice,
    BuildRequest,
    Finished,
    Job,
    Languages,
    Outcome,
    Progress,
    catalog_of,
    choose_build,
    each_language,
    screen_name,
)

if TYPE_CHECKING:
    from printnplay.output.html.book import Book
    from printnplay.output.pdf import Printout, TypstBaker
    from printnplay.pipeline.edition import Edition
    from printnplay.pipeline.game import LoadedGame, OpenedGame
    from printnplay.pipeline.inks import Printing


def build(request: BuildRequest, progress: Progress) -> Outcome:
    """Make every file that is not there yet or has changed; all of them, or none.

    Raises:
        FaultsError: the command or the user's files are at fault; nothing was written then.
    """
    sweep(request.output)
    catalog = Catalog(request.project)
    jobs = list(_jobs(request, catalog, choose_build(catalog, request)))
    files = {job: job.record.unchanged_files() if job.may_be_left else () for job in jobs}
    due = [job for job in jobs if not files[job]]
    progress.begin(len(due))
    problems = Problems()
    try:
        done = _carry_out(due, request, progress) if due else []
    except FaultsError as error:
        if request.strict:
            raise FaultsError(as_errors(error.found)) from error
        raise
    for finished in done:
        files[finished.job] = finished.files
        for problem in finished.problems:
            problems.add(problem)
    made = {file.path: file for job in jobs for file in files[job]}
    lists = _lists(request, catalog, files)
    return Outcome((*made.values(), *lists), tuple(problems.found))


def _lists(
    request: BuildRequest, catalog: Catalog, files: Mapping[Job, Sequence[BuiltFile]]
) -> Sequence[BuiltFile]:
    """Pages that lead to the pages of this build, written anew where one of these was."""
    pages = {
        (job.game, str(job.languages)): file
        for job, made in files.items()
        for file in made
        if job.settings is None and file.path.suffix == PAGE
    }
    if not pages:
        return ()
    from printnplay.pipeline.shelves import write_shelves

    has_list = any(job.has_list for job in files)
    return write_shelves(request.output, catalog, pages, has_list=has_list)


def _jobs(request: BuildRequest, catalog: Catalog, choice: BuildChoice) -> Iterator[Job]:
    options = {
        "backs": request.backs,
        "flip": request.booklet_flip,
        "binding": request.binding or "",
        "sheets": repr(request.sheets),
        "printer": repr(request.printer),
        "formats": " ".join(output.name for output in choice.formats),
        # What an earlier build made in spite of warnings is not good enough for a strict one.
        "strict": str(request.strict),
        "date": str(choice.date),
    }
    inputs = InputFiles()
    on_paper = tuple(output for output in choice.formats if output.on_paper)
    on_screens = tuple(output for output in choice.formats if not output.on_paper)
    has_list = not request.games and len(choice.languages) > 1
    for game, editions in choice.languages.items():
        others = each_language(editions)
        for languages in editions if on_paper else ():
            files = _files_of(catalog, game, languages)
            fingerprint = inputs.fingerprint(files, options)
            date = inputs.last_change(files.values()) if choice.date is None else choice.date
            for paper in _for_printer(choice.papers, request):
                settings = PrintSettings(
                    paper, request.backs, request.booklet_flip, request.sheets, request.binding
                )
                yield Job(request, game, languages, settings, on_paper, fingerprint, date)
        for language in others if on_screens else ():
            leads = {**options, "others": " ".join(others), "list": str(has_list)}
            single = Languages(language)
            files = _files_of(catalog, game, single)
            fingerprint = inputs.fingerprint(files, leads)
            date = inputs.last_change(files.values()) if choice.date is None else choice.date
            yield Job(request, game, single, None, on_screens, fingerprint, date, others, has_list)


def _files_of(catalog: Catalog, game: str, languages: Languages) -> dict[str, Path]:
    """The files that an edition depends on, by their names in the project."""
    return {
        catalog.relative(file): file
        for language in languages
        for file in catalog.inputs_of(game, language)
    }


def _for_printer(papers: Iterable[Paper], request: BuildRequest) -> Iterator[Paper]:
    """The papers, with the margins that were asked for, or of the machine or printer if known."""
    printer, options = request.printer, request.sheets
    margins = options.margins or (MARGINS if options.machine else None)
    margins = margins or (printer.margins if printer else None)
    for paper in papers:
        yield replace(paper, margins=margins or paper.margins)


def _carry_out(jobs: Sequence[Job], request: BuildRequest, progress: Progress) -> list[Finished]:
    """Make jobs in a folder beside the output's files, then move all that was made into place."""
    done = []
    with staging(request.output) as stage:
        staged = {replace(job, request=replace(request, output=stage)): job for job in jobs}
        from printnplay.faces.template_faults import place

        with limited(LIMITS if request.limited else None, place):
            for finished in make(list(staged), request.jobs):
                job = staged[finished.job]
                progress.step(f"{job.game} {job.languages} {job.medium}")
                files = tuple(
                    replace(file, path=request.output / file.path.relative_to(stage))
                    for file in finished.files
                )
                done.append(replace(finished, job=job, files=files))
        if request.strict and any(finished.problems for finished in done):
            raise FaultsError([fault for finished in done for fault in finished.problems])
        move_all(stage, request.output)
    for finished in done:
        discard(former_pages(finished.files))
    return done


AT_ONCE = 8
"""The most processes that a build takes by itself: for a large game, so many use 2 GB."""


def make(jobs: Sequence[Job], workers: int | None) -> Iterator[Finished]:
    """Make jobs, results in their order: game by game, or editions in several processes at once.

    Args:
        jobs: what is to be made.
        workers: how many processes work at once, 0 for one a core. None is one a core, but not more
            than AT_ONCE, where they can be copies of this one, which has loaded libraries and
            games; to begin new ones costs so much that a user has to ask for it.

    Raises:
        FaultsError: the user's files are at fault; with several processes, whatever each found. Or
            one of those that were asked for has ended.
    """
    shares = [tuple(same) for _, same in groupby(jobs, key=attrgetter("game", "languages"))]
    count = min(cores(), AT_ONCE) if workers is None else workers or cores()
    is_copied = count > 1 and processes.can_copy()
    if len(shares) > 1 and count > 1 and (is_copied or workers is not None):
        from printnplay.pipeline.workers import ProcessEndedError

        made = set[Job]()
        try:
            for finished in _shared(shares, min(count, len(shares)), is_copied=is_copied):
                made.add(finished.job)
                yield finished
            return
        except ProcessEndedError:
            # Mostly for want of memory: so many are not worth a fault unless they were asked for.
            if workers is not None:
                raise
        jobs, is_copied = [job for job in jobs if job not in made], False
    beside = partial(_drawn_ahead, count) if is_copied else _alone
    for _, same_game in groupby(jobs, key=attrgetter("game")):
        yield from make_game(tuple(same_game), beside)


def _shared(
    shares: Sequence[tuple[Job, ...]], count: int, *, is_copied: bool
) -> Iterator[Finished]:
    """What several processes make."""
    from printnplay.pipeline.shares import make_in_copies, make_in_processes

    if is_copied:
        return make_in_copies(shares, count, read_game_of, make_loaded)
    return make_in_processes(shares, count, make_game)


def _drawn_ahead(
    count: int, edition: "Edition", printing: "Printing", jobs: Sequence[Job]
) -> AbstractContextManager[None]:
    """Other processes draw the cards of a large game."""
    if not edition.batches or jobs[0].request.sheets.selection:
        return nullcontext()
    from printnplay.pipeline.shares import drawn_ahead

    return drawn_ahead(edition, printing, count)


_Beside: TypeAlias = Callable[["Edition", "Printing", Sequence[Job]], AbstractContextManager[None]]
"""What goes on elsewhere while the texts of a game are checked."""


def _alone(*_: object) -> AbstractContextManager[None]:
    """Nothing goes on elsewhere."""
    return nullcontext()


def make_game(jobs: Sequence[Job], beside: _Beside = _alone) -> Iterator[Finished]:
    """Make jobs of one game; nothing is written unless the whole game is sound.

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
    editions = _editions_of(opened.loaded, jobs, problems)
    printing = _printing_of(jobs, editions)
    with beside(editions[jobs[0].languages], printing, jobs):
        opened.check_texts(problems)
    yield from _make_editions(editions, printing, jobs, problems)


def make_loaded(
    loaded: "LoadedGame", jobs: Sequence[Job], problems: Problems
) -> Iterator[Finished]:
    """Make jobs of a game whose files are read, and its texts checked elsewhere.

    Raises:
        FaultsError: something cannot be drawn or written.
    """
    editions = _editions_of(loaded, jobs, problems)
    yield from _make_editions(editions, _printing_of(jobs, editions), jobs, problems)


def read_game_of(jobs: Sequence[Job], problems: Problems) -> "OpenedGame | None":
    """The game of jobs, of which all but what its texts say is checked."""
    # What draws is imported here and below, so that a build with nothing to do never loads it.
    from printnplay.pipeline.game import read_game

    languages = each_language(job.languages for job in jobs)
    return read_game(catalog_of(jobs[0].request), jobs[0].game, languages, problems)


def _make_editions(
    editions: Mapping[Languages, "Edition"],
    printing: "Printing",
    jobs: Sequence[Job],
    problems: Problems,
) -> Iterator[Finished]:
    from printnplay.pipeline.game import stop_at

    papers = [job for job in jobs if job.settings is not None]
    documents: dict[Job, Mapping[str, Document]] = {}
    bakings: dict[Languages, _Baking] = {}
    for job in papers:
        edition = editions[job.languages]
        if job.languages not in bakings:
            bakings[job.languages] = _begun_baking(edition, printing, job.request)
        documents[job] = _documents(job, edition, printing)
    books = {job: _book(job, editions[job.languages]) for job in jobs if job.settings is None}
    if not jobs[0].request.draft:
        stop_at(problems)
    for languages, same_edition in groupby(papers, key=attrgetter("languages")):
        own = {job: documents[job] for job in same_edition}
        yield from _write(own, bakings[languages], problems)
    for job, book in books.items():
        yield _written(job, list(_write_book(job, book)), problems)
    store = catalog_of(jobs[0].request).store
    if store:  # a process that works for this one does not end by itself
        store.write()


def _editions_of(
    loaded: "LoadedGame", jobs: Sequence[Job], problems: Problems
) -> dict[Languages, "Edition"]:
    """The editions of jobs of one game; each picture of them is drawn once for all papers."""
    from printnplay.pipeline.edition import edition_of

    request = jobs[0].request
    if request.draft:
        from printnplay.pipeline.drafts import as_draft

        loaded = as_draft(loaded)
    return {
        languages: edition_of(loaded, languages, problems, draft=request.draft)
        for languages in dict.fromkeys(job.languages for job in jobs)
    }


def _printing_of(jobs: Sequence[Job], editions: Mapping[Languages, "Edition"]) -> "Printing":
    """How the documents of jobs of one game are printed."""
    from printnplay.pipeline.inks import Printing

    options, loaded = jobs[0].request.sheets, editions[jobs[0].languages].loaded
    backs = frozenset(group.backs for group in loaded.game.groups if group.backs != OWN)
    style = loaded.printed_style
    return Printing(style, options.ink, backs, options.die_lines, options.layers)


class _Baking(NamedTuple):
    """What bakes the pictures of an edition, and what it has begun with."""

    baker: "TypstBaker"
    batches: Sequence[Sequence[Picture]]


def _begun_baking(edition: "Edition", printing: "Printing", request: BuildRequest) -> _Baking:
    """Begin to bake what is known already, while documents are made of it.

    Those are the cards of a large game; of others the pictures of the rulebook.
    """
    from printnplay.output.pdf import Terms, TypstBaker, pictures_of
    from printnplay.pipeline.kit import rulebook_of

    terms = Terms(printing.style.raster, printing.inks, store=catalog_of(request).store)
    baker = TypstBaker(edition.loaded.shelf.faces, terms)
    batches: list[Sequence[Picture]] = []
    if not request.sheets.selection:
        batches = [printing.faces(edition, batch) for batch in edition.batches]
        batches = batches or [pictures_of(printing.of(rulebook_of(edition)))]
    baker.begin(batches)
    return _Baking(baker, batches)


def _documents(job: Job, edition: "Edition", printing: "Printing") -> dict[str, Document]:
    """The documents of a job on paper, by kind."""
    from printnplay.pipeline.kit import make_documents

    request, date = job.request, datetime.fromtimestamp(job.date, UTC)
    assert job.settings is not None
    made = make_documents(edition, job.settings)
    printed = {kind: replace(printing.of(made[kind]), date=date) for kind in made}
    if request.printer is None:
        return printed
    from printnplay.pipeline.printers import corrected

    return {kind: corrected(printed[kind], request.printer) for kind in printed}


def _book(job: Job, edition: "Edition") -> "Book":
    """The rulebook that pages are made of."""
    from printnplay.output.html.book import Place
    from printnplay.pipeline.screen import make_book, place_of

    places = tuple(
        place_of(f"../{other}/{screen_name(job.game, other)}{PAGE}", other) for other in job.others
    )
    if not edition.game.outline.sections:
        edition.problems.warning(
            codes.NO_RULEBOOK,
            f"the game `{job.game}` has no rulebook, so no page of it is made",
            edition.game.outline.span,
            "expected sections in booklet.yaml, or a Markdown file of rules",
            "write the rules, or leave out the formats html and epub",
        )
    book = make_book(edition, job.name(RULEBOOK), job.date)
    if job.has_list:
        games = Place("../../index.html", book.plain("screen.games"), edition.language)
        book = replace(book, games=games)
    return replace(book, languages=places) if len(places) > 1 else book


def _write_book(job: Job, book: "Book") -> Iterator[BuiltFile]:
    """Write a rulebook in the formats of screens; a game without one has no files."""
    if book.outline.sections:
        for name, pieces in files_of(book, job.formats):
            path = job.folder / name
            yield BuiltFile(path, 1, write_staged(path, pieces), fresh=True)


def _write(
    documents: Mapping[Job, Mapping[str, Document]], baking: _Baking, problems: Problems
) -> Iterator[Finished]:
    """Write the files of one edition: its pictures are baked together."""
    from printnplay.output.pdf import BakeError, FontError, Printout, bake_with
    from printnplay.pipeline.game import not_embedded
    from printnplay.pipeline.inks import pixel_warnings, unbaked

    try:
        every = [document for made in documents.values() for document in made.values()]
        bakes = bake_with(baking.baker, every, baking.batches)
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    for warning in pixel_warnings(bakes):
        problems.add(warning)
    for job, made in documents.items():
        files: list[BuiltFile] = []
        for kind, document in made.items():
            printout = Printout(job.name(kind), document, bakes)
            try:
                files += _write_document(job, printout)
            except FontError as error:
                raise FaultsError([not_embedded(error)]) from error
        yield _written(job, files, problems)


def _written(job: Job, files: Sequence[BuiltFile], problems: Problems) -> Finished:
    """A job whose files are written, and its record."""
    if job.is_recorded:
        job.record.write(files)
    return Finished(job, tuple(files), tuple(problems.found))


def _write_document(job: Job, printout: "Printout") -> Iterator[BuiltFile]:
    """Write the files of a document.

    Raises:
        FaultsError: one cannot be written.
        FontError: a font file cannot be embedded.
    """
    document = printout.document
    where = f"{job.game}, {job.settings.paper.name if job.settings else job.medium}"
    notes = tuple(f"{where}: {note}" for note in document.notes)
    for name, pieces in files_of(printout, job.formats):
        path = job.folder / name
        size = write_staged(path, pieces)
        if path.parent == job.folder:
            pages = len(document.sheets)
            yield BuiltFile(path, pages, size, fresh=True, notes=notes)
        else:
            yield BuiltFile(path, 1, size, fresh=True, is_part=True)
