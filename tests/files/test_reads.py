"""What code reads in threads: not followed, so that nothing may be kept of it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread

from printnplay.files.reads import Reads, noting


def test_what_a_thread_begun_meanwhile_reads_is_known_to_be_lacking(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.touch()
    reads = Reads()
    with noting(reads, "rules"):
        thread = Thread(target=table.read_bytes)
        thread.start()
        thread.join()
    assert not reads.complete


def test_a_thread_left_at_work_belongs_to_the_code_that_began_it(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.touch()
    with ThreadPoolExecutor(1) as pool:
        with noting(Reads(), "rules"):
            pool.submit(int).result()
        reads = Reads()
        with noting(reads, "rules"):
            pool.submit(table.read_bytes).result()
    assert not reads.complete


def test_what_a_thread_computes_spoils_nothing() -> None:
    reads = Reads()
    with noting(reads, "rules"):
        thread = Thread(target=sum, args=[(1, 2)])
        thread.start()
        thread.join()
    assert reads.complete


def test_threads_of_others_read_what_they_like(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.touch()
    reads = Reads()
    with ThreadPoolExecutor(1) as others:
        others.submit(int).result()
        with noting(reads, "rules"):
            others.submit(table.read_bytes).result()
    # Modules that other tests have imported may be recorded.
    assert (reads.complete, str(table) in reads.states) == (True, False)
