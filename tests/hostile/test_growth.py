"""Twice as much of anything takes twice the steps: calls are counted, which no machine changes."""

import sys
import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from shutil import copytree
from types import FrameType

import pytest
from cli.project import ROOT, run, stand_in
from PIL import Image

from .scene import LEAN

FIRST = 8
"""How much there is at first; then twice and four times as much."""

TEXTS = "locales/en/game.yaml"
STORM = '    storm: {name: "Storm", rule: "Discard all cards."}\n'


def many_cards(project: Path, count: int) -> None:
    """So many different cards, each with texts of its own and a number that is warned of."""
    line = '    storm-{0}: {{name: "Storm {0} of {1}", rule: "Draw 2 cards of {0} of {1}."}}\n'
    write(project / TEXTS, STORM, "".join(line.format(number, count) for number in range(count)))
    axes = ", ".join(f'"{number}"' for number in range(count))
    write(
        project / "designs/game/cards.yaml",
        "id: storm,",
        f'id: "storm-{{n}}", axes: {{n: [{axes}]}},',
    )


def many_texts(project: Path, count: int) -> None:
    """So many texts that are printed nowhere, which is a fault of each."""
    # What a text of another size of project says is known by then, and would cost less here.
    more = "".join(
        f'    odd-{number}: {{name: "Text {number} of {count}"}}\n' for number in range(count)
    )
    write(project / TEXTS, STORM, STORM + more)


def write(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The smallest project."""
    root = tmp_path_factory.mktemp("growing")
    with pytest.MonkeyPatch.context() as monkeypatch:
        stand_in(root, ROOT, monkeypatch)
        assert run("new game").status == 0
        copytree(LEAN, root / "game", dirs_exist_ok=True)
        monkeypatch.chdir(root / "game")
        assert run("check").status == 0
    return root / "game"


def steps(sound: Path, tmp_path: Path, grow: Callable[[Path, int], None], count: int) -> int:
    """The calls of functions, our own and of libraries, that a check takes."""
    project = tmp_path / str(count)
    copytree(sound, project)
    grow(project, count)
    counted = 0

    def step(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        del frame, argument
        counted += event in ("call", "c_call")

    with pytest.MonkeyPatch.context() as monkeypatch:
        stand_in(project, ROOT, monkeypatch)
        before = sys.getprofile()
        sys.setprofile(step)
        try:
            ran = run("check --format json")
        finally:
            sys.setprofile(before)
    assert ran.status in (0, 1)
    assert f"-{count - 1}.name`" in ran.out or grow is many_cards
    return counted


@pytest.mark.at_leisure
@pytest.mark.parametrize("grow", [many_cards, many_texts])
def test_twice_as_much_takes_twice_the_steps(
    sound: Path, tmp_path: Path, grow: Callable[[Path, int], None]
) -> None:
    steps(sound, tmp_path, grow, FIRST - 1)  # what is worked out once is worked out now
    first, double, fourfold = (steps(sound, tmp_path, grow, FIRST * times) for times in (1, 2, 4))
    assert first < double < fourfold
    # What does not grow is the same in all three.
    assert fourfold - double <= 2.3 * (double - first)


PHOTOS, PHOTO_BYTES = 12, 3_000_000


@pytest.mark.at_leisure
def test_photographs_are_not_held_in_memory(sound: Path, tmp_path: Path) -> None:
    project = tmp_path / "game"
    copytree(sound, project)
    many_cards(project, PHOTOS)
    art = project / "designs/game/art"
    art.mkdir()
    for number in range(PHOTOS):
        # As large as a photograph, and quicker to make.
        photo = BytesIO()
        Image.new("RGB", (600, 800), (5 * number, 99, 99)).save(photo, "JPEG")
        content = photo.getvalue().ljust(PHOTO_BYTES, b"\0")
        (art / f"storm-{number}.jpg").write_bytes(content)
    card = project / "templates/game/card.svg.j2"
    write(card, "</svg>", '<image href="art/{{ card.id }}.jpg" width="60" height="80"/></svg>')
    with pytest.MonkeyPatch.context() as monkeypatch:
        stand_in(project, ROOT, monkeypatch)
        tracemalloc.start()
        try:
            ran = run("build")
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert ran.status == 0, ran.err
    kit = project / "output/game/en/game-en-a4-kit.pdf"
    assert kit.stat().st_size > PHOTOS * PHOTO_BYTES
    assert peak < PHOTOS * PHOTO_BYTES
