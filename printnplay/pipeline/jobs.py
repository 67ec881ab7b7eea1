"""Builds: the files of each language of a game on each paper, all written or none.

All documents of a game are made first, then all their bytes, in a folder of their own that is moved
into place at the end. A build leaves a record beside its files, which the next one compares before
it loads anything heavy, to leave out what has not changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.budget import LIMITS, limited
from printnplay.files.build_records import BuildRecord, BuiltFile, InputFiles, former_pages
from printnplay.files.catalog import Catalog
from printnplay.files.writing import discard, move_all, staging, sweep, write_staged
from printnplay.imposition.machines import MARGINS
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, as_errors
from printnplay.model.game import OWN
from printnplay.model.geometry import Paper
from printnplay.model.printing import PrintSettings
from printnplay.model.sheet import Document
from printnplay.output import Format, files_of
from printnplay.pipeline.request import (
    BuildChoice,
    BuildRequest,
    Languages,
    Outcome,
    Progress,
    catalog_of,
    choose_build,
    each_language,
)

if TYPE_CHECKING:
    from printnplay.output.html.book import Book
    from printnplay.output.pdf import Printout
    from printnplay.pipeline.edition import Edition

KIT = "kit"
RULEBOOK = "rulebook"
DOCUMENTS = (KIT, "booklet", RULEBOOK, "box")
"""The documents that a game may have: the first always, others where they fit on the paper."""

PAGE = ".html"

ON_SCREENS = (RULEBOOK, f"{RULEBOOK}-cover")
"""What there may be for screens, whatever the paper: the first always."""

_RECORD_BYTES = 1 << 20


class Job(Struct, frozen=True):
    """The files of one edition of a game on one paper.

    `fingerprint` is the hash of what goes in, `date` when the last of that was changed, in seconds
    since 1970. Without `settings` it is for screens, in one language; `others` are all languages
    that it is made in, and `has_list` says whether there is a page of all games.
    """

    request: BuildRequest
    game: str
    languages: Languages
    settings: PrintSettings | None
    formats: tuple[Format, ...]
    fingerprint: str
    date: int
    others: tuple[str, ...] = ()
    has_list: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether it makes the files that a later build may leave as they are."""
        return not (self.request.draft or self.request.sheets.selection)

    @property
    def may_be_left(self) -> bool:
        """Whether its files may be left as they are, if nothing has changed since."""
        return self.is_recorded and self.request.cached

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.request.output / self.game / str(self.languages)

    @property
    def record(self) -> BuildRecord:
        """The record of its last build, beside its files."""
        documents = DOCUMENTS if self.settings else ON_SCREENS
        path = self.folder / f".build-{self.medium}.json"
        return BuildRecord(path, self.fingerprint, [self.name(kind) for kind in documents])

    @property
    def medium(self) -> str:
        """The id of the paper; `screen` for files that need none."""
        return self.settings.paper.id if self.settings else "screen"

    def name(self, kind: str) -> str:
        """The name of the files of a document, without their ending.

        The rulebook to read on a screen is the same whatever paper the others are for.
        """
        if self.settings is None or kind == RULEBOOK:
            return screen_name(self.game, str(self.languages), kind)
        return f"{self.game}-{self.languages}-{self.settings.paper.id}-{kind}"


def screen_name(game: str, language: str, kind: str = RULEBOOK) -> str:
    """The name of files for screens, without their ending."""
    return f"{game}-{language}-{kind}"


class Finished(Struct, frozen=True):
    """A job, its files, and what was found in its game so far."""

    job: Job
    files: tuple[BuiltFile, ...]
    problems: tuple[Diagnostic, ...]


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


def make(jobs: Sequence[Job], workers: int) -> Iterator[Finished]:
    """Make jobs, results in their order: game by game, or an edition of a game in each process.

    Raises:
        FaultsError: the user's files are at fault; with several processes, whatever each found.
    """
    shares = [list(same) for _, same in groupby(jobs, key=attrgetter("game", "languages"))]
    count = 1
    if workers != 1 and len(shares) > 1:
        from printnplay.pipeline.workers import in_processes, workers_for

        count = min(workers_for(workers), len(shares))
    if count == 1:
        for _, same_game in groupby(jobs, key=attrgetter("game")):
            yield from _make(list(same_game))
        return
    faults = Problems()
    for result in in_processes(partial(_make_share, count), shares, count):
        for fault in result.faults:
            faults.add(fault)
        yield from result.finished
    if faults.found:
        raise FaultsError(faults.found)


