"""Each starter with cards is clean and builds in each named size, upright and landscape."""

import re
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from printnplay.build.new import languages_of
from printnplay.kernel.named_sizes import CARD_SIZES, LANDSCAPE

from .project import ROOT, run, stand_in

STARTERS = ("plain", "csv", "cards", "poker-deck", "tarot", "flashcards")
"""Those whose templates draw cards of any size; the others have a shape of their own."""

SIZES = [
    f"{name}{turn}"
    for name, named in CARD_SIZES.items()
    for turn in ("", LANDSCAPE)
    if not turn or named.size.width != named.size.height
]

CARD = re.compile(r"^card: .*$", re.MULTILINE)


@pytest.mark.sampled(30)
@pytest.mark.parametrize(("starter", "size"), [*product(STARTERS, SIZES)])
def test_a_starter_fits_cards_of_each_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starter: str, size: str
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    languages = languages_of(starter)
    language = languages[SIZES.index(size) % len(languages)]
    assert run(f"new lost-city --from {starter} --language {language}").status == 0
    game = tmp_path / "lost-city/designs/lost-city/game.yaml"
    text, cards = CARD.subn(f"card: {{size: {size}, bleed: 2mm}}", game.read_text("utf-8"))
    assert cards == 1
    game.write_text(text, "utf-8")
    checked = run("check --project lost-city")
    assert (checked.status, checked.err) == (0, "")
    assert checked.out.splitlines()[-1] == "clean"
    built = run("build --project lost-city -o out")
    assert (built.status, built.err) == (0, "")


def test_a_leaflet_with_a_block_taller_than_its_page_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new lost-city --from tarot").status == 0
    outline = tmp_path / "lost-city/designs/lost-city/booklet.yaml"
    outline.write_text(outline.read_text("utf-8").replace("12mm", "40mm"), "utf-8")
    assert "error[PNP5" in run("check --project lost-city").err


@pytest.mark.at_leisure
def test_larger_tiles_have_the_same_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new lost-city --from tiles").status == 0
    game = tmp_path / "lost-city/designs/lost-city/game.yaml"
    for out, dpi in (("usual", 200), ("double", 100)):
        only = f"--only *-bends --dpi {dpi} --bleed 0mm"
        assert run(f"export png --project lost-city -o {out} {only}").status == 0
        text = game.read_text("utf-8")
        game.write_text(text.replace("60mm, height: 52mm", "120mm, height: 104mm"), "utf-8")
    usual, double = (sorted((tmp_path / out).rglob("*.png")) for out in ("usual", "double"))
    assert len(usual) == len(double) > 1
    for one, other in zip(usual, double, strict=True):
        with Image.open(one) as small, Image.open(other) as large:
            difference = ImageChops.difference(small.convert("L"), large.convert("L"))
        assert ImageStat.Stat(difference).mean[0] < 3
