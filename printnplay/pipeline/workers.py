"""Work that is done in several processes at once, with results in the order of its parts."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from threading import current_thread, main_thread
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def workers_for(jobs: int) -> int:
    """How many processes are meant; 0 is one a core."""
    return jobs or os.cpu_count() or 1


def in_processes(
    task: Callable[[Part], Result], parts: Sequence[Part], jobs: int, at_once: int = 1
) -> Iterator[Result]:
    """What the task makes of each part, in so many processes (0: one a core).

    A process takes `at_once` parts at a time.
    """
    # A fresh process each: forking one whose libraries run threads may hang.
    with ProcessPoolExecutor(workers_for(jobs), get_context("spawn")) as pool:
        with _uninterrupted():
            made = pool.map(task, parts, chunksize=at_once)
        yield from made


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
