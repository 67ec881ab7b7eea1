"""Texts changed on the live page, in a real browser: nothing that is written is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .browser import face, looked_at, text_of
from .conftest import GAME
from .test_fields import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Locator, Page, Route

pytestmark = pytest.mark.sampled(12)

RULE = "cards.deed-1.rule"
FILE, TEXTS = "designs/city/deeds.csv", "locales/en/city.yaml"


@pytest.fixture
def page(chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The page of the small game."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        yield page


def opened(page: Page, card: str = "deed-1") -> Locator:
    """The rule of a card, to be changed."""
    page.get_by_role("button", name=f"{card}, card, English").click()
    return page.get_by_label(f"cards.{card}.rule")


def reads(city: Path, words: str) -> None:
    wait_until(lambda: words in (city / FILE).read_text("utf-8"))


def press(page: Page, name: str) -> None:
    """Choose what becomes of the rule of deed-1, whose save was refused."""
    box = page.locator(".text", has=page.get_by_label(RULE))
    box.get_by_role("button", name=name, exact=True).click()


def saved_at_once(page: Page, words: str) -> None:
    area = opened(page)
    area.fill(words)
    area.blur()
    all_saved(page)


def all_saved(page: Page) -> None:
    page.wait_for_selector(f"text=Saved in {FILE}")
    page.wait_for_selector("#unsaved-button", state="hidden")


def held_back(page: Page, address: str) -> list[Route]:
    """Requests to an address, which wait until the test lets them go."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    return held


def is_on(page: Page, words: str) -> None:
    page.wait_for_function(f"{text_of('card/deed-1')}.includes({words!r})")


@pytest.mark.at_leisure
def test_what_is_written_while_a_save_is_under_way_is_saved_next(page: Page, city: Path) -> None:
    area = opened(page)
    held = held_back(page, "**/text")
    area.fill("Take two cards.")
    with page.expect_request("**/text"):
        area.blur()
    area.focus()
    area.press("End")
    area.press_sequentially(" Or three.")
    held[0].continue_()
    page.wait_for_selector(f"text=Saved in {FILE}")
    page.unroute("**/text")
    assert "Take two cards.\n" in (city / FILE).read_text("utf-8")
    assert area.input_value() == "Take two cards. Or three."
    page.get_by_role("button", name="Copy").first.focus()
    reads(city, "Take two cards. Or three.")
    all_saved(page)


def test_an_answer_that_a_save_has_overtaken_is_asked_for_again(page: Page, city: Path) -> None:
    area = opened(page)
    late: list[tuple[Route, APIResponse]] = []

    def fetch_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/about/**", fetch_first)
    area.fill("Take two cards.")
    area.press("Control+Enter")
    page.wait_for_selector(f"text=Saved in {FILE}")
    while not late:  # the handlers of routes run while the page is asked
        page.wait_for_timeout(20)
    area.fill("Take two cards. Or three.")
    area.press("Control+Enter")
    reads(city, "Take two cards. Or three.")
    all_saved(page)
    with page.expect_response("**/about/**"):
        route, answer = late[0]
        route.fulfill(response=answer)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert area.input_value() == "Take two cards. Or three."
    assert "Take two cards. Or three." in (city / FILE).read_text("utf-8")


@pytest.mark.at_leisure
def test_saving_twice_at_once_saves_all(page: Page, city: Path) -> None:
    area = opened(page)
    held = held_back(page, "**/text")
    area.fill("Take two cards.")
    area.press("Control+Enter")
    area.press_sequentially(" Or three.")
    area.press("Control+Enter")
    page.wait_for_timeout(100)
    assert len(held) == 1
    with page.expect_response("**/about/**"):
        held[0].continue_()
    while len(held) == 1:
        page.wait_for_timeout(20)
    held[1].continue_()
    reads(city, "Take two cards. Or three.")
    all_saved(page)
    assert "Take two cards. Or three." in (city / FILE).read_text("utf-8")


