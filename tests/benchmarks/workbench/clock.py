"""Whole processes, timed: wall, CPU and peak memory, with all processes that they start.

This process has to stay small: Linux counts what a parent holds when it starts a child towards the
child's peak.
"""

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

UNCACHED = "PYTHONDONTWRITEBYTECODE"
ADOPT = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): orphans of a command, such as those of a browser, become
children of this process, which counts them."""


@dataclass(frozen=True, slots=True)
class Run:
    """One command: seconds on the wall, seconds of CPU, MiB of the largest process."""

    wall: float
    cpu: float
    peak: float


class FailedError(Exception):
    """A process that ended with another status than 0; the text says what it wrote."""


def run(command: Sequence[str]) -> Run:
    """Run a command to its end.

    Raises:
        FailedError: it failed.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT, 1, 0, 0, 0)
    with tempfile.TemporaryFile() as errors:
        start = perf_counter()
        process = subprocess.Popen(
            command, env=environment(), stdout=errors, stderr=errors, stdin=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            raise FailedError(errors.read().decode(errors="replace").strip())
    used = [usage, *_orphans()]
    cpu = sum(one.ru_utime + one.ru_stime for one in used)
    return Run(wall, cpu, max(one.ru_maxrss for one in used) / 1024)


def _orphans() -> Iterator[resource.struct_rusage]:
    """Wait for the processes that the command left; yield what they used."""
    while True:
        try:
            yield os.wait4(-1, 0)[2]
        except ChildProcessError:
            return


def environment() -> dict[str, str]:
    """The environment of a user: byte code is kept."""
    return {name: value for name, value in os.environ.items() if name != UNCACHED}
