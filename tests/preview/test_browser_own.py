"""Backs, covers, kinds, new ids and pictures made on the page, with the bytes of all files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

from printnplay.build.new import start

from .browser import looked_at, violations
from .test_art import ART, CSV, GAME, PNG, TEMPLATE, coast, files, plain_coast
from .test_browser_art import drop, undo
from .test_fields import wait_until

__all__ = ["coast", "plain_coast"]

pytestmark = pytest.mark.sampled(6)

BACK = Path("templates/coast/back.svg.j2")
BOOKLET = Path("designs/coast/booklet.yaml")


@pytest.fixture
def page(chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, coast, {GAME: ("en",)}, refused=True) as page:
        yield page


def changed(before: dict[str, bytes]) -> set[str]:
    return {name for name, content in files().items() if content != before.get(name)}


def test_a_back_is_made_of_a_picture_in_the_layout(page: Page) -> None:
    before = files()
    page.click("nav >> text=Layout")
    key = page.locator("#layout option", has_text="back, back").first.get_attribute("value") or ""
    page.select_option('[data-name="card"]', key)
    page.wait_for_selector('[data-name="picture"]:enabled')
    drop(page, ".stage", ("own.png", PNG))
    page.wait_for_selector(f"text=Saved in {ART}/own.png and {BACK}")
    assert changed(before) == {f"{ART}/own.png", str(BACK)}
    page.wait_for_function(
        "document.querySelector('#layout card-face').shadowRoot.querySelector('image')"
    )
    page.click('.parts button:has-text("own.png")')
    page.fill('[data-name="option crop"]', "10 10 80 80")
    page.press('[data-name="option crop"]', "Enter")
    page.wait_for_selector(f"text=Saved in {BACK}")
    assert b'fit="cover", crop="10 10 80 80")' in BACK.read_bytes()
    assert violations(page) == []
    for _ in range(2):
        page.wait_for_function("!document.querySelector('#undo').disabled")
        page.click("#undo")
        page.wait_for_selector("text=Undone")
    wait_until(lambda: files() == before)


def test_an_added_back_is_shown_and_the_table_shows_colours_changed_elsewhere(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    monkeypatch.chdir(tmp_path)
    start(Path("deck"), "cards")
    monkeypatch.chdir(tmp_path / "deck")
    with looked_at(chromium, tmp_path / "deck", {"deck": ("en",)}, refused=True) as page:
        page.click("#table-tab")
        page.locator('[data-place="0,1"]').click()
        page.wait_for_selector("#table card-face.there")
        page.click("nav >> text=Layout")
        page.click("text=Add a back")
        page.wait_for_function(
            "document.querySelector('#layout [data-name=card]').value.startsWith('back/')"
        )
        page.wait_for_selector("#layout >> text=Saved in designs/deck/game.yaml")
        style = Path("templates/deck/style.yaml")
        style.write_text(style.read_text("utf-8").replace("#2c6e7f", "#123456"), "utf-8")
        page.wait_for_function("document.querySelector('#state').textContent === 'Up to date'")
        page.click("#table-tab")
        page.wait_for_function(
            "document.querySelector('#table card-face').shadowRoot.innerHTML.includes('#123456')"
        )


def test_a_back_and_a_cover_take_pictures_that_are_there(page: Page) -> None:
    """In the panel of a face, which shows the one that it has, and in its layout."""
    before = files()
    whale, cover = '{{ art("whale.svg", -bleed', Path("templates/coast/cover.svg.j2")
    page.click('button[aria-label^="back,"]')
    page.get_by_label("picture of the template").select_option("whale.svg")
    page.wait_for_selector(f"#side >> text=Saved in {BACK}")
    assert (changed(before), whale in BACK.read_text("utf-8")) == ({str(BACK)}, True)
    page.wait_for_selector("#side .framing img[alt='whale.svg']")
    undo(page, before)
    page.click("nav >> text=Layout")
    page.select_option('[data-name="card"]', "cover/cover")
    page.get_by_label("Use a picture that is there").select_option("whale.svg")
    page.wait_for_selector(f"text=Saved in {cover}")
    old = before[str(cover)]
    assert files() == {**before, str(cover): old.replace(b'"lighthouse.svg"', b'"whale.svg"', 1)}
    undo(page, before)


def test_a_cover_of_printnplay_is_copied_and_changed(page: Page) -> None:
    before = files()
    page.click("nav >> text=Layout")
    page.select_option('[data-name="card"]', "cover/cover-back")
    assert page.locator("#layout .note.bad:visible").count() == 0  # it is no fault
    page.click("text=Copy it into this game")
    page.wait_for_selector("text=Saved in templates/coast/cover-back.svg.j2")
    page.wait_for_selector('[data-name="add rectangle"]:enabled')
    assert changed(before) == {"templates/coast/cover-back.svg.j2"}
    undo(page, before)


def test_a_new_kind_of_card_opens_in_the_layout(page: Page) -> None:
    before = files()
    page.click("nav >> text=Layout")
    page.click('[data-name="kind"]')
    page.fill('dialog [name="title"]', "Event")
    page.select_option('dialog [name="component"]', "tiles")
    assert violations(page) == []
    page.click("dialog .main")
    page.wait_for_function("document.querySelector('#layout card-face')?.face.name === 'event-1'")
    assert changed(before) == {
        *("templates/coast/event.svg.j2", "designs/coast/event.csv", "designs/coast/cards.yaml"),
        *("designs/coast/game.yaml", "locales/en/coast.yaml"),
    }
    page.click("#table-tab")
    page.wait_for_selector('[data-name="file"] >> text=event.csv', state="attached")
    page.click("nav >> text=Layout")
    undo(page, before)


def test_a_picture_gets_its_first_focus_by_a_click(page: Page) -> None:
    before = files()
    page.click('button[aria-label^="stars, card"]')
    frame = page.locator("#side .framing")
    frame.locator("img").evaluate("(image) => image.decode()")
    place = frame.bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + place["width"] / 4, place["y"] + place["height"] / 2)
    page.wait_for_selector(f"#side >> text=Saved in {TEMPLATE}, {CSV}")
    assert changed(before) == {str(TEMPLATE), str(CSV)}
    assert b"Take a card from the discard pile into your hand.,25 50\n" in CSV.read_bytes()
    undo(page, before)


def test_pictures_go_on_the_cards_of_their_names(page: Page) -> None:
    before = files()
    page.click("nav >> text=Art")
    drop(page, "#art", ("Whale.png", PNG), ("storm.png", PNG + b" "))
    page.click("text=Put 2 on the cards of the same name")
    page.wait_for_selector("text=On their cards: whale, storm")
    csv = before[str(CSV)].replace(b"whale.svg", b"Whale.png").replace(b"storm.svg", b"storm.png")
    assert CSV.read_bytes() == csv
    assert changed(before) == {str(CSV), f"{ART}/Whale.png", f"{ART}/storm.png"}


def test_an_unused_picture_is_deleted(page: Page) -> None:
    spare = ART / "spare.png"
    spare.write_bytes(PNG)
    before = files()
    page.click("nav >> text=Art")
    page.click(f'[data-name="delete {spare}"]')
    page.wait_for_selector("text=Deleted: spare.png")
    assert not spare.exists()
    undo(page, before)


def test_a_new_id_is_followed_and_an_error_elsewhere_stops_no_picture(page: Page) -> None:
    before = files()
    page.click("#table-tab")
    cell = page.locator('[data-place="0,0"]')
    cell.dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("beacon")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"text=Saved in {CSV}, {BOOKLET}")
    assert files() == {
        **before,
        str(CSV): before[str(CSV)].replace(b"lighthouse,", b"beacon,", 1),
        str(BOOKLET): before[str(BOOKLET)].replace(b"anatomy: lighthouse", b"anatomy: beacon"),
    }
    BOOKLET.write_bytes(before[str(BOOKLET)])  # names a card that is gone
    page.wait_for_selector("#state >> text=These pages are out of date")
    page.locator('[data-place="0,5"]').dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("Shine")
    page.keyboard.press("Tab")
    beside = "document.querySelector('#table card-face')"
    page.wait_for_function(f"{beside}?.shadowRoot.textContent.includes('Shine')")


def test_a_fault_of_a_template_leads_to_its_box(page: Page) -> None:
    text = TEMPLATE.read_text("utf-8")
    TEMPLATE.write_text(text.replace("fit_title(card.cost", "fit_title(card.cots"), "utf-8")
    page.click("#faults-button:has-text('error')")
    fault = page.locator("#side .fault", has_text="the card has no field cots")
    assert "You edit no templates? Undo takes back" in fault.inner_text()
    fault.get_by_role("button", name="Show in the layout").click()
    page.wait_for_selector(".boxes .selected[aria-label='title: cots']")


def test_a_game_without_rules_is_played_at_a_table(page: Page) -> None:
    page.click("#play-tab")
    page.get_by_role("link", name="Export a table").click()
    assert page.locator("[data-name=target]").input_value() == "table"
