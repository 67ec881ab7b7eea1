"""The games whose files are read, each built once for all tests of a run."""

import shutil
from functools import cache
from pathlib import Path

import msgspec
import yaml
from common_texts import common_in

from .program import run

ROOT = Path(__file__).parents[2]


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in one language, and where its project is."""

    project: str
    game: str
    language: str
    quick: bool = False

    def __str__(self) -> str:
        """The name that a failed test shows."""
        return f"{self.game}-{self.language}"


@cache
def games() -> list[Game]:
    """All games of the list."""
    listed = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return msgspec.convert(listed, list[Game])


class Made(msgspec.Struct, frozen=True):
    """A folder with a game's project, its cache, and all that was built and exported."""

    folder: Path
    game: Game

    @property
    def project(self) -> Path:
        """The project's folder."""
        is_own = ":" in self.game.project
        return self.folder / self.game.game if is_own else ROOT / self.game.project

    @property
    def shaped(self) -> frozenset[str]:
        """The groups of cards that are not cut as rectangles."""
        for file in self.project.glob("designs/*/game.yaml"):
            game = yaml.safe_load(file.read_text("utf-8"))
            if game["id"] == self.game.game:
                cards = {one["id"]: one.get("card") for one in game.get("sheets") or ()}
                return frozenset(
                    name
                    for name, card in cards.items()
                    if isinstance(card, dict) and {"shape", "path"} & card.keys()
                )
        return frozenset()

    @property
    def cache(self) -> Path:
        """The cache that its commands share."""
        return self.folder / "cache"

    @property
    def output(self) -> Path:
        """The files in its language."""
        return self.folder / "output" / self.game.game / self.game.language

    def run(self, *words: str, output: str = "output", cache: str = "cache") -> Path:
        """Run a command of this game, such as `build -p a4`; the folder of its language."""
        command, *options = words
        target = [options.pop(0)] if command == "export" else []
        place = self.folder / output
        run(
            self.project, self.folder / cache, command, *target, self.game.game,
            "-l", self.game.language, "-o", str(place), "--trust-rules", *options,
        )  # fmt: skip
        return place / self.game.game / self.game.language

    def kit(self, paper: str = "a4") -> bytes:
        """The kit."""
        return self.pdf(f"{paper}-kit")

    def pdf(self, kind: str) -> bytes:
        """A PDF of the build."""
        name = f"{self.game.game}-{self.game.language}-{kind}.pdf"
        return (self.output / name).read_bytes()

    def has(self, kind: str) -> bool:
        """Whether the build has a file of this kind."""
        return bool([*self.output.glob(f"*-{kind}.pdf")])


def make(folder: Path, game: Game) -> None:
    """Begin a project if need be, build it, and export its faces."""
    made = Made(folder, game)
    way, _, source = game.project.rpartition(":")
    if way == "new":
        run(folder, made.cache, "new", game.game, "--from", source)
    elif way == "scripts":
        shutil.copytree(ROOT / source, made.project)
        _borrow(made.project / "locales" / game.language, game.language)
    made.run("build")
    made.run("export", "svg")


def _borrow(locale: Path, language: str) -> None:
    """Give a language the common texts of English, which are not what is looked at."""
    (locale / "common.yaml").write_text(common_in(language), "utf-8")
