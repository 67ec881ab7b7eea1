"""Commands where what only POSIX has is missing, and files as Windows writes them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .project import change, run, tree

SCRIPT = Path(__file__).with_name("windows_like.py")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for open files in /proc")


def run_alike(command: str, folder: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that has no more than one on Windows."""
    return subprocess.run(
        [sys.executable, str(SCRIPT), *command.split()],
        cwd=folder,
        env={**os.environ, "PRINTNPLAY_CACHE": str(cache), "SOURCE_DATE_EPOCH": "1774915200"},
        capture_output=True,
        encoding="cp1252",
        check=False,
    )


@pytest.mark.at_leisure
def test_a_build_needs_nothing_that_windows_lacks(
    city: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(city, [{"file": "designs/lost-city/game.yaml", "line": "title:", "with": "title: Łódź"}])
    out, cache = tmp_path / "out", tmp_path / "cache"
    done = run_alike(f"build -o {out}", city, cache)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith("; 4 written, 0 unchanged")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1774915200")
    assert run(f"build -o {tmp_path / 'usual'}").status == 0
    pdfs = {name: data for name, data in tree(out).items() if name.endswith(".pdf")}
    assert pdfs == {name: tree(tmp_path / "usual")[name] for name in pdfs}
    assert len(pdfs) == 4


def test_a_list_needs_nothing_that_windows_lacks(city: Path, tmp_path: Path) -> None:
    done = run_alike("list", city, tmp_path / "cache")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.at_leisure
@pytest.mark.parametrize(
    "command",
    [
        *("check", "check --pseudo --fit", "proof", "list", "export png", "l10n add pl", "cache"),
        *("new other --from tiles", "schema --write"),
    ],
)
def test_a_command_needs_nothing_that_windows_lacks(
    command: str, city: Path, tmp_path: Path
) -> None:
    done = run_alike(command, city, tmp_path / "cache")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.at_leisure
def test_a_second_build_replaces_the_files_of_the_first(city: Path, tmp_path: Path) -> None:
    for word in ("first", "second"):
        path = city / "locales/en/lost-city.yaml"
        path.write_text(path.read_text("utf-8").replace("How far out", f"{word}, far out"), "utf-8")
        done = run_alike("build", city, tmp_path / "cache")
        assert (done.returncode, done.stderr) == (0, "")
        path.write_text(path.read_text("utf-8").replace(f"{word}, far out", "How far out"), "utf-8")
    assert "; 0 written" not in done.stdout


@pytest.mark.at_leisure
def test_files_with_the_line_ends_of_windows_make_the_same_game(
    city: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1774915200")
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    assert run(f"build -o {tmp_path / 'unix'}").status == 0
    for path in city.rglob("*"):
        if path.is_file() and path.suffix in (".yaml", ".j2", ".csv", ".md", ".svg"):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
    ran = run(f"build -o {tmp_path / 'windows'}")
    assert (ran.status, ran.err) == (0, "")
    one, other = (
        {name: data for name, data in tree(tmp_path / folder).items() if name.endswith(".pdf")}
        for folder in ("unix", "windows")
    )
    assert one == other
