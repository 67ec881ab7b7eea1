"""Work in several processes at once, with results in the order of its parts.

The processes are copies of this one (`fork`) or new ones (`spawn`). What they found comes back as
bytes of MessagePack, of which only the types are made that their task promises: they have run
trusted rules and read pictures of strangers, and to unpickle an answer would let it run code here.
So this is no `ProcessPoolExecutor`, which unpickles answers, cannot end a process that works
(before Python 3.14), and does not say how one has ended.
"""

import os
import pickle
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread, current_thread, main_thread
from time import sleep
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar, get_type_hints

from msgspec import Struct

from printnplay.files.budget import count_in, count_out, unwatched
from printnplay.files.temporary import temporary_folder
from printnplay.files.writing import STOPPING
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.packing import pack, unpack
from printnplay.processes.children import end_with, search_path
from printnplay.processes.cores import cores

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

Part = TypeVar("Part")
Result = TypeVar("Result")


class Answer(Struct, frozen=True):
    """What a process made of a part, packed; or why it did not."""

    made: bytes = b""
    faults: list[Diagnostic] = []
    failure: str = ""


def workers_for(jobs: int) -> int:
    """Return the number of processes; 0 means one for each core that this one may use."""
    return jobs or cores()


def in_processes(
    task: Callable[[Part], Result], parts: Sequence[Part], jobs: int
) -> Iterator[Result]:
    """Return what the task makes of each part, in the order of the parts.

    Args:
        task: a function of a module, perhaps with its first values given; its result is annotated.
        parts: what it is called with, one after the other.
        jobs: how many new processes work at once; 0 is one a core.

    Raises:
        FaultsError: the task did, no process can be started, or one ended before its work was done.
    """
    with Crew(task, min(workers_for(jobs), len(parts))) as crew:
        yield from crew.results(parts)


class ProcessEndedError(FaultsError):
    """A process has ended before its work was done."""


LOOKS = 20
"""The times that the threads of this process are counted, a thousandth of a second apart: one that
has just ended may still be there. A guess."""


def can_copy() -> bool:
    """Return whether this process can be forked, with all that it has loaded.

    A copy waits forever for what other threads were doing, so there must be none. On macOS,
    libraries of the system have threads that nobody sees.
    """
    if sys.platform != "linux" or current_thread() is not main_thread():
        return False
    with unwatched():
        for _ in range(LOOKS):  # a thread that has just ended may still be there
            with suppress(OSError):
                if len([*Path("/proc/self/task").iterdir()]) == 1:
                    return True
            sleep(0.001)
    return False


