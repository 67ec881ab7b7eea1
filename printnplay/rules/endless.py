"""Limits of processor time for rules that a user wrote: what never ends is stopped, and named.

They hold while `contained` runs such rules in the main thread, where the system has timers of
processor time; `--limits none` lifts them.
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
"""The seconds for running the files of rules: large tables may be worked out there. A guess."""

EXAMPLE = 10.0
"""The seconds for a worked example: those of the bundled games take a few milliseconds each."""

CLAIM = 120.0
"""The seconds for a count: all claims of the bundled games take 14 seconds together."""

GAME = 120.0
"""The seconds for a game played: one by chance takes milliseconds, one by a search a minute."""

SAYING = 1.0
"""Seconds for an error to say what it is."""

AGAIN = 1.0
"""The seconds after which rules that go on are stopped once more: they may catch the first
exception."""

KILL = 10.0
"""The seconds after which rules that cannot be stopped end the whole command.

Python stops code between two steps. `sum(itertools.count())` is one step, in which no thread and no
handler of Python runs, and Ctrl-C does not either. Ten times AGAIN. A guess.
"""

HELP = f"make it end, or make it faster; {LIFTED}"


class EndlessError(BaseException):
    """Rules take too long; no rule can catch it by accident."""


class AtWork:
    """The rules of users that run at this moment, by what they are known as."""

    names: ClassVar[list[str]] = []


@contextmanager
def within(seconds: float, what: str) -> Iterator[None]:
    """Stop rules of a user that take longer for something.

    Args:
        seconds: of processor time.
        what: names it in the message, such as "the example `one`".

    Raises:
        EndlessError: they take longer; within another limit, that one holds.
    """
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
    """End the process by SIGPROF after these processor seconds, and write where it was."""
    faulthandler.register(signal.SIGPROF, sys.__stderr__ or 2, all_threads=False, chain=True)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.unregister(signal.SIGPROF)
