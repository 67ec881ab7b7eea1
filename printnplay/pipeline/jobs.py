"""Builds: jobs, one for each language of a game on a paper, and the files that they make.

All documents of a game are made first, then all their bytes. Several languages at once are made in
a process each. A build leaves a record beside its files, a hash of everything that went in and of
each file that came out; the next build compares them before it loads anything heavy.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from printnplay.files.catalog import Catalog
from printnplay.files.writing import move_all, staging, write_bytes, write_whole
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.model.sheet import Document
from printnplay.pipeline.request import (
    BuildRequest,
    BuiltFile,
    Choice,
    Outcome,
    Progress,
    choose,
    file_name,
    languages_in,
)

_DIGEST = 16
_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Job:
    """The files of one language of a game on one paper."""

    request: BuildRequest
    game: str
    language: str
    paper: str
    inputs: str

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return self.request.output / self.game / self.language

    @property
    def record(self) -> Path:
        """Where the hashes of its last build lie."""
        return self.folder / f".build-{self.paper}.json"

    def unchanged(self) -> tuple[BuiltFile, ...]:
        """What the last build made, if it would come out the same now; else nothing."""
        if self.request.draft:
            return ()
        files = _recorded(self.record, self.inputs) or {}
        return tuple(
            BuiltFile(self.folder / name, about["pages"], about["size"], fresh=False)
            for name, about in files.items()
        )


def build(request: BuildRequest, progress: Progress) -> Outcome:
    """Make every file that is not there yet or has changed; all of them, or none.

    Raises:
        FaultsError: the command or the user's files are at fault; nothing was written then.
    """
    catalog = Catalog(request.project)
    choice = choose(catalog, request.games, request.languages, request.papers, pairs=True)
    jobs = list(_jobs(request, catalog, choice))
    done = {job: job.unchanged() for job in jobs}
    due = [job for job in jobs if not done[job]]
    progress.begin(len(due))
    problems = _carry_out(due, request, progress, done) if due else ()
    return Outcome(tuple(file for job in jobs for file in done[job]), problems)


def _jobs(request: BuildRequest, catalog: Catalog, choice: Choice) -> Iterator[Job]:
    settings = {"backs": request.backs, "flip": request.booklet_flip}
    for game, languages in choice.languages.items():
        for language in languages:
            files = [file for one in language.split("+") for file in catalog.inputs_of(game, one)]
            inputs = _hash_of(files, settings)
            for paper in choice.papers:
                yield Job(request, game, language, paper, inputs)


def _carry_out(
    due: Sequence[Job],
    request: BuildRequest,
    progress: Progress,
    done: dict[Job, tuple[BuiltFile, ...]],
) -> tuple[Diagnostic, ...]:
    """Make the jobs beside the output folder's files, then put all that was made in their place."""
    problems = Problems()
    with staging(request.output) as stage:
        staged = {replace(job, request=replace(request, output=stage)): job for job in due}
        for outcome, job in _run(list(staged), request.jobs):
            progress.step(f"{job.game} {job.language} {job.paper}")
            done[staged[job]] = tuple(
                replace(file, path=request.output / file.path.relative_to(stage))
                for file in outcome.files
            )
            for one in outcome.problems:
                problems.add(one)
        move_all(stage, request.output)
    return tuple(problems.found)


