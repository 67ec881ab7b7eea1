"""Files are replaced whole, and a set of them all together or not at all."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from errno import EXDEV
from pathlib import Path
from typing import Any

import pytest

from printnplay.files import writing
from printnplay.files.writing import check_inside, move_all, staging, write_all, write_bytes
from printnplay.kernel.diagnostics import FaultsError

from .broken_writing import NAMES, OTHERS, REFUSED, files, prepare, write

pytestmark = pytest.mark.sampled(2)

BREAKER = Path(__file__).with_name("broken_writing.py")
OLD = dict.fromkeys((*NAMES, *OTHERS), "old")
NEW = {**OLD, **dict.fromkeys(NAMES, "new")}


def refusal(path: Path, root: Path | None = None) -> str:
    """What is reported when a file cannot be written."""
    with pytest.raises(FaultsError) as refused:
        write_all({path: b"new"}, root or path.parent)
    assert [fault.code.id for fault in refused.value.found] == ["PNP010"]
    return refused.value.found[0].message


def test_bytes_are_written_in_folders_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where.bin"
    write_bytes(path, b"first")
    write_bytes(path, b"next")
    assert path.read_bytes() == b"next"
    assert [one.name for one in path.parent.iterdir()] == ["where.bin"]


def test_a_folder_may_be_on_another_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mount").mkdir()
    (tmp_path / "mount/x").write_bytes(b"old")
    real = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if path.parent != Path(target).parent:
            raise OSError(EXDEV, "Invalid cross-device link")
        return real(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    write_all({tmp_path / "mount/x": b"new", tmp_path / "mount/y": b"new"}, tmp_path)
    assert files(tmp_path) == {"mount/x": "new", "mount/y": "new"}


def test_a_file_in_the_way_is_reported(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(b"kept")
    assert refusal(tmp_path / "some" / "where.bin").endswith("some`: it is a file")
    assert (tmp_path / "some").read_bytes() == b"kept"


def test_other_things_in_the_way_are_reported(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "nothing").symlink_to("nowhere")
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path / "pipe" / "x").endswith("pipe`: it is no folder")
    assert refusal(tmp_path / "nothing" / "x").endswith("nothing`: it is a link to nothing")
    assert refusal(tmp_path / "folder").endswith("folder`: there is a folder of this name")
    assert refusal(tmp_path / ("x" * 300) / "y").endswith(": file name too long")


def test_a_folder_made_for_what_cannot_be_written_goes_again(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"kept")
    with pytest.raises(FaultsError):
        write_all({tmp_path / "a/deep/x": b"new", tmp_path / "b/x": b"new"}, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / "link").symlink_to("mine")
    write_bytes(tmp_path / "link", b"new")
    assert (tmp_path / "mine").read_bytes() == b"mine"
    assert not (tmp_path / "link").is_symlink()


def test_a_folder_that_is_a_link_out_is_refused(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "game").symlink_to(outside)
    assert f"it is a link that leads out, to `{outside}`" in refusal(root / "game/x", root)
    assert not list(outside.iterdir())
    with pytest.raises(FaultsError):
        check_inside(root / "game", root)
    write_all({root / "game/x": b"new"}, root / "game")  # its root is what the user named
    assert (outside / "x").read_bytes() == b"new"


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_bytes(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(sys.platform != "linux", reason="needs chattr")
def test_an_immutable_file_keeps_the_old_set(tmp_path: Path) -> None:
    prepare(tmp_path)
    fixed = tmp_path / NAMES[2]
    if subprocess.run(["chattr", "+i", str(fixed)], capture_output=True, check=False).returncode:
        pytest.skip("the file system has no immutable files")
    try:
        with pytest.raises(FaultsError) as refused:
            write(tmp_path, "folders")
        assert files(tmp_path) == OLD
    finally:
        subprocess.run(["chattr", "-i", str(fixed)], check=True)
    (fault,) = refused.value.found
    assert fault.message == f"cannot write `{fixed}`: operation not permitted"


def broken(folder: Path, way: str, deed: str) -> list[dict[str, Any]]:
    """What came of writing a set, broken at each of its steps."""
    words = [sys.executable, str(BREAKER), str(folder / "root"), way, deed]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    came: list[dict[str, Any]] = json.loads(done.stdout)
    assert len(came) > len(NAMES)
    return came


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", ["files", "folders"])
@pytest.mark.parametrize("deed", ["SIGTERM", "SIGINT"])
def test_a_signal_at_any_step_leaves_a_whole_set(tmp_path: Path, way: str, deed: str) -> None:
    came = broken(tmp_path, way, deed)
    assert {one["status"] for one in came} == {143 if deed == "SIGTERM" else 130}
    assert all(one["left"] in (OLD, NEW) for one in came)


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.parametrize("way", ["files", "folders"])
def test_a_step_that_fails_leaves_a_whole_set(tmp_path: Path, way: str) -> None:
    for one in broken(tmp_path, way, "refuse"):
        assert one["status"] in (0, REFUSED)
        assert one["left"] == (OLD if one["status"] else NEW)
        assert one["status"] == 0 or one["said"].endswith(": operation not permitted")
        assert ".unfinished" not in one["said"]


@pytest.mark.skipif(sys.platform != "linux", reason="exchanges folders")
def test_a_process_that_is_killed_at_any_step_leaves_a_whole_set(tmp_path: Path) -> None:
    for one in broken(tmp_path, "folders", "SIGKILL"):
        assert {one["left"][name] for name in NAMES} in ({"old"}, {"new"})
        assert one["swept"] in (OLD, NEW)


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_a_process_that_is_killed_at_any_step_leaves_whole_files(tmp_path: Path) -> None:
    for one in broken(tmp_path, "files", "SIGKILL"):
        assert one["swept"].keys() == OLD.keys()
        assert set(one["swept"].values()) <= {"old", "new"}


def test_what_is_being_made_is_not_swept(tmp_path: Path) -> None:
    with staging(tmp_path) as stage:
        (stage / "x").write_bytes(b"new")
        write_bytes(tmp_path / "y", b"other")
        move_all(stage, tmp_path)
    assert files(tmp_path) == {"x": "new", "y": "other"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="NOT CHECKED: the system has no such pipes")
@pytest.mark.parametrize("behind", ["pipe", "/dev/null"])
def test_a_link_to_a_device_or_pipe_is_not_replaced(behind: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(behind)
    with pytest.raises(FaultsError) as refused:
        write_bytes(tmp_path / "link", b"data")
    (fault,) = refused.value.found
    assert fault.code.id == "PNP010"
    assert "it is a device, not a file" in fault.message
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "link").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="NOT CHECKED: the system has no such pipes")
def test_a_pipe_in_the_place_of_a_file_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    write_bytes(tmp_path / "pipe", b"data")
    assert files(tmp_path) == {"pipe": "data"}


@pytest.mark.parametrize("end", ["done", "undone"])
def test_what_is_saved_while_a_folder_is_exchanged_stays(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by an editor, which writes a new file in place of the old one."""
    folder = tmp_path / "game"
    (folder / "notes").mkdir(parents=True)
    (folder / "kit.pdf").write_bytes(b"old")
    (folder / "notes/mine.txt").write_bytes(b"first")
    (tmp_path / "later").mkdir()
    exchange = writing._exchange
    calls: list[Path] = []

    def in_between(path: Path, other: Path) -> bool:
        number = len(calls)
        calls.append(path)
        (folder / f"scan{number}.png").write_bytes(b"scan")
        (folder / "notes/new").write_bytes(b"edited %d" % number)
        (folder / "notes/new").replace(folder / "notes/mine.txt")
        return exchange(path, other)

    monkeypatch.setattr(writing, "_exchange", in_between)
    with staging(tmp_path) as stage:
        for name in ("game/kit.pdf", "later/kit.pdf"):
            (stage / name).parent.mkdir(exist_ok=True)
            (stage / name).write_bytes(b"new")
        if end == "done":
            move_all(stage, tmp_path)
        else:
            monkeypatch.setattr(writing, "_bring_over", _stop_at_second(writing._bring_over))
            with pytest.raises(FaultsError):
                move_all(stage, tmp_path)
    assert (folder / "kit.pdf").read_bytes() == (b"new" if end == "done" else b"old")
    made = sorted(path.name for path in folder.iterdir())
    assert made == ["kit.pdf", "notes", *(f"scan{number}.png" for number in range(len(calls)))]
    assert (folder / "notes/mine.txt").read_bytes() == b"edited %d" % (len(calls) - 1)


def _stop_at_second(bring_over: Callable[..., None]) -> Callable[..., None]:
    """Let the set fail when its second folder has been exchanged."""
    folders: set[Path] = set()

    def stopped(left: Path, there: Path, *more: object) -> None:
        bring_over(left, there, *more)
        folders.add(there)
        if len(folders) == 2 and there.name == "later":
            folders.add(Path())
            raise FaultsError([])

    return stopped


def test_a_folder_of_others_that_is_named_like_an_unfinished_one_stays(tmp_path: Path) -> None:
    (tmp_path / ".unfinished-mine").mkdir()
    (tmp_path / ".unfinished-mine/notes.txt").write_bytes(b"mine")
    write_all({tmp_path / "kit.pdf": b"new"}, tmp_path)
    assert (tmp_path / ".unfinished-mine/notes.txt").read_bytes() == b"mine"
