"""Tabletop Playground, VASSAL, and a running Tabletop Simulator: files and messages, read back."""

import json
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import jsonschema
import pytest
from lupa import LuaRuntime
from PIL import Image, ImageChops

from printnplay.export.tabletop import running

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.at_leisure
SCHEMA = Path(__file__).parent / "tabletop/playground_card.schema.json"
GAME = "tic-tac-match"


@pytest.fixture(scope="module")
def package(tables: Path) -> Path:
    return tables / f"table/{GAME}/en/tabletop-playground/{GAME}-en"


@pytest.fixture(scope="module")
def templates(package: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text("utf-8")) for path in package.glob("Templates/*.json")]


def copies_of(tables: Path) -> Counter[str]:
    """The copies of each card of the game, by id."""
    manifest = json.loads((tables / f"faces/{GAME}/en/png/manifest.json").read_text("utf-8"))
    cards = (one for one in manifest["components"] if one["kind"] != "board")
    return Counter({one["id"]: one["copies"] for one in cards})


def test_templates_are_as_the_schema_says_and_name_textures_that_are_there(
    package: Path, templates: list[dict[str, Any]]
) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    for template in templates:
        jsonschema.validate(template, schema)
        for side in ("FrontTexture", "BackTexture"):
            assert not template[side] or (package / "Textures" / template[side]).is_file()
    assert (
        json.loads((package / "Manifest.json").read_text("utf-8"))["Name"] == "Tic-Tac Match (en)"
    )


def test_each_cell_of_a_deck_is_the_face_of_the_card_that_it_names(
    tables: Path, package: Path, templates: list[dict[str, Any]]
) -> None:
    found = Counter[str]()
    for template in templates:
        with Image.open(package / "Textures" / template["FrontTexture"]) as sheet:
            cells = sheet.convert("RGB")
        columns, rows = template["NumHorizontal"], template["NumVertical"]
        width, height = cells.width // columns, cells.height // rows
        for cell, count in Counter(template["Indices"]).items():
            (name,) = template["CardTags"][str(cell)]
            found[name] += count
            at = cell % columns * width, cell // columns * height
            shown = cells.crop((*at, at[0] + width, at[1] + height))
            with Image.open(tables / f"faces/{GAME}/en/png/{name}-front.png") as wanted:
                assert ImageChops.difference(shown, wanted.convert("RGB")).getbbox() is None, name
    assert found == copies_of(tables)


def pieces(text: str) -> dict[str, str]:
    """The traits of a piece of VASSAL, by their ids, as `AddPiece` and its decorators decode it."""
    command, ids, kinds, states = text.split("/")
    assert (command, ids) == ("+", "null")
    traits = kinds.split("\t")
    assert len(traits) == len(states.split("\t"))
    return {trait.partition(";")[0]: trait for trait in traits}


def slots(module: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, dict[str, str]]]:
    for deck in module.iter("VASSAL.build.module.map.DrawPile"):
        for slot in deck.iter("VASSAL.build.widget.CardSlot"):
            assert slot.text
            yield deck, pieces(slot.text)


def test_a_vassal_module_has_all_cards_their_pictures_and_a_hand_for_each_player(
    tables: Path,
) -> None:
    path = tables / f"table/{GAME}/en/vassal/{GAME}-en.vmod"
    with ZipFile(path) as archive:
        module = ElementTree.fromstring(archive.read("buildFile.xml"))
        about = ElementTree.fromstring(archive.read("moduledata"))
        names = set(archive.namelist())
    assert about.findtext("name") == "Tic-Tac Match (en)"
    found = Counter[str]()
    for deck, piece in slots(module):
        front = piece["piece"].split(";")[3]
        assert f"images/{front}" in names
        found[front.removesuffix(".png")] += 1
        if deck.get("faceDown") == "Always":
            assert f"images/{piece['obs'].split(';')[2]}" in names
    assert found == copies_of(tables)
    players = [entry.text for entry in module.iter("entry")]
    hands = [hand.get("side") for hand in module.iter("VASSAL.build.module.PlayerHand")]
    assert players == hands
    assert len(players) > 1
    for image in (board.get("image") for board in module.iter() if board.get("image")):
        assert f"images/{image}" in names


@pytest.fixture
def simulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Thread, list[bytes]]]:
    """A stand-in for the running program: it ends with its first message, which is in the list."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(running, "PORT", server.getsockname()[1])
        server.settimeout(60)

        def listen() -> None:
            connection, _ = server.accept()
            with connection:
                received.append(b"".join(iter(lambda: connection.recv(1 << 16), b"")))

        thread = Thread(target=listen, daemon=True)
        thread.start()
        yield thread, received
        thread.join(60)


def test_a_table_is_sent_to_the_running_program(
    tables: Path, simulator: tuple[Thread, list[bytes]]
) -> None:
    folder = tables / f"table/{GAME}/en/tabletop-simulator"
    listening, received = simulator
    running.send_table(folder)
    listening.join(60)
    message = json.loads(received[0])
    assert (message["messageID"], message["guid"]) == (3, "-1")
    lua = LuaRuntime()
    spawned: list[str] = []
    lua.globals().note = spawned.append
    lua.globals().decoded = lambda text: lua.table_from(
        {
            "ObjectStates": lua.table_from(
                [lua.table_from({"GUID": one["GUID"]}) for one in json.loads(text)["ObjectStates"]]
            )
        }
    )
    lua.execute("JSON = {decode = decoded}; spawnObjectData = function(o) note(o.data.GUID) end")
    lua.execute(message["script"])
    saved = json.loads((folder / f"{GAME}-en.json").read_text("utf-8"))
    assert spawned == [one["GUID"] for one in saved["ObjectStates"]]


def test_sending_without_the_program_says_what_to_do(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(small, ROOT, monkeypatch)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    monkeypatch.setattr(running, "PORT", port)
    output = tmp_path / "output"
    ran = run(f"export tabletop-simulator --send --dpi 40 -j 1 -o {output}")
    assert ran.status == 1
    assert "PNP570" in ran.err
    assert "the files are written; nothing was sent" in ran.err
    assert [*output.rglob("*.json")]
    refused = run("export png --send")
    assert (refused.status, "--send" in refused.err) == (2, True)
