"""Processes of our own: how they end when their time is up."""

import subprocess
import sys

import pytest

from printnplay.files.children import ran_out_of_time

PROGRAM = """
from printnplay.files import children
{before}
children.end_after(0.2)
while True:
    pass
"""


@pytest.mark.parametrize("before", ["", "children._PROFILED = 0"], ids=["signal", "none"])
def test_a_process_ends_when_its_processor_time_is_up(before: str) -> None:
    """By a signal, or where the system has none, as Windows, by a look at the time."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM.format(before=before)], check=False)
    assert ran_out_of_time(ran.returncode)


@pytest.mark.parametrize("status", [0, 1, 99, -9])
def test_other_ends_are_not_for_want_of_time(status: int) -> None:
    assert not ran_out_of_time(status)
