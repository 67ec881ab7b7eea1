"""Counts how the files that were put aside are printed: equal, near, different, refused.

`PYTHONPATH=tests python -m paper.aside [folder]`, once, when all that is to be mended is mended;
with `--open` before the folder it counts the open files, as often as one likes. The folder gets a
picture of every file that is near or different: as found, as drawn, and where they differ, side by
side; and `outcomes.csv` with all.
"""

import csv
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageChops

from .corpus import Foreign, Kind, aside_files, missing_packages, open_files
from .foreign import Seen, seen_on_cards

KIT = 60
"""Files in a kit: so that one that ends a build otherwise than by naming itself costs few."""


def _kits(files: Sequence[Foreign]) -> Iterator[Seen]:
    for first in range(0, len(files), KIT):
        with tempfile.TemporaryDirectory() as place:
            yield from seen_on_cards(files[first : first + KIT], Path(place))


def _draw(one: Seen, folder: Path) -> None:
    """Write what was found, what was drawn and the difference of both."""
    if one.found is None or one.drawn is None:
        return
    three = (one.found, one.drawn, ImageChops.difference(one.found, one.drawn))
    wide, high = one.found.size
    picture = Image.new("RGB", (3 * wide, high))
    for number, part in enumerate(three):
        picture.paste(part, (number * wide, 0))
    name = one.file.name.replace("/", "_")
    picture.save(folder / f"{one.outcome}-{name}.png")


def main(folder: Path, files: Callable[[Kind], Sequence[Foreign]]) -> None:
    """Count all files of a part."""
    lacking = missing_packages()
    if lacking:
        sys.exit(f"no {', '.join(lacking)}: PYTHONPATH=tests python -m paper.corpus")
    folder.mkdir(parents=True, exist_ok=True)
    kinds: tuple[Kind, ...] = ("drawing", "picture", "font")
    with (folder / "outcomes.csv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["kind", "outcome", "file", "difference", "said"])
        for kind in kinds:
            counts: Counter[str] = Counter()
            for one in _kits(files(kind)):
                counts[one.outcome] += 1
                table.writerow([kind, one.outcome, one.file.name, one.difference, one.said])
                if one.outcome in {"near", "different"}:
                    _draw(one, folder)
            told = ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))
            sys.stdout.write(f"{kind}s: {told}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--open"]
    part = open_files if "--open" in sys.argv else aside_files
    main(Path(words[0] if words else "output/aside"), part)