class Crew:
    """Processes that do one task with whatever they are given, until the work with them ends.

    They are new ones; or `copied`, if this process can be, and then the task may be any function,
    with values that are never sent. Where the system starts fewer than planned, those do all; where
    it starts no copy, this process does.
    """

    def __init__(
        self, task: Callable[[Part], Result], processes: int, *, copied: bool = False
    ) -> None:
        """Plan for this many processes, which start when the work with them begins."""
        self._task, self._processes, self._is_copied = task, processes, copied
        named = task.func if isinstance(task, partial) else task
        self._made = get_type_hints(named)["return"]
        self._workers: list[_Worker] = []
        self._folder = temporary_folder()
        """Of what the processes write to: those that are ended cannot tidy up."""

    def __enter__(self) -> Self:
        """Start the processes.

        Raises:
            FaultsError: the system starts no new one.
        """
        try:
            with unwatched(), _uninterrupted(), _out_of_the_current_folder():
                # Started by this thread: each ends when the thread that started it does.
                self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self) -> None:
        context = get_context("fork") if self._is_copied else get_context("spawn")
        for _ in range(self._processes):
            try:
                self._workers.append(_Worker(context, self._task, self._folder.name))
            except OSError as error:
                if not (self._workers or self._is_copied):
                    raise FaultsError([_not_started(error)]) from error
                return

    def __exit__(self, *_: object) -> None:
        """End the processes, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.close()
        self._folder.cleanup()

    def results(self, parts: Sequence[Any]) -> Iterator[Any]:
        """Return what the task makes of each part, in the order of the parts; they begin at once.

        Raises:
            FaultsError: the task did.
            ProcessEndedError: a process ended before its work was done.
        """
        if not self._workers:
            return map(self._task, parts)
        waiting = iter(enumerate(parts))
        at_work: dict[Any, tuple[int, _Worker]] = {}
        for worker, (number, part) in zip(self._workers, waiting, strict=False):
            worker.ask(part)
            at_work[worker.connection] = number, worker
        return self._answered(waiting, at_work)

    def _answered(
        self,
        waiting: Iterator[tuple[int, Any]],
        at_work: "dict[Any, tuple[int, _Worker]]",
    ) -> Iterator[Any]:
        """Take answers, and give each process that is done the next part that waits."""
        due, answers = 0, dict[int, Answer]()
        while at_work or answers:
            while due in answers:
                yield self._result(answers.pop(due))
                due += 1
            for ready in wait([*at_work]) if at_work else ():
                number, worker = at_work.pop(ready)
                answers[number] = worker.answer()
                for following, part in waiting:
                    worker.ask(part)
                    at_work[ready] = following, worker
                    break

    def _result(self, answer: Answer) -> Any:  # noqa: ANN401 - what the task promises
        """What an answer holds.

        Raises:
            FaultsError: the task did.
            RuntimeError: the task failed; the message is the traceback.
        """
        if answer.faults:
            raise FaultsError(answer.faults)
        if answer.failure:
            raise RuntimeError(f"in another process:\n{answer.failure}")
        return unpack(self._made, answer.made)


class _Worker:
    """A process that does one task with whatever it is sent."""

    def __init__(
        self, context: "ForkContext | SpawnContext", task: Callable[[Any], Any], folder: str
    ) -> None:
        """Start it; the temporary files that it makes go into this folder."""
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, os.getpid(), folder, task))
        try:
            self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            other.close()
        self._number = self.process.pid or 0
        if context.get_start_method() == "fork":
            count_in(self._number)

    def ask(self, part: object) -> None:
        """Give it a part."""
        with suppress(OSError):  # it has ended, which is reported when its answer is read
            self.connection.send_bytes(pickle.dumps(part))

    def answer(self) -> Answer:
        """What it made of the part.

        Raises:
            ProcessEndedError: it has ended.
        """
        try:
            content = self.connection.recv_bytes()
        except (EOFError, OSError):
            self.process.join()
            raise ProcessEndedError([_ended(self.process.exitcode or 0)]) from None
        return unpack(Answer, content)

    def close(self) -> None:
        """Wait until it has ended, and close what led to it."""
        self.process.join()
        count_out(self._number)
        self.connection.close()
        self.process.close()


def _not_started(error: OSError) -> Diagnostic:
    return Diagnostic(
        codes.PROCESS_ENDED,
        f"no process can be started: {error.strerror or error}".rstrip(".").lower(),
        Span(""),
        "the system allows no more",
        "close other programs, or allow more processes, open files or memory",
    )


def _ended(status: int) -> Diagnostic:
    how = f"by signal {-status}" if status < 0 else f"with status {status}"
    return Diagnostic(
        codes.PROCESS_ENDED,
        f"a process ended {how} before its work was done",
        Span(""),
        "it returned no result",
        "if it ran out of memory, use fewer processes (-j); a rules file must not end Python",
    )


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """What is to stop this process waits meanwhile; processes started within never see Ctrl-C.

    This one does, and ends them without a word.
    """
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    elif current_thread() is main_thread():
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
    else:
        yield


@contextmanager
def _out_of_the_current_folder() -> Iterator[None]:
    """New processes started within find their modules where this one does, but never there.

    Nor do they run the main module of this one, which may be a user's script without a guard.
    """
    path, main, safe = sys.path[:], sys.modules["__main__"], os.environ.get(_SAFE)
    sys.path[:] = search_path()
    sys.modules["__main__"] = ModuleType("__main__")
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        sys.path[:] = path
        sys.modules["__main__"] = main
        if safe is None:
            del os.environ[_SAFE]
        else:
            os.environ[_SAFE] = safe


_SAFE = "PYTHONSAFEPATH"
"""What keeps the current folder out of the path while Python starts (3.11)."""


def _serve(
    connection: Connection, parent: int, folder: str, task: Callable[[Any], Any]
) -> NoReturn:
    """The other end of a worker: it answers until its parent ends it, or has ended itself."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # before the signals that wait are let through
    end_with(parent)
    if sys.platform != "linux":
        Thread(target=_outlast_parent, daemon=True).start()
    tempfile.tempdir = folder
    with suppress(OSError):  # there is no error stream
        os.dup2(2, 1)  # whatever prints
    while True:
        try:
            content = connection.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)
        connection.send_bytes(pack(_answer(task, pickle.loads(content))))


def _outlast_parent() -> None:
    """End this process when its parent has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _answer(task: Callable[[Any], Any], part: object) -> Answer:
    try:
        return Answer(pack(task(part)))
    except FaultsError as error:
        return Answer(faults=error.found)
    except Exception:
        return Answer(failure=traceback.format_exc())
