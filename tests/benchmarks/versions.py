"""Comparing versions of 640 cards: how much of a whole build `printnplay diff` takes.

Usage: versions.py [ROUNDS]

Ten cards have another text in the second version, and one has another count. Both are exported as
releases and committed; then each comparison runs once for the cache and several times in turn with
a build that keeps nothing. A ratio is the median of the ratios of CPU of the same round.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from workbench.clock import Run, run
from workbench.deck import CARDS, GAME, write_table
from workbench.machine import machine, today, versions
from workbench.work import PRINTNPLAY

ROUNDS = 5
STEP = 64
"""Every 64th card is changed: ten of 640, about what a playtest changes."""

GIT = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org")


def main(words: Sequence[str]) -> None:
    """Measure, and print a table."""
    rounds = int(words[0]) if words else ROUNDS
    with tempfile.TemporaryDirectory(prefix="printnplay-bench-") as name:
        folder = Path(name)
        os.environ["PRINTNPLAY_CACHE"] = str(folder / "cache")
        project = folder / "project"
        write_table(project, CARDS)
        _keep(project, "v1")
        _change(project / "designs" / GAME / "words.csv")
        _keep(project, "v2")
        since = ("diff", "--project", str(project), "--since")
        commands = {
            "two releases": (*since, str(folder / "v1"), "--until", str(folder / "v2")),
            "a release and the files": (*since, str(folder / "v1")),
            "a commit and the files": (*since, "v1"),
            "the same, with pictures": (*since, "v1", "--html", str(folder / "changes.html")),
        }
        for command in commands.values():
            run([PRINTNPLAY, *command])
        made = [_round(project, list(commands.values())) for _ in range(rounds)]
    print(f"`python {' '.join(sys.argv)}`, {today()}, on {machine()}.\n{versions()}.\n")
    print("| compared | wall | CPU | ratio | range | peak |")
    print("| --- | --- | --- | --- | --- | --- |")
    for at, title in enumerate(("the build, nothing kept", *commands)):
        runs = [one[at] for one in made]
        wall, cpu = median(one.wall for one in runs), median(one.cpu for one in runs)
        ratios = sorted(one[at].cpu / one[0].cpu for one in made)
        span = f"{ratios[0]:.2f}–{ratios[-1]:.2f}"
        peak = max(one.peak for one in runs)
        ratio = f"**{median(ratios):.2f}** | {span}"
        print(f"| {title} | {wall:.2f} s | {cpu:.2f} s | {ratio} | {peak:.0f} MiB |")


def _keep(project: Path, version: str) -> None:
    """Export a release and set it aside, and tag a commit."""
    run([PRINTNPLAY, "export", "all", "--project", str(project), "-o", str(project / "output")])
    shutil.move(project / "output" / GAME / "release", project.with_name(version))
    shutil.rmtree(project / "output")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", version), ("tag", version)):
        subprocess.run([*GIT, *words], cwd=project, check=True)


def _change(table: Path) -> None:
    """Write the words of some cards in the other order, and print one card twice."""
    head, *rows = table.read_text("utf-8").splitlines()
    for at in range(0, CARDS, STEP):
        number, copies, title, words = rows[at].split(",")
        rows[at] = f"{number},{copies},{title},{' '.join(reversed(words.split()))}"
    rows[1] = rows[1].replace(",1,", ",2,", 1)
    table.write_text("\n".join([head, *rows, ""]), "utf-8")


def _round(project: Path, commands: Sequence[Sequence[str]]) -> list[Run]:
    """Time a build into an empty folder with an empty cache, then each comparison."""
    kept = os.environ["PRINTNPLAY_CACHE"]
    with tempfile.TemporaryDirectory(prefix="printnplay-round-") as name:
        os.environ["PRINTNPLAY_CACHE"] = str(Path(name, "cache"))
        whole = run([PRINTNPLAY, "build", "--project", str(project), "-o", str(Path(name, "out"))])
    os.environ["PRINTNPLAY_CACHE"] = kept
    return [whole, *(run([PRINTNPLAY, *command]) for command in commands)]


if __name__ == "__main__":
    main(sys.argv[1:])
