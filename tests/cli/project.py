"""A temporary copy of the project, changed as a case says, and commands run in it."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pypdfium2
import pytest
from typer.testing import CliRunner

from printnplay.build import check
from printnplay.cli.app import app
from printnplay.files import catalog
from printnplay.processes import pool

Change: TypeAlias = Mapping[str, str]
"""`{folder}` to make, something to `{delete}`, or a `file` and what is done to it.

`{find, replace}` a text, `{line, with}` a line that begins so (its indentation stays; without
`with` it is taken out), `{write}` a text, keep only so many bytes, the `{first}`. Paths count from
the project.
"""

Golden: TypeAlias = Callable[[str, str], None]
Tree: TypeAlias = dict[str, bytes]

ROOT = catalog.PACKAGE.parent
FOLDERS = ("designs", "locales", "templates")


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that ended: its exit status and what it showed."""

    status: int
    out: str
    err: str


GAME = "tic-tac-match"
OTHER_SCRIPTS = ("ar", "ja")
"""Languages that only this game has: each would add a seventh to the time of most cases."""
ENGLISH = "locales/en/reef.md"
"""The chapters of the game of the fixture `reef`."""


def copy_project(folder: Path) -> Path:
    """A copy of the shipped project with one of its games in Latin script, in a new folder."""
    others = [path.name for path in (ROOT / "designs").iterdir() if path.name != GAME]
    texts = [f"{name}.*" for name in others]
    for name in FOLDERS:
        # Without locks, a case may change English alone.
        ignored = shutil.ignore_patterns(*others, *texts, "*.lock.json", *OTHER_SCRIPTS)
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    return folder


def stand_in(folder: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder, with another as what ships with the tool."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(catalog, "shipped_root", lambda: shipped)
    # Another process would not know that, so none is started unless a test asks for it.
    monkeypatch.setattr(check, "workers_for", lambda jobs: jobs or 1)
    # A copy would know it, but what runs these tests has several threads at one time or another.
    monkeypatch.setattr(pool, "can_copy", lambda: False)
    # What typer wraps help and errors to, whatever the terminal.
    monkeypatch.setenv("COLUMNS", "100")


def change(project: Path, changes: Sequence[Change]) -> None:
    """Make the changes of a case; what is to be replaced has to stand in its file exactly once."""
    for one in changes:
        path = project / next(one[key] for key in ("file", "folder", "delete") if key in one)
        if "delete" in one:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        elif "folder" in one:
            path.mkdir(parents=True)
        elif "first" in one:
            path.write_bytes(path.read_bytes()[: int(one["first"])])
        elif "write" in one:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(one["write"], encoding="utf-8")
        else:
            path.write_text(_changed(path.read_text(encoding="utf-8"), one), encoding="utf-8")


def _changed(text: str, one: Change) -> str:
    if "find" in one:
        old, new = one["find"], one["replace"]
    else:
        old = "\n".join(line for line in text.split("\n") if line.lstrip().startswith(one["line"]))
        indent = old[: len(old) - len(old.lstrip())]
        old, new = f"{old}\n", f"{indent}{one['with']}\n" if "with" in one else ""
    assert text.count(old) == 1, f"{one} does not stand there exactly once"
    return text.replace(old, new)


def run(command: str) -> Ran:
    """Run a command as if typed after `printnplay`; what is no exit is a bug and is raised."""
    done = CliRunner().invoke(app, shlex.split(command), prog_name="printnplay")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)


def tree(folder: Path) -> Tree:
    """Every file below a folder with its bytes; folders end with a slash. Byte code is left out."""
    return {
        path.relative_to(folder).as_posix() + ("/" if path.is_dir() else ""): (
            b"" if path.is_dir() else path.read_bytes()
        )
        for path in sorted(folder.rglob("*"))
        if "__pycache__" not in path.parts
    }


def command_line(
    command: str, cwd: Path, start: str = "from printnplay.cli.app import main"
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, where the process itself matters."""
    return subprocess.run(
        [sys.executable, "-c", f"{start}; main()", *shlex.split(command)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def translate(reef: Path, story: str) -> None:
    """Give the game of the fixture `reef` chapters in German."""
    (reef / "locales/de").mkdir()
    (reef / "locales/de/reef.md").write_text(story, "utf-8")
    (reef / "locales/de/reef.yaml").write_text("de: {sheets: {places: Orte}}\n", "utf-8")


def words_of(pdf: Path) -> str:
    """The text of a PDF as a reader extracts it."""
    with pypdfium2.PdfDocument(pdf) as document:
        return "".join(page.get_textpage().get_text_bounded() for page in document)
