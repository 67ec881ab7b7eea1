"""Several languages at once, each in a process of its own."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import groupby
from multiprocessing import get_context
from threading import current_thread, main_thread

from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline.build import Job
from printnplay.pipeline.making import make
from printnplay.pipeline.order import Outcome

Result = tuple[list[tuple[Outcome, Job]], list[Diagnostic]]


def spread(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Outcome, Job]]:
    """Make jobs in so many processes (0: one a core), results in the order of the jobs.

    Raises:
        FaultsError: what any of the processes found.
    """
    shares = [list(same) for _, same in groupby(jobs, key=lambda job: (job.game, job.language))]
    found: list[Diagnostic] = []
    # A fresh process each: forking one whose libraries run threads may hang.
    with ProcessPoolExecutor(workers or os.cpu_count() or 1, get_context("spawn")) as pool:
        with _uninterrupted():
            made = pool.map(_make, shares)
        for results, faults in made:
            found += [fault for fault in faults if fault not in found]
            yield from results
    if found:
        raise FaultsError(found)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes started within never see Ctrl-C: this one does, and ends them without a word."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _make(jobs: Sequence[Job]) -> Result:
    """The results of one process; faults come back as values."""
    try:
        return list(make(jobs)), []
    except FaultsError as error:
        return [], error.found
