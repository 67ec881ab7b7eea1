"""Worker processes: what comes back, what they never run, and how they end."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import sleep

import pytest
from msgspec import DecodeError

import printnplay
from printnplay.build.check_report import CheckReport, FaceBox, GameSummary
from printnplay.game.kinds import Kind
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.packing import pack, unpack
from printnplay.play.study import Mishap, Tally
from printnplay.processes.pool import in_processes
from printnplay.scene.picture import BoxFit

pytestmark = pytest.mark.sampled(4)

COPIED = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux")

HOME = Path(printnplay.__file__).resolve().parents[1]

PLANTED = "open('RAN', 'a').write(__name__)\n"
NAMES = (
    "multiprocessing typing sitecustomize usercustomize typst pickle json subprocess contextlib"
    " weakref queue threading traceback ctypes signal dataclasses enum printnplay"
)

PARENT = """\
import sys, time
sys.path.append("tests")  # not `tests.processes`: some library brings a `tests` of its own
from printnplay.processes.pool import Crew
from processes.test_pool import sleepy
with Crew(sleepy, 2, copied={copied}) as crew:
    for _ in crew.results([1, 2]):
        print("never")
"""


def double(number: int) -> int:
    """A task."""
    sys.stdout.write("noise")
    return 2 * number


def refuse(_: int) -> int:
    """A task that finds a fault."""
    raise FaultsError([Diagnostic(codes.NOT_YAML, "odd", Span("a.yaml", 3))])


def fail(number: int) -> int:
    """A task with a bug."""
    return 1 // number


def late(seconds: float) -> float:
    """A task that takes so long."""
    time.sleep(seconds)
    return seconds


def refuse_late(seconds: float) -> int:
    """A task that finds a fault after a while."""
    time.sleep(seconds)
    raise FaultsError([Diagnostic(codes.NOT_YAML, f"after {seconds}", Span("a.yaml", 3))])


def same(text: str) -> str:
    """A task with a large result."""
    return text


def leave(status: int) -> int:
    """A task that ends its process."""
    os._exit(status)


def add(first: int, second: int) -> int:
    """A task with a value given beforehand."""
    return first + second


def sleepy(_: int) -> int:
    """A task that takes long, and says which process it is in."""
    os.write(2, f"{os.getpid()}\n".encode())
    time.sleep(60)
    return 0


@pytest.mark.parametrize("jobs", [1, 3, 9])
def test_results_come_in_the_order_of_the_parts(jobs: int) -> None:
    assert list(in_processes(double, range(7), jobs)) == [0, 2, 4, 6, 8, 10, 12]


def test_results_keep_their_order_however_long_each_takes() -> None:
    assert list(in_processes(late, [0.4, 0.0, 0.2, 0.0], 2)) == [0.4, 0.0, 0.2, 0.0]


def test_the_first_fault_of_several_is_told_whichever_is_found_first() -> None:
    with pytest.raises(FaultsError) as caught:
        list(in_processes(refuse_late, [0.4, 0.0], 2))
    assert caught.value.found[0].message == "after 0.4"


def test_what_is_sent_and_comes_back_may_be_large() -> None:
    parts = [letter * 3_000_000 for letter in "abc"]
    assert list(in_processes(same, parts, 2)) == parts


def test_a_task_may_have_values_beforehand() -> None:
    assert list(in_processes(partial(add, 5), [1, 2], 1)) == [6, 7]


def test_nothing_to_do_starts_nothing() -> None:
    assert list(in_processes(double, [], 4)) == []


def test_faults_come_back() -> None:
    with pytest.raises(FaultsError) as caught:
        list(in_processes(refuse, [1], 1))
    assert caught.value.found == [Diagnostic(codes.NOT_YAML, "odd", Span("a.yaml", 3))]


def test_a_bug_keeps_its_traceback() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)in another process.*1 // number.*ZeroDivision"):
        list(in_processes(fail, [0], 1))


@pytest.mark.parametrize("status", [0, 3])
def test_a_process_that_ends_is_a_fault(status: int) -> None:
    with pytest.raises(FaultsError) as caught:
        list(in_processes(leave, [status], 1))
    (fault,) = caught.value.found
    assert fault.code is codes.PROCESS_ENDED
    assert f"with status {status}" in fault.message


def test_a_process_that_the_system_does_not_start_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[BaseProcess] = []
    start = BaseProcess.start

    def refused(process: BaseProcess) -> None:
        if started:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        started.append(process)
        start(process)

    monkeypatch.setattr(BaseProcess, "start", refused)
    assert list(in_processes(double, [1, 2, 3], 3)) == [2, 4, 6]  # the only one did all
    with pytest.raises(FaultsError) as caught:
        list(in_processes(double, [1], 1))
    (fault,) = caught.value.found
    assert fault.code is codes.PROCESS_ENDED
    assert fault.message == "no process can be started: resource temporarily unavailable"


def test_nothing_of_the_current_folder_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAMES.split():
        (tmp_path / f"{name}.py").write_text(PLANTED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert list(in_processes(double, [1], 1)) == [2]
    assert not (tmp_path / "RAN").exists()


@pytest.fixture(params=[False, pytest.param(True, marks=COPIED)], ids=["new", "copied"])
def parent(request: pytest.FixtureRequest) -> Iterator["subprocess.Popen[str]"]:
    """A process with two workers that sleep."""
    begun = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(copied=request.param)],
        cwd=HOME,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield begun
    begun.kill()
    begun.communicate()


MASKED = """\
import signal, sys
sys.path.append("tests")
from multiprocessing import util
start, spawn = "from multiprocessing.spawn", util.spawnv_passfds
def noted(path, args, handles):
    if start in repr(args):
        print(len(signal.pthread_sigmask(signal.SIG_BLOCK, [])))
    return spawn(path, args, handles)
