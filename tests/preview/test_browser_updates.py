"""Saved files and the live page, in a real browser: what is looked at stays where it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .browser import face, looked_at, text_of
from .conftest import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

TEMPLATE = "templates/city/card.svg.j2"
SMALL: ViewportSize = {"width": 1200, "height": 480}
MARK = '<rect width="4" height="4" fill="#e4572e"/></svg>'
"""What is added to a template, and seen on every card."""


@pytest.fixture
def page(chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The page of the small game."""
    monkeypatch.setattr("printnplay.preview.server.faults_of", lambda _: [])
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
