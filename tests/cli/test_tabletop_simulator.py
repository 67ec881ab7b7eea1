"""`printnplay export tabletop-simulator`, read by a schema and played by a Lua interpreter."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from lupa import LuaRuntime
from PIL import Image, ImageChops

from printnplay.files.seals import sealed_text

from .project import run

pytestmark = pytest.mark.at_leisure

TABLETOP = Path(__file__).parent / "tabletop"
HERE = "https://table.example/games"


def folder_of(tables: Path, language: str = "en") -> Path:
    return tables / "table/tic-tac-match" / language / "tabletop-simulator"


def saved(tables: Path, language: str = "en") -> dict[str, Any]:
    path = folder_of(tables, language) / f"tic-tac-match-{language}.json"
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


def objects(found: list[Any]) -> Iterator[Any]:
    for thing in found:
        yield thing
        yield from objects(thing.get("ContainedObjects", []))
        yield from objects(list(thing.get("States", {}).values()))


def test_saved_objects_are_as_the_schema_says_and_name_files_that_are_there(tables: Path) -> None:
    schema = json.loads((TABLETOP / "saved_object.schema.json").read_text("utf-8"))
    jsonschema.validate(saved(tables), schema)
    addresses = set()
    for thing in objects(saved(tables)["ObjectStates"]):
        for sheet in thing.get("CustomDeck", {}).values():
            addresses |= {sheet["FaceURL"], sheet["BackURL"]}
        addresses |= {thing["CustomPDF"]["PDFUrl"]} if "CustomPDF" in thing else set()
    assert len(addresses) == 10
    for address in addresses:
        assert (tables / "table" / address.removeprefix(f"{HERE}/")).is_file(), address


def test_each_card_is_the_cell_that_shows_its_face_and_back(tables: Path) -> None:
    faces = tables / "faces/tic-tac-match/en/png"
    found = Counter[str]()
    for thing in objects(saved(tables)["ObjectStates"]):
        if thing["Name"] != "Card" or "/en/" not in json.dumps(thing["CustomDeck"]):
            continue
        name = thing["GMNotes"]
        found[name] += 1
        if found[name] > 1:
            continue
        number, cell = divmod(thing["CardID"], 100)
        sheet = thing["CustomDeck"][str(number)]
        row, column = divmod(cell, sheet["NumWidth"])
        back = f"{name}-back.png" if sheet["UniqueBack"] else "back-back.png"
        for url, face, whole in (
            (sheet["FaceURL"], f"{name}-front.png", False),
            (sheet["BackURL"], back, not sheet["UniqueBack"]),
        ):
            with (
                Image.open(folder_of(tables) / url.rsplit("/", 1)[1]) as cells,
                Image.open(faces / face) as wanted,
            ):
                width, height = wanted.size
                left, top = (0, 0) if whole else (column * width, row * height)
                cut = cells.crop((left, top, left + width, top + height))
                assert ImageChops.difference(cut, wanted.convert("RGB")).getbbox() is None, face
    assert found.total() == 64
    assert found["x-blue"] == 6


def test_cards_are_found_by_their_texts_and_are_there_in_both_languages(tables: Path) -> None:
    cards = {
        thing["GMNotes"]: thing
        for deck in saved(tables)["ObjectStates"]
        for thing in deck.get("ContainedObjects", [])
    }
    assert cards["flip"]["Nickname"] == "Flip"
    assert "turns their ID card over" in cards["flip"]["Description"]
    german = cards["flip"]["States"]["2"]
    assert german["Description"] != cards["flip"]["Description"]
    assert "/de/" in json.dumps(german["CustomDeck"])
    assert saved(tables, "de")["ObjectStates"][0]["Nickname"]


def test_the_script_sets_the_table_up_as_the_rules_do(tables: Path) -> None:
    table = saved(tables)
    lua = LuaRuntime()
    lua.execute((TABLETOP / "table.lua").read_text("utf-8"))
    decks = [thing for thing in table["ObjectStates"] if thing["Name"] == "DeckCustom"]
    for deck in decks:
        ids = [card["GMNotes"] for card in deck["ContainedObjects"]]
        lua.globals().addStack(deck["GUID"], "Deck", lua.table_from(ids))
    (script,) = (
        thing["LuaScript"] for thing in table["ObjectStates"] if thing["Name"] == "Notecard"
    )
    lua.execute(script)
    lua.globals().onLoad()
    assert set(lua.globals().buttons) == {"2", "4"}
    assert len(lua.globals().snaps) == len(table["SnapPoints"]) == 9
    lua.globals().press("2")
    placed = list(lua.globals().placed.values())
    (centre,) = (card for card in placed if (card["x"], card["z"], card["up"]) == (0, 0, True))
    assert centre["card"][:2] in ("x-", "o-")
    # Who sits takes the first seat; the white chair is next.
    assert Counter(card["x"] for card in placed if card is not centre) == {200: 4, 100: 4}
    assert lua.globals().inStack(decks[0]["GUID"]) == 60 - 9


def test_cards_keep_their_cells_when_others_are_added(city: Path) -> None:
    assert run("export tabletop-simulator --dpi 40 -j 1").status == 0
    folder = city / "output/lost-city/en/tabletop-simulator"
    before = json.loads((folder / "manifest.json").read_text("utf-8"))
    (name,) = before["cells"]
    ids = before["cells"][name]
    kept = {**before, "cells": {name: [*ids[1:], "gone", ids[0]]}}
    (folder / "manifest.json").write_text(sealed_text(json.dumps(kept)), "utf-8")
    sheets = city / "output/lost-city/en/sheets"
    assert run("export sheets --dpi 40 -j 1").status == 0
    (sheet,) = json.loads((sheets / "manifest.json").read_text("utf-8"))["sheets"]
    assert [card["id"] for card in sheet["cards"]] == ids
    with Image.open(sheets / sheet["file"]) as image:
        cell = sheet["cell"]
        sides = (sheet["columns"] * cell["width"], sheet["rows"] * cell["height"])
        assert image.size == sides
    ran = run("export tabletop-simulator --dpi 40 -j 1")
    after = json.loads((folder / "manifest.json").read_text("utf-8"))["cells"][name]
    assert after == [*ids[1:], "", ids[0]]
    assert "PNP022" in ran.err
    assert "--base-url" in ran.err
