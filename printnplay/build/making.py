"""Execution of a game's jobs: render its editions, then create, check and write its documents.

This module loads the rendering code, so it is only imported by builds that have something to do.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path

from msgspec.structs import replace

from printnplay.build.build_records import BuiltFile
from printnplay.build.formats import files_of
from printnplay.build.job import FilesOfKinds, Finished, Job
from printnplay.build.options import idle_options
from printnplay.build.parts import Part, printing_of, rulebook_part, sheets_part
from printnplay.build.samples import remark_on
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages, each_language
from printnplay.edition.edition import Edition
from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.inks import pixel_warnings, unbaked
from printnplay.edition.loaded import LoadedGame, OpenedGame, read_game, stop_at
from printnplay.edition.request import catalog_of
from printnplay.files.door import resolved
from printnplay.files.reads import Reads
from printnplay.files.writing import write_staged
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.kit.kit import KINDS
from printnplay.pdf import BakeError, Printout, bake_with
from printnplay.rules.loader import reads_of


def make_game(jobs: Sequence[Job]) -> Iterator[Finished]:
    """Execute jobs of one game; nothing is written unless the whole game is free of errors.

    Raises:
        FaultsError: the user's files have errors.
    """
    if jobs[0].members:
        yield from _make_together(jobs)
        return
    problems = Problems()
    loaded = _checked(read_game_of(jobs, problems), problems)
    if loaded is None:
        raise FaultsError(problems.found)
    yield from make_loaded(loaded, jobs, problems)


def _checked(opened: OpenedGame | None, problems: Problems) -> LoadedGame | None:
    """Check the texts of a game; return None if its errors prevent any rendering."""
    if opened is None:
        return None
    opened.check_texts(problems)
    return opened.loaded


def _make_together(jobs: Sequence[Job]) -> Iterator[Finished]:
    """Execute jobs of kits of several games.

    Each game has its own problems, so `allow` of one game hides no fault of another.

    Raises:
        FaultsError: the user's files have errors; those of all games are reported.
    """
    from printnplay.edition.together import together  # few builds have several games

    catalog, languages = catalog_of(jobs[0].request), each_language(job.languages for job in jobs)
    problems = {game: Problems() for game in jobs[0].members}
    loaded = {
        game: _checked(read_game(catalog, game, languages, own), own)
        for game, own in problems.items()
    }
    of_game = tuple(fault for own in problems.values() for fault in own.found)
    whole = Problems()
    members = [
        _editions_of(one, jobs, problems[game]) for game, one in loaded.items() if one is not None
    ]
    if len(members) < len(loaded):
        raise FaultsError([*of_game])
    editions = {
        of: together([editions[of] for editions in members], whole.part()) for of in members[0]
    }
    yield from _make_editions(editions, jobs, whole, of_game, tuple(problems.values()))


def make_loaded(loaded: LoadedGame, jobs: Sequence[Job], problems: Problems) -> Iterator[Finished]:
    """Execute jobs of a game whose files have been read.

    Raises:
        FaultsError: something cannot be rendered or written.
    """
    of_game = tuple(problems.found)
    yield from _make_editions(_editions_of(loaded, jobs, problems), jobs, problems, of_game)


def _make_editions(
    editions: Mapping[Languages, Edition],
    jobs: Sequence[Job],
    problems: Problems,
    of_game: tuple[Diagnostic, ...],
    of_members: Sequence[Problems] = (),
) -> Iterator[Finished]:
    """Execute jobs of some editions; with several games, `of_members` receives faults of rendering.

    `of_game` are the faults of reading the game.

    Raises:
        FaultsError: something cannot be rendered or written.
    """
    printing = printing_of(jobs, editions)
    papers = [job for job in jobs if job.settings is not None]
    parts: list[tuple[Part, Part]] = []
    for languages, same_edition in groupby(papers, key=attrgetter("languages")):
        own, edition = tuple(same_edition), editions[languages]
        rulebook = rulebook_part(edition, printing, own)
        parts.append((rulebook, sheets_part(edition, printing, own)))
    screens = [job for job in jobs if job.settings is None]
    books = _books(screens, editions) if screens else {}
    for fault in chain.from_iterable(own.found for own in of_members):
        problems.add(fault)
    if not jobs[0].request.draft:
        stop_at(problems)
    for of_edition in parts:
        yield from _write(of_edition, editions, of_game)
    for job, write in books.items():
        yield _written(job, list(write()), editions[job.languages], of_game)
    memo = editions[jobs[0].languages].loaded.memo
    if memo:  # worker processes do not run exit handlers
        memo.write()


def read_game_of(jobs: Sequence[Job], problems: Problems) -> OpenedGame | None:
    """Load the game of jobs, with everything checked except its texts."""
    languages = each_language(job.languages for job in jobs)
    return read_game(catalog_of(jobs[0].request), jobs[0].game, languages, problems)


def _books(
    jobs: Sequence[Job], editions: Mapping[Languages, Edition]
) -> dict[Job, Callable[[], Iterator[BuiltFile]]]:
    """Create the rulebooks for screens; return a function for each job that writes its book."""
    # Page-building code is only loaded if there are such jobs.
    from printnplay.build.screen import book_of, write_book

    books = {job: book_of(job, editions[job.languages]) for job in jobs}
    return {job: partial(write_book, job, book) for job, book in books.items()}


def _editions_of(
    loaded: LoadedGame, jobs: Sequence[Job], problems: Problems
) -> dict[Languages, Edition]:
    """Return the editions of jobs of one game; each picture is rendered once for all papers."""
    request, game = jobs[0].request, loaded.game
    if request.release:
        game = game.published
    wanted = [request.sheets.front_bleed or 0, request.sheets.back_bleed or 0]
    if any(wanted):
        drawn = (game.usual_bleed_of(group) for group in (None, *game.groups))
        game = replace(game, bleed_of_all=max(*wanted, *drawn))
    loaded = replace(loaded, game=game)
    if request.draft:
        from printnplay.edition.drafts import as_draft

        loaded = as_draft(loaded)
    return {
        languages: edition_of(loaded, languages, problems, draft=request.draft)
        for languages in dict.fromkeys(job.languages for job in jobs)
    }


def _write_part(part: Part, problems: Problems) -> dict[Job, FilesOfKinds]:
    """Write the files of a part, baking its pictures together.

    Raises:
        FaultsError: something cannot be written.
    """
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
                    kind: Printout(job.name(kind), document, bakes)
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
    """Write the files of a document; if requested, find differences from the rendered pictures.

    Raises:
        FaultsError: a file cannot be written.
        FontError: a font file cannot be embedded.
    """
    document = printout.document
    where = f"{job.game}, {job.settings.paper.name if job.settings else job.medium}"
    notes = tuple(f"{where}: {note}" for note in document.notes)
    for name, pieces in files_of(printout, job.formats):
        path = job.folder / name
        size = write_staged(path, pieces)
        if job.request.verify and path.suffix == ".pdf":
            from printnplay.build.print_proof import unlike

            found += unlike(job, path, document)
        if path.parent == job.folder:
            pages = len(document.sheets)
            yield BuiltFile(path, pages, size, fresh=True, notes=notes)
        else:
            yield BuiltFile(path, 1, size, fresh=True, is_part=True)


def _write(
    parts: Sequence[Part],
    editions: Mapping[Languages, Edition],
    of_game: tuple[Diagnostic, ...],
) -> Iterator[Finished]:
    """Write the files of one edition.

    Raises:
        FaultsError: something cannot be written; the faults of all parts are reported.
    """
    made: list[Mapping[Job, FilesOfKinds]] = []
    faults: list[Diagnostic] = []
    first = next(iter(parts[0].documents))
    for part in parts:
        try:
            made.append(_write_part(part, editions[first.languages].problems))
        except FaultsError as error:
            faults += error.found
    if faults:
        raise FaultsError(faults)
    for job in parts[0].documents:
        own = {kind: files for some in made for kind, files in some[job].items()}
        written = [file for kind in KINDS for file in own.get(kind, ())]
        yield _written(job, written, editions[job.languages], of_game)


def _written(
    job: Job, files: Sequence[BuiltFile], edition: Edition, of_game: tuple[Diagnostic, ...]
) -> Finished:
    """Return a finished job with its files and the faults of its edition."""
    known = all(_are_inputs(reads_of(one.loaded.game), job) for one in edition.members)
    idle = idle_options(edition.loaded.game, job.request.asked)
    remarks = tuple(filter(None, (remark_on(one.loaded) for one in edition.members)))
    first = tuple(replace(file, notes=(*file.notes, *remarks)) for file in files[:1])
    parts = {id(one): one.problems for one in (edition, *edition.members)}
    found = tuple(fault for problems in parts.values() for fault in problems.found)
    return Finished(job, (*first, *files[1:]), found, idle, known, of_game)


def _are_inputs(reads: Reads, job: Job) -> bool:
    """Return whether the fingerprint of a job covers all files that the rules have read."""
    catalog = catalog_of(job.request)
    files = (
        file
        for game in job.games
        for language in job.languages
        for file in catalog.inputs_of(game, language)
    )
    inputs = {resolved(file) for file in files} if reads.states else set()
    return reads.complete and all(resolved(Path(path)) in inputs for path in reads.states)
