"""Work that may never end or may fill the memory: in a process of its own, within limits.

The limit is processor time, so that a file gets the same verdict on a busy machine. What comes back
is bytes and nothing else. The process has read a stranger's file, and a library that was taken over
by one must not reach further.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from threading import Timer
from typing import TYPE_CHECKING

from printnplay.processes.children import (
    FAR,
    command,
    greeting,
    limited_time,
    private_output,
    ran_out_of_time,
)

if TYPE_CHECKING:
    from subprocess import CompletedProcess


class OverLimitError(Exception):
    """Work was stopped; the message says what it took too much of."""


NO_MEMORY = 99
"""The exit status of a process that ran out of memory: none that Python or a shell uses."""

_MADE, _FAILED = b"+", b"-"
"""The first byte of what a process sends back: what it made follows, or why it could not."""


def apart(
    seconds: float,
    memory: int,
    failure: type[Exception],
    work: Callable[..., bytes],
    *values: object,
    content: bytes | None = None,
) -> bytes:
    """Do work in a process of its own, which is ended when it takes too much.

    Args:
        seconds: the processor time that it may take; the clock may show FAR times as much.
        memory: the bytes that it may take; not limited on Windows.
        failure: what the work raises when it cannot be done.
        work: a function of a module.
        values: what it is called with, of the kinds that JSON knows.
        content: what it is called with before these, if anything.

    Raises:
        Exception: the `failure` of the work, with its message.
        OverLimitError: it took too long or too much memory.
    """
    import subprocess

    clock = FAR * seconds
    names = [[named.__module__, named.__qualname__] for named in (work, failure)]
    request = [*names, content is not None, values, seconds, clock, memory]
    try:
        child = subprocess.run(
            command(__name__),
            input=greeting() + json.dumps(request).encode() + b"\n" + (content or b""),
            capture_output=True,
            timeout=clock,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_long(clock) from None
    if ran_out_of_time(child.returncode):
        raise _too_long(seconds)
    if child.returncode:
        raise _broken(child, memory)
    kind, answer = child.stdout[:1], child.stdout[1:]
    if kind == _FAILED:
        raise failure(answer.decode(errors="replace"))
    return answer


def _too_long(seconds: float) -> OverLimitError:
    return OverLimitError(f"timed out after {seconds:g} s")


def _broken(child: "CompletedProcess[bytes]", memory: int) -> Exception:
    """Why a process ended without an outcome."""
    if child.returncode == NO_MEMORY or b"memory allocation" in child.stderr:
        return OverLimitError(f"it takes more than {memory >> 20:,} MB of memory")
    if child.returncode < 0:
        return OverLimitError(f"it crashes what reads it (signal {-child.returncode})")
    return RuntimeError(child.stderr.decode(errors="replace"))


def serve() -> None:
    """Run the work that `apart` sends: standard input to standard output, within its limits."""
    request = json.loads(sys.stdin.buffer.readline())
    named, failing, has_content, values, seconds, clock, memory = request
    # Whoever waits for this ends it in time, unless that one is gone.
    late = Timer(clock + 1, os._exit, [1])
    late.daemon = True
    late.start()
    content = [sys.stdin.buffer.read()] if has_content else []
    _limit(memory)
    work, failure = (getattr(import_module(module), name) for module, name in (named, failing))
    with private_output() as out:
        try:
            with limited_time(seconds):
                answer = _MADE + work(*content, *values)
        except MemoryError:
            sys.exit(NO_MEMORY)
        except failure as error:
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
