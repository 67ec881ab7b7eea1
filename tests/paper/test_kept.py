"""What is kept between commands changes nothing: builds are as those from nothing, to the byte.

Builds from nothing are what the other tests compare with the drawings.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep

import msgspec
import pytest
import yaml
from fontTools.ttLib import TTFont
from PIL import Image

from .compare import opened
from .games import ROOT, Game, Made, games
from .program import CALL, run, surroundings, written

SEED = int(os.environ.get("SEED", "1"))
"""What decides at which moments builds are ended."""

SOURCE = ROOT / "tests/paper/inkwell"
STYLE = "templates/inkwell/style.yaml"
FONT = "templates/fonts/InkHand.ttf"
MOMENTS = 2
"""Builds that are ended for each signal and number of processes."""


def build(project: Path, cache: Path, output: Path, *options: str) -> dict[str, bytes]:
    """Build all games of a project, and what was written."""
    run(project, cache, "build", "--trust-rules", "-o", str(output), *options)
    return written(output)


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The files that are not the same."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


@pytest.mark.at_leisure
@pytest.mark.turns(6)
@pytest.mark.parametrize("game", [game for game in games() if game.game == "inkwell"], ids=str)
def test_a_second_build_and_other_papers_are_as_from_nothing(
    game: Game, made: Callable[[Game], Made], tmp_path: Path
) -> None:
    project = made(game).project
    cold = {
        jobs: build(project, tmp_path / f"cache-{jobs}", tmp_path / f"cold-{jobs}", "-j", jobs)
        for jobs in ("1", "2")
    }
    assert cold["1"]
    assert not differing(cold["1"], cold["2"])
    warm = build(project, tmp_path / "cache-1", tmp_path / "warm")
    assert not differing(cold["1"], warm)
    letter = build(project, tmp_path / "cache-1", tmp_path / "letter", "-p", "letter")
    fresh = build(project, tmp_path / "cache-3", tmp_path / "fresh", "-p", "letter")
    assert not differing(fresh, letter)


@pytest.mark.at_leisure
@pytest.mark.turns(6)
@pytest.mark.parametrize("target", ["pdf-cards", "png", "sheets", "makeplayingcards"])
def test_a_second_export_is_as_from_nothing(target: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(SOURCE, cache, "build", "-o", str(tmp_path / "kit"))
    outputs = []
    for name, kept in (("first", "cache"), ("second", "cache"), ("fresh", "other")):
        run(SOURCE, tmp_path / kept, "export", target, "-o", str(tmp_path / name))
        outputs.append(written(tmp_path / name))
    first, second, fresh = outputs
    assert fresh
    assert not differing(fresh, first)
    assert not differing(fresh, second)


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change to one input of a game, or other options."""

    change: str
    file: str = ""
    swap: tuple[str, str] | None = None
    text: str = ""
    turn: bool = False
    widen: bool = False
    options: list[str] = []

    def __str__(self) -> str:
        """The name that a failed test shows."""
        return self.change

    def make(self, project: Path) -> None:
        """Change the file."""
        path = project / self.file
        if self.text:
            path.write_text(self.text, "utf-8")
        elif self.swap is not None:
            old, new = self.swap
            text = path.read_text("utf-8")
            assert old in text, f"{self.file} has no {old!r}"
            path.write_text(text.replace(old, new, 1), "utf-8")
        elif path.suffix == ".ttf":
            _write_font(path, turned=self.turn, widened=self.widen)
        elif self.turn:
            opened(path).transpose(Image.Transpose.ROTATE_180).save(path)


def _changes() -> list[Change]:
    listed = yaml.safe_load(Path(__file__).with_name("changes.yaml").read_text("utf-8"))
    return msgspec.convert(listed, list[Change])


