"""The command line: a module for each command, and the formats of reports."""

import atexit
import os
import sys
from contextvars import ContextVar

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 128 and the number of the signal."""

IS_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)
"""Whether commands are to show faults only; set by `printnplay --quiet`."""


def program() -> None:
    """Run the installed program and end the process.

    Python takes all objects apart last, which is a tenth of a build; that is left out, and nothing
    else. After an error of the tool itself, and where a thread still works, Python does it all.
    """
    status: object = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code
    import threading  # not before `main`, which catches Ctrl-C

    at_work = [thread for thread in threading.enumerate() if not thread.daemon]
    if not isinstance(status, int) or len(at_work) > 1:
        raise SystemExit(status)
    atexit._run_exitfuncs()  # there is no public way
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):  # Python says so, in its own way
        raise SystemExit(status) from None
    os._exit(status)


def main() -> None:
    """Run the command line; end quietly when it is stopped early."""
    try:
        from printnplay.cli.app import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
