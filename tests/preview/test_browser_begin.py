"""What a new designer changes first: groups, colours and facts of the game, with the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

from .browser import looked_at, violations
from .test_art import ART, CSV, GAME, PNG, coast, files, plain_coast
from .test_browser_art import drop, undo
from .test_fields import wait_until

__all__ = ["coast", "plain_coast"]

pytestmark = pytest.mark.sampled(8)

BOOKLET, GAME_FILE = Path("designs/coast/booklet.yaml"), Path("designs/coast/game.yaml")
TEXTS = Path("locales/en/coast.yaml")


@pytest.fixture
def page(chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, coast, {GAME: ("en",)}, refused=True) as page:
        yield page


def replaced(before: dict[str, bytes], file: Path, *changes: tuple[str, str]) -> dict[str, bytes]:
    """The same files, with these words of one of them replaced, each of which is there."""
    text = before[str(file)].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return {**before, str(file): text.encode()}


def test_a_group_whose_cards_are_gone_gets_others(page: Page) -> None:
    old = files()
    CSV.write_bytes(old[str(CSV)].replace(b",place,", b",sand,"))
    page.wait_for_selector("h2:has-text('Places · 0')")
    page.wait_for_selector("h2:has-text('Cards in no group · 4') ~ button:has-text('Add a group')")
    before = files()
    page.click('[data-name="group places"]')
    chosen = "dialog option:checked:has-text('kind is sand (4 cards)')"
    page.wait_for_selector(chosen, state="attached")
    assert violations(page) == []
    page.fill('dialog [name="title"]', "Sands")
    page.click("dialog .main")
    page.wait_for_selector("h2:has-text('Sands · 4')")
    meant = replaced(before, GAME_FILE, ("where: {kind: place}", "where: {kind: sand}"))
    meant = replaced(meant, BOOKLET, ("{kind: place}", "{kind: sand}"))
    title = 'places: "Places", deeds: "Deeds"}\n\n  cover'
    assert files() == replaced(meant, TEXTS, (title, title.replace('"Places"', '"Sands"')))
    undo(page, before)


def test_a_removed_group_takes_its_title_along(page: Page) -> None:
    before = files()
    page.click('[data-name="group places"]')
    page.click("dialog >> text=Remove")
    page.wait_for_selector("h2:has-text('Cards in no group · 4')")
    title = 'places: "Places", deeds: "Deeds"}\n\n  cover'
    meant = replaced(before, TEXTS, (title, 'deeds: "Deeds"}\n\n  cover'))
    group = "  - {id: places, where: {kind: place}, backs: yes}\n"
    assert files() == replaced(meant, GAME_FILE, (group, ""))
    undo(page, before)
    page.wait_for_selector("h2:has-text('Places · 4')")
    wait_until(lambda: files() == before)


STYLE = Path("templates/coast/style.yaml")


def typed(page: Page, place: str, text: str) -> None:
    page.click(f'[data-place="{place}"]')
    page.keyboard.type(text)
    page.keyboard.press("Tab")


def test_a_new_kind_in_the_table_gets_a_colour_that_can_be_picked(page: Page) -> None:
    before = files()
    page.click("#table-tab")
    typed(page, "0,2", "Blüte")
    page.wait_for_selector(f"text=Saved in {CSV}, {STYLE}")
    csv = before[str(CSV)].replace(b"2,place,3,lighthouse", "2,Blüte,3,lighthouse".encode())
    chosen = STYLE.read_text("utf-8").partition('blute: "')[2][:7]
    meant = replaced(before, STYLE, ('white: "#ffffff"}', f'white: "#ffffff", blute: "{chosen}"}}'))
    assert files() == {**meant, str(CSV): csv}
    face = page.locator("#table card-face").first
    wait_until(lambda: chosen in face.evaluate("(face) => face.shadowRoot.innerHTML"))
    page.click('[data-place="0,2"]')
    page.locator('#table [data-name="colour Blüte"]').fill("#123456")
    page.wait_for_selector(f"text=Saved in {STYLE}")
    wait_until(lambda: "#123456" in face.evaluate("(face) => face.shadowRoot.innerHTML"))
    assert STYLE.read_bytes() == meant[str(STYLE)].replace(chosen.encode(), b"#123456")
    page.click("nav >> text=Cards")
    undo(page, {**meant, str(CSV): csv})
    undo(page, before)


def test_the_colours_of_the_game_are_picked_beside_the_cards(page: Page) -> None:
    before = files()
    page.click("#colours")
    assert violations(page) == []
    page.locator('#side [data-name="colour place"]').fill("#8a2f5b")
    page.wait_for_selector(f"#side >> text=Saved in {STYLE}")
    assert files() == replaced(before, STYLE, ('place: "#2f7f6f"', 'place: "#8a2f5b"'))
    shown = page.locator('button[aria-label^="lighthouse, card"] card-face')
    wait_until(lambda: "#8a2f5b" in shown.evaluate("(face) => face.shadowRoot.innerHTML"))
    undo(page, before)
    wait_until(lambda: page.input_value('#side [data-name="colour place"]') == "#2f7f6f")


def test_what_people_ask_about_a_game_is_changed_beside_its_title(page: Page) -> None:
    before = files()
    page.click("#facts")
    assert violations(page) == []
    page.fill('dialog [name="title"]', "Lost Coast")
    page.fill('dialog [name="fewest"]', "5")
    page.click("dialog .main")
    page.wait_for_selector("dialog >> text=the smaller one first")
    assert files() == before
    page.fill('dialog [name="fewest"]', "3")
    page.fill('dialog [name="most"]', "5")
    page.fill('dialog [name="minutes"]', "")
    page.fill('dialog [name="age"]', "10")
    page.click("dialog .main")
    page.wait_for_selector("h1:has-text('Lost Coast')")
    changes = ("title: Coast", "title: Lost Coast"), ("[2, 3, 4]\nminutes: 30", "[3, 4, 5]")
    assert files() == replaced(before, GAME_FILE, *changes, ("age: 8", "age: 10"))
    undo(page, before)
    page.wait_for_selector("h1:text-is('Coast')")


def test_facts_of_a_file_that_has_changed_meanwhile_are_not_written(page: Page) -> None:
    page.click("#facts")
    page.wait_for_selector("dialog[open] [name=age]")
    GAME_FILE.write_text(GAME_FILE.read_text("utf-8") + "# Mine.\n", "utf-8")
    before = files()
    page.fill('dialog [name="age"]', "10")
    page.click("dialog .main")
    page.wait_for_selector("dialog >> text=changed meanwhile")
    assert files() == before


def test_cards_with_new_names_get_ids_after_them(page: Page) -> None:
    before = files()
    page.click("#table-tab")
    typed(page, "0,5", "Große Öse")
    typed(page, "1,5", "Quay")
    named = b"lighthouse.svg,Lighthouse", "lighthouse.svg,Große Öse".encode()
    csv = before[str(CSV)].replace(*named).replace(b"harbour.svg,Harbour", b"harbour.svg,Quay")
    wait_until(lambda: files() == {**before, str(CSV): csv})
    page.click('[data-place="0,5"]')
    page.wait_for_selector("text=Rename to grosse-ose")
    page.click("text=Rename 2 cards by their names")
    page.wait_for_selector(f"text=Saved in {CSV}, {BOOKLET}")
    ids = csv.replace(b"\nlighthouse,", b"\ngrosse-ose,").replace(b"\nharbour,", b"\nquay,")
    named_there = ("anatomy: lighthouse", "anatomy: grosse-ose")
    assert files() == {**replaced(before, BOOKLET, named_there), str(CSV): ids}
    assert page.locator('[data-name^="rename"]').count() == 0
    page.click("nav >> text=Cards")
    undo(page, {**before, str(CSV): csv})


def test_a_picture_finds_the_card_whose_id_has_no_accents(page: Page) -> None:
    CSV.write_bytes(CSV.read_bytes().replace(b"\nwhale,", b"\nose,"))
    page.wait_for_selector('button[aria-label^="ose, card"]')
    before = files()
    page.click("nav >> text=Art")
    drop(page, "#art", ("Öse.png", PNG))
    page.click("text=Put 1 on the card of the same name")
    page.wait_for_selector("text=On their cards: ose")
    csv = before[str(CSV)].replace(b"whale.svg", "Öse.png".encode())
    assert files() == {**before, str(CSV): csv, f"{ART}/Öse.png": PNG}
