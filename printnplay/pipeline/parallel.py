"""Several languages at once, each in a process of its own."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline.build import Job
from printnplay.pipeline.making import make
from printnplay.pipeline.order import Outcome
from printnplay.pipeline.processes import in_processes

Result = tuple[list[tuple[Outcome, Job]], list[Diagnostic]]


def spread(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs in so many processes (0: one a core), results in the order of the jobs.

    Raises:
        FaultsError: what any of the processes found.
    """
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
