"""Builds: write the files of each language of a game for each paper, all of them or none.

A build consists of jobs. Those with changed inputs are executed, in one or several processes, in a
staging folder that is moved into place at the end. A build leaves a record beside its files, which
the next build compares before it loads heavy modules.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from printnplay.build.build_records import RECORD, BuiltFile, project_key
from printnplay.build.job import PAGE, SHARED, Finished, Job, Outcome, choose_build, faults_of
from printnplay.build.left_behind import (
    FormerFiles,
    Left,
    clear_edition,
    former_files,
    records_of_editions,
)
from printnplay.build.options import PART_FOR
from printnplay.build.planning import jobs_of
from printnplay.edition.choosing import Languages
from printnplay.edition.request import BuildRequest, Progress, catalog_of
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.door import names_in
from printnplay.files.seals import own_output
from printnplay.files.writing import move_all, staging, sweep
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span, as_errors
from printnplay.loading.editions import is_known


def build(request: BuildRequest, progress: Progress) -> Outcome:
    """Build every file that is missing or outdated; all of them or none.

    Raises:
        FaultsError: the command or the user's files have errors; nothing was written.
    """
    sweep(request.output)
    catalog = Catalog(request.project)
    choice = choose_build(catalog, request)
    mine = request.shard.editions(choice.languages)
    updates = None
    if request.since:
        from printnplay.changes.update import updates_since  # few builds compare versions

        updates = updates_since(catalog_of(request), request.since, mine, progress)
    jobs = [
        job
        for job in jobs_of(request, catalog, choice, updates)
        if job.edition_in(choice.languages[job.game]) in mine.get(job.game, ())
    ]
    files = {job: job.record.unchanged_files() if job.may_be_left else () for job in jobs}
    due = [job for job in jobs if not files[job]]
    former = [former_files(job.record.path) for job in due]
    progress.begin(len(due))
    problems = Problems()
    try:
        # If some games are not rebuilt here, it is unknown whether an option affects them.
        asked = request.asked if len(due) == len(jobs) and not request.shard else ()
        done = _carry_out(due, request, asked, progress) if due else []
    except FaultsError as error:
        if request.strict:
            raise FaultsError(as_errors(error.found)) from error
        raise
    for finished in done:
        files[finished.job] = finished.files
    for problem in faults_of(done):
        problems.add(problem)
    made = {file.path: file for job in jobs for file in files[job]}
    lists = _lists(request, catalog, files)
    left = _clear(request, catalog, jobs, former, made)
    return Outcome((*made.values(), *lists), tuple(problems.found), left, choice.notes)


def _clear(
    request: BuildRequest,
    catalog: Catalog,
    jobs: Sequence[Job],
    former: Sequence[FormerFiles],
    made: Collection[Path],
) -> Left:
    """Remove obsolete files of earlier builds, unless this build makes only parts of kits.

    Args:
        request: the build.
        catalog: the project.
        jobs: the jobs that are now up to date.
        former: the files in the previous records of jobs that were rebuilt.
        made: the files of all jobs.
    """
    left = Left()
    if not all(job.is_recorded for job in jobs):
        for files in former:
            files.renew(made)
        return left
    endings = {path.suffix for path in made} | {f".{name}" for name in request.formats}
    for files in former:
        left += files.clear(made, endings)
        files.keep(made, endings)
    for game, languages, record in records_of_editions(request.output):
        if game == SHARED:  # its name does not say which games it has
            continue
        known = catalog.languages_of(game) if is_known(catalog, game) else ()
        if not {*Languages.parse(languages)} <= {*known}:
            left += clear_edition(record, project_key(request.project))
    return left


def _lists(
    request: BuildRequest, catalog: Catalog, files: Mapping[Job, Sequence[BuiltFile]]
) -> Sequence[BuiltFile]:
    """Write the index pages for the pages of a build of all editions, if one of those is new."""
    pages = {
        (job.game, str(job.languages)): file
        for job, made in files.items()
        for file in made
        if job.settings is None and file.path.suffix == PAGE
    }
    if not pages or request.shard:  # an index page shows covers that other machines draw
        return ()
    from printnplay.build.shelves import write_shelves

    has_list = any(job.has_list for job in files)
    return write_shelves(request.output, catalog, pages, has_list=has_list)


def _make(jobs: Sequence[Job], workers: int | None) -> Iterator[Finished]:
    """Execute jobs in this process if they belong to one edition, else in several processes.

    Those of a request with a scheduler are executed on its cluster.

    Raises:
        FaultsError: the user's files have errors.
    """
    if jobs[0].request.scheduler:
        from printnplay.build.elsewhere import make_elsewhere

        return make_elsewhere(jobs)
    if len({(job.game, job.languages) for job in jobs}) == 1:
        from printnplay.build.making import make_game

        return make_game(jobs)
    from printnplay.build.shares import make

    return make(jobs, workers)


def _refuse_idle(asked: Sequence[str], done: Sequence[Finished]) -> None:
    """Reject options that affect none of the games that were built.

    Raises:
        FaultsError: there are such options; all are reported.
    """
    names = list(dict.fromkeys(f"`{finished.job.game}`" for finished in done))
    games = f"the game {names[0]} has" if len(names) == 1 else f"the games {', '.join(names)} have"
    found = [
        Diagnostic(
            codes.OPTION_WITHOUT_EFFECT,
            f"`{option}` has no effect: {games} no {PART_FOR[option][1]}",
            Span(""),
            "all files are the same without it",
            f"leave out `{option}`",
        )
        for option in asked
        if all(option in finished.idle for finished in done)
    ]
    if found:
        raise FaultsError(found)


def _carry_out(
    jobs: Sequence[Job], request: BuildRequest, asked: Sequence[str], progress: Progress
) -> list[Finished]:
    """Execute jobs in a staging folder beside the output, then move all files into place."""
    done = []
    with staging(request.output) as stage:
        staged = {replace(job, request=replace(request, output=stage)): job for job in jobs}
        # Rendering code is only loaded if something has changed.
        from printnplay.faces.template_faults import place

        progress.wait(f"building {', '.join(dict.fromkeys(job.game for job in jobs))}")
        with limited(LIMITS if request.limited else None, place):
            for finished in _make(tuple(staged), request.jobs):
                finished.write_record()
                job = staged[finished.job]
                progress.step(f"{job.game} {job.languages} {job.medium}")
                files = tuple(
                    replace(file, path=request.output / file.path.relative_to(stage))
                    for file in finished.files
                )
                done.append(replace(finished, job=job, files=files))
        _refuse_idle(asked, done)
        if request.strict and (faults := [*faults_of(done)]):
            raise FaultsError(faults)
        move_all(stage, request.output, own_output(partial(_wrote, {})))
    for finished in done:
        if not finished.job.is_recorded:
            made = {file.path for file in finished.files}
            former_files(finished.job.record.path).keep_passing(made)
    return done


def _wrote(known: dict[Path, list[FormerFiles]], path: Path) -> bool:
    """Return whether a record beside a file names it, and the file has not changed since.

    `known` keeps the records of each folder.
    """
    for folder in (path.parent, path.parent.parent):
        if folder not in known:
            names = filter(RECORD.fullmatch, names_in(folder))
            known[folder] = [former_files(folder / name) for name in names]
        if any(files.wrote(path) for files in known[folder]):
            return True
    return RECORD.fullmatch(path.name) is not None
