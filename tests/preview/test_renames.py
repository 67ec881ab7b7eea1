"""An id that changes in the table changes in the files that name the card, and nowhere else."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from .conftest import GAME
from .test_fields import wait_until
from .test_table import OURS, table_of

CSV, CARDS = Path("designs/city/deeds.csv"), Path("designs/city/cards.yaml")
BOOKLET, GAME_FILE = Path("designs/city/booklet.yaml"), Path("designs/city/game.yaml")
TEXTS, GERMAN = Path("locales/en/city.yaml"), Path("locales/de/city.yaml")
TEMPLATE = Path("templates/city/card.svg.j2")
ALL = (CSV, CARDS, BOOKLET, GAME_FILE, TEXTS, GERMAN, TEMPLATE)


@pytest.fixture
def named(page: TestClient) -> TestClient:
    """A game whose files name the card `deed-1`, and `deed-10`."""
    new = "    blocks:\n      # the deed-1 of old\n      - card: deed-1\n"
    BOOKLET.write_text(BOOKLET.read_text("utf-8").replace("    blocks:\n", new, 1), "utf-8")
    with GAME_FILE.open("a", encoding="utf-8") as game:
        game.write("setup: [{deal: 1, to: row, cards: [deed-2, 'deed-1']}]\n")
    with TEXTS.open("a", encoding="utf-8") as texts:
        texts.write('  more: "{count.deed-1} of {count.deed-10} deed-1"\n')
    GERMAN.parent.mkdir(parents=True)
    GERMAN.write_text("de:\n  cards:\n    deed-1: {name: Tor, more: 'deed-1'} # deed-1\n", "utf-8")
    return page


def rename(page: TestClient, row: int, to: str) -> dict[str, Any]:
    edit = {"do": "set", "cells": [{"row": row, "column": 0, "text": to}]}
    tag = table_of(page, CSV.name)["tag"]
    answer = page.post(f"{OURS}/table", json={"file": CSV.name, "tag": tag, "edit": edit})
    told: dict[str, Any] = answer.json()
    return told


def contents() -> dict[Path, str]:
    return {path: path.read_bytes().decode() for path in ALL if path.exists()}


def test_a_new_id_is_followed_in_one_step(named: TestClient) -> None:
    before = contents()
    told = rename(named, 0, "gate")
    assert told["files"] == [str(CSV), str(GAME_FILE), str(BOOKLET), str(GERMAN), str(TEXTS)]
    assert told["left"] == []
    assert contents() == {
        **before,
        CSV: before[CSV].replace("deed-1,", "gate,"),
        GAME_FILE: before[GAME_FILE].replace("'deed-1'", "'gate'"),
        BOOKLET: before[BOOKLET].replace("card: deed-1", "card: gate"),
        TEXTS: before[TEXTS].replace("{count.deed-1}", "{count.gate}"),
        GERMAN: before[GERMAN].replace("    deed-1:", "    gate:"),
    }
    named.post(f"/game/{GAME}/step", json={"do": "undo"})
    assert contents() == before
    named.post(f"/game/{GAME}/step", json={"do": "redo"})
    assert "card: gate" in contents()[BOOKLET]


def test_places_that_cannot_follow_are_named(named: TestClient) -> None:
    template = TEMPLATE.read_text("utf-8")
    TEMPLATE.write_text(template + '{# #}\n{% if card.id == "deed-1" %}{% endif %}', "utf-8")
    BOOKLET.write_text(BOOKLET.read_text("utf-8") + "  more: [\n", "utf-8")
    booklet = BOOKLET.read_bytes()
    line = len(TEMPLATE.read_text("utf-8").splitlines())
    told = rename(named, 0, "gate")
    assert told["left"] == [f"{TEMPLATE}, line {line}", str(BOOKLET)]
    assert BOOKLET.read_bytes() == booklet


def test_a_picture_that_a_field_names_keeps_its_name(page: TestClient) -> None:
    art = Path("designs/city/art")
    art.mkdir()
    for name in ("deed-1.svg", "deed-2.svg"):
        (art / name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    rows = "deed-1,deed-1.svg,Gate,Open.\ndeed-2,,Door,Shut.\n"
    CSV.write_text(f"id,art,name@en,rule@en\n{rows}", "utf-8")
    template = TEMPLATE.read_text("utf-8")
    by_id = '{{ art(card.art or card.id ~ ".svg", 5, 5, 5, 5) }}</svg>'
    TEMPLATE.write_text(template.replace("</svg>", by_id), "utf-8")
    wait_until(lambda: "art" in page.get(f"{OURS}/about/en/card/deed-1").text)
    page.get(f"{OURS}/face/en/card/deed-2")
    assert rename(page, 0, "gate")["left"] == []
    assert rename(page, 1, "door")["left"] == [f"the name of the picture {art}/deed-2.svg"]


@pytest.mark.parametrize(("row", "to"), [(0, "deed-2"), (1, "")], ids=["taken", "none"])
def test_an_id_of_another_card_or_none_is_not_followed(
    named: TestClient, row: int, to: str
) -> None:
    before = contents()
    told = rename(named, row, to)
    assert told["files"] == [str(CSV)]
    assert {path for path in ALL if contents()[path] != before[path]} == {CSV}


def test_a_name_that_makes_the_id_is_followed_and_what_is_left_is_named(named: TestClient) -> None:
    pattern = '{template: card, rows: deeds.csv, id: "{name}"}'
    CARDS.write_text(CARDS.read_text("utf-8").replace("{template: card, rows: deeds.csv}", pattern))
    BOOKLET.write_text(BOOKLET.read_text("utf-8").replace("deed-1\n", "watch\n"), "utf-8")
    template = TEMPLATE.read_text("utf-8") + '\n{% if card.id == "watch" %}{% endif %}'
    TEMPLATE.write_text(template, "utf-8")
    wait_until(lambda: named.get(f"{OURS}/about/en/card/watch").status_code == 200)
    said = {"language": "en", "key": "cards.watch.name", "forms": {"other": "Look out"}}
    told = named.post(f"{OURS}/text", json={**said, "before": {"other": "Watch"}}).json()
    assert "card: look-out" in contents()[BOOKLET]
    assert told["left"] == [f"{TEMPLATE}, line {len(template.splitlines())}"]


def test_what_is_left_goes_with_its_cause(named: TestClient) -> None:
    template, texts = TEMPLATE.read_text("utf-8"), BOOKLET.read_text("utf-8")
    TEMPLATE.write_text(template + '{# "deed-1" #}\n', "utf-8")
    BOOKLET.write_text(texts + "broken: [\n", "utf-8")
    told = rename(named, 0, "gate")
    assert len(told["left"]) == 2
    asked = {"ids": told["ids"]}

    def left() -> list[str]:
        answer: dict[str, list[str]] = named.post(f"{OURS}/left", json=asked).json()
        return answer["left"]

    assert left() == told["left"]
    TEMPLATE.write_text(template, "utf-8")
    assert left() == [str(BOOKLET)]
    rename(named, 0, "deed-1")
    assert left() == []
