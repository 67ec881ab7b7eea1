"""Builds: the files of each language of a game on each paper, all written or none.

All documents of a game are made first, then all their bytes, in a folder of their own that is moved
into place at the end. A build leaves a record beside its files: a hash of everything that went in,
and of each file that came out. The next build compares them before it loads anything heavy, and
leaves out what has not changed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from printnplay.faces.templates import place
from printnplay.files.budget import LIMITS, limited
from printnplay.files.catalog import Catalog
from printnplay.files.writing import move_all, staging, sweep, write_staged
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.model.printing import PrintSettings
from printnplay.model.sheet import Document
from printnplay.output import Format, files_of
from printnplay.output.pdf import BakeError, Printout, bake_for
from printnplay.pipeline.edition import edition_of
from printnplay.pipeline.game import add_new, open_game, stop_at
from printnplay.pipeline.inks import as_styled, pixel_warnings, unbaked
from printnplay.pipeline.kit import make_documents
from printnplay.pipeline.request import (
    BuildChoice,
    BuildRequest,
    BuiltFile,
    Languages,
    Outcome,
    choose_build,
    each_language,
)
from printnplay.pipeline.workers import Progress, in_processes

_DIGEST = 16
_PACKAGE = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Job:
    """The files of one edition of a game on one paper; `inputs` is the hash of what goes in."""

    request: BuildRequest
    game: str
    languages: Languages
    settings: PrintSettings
    formats: tuple[Format, ...]
    inputs: str

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.request.output / self.game / str(self.languages)

    @property
    def record(self) -> Path:
        """The file with the hashes of its last build."""
        return self.folder / f".build-{self.settings.paper.id}.json"

    def name(self, kind: str) -> str:
        """The name of the files of a document, without their ending."""
        return f"{self.game}-{self.languages}-{self.settings.paper.id}-{kind}"


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
    files = {job: () if request.draft else _unchanged_files(job.record, job.inputs) for job in jobs}
    due = [job for job in jobs if not files[job]]
    progress.begin(len(due))
    problems = Problems()
    if due:
        for finished in _carry_out(due, request, progress):
            files[finished.job] = finished.files
            for problem in finished.problems:
                problems.add(problem)
    return Outcome(tuple(file for job in jobs for file in files[job]), tuple(problems.found))


def _jobs(request: BuildRequest, catalog: Catalog, choice: BuildChoice) -> Iterator[Job]:
    options = {
        "backs": request.backs,
        "flip": request.booklet_flip,
        "formats": " ".join(output.name for output in choice.formats),
    }
    for game, editions in choice.languages.items():
        for languages in editions:
            files = [file for language in languages for file in catalog.inputs_of(game, language)]
            inputs = _fingerprint(files, options)
            for paper in choice.papers:
                settings = PrintSettings(paper, request.backs, request.booklet_flip)
                yield Job(request, game, languages, settings, choice.formats, inputs)


def _carry_out(jobs: Sequence[Job], request: BuildRequest, progress: Progress) -> list[Finished]:
    """Make jobs in a folder beside the output's files, then move all that was made into place."""
    done = []
    with staging(request.output) as stage:
        staged = {replace(job, request=replace(request, output=stage)): job for job in jobs}
        with limited(LIMITS if request.limited else None, place):
            for finished in make(list(staged), request.jobs):
                job = staged[finished.job]
                progress.step(f"{job.game} {job.languages} {job.settings.paper.id}")
                files = tuple(
                    replace(file, path=request.output / file.path.relative_to(stage))
                    for file in finished.files
                )
                done.append(replace(finished, job=job, files=files))
        move_all(stage, request.output)
    return done


def make(jobs: Sequence[Job], workers: int) -> Iterator[Finished]:
    """Make jobs, results in their order: game by game, or an edition of a game in each process.

    Raises:
        FaultsError: the user's files are at fault; with several processes, whatever each found.
    """
    if workers == 1:
        for _, same_game in groupby(jobs, key=attrgetter("game")):
            yield from _make(list(same_game))
        return
    shares = [list(same) for _, same in groupby(jobs, key=attrgetter("game", "languages"))]
    faults = Problems()
    for result in in_processes(_make_share, shares, workers):
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


def _make_share(jobs: Sequence[Job]) -> _ShareResult:
    try:
        with limited(LIMITS if jobs[0].request.limited else None, place):
            return _ShareResult(finished=tuple(_make(jobs)))
    except FaultsError as error:
        return _ShareResult(faults=tuple(error.found))


