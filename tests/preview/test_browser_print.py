"""What the live page prints, how it fits on small screens, and its play by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from printnplay.files.catalog import shipped_root

from .browser import face, looked_at, served, violations
from .conftest import GAME

pytestmark = pytest.mark.sampled(8)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

MM = 72 / 25.4


@pytest.fixture
def page(chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The page of the small game."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        yield page


def pictures_on(pdf: pikepdf.Pdf) -> int:
    """How many pictures of pixels a file holds."""
    return sum(
        isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image"
        for found in pdf.objects
    )


def printed(page: Page, path: Path) -> None:
    """Print by the keyboard, into a file."""
    # A script that is a function is called, so this one has to be in one.
    page.evaluate(
        """() => {
            window.print = () => {
                const faces = [...document.querySelectorAll("#cards card-face")];
                window.drawn = faces.filter((face) => face.drawing).length;
                window.ready = true;
            };
        }"""
    )
    page.keyboard.press("Control+p")
    page.wait_for_function("window.ready")
    page.pdf(path=path, prefer_css_page_size=True)


def test_cards_are_printed_as_vectors_and_all_of_them(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 600, "height": 300})
    printed(page, tmp_path / "cards.pdf")
    assert page.evaluate("window.drawn") == page.locator("#cards card-face").count() > 9
    with pikepdf.open(tmp_path / "cards.pdf") as pdf:
        assert pictures_on(pdf) == 0


@pytest.mark.parametrize(("kind", "beside"), [("kit", 1), ("rulebook", 2)])
def test_sheets_are_printed_at_their_true_size(
    page: Page, tmp_path: Path, kind: str, beside: int
) -> None:
    page.click("a[href='#pages']")
    page.get_by_label("Document").select_option(kind)
    page.wait_for_function(
        """kind => {
            const picture = document.querySelector(".sheet img");
            return picture?.naturalWidth > 0 && picture.src.includes(`/${kind}/`);
        }""",
        arg=kind,
    )
    sheets = page.locator(".sheet").count()
    width = page.evaluate(
        "parseFloat(document.querySelector('.sheet img').style.getPropertyValue('--width'))"
    )
    printed(page, tmp_path / "pages.pdf")
    with pikepdf.open(tmp_path / "pages.pdf") as pdf:
        assert len(pdf.pages) == sheets
        for sheet in pdf.pages:
            assert float(sheet.mediabox[2]) == pytest.approx(beside * width * MM, abs=1)


def test_sheets_of_a_booklet_are_called_what_they_are(page: Page) -> None:
    page.click("a[href='#pages']")
    page.get_by_label("Document").select_option("booklet")
    page.wait_for_selector(".sheet .caption b")
    assert not any(
        name.startswith("Page S") for name in page.locator(".caption b").all_inner_texts()
    )
    page.get_by_label("Document").select_option("rulebook")
    page.get_by_text("Pages 2–3").wait_for()


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (820, 1100), (390, 844)])
def test_a_card_is_seen_while_it_is_changed(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.querySelector('main').clientHeight") > height * 0.6
    page.get_by_role("button", name="deed-3, card, English").click()
    page.wait_for_selector("#side textarea")
    card, panel = page.evaluate(
        f"[{face('card/deed-3')}, document.getElementById('side')]"
        ".map((shown) => shown.getBoundingClientRect())"
    )
    assert panel["x"] >= card["right"] or panel["y"] >= card["y"] + 100
    assert card["y"] >= 0
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_long_text_is_seen_whole_and_a_full_box_is_told(page: Page) -> None:
    page.get_by_role("button", name="deed-1, card, English").click()
    area = page.get_by_label("cards.deed-1.rule")
    area.fill("Take one card of the pile and think about it. " * 9)
    assert area.evaluate("(area) => area.scrollHeight - area.clientHeight") <= 0
    area.fill("Take one card of the pile and think about it. " * 60)
    page.wait_for_selector(".fit.no")
    meter = page.locator(".fit.no meter")
    assert meter.evaluate("(m) => m.value > m.high && m.optimum < m.low")


def test_lines_keep_their_colours_as_others_see_the_cards(page: Page) -> None:
    page.get_by_label("Lines").check()
    page.get_by_label("As seen").select_option("deuteranopia")
    shown = face("card/deed-1")
    page.evaluate(f"{shown}.scrollIntoView()")
    page.wait_for_function(f"{shown}.classList.contains('there')")
    assert "url" not in page.evaluate(f"getComputedStyle({shown}).filter")
    drawn = f"{shown}.shadowRoot.querySelector('g[filter]')"
    assert page.evaluate(f"Boolean({drawn}) && !{drawn}.querySelector('[stroke=\"#d0021b\"]')")


def _with_tasks(route: Route) -> None:
    """What a game remembers for its rules is in its answer, too; it does not lie on the table."""
    answer = route.fetch()
    told = answer.json()
    told.get("zones", {})["tasks"] = [[0, "act", False, 0]]
    route.fulfill(response=answer, json=told)


@pytest.mark.at_leisure
def test_a_game_is_played_by_keyboard(chromium: Browser) -> None:
    with served(shipped_root(), {"tic-tac-match": ("en",)}) as address:
        page = chromium.new_context(
            bypass_csp=True, viewport={"width": 390, "height": 800}
        ).new_page()
        page.goto(address)
        page.route("**/play", _with_tasks)
        page.click("#play-tab")
        deal = page.get_by_role("button", name="Deal")
        deal.wait_for()
        assert page.evaluate("document.querySelector('main').scrollWidth") <= 390
        page.get_by_label("Shuffle").fill("7")
        deal.press("Enter")
        for moves in (3, 5):
            page.wait_for_function("document.activeElement.matches('.moves button')")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"ol.log li:nth-child({moves})")
        rules = page.inner_text(".effects")
        page.locator("ol.log button").nth(0).click()
        page.wait_for_function("document.querySelector('.effects').textContent === ''")
        assert rules
        assert "tasks" not in page.inner_text("#play")
        width = page.evaluate("document.querySelector('#play card-face').clientWidth")
        page.get_by_role("slider", name="Size").press("ArrowRight")
        assert page.evaluate("document.querySelector('#play card-face').clientWidth") > width
        page.context.close()
