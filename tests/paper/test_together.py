"""Cards of several games on shared sheets: as drawn, with their backs, as often as in the decks."""

import json
import shutil
from pathlib import Path

import pytest

from .judge import Faces, judge_kit
from .program import run, written
from .reader import Paper

pytestmark = [pytest.mark.at_leisure, pytest.mark.turns(4)]

STARTERS = ("csv", "plain", "flashcards")
"""Two games of one size of cards, and one of another; they differ in their backs."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with several games, and the faces of each as drawn."""
    folder = tmp_path_factory.mktemp("together")
    for starter in STARTERS:
        run(folder, folder / "cache", "new", starter, "--from", starter)
        shutil.copytree(folder / starter, folder / "shelf", dirs_exist_ok=True)
    run(folder / "shelf", folder / "cache", "export", "svg", "-l", "en", "-o", str(folder / "out"))
    return folder


def drawn(folder: Path, games: tuple[str, ...]) -> Faces:
    """The faces of all games, as those of one; names and ids begin with that of their game."""
    components: list[dict[str, object]] = []
    joined = folder / "-".join(games)
    joined.mkdir(exist_ok=True)
    for game in games:
        exported = folder / "out" / game / "en" / "svg"
        for path in exported.glob("*.svg"):
            shutil.copyfile(path, joined / f"{game}-{path.name}")
        manifest = json.loads((exported / "manifest.json").read_bytes())
        for one in manifest["components"]:
            sides = {side: [f"{game}-{name}" for name in one[side]] for side in ("fronts", "backs")}
            components.append({**one, **sides, "id": f"{game}-{one['id']}"})
    about = {"bleed_mm": manifest["bleed_mm"], "components": components}
    (joined / "manifest.json").write_text(json.dumps(about), "utf-8")
    return Faces(joined)


def kit(folder: Path, *options: str, output: str = "output") -> Path:
    """The kit of several games, built with these options."""
    place = folder / output
    words = ("build", "--together", "-l", "en", "-o", str(place), *options)
    run(folder / "shelf", folder / "cache", *words)
    (found,) = place.rglob("*-kit.pdf")
    assert found.relative_to(place) == Path("together/en/together-en-a4-kit.pdf")
    return found


WAYS = [
    ("long", STARTERS[:2]),
    ("long", STARTERS),
    ("short", STARTERS),
    ("fold", STARTERS),
    ("separate", STARTERS),
]


@pytest.mark.parametrize(("backs", "games"), WAYS, ids=lambda way: "".join(way))
def test_cards_of_several_games_share_sheets(
    backs: str, games: tuple[str, ...], shelf: Path
) -> None:
    file = kit(shelf, *games, "--backs", backs, output=f"{backs}-{len(games)}")
    faces = drawn(shelf, games)
    faults, matches = judge_kit(Paper(file.read_bytes()), faces, backs=backs)
    assert not faults, "\n".join(map(str, faults))
    by_page: dict[int, set[str]] = {}
    for match in matches:
        by_page.setdefault(match.shown.page, set()).add(match.face.name.partition("-")[0])
    shared = [page for page, of in by_page.items() if {"csv", "plain"} <= of]
    assert bool(shared) == (backs in {"long", "short"})  # else that would save no sheet


def test_a_second_build_of_several_games_writes_nothing_and_is_the_same(shelf: Path) -> None:
    kit(shelf)
    first = written(shelf / "output")
    words = ("build", "--together", "-l", "en", "-o", str(shelf / "output"))
    assert "0 written, 1 unchanged" in run(shelf / "shelf", shelf / "cache", *words)
    cold = kit(shelf, "--no-cache", output="cold")
    assert written(shelf / "cold") == first
    # A build of the games leaves their common kit alone.
    run(shelf / "shelf", shelf / "cache", "build", "-l", "en", "-o", str(shelf / "output"))
    assert written(shelf / "output").items() > first.items()
    assert cold.name in {Path(name).name for name in first}
