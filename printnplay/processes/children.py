"""Python processes of our own: they see nothing of the current folder, and end with their parent.

A project is somebody else's folder. Python looks for modules in the current folder, so a plain
child process would run a project's `typing.py`. Ours look only where this process found its
modules, and never in the folder that the command happens to be given in.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import process_time, sleep
from typing import BinaryIO

from printnplay.files.writing import STOPPING

_HOME = Path(__file__).resolve().parents[2]
"""The folder that holds the package."""

_START = (
    "import json, sys; sys.path[:], parent = json.loads(sys.stdin.buffer.readline());"
    "from printnplay.processes.children import end_with; end_with(parent);"
    "from {module} import serve; serve()"
)

_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux."""


def command(module: str) -> list[str]:
    """Return the command of a process that runs `serve()` of a module after `greeting`."""
    own = [*(["-B"] if sys.dont_write_bytecode else []), "-X", f"utf8={sys.flags.utf8_mode}"]
    return [sys.executable, "-I", *own, "-c", _START.format(module=module)]


def greeting() -> bytes:
    """Return the first line for such a process: where its modules are, and its parent."""
    return json.dumps([search_path(), os.getpid()]).encode() + b"\n"


def search_path() -> list[str]:
    """Return the module search path of this process, without the current folder.

    That one stays only if the package itself lies there, as in a checkout.
    """
    shunned = {"", os.curdir}
    with suppress(OSError):  # the folder may have been removed
        current = Path.cwd().resolve()
        shunned |= {folder for folder in sys.path if Path(folder).resolve() == current}
        shunned -= {str(_HOME)} if current == _HOME else set()
    kept = [str(Path(folder).absolute()) for folder in sys.path if folder not in shunned]
    return kept if str(_HOME) in kept else [*kept, str(_HOME)]


def end_with(parent: int) -> None:
    """End this process as soon as its parent does, however that ends, where Linux offers it.

    Elsewhere a process ends when what it reads from its parent does.
    """
    # These go to every process of a terminal; the parent's answer to them ends this one too.
    for number in set(STOPPING) - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
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
    """Return standard output for this alone; other prints go to standard error."""
    taken = os.fdopen(os.dup(1), "wb")
    try:
        os.dup2(2, 1)
    except OSError:  # there is no error stream
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), 1)
    return taken


FAR = 20
"""The seconds of the clock for each second of processor time that a process may take.

Only one that waits without computing gets there: a process on a core with 19 others does not.
"""

_NO_TIME = 98
"""What a process returns whose processor time is up, where no signal has ended it."""

_PROFILED = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process when its processor time is up; there is none on Windows."""


SAMPLED = 2
"""How many times the limit the system may count before it ends a process.

It counts this time in whole ticks, and beside busy processes it counted 1.7 times what was used.
Work that ends before that is judged by the exact time.
"""


@contextmanager
def limited_time(seconds: float) -> Iterator[None]:
    """End this process if what it does meanwhile takes more processor time, whatever that is."""
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
    """Return whether a process with this status was ended by `limited_time`."""
    return status == _NO_TIME or (_PROFILED != 0 and status == -_PROFILED)