def _write_font(path: Path, *, turned: bool = False, widened: bool = False) -> None:
    """Write a font of the project's own: another's letters, upside down or farther apart."""
    font = TTFont(ROOT / "templates/fonts/TableRound-Regular.ttf")
    for number in (1, 4, 16):
        font["name"].setName("Ink Hand", number, 3, 1, 0x409)
    if turned:
        for name in font["glyf"].glyphs:
            glyph = font["glyf"][name]
            if glyph.numberOfContours > 0:
                glyph.coordinates.scale((1, -1))
                glyph.coordinates.translate((0, 700))
                glyph.recalcBounds(font["glyf"])
    if widened:
        widths = font["hmtx"].metrics
        widths |= {name: (width + 150, bearing) for name, (width, bearing) in widths.items()}
    path.parent.mkdir(exist_ok=True)
    font.save(path)


def _project(folder: Path) -> Path:
    """A copy of the game with a font of its own."""
    project = shutil.copytree(SOURCE, folder / "project")
    _write_font(project / FONT)
    style = (project / STYLE).read_text("utf-8")
    (project / STYLE).write_text(
        style.replace("card-name: {", "card-name: {family: Ink Hand, weight: 400, bold: 400, "),
        "utf-8",
    )
    return project


@pytest.fixture(scope="session")
def unchanged(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A folder with the game, its cache and its output."""

    def begin(folder: Path) -> None:
        build(_project(folder), folder / "cache", folder / "output")

    return once("paper-unchanged", begin)


@pytest.mark.at_leisure
@pytest.mark.turns(6)
@pytest.mark.parametrize("change", _changes(), ids=str)
def test_a_change_to_one_input_builds_as_from_nothing(
    change: Change, unchanged: Path, tmp_path: Path
) -> None:
    place = shutil.copytree(unchanged, tmp_path / "place")
    before = written(place / "output")
    change.make(place / "project")
    warm = build(place / "project", place / "cache", place / "output", *change.options)
    cold = build(place / "project", tmp_path / "empty", tmp_path / "cold", *change.options)
    # A build removes what an earlier one has left, but not the files of other papers.
    warm = {name: data for name, data in warm.items() if name in cold or name not in before}
    assert not differing(warm, cold)
    assert differing(before, cold), "the change has changed nothing"


ENDS = [
    (name, jobs, moment)
    for name in ("SIGKILL", "SIGINT")
    for jobs in ("1", "2")
    for moment in range(MOMENTS)
]


@pytest.fixture(scope="session")
def whole(made: Callable[[Game], Made]) -> Callable[[Game], tuple[dict[str, bytes], float]]:
    """A build from nothing, and how long it took."""
    kept: dict[Game, tuple[dict[str, bytes], float]] = {}

    def found(game: Game) -> tuple[dict[str, bytes], float]:
        if game not in kept:
            place = made(game).folder / f"whole-{os.getpid()}"
            begun = monotonic()
            files = build(made(game).project, place / "cache", place / "output", *_words(game))
            kept[game] = files, monotonic() - begun
        return kept[game]

    return found


def _words(game: Game) -> list[str]:
    return [game.game, "-l", game.language]


@pytest.mark.at_leisure
@pytest.mark.turns(6)
@pytest.mark.parametrize(
    "game", [game for game in games() if str(game) in {"inkwell-en", "lantern-ar"}], ids=str
)
@pytest.mark.parametrize(("name", "jobs", "moment"), ENDS)
def test_a_build_after_one_that_was_ended_is_as_from_nothing(
    game: Game,
    name: str,
    jobs: str,
    moment: int,
    made: Callable[[Game], Made],
    whole: Callable[[Game], tuple[dict[str, bytes], float]],
    tmp_path: Path,
) -> None:
    cold, seconds = whole(game)
    patience = Random(f"{SEED} {game} {name} {jobs} {moment}").uniform(0.1, 1.0) * seconds
    words = ["build", *_words(game), "--trust-rules", "-o", str(tmp_path / "output"), "-j", jobs]
    process = subprocess.Popen(
        [*CALL, *words],
        cwd=made(game).project,
        env=surroundings(tmp_path / "cache"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    sleep(patience)
    # As Ctrl-C in a terminal does: all processes of the build get it.
    with suppress(ProcessLookupError):
        os.killpg(process.pid, getattr(signal, name))
    process.wait()
    after = build(made(game).project, tmp_path / "cache", tmp_path / "output", *_words(game))
    assert not differing(after, cold), f"after {patience:.2f} of {seconds:.2f} s, SEED={SEED}"
