"""Input and output of the process: streams that are closed, and resources that the system lacks."""

import os
import sys
from errno import EBADF, EIO, EMFILE, ENFILE, ENOSPC
from io import TextIOWrapper


def prepare_streams() -> None:
    """Keep output working if a stream is closed, or if a terminal cannot print a character.

    Closed streams are redirected to the null device, so that no file of printnplay gets their
    descriptor. Unprintable characters are escaped.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def lack_of(error: Exception) -> str:
    """Return the missing system resource that made a command fail; empty for other errors."""
    if os.strerror(EMFILE) in str(error) or os.strerror(ENFILE) in str(error):
        return "too many open files: raise the limit (ulimit -n), or close other programs"
    if isinstance(error, OSError):
        # Errors of files name the file; others are errors of the output.
        lacking = error.errno in (ENOSPC, EIO, EBADF) and error.filename is None
        return f"the output cannot be written: {str(error.strerror).lower()}" if lacking else ""
    if isinstance(error, MemoryError) or "failed to map" in str(error):
        return "out of memory"
    if isinstance(error, RuntimeError) and "start new thread" in str(error):
        return (
            "the system cannot start another thread: allow more processes, or close other programs"
        )
    return ""


def let_go_of_output() -> None:
    """Redirect unwritten output to the null device; otherwise Python tries again on exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nothing, stream.fileno())
