"""Counts the slips: `PYTHONPATH=tests python -m slips.run [WORD...]`.

Prints for each subject how many were reported at the right place, otherwise, not at all, or ended
in a traceback, and the reports on sound projects. Words choose slips by their ids, and show all
that was reported of them.
"""

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import pytest

from .casefile import Slip, slips, sounds
from .judging import Outcome, Seen, reported, seen
from .projects import Shelf


class Bench:
    """Judges slips in a temporary folder, and keeps what their projects report without them."""

    def __init__(self, folder: Path) -> None:
        """Work in a folder."""
        self.folder, self.shelf = folder, Shelf(folder / "shelf")
        self.reported: dict[str, list[str]] = {}

    def before(self, name: str) -> list[str]:
        """What is reported of a project as it is."""
        if name not in self.reported:
            self.reported[name] = reported(self.shelf, name, self.folder / "before" / name)
        return self.reported[name]

    def judged(self, chosen: Sequence[Slip]) -> Iterator[tuple[Slip, Seen]]:
        """Each slip, and how it came out."""
        for slip in chosen:
            place = self.folder / "slips" / slip.id
            yield slip, seen(slip, self.shelf, place, self.before(slip.base))
            shutil.rmtree(place)


def main(words: Sequence[str]) -> None:
    """Count and print."""
    names = words
    kinds = get_args(Outcome)
    total: Counter[str] = Counter()
    say = sys.stdout.write
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        folder = Path(place)
        patch.setenv("PRINTNPLAY_CACHE", str(folder / "cache"))
        bench = Bench(folder)
        say(f"{'':14}{''.join(f'{kind:>11}' for kind in kinds)}\n")
        for subject, all_slips in slips().items():
            chosen = [one for one in all_slips if not names or any(w in one.id for w in names)]
            counts: Counter[str] = Counter()
            for slip, found in bench.judged(chosen):
                counts[found.outcome] += 1
                if names or found.outcome != "right":
                    say(f"{slip.id}: {found.outcome}\n" + "\n".join(found.reports) + "\n\n")
            total += counts
            say(f"{subject:14}{''.join(f'{counts[kind]:>11}' for kind in kinds)}\n")
        say(f"{'all':14}{''.join(f'{total[kind]:>11}' for kind in kinds)}\n")
        _count_sound(bench, names)


def _count_sound(bench: Bench, names: Sequence[str]) -> None:
    """Print what is reported of sound projects."""
    noisy, count = [], 0
    for name in sounds():
        if names and name not in names:
            continue
        reports = bench.before(f"sound/{name}")
        count += len(reports)
        if reports:
            noisy.append(name)
            sys.stdout.write(f"{name}: {len(reports)}\n")
        if names:
            sys.stdout.write("\n\n".join(reports) + "\n")
    sys.stdout.write(f"reports on sound projects: {count}, on {len(noisy)} of {len(sounds())}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
