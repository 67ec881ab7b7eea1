"""Processes of our own: started apart from the current folder, and ended with whoever started them.

A project is somebody else's folder. Python looks for modules in the current folder, so a plain
child process would run a project's `typing.py`. Ours look only where this process found its
modules, and never in the folder that the command happens to be given in.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock, current_thread, main_thread
from time import sleep
from typing import IO, BinaryIO, NamedTuple, NoReturn

from printnplay.files.budget import count_in, count_out, unwatched

_HOME = Path(__file__).resolve().parents[2]
"""The folder that holds the package."""

_START = (
    "import json, sys; sys.path[:], parent = json.loads(sys.stdin.buffer.readline());"
    "from printnplay.files.processes import end_with; end_with(parent);"
    "from {module} import serve; serve()"
)
STOPPING = (signal.SIGINT, signal.SIGTERM)
"""The signals that stop a command."""

_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux."""


def command(module: str) -> list[str]:
    """What starts a process that runs `serve()` of a module; it has to be sent `greeting` first."""
    own = [*(["-B"] if sys.dont_write_bytecode else []), "-X", f"utf8={sys.flags.utf8_mode}"]
    return [sys.executable, "-I", *own, "-c", _START.format(module=module)]


def greeting() -> bytes:
    """The first line that such a process reads: where its modules are, and who started it."""
    return json.dumps([_search_path(), os.getpid()]).encode() + b"\n"


def _search_path() -> list[str]:
    """Where this process finds its modules, but for the current folder.

    That one stays only if the package itself lies there, as in a checkout.
    """
    shunned = {"", os.curdir}
    with suppress(OSError):  # the folder may have been removed
        current = Path.cwd().resolve()
        shunned |= {folder for folder in sys.path if Path(folder).resolve() == current}
        shunned -= {str(_HOME)} if current == _HOME else set()
    kept = [str(Path(folder).absolute()) for folder in sys.path if folder not in shunned]
    return kept if str(_HOME) in kept else [*kept, str(_HOME)]


class Process(NamedTuple):
    """A process: where requests go to, where answers come from, and how it ends."""

    requests: IO[bytes]
    answers: IO[bytes]
    kill: Callable[[], None]
    wait: Callable[[], int]


def new(module: str, environment: Mapping[str, str]) -> Process:
    """A process that runs `serve()` of a module; it has to be sent `greeting` first."""
    import subprocess

    started = subprocess.Popen(
        command(module),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **environment},
    )
    assert started.stdin is not None
    assert started.stdout is not None
    return Process(started.stdin, started.stdout, started.kill, started.wait)


def cores() -> int:
    """How many processes can work at once on the cores that this one may use.

    A container sees all cores of its machine, but may be granted the time of a few of them.
    """
    if sys.platform != "linux":
        return os.cpu_count() or 1
    granted = granted_cores(Path("/sys/fs/cgroup"), Path("/proc/self/cgroup"))
    return min([len(os.sched_getaffinity(0)), *granted])


def granted_cores(groups: Path, own: Path) -> list[int]:
    """How many cores the control groups of this process grant the time of, each that sets a limit.

    Args:
        groups: the folder of all groups. In each, `cpu.max` says "200000 100000" for two cores, and
            "max 100000" for all (Linux, Documentation/admin-guide/cgroup-v2.rst); the older kind
            says so in two files (scheduler/sched-bwc.rst).
        own: the file that names the group of this process behind "0::/".
    """
    named = ""
    with suppress(OSError, ValueError):
        lines = own.read_text(encoding="utf-8").splitlines()
        named = next((line[len("0::/") :] for line in lines if line.startswith("0::/")), "")
    innermost = groups / named
    inside = [group for group in (innermost, *innermost.parents) if group.is_relative_to(groups)]
    said = [[group / "cpu.max"] for group in inside]
    said.append([groups / "cpu/cpu.cfs_quota_us", groups / "cpu/cpu.cfs_period_us"])
    granted = []
    for files in said:
        # There is no such file, or it grants all there are: "max", or -1.
        with suppress(OSError, ValueError):
            quota, period = map(int, " ".join(file.read_text("utf-8") for file in files).split())
            granted += [-(-quota // period)] if quota > 0 else []
    return granted


def can_copy() -> bool:
    """Whether this process can be copied, with all that it has loaded.

    A copy waits forever for what other threads were doing, so there must be none. On macOS,
    libraries of the system have threads that nobody sees.
    """
    if sys.platform != "linux" or current_thread() is not main_thread():
        return False
    with unwatched():
        for _ in range(LOOKS):  # a thread that has just ended may still be there
            with suppress(OSError):
                if len([*Path("/proc/self/task").iterdir()]) == 1:
                    return True
            sleep(0.001)
    return False


LOOKS = 20
"""So often the threads of this process are counted, a thousandth of a second apart."""


def copied(serve: Callable[[BinaryIO, BinaryIO], None]) -> Process:
    """A copy of this process, which serves requests until they end; see `can_copy`.

    What this process has begun, files that it has opened for instance, is left to this process.

    Raises:
        OSError: the system allows no other process, or not so many open files.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # there is none, or it is closed
            stream.flush()
    with ExitStack() as unused:
        ends: list[int] = []
        for _ in range(2):
            for end in os.pipe():
                ends.append(end)
                unused.callback(os.close, end)
        parent, number = os.getpid(), os.fork()
        unused.pop_all()
    requested, requests, answers, answered = ends
    if number == 0:
        _serve_as_copy(parent, serve, requested, answered)
    count_in(number)
    os.close(requested)
    os.close(answered)

    waiting, ended = Lock(), list[int]()

    def kill() -> None:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)

    def wait() -> int:
        with waiting:  # whoever asks first is told, and only once
            if not ended:
                ended.append(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
                count_out(number)
        return ended[0]

    return Process(os.fdopen(requests, "wb"), os.fdopen(answers, "rb"), kill, wait)


def _serve_as_copy(
    parent: int, serve: Callable[[BinaryIO, BinaryIO], None], requested: int, answered: int
) -> NoReturn:
    try:
        end_with(parent)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.dup2(2, 1)  # whatever prints
        serve(os.fdopen(requested, "rb"), os.fdopen(answered, "wb"))
    except EOFError:  # the parent has ended
        os._exit(0)
    finally:
        os._exit(1)


def end_with(parent: int) -> None:
    """End this process as soon as its parent does, however that ends, where Linux offers it.

    Elsewhere a process ends when what it reads from its parent does.
    """
    # Ctrl-C goes to every process of a terminal; the parent's answer to it ends this one too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # whoever started this one may have let them wait
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it had ended before
        os._exit(1)


def private_output() -> BinaryIO:
    """Standard output, taken away from whatever else prints: that goes to the error stream."""
    taken = os.fdopen(os.dup(1), "wb")
    try:
        os.dup2(2, 1)
    except OSError:  # there is no error stream
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), 1)
    return taken
