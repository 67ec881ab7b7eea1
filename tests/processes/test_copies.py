"""Copies of this process: what they have, what they leave alone, and how they end.

Each test runs a program: what runs the tests has several threads, and cannot be copied.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import printnplay

HOME = Path(printnplay.__file__).resolve().parents[1]
CROWN = Path(__file__).parents[1] / "acceptance/broken_crown"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux"),
    pytest.mark.sampled(3),
]

BEGIN = """\
import os, sys, tempfile, threading, time
from pathlib import Path
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.processes.pool import Crew, can_copy

def done(task, parts, processes=2):
    with Crew(task, processes, copied=True) as crew:
        return list(crew.results(parts))
"""


def said(program: str, *, cwd: Path = HOME) -> list[str]:
    """What a program prints, line by line; it has to end well."""
    ran = subprocess.run(
        [sys.executable, "-c", BEGIN + program],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(HOME),
            "PRINTNPLAY_CACHE": str(cwd / "kept"),
        },
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_a_copy_has_what_cannot_be_sent() -> None:
    program = """
held = {"lock": threading.Lock(), "numbers": [n * n for n in range(9)]}
def task(n: int) -> int:
    assert not held["lock"].locked()
    print("noise")
    return held["numbers"][n]
print(done(task, range(9)))
"""
    assert said(program) == ["[0, 1, 4, 9, 16, 25, 36, 49, 64]"]


def test_what_goes_wrong_in_a_copy_is_told() -> None:
    program = """
def refuse(n: int) -> int:
    raise FaultsError([Diagnostic(codes.NOT_YAML, "odd", Span("a.yaml", 3))])
def fail(n: int) -> int:
    return 1 // n
def leave(n: int) -> int:
    sys.exit(n) if n else os._exit(7)
for task in (refuse, fail, leave):
    try:
        done(task, [0])
    except FaultsError as error:
        print(error.found[0].message)
    except RuntimeError as error:
        print(str(error).splitlines()[0], str(error).splitlines()[-1])
"""
    assert said(program) == [
        "odd",
        "in another process: ZeroDivisionError: integer division or modulo by zero",
        "a process ended with status 7 before its work was done",
    ]


def test_only_what_runs_in_one_thread_is_copied() -> None:
    program = """
before, stop = can_copy(), threading.Event()
other = threading.Thread(target=stop.wait)
other.start()
during = can_copy()
stop.set()
other.join()
inside = []
another = threading.Thread(target=lambda: inside.append(can_copy()))
another.start()
another.join()
print(before, during, can_copy(), inside)
"""
    assert said(program) == ["True False True [False]"]


def test_to_load_what_draws_and_writes_begins_no_thread() -> None:
    program = """
import printnplay.kit.kit, printnplay.edition.inks
from printnplay.pdf import load_libraries
load_libraries()
print(can_copy(), "typst" in sys.modules)
"""
    assert said(program) == ["True True"]


def test_a_process_whose_work_is_limited_is_copied_and_goes_on_being_limited() -> None:
    program = """
from printnplay.files.budget import Limits, limited
def spin(seconds: float) -> int:
    with limited(Limits(seconds=seconds), lambda: None):
        while True:
            pass
def of_parent():
    try:
        with limited(Limits(seconds=0.4), lambda: None):
            assert can_copy()
            print(done(count, ["ab", "c"]))
            while True:
                pass
    except FaultsError as error:
        print(error.found[0].code == codes.OVER_LIMITS)
def count(text: str) -> int:
    return len(text)
of_parent()
try:
    done(spin, [0.1])
except FaultsError as error:
    print(error.found[0].code == codes.OVER_LIMITS)
"""
    assert said(program) == [
        "[2, 1]",
        "True",
        "True",
    ]


def test_the_time_of_copies_is_that_of_the_command() -> None:
    program = """
from printnplay.files.budget import Limits, limited
time.monotonic = lambda: 0.0  # a busy machine gives less time than the clock says
def spin(_: int) -> int:
    while True:
        pass
try:
    with limited(Limits(seconds=2), lambda: None):
        done(spin, [1, 2])
