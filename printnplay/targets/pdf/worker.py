"""The other end of `limits.apart`: takes a function and values, gives back what comes of it."""

import os
import pickle
import sys
from contextlib import suppress

from printnplay.targets.pdf.limits import NO_MEMORY


def serve() -> None:
    """Read from standard input, write to standard output, under a limit of memory."""
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
