"""The pictures of docs/preview.md: `pytest --thorough --update` takes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from printnplay.files.catalog import shipped_root

from .browser import browser, served

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

DOCS = Path(__file__).parents[2] / "docs"
SIZE: ViewportSize = {"width": 1180, "height": 740}
COLOURS = 128
"""A picture of few colours is a third as large, and looks the same here."""


@pytest.mark.thorough
def test_the_documentation_shows_the_page(request: pytest.FixtureRequest) -> None:
    games: dict[str, tuple[str, ...]] = {"tic-tac-match": ("de", "en")}
    with browser() as opened, served(shipped_root(), games) as address:
        page = opened.new_page(viewport=SIZE)
        page.goto(address)
        for name, picture in _pictures(page):
            file = DOCS / f"{name}.png"
            if request.config.getoption("--update"):
                picture.save(file, optimize=True)
            with Image.open(file) as kept:
                assert kept.size == picture.size


def _pictures(page: Page) -> Iterator[tuple[str, Image.Image]]:
    page.check("input[value=de]", force=True)
    page.select_option("#group", "action")
    page.get_by_role("button", name="wipe-out, card, German").click()
    page.wait_for_selector("#side .text")
    yield "preview-cards", _taken(page)
    page.keyboard.press("Escape")
    page.click("#play-tab")
    page.get_by_label("Shuffle").fill("7")
    page.get_by_role("button", name="Deal").click()
    page.locator(".moves button").first.click()
    page.wait_for_selector("ol.log li:nth-child(3)")
    yield "preview-play", _taken(page)


def _taken(page: Page) -> Image.Image:
    page.mouse.move(0, 0)
    page.wait_for_timeout(2500)
    shot = Image.open(BytesIO(page.screenshot()))
    return shot.convert("RGB").quantize(COLOURS)
