"""Processes of our own: how they end when their time is up."""

import subprocess
import sys

import pytest

from printnplay.processes.children import ran_out_of_time

PROGRAM = """
from printnplay.processes import children
{before}
from time import process_time
with children.limited_time(0.2):
    last = process_time() + {takes}
    while process_time() < last:
        pass
"""


@pytest.mark.parametrize("takes", [60, 0.3], ids=["runs on", "ends too late"])
@pytest.mark.parametrize("before", ["", "children._PROFILED = 0"], ids=["signal", "none"])
def test_a_process_ends_when_its_processor_time_is_up(before: str, takes: float) -> None:
    """By a signal, or where the system has none, as Windows, by a look at the time."""
    program = PROGRAM.format(before=before, takes=takes)
    assert ran_out_of_time(subprocess.run([sys.executable, "-c", program], check=False).returncode)


def test_work_within_its_time_ends_by_itself() -> None:
    program = PROGRAM.format(before="", takes=0.1)
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("status", [0, 1, 99, -9])
def test_other_ends_are_not_for_want_of_time(status: int) -> None:
    assert not ran_out_of_time(status)
