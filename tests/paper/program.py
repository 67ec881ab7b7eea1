"""The program run as a user runs it, with a cache of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

DATE = "1774915200"
"""The date of all builds, so that equal ones are equal byte for byte."""

CALL = (sys.executable, "-W", "error", "-m", "printnplay")

PATIENCE = 300
"""Seconds after which a command counts as hung; the longest takes some twenty on two busy cores."""


class ProgramError(AssertionError):
    """A command that failed, with what it wrote."""


def surroundings(cache: Path) -> Mapping[str, str]:
    """The environment of a command whose cache is this folder."""
    kept = {key: text for key, text in os.environ.items() if key != "PRINTNPLAY_CACHE"}
    return {**kept, "XDG_CACHE_HOME": str(cache), "SOURCE_DATE_EPOCH": DATE}


def _ended(project: Path, cache: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a project to its end, whatever its status."""
    return subprocess.run(
        [*CALL, *words],
        cwd=project,
        env=surroundings(cache),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def run(project: Path, cache: Path, *words: str) -> str:
    """Run a command in a project; what it printed.

    Raises:
        ProgramError: It ended with another status than 0.
    """
    done = _ended(project, cache, *words)
    if done.returncode:
        raise ProgramError(f"{' '.join(words)}: status {done.returncode}\n{done.stderr[-4000:]}")
    return done.stdout


def check(project: Path, cache: Path) -> dict[str, list[str]]:
    """Check all games of a project; what is said of each card, by its id, and "" for all else.

    The ids of cards differ in all games.
    """
    done = _ended(project, cache, "check", "--format", "json")
    assert done.stdout.startswith("{"), done.stderr[-4000:]
    said: dict[str, list[str]] = {}
    for one in json.loads(done.stdout)["problems"]:
        told = f"{one['code']} {one['severity']}: {one['message']}"
        said.setdefault(one["subject"]["card"], []).append(told)
    return said


def written(folder: Path) -> dict[str, bytes]:
    """All files below a folder, by their path in it, but for the records of builds."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
