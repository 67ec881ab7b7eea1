"""How the command ends: with its status, with all it had to say, and not before what comes last."""

import subprocess
import sys
from pathlib import Path

import pytest

from .project import ROOT

pytestmark = pytest.mark.sampled(3)

BEGIN = "import atexit; from printnplay.cli import program;"
SAYS = "atexit.register(lambda: print('at the end'));"


def ended(program: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """A program that ends as the command does."""
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "status"), [("list", 0), ("list --odd", 2), ("check tic-tac-odd", 2), ("-h", 0)]
)
def test_the_status_and_all_output_get_out(command: str, status: int) -> None:
    quick = ended(f"{BEGIN} program()", *command.split())
    slow = ended("from printnplay.cli import main; main()", *command.split())
    assert (quick.returncode, quick.stdout, quick.stderr) == (status, slow.stdout, slow.stderr)
    assert slow.returncode == status


def test_what_comes_last_is_done_first() -> None:
    assert ended(f"{BEGIN} {SAYS} program()", "--version").stdout.endswith("at the end\n")


def test_nothing_much_is_imported_before_ctrl_c_is_caught() -> None:
    heavy = "{'msgspec', 'typing', 'threading', 'printnplay.api', 'printnplay.kernel.diagnostics'}"
    ran = ended(f"import sys; {BEGIN} print(sorted({heavy} & sys.modules.keys()))")
    assert ran.stdout == "[]\n"


def test_a_bug_keeps_its_traceback() -> None:
    broken = "import printnplay.cli.app as app; app.main = lambda: 1 / 0;"
    ran = ended(f"{BEGIN} {broken} program()")
    assert ran.returncode == 1
    assert ran.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_output_that_nobody_reads_is_no_traceback() -> None:
    program = f"{BEGIN} import sys; sys.argv[1:] = ['list', '--json']; program()"
    listing = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert listing.stdout is not None
    listing.stdout.close()
    _, said = listing.communicate()
    assert b"Traceback" not in said
    assert listing.returncode != 0


FEW_THREADS = """
import threading
allowed, start = {allowed}, threading._start_new_thread
def limited(*values):
    global allowed
    allowed -= 1
    if allowed < 0:
        raise RuntimeError("can't start new thread")
    return start(*values)
threading._start_new_thread = limited
from printnplay.cli import program
program()
"""
"""The command, on a system that starts so many threads only."""


def test_a_system_without_threads_is_said_to_be_one(tmp_path: Path) -> None:
    words = ["build", "tic-tac-match", "--no-cache", "-l", "en", "-o"]
    ran = ended(FEW_THREADS.format(allowed=0), *words, str(tmp_path / "output"))
    assert (ran.returncode, ran.stdout) == (1, "")
    said = "the system cannot start another thread: allow more processes, or close other programs"
    assert ran.stderr == f"error: {said}\n"
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_one_thread_beside_the_first_is_enough_to_build(tmp_path: Path) -> None:
    """It looks after the limits; what bakes is none, so that none can outlive its fonts."""
    words = ["build", "tic-tac-match", "--no-cache", "-l", "en", "-o"]
    ran = ended(FEW_THREADS.format(allowed=1), *words, str(tmp_path / "output"))
    assert (ran.returncode, ran.stderr) == (0, "")


FEW_FILES = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, ({allowed}, {allowed}))
from printnplay.cli import program
program()
"""
"""The command, where so many files only may be open at once."""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit is set on Windows")
@pytest.mark.parametrize("allowed", [6, 10, 14])
def test_too_few_open_files_are_said_to_be_that(allowed: int, tmp_path: Path) -> None:
    words = ["build", "tic-tac-match", "--no-cache", "-l", "en", "-o", str(tmp_path / "output")]
    ran = ended(FEW_FILES.format(allowed=allowed), *words)
    said = "too many open files: raise the limit (ulimit -n), or close other programs"
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"error: {said}\n")
    assert not (tmp_path / "output").exists()
