"""Card Game Simulator and playingcards.io: their files, read as these programs read them."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
from PIL import Image, ImageChops

from .project import run

pytestmark = pytest.mark.at_leisure
TABLETOP = Path(__file__).parent / "tabletop"
HERE = "https://table.example/games"
MAP = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.width + 2 * bleed }}mm"
 height="{{ size.height + 2 * bleed }}mm" viewBox="0 0 {{ extent.width }} {{ extent.height }}">
<rect width="100%" height="100%" fill="#060"/></svg>
"""
LINE = re.compile(r"(?P<copies>\d+) \[(?P<id>[^]]+)\] (?P<name>.+) \((?P<set>[^)]+)\)")


def read_json(path: Path) -> Any:  # noqa: ANN401
    return json.loads(path.read_text("utf-8"))


def same_picture(shown: Image.Image, face: Path) -> bool:
    """Whether a picture shows a face that was cut out, pixel by pixel."""
    with Image.open(face) as wanted:
        same = (shown.mode, shown.size) == ("RGBA", wanted.size)
        return same and ImageChops.difference(shown, wanted).getbbox(alpha_only=False) is None


def loaded_cards(folder: Path, game: Mapping[str, Any]) -> dict[str, tuple[Path, Path]]:
    """The pictures of all cards by the ids that the simulator gives them: front and back.

    A card that names a back is loaded with the back's name behind its own; without one it has the
    game's.
    """
    loaded = {}
    for card in read_json(folder / "AllCards.json"):
        front = folder / "sets" / card["set"] / f"{card['id']}.png"
        assert card["image"] == f"{HERE}/{front.relative_to(folder.parents[2]).as_posix()}"
        for back in card.get("backs", []):
            loaded[f"{card['id']}.{back}"] = front, folder / "backs" / f"{back}.png"
        if not card.get("backs"):
            loaded[card["id"]] = front, folder / "CardBack.png"
    assert game["cardNameIsUnique"] is False
    return loaded


def test_the_card_game_simulator_finds_all_cards_decks_and_pictures(tables: Path) -> None:
    folder = tables / "table/tic-tac-match/en/card-game-simulator"
    faces = tables / "round/tic-tac-match/en/png"
    definitions = read_json(TABLETOP / "card_game.schema.json")["$defs"]
    game = read_json(folder / "cgs.json")
    for name, kind in (("cgs", "game"), ("AllCards", "cards"), ("AllSets", "sets")):
        schema = {"$ref": f"#/$defs/{kind}", "$defs": definitions}
        jsonschema.validate(read_json(folder / f"{name}.json"), schema)
    loaded = loaded_cards(folder, game)
    counted: Counter[str] = Counter()
    for deck in game["gameStartDecks"]:
        text = (folder / "decks" / f"{deck['name']}.txt").read_text("utf-8")
        for line in text.splitlines():
            match = LINE.fullmatch(line)
            assert match is not None, line
            counted[match["id"]] += int(match["copies"])
    assert set(counted) == set(loaded)
    assert counted.total() == 64
    for name, (front, back) in loaded.items():
        own = name.split(".")[0]
        own_back = faces / f"{own}-back.png"
        with Image.open(front) as image:
            assert same_picture(image, faces / f"{own}-front.png"), name
            assert image.width / image.height == game["cardSize"]["x"] / game["cardSize"]["y"]
        with Image.open(back) as image:
            wanted = own_back if own_back.exists() else faces / "back-back.png"
            assert same_picture(image, wanted), name


def test_the_archive_holds_the_game_in_a_folder(tables: Path) -> None:
    folder = tables / "table/tic-tac-match/en/card-game-simulator"
    with ZipFile(folder / "tic-tac-match-en.zip") as archive:
        names = archive.namelist()
        assert {name.split("/")[0] for name in names} == {"tic-tac-match"}
        files = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        left_out = {Path("manifest.json"), Path("tic-tac-match-en.zip")}
        assert {Path(name).relative_to("tic-tac-match") for name in names} == files - left_out
        assert archive.read("tic-tac-match/cgs.json") == (folder / "cgs.json").read_bytes()


