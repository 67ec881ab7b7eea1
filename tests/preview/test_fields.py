"""Fields of cards with declared types: how the page offers them, and how they are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from openpyxl import Workbook

from printnplay.files.catalog import Catalog
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.fields import about_types, write_field
from printnplay.preview.live import LiveGame

from .browser import looked_at, violations
from .conftest import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

TABLES = {
    "deeds.csv": """id,name@en,rule@en,kind,cost,foil,weight
deed-1,Open,Take one.,deed,"3" ,no,
deed-2,"Bar, it",Say no.,place,1,TRUE,2.5
""",
    "deeds.json": """[
 {"id": "deed-1", "name": "Open", "rule": "Take one.", "kind": "deed", "cost": 3, "foil": false,
  "weight": null},
 {"id": "deed-2", "name": "Bar", "rule": "Say no.", "kind": "place", "cost": "1", "foil": "TRUE",
  "weight": 2.5}
]
""",
    "deeds.yaml": """deed-1: {name: Open, rule: Take one., kind: deed, cost: 3, foil: false,
  weight: ~}  # first
deed-2: {name: Bar, rule: Say no., kind: place, cost: "1", foil: TRUE, weight: 2.5}
""",
}
TYPES = "{kind: [place, deed], cost: whole 0..9, foil: yes/no, weight: optional number}"


def with_table(city: Path, name: str) -> Path:
    folder = city / "designs" / GAME
    (folder / "deeds.csv").unlink()
    cards = folder / "cards.yaml"
    family = f"rows: {name}, columns: {TYPES}, texts: [name, rule]"
    cards.write_text(cards.read_text("utf-8").replace("rows: deeds.csv", family), "utf-8")
    return folder / name


@pytest.fixture(params=list(TABLES))
def table(request: pytest.FixtureRequest, city: Path) -> Path:
    path = with_table(city, request.param)
    path.write_text(TABLES[request.param], "utf-8")
    return path


@pytest.fixture
def live(table: Path, city: Path) -> LiveGame:
    assert table.exists()
    live = LiveGame(Catalog(city), GAME, ["en"])
    assert live.faults == ()
    return live


def types(live: LiveGame, key: str = "card/deed-1") -> dict[str, Any]:
    return about_types(live, live.faces[key])


def test_the_page_knows_kinds_choices_and_limits(live: LiveGame) -> None:
    found = types(live)
    assert list(found["kind"]["choices"]) == ["place", "deed"]
    assert (found["cost"]["lowest"], found["cost"]["highest"]) == (0, 9)
    assert (found["foil"]["kind"], found["weight"]["optional"]) == ("yes/no", True)
    assert {one["fixed"] for one in found.values()} == {""}


WRITTEN = {
    "kind": ("deed", "place", {".csv": "place", ".json": '"place"', ".yaml": "place"}),
    "cost": ("3", "7", {".csv": '"7"', ".json": "7", ".yaml": "7"}),
    "foil": ("FALSE", "TRUE", {".csv": "yes", ".json": "true", ".yaml": "true"}),
    "weight": ("", "1.5", {".csv": "1.5", ".json": "1.5", ".yaml": "1.5"}),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_value_replaces_its_cell_and_nothing_else(name: str, live: LiveGame, table: Path) -> None:
    old, new, spelled = WRITTEN[name]
    before = table.read_bytes()
    assert write_field(live, "deed-1", name, new, old)[1] == new
    after = table.read_bytes()
    start = next(at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
    tail = next(
        at for at, (a, b) in enumerate(zip(before[::-1], after[::-1], strict=False)) if a != b
    )
    assert len(before) - tail - start <= len('"deed"')
    assert spelled[table.suffix] in after.decode()[start - 2 : start + 9]
    live.update([table])
    assert live.faults == ()
    assert live.faces["card/deed-1"].card.fields[name] == new  # type: ignore[union-attr]
    write_field(live, "deed-1", name, old, new)
    assert live.update([table]) is not None
    assert live.faces["card/deed-1"].card.fields[name] == old  # type: ignore[union-attr]


def test_what_is_of_another_type_or_changed_meanwhile_is_not_written(
    live: LiveGame, table: Path
) -> None:
    before = table.read_bytes()
    for name, value, was in (("cost", "12", "3"), ("kind", "dice", "deed"), ("cost", "", "3")):
        with pytest.raises(NotWrittenError, match="is not"):
            write_field(live, "deed-1", name, value, was)
    with pytest.raises(NotWrittenError, match="has changed in its file"):
        write_field(live, "deed-1", "cost", "4", "2")
    with pytest.raises(NotWrittenError, match="no field"):
        write_field(live, "deed-1", "id", "deed-9", "deed-1")
    assert table.read_bytes() == before


def test_a_workbook_and_a_default_are_not_changed_on_the_page(city: Path) -> None:
    path = with_table(city, "deeds.xlsx")
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (
        ("id", "name", "rule", "kind", "cost", "foil", "weight"),
        ("deed-1", "Open", "Take one.", "deed", 3, "no", None),
    ):
        sheet.append(row)
    book.save(path)
    cards = path.with_name("cards.yaml")
    text = cards.read_text("utf-8").replace(
        "texts: [name, rule]", "texts: [name, rule], fields: {weight: 2}"
    )
    cards.write_text(text, "utf-8")
    live = LiveGame(Catalog(city), GAME, ["en"])
    found = types(live)
    assert found["cost"]["fixed"] == "Edit deeds.xlsx in its own program."
    assert "cards.yaml" in found["weight"]["fixed"]
    with pytest.raises(NotWrittenError, match="own program"):
        write_field(live, "deed-1", "cost", "4", "3")


@pytest.fixture
def deeds(city: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The table of a game that is shown without being checked."""
    path = with_table(city, "deeds.csv")
    path.write_text(TABLES["deeds.csv"], "utf-8")
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    return path


