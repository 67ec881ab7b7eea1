"""The hash of the tool: kept from command to command, and another one once a file is written."""

import os
import shutil
from pathlib import Path

import pytest

from printnplay.cache import versions

hash_now = versions.hash_of_source.__wrapped__


def test_the_hash_is_that_of_the_files_wherever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "kept"))
    tool = tmp_path / "tool"
    (tool / "inner").mkdir(parents=True)
    file = tool / "inner" / "a.py"
    file.write_text("a = 1\n")
    first = hash_now(tool)
    assert hash_now(tool) == first
    assert hash_now(shutil.copytree(tool, tmp_path / "other")) == first
    file.write_text("a = 2\n")
    os.utime(file, ns=(0, 0))
    changed = hash_now(tool)
    assert changed != first
    (tool / "b.py").touch()
    assert hash_now(tool) not in (first, changed)


def test_what_is_kept_is_not_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "kept"))
    (tmp_path / "a.py").write_text("a = 1\n")
    first = hash_now(tmp_path)
    monkeypatch.setattr(versions, "_hash", lambda _: pytest.fail("it is kept"))
    assert hash_now(tmp_path) == first
