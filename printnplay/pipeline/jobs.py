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
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from printnplay.files import processes
from printnplay.files.budget import LIMITS, limited
from printnplay.files.build_records import BuiltFile, InputFiles, former_pages
from printnplay.files.catalog import Catalog
from printnplay.files.processes import cores
from printnplay.files.writing import discard, move_all, staging, sweep, write_staged
from printnplay.imposition.machines import MARGINS
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, as_errors
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
    FilesOfKinds,
    Finished,
    Job,
    Languages,
    Outcome,
    Progress,
    RulebookStep,
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
    from printnplay.pipeline.shares import RulebookBeside


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
            files = _inputs_of(catalog, game, languages)
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
            files = _inputs_of(catalog, game, single)
            fingerprint = inputs.fingerprint(files, leads)
            date = inputs.last_change(files.values()) if choice.date is None else choice.date
            yield Job(request, game, single, None, on_screens, fingerprint, date, others, has_list)


def _inputs_of(catalog: Catalog, game: str, languages: Languages) -> dict[str, Path]:
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
        from printnplay.files.workers import ProcessEndedError

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
    for _, same_game in groupby(jobs, key=attrgetter("game")):
        yield from make_game(tuple(same_game), count if is_copied else 0)


def _shared(
    shares: Sequence[tuple[Job, ...]], count: int, *, is_copied: bool
) -> Iterator[Finished]:
    """What several processes make."""
    from printnplay.pipeline.shares import make_in_copies, make_in_processes

    if is_copied:
        return make_in_copies(shares, count, read_game_of, make_loaded)
    return make_in_processes(shares, count, make_game)


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
    with _rulebook_beside(edition, jobs, copies) as rulebook:
        edition.counted_elsewhere = rulebook.page_count if rulebook else None
        with _drawn_ahead(edition, printing, jobs, copies) as cards:
            opened.check_texts(problems)
            # Whatever was drawn before: what is found is told in the same order.
            of_faces.join(problems)
            if rulebook or cards:  # in time, until they are drawn
                from printnplay.output.pdf import load_libraries

                load_libraries()
            elsewhere = _Elsewhere(rulebook, cards)
            yield from _make_editions(editions, printing, jobs, problems, elsewhere)


class _Elsewhere(NamedTuple):
    """What other processes make of an edition; `cards` waits for the cards."""

    rulebook: "RulebookBeside | None" = None
    cards: Callable[[], None] | None = None


HERE = _Elsewhere()
"""Nothing."""


def _rulebook_beside(
    edition: "Edition", jobs: Sequence[Job], copies: int
) -> AbstractContextManager["RulebookBeside | None"]:
    """Another process makes the rulebook of the one edition that jobs are of.

    With a large game others draw its cards, and a process with threads is not copied again.
    """
    loaded = edition.loaded
    papers = tuple(job for job in jobs if job.settings is not None)
    is_kit = papers and not jobs[0].request.sheets.selection
    if not (copies and is_kit and loaded.game.outline.sections) or edition.batches:
        return nullcontext()
    from printnplay.pipeline.shares import rulebook_beside

    problems = Problems()
    problems.allow(loaded.game.allowed)
    steps = _rulebook_steps(loaded, papers, problems)
    return rulebook_beside(edition, steps, is_limited=papers[0].request.limited)


def _rulebook_steps(
    loaded: "LoadedGame", jobs: Sequence[Job], problems: Problems
) -> Iterator[RulebookStep]:
    """Make the rulebook of an edition: first it is drawn, then written if it is sound."""
    editions = _editions_of(loaded, jobs, problems)
    edition = editions[jobs[0].languages]
    part = _rulebook_part(edition, _printing_of(jobs, editions), jobs)
    yield RulebookStep(len(edition.pages), (), tuple(problems.found))
    files = _files_of(part, problems) if edition.draft or not problems.errors else {}
    _keep_drawn(jobs)
    yield RulebookStep(len(edition.pages), tuple(files.values()), tuple(problems.found))


