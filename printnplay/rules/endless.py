"""CPU time limits for user-written rules: stop rules that do not terminate, and name them.

The limits apply while `contained` runs such rules in the main thread, on systems with CPU timers.
`--limits none` disables them.
"""

import faulthandler
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ClassVar

from printnplay.files.budget import LIFTED, are_lifted

LOADING = 60.0
"""Limit for running the rules files, in seconds; they may compute large tables. A guess."""

EXAMPLE = 10.0
"""Limit for a worked example, in seconds. Those of the bundled games take a few milliseconds
each."""

CLAIM = 120.0
"""Limit for a count, in seconds. All claims of the bundled games take 14 seconds together."""

GAME = 120.0
"""Limit for a game, in seconds. A random game takes milliseconds, one played by search a minute."""

SAYING = 1.0
"""Limit for formatting an exception as text, in seconds."""

AGAIN = 1.0
"""Interval in seconds after which rules that keep running are stopped again: they may catch the
first exception."""

KILL = 10.0
"""Grace period in seconds before the whole command is killed if rules cannot be stopped.

Python interrupts code only between two steps. `sum(itertools.count())` is a single step during
which no thread and no signal handler of Python runs, and Ctrl-C has no effect. Ten times AGAIN. A
guess.
"""

HELP = f"make it end, or make it faster; {LIFTED}"


class EndlessError(BaseException):
    """Rules exceed a time limit. A `BaseException`, so rules cannot catch it by accident."""


class AtWork:
    """Names of the user-written rules that are running now, and what they run for."""

    names: ClassVar[list[str]] = []
    task: ClassVar[str] = ""
    """The innermost task of `within`; after an exception, the one that raised it."""


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Stop user-written rules that exceed a time limit, and name the task if they fail.

    Args:
        seconds: the limit, in CPU time.
        what: the task for messages, such as "the example `one`".

    Raises:
        EndlessError: the limit is exceeded. Inside another limit, only the outer one applies.
    """
    before, AtWork.task = AtWork.task, what
    with _timed(seconds, what):
        yield
    AtWork.task = before


@contextmanager
def _timed(seconds: float, what: str) -> Iterator[None]:
    """Stop user-written rules that exceed a time limit."""
    is_main = threading.current_thread() is threading.main_thread()
    if not (AtWork.names and is_main and hasattr(signal, "setitimer")) or are_lifted():
        yield
        return
    if signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        yield
        return

    def stop(_: int, __: FrameType | None) -> None:
        raise EndlessError(f"{what} takes more than {seconds:g} seconds of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        with _killed_after(2 * seconds + KILL):
            yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _killed_after(seconds: float) -> Iterator[None]:
    """Kill the process with SIGPROF after this CPU time, and dump its traceback."""
    faulthandler.register(signal.SIGPROF, sys.__stderr__ or 2, all_threads=False, chain=True)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.unregister(signal.SIGPROF)
