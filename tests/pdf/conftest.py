import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

Tool: TypeAlias = Callable[..., str]


def find_tool(name: str, tmp_path: Path) -> Tool:
    """A program that reads a PDF and prints; where CI is set it must be there."""
    if shutil.which(name) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed, and CI is set: install qpdf and poppler-utils")
        pytest.skip(f"NOT CHECKED: {name} is not installed (qpdf and poppler-utils)")

    def run(pdf: bytes, *before: str, after: tuple[str, ...] = ()) -> str:
        file = tmp_path / "read-back.pdf"
        file.write_bytes(pdf)
        done = subprocess.run(
            [name, *before, file, *after], capture_output=True, check=False, encoding="utf-8"
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stderr == ""
        return done.stdout

    return run


@pytest.fixture
def qpdf_check(tmp_path: Path) -> Tool:
    tool = find_tool("qpdf", tmp_path)
    return lambda pdf: tool(pdf, "--check")


@pytest.fixture
def pdffonts(tmp_path: Path) -> Tool:
    return find_tool("pdffonts", tmp_path)


@pytest.fixture
def pdftotext(tmp_path: Path) -> Tool:
    tool = find_tool("pdftotext", tmp_path)
    return lambda pdf: tool(pdf, "-enc", "UTF-8", after=("-",))
