"""Building what was ordered."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from printnplay.loading.catalog import Catalog
from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline import fingerprint
from printnplay.pipeline.documents import KINDS
from printnplay.pipeline.order import BuiltFile, Order, Outcome
from printnplay.pipeline.progress import Progress
from printnplay.pipeline.selection import check_papers, choose_games, choose_languages
from printnplay.pipeline.writing import cannot_write


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
    """Make every file that is not there yet or has changed.

    Raises:
        FaultsError: the command or the user's files are at fault; nothing was written then for the
            game at fault.
    """
    catalog = Catalog(order.project)
    games = choose_games(catalog, order.games)
    check_papers(order.papers)
    jobs = list(_jobs(order, catalog, games))
    _check_output(order.output)
    done = {job: job.unchanged() for job in jobs}
    due = [job for job in jobs if not done[job]]
    progress.begin(len(due) * len(KINDS))
    found: list[Diagnostic] = []
    for outcome, job in _run(due, order, progress):
        done[job] = outcome.files
        found += [one for one in outcome.problems if one not in found]
    return Outcome(tuple(file for job in jobs for file in done[job]), tuple(found))


def _jobs(order: Order, catalog: Catalog, games: tuple[str, ...]) -> Iterator[Job]:
    settings = {"backs": order.backs, "flip": order.booklet_flip}
    for game in games:
        for language in choose_languages(catalog, game, order.languages):
            files = catalog.inputs_of(game, language)
            inputs = fingerprint.of_inputs(files, settings)
            for paper in order.papers:
                yield Job(order, game, language, paper, inputs)


def _run(due: list[Job], order: Order, progress: Progress) -> Iterator[tuple[Outcome, Job]]:
    """Make the jobs, one game after the other or several languages at once."""
    if not due:
        return
    from printnplay.pipeline.making import make, make_in_parallel

    if order.jobs == 1:
        yield from make(due, progress)
    else:
        yield from make_in_parallel(due, order.jobs, progress)


def _check_output(folder: Path) -> None:
    """Find out before the work whether its fruits can be kept.

    Raises:
        FaultsError: the output folder cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise FaultsError([cannot_write(folder, error)]) from error
