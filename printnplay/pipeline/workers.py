"""Work in several processes at once, results in the order of its parts, and its progress."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import TypeVar


class Progress:
    """Called at every step of some work, to show it; this one shows nothing."""

    def begin(self, steps: int) -> None:
        """The work begins; it has this many steps."""

    def step(self, what: str) -> None:
        """One step is done."""


Part = TypeVar("Part")
Result = TypeVar("Result")


def workers_for(jobs: int) -> int:
    """How many processes to use; 0 jobs means one a core."""
    return jobs or os.cpu_count() or 1


def in_processes(
    task: Callable[[Part], Result], parts: Sequence[Part], jobs: int, at_once: int = 1
) -> Iterator[Result]:
    """The result of the task for each part, in their order, from `jobs` processes (0: one a core).

    A process takes `at_once` parts at a time.
    """
    # Each process is a fresh one: forking one whose libraries run threads may hang.
    with ProcessPoolExecutor(workers_for(jobs), get_context("spawn")) as pool:
        with _uninterrupted():
            made = pool.map(task, parts, chunksize=at_once)
        yield from made


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes started within never see Ctrl-C: this one does, and ends them quietly."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
