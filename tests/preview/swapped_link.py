"""A save of the live page, during which a folder of the project is swapped for a link out of it.

Run as a program of its own, since what swaps it is a hook of Python that reports every step, and
such a hook cannot be taken off again. It prints for how many steps the folder was swapped, and what
was found outside then.
"""

import sys
from pathlib import Path
from typing import Any

from printnplay.files.catalog import Catalog
from printnplay.preview.edits import NotWrittenError, write_text
from printnplay.preview.live import LiveGame

KEY, WAS = "cards.storm.rule", "Discard all cards that you have turned over in this turn."


class Swap:
    """Puts a link in the place of a folder, at a step counted from 1."""

    def __init__(self, folder: Path, other: Path) -> None:
        """Swap nothing yet."""
        self.folder, self.other, self.away = folder, other, folder.with_name("away")
        self.left = 0
        sys.addaudithook(self.hook)

    def hook(self, event: str, values: tuple[Any, ...]) -> None:
        """Count the steps that read or change files."""
        del values
        if self.left and event in ("open", "os.rename", "os.mkdir", "os.link", "os.remove"):
            self.left -= 1
            if not self.left:
                self.folder.rename(self.away)
                self.folder.symlink_to(self.other)

    def back(self) -> bool:
        """Put the folder back; whether it had been swapped."""
        left, self.left = self.left, 0
        if left:
            return False
        self.folder.unlink()
        self.away.rename(self.folder)
        return True


def main(project: Path, other: Path) -> None:
    """Swap the folder at each step of a save in turn, until none is left."""
    live = LiveGame(Catalog(project), "city", ["en"])
    swap, step, says = Swap(project / "locales/en", other), 0, WAS
    there = {path.name: path.read_bytes() for path in other.iterdir()}
    while True:
        step += 1
        swap.left, new = step, f"Lose {step}."
        try:
            write_text(live, "en", KEY, {"other": new}, {"other": says})
            says = new
        except NotWrittenError:
            pass
        if not swap.back():
            break
        assert {path.name: path.read_bytes() for path in other.iterdir()} == there, step
        now = (project / "locales/en/city.yaml").read_text("utf-8")
        says = new if new in now else says
        assert says in now
    assert not list(project.rglob(".unfinished-*"))
    print(step - 1)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