@pytest.mark.at_leisure
def test_controls_of_fields_save_what_they_show(chromium: Browser, city: Path, deeds: Path) -> None:
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        page.get_by_role("button", name="deed-2, card, English").click()
        kind = page.get_by_label("kind", exact=True)
        kind.wait_for()
        assert kind.locator("option").all_inner_texts() == ["place", "deed"]
        kind.select_option("deed")
        page.wait_for_selector("text=Saved in designs/city/deeds.csv")
        assert "Say no.,deed,1," in deeds.read_text("utf-8")
        page.get_by_label("foil", exact=True).set_checked(checked=False)
        page.wait_for_function(
            "document.querySelector('[data-name=\"field foil\"]').checked === false"
        )
        cost = page.get_by_label("cost", exact=True)
        cost.fill("5")
        cost.press("Enter")
        page.wait_for_function("document.querySelector('#side .note.good')")
        wait_until(lambda: "Say no.,deed,5,FALSE,2.5" in deeds.read_text("utf-8"))
        cost.fill("12")
        cost.press("Enter")
        page.wait_for_selector("#side .note.bad")
        assert cost.input_value() == "5"
        assert violations(page) == []


@pytest.mark.usefixtures("deeds")
@pytest.mark.at_leisure
def test_a_slow_answer_to_a_save_is_told_on_the_panel_that_is_there_by_then(
    chromium: Browser, city: Path
) -> None:
    with looked_at(chromium, city, {GAME: ("en",)}) as page:

        def answer_late(route: Route) -> None:
            answer = route.fetch()
            page.wait_for_function("!document.querySelector('[data-old]')")
            route.fulfill(response=answer)

        page.route("**/field", answer_late)
        page.get_by_role("button", name="deed-2, card, English").click()
        kind = page.get_by_label("kind", exact=True)
        kind.wait_for()
        page.evaluate("document.querySelector('table.fields').dataset.old = 'yes'")
        kind.select_option("deed")
        page.wait_for_selector("text=Saved in designs/city/deeds.csv")


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        sleep(0.05)
    raise AssertionError
