"""The project of the sampler, as it is or changed, and its studio."""

import shutil
from pathlib import Path

from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems

PROJECT = Path(__file__).parent / "sampler"
GAME = "designs/sampler/game.yaml"
CARDS = "designs/sampler/cards.yaml"
TEXTS = "locales/en/sampler.yaml"
STYLE = "templates/sampler/style.yaml"


def copied(folder: Path) -> Path:
    """A copy of the project, to be changed."""
    return shutil.copytree(PROJECT, folder / "project")


def change(path: Path, find: str, replace: str) -> None:
    """Replace a text that stands in a file once."""
    text = path.read_text("utf-8")
    assert text.count(find) == 1, find
    path.write_text(text.replace(find, replace), encoding="utf-8")


def without_boards(folder: Path) -> Path:
    """A copy of the project that has nothing large but its box."""
    project = copied(folder)
    game = project / GAME
    kept = [line for line in game.read_text("utf-8").splitlines() if "board" not in line]
    game.write_text("\n".join([*kept, ""]), encoding="utf-8")
    texts = "  boards:\n    small: Small board\n    large: Large board\n"
    change(project / TEXTS, texts, "")
    return project


def opened(project: Path) -> Edition:
    """The studio of a sound project."""
    problems = Problems()
    loaded = open_game(Catalog(project), "sampler", ("en",), problems)
    assert problems.found == []
    assert loaded is not None
    return Edition(loaded, "en", problems)