LEFT: dict[str, Callable[[Page], None]] = {
    "Esc": lambda page: page.keyboard.press("Escape"),
    "another card": lambda page: page.get_by_role("button", name="deed-3, card").click(),
    "faults": lambda page: page.get_by_role("button", name="No faults").click(),
    "pages": lambda page: page.click("a[href='#pages']"),
}


@pytest.mark.parametrize("left", LEFT)
def test_a_text_that_is_left_is_saved(page: Page, city: Path, left: str) -> None:
    opened(page).fill("Take two cards, if you can.")
    LEFT[left](page)
    page.click("a[href='#cards']")
    reads(city, "if you can")
    page.evaluate(f"{face('card/deed-1')}.scrollIntoView()")
    is_on(page, "if you can")


def test_a_text_that_cannot_be_saved_is_kept_and_its_card_is_as_it_was(
    page: Page, city: Path
) -> None:
    area = opened(page)
    page.route("**/text", lambda route: route.fulfill(status=200, json={"error": "disk full"}))
    area.fill("Take two cards, if you can.")
    area.press("Escape")
    is_on(page, "Take one card.")
    page.get_by_role("button", name="1 text not saved").click()
    is_on(page, "if you can")
    assert area.input_value() == "Take two cards, if you can."
    page.get_by_text("Not saved yet").wait_for()
    press(page, "Undo")
    is_on(page, "Take one card.")
    assert page.get_by_role("button", name="1 text not saved").is_hidden()
    assert "if you can" not in (city / FILE).read_text("utf-8")


