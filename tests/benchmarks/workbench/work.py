"""The pieces of work, and who does them how."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
PRINTNPLAY = str(Path(sys.executable).with_name("printnplay"))
OURS = "printnplay"
YARDSTICK = "raw ReportLab"
LANGUAGES = ("en", "de", "es", "fr", "it")


@dataclass(frozen=True, slots=True)
class Work:
    """A game of a project to be built in some languages on A4."""

    name: str
    title: str
    project: Path
    game: str
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a contestant finds its input, and where its files go."""

    inputs: Path
    output: Path


Command: TypeAlias = Callable[[Work, Place], list[str]]


def build(work: Work, place: Place) -> list[str]:
    """The tool itself, building from its own data."""
    languages = [word for language in work.languages for word in ("-l", language)]
    return [
        PRINTNPLAY,
        "build",
        work.game,
        *languages,
        *("-p", "a4", "--project", str(work.project), "-o", str(place.output)),
    ]


def _script(name: str) -> Command:
    def command(work: Work, place: Place) -> list[str]:
        script = str(HERE / "contestants" / name)
        return [sys.executable, script, str(place.inputs), str(place.output), *work.languages]

    return command


CONTESTANTS: dict[str, Command] = {
    YARDSTICK: _script("raw_reportlab.py"),
    OURS: build,
    "typst": _script("typst_work.py"),
    "WeasyPrint": _script("weasyprint_work.py"),
}
"""In the order of their turns."""


def prepare(work: Work, inputs: Path) -> list[str]:
    """The command that writes the contestants' input."""
    script = str(HERE / "prepare.py")
    return [sys.executable, script, str(work.project), work.game, str(inputs), *work.languages]


def compare(ours: Path, theirs: Path) -> list[str]:
    """The command that compares two outputs."""
    return [sys.executable, str(HERE / "compare.py"), str(ours), str(theirs)]


def contact(picture: Path, folders: Sequence[Path]) -> list[str]:
    """The command that draws the pages of all side by side."""
    return [sys.executable, str(HERE / "contact.py"), str(picture), *map(str, folders)]