def _drawn_ahead(
    edition: "Edition", printing: "Printing", jobs: Sequence[Job], copies: int
) -> AbstractContextManager["Callable[[], None] | None"]:
    """Other processes draw the cards of a large game, which are there when that has been called."""
    if not copies or not edition.batches or jobs[0].request.sheets.selection:
        return nullcontext()
    from printnplay.pipeline.shares import drawn_ahead

    return drawn_ahead(edition, printing, copies)


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
    elsewhere: _Elsewhere = HERE,
) -> Iterator[Finished]:
    """Make the documents of editions, then write them."""
    from printnplay.pipeline.game import stop_at

    rulebook = elsewhere.rulebook
    papers = [job for job in jobs if job.settings is not None]
    parts: dict[Languages, list[_Part]] = {}
    for languages, same_edition in groupby(papers, key=attrgetter("languages")):
        own, edition = tuple(same_edition), editions[languages]
        parts[languages] = [] if rulebook else [_rulebook_part(edition, printing, own)]
        _draw_cards(edition, elsewhere)
        parts[languages].append(_sheets_part(edition, printing, own))
    books = {job: _book(job, editions[job.languages]) for job in jobs if job.settings is None}
    if rulebook:
        for fault in rulebook.drawn().found:
            problems.add(fault)
    if not jobs[0].request.draft:
        stop_at(problems)
    for made in parts.values():
        yield from _write(made, problems, rulebook)
    for job, book in books.items():
        yield _written(job, list(_write_book(job, book)), problems)
    _keep_drawn(jobs)


def _draw_cards(edition: "Edition", elsewhere: _Elsewhere) -> None:
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


class _Part(NamedTuple):
    """Documents of an edition that share baked pictures: its rulebook, or all others."""

    documents: Mapping[Job, Mapping[str, Document]]
    baker: "TypstBaker"
    batches: Sequence[Sequence[Picture]]
    """What is baked by itself; that was begun before the documents were made."""


def _rulebook_part(edition: "Edition", printing: "Printing", jobs: Sequence[Job]) -> _Part:
    """The rulebook, whose pictures are baked while its booklets are made."""
    from printnplay.output.pdf import pictures_of
    from printnplay.pipeline.kit import make_rulebook, rulebook_of

    is_selection = jobs[0].request.sheets.selection
    batch = () if is_selection else pictures_of(printing.of(rulebook_of(edition)))
    return _part(edition, printing, jobs, make_rulebook, [batch])


def _sheets_part(edition: "Edition", printing: "Printing", jobs: Sequence[Job]) -> _Part:
    """The kit and what else there is, whose cards are baked while it is made."""
    from printnplay.pipeline.kit import make_sheets

    is_selection = jobs[0].request.sheets.selection
    batches = () if is_selection else edition.batches or (edition.game.cards,)
    faces = [printing.faces(edition, batch) for batch in batches]
    return _part(edition, printing, jobs, make_sheets, faces)


def _part(
    edition: "Edition",
    printing: "Printing",
    jobs: Sequence[Job],
    make: Callable[["Edition", PrintSettings], Mapping[str, Document]],
    batches: Sequence[Sequence[Picture]],
) -> _Part:
    from printnplay.output.pdf import Terms, TypstBaker

    store = catalog_of(jobs[0].request).store
    terms = Terms(printing.style.raster, printing.inks, store=store)
    baker = TypstBaker(edition.loaded.shelf.faces, terms)
    baker.begin(batches)
    documents = {job: _documents(job, edition, printing, make) for job in jobs}
    return _Part(documents, baker, batches)


def _documents(
    job: Job,
    edition: "Edition",
    printing: "Printing",
    make: Callable[["Edition", PrintSettings], Mapping[str, Document]],
) -> dict[str, Document]:
    """Some of the documents of a job on paper, by kind."""
    request, date = job.request, datetime.fromtimestamp(job.date, UTC)
    assert job.settings is not None
    made = make(edition, job.settings)
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
    parts: Sequence[_Part], problems: Problems, rulebook: "RulebookBeside | None"
) -> Iterator[Finished]:
    """Write the files of one edition, and wait for those that are written elsewhere.

    Raises:
        FaultsError: something cannot be written, of any part.
    """
    from printnplay.pipeline.kit import KINDS

    jobs = tuple(parts[0].documents)
    writing = [partial(_files_of, part, problems) for part in parts]
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
    rulebook: "RulebookBeside", jobs: Sequence[Job], problems: Problems
) -> dict[Job, FilesOfKinds]:
    """The files of a rulebook that another process writes.

    Raises:
        FaultsError: something cannot be written.
    """
    written = rulebook.written()
    for fault in written.found:
        problems.add(fault)
    return dict(zip(jobs, written.files, strict=True))


def _files_of(part: _Part, problems: Problems) -> dict[Job, FilesOfKinds]:
    """Write the files of a part: its pictures are baked together.

    Raises:
        FaultsError: something cannot be written.
    """
    from printnplay.output.pdf import BakeError, Printout, bake_with
    from printnplay.pipeline.game import embedding_fonts
    from printnplay.pipeline.inks import pixel_warnings, unbaked

    store = catalog_of(next(iter(part.documents)).request).store
    files: dict[Job, FilesOfKinds] = {}
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
                    kind: tuple(_write_document(job, one)) for kind, one in printouts.items()
                }
        except BakeError as error:
            raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    return files


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
