"""Isolation for work that may never end or may fill the memory: a child process with limits.

The limit is processor time, so that a file gets the same verdict on a busy machine. The result is
only bytes: the process has read an untrusted file, and a library that the file has compromised must
not reach further.
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
    """Work was stopped; the message names the exceeded limit."""


NO_MEMORY = 99
"""The exit status of a process that ran out of memory: one that neither Python nor a shell uses."""

_MADE, _FAILED = b"+", b"-"
"""The first byte of an answer: a result follows, or an error message."""


def apart(
    seconds: float,
    memory: int,
    failure: type[Exception],
    work: Callable[..., bytes],
    *values: object,
    content: bytes | None = None,
) -> bytes:
    """Run work in a child process, and end it if it exceeds a limit.

    Args:
        seconds: the limit of processor time; the limit of wall-clock time is FAR times as much.
        memory: the limit of memory in bytes; not enforced on Windows.
        failure: the exception that the work raises when it fails.
        work: a module-level function.
        values: its arguments, of the types that JSON supports.
        content: its first argument, before these, if any.

    Returns:
        The result of the work.

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
    """Return the reason why a process ended without a result."""
    if child.returncode == NO_MEMORY or b"memory allocation" in child.stderr:
        return OverLimitError(f"it takes more than {memory >> 20:,} MB of memory")
    if child.returncode < 0:
        return OverLimitError(f"it crashes what reads it (signal {-child.returncode})")
    return RuntimeError(child.stderr.decode(errors="replace"))


def serve() -> None:
    """Run the work that `apart` sends: standard input to standard output, within its limits."""
    request = json.loads(sys.stdin.buffer.readline())
    named, failing, has_content, values, seconds, clock, memory = request
    # The parent ends this process in time, unless the parent is gone.
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
    """Limit data to `memory`, and addresses to 8 times as much, as each thread reserves many."""
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_AS, 8 * memory))
    for kind, most in (*wanted, (resource.RLIMIT_CORE, 0)):
        # Not every system has every limit, and a limit that is already lower is as good.
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, most))
