"""What services make besides cards: boards, pads and booklets; and what is left out."""

from datetime import date
from pathlib import Path

import pytest
import yaml
from PIL import Image

from printnplay.edition.request import Progress
from printnplay.export.job import ExportRequest
from printnplay.export.run import export
from printnplay.files.catalog import SERVICES
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.services import load_service

from . import makers

SHAPES = {
    "hex": {"width": "2.5in", "height": "2.25in", "shape": "hex"},
    "small-hex": {"width": "40mm", "height": "46mm", "shape": "hex"},
    "pad": {"width": "3.5in", "height": "5.5in"},
    "die": {"width": "20mm", "height": "20mm"},
    "standee": {"width": "40mm", "height": "80mm"},
}
KINDS = {"pad": "score-sheets", "standee": "standees"}
BOOKLET = """\
page: {width: 2.5in, height: 3.5in}
sections:
  - id: story
    blocks: [{paragraph: rules.story.text}]
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A game with components of other shapes and kinds, two boards, and a rulebook."""
    folder = tmp_path / "project"
    makers.plant(folder, [{"id": name, "card": size} for name, size in SHAPES.items()])
    path = folder / "designs/planted/game.yaml"
    game = yaml.safe_load(path.read_text("utf-8"))
    for sheet in game["sheets"]:
        if sheet["id"] in KINDS:
            sheet["component"] = KINDS[sheet["id"]]
    game["boards"] = [
        {"id": "small", "template": "sound", "width": "4in", "height": "4in"},
        {"id": "odd", "template": "sound", "width": "100mm", "height": "100mm"},
    ]
    path.write_text(yaml.safe_dump(game), "utf-8")
    texts = folder / "locales/en/planted.yaml"
    told = yaml.safe_load(texts.read_text("utf-8"))
    told["en"]["boards"] = {"small": "Small", "odd": "Odd"}
    told["en"]["rules"] = {"story": {"title": "A story", "text": "Once."}}
    texts.write_text(yaml.safe_dump(told), "utf-8")
    (folder / "designs/planted/booklet.yaml").write_text(BOOKLET, "utf-8")
    for name in ("cover", "cover-back"):
        drawn = f"{makers.ROOT}{makers.GROUND}</svg>"
        (folder / f"templates/planted/{name}.svg.j2").write_text(drawn, "utf-8")
    return folder


@pytest.mark.at_leisure
def test_the_game_crafter_makes_boards_pads_and_booklets(project: Path, tmp_path: Path) -> None:
    request = ExportRequest(project, "thegamecrafter", (), (), tmp_path / "out", jobs=1)
    done = export(request, Progress())
    told = {fault.message: fault.label for fault in done.problems}
    left_out = "the export for The Game Crafter has no product for {}: left out"
    assert told == {
        left_out.format("`hex` cards of 40 x 46 mm"): "the nearest is Medium Hex Tile,"
        " 63.5 x 57.15 mm",
        left_out.format("cards of 20 x 20 mm"): "the nearest is Micro Deck, 31.75 x 44.45 mm",
        left_out.format("standees of 40 x 80 mm"): "The Game Crafter makes standees, but not from"
        " the files of this export",
        left_out.format("boards of 100 x 100 mm"): "the nearest is Small Square Board,"
        " 101.6 x 101.6 mm",
    }
    folder = tmp_path / "out/planted/en/thegamecrafter"
    sizes = {
        "small-square-board/fronts/*.png": (1275, 1275),
        "small-score-pad/fronts/*.png": (1125, 1725),
        "medium-hex-tile/fronts/*.png": (825, 750),
        "rulebook/*.png": (825, 1125),
    }
    for pattern, size in sizes.items():
        files = sorted(folder.glob(pattern))
        assert len(files) == (4 if "rulebook" in pattern else 1), pattern
        for file in files:
            with Image.open(file) as picture:
                assert (picture.size, picture.info["dpi"][0]) == (size, pytest.approx(300, abs=1))
    order = (folder / "order.txt").read_text("utf-8")
    assert "Small Booklet, 63.5 x 88.9 mm: 4 pages" in order
    assert "board odd, 100 x 100 mm, 1 x" in order
    assert "board small" not in order.partition("Not among the files")[2]


@pytest.mark.at_leisure
@pytest.mark.turns(2)
@pytest.mark.parametrize(
    ("service", "told"),
    [
        ("makeplayingcards", {"none of its products here is a `hex`"}),
        (
            "printplaygames",
            {
                "the nearest is Hex tiles, 63.5 x 57.15 mm",
                "the nearest is 5.5 x 8.5 in rule booklet, 139.7 x 215.9 mm",
            },
        ),
    ],
)
def test_what_is_left_out_is_reported_with_the_nearest_of_its_shape(
    service: str, told: set[str], project: Path, tmp_path: Path
) -> None:
    request = ExportRequest(project, service, (), (), tmp_path / "out", jobs=1)
    done = export(request, Progress())
    about = ("40 x 46", "rulebook")
    assert {
        one.label for one in done.problems if any(word in one.message for word in about)
    } == told
    folder = tmp_path / "out/planted/en" / service
    assert not [*folder.glob("*rulebook*")]
    order = (folder / "order.txt").read_text("utf-8")
    assert ("rulebook, 63.5 x 88.9 mm, 4 pages" in order) is (len(told) == 2)


def test_eight_services_at_least_say_where_their_figures_are_from() -> None:
    services = [load_service(path, Problems()) for path in SERVICES.glob("*.yaml")]
    assert len(services) >= 8
    for service in services:
        assert service is not None
        assert service.sources, service.id
        for source in service.sources:
            assert source.url.startswith("https://")
            date.fromisoformat(source.date)