except FaultsError as error:
    print(error.found[0].message, time.process_time() < 1)
def short(_: int) -> float:
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
    return end
with limited(Limits(seconds=60), lambda: None):
    print(len(done(short, [1, 2])), can_copy())
"""
    assert said(program) == [
        "the command takes more than 2 seconds of processor time True",
        "2 True",
    ]


def test_what_ended_before_a_command_is_not_counted() -> None:
    program = """
from printnplay.files.budget import Limits, limited
def work(_: int) -> int:
    while time.process_time() < 0.5:
        pass
    return 0
def wait(_: int) -> int:
    time.sleep(0.5)
    return 0
done(work, [1, 2])
with limited(Limits(seconds=0.5), lambda: None):
    print(done(wait, [1, 2]))
"""
    assert said(program) == ["[0, 0]"]


def test_nothing_is_left_of_what_a_copy_has_written_beside(tmp_path: Path) -> None:
    program = f"""
tempfile.tempdir = {str(tmp_path)!r}
def task(n: int) -> str:
    folder = tempfile.mkdtemp()
    Path(folder, "x").write_text("x")
    return folder
print(*(Path(folder).parent.name for folder in done(task, [1, 2])))
"""
    (folders,) = said(program)
    assert all(name.startswith("printnplay-") for name in folders.split())
    assert list(tmp_path.iterdir()) == []


def test_what_is_kept_is_read_by_all_and_no_database_is_shared(tmp_path: Path) -> None:
    program = """
from printnplay.cache.store import drawn_store
store = drawn_store()
store.put(b"written", b"1")
store.write()
store.put(b"new", b"2")
def task(n: int) -> dict[bytes, bytes]:
    assert (store.take(b"written"), store.take(b"new")) == (b"1", b"2")
    store.put(b"from %d" % n, b"made")
    store.write()
    return {}
done(task, [1, 2, 3])
store.write()
print([store.take(key) for key in (b"written", b"new", b"from 1", b"from 2", b"from 3")])
"""
    assert said(program, cwd=tmp_path) == ["[b'1', b'2', b'made', b'made', b'made']"]


def test_large_pictures_are_read_by_all_and_written_by_each() -> None:
    program = """
from printnplay.files.linked_pictures import content_of, kept_bytes, linked
def shown(content):
    return content_of(linked("image/png", content)) == ("image/png", content)
large = linked("image/png", b"a" * 100_000)
def task(n: int) -> bool:
    return shown(b"%d" % n * 200_000) and content_of(large)[1] == b"a" * 100_000
print(done(task, [1, 2, 3, 4]), content_of(large)[1] == b"a" * 100_000, kept_bytes())
"""
    assert said(program) == ["[True, True, True, True] True 100000"]


def test_where_no_copy_is_allowed_this_process_works() -> None:
    program = """
def refused():
    raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork = refused
def task(n: int) -> tuple[int, int]:
    return n, os.getpid()
print(done(task, range(3)) == [(n, os.getpid()) for n in range(3)])
"""
    assert said(program) == ["True"]


def test_faults_are_told_alike_whether_drawings_are_kept_or_not(tmp_path: Path) -> None:
    shutil.copytree(CROWN, tmp_path / "project")
    begin = """
import printnplay.edition.edition
from printnplay import FaultsError, open_project
printnplay.edition.edition.BATCH = 8
project = open_project(Path("project"))
"""
    build = """
project.build(languages=["en"], output=Path("out"))
"""
    changed = """
texts = Path("project/locales/en/crown.yaml")
words = texts.read_text("utf-8")
texts.write_text(words.replace("fates: ", "fatal: ").replace("Provinces", "Lands"), "utf-8")
found = []
for cached in (True, False):
    try:
        project.build(languages=["en"], output=Path("out"), cached=cached)
    except FaultsError as error:
        found.append(error.found)
print([fault.message for fault in found[0]], len(found[0]) > 1, found[0] == found[1])
"""
    said(begin + build, cwd=tmp_path)
    (line,) = said(begin + changed, cwd=tmp_path)
    assert "the text `sheets.fates` is missing in `en`" in line
    assert line.endswith("True True")
