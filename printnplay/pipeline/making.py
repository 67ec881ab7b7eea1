"""Making the files of jobs: all their documents first, then all their bytes."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import FaultsError, Problems
from printnplay.model.sheet import Document
from printnplay.pipeline import fingerprint
from printnplay.pipeline.build import Job
from printnplay.pipeline.consequences import add_new
from printnplay.pipeline.documents import make_documents
from printnplay.pipeline.order import BuiltFile, Order, Outcome, file_name
from printnplay.pipeline.pairs import languages_in, studio_of
from printnplay.pipeline.printing import as_styled, pixel_warnings, unbaked
from printnplay.pipeline.workshop import open_workshop, stop_at
from printnplay.pipeline.writing import write_bytes, write_whole

Made = dict[Job, dict[str, Document]]


def make(jobs: Sequence[Job]) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs one after the other; nothing of a game is written unless all of it is sound.

    Raises:
        FaultsError: the user's files are at fault.
    """
    for game, group in groupby(jobs, key=attrgetter("game")):
        of_game = list(group)
        problems = Problems()
        made = _documents(game, of_game, problems)
        if not of_game[0].order.draft:
            stop_at(problems)
        for _, same in groupby(of_game, key=attrgetter("language")):
            yield from _write(made, list(same), problems)


def make_in_parallel(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs, several languages at once, each in a process of its own.

    Raises:
        FaultsError: the user's files are at fault; everything found in any language.
    """
    from printnplay.pipeline.parallel import spread

    yield from spread(jobs, workers)


def _documents(game: str, jobs: Sequence[Job], problems: Problems) -> Made:
    order = jobs[0].order
    languages = tuple(dict.fromkeys(job.language for job in jobs))
    shop = open_workshop(_catalog(order), game, languages_in(languages), problems)
    if shop is None:
        raise FaultsError(problems.found)
    drawing = Problems()
    studios = {one: studio_of(shop, one, drawing, draft=order.draft) for one in languages}
    made = {job: make_documents(studios[job.language], job.paper, order) for job in jobs}
    add_new(drawing, problems)
    return {
        job: {kind: as_styled(document, shop.style) for kind, document in documents.items()}
        for job, documents in made.items()
    }


def _catalog(order: Order) -> Catalog:
    return Catalog(order.project, trusted=order.trust_rules)


def _write(made: Made, jobs: Sequence[Job], problems: Problems) -> Iterator[tuple[Outcome, Job]]:
    """Write the files of one language: its pictures are baked together."""
    from printnplay.targets.pdf import BakeError, bake_for, write

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
    if job.order.draft:
        return
    pages = {file.path.name: file.pages for file in files}
    text = fingerprint.record_text(job.folder, job.inputs, pages)
    write_bytes(job.record, text.encode())
