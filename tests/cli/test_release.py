"""`printnplay export all`: a release, as who uploads it finds it."""

import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from lxml import etree
from PIL import Image

from printnplay.raster.showcase import Room, Shown, Things, picture

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.at_leisure

Once = Callable[[str, Callable[[Path], None]], Path]

SIZES = {
    "social-card": (1200, 630),
    "deck": (1600, 1200),
    "cover": (1260, 1000),
    "square": (1400, 1400),
    "wide": (1920, 1080),
    "banner": (2100, 600),
}


@pytest.fixture(scope="module")
def released(small: Path, once: Once) -> Path:
    """The small game as a release."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(small, ROOT, patch)
            ran = run(f"export all -j 1 -o {folder}")
            assert ran.status == 0, ran.err

    return once("exported-release", make) / "lost-city/release"


def test_every_file_is_in_the_manifest_with_its_sum(released: Path) -> None:
    manifest = json.loads((released / "manifest.json").read_text("utf-8"))
    files = {
        path.relative_to(released).as_posix(): path.read_bytes()
        for path in released.rglob("*")
        if path.is_file()
    }
    assert set(manifest["files"]) == set(files) - {"manifest.json"}
    lines = (released / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: value for value, name in (line.split("  ", 1) for line in lines)}
    assert set(sums) == set(files) - {"manifest.json", "SHA256SUMS"}
    for name, said in manifest["files"].items():
        assert said["sha256"] == sums.get(name, said["sha256"]) == sha256(files[name]).hexdigest()
        assert said["bytes"] == len(files[name])
    assert manifest["languages"] == ["en"]
    assert manifest["title"] == "Lost City"


def test_kits_rulebooks_and_words_are_there(released: Path) -> None:
    names = {path.name for path in (released / "en").iterdir()}
    for name in ("a4-kit.pdf", "letter-kit.pdf", "rulebook.pdf", "rulebook.html", "rulebook.epub"):
        assert f"lost-city-en-{name}" in names
    assert (released / "version.zip").is_file()
    (archive,) = released.glob("lost-city*.zip")
    with ZipFile(archive) as inside:
        held = set(inside.namelist())
    assert {"LICENCE-AND-CREDITS.txt", "lost-city-en-a4-kit.pdf"} <= held
    assert "Lost City" in (released / "en/description.txt").read_text("utf-8")
    guide = (released / "README.txt").read_text("utf-8")
    for place in ("itch.io", "BoardGameGeek", "Kickstarter", "Gamefound"):
        assert place in guide
    for name in ("cover.png", "deck.png", "wide.png", "square.png", "banner.png"):
        assert name in guide
        assert (released / "en/pictures" / name).is_file()


@pytest.mark.parametrize("name", SIZES)
def test_pictures_have_their_size_as_pixels_and_as_drawings(released: Path, name: str) -> None:
    with Image.open(released / "en/pictures" / f"{name}.png") as image:
        assert image.size == SIZES[name]
        assert image.mode == "RGB"
    drawing = etree.parse(released / "en/pictures" / f"{name}.svg").getroot()
    assert (int(drawing.attrib["width"]), int(drawing.attrib["height"])) == SIZES[name]
    ids = [element.attrib["id"] for element in drawing.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert not drawing.xpath(
        "//*[local-name()='image'][starts-with(@*[local-name()='href'],'http')]"
    )


def test_all_cards_are_on_one_picture_that_every_site_takes(released: Path) -> None:
    with Image.open(BytesIO((released / "en/pictures/all-cards.png").read_bytes())) as image:
        assert max(image.size) <= 1900
        colours = image.convert("RGB").getcolors(image.width * image.height)
    assert colours is not None
    assert len(colours) > 10


def test_things_of_any_size_stay_within_their_room() -> None:
    def face(name: str, width: float, height: float) -> Shown:
        outline = f"M0 0H{width}V{height}H0Z"
        return Shown(name, f'<path class="{name}" d="{outline}"/>', width, height, outline)

    panels = {
        "front": face("front", 72, 122),
        "side": face("side", 30, 122),
        "top": face("top", 72, 30),
    }
    cards = [face(f"card{number}", 44, 63) for number in range(3)]
    for boxed in (panels, {}):
        things = Things(cards, None, face("back", 44, 63), boxed, 12)
        ground = face("ground", 240, 126)
        svg = picture(ground, things, Room(120, 0, 120, 126), (1200, 630))
        root = etree.fromstring(svg.encode())
        assert root.get("viewBox") == "0 0 240 126"
        assert svg.count('class="card') == len(cards)
        assert svg.count('class="front"') == len(boxed) // 3
