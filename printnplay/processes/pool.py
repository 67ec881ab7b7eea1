"""A process pool that yields results in the order of its inputs.

The processes are forked (`fork`) or new (`spawn`). They answer in MessagePack, decoded only into
the types that the task declares: they have run trusted rules and read pictures of strangers, and
unpickling an answer could run code here. `ProcessPoolExecutor` unpickles answers, cannot end a busy
process (before Python 3.14), and does not report how a process ended.
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
from multiprocessing import get_context, parent_process, resource_tracker
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
    """The result of a task in a worker, packed, or its errors."""

    made: bytes = b""
    faults: list[Diagnostic] = []
    failure: str = ""


def workers_for(jobs: int) -> int:
    """Return the number of processes; 0 means one for each core that this process may use."""
    return jobs or cores()


def in_processes(
    task: Callable[[Part], Result], parts: Sequence[Part], jobs: int
) -> Iterator[Result]:
    """Yield the result of the task for each part, in order, from new processes.

    Args:
        task: a module-level function, or a `partial` of one; its return type is annotated.
        parts: the arguments of the calls, one each.
        jobs: the number of processes; 0 is one per core.

    Raises:
        FaultsError: the task raised it, no process can be started, or one ended too early.
    """
    with Crew(task, min(workers_for(jobs), len(parts))) as crew:
        yield from crew.results(parts)


class ProcessEndedError(FaultsError):
    """A worker process ended before its work was done."""


LOOKS = 20
"""The number of times that the threads of this process are counted, a millisecond apart: one that
has just ended may still be listed. A guess."""


def can_copy() -> bool:
    """Check whether this process can be forked.

    A forked process waits forever for locks that other threads held, so there must be no other
    thread. On macOS, system libraries have hidden threads.
    """
    if sys.platform != "linux" or current_thread() is not main_thread():
        return False
    with unwatched():
        for _ in range(LOOKS):  # a thread that has just ended may still be listed
            with suppress(OSError):
                if len([*Path("/proc/self/task").iterdir()]) == 1:
                    return True
            sleep(0.001)
    return False


class Crew:
    """Worker processes that run one task on the parts that they are sent, until closed.

    They are new ones; or forks (`copied`), if possible, and then the task may be any function, with
    values that are never sent. If the system starts fewer than planned, those do all the work; if
    it starts no fork, this process does.
    """

    def __init__(
        self, task: Callable[[Part], Result], processes: int, *, copied: bool = False
    ) -> None:
        """Plan for this many processes; entering the context starts them."""
        self._task, self._processes, self._is_copied = task, processes, copied
        named = task.func if isinstance(task, partial) else task
        self._made = get_type_hints(named)["return"]
        self._workers: list[_Worker] = []
        self._folder = temporary_folder()
        """The folder for temporary files of the workers: killed processes cannot delete them."""

    def __enter__(self) -> Self:
        """Start the processes.

        Raises:
            FaultsError: the system cannot start any.
        """
        try:
            with unwatched(), _out_of_the_current_folder():
                # Started by this thread: each worker ends when the thread that started it does.
                self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self) -> None:
        context = get_context("fork") if self._is_copied else get_context("spawn")
        try:
            if not self._is_copied and hasattr(signal, "pthread_sigmask"):
                # The first new process starts the tracker, which then unblocks signals.
                resource_tracker.ensure_running()
            with _uninterrupted():
                for _ in range(self._processes):
                    self._workers.append(_Worker(context, self._task, self._folder.name))
        except OSError as error:
            if not (self._workers or self._is_copied):
                raise FaultsError([_not_started(error)]) from error

    def __exit__(self, *_: object) -> None:
        """Kill the processes, even if they are busy."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.close()
        self._folder.cleanup()

    def results(self, parts: Sequence[Any]) -> Iterator[Any]:
        """Start the work at once, and return the result of the task for each part, in order.

        Raises:
            FaultsError: the task raised it.
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
        """Collect answers, and send each idle worker the next part."""
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
        """Unpack the result in an answer.

        Raises:
            FaultsError: the task raised it.
            RuntimeError: the task failed; the message is the traceback.
        """
        if answer.faults:
            raise FaultsError(answer.faults)
        if answer.failure:
            raise RuntimeError(f"in another process:\n{answer.failure}")
        return unpack(self._made, answer.made)


class _Worker:
    """A worker process that runs one task on each part that it is sent."""

    def __init__(
        self, context: "ForkContext | SpawnContext", task: Callable[[Any], Any], folder: str
    ) -> None:
        """Start the process; its temporary files go into this folder."""
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
        """Send the worker a part."""
        with suppress(OSError):  # it has ended, which is reported when its answer is read
            self.connection.send_bytes(pickle.dumps(part))

    def answer(self) -> Answer:
        """Receive the answer to the part.

        Raises:
            ProcessEndedError: the process has ended.
        """
        try:
            content = self.connection.recv_bytes()
        except (EOFError, OSError):
            self.process.join()
            raise ProcessEndedError([_ended(self.process.exitcode or 0)]) from None
        return unpack(Answer, content)

    def close(self) -> None:
        """Wait until the process has ended, and close the connection.

        The process itself is not closed: when Python ends, it waits for all of them, also while
        another thread is here.
        """
        self.process.join()
        count_out(self._number)
        self.connection.close()


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
    """Block the signals that stop this process; workers started meanwhile ignore Ctrl-C.

    This process handles the signal afterwards, and ends the workers without a message.
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
    """Let workers started meanwhile find modules where this process does, but not in that folder.

    They do not run the main module of this process either, which may be a user's script without a
    guard.
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
"""The environment variable that keeps the current folder out of the path while Python starts
(3.11)."""


def _serve(
    connection: Connection, parent: int, folder: str, task: Callable[[Any], Any]
) -> NoReturn:
    """Run the worker's loop: answer until the parent ends this process, or has ended itself."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # before blocked signals are unblocked
    end_with(parent)
    if sys.platform != "linux":
        Thread(target=_outlast_parent, daemon=True).start()
    tempfile.tempdir = folder
    with suppress(OSError):  # there is no standard error
        os.dup2(2, 1)  # redirect prints
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
