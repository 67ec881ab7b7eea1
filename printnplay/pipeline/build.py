"""Building what was ordered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.pipeline import fingerprint
from printnplay.pipeline.order import BuiltFile, Order, Outcome
from printnplay.pipeline.progress import Progress
from printnplay.pipeline.selection import Choice, choose
from printnplay.pipeline.writing import move_all, staging


@dataclass(frozen=True, slots=True)
class Job:
    """The files of one language of a game on one paper."""

    order: Order
    game: str
    language: str
    paper: str
    inputs: str

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return self.order.output / self.game / self.language

    @property
    def record(self) -> Path:
        """Where the hashes of its last build lie."""
        return self.folder / f".build-{self.paper}.json"

    def unchanged(self) -> tuple[BuiltFile, ...]:
        """What the last build made, if it would come out the same now; else nothing."""
        if self.order.draft:
            return ()
        files = fingerprint.is_current(self.record, self.inputs) or {}
        return tuple(
            BuiltFile(self.folder / name, about["pages"], about["size"], fresh=False)
            for name, about in files.items()
        )


def build(order: Order, progress: Progress) -> Outcome:
    """Make every file that is not there yet or has changed; all of them, or none.

    Raises:
        FaultsError: the command or the user's files are at fault; nothing was written then.
    """
    catalog = Catalog(order.project)
    choice = choose(catalog, order.games, order.languages, order.papers, pairs=True)
    jobs = list(_jobs(order, catalog, choice))
    done = {job: job.unchanged() for job in jobs}
    due = [job for job in jobs if not done[job]]
    progress.begin(len(due))
    problems = _carry_out(due, order, progress, done) if due else ()
    return Outcome(tuple(file for job in jobs for file in done[job]), problems)


def _jobs(order: Order, catalog: Catalog, choice: Choice) -> Iterator[Job]:
    settings = {"backs": order.backs, "flip": order.booklet_flip}
    for game, languages in choice.languages.items():
        for language in languages:
            files = [file for one in language.split("+") for file in catalog.inputs_of(game, one)]
            inputs = fingerprint.of_inputs(files, settings)
            for paper in choice.papers:
                yield Job(order, game, language, paper, inputs)


def _carry_out(
    due: Sequence[Job], order: Order, progress: Progress, done: dict[Job, tuple[BuiltFile, ...]]
) -> tuple[Diagnostic, ...]:
    """Make the jobs beside the output folder's files, then put all that was made in their place."""
    problems = Problems()
    with staging(order.output) as stage:
        staged = {replace(job, order=replace(order, output=stage)): job for job in due}
        for outcome, job in _run(list(staged), order.jobs):
            progress.step(f"{job.game} {job.language} {job.paper}")
            done[staged[job]] = tuple(
                replace(file, path=order.output / file.path.relative_to(stage))
                for file in outcome.files
            )
            for one in outcome.problems:
                problems.add(one)
        move_all(stage, order.output)
    return tuple(problems.found)


def _run(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make the jobs, one game after the other or several languages at once."""
    from printnplay.pipeline.making import make, make_in_parallel

    if workers == 1:
        yield from make(jobs)
    else:
        yield from make_in_parallel(jobs, workers)
