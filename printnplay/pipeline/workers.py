"""Work in several processes at once, with results in the order of its parts.

What a process found comes back in MessagePack, and only the types that its task promises are made
of it, so an answer can hold nothing else.
"""

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, get_type_hints

from msgspec import Struct

from printnplay.files.packing import pack, unpack
from printnplay.files.processes import command, greeting, private_output
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Span

if TYPE_CHECKING:
    from concurrent.futures import Future


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
    """How many processes are meant; 0 is one a core."""
    return jobs or os.cpu_count() or 1


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
        FaultsError: the task did, or a process ended before its work was done.
    """
    from concurrent.futures import ThreadPoolExecutor

    shares = [parts[start : start + at_once] for start in range(0, len(parts), at_once)]
    count = min(workers_for(jobs), len(shares))
    idle: SimpleQueue[_Worker] = SimpleQueue()
    workers: list[_Worker] = []

    def work(share: Sequence[Part]) -> list[Result]:
        worker = idle.get()
        try:
            made: list[Result] = worker.ask(share)
        finally:
            idle.put(worker)
        return made

    threads = ThreadPoolExecutor(max(1, count))
    results: list[Future[list[Result]]] = []
    try:
        with _uninterrupted():
            # Started by this thread: each ends when the thread that started it does.
            workers += (_Worker(task) for _ in range(count))
        for worker in workers:
            idle.put(worker)
        results += (threads.submit(work, share) for share in shares)
        for result in results:
            yield from result.result()
    finally:
        for result in results:
            result.cancel()
        for worker in workers:
            worker.end()
        threads.shutdown()


class _Worker:
    """A process that does one task with whatever it is sent."""

    def __init__(self, task: Callable[[Any], Any]) -> None:
        import subprocess

        named = task.func if isinstance(task, partial) else task
        self._made = get_type_hints(named)["return"]
        self._process = subprocess.Popen(
            command(__name__), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._send(greeting() + pickle.dumps(task))

    def ask(self, parts: Sequence[Any]) -> list[Any]:
        """What the task makes of these parts.

        Raises:
            FaultsError: the task did, or the process has ended.
            RuntimeError: the task failed; the message is the traceback.
        """
        self._send(pickle.dumps(parts))
        assert self._process.stdout is not None
        length = int.from_bytes(self._process.stdout.read(LENGTH))
        content = self._process.stdout.read(length)
        if not content or len(content) < length:
            raise FaultsError([_ended(self._process.wait())])
        answer = unpack(Answer, content)
        if answer.faults:
            raise FaultsError(answer.faults)
        if answer.failure:
            raise RuntimeError(f"in another process:\n{answer.failure}")
        return [unpack(self._made, made) for made in answer.made]

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.communicate()

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(message)
            self._process.stdin.flush()
        except OSError:  # it has ended, which is reported when its answer is read
            pass


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
    """Processes started within never see Ctrl-C: this one does, and ends them without a word."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def serve() -> None:
    """The other end of a worker: requests from standard input, answers to standard output."""
    stream = sys.stdin.buffer
    with private_output() as out:
        task = pickle.load(stream)
        requests: SimpleQueue[Any] = SimpleQueue()
        Thread(target=_receive, args=[stream, requests], daemon=True).start()
        while True:
            answer = pack(_answer(task, requests.get()))
            out.write(len(answer).to_bytes(LENGTH) + answer)
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
