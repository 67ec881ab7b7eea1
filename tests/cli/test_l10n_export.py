"""What an export tells translators: values, and pictures of where texts are."""

from io import BytesIO
from pathlib import Path

import polib
import pytest
from PIL import Image

from printnplay.build.new import STARTERS

from .project import ROOT, run, stand_in


@pytest.mark.at_leisure
def test_values_stand_beside_placeholders_and_pictures_show_the_places(city: Path) -> None:
    assert run("l10n add fr").status == 0
    ran = run("l10n export fr lost-city --screenshots -o sent")
    assert (ran.status, ran.err) == (0, "")
    entries = polib.pofile("sent/lost-city.fr.po")
    shown = {
        entry.msgctxt: line.removeprefix("Picture: ")
        for entry in entries
        for line in entry.comment.split("\n")
        if line.startswith("Picture: ")
    }
    assert any("\nValue: {" in f"\n{entry.comment}" for entry in entries)
    assert f"{len(shown)} pictures" in ran.out
    assert {"cover.tagline", "rules.turn.title"} <= shown.keys()
    assert len(shown) > len(entries) // 2
    for name in shown.values():
        data = (Path("sent") / name).read_bytes()
        assert len(data) < 60_000
        image = Image.open(BytesIO(data)).convert("RGB")
        assert max(image.size) < 1200
        assert (208, 2, 27) in {colour for _, colour in image.getcolors(1 << 16) or []}
    assert city.is_dir()


@pytest.mark.at_leisure
@pytest.mark.parametrize("starter", STARTERS)
def test_each_starter_goes_to_translators_with_pictures(
    starter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some have no rulebook, some nothing else."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run(f"new demo --from {starter}").status == 0
    monkeypatch.chdir("demo")
    assert run("l10n add de").status == 0
    ran = run("l10n export de demo --screenshots -o sent")
    assert (ran.status, ran.err) == (0, "")
    assert ("Picture: screenshots/" in Path("sent/demo.de.po").read_text("utf-8")) == (
        starter != "dice"  # has pictures only on its faces
    )
