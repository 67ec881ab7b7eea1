"""Saved files and the live page, in a real browser: what is looked at stays where it is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printnplay.files.catalog import shipped_root

from .browser import face, looked_at, served, text_of
from .conftest import GAME

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Page, Route, ViewportSize

pytestmark = pytest.mark.sampled(6)

TEXTS = "locales/en/city.yaml"
TEMPLATE = "templates/city/card.svg.j2"
SMALL: ViewportSize = {"width": 1200, "height": 480}
MARK = '<rect width="4" height="4" fill="#e4572e"/></svg>'
"""What is added to a template, and seen on every card."""


@pytest.fixture
def page(chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The page of the small game."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}, size=SMALL) as page:
        yield page


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def top_of(page: Page, key: str) -> float:
    top: float = page.evaluate(f"{face(key)}.getBoundingClientRect().top")
    return top


def test_a_save_that_loads_the_game_leaves_place_and_focus(page: Page, city: Path) -> None:
    button = page.get_by_role("button", name="deed-3, card, English")
    button.click()
    page.wait_for_selector("#side textarea")
    page.evaluate("document.getElementById('side').scrollTop = 150")
    button.focus()
    page.evaluate(f"{face('card/deed-3')}.scrollIntoView()")
    before = top_of(page, "card/deed-3")
    with page.expect_response("**/about/**"):
        changed(city / TEMPLATE, "</svg>", MARK)
    page.wait_for_function(f"{face('card/deed-3')}.shadowRoot.querySelector('[fill=\"#e4572e\"]')")
    assert top_of(page, "card/deed-3") == pytest.approx(before, abs=1)
    assert page.evaluate("document.getElementById('main').scrollTop") > 0
    assert page.evaluate("document.getElementById('side').scrollTop") == 150
    assert page.evaluate(f"document.activeElement === {face('card/deed-3')}.parentElement")


def test_new_cards_above_leave_the_one_that_is_open_where_it_is(page: Page, city: Path) -> None:
    page.get_by_role("button", name="deed-3, card, English").click()
    page.wait_for_selector("#side textarea")
    page.evaluate(f"{face('card/deed-3')}.scrollIntoView()")
    before = top_of(page, "card/deed-3")
    rows = "".join(f"deed-{number},1,Name {number},Do it.\n" for number in range(10, 20))
    changed(city / "designs/city/deeds.csv", "deed-1,", f"{rows}deed-1,")
    page.wait_for_function(f"Boolean({face('card/deed-19')})")
    assert top_of(page, "card/deed-3") == pytest.approx(before, abs=1)
    assert page.evaluate(text_of("card/deed-3"))


def test_the_list_that_was_asked_for_last_is_shown(page: Page, city: Path) -> None:
    late: list[tuple[Route, APIResponse]] = []

    def held_back(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route(f"**/game/{GAME}", held_back)
    with page.expect_request(f"**/game/{GAME}"):
        changed(city / TEXTS, "Deeds", "Acts")
    while not late:
        page.wait_for_timeout(20)
    changed(city / TEXTS, "Acts", "Feats")
    page.get_by_role("heading", name="Feats · 3").wait_for()
    route, answer = late[0]
    with page.expect_response(f"**/game/{GAME}"):
        route.fulfill(response=answer)
    page.wait_for_timeout(200)
    assert page.get_by_role("heading", name="Feats · 3").is_visible()


def test_pages_stay_where_they_are(page: Page, city: Path) -> None:
    page.click("a[href='#pages']")
    page.get_by_label("Document").select_option("rulebook")
    page.wait_for_function("[...document.querySelectorAll('.spread img')][2]?.naturalWidth > 0")
    button = page.get_by_role("button", name="Texts").last
    button.scroll_into_view_if_needed()
    button.focus()
    before = page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert page.evaluate("document.getElementById('main').scrollTop") > 0
    with page.expect_response("**/pages/en/a4/rulebook"):
        changed(city / TEMPLATE, "</svg>", MARK)
    page.wait_for_timeout(200)
    assert page.evaluate("document.activeElement.textContent") == "Texts"
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") == pytest.approx(
        before, abs=1
    )


def test_a_game_that_is_mended_is_shown_whole(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    monkeypatch.chdir(tmp_path)
    for part in ("designs/tic-tac-match", "locales", "templates"):
        shutil.copytree(shipped_root() / part, tmp_path / part)
    path = tmp_path / "designs/tic-tac-match/game.yaml"
    sound = path.read_text("utf-8")
    path.write_text(f"{sound}\nfoo: [\n", "utf-8")
    with served(tmp_path, {"tic-tac-match": ("en",)}, trusted=True) as address:
        page = chromium.new_context(bypass_csp=True).new_page()
        page.goto(f"{address}#play")
        page.wait_for_selector("#play .empty")
        page.click("a[href='#cards']")
        page.get_by_role("button", name="Show the faults").click()
        assert "game.yaml" in page.inner_text("#side")
        page.click("a[href='#cards']")
        path.write_text(sound, "utf-8")
        page.wait_for_selector("card-face.there")
        page.click("#play-tab")
        page.get_by_role("button", name="Deal").wait_for()
        page.wait_for_function("document.fonts.size > 0")
        page.context.close()


def test_folders_may_come_while_the_page_is_open(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    (city / "templates").rename(city / "aside")
    with served(city, {GAME: ("en",)}) as address:
        page = chromium.new_context(bypass_csp=True, viewport=SMALL).new_page()
        page.goto(address)
        page.wait_for_selector(".empty")
        (city / "aside").rename(city / "templates")
        page.wait_for_selector("card-face.there")
        page.evaluate(f"{face('card/deed-3')}.scrollIntoView()")
        changed(city / TEMPLATE, "</svg>", MARK)
        mark = "shadowRoot?.querySelector('[fill=\"#e4572e\"]')"
        page.wait_for_function(f"{face('card/deed-3')}?.{mark}")
        page.context.close()


def test_captions_and_search_follow_a_saved_row(page: Page, city: Path) -> None:
    changed(city / "designs/city/deeds.csv", "deed-3,1,Watch", "deed-3,4,Wait here")
    caption = page.locator("li", has=page.get_by_role("button", name="deed-3, card"))
    caption.get_by_text("×4").wait_for()
    page.get_by_label("Search cards").fill("wait here")
    page.wait_for_function("document.querySelectorAll('button.face').length === 1")


def test_filters_do_not_go_with_another_game(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    for part in ("designs", "locales/en", "templates"):
        for path in (city / part).glob("city*"):
            other = path.with_name(path.name.replace("city", "town"))
            shutil.copytree(path, other) if path.is_dir() else shutil.copy(path, other)
    game = city / "designs/town/game.yaml"
    game.write_text(game.read_text("utf-8").replace("id: city", "id: town"), "utf-8")
    changed(city / "designs/town/cards.yaml", "deed:", "plot:")
    changed(city / "designs/town/game.yaml", "deed}", "plot}")
    with looked_at(chromium, city, {"city": ("en",), "town": ("en",)}) as page:
        page.get_by_label("Family").select_option("deed")
        page.locator("#game").select_option("town")
        page.get_by_role("button", name="storm, card").wait_for()


FAULT = {
    "code": "PNP999", "severity": "warning", "message": "it is so", "label": "", "help": "",
    "notes": [], "place": {"file": "a.yaml", "line": 1, "column": 1, "link": ""},
}  # fmt: skip


def test_a_fault_shows_its_card_or_its_text(page: Page) -> None:
    subjects = [
        {"game": "city", "language": "en", "card": "", "key": "cards.deed-3.rule"},
        {"game": "city", "language": "en", "card": "", "key": "rules.goal.points"},
    ]
    faults = [FAULT | {"subject": one, "cures": {"text": one}} for one in subjects]
    told = {"checking": False, "faults": faults, "translations": {}}
    page.route("**/faults", lambda route: route.fulfill(json=told))
    page.reload()
    page.get_by_role("button", name="2 warnings").wait_for()
    page.get_by_label("Faults only").check()
    assert page.locator("button.face").count() == 1
    page.get_by_label("Faults only").uncheck()
    page.get_by_label("Search cards").fill("gate")
    page.get_by_role("button", name="2 warnings").click()
    page.get_by_role("button", name="Show deed-3").click()
    page.get_by_label("cards.deed-3.rule").wait_for()
    assert page.get_by_label("Search cards").input_value() == ""
    page.get_by_role("button", name="2 warnings").click()
    page.get_by_role("button", name="Edit the text").last.click()
    page.get_by_label("rules.goal.points").wait_for()
