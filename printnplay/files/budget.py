"""Limits on the time and memory of a command, over all of its processes.

An untrusted project must not keep a machine busy for hours, whatever it contains. Most work has its
own, narrower limits: on a template's steps, a drawing, a file, a game. This limit covers the rest;
`--limits none` lifts it for a very large project of the user's own.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType
from typing import ClassVar

from msgspec import Struct

from printnplay.files.linked_pictures import kept_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span


class Limits(Struct, frozen=True):
    """The limits of a command.

    Args:
        seconds: of processor time; the elapsed time may be twice as long.
        memory: in bytes, in use at the same time, beyond what was in use before.
        pictures: the bytes of large pictures, which are written to temporary files.
    """

    seconds: float = 600
    memory: int = 3 << 30
    pictures: int = 8 << 30

    def shared_by(self, processes: int) -> "Limits":
        """Return the limits of each of several processes that work in parallel for a command."""
        memory = max(self.memory // processes, LEAST_MEMORY)
        return Limits(self.seconds / processes, memory, self.pictures // processes)

    def of_copy(self, copies: int) -> "Limits":
        """Return the limits of each of several forks; the parent process counts their time."""
        return Limits(self.seconds, self.shared_by(copies).memory, self.pictures // copies)


LEAST_MEMORY = 1 << 30
"""The least memory limit of each process, in bytes, however many there are: what a large game
takes."""

LIMITS = Limits()

LIFTED = "`--limits none` removes the limits, for your own projects"
"""The help on how to lift a limit."""

_SIGNAL = getattr(signal, "SIGXCPU", signal.SIGABRT)
_PERIOD = 0.2
"""The seconds between two checks of usage: often enough for limits of minutes, and no load. A
guess."""
GRACE = 60.0
"""The seconds in which work that exceeds a limit must stop.

Python stops it as soon as a library call returns. Work that takes longer never returns, or the
game's rules catch the exception.
"""


class OverLimitsError(BaseException):
    """An exceeded limit; carries the fault. Not an `Exception`, so that no handler catches it."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep the fault."""
        super().__init__(fault.message)
        self.fault = fault


class _Work:
    """The current work of this process, named in an error, and its watcher."""

    span = Span("")
    watch: "_Watch | None" = None
    lifted = 0
    copies: ClassVar[set[int]] = set()
    """The forks that work for this process, whose time counts as its own."""


def are_lifted() -> bool:
    """Return whether the current work has no limits of time and memory."""
    return _Work.lifted > 0


def work_on(span: Span) -> None:
    """Set the place of the current work, named in an error."""
    _Work.span = span