def test_a_try_that_is_answered_late_is_not_shown(page: Page) -> None:
    area = opened(page)
    page.route("**/text", lambda route: route.fulfill(status=200, json={"error": "disk full"}))
    held = held_back(page, "**/try")
    with page.expect_request("**/try"):
        area.fill("Take two cards, if you can.")
    area.press("Escape")
    with page.expect_response("**/try"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert "if you can" not in page.evaluate(text_of("card/deed-1"))


def test_what_is_written_stays_when_its_file_is_saved_elsewhere(page: Page, city: Path) -> None:
    area = opened(page)
    area.fill("Take two cards, if you can.")
    is_on(page, "if you can")
    path = city / FILE
    path.write_text(path.read_text("utf-8").replace("Take one card.", "Take none."), "utf-8")
    page.wait_for_selector("text=Its file was changed meanwhile and says: Take none.")
    assert area.input_value() == "Take two cards, if you can."
    is_on(page, "if you can")
    press(page, "Save")
    page.wait_for_selector(f"text=Saved in {FILE}")
    assert "if you can" in path.read_text("utf-8")


def test_a_text_that_nobody_changes_here_follows_its_file(page: Page, city: Path) -> None:
    area = opened(page)
    area.focus()
    path = city / FILE
    path.write_text(path.read_text("utf-8").replace("Take one card.", "Take none."), "utf-8")
    is_on(page, "Take none.")
    page.wait_for_function("document.activeElement.value === 'Take none.'")
    path.write_text(path.read_text("utf-8").replace("Take none.", "Take all."), "utf-8")
    is_on(page, "Take all.")
    page.get_by_role("button", name="Close").focus()
    page.wait_for_function("document.querySelector('#side textarea').value === 'Open the gate'")
    assert page.evaluate(f"{face('card/deed-1')}.parentElement.ariaPressed") == "true"


def test_what_was_saved_on_a_card_is_undone_and_redone(page: Page, city: Path) -> None:
    before = (city / FILE).read_bytes()
    saved_at_once(page, "Pass twice.")
    saved = (city / FILE).read_bytes()
    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.wait_for_selector("text=Undone: ")
    assert (city / FILE).read_bytes() == before
    page.locator("body").press("Control+y")
    page.wait_for_selector("text=Redone: ")
    assert (city / FILE).read_bytes() == saved != before
    is_on(page, "Pass twice.")


def test_an_answer_that_a_drawing_is_as_before_is_not_said_of_a_later_one(page: Page) -> None:
    saved_at_once(page, "Pass twice.")
    is_on(page, "Pass twice.")
    answers: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if len(answers) < 2:
            answers.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/face/en/card/deed-1?*", hold)
    for number, (step, done) in enumerate((("Undo", "Undone"), ("Redo", "Redone")), start=1):
        page.get_by_role("button", name=step, exact=True).first.click()
        page.wait_for_selector(f"text={done}: ")
        while len(answers) < number:
            page.wait_for_timeout(10)
    for route, answer in answers:
        route.fulfill(response=answer)
    is_on(page, "Pass twice.")


def test_a_text_of_the_rulebook_is_saved_when_its_writer_pauses(page: Page, city: Path) -> None:
    page.click("a[href='#pages']")
    page.get_by_label("Document").select_option("rulebook")
    page.locator(".outline").get_by_text("Turn over cards as long as you dare").first.click()
    page.get_by_text("This text still comes from the starter.").wait_for()
    page.locator(".outline").get_by_text("Goal of the game").click()
    area = page.get_by_label("Heading of a section")
    area.fill("Aim of the game")
    wait_until(lambda: "Aim of the game" in (city / TEXTS).read_text("utf-8"))
    page.wait_for_selector(f"text=Saved in {TEXTS}")
    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.wait_for_selector("text=Undone: ")
    page.wait_for_function("document.querySelector('#side textarea').value === 'Goal of the game'")
    glance = page.locator(".outline .part").last
    assert glance.get_by_text("sample").count() == 2
    glance.get_by_role("button", name="Add a paragraph").click()
    glance.get_by_label("Text").fill("Play on.")
    glance.get_by_role("button", name="Add", exact=True).click()
    glance.get_by_role("button", name="Play on.", exact=True).click()
    assert page.get_by_label("Rules at a glance").input_value() == "Play on."
    glance.get_by_role("button", name="Remove: Play on.").click()
    glance.get_by_text("Play on.").wait_for(state="detached")


def test_two_windows_that_change_a_text_lose_nothing(page: Page, city: Path) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("card-face.there")
    second = opened(other)
    first = opened(page)
    second.fill("Take no card.")
    first.fill("Take ten cards.")
    first.blur()
    reads(city, "Take ten cards.")
    other.wait_for_selector("text=Its file was changed meanwhile and says: Take ten cards.")
    second.blur()
    assert second.input_value() == "Take no card."
    assert other.get_by_role("button", name="1 text not saved").is_visible()
    press(other, "Save")
    reads(city, "Take no card.")


def rename_a_group(page: Page, city: Path) -> Path:
    """Rename a group, whose old title another text says."""
    path = city / TEXTS
    path.write_text(path.read_text("utf-8").replace("  rules:", '  rules:\n    more: "Deeds"', 1))
    page.wait_for_selector("text=Up to date")
    page.get_by_role("button", name="Change the group Deeds").click()
    page.get_by_role("textbox", name="Title").fill("Actions")
    page.get_by_role("button", name="Change", exact=True).click()
    page.wait_for_selector("text=Other texts still say “Deeds”")
    return path


def test_a_new_name_lists_what_still_says_the_old_one(page: Page, city: Path) -> None:
    rename_a_group(page, city)
    page.get_by_role("button", name="rules.more").click()
    page.get_by_label("rules.more").wait_for()
    page.get_by_role("button", name="Done").click()
    assert page.get_by_text("Other texts still say").is_hidden()


@pytest.mark.parametrize("way", ["changed", "undone"])
def test_the_list_goes_with_its_cause(way: str, page: Page, city: Path) -> None:
    path = rename_a_group(page, city)
    if way == "changed":
        path.write_text(path.read_text("utf-8").replace('more: "Deeds"', 'more: "Acts"'), "utf-8")
    else:
        page.click("#undo")
    page.get_by_text("Other texts still say").wait_for(state="hidden")
    assert page.locator("#side").is_hidden()
