"""The command line interface: a module for each command, and the report formats."""

import atexit
import os
import sys
from contextvars import ContextVar

TYPE_CHECKING = False  # as in `printnplay/__init__.py`
if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 130
"""Exit status after Ctrl-C, as in shells: 128 plus the number of the signal."""

IS_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)
"""Whether commands print faults only; set by `printnplay --quiet`."""


def program() -> None:
    """Run the installed program, and end the process.

    Python finally deallocates all objects, which takes a tenth of the time of a build. Only this
    step is skipped. After an internal error, or while a thread is still running, Python exits
    normally; it does not wait for threads that a game's rules have left running. A further signal
    ends the process at once: nothing is left that would catch its exception.
    """
    try:
        _end(_status_of_main())
    except KeyboardInterrupt:  # a second one, between two steps that handle it
        os._exit(INTERRUPTED)


def _status_of_main() -> object:
    try:
        main()
    except SystemExit as ended:
        return ended.code
    return 0


def _end(status: object) -> None:
    """End the process with an exit status, as `program` says."""
    import signal  # imported after `main`, which catches Ctrl-C
    import threading

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    at_work = [
        thread
        for thread in threading.enumerate()
        # The constant is in `rules/loader.py`, which few commands load.
        if not thread.daemon and not hasattr(thread, "left_at_work_by_rules")
    ]
    if not isinstance(status, int) or len(at_work) > 1:
        raise SystemExit(status)
    atexit._run_exitfuncs()  # there is no public API
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):  # Python reports it itself
        raise SystemExit(status) from None
    os._exit(status)


def main() -> None:
    """Run the command line; exit quietly if interrupted."""
    try:
        stoppable(_run)
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def _run() -> None:
    from printnplay.cli.app import main as run

    run()


def stoppable(run: "Callable[[], None]") -> None:
    """Call a function; if a signal stops it, exit with the status that shells give for the signal.

    The function may end by another exception than KeyboardInterrupt: Python 3.11 replaces those
    that are raised while a class is created, and cleaning up may fail.
    """
    from printnplay.cli.stopping import Stopping

    with Stopping() as stopping:
        try:
            run()
        except BaseException:
            if stopping.status:
                raise SystemExit(stopping.status) from None
            raise
