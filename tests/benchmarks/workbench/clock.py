"""Whole processes, timed: wall, CPU and peak memory.

This process has to stay small: Linux counts what a parent holds when it starts a child towards the
child's peak.
"""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

UNCACHED = "PYTHONDONTWRITEBYTECODE"


@dataclass(frozen=True, slots=True)
class Run:
    """One process: seconds on the wall, seconds of CPU, MiB at most."""

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
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def environment() -> dict[str, str]:
    """The environment of a user: byte code is kept."""
    return {name: value for name, value in os.environ.items() if name != UNCACHED}
