"""The program run as a user runs it: in a process, a folder and surroundings of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from .builds import GAME, PAPERS, File

CALL = "import printnplay.cli.app as app; print(app.__file__); app.main()"


DATE = "1774915200"
"""The date of the builds: those of the files themselves differ from copy to copy."""


def run_build(
    place: Path, surroundings: Mapping[str, str], *options: str, papers: tuple[str, ...] = PAPERS
) -> str:
    """Build below `place/output`, working in `place`; the file of the program that did it."""
    words = [word for paper in papers for word in ("-p", paper)]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CALL, "build", GAME, *words, *options],
        cwd=place,
        env={**os.environ, "SOURCE_DATE_EPOCH": DATE, **surroundings},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[0]


def built_below(place: Path) -> dict[str, bytes]:
    """The files that were built, by name."""
    return {path.name: path.read_bytes() for path in (place / "output").rglob("*.pdf")}


def differing(found: Mapping[str, bytes], wanted: Mapping[File, bytes]) -> list[str]:
    """The names of files that one has and the other has not, or not byte for byte."""
    named = {file.name: data for file, data in wanted.items()}
    return sorted(name for name in {*found, *named} if found.get(name) != named.get(name))
