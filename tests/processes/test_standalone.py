"""The standalone program is its own Python: it starts itself where others start Python."""

import subprocess
import sys
from pathlib import Path

import pytest

from printnplay.cli import app
from printnplay.files.catalog import PACKAGE
from printnplay.processes.apart import OverLimitError, apart

START = PACKAGE.parent / "tools/program/start.py"


def doubled(content: bytes, word: str) -> bytes:
    """Something to do in another process."""
    if word == "fail":
        raise ValueError(word)
    while word == "never":
        pass
    return content * 2 + word.encode()


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the program, which this process takes itself for."""
    path = tmp_path / "printnplay"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P "{START}" "$@"\n', "utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE.parent))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(path))
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="its stand-in is a script of a shell")
@pytest.mark.usefixtures("program")
def test_work_apart_is_done_by_the_program_itself() -> None:
    content = b"a\n\x00" * 1000
    assert apart(20, 1 << 30, ValueError, doubled, "b", content=content) == content * 2 + b"b"
    with pytest.raises(ValueError, match="fail"):
        apart(20, 1 << 30, ValueError, doubled, "fail", content=b"")
    with pytest.raises(OverLimitError, match="timed out"):
        apart(0.2, 1 << 30, ValueError, doubled, "never", content=b"")


@pytest.mark.skipif(sys.platform == "win32", reason="its stand-in is a script of a shell")
def test_its_commands_are_those_of_printnplay(program: Path) -> None:
    ran = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("printnplay 0.")


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY", ""])
@pytest.mark.parametrize("frozen", ["frozen", ""])
def test_a_double_click_on_a_desktop_opens_the_studio(
    variable: str, frozen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, ":0")
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    monkeypatch.setattr(app, "S_ISCHR", lambda _: True)  # the input is a device, as on desktops
    assert app._is_double_clicked() is bool(variable and frozen)
