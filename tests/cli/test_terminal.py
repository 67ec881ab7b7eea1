"""Where the process itself matters: pipes that close, and what only a terminal sees."""

import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from printnplay.cli import INTERRUPTED, main, stoppable

from .project import command_line

pytestmark = pytest.mark.sampled(3)

AT_ONCE = (
    "from printnplay.cli import progress; progress.PATIENCE = 0;"
    " from printnplay.cli.app import main"
)
"""The bar appears after a second; here it may come at once."""


@pytest.mark.parametrize("command", ["list", "check --format json", "build --help"])
def test_a_closed_pipe_ends_quietly(command: str, small: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    start = "from printnplay.cli.app import main; main()"
    with os.fdopen(writer, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-c", start, *command.split()],
            cwd=small,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == ""
    assert done.returncode == 1


def test_there_is_no_bar_where_there_is_no_terminal(small: Path, tmp_path: Path) -> None:
    done = command_line(f"build -o {tmp_path}", small, AT_ONCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout


def test_a_terminal_sees_a_bar_which_leaves_the_table_alone(small: Path, tmp_path: Path) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"{AT_ONCE}; main()",
            "build",
            "-o",
            str(tmp_path),
        ],
        cwd=small,
        stdout=subprocess.PIPE,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(slave)
    seen = _all_from(master)
    table, _ = process.communicate()
    assert process.returncode == 0
    assert "100%" in seen
    assert "lost-city en a4" in seen
    assert "\x1b" not in table.decode()
    assert table.decode().splitlines()[-1].endswith("; 4 written, 0 unchanged")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("build -o out", "building lost-city ..."),
        ("check --no-cache", "checking lost-city ..."),
        ("export svg -o out", "exporting lost-city ..."),
        ("check --rules", "proving lost-city ..."),
    ],
)
@pytest.mark.at_leisure
def test_a_terminal_sees_at_once_what_is_waited_for(city: Path, command: str, line: str) -> None:
    master, slave = pty.openpty()
    start = "from printnplay.cli.app import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", start, *command.split()],
        cwd=city,
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(slave)
    seen = _all_from(master)
    assert process.wait() in {0, 1}
    before, _, after = seen.partition(line)
    assert "%" not in before
    assert after.startswith(f"\r{' ' * len(line)}\r")


def _all_from(terminal: int) -> str:
    """What is written to a terminal until the last writer closes it."""
    parts = []
    while select.select([terminal], [], [], 60)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


class _Stopped:
    """Finds modules; while the program is imported, the user presses Ctrl-C."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "printnplay.cli.app":
            raise KeyboardInterrupt


def test_a_stop_while_the_program_is_loaded_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "printnplay.cli.app", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_Stopped(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == INTERRUPTED


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_stop_that_ends_in_another_exception_ends_quietly(name: str) -> None:
    """Python 3.11 raises a RuntimeError if one interrupts the creation of a class."""
    number = getattr(signal, name)
    before = signal.getsignal(number)

    def run() -> None:
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt as stop:
            raise RuntimeError("Error calling __set_name__") from stop

    with pytest.raises(SystemExit) as ended:
        stoppable(run)
    assert ended.value.code == 128 + number
    assert signal.getsignal(number) == before


def test_a_stop_while_a_compiled_module_is_loaded_ends_quietly() -> None:
    """Modules of pikepdf in C++ abort the process if they cannot create one of their enums."""
    start = (
        "import enum, signal, sys, time, printnplay.cli as cli\n"
        "created = enum.EnumMeta.__call__\n"
        "def stopped(*args, **kwargs):\n"
        "    if sys._getframe(1).f_code.co_name == '_call_with_frames_removed':\n"
        "        signal.raise_signal(signal.SIGHUP)\n"
        "    return created(*args, **kwargs)\n"
        "def run():\n"
        "    enum.EnumMeta.__call__ = stopped\n"
        "    import pikepdf\n"
        "    time.sleep(60)\n"
        "cli.stoppable(run)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", start], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (128 + signal.SIGHUP, "")


def test_a_stop_that_python_could_only_report_ends_quietly() -> None:
    """Python ignores exceptions of functions that it calls when an object goes."""
    start = (
        "import signal, time, weakref, printnplay.cli as cli\n"
        "class Going: pass\n"
        "def run():\n"
        "    going = Going()\n"
        "    reference = weakref.ref(going, lambda _: signal.raise_signal(signal.SIGTERM))\n"
        "    del going\n"
        "    time.sleep(60)\n"
        "cli.stoppable(run)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", start], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, "")


def test_a_second_stop_between_two_steps_ends_quietly() -> None:
    """Nothing else is there to catch it when the first one has been handled."""
    start = (
        "import signal, printnplay.cli as cli\n"
        "cli.main = lambda: None\n"
        "cli._end = lambda status: signal.raise_signal(signal.SIGINT)\n"
        "cli.program()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", start], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")
