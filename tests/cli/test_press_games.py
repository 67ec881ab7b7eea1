"""Press sets of the games that ship, as a factory reads them, and beside prints at home."""

import json
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from .press import plates_of
from .press_reader import Wanted, as_printed, as_seen, faults_of_set
from .project import ROOT, run, stand_in

LONGEST = {"match": "pl", "tic-tac-ko": "fr", "tic-tac-match": "fr", "tic-tac-taco": "fr"}
"""The games with the language in which each has the most text."""

SPOTS = frozenset(["CutContour", "Crease"])
DPI = 50
ALIKE = 30.0
"""The mean difference of nets that show the same, of 255: about 20, as home prints have no bleed.

That of the nets of two games is about 70.
"""
COARSE = 20
"""Pixels per inch at which a box is searched for on a page of a kit."""


@pytest.mark.at_leisure
@pytest.mark.turns(8)
@pytest.mark.parametrize(
    ("game", "language"), [(game, one) for game, other in LONGEST.items() for one in ("en", other)]
)
def test_a_factory_would_send_nothing_back(
    game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    about = f"{game} -l {language} --bundled -j 1"
    ran = run(f"export press {about} --icc fogra39 -o set")
    assert (ran.status, ran.err) == (0, "")
    names = "--names {id}-{side}"
    assert run(f"export png {about} --dpi {DPI} --bleed 3mm {names} -o faces").status == 0
    folder = tmp_path / f"set/{game}/{language}/press"
    shown = faces(tmp_path / f"faces/{game}/{language}/png")
    found = faults_of_set(folder, Wanted("x-1a", 300, SPOTS), shown, tmp_path / "plates", DPI)
    assert found == []
    assert run(f"build {about} -p a3 --booklet none -o kit").status == 0
    (kit,) = (tmp_path / "kit").rglob("*-box.pdf")
    (box,) = folder.glob("*-box.pdf")
    assert apart(box, kit, tmp_path) < ALIKE


def faces(folder: Path) -> dict[str, Image.Image]:
    """The faces of an export as pictures, by component and side."""
    listed = json.loads((folder / "manifest.json").read_text("utf-8"))["components"]
    shown = {}
    for one in listed:
        for side in ("front", "back"):
            for name in one.get(f"{side}s", ()):
                with Image.open(folder / name) as face:
                    shown[f"{one['id']}-{side}"] = face.copy()
    return shown


def apart(box: Path, kit: Path, temporary: Path) -> float:
    """How far the net of a set is from that on a page of a kit, where it is most like it.

    It is the mean difference of a channel, of 255.
    """
    (plates,) = plates_of(box, temporary / "box", COARSE).values()
    command = ["pdftoppm", "-r", str(COARSE), str(kit), str(temporary / "kit")]
    subprocess.run(command, check=True)
    net, best = as_seen(plates, box), 255.0
    nets = [net.rotate(angle, expand=True) for angle in (0, 90, 180, 270)]
    for path in temporary.glob("kit-*.ppm"):
        with Image.open(path) as opened:
            page = as_printed(opened, box)
        for turned in nets:
            wide, high = turned.size
            for x in range(page.width - wide + 1):
                for y in range(page.height - high + 1):
                    there = page.crop((x, y, x + wide, y + high))
                    mean = ImageStat.Stat(ImageChops.difference(there, turned)).mean
                    best = min(best, sum(mean) / 3)
    return best
