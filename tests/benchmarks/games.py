"""All games in all languages: one command, and how its cost grows with what there is to draw.

Usage: games.py; prints a table. A row builds so many games with everything they have, on A4, in all
languages or in one, with nothing drawn before; `drawn` are the distinct faces and pages, as
`printnplay check` counts them.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from workbench.clock import Run, run
from workbench.work import PRINTNPLAY, ROOT

GAMES = ("tic-tac-match", "match", "tic-tac-taco", "tic-tac-ko")
LANGUAGES = ("en", "de", "es", "fr", "it")
ROUNDS = 5


CACHE = Path(tempfile.gettempdir(), "printnplay-bench-games")
"""What is kept between the runs, of which nothing is drawn."""


def main() -> None:
    """Time the works in turn and print what each costs."""
    os.environ["PRINTNPLAY_CACHE"] = str(CACHE)
    works: list[tuple[Sequence[str], Sequence[str]]] = [
        (GAMES[:count], LANGUAGES) for count in range(1, len(GAMES) + 1)
    ]
    works += [(GAMES, LANGUAGES[:count]) for count in (1, 3)]
    runs: list[list[Run]] = [[] for _ in works]
    for _ in range(ROUNDS + 1):
        for done, work in zip(runs, works, strict=True):
            done.append(_build(*work))
    print("| games | languages | drawn | wall | CPU | CPU a face or page | peak |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for (games, languages), (_, *done) in zip(works, runs, strict=True):
        drawn = _drawn(games, languages)
        wall, cpu = (median(getattr(one, name) for one in done) for name in ("wall", "cpu"))
        peak = max(one.peak for one in done)
        print(
            f"| {len(games)} | {len(languages)} | {drawn} | {wall:.2f} s | {cpu:.2f} s"
            f" | {1000 * cpu / drawn:.1f} ms | {peak:.0f} MiB |"
        )


def _build(games: Sequence[str], languages: Sequence[str]) -> Run:
    with tempfile.TemporaryDirectory(prefix="printnplay-bench-") as folder:
        shutil.rmtree(CACHE / "drawn", ignore_errors=True)
        return run([*_command("build", games, languages), "-p", "a4", "-o", folder])


def _drawn(games: Sequence[str], languages: Sequence[str]) -> int:
    told = subprocess.run(
        _command("check", games, languages), capture_output=True, text=True, check=True
    ).stdout
    return sum(int(number) for number in re.findall(r"(\d+) faces and pages fit", told))


def _command(name: str, games: Sequence[str], languages: Sequence[str]) -> list[str]:
    chosen = [word for language in languages for word in ("-l", language)]
    return [PRINTNPLAY, name, *games, *chosen, "--project", str(Path(ROOT))]


if __name__ == "__main__":
    main()
