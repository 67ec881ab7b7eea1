"""Work in several processes at once, with results in the order of its parts.

What a process found comes back in MessagePack, and only the types that its task promises are made
of it, so an answer can hold nothing else.
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
from itertools import chain
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread, current_thread, main_thread
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Self,
    TypeVar,
    get_type_hints,
)

from msgspec import Struct

from printnplay.files.budget import unwatched
from printnplay.files.packing import pack, unpack
from printnplay.files.processes import (
    STOPPING,
    Process,
    copied,
    cores,
    greeting,
    new,
    private_output,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Span

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Part = TypeVar("Part")
Result = TypeVar("Result")


LENGTH = 8
"""The bytes before an answer that say how long it is."""


class Answer(Struct, frozen=True):
    """What a process made of its parts, each packed; or why it did not."""

    made: list[bytes] = []
    faults: list[Diagnostic] = []
    failure: str = ""


def workers_for(jobs: int) -> int:
    """How many processes are meant; 0 is one for each core that this one may use."""
    return jobs or cores()


def in_processes(
    task: Callable[[Part], Result], parts: Sequence[Part], jobs: int, at_once: int = 1
) -> Iterator[Result]:
    """What the task makes of each part, in the order of the parts.

    Args:
        task: a function of a module, perhaps with its first values given; its result is annotated.
        parts: what it is called with, one after the other.
        jobs: how many processes work at once; 0 is one a core.
        at_once: how many parts a process takes at a time.

    Raises:
        FaultsError: the task did, no process can be started, or one ended before its work was done.
    """
    with Crew(task, min(workers_for(jobs), -(-len(parts) // at_once))) as crew:
        yield from crew.results(parts, at_once)


class ProcessEndedError(FaultsError):
    """A process has ended before its work was done."""


class Crew:
    """Processes that do one task with whatever they are given, until the work with them ends.

    They are new ones; or `copied`, if this process can be, and then the task may be any function,
    with values that are never sent. Where the system starts fewer than planned, those do all; where
    it starts no copy, this process does.
    """

    def __init__(
        self, task: Callable[[Part], Result], processes: int, *, copied: bool = False
    ) -> None:
        """Plan for so many processes, which start when the work with them begins."""
        self._task, self._processes = task, processes
        self._kind: type[_Worker] = _Copy if copied else _Worker
        self._workers: list[_Worker] = []
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._threads: ThreadPoolExecutor | None = None
        self._folder = TemporaryDirectory(prefix="printnplay-")
        """Of what the processes write to: those that are ended cannot tidy up."""

    def __enter__(self) -> Self:
        """Start the processes.

        Raises:
            FaultsError: the system starts no new one.
        """
        try:
            with unwatched(), _uninterrupted():
                # Started by this thread: each ends when the thread that started it does.
                self._start()
        except BaseException:
            self.__exit__()
            raise
        for worker in self._workers:
            self._idle.put(worker)
        return self

    def _start(self) -> None:
        for _ in range(self._processes):
            try:
                self._workers.append(self._kind(self._task, self._folder.name))
            except OSError as error:
                if not self._workers and self._kind is not _Copy:
                    raise FaultsError([_not_started(error)]) from error
                return

    def __exit__(self, *_: object) -> None:
        """End the processes, whatever they are doing."""
        if self._threads:
            self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()
        if self._threads:
            self._threads.shutdown()
        for worker in self._workers:
            worker.close()
        self._folder.cleanup()

    def results(
        self, parts: Sequence[Any], at_once: int = 1, *, last: bool = False
    ) -> Iterator[Any]:
        """What the task makes of each part, in the order of the parts; they begin at once.

        If these are the `last`, each process ends as soon as nothing is left for it: it gives its
        memory back while others work.

        Raises:
            FaultsError: the task did.
            ProcessEndedError: a process ended before its work was done.
        """
        if not self._workers:
            return map(self._task, parts)
        from concurrent.futures import ThreadPoolExecutor

        shares = [parts[start : start + at_once] for start in range(0, len(parts), at_once)]
        self._threads = ThreadPoolExecutor(len(self._workers))
        ends = range(len(shares) - len(self._workers), len(shares)) if last else ()
        waiting = [
            self._threads.submit(self._work, share, is_end=number in ends)
            for number, share in enumerate(shares)
        ]
        return chain.from_iterable(share.result() for share in waiting)

    def _work(self, share: Sequence[Any], *, is_end: bool) -> list[Any]:
        worker = self._idle.get()
        try:
            return worker.ask(share)
        finally:
            if is_end:
                worker.end()
            else:
                self._idle.put(worker)


class _Worker:
    """A process that does one task with whatever it is sent."""

    def __init__(self, task: Callable[[Any], Any], folder: str) -> None:
        """Start it; the temporary files that it makes go into this folder."""
        named = task.func if isinstance(task, partial) else task
        self._made = get_type_hints(named)["return"]
        self._process = self._started(task, folder)

    def _started(self, task: Callable[[Any], Any], folder: str) -> Process:
        process = new(__name__, {"TMPDIR": folder})
        with suppress(OSError):  # it has ended, which is reported when its answer is read
            process.requests.write(greeting() + pickle.dumps(task))
            process.requests.flush()
        return process

    def ask(self, parts: Sequence[Any]) -> list[Any]:
        """What the task makes of these parts.

        Raises:
            FaultsError: the task did.
            ProcessEndedError: the process has ended.
            RuntimeError: the task failed; the message is the traceback.
        """
        process = self._process
        with suppress(OSError):  # it has ended, which is reported below
            process.requests.write(pickle.dumps(parts))
            process.requests.flush()
        length = int.from_bytes(process.answers.read(LENGTH))
        content = process.answers.read(length)
        if not content or len(content) < length:
            raise ProcessEndedError([_ended(process.wait())])
        answer = unpack(Answer, content)
        if answer.faults:
            raise FaultsError(answer.faults)
        if answer.failure:
            raise RuntimeError(f"in another process:\n{answer.failure}")
        return [unpack(self._made, made) for made in answer.made]

    def end(self) -> None:
        """Let the process end, whatever it is doing."""
        self._process.kill()

    def close(self) -> None:
        """Wait until the process has ended, and close what led to it."""
        self._process.wait()
        for stream in (self._process.requests, self._process.answers):
            with suppress(OSError):
                stream.close()


class _Copy(_Worker):
    """A copy of this process, which has all that this one has."""

    def _started(self, task: Callable[[Any], Any], folder: str) -> Process:
        def serve(stream: BinaryIO, out: BinaryIO) -> None:
            tempfile.tempdir = folder
            while True:
                _send(out, _answer(task, pickle.load(stream)))

        return copied(serve)


def _not_started(error: OSError) -> Diagnostic:
    return Diagnostic(
        codes.PROCESS_ENDED,
        f"no process can be started: {error.strerror or error}".rstrip(".").lower(),
        Span(""),
        "expected the system to allow another one",
        "close other programs, or allow more processes, open files or memory",
    )


def _ended(status: int) -> Diagnostic:
    how = f"by signal {-status}" if status < 0 else f"with status {status}"
    return Diagnostic(
        codes.PROCESS_ENDED,
        f"a process ended {how} before its work was done",
        Span(""),
        "expected what it found",
        "if it is the memory, use fewer processes (-j); a rules file must not end Python",
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


def serve() -> None:
    """The other end of a worker: requests from standard input, answers to standard output."""
    stream = sys.stdin.buffer
    with private_output() as out:
        task = pickle.load(stream)
        requests: SimpleQueue[Any] = SimpleQueue()
        Thread(target=_receive, args=[stream, requests], daemon=True).start()
        while True:
            _send(out, _answer(task, requests.get()))


def _send(out: BinaryIO, answer: Answer) -> None:
    content = pack(answer)
    out.write(len(content).to_bytes(LENGTH) + content)
    out.flush()


def _receive(stream: BinaryIO, requests: "SimpleQueue[Any]") -> None:
    """Take requests until the input ends: the parent is gone then, and this process ends."""
    while True:
        try:
            requests.put(pickle.load(stream))
        except EOFError:
            os._exit(0)


def _answer(task: Callable[[Any], Any], parts: Sequence[Any]) -> Answer:
    try:
        return Answer([pack(task(part)) for part in parts])
    except FaultsError as error:
        return Answer(faults=error.found)
    except Exception:
        return Answer(failure=traceback.format_exc())