def read_room(path: Path) -> tuple[list[dict[str, Any]], dict[str, Image.Image]]:
    with ZipFile(path) as archive:
        widgets = json.loads(archive.read("widgets.json"))
        pictures: dict[str, Image.Image] = {
            f"package://{name}": Image.open(BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name.startswith("userassets/")
        }
    return widgets, pictures


def test_the_room_of_playingcards_io_has_all_cards_with_their_faces(tables: Path) -> None:
    folder = tables / "table/tic-tac-match/en/playingcards-io"
    faces = tables / "round/tic-tac-match/en/png"
    widgets, pictures = read_room(folder / "tic-tac-match-en.pcio")
    jsonschema.validate(widgets, read_json(TABLETOP / "room.schema.json"))
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    decks = {name: widget for name, widget in by_id.items() if widget["type"] == "cardDeck"}
    named = set()
    for deck in decks.values():
        assert by_id[deck["parent"]]["type"] == "cardPile"
        for name, kind in deck["cardTypes"].items():
            own_back = faces / f"{name}-back.png"
            wanted = own_back if own_back.exists() else faces / "back-back.png"
            assert same_picture(pictures[kind["face"]], faces / f"{name}-front.png")
            assert same_picture(pictures[kind["back"]], wanted)
            named |= {kind["face"], kind["back"]}
    assert named == set(pictures)
    cards = [widget for widget in widgets if widget["type"] == "card"]
    assert len(cards) == 64
    for card in cards:
        assert card["cardType"] in decks[card["deck"]]["cardTypes"]
        assert card["parent"] == decks[card["deck"]]["parent"]


def test_the_buttons_of_the_room_deal_as_the_rules_do(tables: Path) -> None:
    path = tables / "table/tic-tac-match/en/playingcards-io/tic-tac-match-en.pcio"
    widgets, _ = read_room(path)
    holders = {widget["id"] for widget in widgets if widget["type"] in ("cardPile", "hand")}
    decks = {widget["id"] for widget in widgets if widget["type"] == "cardDeck"}
    (button,) = (widget for widget in widgets if widget.get("label") == "▶ 2")
    moved = []
    for step in button["clickRoutine"]:
        said = {name: value["value"] for name, value in step["args"].items()}
        assert {*said.get("from", []), *said.get("to", []), *said.get("holders", [])} <= holders
        assert {*said.get("decks", [])} <= decks
        if step["func"] == "MOVE_CARDS_BETWEEN_HOLDERS":
            moved.append((*said["to"], said["quantity"], said["moveFlip"]))
    # The card in the middle has to be certain ones, which players look for themselves.
    assert moved == [("hand", 4, "faceUp")]
    assert "zone-grid.b2" in holders


def test_boards_and_cards_of_other_sizes_have_their_place(city: Path) -> None:
    game = city / "designs/lost-city/game.yaml"
    text = game.read_text("utf-8")
    assert text.count("sheets:") == 1
    (city / "templates/lost-city/map.svg.j2").write_text(MAP)
    texts = city / "locales/en/lost-city.yaml"
    texts.write_text(f"{texts.read_text('utf-8')}  boards:\n    map: Map\n")
    board = "boards: [{id: map, template: map, width: 200mm, height: 100mm}]\n"
    game.write_text(text.replace("sheets:", f"{board}sheets:"))
    ran = run("export card-game-simulator --dpi 40 -j 1")
    assert ran.status == 0, ran.err
    folder = city / "output/lost-city/en/card-game-simulator"
    said = read_json(folder / "cgs.json")
    (caller,) = said["gameBoardCards"]
    assert caller["boards"][0]["size"] == {"x": 7.874, "y": 3.937}
    assert caller["card"] in next((folder / "decks").iterdir()).read_text("utf-8")
    assert (folder / "boards/map.png").is_file()
    ran = run("export playingcards-io --dpi 40 -j 1")
    assert ran.status == 0, ran.err
    widgets, pictures = read_room(city / "output/lost-city/en/playingcards-io/lost-city-en.pcio")
    (lying,) = (widget for widget in widgets if widget["type"] == "board")
    assert pictures[lying["boardImage"]].size[0] > pictures[lying["boardImage"]].size[1]
    assert abs(lying["width"] - 2 * lying["height"]) <= 2


def test_a_card_is_called_by_its_name_and_icons_are_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new reef --from csv").status == 0
    monkeypatch.chdir(tmp_path / "reef")
    table = Path("designs/reef/cards.csv")
    rule = "Look at the top card of the pile. You may discard it."
    changed = table.read_text("utf-8").replace(rule, "Take 1 {icon:cards} and keep it.")
    table.write_text(changed, "utf-8")
    template = Path("templates/reef/picture-card.svg.j2")
    lines = template.read_text("utf-8").splitlines()
    # The name is drawn last.
    (name,) = (line for line in lines if ".name" in line)
    lines.remove(name)
    template.write_text("\n".join([*lines[:-1], name, lines[-1], ""]), "utf-8")
    assert run("export card-game-simulator").status == 0
    (listed,) = Path("output").rglob("AllCards.json")
    card = next(one for one in read_json(listed) if one["id"] == "lighthouse")
    assert card["name"] == "Lighthouse"
    assert "Take 1 cards and keep it." in card["text"].splitlines()