def _run(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make the jobs, one game after the other or several languages at once."""
    if workers == 1:
        yield from make(jobs)
    else:
        yield from make_in_parallel(jobs, workers)


Made = dict[Job, dict[str, Document]]


def make(jobs: Sequence[Job]) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs one after the other; nothing of a game is written unless all of it is sound.

    Raises:
        FaultsError: the user's files are at fault.
    """
    from printnplay.pipeline.game import stop_at

    for game, group in groupby(jobs, key=attrgetter("game")):
        of_game = list(group)
        problems = Problems()
        made = _documents(game, of_game, problems)
        if not of_game[0].request.draft:
            stop_at(problems)
        for _, same in groupby(of_game, key=attrgetter("language")):
            yield from _write(made, list(same), problems)


def make_in_parallel(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs, several languages at once, each in a process of its own.

    Raises:
        FaultsError: the user's files are at fault; everything found in any language.
    """
    yield from spread(jobs, workers)


def _documents(game: str, jobs: Sequence[Job], problems: Problems) -> Made:
    # What draws is imported here, so that a build with nothing to do never loads it.
    from printnplay.pipeline.edition import edition_of
    from printnplay.pipeline.game import add_new, open_game
    from printnplay.pipeline.inks import as_styled
    from printnplay.pipeline.kit import make_documents

    request = jobs[0].request
    languages = tuple(dict.fromkeys(job.language for job in jobs))
    loaded = open_game(_catalog(request), game, languages_in(languages), problems)
    if loaded is None:
        raise FaultsError(problems.found)
    drawing = Problems()
    editions = {one: edition_of(loaded, one, drawing, draft=request.draft) for one in languages}
    made = {job: make_documents(editions[job.language], job.paper, request) for job in jobs}
    add_new(drawing, problems)
    return {
        job: {kind: as_styled(document, loaded.style) for kind, document in documents.items()}
        for job, documents in made.items()
    }


def _catalog(request: BuildRequest) -> Catalog:
    return Catalog(request.project, trusted=request.trust_rules)


def _write(made: Made, jobs: Sequence[Job], problems: Problems) -> Iterator[tuple[Outcome, Job]]:
    """Write the files of one language: its pictures are baked together."""
    from printnplay.output.pdf import BakeError, bake_for, write
    from printnplay.pipeline.inks import pixel_warnings, unbaked

    documents = [document for job in jobs for document in made[job].values()]
    try:
        baked = bake_for(documents)
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    for warning in pixel_warnings(baked):
        problems.add(warning)
    for job in jobs:
        files = []
        for kind, document in made[job].items():
            path = job.folder / file_name(job.game, job.language, job.paper, kind)
            write_whole(path, partial(write, document, baked=baked))
            files.append(BuiltFile(path, len(document.sheets), path.stat().st_size, fresh=True))
        _keep_record(job, files)
        yield Outcome(tuple(files), tuple(problems.found)), job


def _keep_record(job: Job, files: Sequence[BuiltFile]) -> None:
    if job.request.draft:
        return
    pages = {file.path.name: file.pages for file in files}
    text = _record_text(job.folder, job.inputs, pages)
    write_bytes(job.record, text.encode())


Result = tuple[list[tuple[Outcome, Job]], list[Diagnostic]]


def spread(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs in so many processes (0: one a core), results in the order of the jobs.

    Raises:
        FaultsError: what any of the processes found.
    """
    from printnplay.pipeline.workers import in_processes

    shares = [list(same) for _, same in groupby(jobs, key=lambda job: (job.game, job.language))]
    found: list[Diagnostic] = []
    for results, faults in in_processes(_make, shares, workers):
        found += [fault for fault in faults if fault not in found]
        yield from results
    if found:
        raise FaultsError(found)


def _make(jobs: Sequence[Job]) -> Result:
    """The results of one process; faults come back as values."""
    try:
        return list(make(jobs)), []
    except FaultsError as error:
        return [], error.found


def _hash_of(files: Iterable[Path], settings: Mapping[str, str]) -> str:
    """One hash over the settings, the given files and this program's own source."""
    digest = blake2b(digest_size=_DIGEST)
    for name, value in sorted(settings.items()):
        digest.update(f"{name}={value}\n".encode())
    for path in (*files, *sorted(_PACKAGE.rglob("*.py"))):
        content = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name}:{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _recorded(record: Path, inputs: str) -> Mapping[str, Mapping[str, int]] | None:
    """What the last build wrote (file name -> pages and size), if nothing has changed since."""
    try:
        told = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(told, dict) or told.get("inputs") != inputs:
        return None
    try:
        files = {name: (about["hash"], _figures(about)) for name, about in told["files"].items()}
    except (AttributeError, KeyError, TypeError):
        return None
    if any(_hash_of_file(record.parent / name) != found for name, (found, _) in files.items()):
        return None
    return {name: figures for name, (_, figures) in files.items()}


def _figures(about: Mapping[str, int]) -> Mapping[str, int]:
    return {"pages": about["pages"], "size": about["size"]}


def _record_text(folder: Path, inputs: str, pages: Mapping[str, int]) -> str:
    """The record of a build: `pages` maps the names of the files written to their pages."""
    files = {
        name: {
            "hash": _hash_of_file(folder / name),
            "pages": count,
            "size": (folder / name).stat().st_size,
        }
        for name, count in pages.items()
    }
    return json.dumps({"inputs": inputs, "files": files}, indent=1) + "\n"


def _hash_of_file(path: Path) -> str:
    try:
        return blake2b(path.read_bytes(), digest_size=_DIGEST).hexdigest()
    except OSError:
        return ""
