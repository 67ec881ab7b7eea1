"""Files of a project are read only if they are safe, and what is not is said with its reason."""

import os
import socket
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from printnplay.files import door
from printnplay.files.door import ReadError
from printnplay.kernel import codes

CASES = yaml.safe_load(Path(__file__).with_name("cases").joinpath("reading.yaml").read_text())
LIMIT = 100


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a few links, with an outside and a shipped folder beside it."""
    root = tmp_path.resolve()
    for name in ("project", "outside", "shipped"):
        (root / name).mkdir()
    (root / "outside/secret.txt").write_text("secret")
    (root / "shipped/base.txt").write_text("shipped")
    (root / "project/inner.txt").write_text("inner")
    (root / "project/hop.txt").symlink_to("../outside/secret.txt")
    (root / "project/way").symlink_to("../outside")
    door.open_root(root / "shipped", shipped=True)
    door.open_root(root / "project")
    return root / "project"


def make(path: Path, how: str, what: str) -> None:
    """Let a file come to be as a case says."""
    match how:
        case "text":
            path.write_text(what, encoding="utf-8")
        case "latin":
            path.write_text(what, encoding="latin-1")
        case "bytes":
            path.write_bytes(b"." * min(int(what), LIMIT + 1))
            os.truncate(path, int(what))
        case "link":
            path.symlink_to(what)
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "socket":
            # The path of a socket may not be long.
            here = Path.cwd()
            os.chdir(path.parent)
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(path.name)
            os.chdir(here)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_reading(case: dict[str, Any], project: Path) -> None:
    words = {"root": str(project.parent), "long": "x" * 300}
    path = project / case.get("file", "file.txt").format(**words)
    for how, what in case.get("make", {}).items():
        make(path, how, str(what).format(**words))
    if "reads" in case:
        assert door.read_text(path, LIMIT) == case["reads"]
        return
    with pytest.raises(ReadError) as refused:
        door.read_text(path, LIMIT)
    assert refused.value.reason == case["says"].format(**words)
    fault = refused.value.fault(codes.CANNOT_READ, "file.txt")
    assert (fault.message, fault.span.file) == (refused.value.reason, "file.txt")
    assert fault.label
    assert fault.help


def test_a_project_that_is_reached_by_a_link_is_read(project: Path) -> None:
    way = project.parent / "link"
    way.symlink_to("project")
    door.open_root(way)
    assert door.read(way / "inner.txt", LIMIT) == b"inner"
    with pytest.raises(ReadError, match="leads out"):
        door.read(way / "hop.txt", LIMIT)


def test_what_the_user_has_named_may_be_anywhere(project: Path) -> None:
    assert door.read(project / "hop.txt", LIMIT, anywhere=True) == b"secret"
    with pytest.raises(ReadError, match="a device"):
        door.read(Path("/dev/zero"), LIMIT)


def test_a_hash_is_of_the_content_and_of_large_files_the_size(project: Path) -> None:
    one, other = project / "inner.txt", project / "same.txt"
    other.write_text("inner")
    assert door.hash_of(one) == door.hash_of(other)
    make(project / "large", "bytes", "4000000000")
    assert door.hash_of(project / "large", LIMIT) == "4000000000 bytes"


@pytest.mark.parametrize("later", [0, 2 * door.SETTLED])
def test_a_changed_file_has_another_hash_even_if_its_size_and_age_stay(
    later: int, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "time_ns", lambda: time.time_ns() + later)
    file = project / "inner.txt"
    before, state = door.hash_of(file), file.stat()
    assert door.hash_of(file) == before
    time.sleep(0.02)  # systems note times some hundred times a second
    file.write_text("other")
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert door.hash_of(file) != before


def test_files_that_count_are_listed_by_their_endings(project: Path) -> None:
    for name in ("a.yaml", "b.bin", ".c.yaml", "__pycache__/d.yaml", "deep/e.YAML", ".git/f.yaml"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("")
    listed = door.files_below(project, frozenset({".yaml"}))
    assert [path.relative_to(project).as_posix() for path in listed] == ["a.yaml", "deep/e.YAML"]
    assert not [*door.files_below(project / "way", frozenset({".txt"}))]


@pytest.mark.parametrize("handles", [door._ON_THE_WAY, 0], ids=["with handles", "without"])
def test_hashes_of_a_folder_are_those_of_its_files_or_say_why_there_is_none(
    handles: int, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On systems without handles of folders, each file is opened by its path."""
    monkeypatch.setattr(door, "_ON_THE_WAY", handles)
    (project / "way").unlink()
    (project / "deep/__pycache__").mkdir(parents=True)
    for name, how, what in (
        ("deep/one.txt", "text", "inner"),
        ("deep/__pycache__/one.pyc", "text", "inner"),
        ("pipe", "fifo", ""),
        ("near.txt", "link", "inner.txt"),
        ("nowhere.txt", "link", "lost.txt"),
        ("large", "bytes", str(door.LARGEST + 1)),
    ):
        make(project / name, how, what)
    inner = door.hash_of(project / "inner.txt")
    found = door.hashes_below(project)
    assert found is not None
    same = dict.fromkeys(("deep/one.txt", "inner.txt", "near.txt"), inner)
    large = f"{door.LARGEST + 1} bytes"
    assert {name: found.pop(name) for name in (*same, "large")} == {**same, "large": large}
    for name, reason in found.items():
        with pytest.raises(ReadError) as refused:
            door.read(project / name, door.LARGEST)
        assert refused.value.reason == reason
    assert found.keys() == {"hop.txt", "nowhere.txt", "pipe"}
    (project / "way").symlink_to("deep")
    assert door.hashes_below(project) is None
