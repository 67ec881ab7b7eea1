"""The pictures of the reference show what is printed: `pytest --update` takes them anew."""

import re
from pathlib import Path

import pytest
from make_reference import PAGES, blocks
from PIL import Image, ImageChops, ImageStat
from preset_pictures import FOLDER, file_of, presets
from reference_pictures import PICTURES, pictures

from printnplay.faces.vocabulary import FUNCTIONS
from printnplay.loading.blocks.nested import BLOCK

ALIKE = 2.0
"""Of 255: how much the pixels of a picture may differ, as font rasterisers do."""


def test_every_function_and_block_has_a_picture() -> None:
    # `editions` chooses blocks, and draws nothing itself.
    kinds = {next(iter(record.keys)) for record in BLOCK.records} - {"editions"}
    assert set(blocks()) == kinds
    functions = {f"function-{function.name.replace('_', '-')}" for function in FUNCTIONS}
    wanted = functions | {f"block-{kind}" for kind in kinds}
    assert {path.stem for path in PICTURES.glob("*.png")} == wanted


@pytest.mark.at_leisure
def test_the_pictures_show_what_is_printed(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    made = dict(pictures(tmp_path))
    for name, picture in made.items():
        path = PICTURES / f"{name}.png"
        if request.config.getoption("--update") and not is_alike(path, picture):
            picture.save(path, optimize=True)
        assert is_alike(path, picture), name
    assert {path.stem for path in PICTURES.glob("*.png")} == set(made)


def test_every_preset_has_a_picture_and_a_source(request: pytest.FixtureRequest) -> None:
    """Each shows what the preset says now, and is on the page with the source of its figures."""
    folder, page = PAGES / FOLDER, (PAGES / "presets.md").read_text("utf-8")
    drawn: dict[str, str] = {}
    for kind, some in presets().items():
        assert some, kind
        for preset in some:
            name = file_of(kind, preset)
            drawn[name] = preset.svg
            (cell,) = re.findall(rf"\({FOLDER}/{re.escape(name)}\)([^|]*)", page)
            assert preset.sources, name
            for source in preset.sources:
                assert source.startswith("https://"), name
                assert source in cell, name
    if request.config.getoption("--update"):
        for path in folder.glob("*.svg"):
            path.unlink()
        for name, svg in drawn.items():
            (folder / name).write_text(svg, encoding="utf-8")
    assert {path.name: path.read_text("utf-8") for path in folder.glob("*.svg")} == drawn


def is_alike(path: Path, picture: Image.Image) -> bool:
    """Whether a file holds this picture, but for what rasterisers of fonts differ by."""
    if not path.exists():
        return False
    with Image.open(path) as kept:
        if kept.size != picture.size:
            return False
        difference = ImageChops.difference(kept.convert("L"), picture.convert("L"))
    return ImageStat.Stat(difference).mean[0] < ALIKE
