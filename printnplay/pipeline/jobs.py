"""Builds: the files of each language of a game on each paper, all written or none.

All documents of a game are made first, then all their bytes, in a folder of their own that is moved
into place at the end. A build leaves a record beside its files: a hash of everything that went in,
and of each file that came out. The next build compares them before it loads anything heavy, and
leaves out what has not changed.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from pathlib import Path, PurePosixPath
from time import process_time
from typing import TYPE_CHECKING, Any

from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import (
    DIGEST,
    LARGEST,
    ReadError,
    hash_of,
    leads_up,
    names_in,
    read,
    stamp,
)
from printnplay.files.versions import hash_of_source, library_versions
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
    LATEST,
    BuildChoice,
    BuildRequest,
    BuiltFile,
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


@dataclass(frozen=True, slots=True)
class Job:
    """The files of one edition of a game on one paper.

    `inputs` is the hash of what goes in, `date` when the last of that was changed, in seconds
    since 1970. Without `settings` it is for screens, in one language; `others` are all languages
    that it is made in, and `has_list` says whether there is a page of all games.
    """

    request: BuildRequest
    game: str
    languages: Languages
    settings: PrintSettings | None
    formats: tuple[Format, ...]
    inputs: str
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
    def record(self) -> Path:
        """The file with the hashes of its last build."""
        return self.folder / f".build-{self.medium}.json"

    @property
    def medium(self) -> str:
        """The paper, or that there is none."""
        return self.settings.paper.id if self.settings else "screen"

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents that it may make, the first in any case."""
        return DOCUMENTS if self.settings else ON_SCREENS

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


@dataclass(frozen=True, slots=True)
class Finished:
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
    files = {job: _unchanged_files(job) if job.may_be_left else () for job in jobs}
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
        "program": hash_of_source(),
        "date": str(choice.date),
    }
    hashes, ages = _Hashes(), _Ages()
    on_paper = tuple(output for output in choice.formats if output.on_paper)
    on_screens = tuple(output for output in choice.formats if not output.on_paper)
    has_list = not request.games and len(choice.languages) > 1
    for game, editions in choice.languages.items():
        others = each_language(editions)
        for languages in editions if on_paper else ():
            files = _inputs(catalog, game, languages)
            inputs, date = _fingerprint(files, options, hashes), ages.newest(files, choice.date)
            for paper in _for_printer(choice.papers, request):
                settings = PrintSettings(
                    paper, request.backs, request.booklet_flip, request.sheets, request.binding
                )
                yield Job(request, game, languages, settings, on_paper, inputs, date)
        for language in others if on_screens else ():
            leads = {**options, "others": " ".join(others), "list": str(has_list)}
            one = Languages(language)
            files = _inputs(catalog, game, one)
            inputs, date = _fingerprint(files, leads, hashes), ages.newest(files, choice.date)
            yield Job(request, game, one, None, on_screens, inputs, date, others, has_list)


def _inputs(catalog: Catalog, game: str, languages: Languages) -> dict[str, Path]:
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
        discard(_former_pages(finished.files))
    return done


def _former_pages(files: Sequence[BuiltFile]) -> Iterator[Path]:
    """Pages of an earlier, longer document, in the folders that hold pages as files."""
    made = {file.path for file in files}
    for folder in {file.path.parent for file in files if file.is_part}:
        endings = {path.suffix for path in made if path.parent == folder}
        page = re.compile(re.escape(folder.name) + r"-\d{3,}(?P<ending>\.[a-z]+)")
        for name in names_in(folder):
            match = page.fullmatch(name)
            if match and match["ending"] in endings and folder / name not in made:
                yield folder / name


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


@dataclass(frozen=True, slots=True)
class _ShareResult:
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
        text = _record_text(job.folder, job.inputs, files)
        write_staged(job.record, [text.encode()])
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


class _Hashes(dict[Path, str]):
    """Hashes of files by path: what many editions have in common is read once."""

    def __missing__(self, path: Path) -> str:
        """The hash of a file that was not asked for before; why it cannot be read instead."""
        try:
            self[path] = hash_of(path, LARGEST)
        except ReadError as error:  # whoever needs the file reports it
            self[path] = error.reason
        return self[path]


class _Ages(dict[Path, int]):
    """When files were last changed, in seconds since 1970, none later than a date can be."""

    def __missing__(self, path: Path) -> int:
        """That of a file that was not asked for before; one that cannot be read is very old."""
        try:
            self[path] = min(max(stamp(path)[0] // 10**9, 0), LATEST)
        except ReadError:  # whoever needs the file reports it
            self[path] = 0
        return self[path]

    def newest(self, files: Mapping[str, Path], fixed: int | None) -> int:
        """When the last of some files was changed; the `fixed` time instead if there is one."""
        return max(self[file] for file in files.values()) if fixed is None else fixed


def _fingerprint(files: Mapping[str, Path], options: Mapping[str, str], hashes: _Hashes) -> str:
    """One hash over the options, the libraries, and files by their names in the project."""
    digest = blake2b(digest_size=DIGEST)
    hashed = ((name, hashes[path]) for name, path in files.items())
    for name, value in (*sorted({**options, **library_versions()}.items()), *hashed):
        digest.update(f"{name}={value}\n".encode(errors="surrogateescape"))
    return digest.hexdigest()


def _unchanged_files(job: Job) -> tuple[BuiltFile, ...]:
    """The files of the last build; none if anything that went in or came out has changed since."""
    try:
        content = json.loads(read(job.record, _RECORD_BYTES, anywhere=True))
        if content["inputs"] != job.inputs or not _are_of(job, content["files"]):
            return ()
        return tuple(_unchanged(job.folder, content["files"]))
    except (ReadError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        # A record that is missing or was tampered with is the same as none.
        return ()


def _are_of(job: Job, names: Iterable[str]) -> bool:
    """Whether names are those of files that the job makes, its first document among them."""
    documents = {job.name(kind): kind for kind in job.documents}
    kinds = set()
    for name in names:
        # `<document>.pdf`, or `<document>/<document>-001.png`
        path = PurePosixPath(name)
        document = path.stem if len(path.parts) == 1 else path.parts[0]
        if leads_up(name) or document not in documents:
            return False
        kinds.add(documents[document])
    return job.documents[0] in kinds


def _unchanged(folder: Path, files: Mapping[str, Any]) -> Iterator[BuiltFile]:
    for name, about in files.items():
        path = folder / name
        if hash_of(path, anywhere=True) != about["hash"]:
            raise ValueError(name)
        is_part = path.parent != folder
        pages, size = int(about["pages"]), int(about["size"])
        notes = tuple(map(str, about["notes"]))
        yield BuiltFile(path, pages, size, fresh=False, is_part=is_part, notes=notes)


def _record_text(folder: Path, inputs: str, files: Sequence[BuiltFile]) -> str:
    """The record of a build of these files, all of them below the folder."""
    about = {
        file.path.relative_to(folder).as_posix(): {
            "hash": hash_of(file.path, anywhere=True),
            "pages": file.pages,
            "size": file.size,
            "notes": file.notes,
        }
        for file in files
    }
    return json.dumps({"inputs": inputs, "files": about}, indent=1) + "\n"
