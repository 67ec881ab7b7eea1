"""Bounds for drawing that may never end or may fill the memory: a watch, or a process of its own.

What a process of its own sends back is bytes and nothing else. It has drawn a stranger's picture,
and a library that was taken over by one must not reach further than that process.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from threading import Thread, Timer
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from printnplay.files.processes import command, greeting, private_output
from printnplay.output.pdf.compiling import CompileError

if TYPE_CHECKING:
    from subprocess import CompletedProcess

Result = TypeVar("Result")


class Limits(Struct, frozen=True):
    """How long work on many pictures and on one may take in seconds, and how many bytes."""

    seconds: float = 30
    seconds_alone: float = 10
    memory: int = 2 << 30


class OverLimitError(Exception):
    """Work was stopped; the message says what it took too much of."""


NO_MEMORY = 99
"""What a process returns that ran out of memory."""

_MADE, _FAILED = b"+", b"-"
"""The first byte of what a process sends back: what it made follows, or why it could not."""


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


def apart(seconds: float, memory: int, work: Callable[..., bytes], *values: object) -> bytes:
    """Do work in a process of its own, which is ended when it takes too much.

    Args:
        seconds: the time it may take.
        memory: the bytes that it may take; not limited on Windows.
        work: a function of a module.
        values: what it is called with, of the kinds that JSON knows.

    Raises:
        CompileError: the work did.
        OverLimitError: it took too long or too much memory.
    """
    import subprocess

    request = [work.__module__, work.__qualname__, values, seconds, memory]
    try:
        child = subprocess.run(
            command(__name__),
            input=greeting() + json.dumps(request).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise OverLimitError(f"it takes longer than {seconds:g} seconds") from None
    if child.returncode:
        raise _broken(child, memory)
    kind, answer = child.stdout[:1], child.stdout[1:]
    if kind == _FAILED:
        raise CompileError(answer.decode(errors="replace"))
    return answer


def _broken(child: "CompletedProcess[bytes]", memory: int) -> Exception:
    """Why a process ended without an outcome."""
    if child.returncode == NO_MEMORY or b"memory allocation" in child.stderr:
        return OverLimitError(f"it takes more than {memory >> 20:,} MB of memory")
    if child.returncode < 0:
        return OverLimitError(f"it breaks the drawing engine (signal {-child.returncode})")
    return RuntimeError(child.stderr.decode(errors="replace"))


def serve() -> None:
    """The other end of `apart`: standard input to standard output, within its limits."""
    module, name, values, seconds, memory = json.load(sys.stdin.buffer)
    # Whoever waits for this ends it in time, unless that one is gone.
    late = Timer(seconds + 1, os._exit, [1])
    late.daemon = True
    late.start()
    _limit(memory)
    with private_output() as out:
        try:
            answer = _MADE + getattr(import_module(module), name)(*values)
        except MemoryError:
            sys.exit(NO_MEMORY)
        except CompileError as error:
            answer = _FAILED + str(error).encode(errors="replace")
        out.write(answer)


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