def _make(jobs: Sequence[Job]) -> Iterator[Finished]:
    """Make jobs of one game; nothing is written unless the whole game is sound."""
    problems = Problems()
    documents = _documents(jobs, problems)
    if not jobs[0].request.draft:
        stop_at(problems)
    for _, same_edition in groupby(jobs, key=attrgetter("languages")):
        yield from _write(list(same_edition), documents, problems)


def _documents(jobs: Sequence[Job], problems: Problems) -> dict[Job, dict[str, Document]]:
    """The documents of jobs of one game, by kind; each face is drawn once for all papers."""
    request = jobs[0].request
    chosen = tuple(dict.fromkeys(job.languages for job in jobs))
    catalog = Catalog(request.project, trusted=request.trust_rules, limited=request.limited)
    languages = each_language(chosen)
    loaded = open_game(catalog, jobs[0].game, languages, problems)
    if loaded is None:
        raise FaultsError(problems.found)
    drawing = Problems()
    editions = {
        languages: edition_of(loaded, languages, drawing, draft=request.draft)
        for languages in chosen
    }
    made = {job: make_documents(editions[job.languages], job.settings) for job in jobs}
    add_new(drawing, problems)
    return {
        job: {kind: as_styled(document, loaded.style) for kind, document in documents.items()}
        for job, documents in made.items()
    }


def _write(
    jobs: Sequence[Job], documents: dict[Job, dict[str, Document]], problems: Problems
) -> Iterator[Finished]:
    """Write the files of one edition: its pictures are baked together."""
    try:
        bakes = bake_for([document for job in jobs for document in documents[job].values()])
    except BakeError as error:
        raise FaultsError([unbaked(fault) for fault in error.faults]) from error
    for warning in pixel_warnings(bakes):
        problems.add(warning)
    for job in jobs:
        files: list[BuiltFile] = []
        for kind, document in documents[job].items():
            made = files_of(Printout(job.name(kind), document, bakes), job.formats)
            for name, content in made.items():
                path = job.folder / name
                write_staged(path, content)
                files.append(_built(path, document, job.folder))
        if not job.request.draft:
            text = _record_text(job.folder, job.inputs, files)
            write_staged(job.record, text.encode())
        yield Finished(job, tuple(files), tuple(problems.found))


def _built(path: Path, document: Document, folder: Path) -> BuiltFile:
    """A new file: with all pages of its document, or a part of it in a folder of its own."""
    is_part = path.parent != folder
    pages = 1 if is_part else len(document.sheets)
    return BuiltFile(path, pages, path.stat().st_size, fresh=True, is_part=is_part)


def _fingerprint(files: Iterable[Path], settings: Mapping[str, str]) -> str:
    """One hash over the settings, the given files and this program's own source."""
    digest = blake2b(digest_size=_DIGEST)
    for name, value in sorted(settings.items()):
        digest.update(f"{name}={value}\n".encode())
    for path in (*files, *sorted(_PACKAGE.rglob("*.py"))):
        content = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name}:{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _unchanged_files(record: Path, inputs: str) -> tuple[BuiltFile, ...]:
    """The files of the last build; none if anything that went in or came out has changed since."""
    try:
        content = json.loads(record.read_text(encoding="utf-8"))
        if content["inputs"] != inputs:
            return ()
        return tuple(_unchanged(record.parent, content["files"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # A record that is missing or was tampered with is the same as none.
        return ()


def _unchanged(folder: Path, files: Mapping[str, Any]) -> Iterator[BuiltFile]:
    for name, about in files.items():
        path = folder / name
        if _hash(path) != about["hash"]:
            raise ValueError(name)
        is_part = path.parent != folder
        yield BuiltFile(path, about["pages"], about["size"], fresh=False, is_part=is_part)


def _record_text(folder: Path, inputs: str, files: Sequence[BuiltFile]) -> str:
    """The record of a build of these files, all of them below the folder."""
    about = {
        file.path.relative_to(folder).as_posix(): {
            "hash": _hash(file.path),
            "pages": file.pages,
            "size": file.size,
        }
        for file in files
    }
    return json.dumps({"inputs": inputs, "files": about}, indent=1) + "\n"


def _hash(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=_DIGEST).hexdigest()
