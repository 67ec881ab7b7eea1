"""The small commands, timed: what a user waits for before anything is drawn."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from workbench.clock import Run, run
from workbench.work import PRINTNPLAY, Place, Work, build

TIMES = 3
"""So many times as many runs as of the works: they are short, and noise is a larger share."""


@dataclass(frozen=True, slots=True)
class Small:
    """A command, and its medians in seconds."""

    title: str
    wall: float
    cpu: float


def small(works: list[Work], runs: int, folder: Path) -> list[Small]:
    """`python -c pass`, `--help`, `list`, and builds of which nothing has changed."""
    commands = {
        "`python -c pass`": [sys.executable, "-c", "pass"],
        "`printnplay --help`": [PRINTNPLAY, "--help"],
        "`printnplay list`": [PRINTNPLAY, "list", "--project", str(works[0].project)],
    }
    for work in works:
        place = Place(folder, folder / "unchanged" / work.name)
        shutil.rmtree(place.output, ignore_errors=True)
        commands[f"unchanged build: {work.title}"] = build(work, place)
    timed: dict[str, list[Run]] = {title: [] for title in commands}
    for _ in range(TIMES * runs + 1):
        for title, command in commands.items():
            timed[title].append(run(command))
    return [
        Small(title, median(done.wall for done in counted), median(done.cpu for done in counted))
        for title, (_, *counted) in timed.items()
    ]