util.spawnv_passfds = noted
from printnplay.processes.pool import in_processes
from processes.test_pool import double
print(*in_processes(double, [1, 2], 2))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_no_signal_reaches_a_process_that_is_starting() -> None:
    """It would print a traceback: Python handles Ctrl-C before any line of ours runs."""
    done = subprocess.run(
        [sys.executable, "-c", MASKED], cwd=HOME, capture_output=True, text=True, check=False
    )
    assert (done.stderr.replace("noise", ""), done.stdout.split()) == ("", ["3", "3", "2", "4"])


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent(
    parent: "subprocess.Popen[str]", how: signal.Signals
) -> None:
    assert parent.stderr is not None
    workers = [int(parent.stderr.readline()) for _ in range(2)]
    parent.send_signal(how)
    # The end of the stream: nobody is left who could write to it. A process that has closed it may
    # take a moment to be gone; how long is not asked here.
    assert parent.stderr.read() == ""
    for _ in range(1000):
        if not any(_alive(worker) for worker in workers):
            return
        sleep(0.01)
    pytest.fail("a worker has outlived its parent")


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().split()[2] != "Z"


TALLY = Tally(games=2, mishaps=[Mishap(1, 2, "odd")])
TALLY.winners[0, 1] += 3
FAULT = Diagnostic(codes.NOT_YAML, "odd", Span("a.yaml", 3), notes=(("b", None), ("c", Span("d"))))
REPORT = CheckReport(
    (FAULT,),
    (GameSummary("a", {Kind.CARDS: 1}, ("en", "de"), (), 1, 1, 1, 1, 1, fit=True),),
    (FaceBox("a", "en", "b", BoxFit("c", 1, 2, 3, 4, 0.5, 1, justified=True, fits=False)),),
)


@pytest.mark.parametrize("value", [TALLY, REPORT, FAULT])
def test_values_come_back_as_they_were(value: object) -> None:
    assert unpack(type(value), pack(value)) == value


@pytest.mark.parametrize(
    ("hint", "value"),
    [(int, "1"), (str, 1), (bool, 1), (tuple[int, str], [1]), (Span, ["a", 1]), (list[int], [[]])],
)
def test_what_is_not_of_the_type_is_refused(hint: type, value: object) -> None:
    with pytest.raises(DecodeError):
        unpack(hint, pack(value))


def test_what_cannot_be_sent_is_named() -> None:
    with pytest.raises(TypeError, match="a range cannot be kept"):
        pack(range(2))
