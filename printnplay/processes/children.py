"""Python child processes that ignore the current folder and end with their parent.

A project is somebody else's folder. Python searches the current folder for modules, so a plain
child process would run a project's `typing.py`. Ours search only where this process found its
modules, and never the folder that the command was run in.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Thread
from time import process_time, sleep
from typing import BinaryIO

from printnplay.files.writing import STOPPING
from printnplay.kernel.version import is_standalone

_HOME = Path(__file__).resolve().parents[2]
"""The folder that contains the package."""

_START = (
    "import json, sys; sys.path[:], parent = json.loads(sys.stdin.buffer.readline());"
    "from printnplay.processes.children import end_with; end_with(parent);"
    "from {module} import serve; serve()"
)

_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux."""


STANDALONE = "--child-process"
"""The first argument of such a process where the standalone program is its own Python."""


def command(module: str) -> list[str]:
    """Return the command line of a process that reads `greeting`, then runs a module's `serve`."""
    if is_standalone():
        return [sys.executable, STANDALONE, module]
    own = [*(["-B"] if sys.dont_write_bytecode else []), "-X", f"utf8={sys.flags.utf8_mode}"]
    return [sys.executable, "-I", *own, "-c", _START.format(module=module)]


def begin(module: str) -> None:
    """Read the `greeting`, then run a module's `serve`: a process of the standalone program."""
    sys.path[:], parent = json.loads(sys.stdin.buffer.readline())
    end_with(parent)
    import_module(module).serve()


def greeting() -> bytes:
    """Return the first line to send to such a process: its module search path and its parent."""
    return json.dumps([search_path(), os.getpid()]).encode() + b"\n"


def search_path() -> list[str]:
    """Return the module search path of this process, without the current folder.

    The current folder stays only if it contains the package, as in a checkout.
    """
    shunned = {"", os.curdir}
    with suppress(OSError):  # the folder may have been removed
        current = Path.cwd().resolve()
        shunned |= {folder for folder in sys.path if Path(folder).resolve() == current}
        shunned -= {str(_HOME)} if current == _HOME else set()
    kept = [str(Path(folder).absolute()) for folder in sys.path if folder not in shunned]
    return kept if str(_HOME) in kept else [*kept, str(_HOME)]


def end_with(parent: int) -> None:
    """End this process as soon as its parent ends for any reason, where Linux supports that.

    Elsewhere a process ends when its input from the parent ends.
    """
    # These signals go to every process of a terminal; the parent handles them and ends this
    # process.
    for number in set(STOPPING) - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # the parent process may have blocked them
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    if sys.platform != "linux":
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # the parent had already ended
        os._exit(1)


def private_output() -> BinaryIO:
    """Return the original standard output; redirect other prints to standard error."""
    taken = os.fdopen(os.dup(1), "wb")
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), 1)
    return taken


FAR = 20
"""The limit of wall-clock seconds for each second of processor time.

Only a process that waits without computing reaches it: one that shares a core with 19 others does
not.
"""

_NO_TIME = 98
"""The exit status of a process that exceeded its processor time and was not ended by a signal."""

_PROFILED = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process that exceeds its processor time; Windows has none."""


SAMPLED = 2
"""The factor by which the system's count may exceed the limit before the process is ended.

The system counts this time in whole ticks; beside busy processes it counted 1.7 times the real use.
Work that ends before that is judged by the exact time.
"""


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """End this process if the enclosed work exceeds this processor time."""
    last = process_time() + seconds
    if _PROFILED:
        signal.signal(_PROFILED, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SAMPLED * seconds)
    else:
        Thread(target=_watch, args=[last], daemon=True).start()
    yield
    if process_time() > last:
        os._exit(_NO_TIME)


def _watch(last: float) -> None:
    while process_time() < last:
        sleep(0.05)
    os._exit(_NO_TIME)


def ran_out_of_time(status: int) -> bool:
    """Check whether `limited_time` ended the process that has this status."""
    return status == _NO_TIME or (_PROFILED != 0 and status == -_PROFILED)
