"""Stamps on prototypes: a line with version, number and hash on the front of each card."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path

import pypdfium2
import pytest
from msgspec.structs import replace
from PIL import Image

from printnplay.build.jobs import build
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, open_game
from printnplay.edition.request import BuildRequest, Progress
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Um, mm
from printnplay.kernel.luminance import READABLE, contrast
from printnplay.kernel.shapes import SAFE, Knife
from printnplay.svg.cut_paths import shape_of

from .project import run, tree

pytestmark = pytest.mark.sampled(3)

VERSION = 'version: "1.2"\n'
STAMPED = f"{VERSION}stamp: corner\n"
LINE = re.compile(r"v1\.2 · ([1-7])/7 · ([0-9a-f]{4})")
_PLATE = re.compile(
    r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="0.5"'
    r' fill="(#\w+)"/><text'
)
_TYPE = re.compile(r'font-size="([\d.]+)" fill="(#\w+)">([^<]*)</tspan></text></svg>$')


def with_keys(project: Path, keys: str, *changes: tuple[str, str]) -> None:
    """Add keys to the game, and make changes to its keys."""
    path = project / "designs/lost-city/game.yaml"
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text + keys, "utf-8")


def edition(project: Path) -> Edition:
    problems = Problems()
    loaded = open_game(Catalog(project), "lost-city", ("en",), problems)
    assert isinstance(loaded, LoadedGame), problems.found
    return Edition(loaded, "en", problems)


def lines(made: Edition) -> Iterator[tuple[str, str]]:
    """The id of each card, and the words of its stamp."""
    for card in made.game.cards:
        face = made.face(card)
        assert face is not None
        found = _TYPE.search(face.svg)
        yield card.id, found[3] if found else ""


def hashes(made: Edition) -> dict[str, str]:
    return {card.id: made.hash_of(card) for card in made.game.cards}


def printed(path: Path) -> str:
    """Return the words of a kit but of its first page, which shows some of the cards once more."""
    pages = list(pypdfium2.PdfDocument(path))[1:]
    return "\n".join(page.get_textpage().get_text_bounded() for page in pages)


def test_each_front_in_a_kit_has_its_line_and_the_manifest_its_hash(city: Path) -> None:
    with_keys(city, STAMPED)
    assert run("build -p a4").status == 0
    found = LINE.findall(printed(city / "output/lost-city/en/lost-city-en-a4-kit.pdf"))
    assert len(found) == 26, "each copy has one, no back has"
    of_numbers = dict(found)
    assert len(of_numbers) == 7
    assert run("export png --dpi 60 --trim -j 1").status == 0
    manifest = json.loads((city / "output/lost-city/en/png/manifest.json").read_text("utf-8"))
    assert manifest["version"] == "1.2"
    # A face has one hash, whatever the bleed of the export.
    assert [one["hash"] for one in manifest["components"]] == [
        of_numbers[str(number)] for number in range(1, 8)
    ]
    # The rulebook shows cards as they are, without stamps.
    assert not LINE.search(printed(city / "output/lost-city/en/lost-city-en-rulebook.pdf"))


def test_a_hash_changes_with_its_face_alone(city: Path) -> None:
    with_keys(city, STAMPED)
    before = hashes(edition(city))
    assert before == hashes(edition(city))
    texts = city / "locales/en/lost-city.yaml"
    text = texts.read_text("utf-8")
    texts.write_text(text.replace("Discard all cards", "Discard the cards"), "utf-8")
    after = hashes(edition(city))
    assert {card for card in before if before[card] != after[card]} == {"storm"}
    # The stamp itself is no part of the face.
    with_keys(city, "", ("stamp: corner", "stamp: {at: top-left, text: '{id} {hash}'}"))
    with_keys(city, "", ('"1.2"', '"1.3"'))
    assert hashes(edition(city)) == after
    assert dict(lines(edition(city)))["storm"] == f"storm {after['storm']}"


@pytest.mark.parametrize("bleed", [mm(0), mm(2), mm(3)])
def test_a_hash_is_the_same_at_any_bleed_also_in_a_group_with_its_own(
    bleed: Um, city: Path
) -> None:
    with_keys(city, STAMPED, ("backs: yes", "backs: yes, bleed: 3mm"))
    made = edition(city)
    assert {made.game.bleed_of(group) for group in made.game.groups} == {mm(3)}
    other = replace(made.loaded, game=made.game.with_bleed(bleed))
    assert hashes(Edition(other, "en", Problems())) == hashes(made)


def test_a_game_without_a_version_says_number_and_hash(city: Path) -> None:
    with_keys(city, "stamp: bottom-left\n")
    assert all(re.fullmatch(r"\d/7 · [0-9a-f]{4}", line) for _, line in lines(edition(city)))


def test_builds_are_the_same_from_a_warm_cache_and_follow_the_stamp(city: Path) -> None:
    with_keys(city, STAMPED)
    assert run("build -p a4 -o first").status == 0
    assert run("build -p a4 -o second").status == 0
    first, second = tree(city / "first"), tree(city / "second")
    kit = "lost-city/en/lost-city-en-a4-kit.pdf"
    assert first[kit] == second[kit]
    with_keys(city, "", ("stamp: corner", "stamp: {text: 'new {hash}'}"))
    assert run("build -p a4 -o first").status == 0
    found = printed(city / "first" / kit)
    assert len(re.findall("new [0-9a-f]{4}", found)) == 26
    assert not LINE.search(found)


@pytest.mark.parametrize(
    ("corner", "shape"),
    [
        *product(("bottom-right", "bottom-left", "top-right", "top-left"), ("rectangle", "hex")),
        ("corner", "circle"),
        ("top-left", "rounded"),
        ("corner", "path, path: M0 0 H63.5 V50 L40 88.9 H20 L0 50 Z"),
    ],
)
def test_a_stamp_is_legible_and_within_the_safe_zone(city: Path, corner: str, shape: str) -> None:
    size = "{width: 63.5mm, height: 88.9mm, bleed: 2mm"
    height = "63.5mm" if shape == "circle" else "88.9mm"
    cut = f"{{width: 63.5mm, height: {height}, bleed: 2mm, shape: {shape}"
    with_keys(city, f"{VERSION}stamp: {corner}\n", (size, cut))
    made = edition(city)
    card = made.game.cards[0]
    face = made.face(card)
    assert face is not None, made.problems.found
    plate, letters = _PLATE.search(face.svg), _TYPE.search(face.svg)
    assert plate
    assert letters
    x, y, width, height_ = (float(plate[number]) * 1000 for number in range(1, 5))
    knife = Knife(shape_of(made.game.cut).outline(face.size).flattened())
    for across, down in product((x, x + width), (y, y + height_)):
        assert knife.depth((across, down)) >= SAFE * 0.99
    if shape == "rectangle":
        middle = (x + width / 2 < face.size.width / 2, y < face.size.height / 2)
        assert middle == ("left" in corner, "top" in corner)
    assert float(letters[1]) >= 4.5 * 25.4 / 72 - 0.001
    assert contrast(letters[2], plate[5]) >= READABLE


BLANK = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm" '
    'height="{{ extent.height }}mm" viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} '
    '{{ extent.height }}"/>'
)
"""A template that can be drawn on a card of any size."""


def test_a_card_without_room_is_reported_and_printed_without(city: Path) -> None:
    with_keys(
        city, f"{VERSION}stamp: corner\n", ("{width: 63.5mm, height: 88.9mm,", "{size: mini,")
    )
    made = edition(city)
    assert all(LINE.fullmatch(line) for _, line in lines(made))
    with_keys(city, "", ("stamp: corner", f"stamp: {{text: '{{version}} {'long ' * 40}'}}"))
    made = edition(city)
    assert [line for _, line in lines(made)] == [made.hash_of(card) for card in made.game.cards]
    with_keys(city, "", ("{size: mini,", "{width: 9mm, height: 20mm,"))
    (number,) = city.glob("templates/*/number.svg.j2")
    number.write_text(BLANK, "utf-8")
    made = edition(city)
    for card in made.game.cards:
        made.face(card)
    found = [fault for fault in made.problems.found if fault.code.id == "PNP660"]
    assert found
    assert "has no room for the stamp" in found[0].message


def test_releases_and_orders_leave_a_stamp_out_if_the_game_says_so(city: Path) -> None:
    with_keys(city, f"{VERSION}stamp: {{releases: no}}\n")
    assert run("build -p a4").status == 0
    kit = city / "output/lost-city/en/lost-city-en-a4-kit.pdf"
    assert LINE.search(printed(kit))
    request = BuildRequest(
        city, (), (), ("a4",), city / "output", release=True, jobs=1, trust_rules=True
    )
    build(request, Progress())
    assert not LINE.search(printed(kit))
    assert run("build -p a4").status == 0, "and another build has it again"
    assert LINE.search(printed(kit))


def pixels(content: bytes) -> bytes:
    """What is printed of a picture, without what its file says of the version."""
    return Image.open(BytesIO(content)).convert("RGB").tobytes()


@pytest.mark.at_leisure
def test_an_order_has_the_stamp_or_not_as_the_game_says(city: Path) -> None:
    def ordered() -> dict[str, bytes]:
        assert run("export makeplayingcards --dpi 300 -l en -j 1").status == 0
        files = tree(city / "output/lost-city/en/makeplayingcards")
        return {name: pixels(content) for name, content in files.items() if name.endswith(".png")}

    bare = ordered()
    with_keys(city, f"{VERSION}stamp: {{releases: no}}\n")
    assert ordered() == bare
    with_keys(city, "", ("{releases: no}", "{releases: yes}"))
    stamped = ordered()
    assert stamped.keys() == bare.keys()
    assert sum(stamped[name] != bare[name] for name in bare) >= 7