@contextmanager
def limited(
    limits: Limits | None, place: Callable[[], Span | None], *, before: float = 0.0
) -> Iterator[None]:
    """Limit the time and memory of the work within.

    Only the main thread can be stopped; within another thread, or within limited work, this does
    nothing.

    Args:
        limits: of the work; None for no limits.
        place: called for the place of the work when it is stopped.
        before: processor seconds that the same command has already used.

    Raises:
        FaultsError: the work exceeded a limit.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if limits is None or _Work.watch or not is_main:
        with _lifted() if limits is None else nullcontext():
            yield
        return
    watch = _Watch(limits, before, place)

    def stop(_: int, __: FrameType | None) -> None:
        raise OverLimitsError(_fault(place, watch.reason or "more time than the system allows"))

    handler = signal.signal(_SIGNAL, stop)
    _Work.watch = watch
    try:
        with _memory_kept_below(2 * limits.memory):
            watch.start()
            yield
    except OverLimitsError as error:
        raise FaultsError([error.fault]) from error
    except MemoryError as error:
        raise FaultsError(
            [_fault(place, f"more than {2 * limits.memory >> 20:,} MB of memory")]
        ) from error
    finally:
        with suppress(OverLimitsError):
            watch.stop()
        signal.signal(_SIGNAL, handler)
        _Work.watch = None
        _Work.span = Span("")


@contextmanager
def _lifted() -> Iterator[None]:
    _Work.lifted += 1
    try:
        yield
    finally:
        _Work.lifted -= 1


def count_in(process: int) -> None:
    """Count the processor time of a fork as that of this process."""
    _Work.copies.add(process)


def count_out(process: int) -> None:
    """Stop counting a fork that has ended: its time is included in that of all ended children."""
    _Work.copies.discard(process)


@contextmanager
def unwatched() -> Iterator[None]:
    """Stop the watching thread for the work within, so that this process may be forked.

    The fork then has its own limits, or none.
    """
    watch = _Work.watch
    if watch is not None:
        watch.stop()
    try:
        yield
    finally:
        if watch is not None and _Work.watch is watch:
            watch.start()


def _begin_copy() -> None:
    _Work.watch = None
    _Work.copies.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_copy)


def _fault(place: Callable[[], Span | None], excess: str) -> Diagnostic:
    message = f"the command takes {excess}"
    return Diagnostic(
        codes.OVER_LIMITS, message, place() or _Work.span, "while working here", LIFTED
    )


class _Watch:
    """Checks usage at intervals, and interrupts the main thread when it exceeds a limit.

    `reason` is then the exceeded limit. If the work does not stop, the process ends.
    """

    def __init__(self, limits: Limits, before: float, place: Callable[[], Span | None]) -> None:
        """Apply these limits; `before` are processor seconds already used."""
        self.reason = ""
        self._limits, self._place = limits, place
        self._clock, self._processor = time.monotonic(), _processor_time() - before
        self._memory = _memory()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._over.clear()
        thread = threading.Thread(target=self._watch, daemon=True)
        thread.start()
        self._thread = thread

    def stop(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _watch(self) -> None:
        while not self._over.wait(_PERIOD):
            self.reason = self._excess()
            if not self.reason:
                continue
            main = threading.main_thread().ident
            if hasattr(signal, "pthread_kill") and main is not None:
                signal.pthread_kill(main, _SIGNAL)
            else:
                signal.raise_signal(_SIGNAL)
            if not self._over.wait(GRACE):
                self._end()
            return

    def _end(self) -> None:
        """End the process, whose work cannot be stopped, after printing the exceeded limit."""
        error = FaultsError([_fault(self._place, self.reason)])
        with suppress(AttributeError, OSError, ValueError):  # there is no error stream
            sys.stderr.write(f"error: {error}\n")
            sys.stderr.flush()
        os._exit(1)

    def _excess(self) -> str:
        """Return the exceeded limit in words; empty if there is none."""
        limits = self._limits
        if _processor_time() - self._processor > limits.seconds:
            return f"more than {limits.seconds:,.0f} seconds of processor time"
        if time.monotonic() - self._clock > 2 * limits.seconds:
            return f"longer than {2 * limits.seconds:,.0f} seconds"
        if _memory() - self._memory > limits.memory:
            return f"more than {limits.memory >> 20:,} MB of memory"
        if kept_bytes() > limits.pictures:
            return f"more than {limits.pictures >> 20:,} MB of pictures"
        return ""


def _processor_time() -> float:
    """Return the processor seconds of this process, of its forks, and of ended children."""
    own = os.times()  # Windows does not count children
    ended = own.children_user + own.children_system
    return own.user + own.system + ended + sum(map(_time_of, [*_Work.copies]))


def _time_of(process: int) -> float:
    """Return the processor seconds of a process on Linux, utime and stime of proc(5); 0 if gone."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    user, system = state.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _memory() -> int:
    """Return the bytes that this process uses, or else the most that it has ever used.

    Linux includes in the maximum of a new process that of the process that started it,
    getrusage(2), so there the current use is read instead.
    """
    if sys.platform == "linux":
        return _pages(_RESIDENT)
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


_RESIDENT, _DATA = 1, 5
"""Indexes of fields in /proc/self/statm, proc(5): resident memory, and data and stack."""


def _pages(which: int) -> int:
    """Return the bytes in a field of statm of this process; 0 if Linux does not provide them."""
    try:
        sizes = Path("/proc/self/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0
    return int(sizes[which]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def _memory_kept_below(most: int) -> Iterator[None]:
    """Limit the memory of the process: a single huge allocation cannot be interrupted.

    Memory that the process had before the command began does not count.
    """
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    most += _pages(_DATA) if sys.platform == "linux" else _memory()
    lower = [limit for limit in (most, *before) if limit != resource.RLIM_INFINITY]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(lower), before[1]))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, before)