class _ShareResult(Struct, frozen=True):
    """What came back from a process: its jobs, or the faults that it stopped at."""

    finished: tuple[Finished, ...] = ()
    faults: tuple[Diagnostic, ...] = ()


def _make_share(processes: int, jobs: Sequence[Job]) -> _ShareResult:
    """Make jobs in one of several processes, which has made others for the same command before."""
    from printnplay.faces.template_faults import place

    limits = LIMITS.shared_by(processes) if jobs[0].request.limited else None
    try:
        with limited(limits, place, before=process_time()):
            return _ShareResult(finished=tuple(_make(jobs)))
    except FaultsError as error:
        return _ShareResult(faults=tuple(error.found))


def _make(jobs: Sequence[Job]) -> Iterator[Finished]:
    """Make jobs of one game; nothing is written unless the whole game is sound."""
    # What draws is imported here and below, so that a build with nothing to do never loads it.
    from printnplay.pipeline.game import stop_at

    problems = Problems()
    editions = _editions(jobs, problems)
    papers = [job for job in jobs if job.settings is not None]
    documents = _documents(papers, editions)
    books = {job: _book(job, editions[job.languages]) for job in jobs if job.settings is None}
    if not jobs[0].request.draft:
        stop_at(problems)
    for _, same_edition in groupby(papers, key=attrgetter("languages")):
        yield from _write(list(same_edition), documents, problems)
    for job, book in books.items():
        yield _written(job, list(_write_book(job, book)), problems)
    store = catalog_of(jobs[0].request).store
    if store:  # a process that works for this one does not end by itself
        store.write()


def _editions(jobs: Sequence[Job], problems: Problems) -> dict[Languages, "Edition"]:
    """The editions of jobs of one game; each picture of them is drawn once for all papers."""
    from printnplay.pipeline.edition import edition_of
    from printnplay.pipeline.game import open_game

    request = jobs[0].request
    chosen = tuple(dict.fromkeys(job.languages for job in jobs))
    catalog = catalog_of(request)
    languages = each_language(chosen)
    loaded = open_game(catalog, jobs[0].game, languages, problems)
    if loaded is None:
        raise FaultsError(problems.found)
    if request.draft:
        from printnplay.pipeline.drafts import as_draft

        loaded = as_draft(loaded)
    return {
        languages: edition_of(loaded, languages, problems, draft=request.draft)
        for languages in chosen
    }


def _documents(
    jobs: Sequence[Job], editions: Mapping[Languages, "Edition"]
) -> dict[Job, dict[str, Document]]:
    """The documents of jobs of one game on paper, by kind."""
    if not jobs:
        return {}
    from printnplay.pipeline.inks import Printing
    from printnplay.pipeline.kit import make_documents

    request, loaded = jobs[0].request, editions[jobs[0].languages].loaded
    made = {
        job: make_documents(editions[job.languages], job.settings)
        for job in jobs
        if job.settings is not None
    }
    backs = frozenset(group.backs for group in loaded.game.groups if group.backs != OWN)
    options = request.sheets
    printing = Printing(loaded.printed_style, options.ink, backs, options.die_lines, options.layers)

    def finished(document: Document, date: int) -> Document:
        styled = replace(printing.of(document), date=datetime.fromtimestamp(date, UTC))
        if request.printer is None:
            return styled
        from printnplay.pipeline.printers import corrected

        return corrected(styled, request.printer)

    return {
        job: {kind: finished(document, job.date) for kind, document in documents.items()}
        for job, documents in made.items()
    }


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
    jobs: Sequence[Job], documents: dict[Job, dict[str, Document]], problems: Problems
) -> Iterator[Finished]:
    """Write the files of one edition: its pictures are baked together."""
    from printnplay.output.pdf import BakeError, FontError, Printout, bake_for
    from printnplay.pipeline.game import not_embedded
    from printnplay.pipeline.inks import pixel_warnings, unbaked

    try:
        every = [document for job in jobs for document in documents[job].values()]
        bakes = bake_for(every, catalog_of(jobs[0].request).store)
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    for warning in pixel_warnings(bakes):
        problems.add(warning)
    for job in jobs:
        files: list[BuiltFile] = []
        for kind, document in documents[job].items():
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
