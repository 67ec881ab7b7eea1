"""Texts of tables in JSON and YAML, changed on the page and by an editor."""

from __future__ import annotations

from pathlib import Path

import pytest

from printnplay.files.catalog import Catalog
from printnplay.preview.answers import about_text
from printnplay.preview.edits import NotWrittenError, write_text
from printnplay.preview.live import LiveGame

from .conftest import GAME

RULE = "cards.deed-3.rule"
SAID = "Look at the top card."
JSON = """[
  {"id": "deed-1", "name": "Open the gate", "rule": "Take one card."},
  {"id": "deed-2", "copies": 2, "name": "Bar, the door", "rule": "Say \\"no\\"."},
  {"id": "deed-3", "name": "Watch", "rule": "Look at the top card."}
]
"""
YAML = """deed-1: {name: Open the gate, rule: Take one card.}
deed-2: {copies: 2, name: "Bar, the door", rule: "Say \\"no\\"."}
# The third one.
deed-3:
  name: Watch
  rule: Look at the top card.
"""


@pytest.fixture(params=["deeds.json", "deeds.yaml"])
def table(request: pytest.FixtureRequest, city: Path) -> Path:
    """The game with its table in another format."""
    folder = city / "designs" / GAME
    (folder / "deeds.csv").unlink()
    cards = folder / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("deeds.csv", request.param), "utf-8")
    path = folder / str(request.param)
    path.write_text(JSON if path.suffix == ".json" else YAML, "utf-8")
    return path


@pytest.fixture
def live(table: Path, city: Path) -> LiveGame:
    assert table.exists()
    return LiveGame(Catalog(city), GAME, ["en"])


def write(live: LiveGame, key: str, before: str, after: str) -> None:
    write_text(live, "en", key, {"other": after}, {"other": before})


@pytest.mark.parametrize("text", ["Nod.", 'Say "yes": {now}, # 1.', "Nod.\nThen wait.", "Größe 😀"])
def test_a_text_is_written_into_its_value(text: str, live: LiveGame, table: Path) -> None:
    before = table.read_text("utf-8")
    write(live, RULE, SAID, text)
    live.update([table])
    about = about_text(live, "en", RULE)
    assert about is not None
    assert (about["forms"], about["editable"]) == ({"other": text}, True)
    write(live, RULE, text, SAID)
    assert table.read_text("utf-8").replace('"', "") == before.replace('"', "")


def test_an_emptied_text_can_be_filled_again(live: LiveGame, table: Path) -> None:
    write(live, RULE, SAID, "")
    live.update([table])
    assert about_text(live, "en", RULE) is not None
    write(live, RULE, "", "Nod.")
    assert "Nod." in table.read_text("utf-8")


def test_a_list_of_texts_is_not_written(live: LiveGame, table: Path) -> None:
    text, said = table.read_text("utf-8"), f'"{SAID}"' if table.suffix == ".json" else SAID
    listed = text.replace(said, f'["{SAID}", "Nod."]')
    table.write_text(listed, "utf-8")
    live.update([table])
    with pytest.raises(NotWrittenError, match="has no place for this text"):
        write(live, RULE, f"{SAID}, Nod.", "Wait.")
    assert table.read_text("utf-8") == listed


def test_a_table_with_a_fault_is_not_written(live: LiveGame, table: Path) -> None:
    broken = table.read_text("utf-8").replace("2", "many", 3)
    table.write_text(broken, "utf-8")
    with pytest.raises(NotWrittenError, match="correct it first"):
        write(live, RULE, SAID, "Wait.")
    assert table.read_text("utf-8") == broken


def test_a_changed_value_changes_its_card_alone(live: LiveGame, table: Path) -> None:
    assert live.face("en", "card/deed-3") is not None
    table.write_text(table.read_text("utf-8").replace("Watch", "Wait"), "utf-8")
    update = live.update([table])
    assert (update.everything, update.faces["en"]) == (False, frozenset({"card/deed-3"}))


def test_a_text_of_a_joined_table_is_written_there(live: LiveGame, table: Path) -> None:
    cards = table.with_name("cards.yaml")
    joined = f"rows: {table.name}, join: {{table: hints.csv, on: name, key: of, prefix: hint}}"
    text = cards.read_text("utf-8").replace(f"rows: {table.name}", joined)
    cards.write_text(text.replace("hint}", "hint}, texts: [name, rule, hint_rule]"), "utf-8")
    hints = table.with_name("hints.csv")
    rows = 'of,rule\nOpen the gate,\n"Bar, the door",\nWatch,Wait.\n'
    hints.write_text(rows, "utf-8")
    live.update([cards])
    assert live.face("en", "card/deed-3") is not None
    write(live, "cards.deed-3.hint_rule", "Wait.", "Nod.")
    assert hints.read_text("utf-8") == rows.replace("Wait.", "Nod.")
    assert not live.update([hints]).everything
