"""Work that may never end, or may fill the memory: stopped in time, here or in its own process."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from subprocess import CompletedProcess

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long work on many pictures and on one may take in seconds, and how many bytes."""

    seconds: float = 30
    seconds_alone: float = 10
    memory: int = 2 << 30


class OverLimitError(Exception):
    """Work was stopped; the message says what it took too much of."""


NO_MEMORY = 99
"""What a process returns that ran out of memory."""

_CHILD = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from printnplay.output.pdf.isolation import serve; serve()"
)


def watched(seconds: float, work: Callable[..., Result], *values: object) -> Result:
    """Do work in a thread, which is left to itself when the time is up; it ends with the program.

    Raises:
        OverLimitError: it took too long.
    """
    done: list[Result] = []
    failed: list[BaseException] = []

    def attempt() -> None:
        try:
            done.append(work(*values))
        except BaseException as error:  # handed to the caller, whatever it is
            failed.append(error)

    thread = Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise OverLimitError(f"it takes longer than {seconds:g} seconds")
    return done[0]


def apart(seconds: float, memory: int, work: Callable[..., Result], *values: object) -> Result:
    """Do work in a process of its own, which is ended when it takes too much.

    Args:
        seconds: the time it may take.
        memory: the bytes that it may take; not limited on Windows.
        work: a function of a module.
        values: what it is called with.

    Raises:
        OverLimitError: it took too long or too much memory.
    """
    import pickle
    import subprocess

    given = b"".join(pickle.dumps(one) for one in (sys.path, memory, (work, values)))
    try:
        child = subprocess.run(
            [sys.executable, "-I", "-c", _CHILD],
            input=given,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise OverLimitError(f"it takes longer than {seconds:g} seconds") from None
    if child.returncode:
        raise _broken(child, memory)
    outcome: Any = pickle.loads(child.stdout)
    if isinstance(outcome, Exception):
        raise outcome
    result: Result = outcome
    return result


def _broken(child: "CompletedProcess[bytes]", memory: int) -> Exception:
    """Why a process ended without an outcome."""
    if child.returncode == NO_MEMORY or b"memory allocation" in child.stderr:
        return OverLimitError(f"it takes more than {memory >> 20:,} MB of memory")
    if child.returncode < 0:
        return OverLimitError(f"it breaks the drawing engine (signal {-child.returncode})")
    return RuntimeError(child.stderr.decode(errors="replace"))


def serve() -> None:
    """The other end of `apart`: standard input to standard output, within a limit of memory."""
    import pickle

    stream = sys.stdin.buffer
    _limit(pickle.load(stream))
    work, values = pickle.load(stream)
    # Whatever a library prints must not get between.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        try:
            outcome = work(*values)
        except MemoryError:
            sys.exit(NO_MEMORY)
        except Exception as error:  # every fault goes back to who asked
            outcome = error
        pickle.dump(outcome, out, pickle.HIGHEST_PROTOCOL)


def _limit(memory: int) -> None:
    """Limit what may be written to; addresses too, but not as much: each thread reserves many."""
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_AS, 8 * memory))
    for kind, most in (*wanted, (resource.RLIMIT_CORE, 0)):
        # Not every system has every limit, and one that is lower already is as good.
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
