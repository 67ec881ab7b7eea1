"""Builds after one change: how much of a whole build they take, and how much of it is drawn.

Usage: rebuild.py [--runs N] [CARDS...]

Each number of different cards (64, 640 and 6,400 if none is named) is built with nothing kept, then
again with one row of the table changed, and once more into an empty folder; 6,400 take minutes.
MATCH! is built in five languages, and again with one text of one language changed. A ratio is the
median of the ratios of CPU of the same round.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from workbench.clock import Run, run
from workbench.deck import write_table
from workbench.machine import machine, today, versions
from workbench.work import LANGUAGES, ROOT, Work, build

CARDS = (64, 640, 6400)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("cards", nargs="*", type=int, default=CARDS)
    asked = parser.parse_args()
    print(f"`python {' '.join(sys.argv)}`, {today()}, on {machine()}.\n{versions()}.\n")
    print("| work | whole build | peak | one change | ratio | nothing drawn | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory(prefix="printnplay-bench-") as name:
        for cards in asked.cards:
            project = Path(name, str(cards))
            write_table(project, cards)
            table = project / "designs/deck/words.csv"
            work = Work(f"{cards:,} different cards", project, "deck", ("en",))
            report(work, asked.runs, partial(_reverse, table))
        project = Path(name, "match")
        shutil.copytree(ROOT / "locales", project / "locales")
        work = Work("MATCH!, 5 languages", project, "match", LANGUAGES)
        report(work, asked.runs, partial(_reword, project / "locales/fr/match.yaml"))


def _reverse(table: Path) -> None:
    """Write the words of one card in the other order."""
    *rest, last = table.read_text("utf-8").splitlines()
    number, copies, title, words = last.split(",")
    turned = " ".join(reversed(words.rstrip(".").lower().split())).capitalize()
    table.write_text("\n".join([*rest, f"{number},{copies},{title},{turned}."]) + "\n", "utf-8")


def _reword(texts: Path) -> None:
    """Change the order of two words of a text."""
    text = texts.read_text("utf-8")
    orders = ["Annoncez une couleur ou un nombre.", "Annoncez un nombre ou une couleur."]
    old, new = orders if orders[0] in text else orders[::-1]
    assert old in text
    texts.write_text(text.replace(old, new, 1), "utf-8")


def report(work: Work, runs: int, change: Callable[[], None]) -> None:
    """Print what a work takes: whole, after a change, and elsewhere with nothing changed."""
    rounds = [_round(work, change) for _ in range(runs)]
    whole, changed, taken = (median(one.wall for one in kind) for kind in zip(*rounds, strict=True))
    peak = max(first.peak for first, *_ in rounds)
    after = median(one.cpu / first.cpu for first, one, _ in rounds)
    again = median(one.cpu / first.cpu for first, _, one in rounds)
    print(
        f"| {work.title} | {whole:.2f} s | {peak:.0f} MiB | {changed:.2f} s | **{after:.3f}**"
        f" | {taken:.2f} s | {again:.3f} |",
        flush=True,
    )


def _round(work: Work, change: Callable[[], None]) -> tuple[Run, Run, Run]:
    with tempfile.TemporaryDirectory(prefix="printnplay-round-") as folder:
        os.environ["PRINTNPLAY_CACHE"] = str(Path(folder, "cache"))
        place, elsewhere = Path(folder, "here"), Path(folder, "there")
        whole = run(build(work, place))
        change()
        return whole, run(build(work, place)), run(build(work, elsewhere))


if __name__ == "__main__":
    main()
