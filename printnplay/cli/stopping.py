"""The signals that stop a command at any moment: Ctrl-C, `kill`, and a closed terminal."""

import signal
import sys
from importlib.machinery import ExtensionFileLoader
from threading import Timer, main_thread

TYPE_CHECKING = False  # as in `printnplay/__init__.py`
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import Any

AGAIN = 0.02
"""The seconds after which a signal that could not stop the command is raised again. A guess: no
compiled module takes that long for one of its classes."""


class Stopping:
    """Within it, signals raise KeyboardInterrupt; `status` is then the one of their number.

    SIGTERM and SIGHUP trigger the same cleanup as Ctrl-C. Signals that are ignored stay so: SIGHUP
    under `nohup`, Ctrl-C in the background of a script. A signal is raised again a moment later
    where an exception would be lost, or do harm: in functions that Python calls when an object
    goes, whose exceptions it only reports; and while a compiled module is loaded, as modules in C++
    abort the process if one of their classes cannot be created.
    """

    def __init__(self) -> None:
        """Begin with no signal."""
        self.status = 0
        self._before: dict[int, Any] = {}
        self._report_before = sys.unraisablehook

    def __enter__(self) -> "Stopping":
        """Handle the signals."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._stop)
        sys.unraisablehook = self._report
        return self

    def __exit__(self, *_: object) -> None:
        """Let the signals do what they did before."""
        sys.unraisablehook = self._report_before
        for number, handler in self._before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)

    def _stop(self, number: int, frame: "FrameType | None") -> None:
        self.status = 128 + number
        if not _loads_compiled(frame):
            raise KeyboardInterrupt
        _raise_later(number)

    def _report(self, lost: "UnraisableHookArgs") -> None:
        if self.status and isinstance(lost.exc_value, KeyboardInterrupt):
            _raise_later(self.status - 128)
        else:
            self._report_before(lost)


def _raise_later(number: int) -> None:
    again = Timer(AGAIN, _send, (number,))
    again.daemon = True
    again.start()


def _send(number: int) -> None:
    """Send a signal to the main thread, which may be waiting for something."""
    if sys.platform == "win32":
        signal.raise_signal(number)
    else:
        signal.pthread_kill(main_thread().ident or 0, number)


def _loads_compiled(frame: "FrameType | None") -> bool:
    """Return whether a compiled module is being loaded in a frame, or in one that called it."""
    while frame is not None:
        if isinstance(frame.f_locals.get("self"), ExtensionFileLoader):
            return True
        frame = frame.f_back
    return False
