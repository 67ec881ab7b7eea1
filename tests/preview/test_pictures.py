"""The pictures of the pages on the preview and on play: `--thorough --update` takes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from printnplay.build.new import start
from printnplay.export.played_page import played_page
from printnplay.files.catalog import shipped_root
from printnplay.play.many_games import PlayRequest
from printnplay.play.sights import ALL
from printnplay.play.single_games import play_one

from .browser import browser, served

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

DOCS = Path(__file__).parents[2] / "docs"
SIZE: ViewportSize = {"width": 1180, "height": 740}
WORDS = "Words"
"""The name under which a picture holds the words that it shows."""
UPDATE = "the page has changed: take the picture again"
COLOURS = 128
"""A picture of few colours is a third as large, and looks the same here."""


@pytest.mark.thorough
def test_the_documentation_shows_the_page(request: pytest.FixtureRequest) -> None:
    games: dict[str, tuple[str, ...]] = {"tic-tac-match": ("de", "en")}
    with browser() as opened, served(shipped_root(), games) as address:
        page = opened.new_page(viewport=SIZE)
        page.goto(address)
        for name, part in _shown(page):
            _compare(request, name, page, part)


@pytest.mark.thorough
def test_the_documentation_shows_the_table(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("lost-coast"), "csv")
    project = tmp_path / "lost-coast"
    monkeypatch.chdir(project)
    cards = project / "designs/lost-coast/cards.yaml"
    old, types = "{kind: optional kind}", "{kind: optional kind, cost: whole 0..5}"
    assert old in cards.read_text("utf-8")
    cards.write_text(cards.read_text("utf-8").replace(old, types), "utf-8")
    games: dict[str, tuple[str, ...]] = {"lost-coast": ("en",)}
    with browser() as opened, served(project, games) as address:
        page = opened.new_page(viewport=SIZE)
        page.goto(f"{address}#table")
        page.locator('[data-place="2,3"]').click()
        page.wait_for_selector("#table card-face.there")
        page.keyboard.type("12")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-place="2,3"].error')
        page.keyboard.press("ArrowUp")
        page.locator("#table .tablesays").filter(has_not_text="checking").wait_for()
        _compare(request, "preview-table", page, "#table")


@pytest.mark.thorough
def test_the_documentation_shows_the_layout(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("lost-coast"), "csv")
    project = tmp_path / "lost-coast"
    monkeypatch.chdir(project)
    with browser() as opened, served(project, {"lost-coast": ("en",)}) as address:
        page = opened.new_page(viewport=SIZE)
        page.goto(f"{address}#layout")
        page.wait_for_selector("#layout card-face.there")
        page.locator(".boxes [aria-label='title: name']").click()
        page.locator(".boxform").wait_for()
        _compare(request, "preview-layout", page, "#layout")
        page.get_by_role("button", name="Start from a layout").click()
        page.locator("dialog.layouts li").first.wait_for()
        _compare(request, "preview-layouts", page, "dialog.layouts")


@pytest.mark.thorough
def test_the_documentation_shows_a_played_game(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    asked = PlayRequest(shipped_root(), "tic-tac-match", seats=2, player="greedy")
    file = tmp_path / "game.html"
    file.write_text(played_page(asked, play_one(asked, 0, ALL)), encoding="utf-8")
    with browser() as opened:
        page = opened.new_page(viewport=SIZE)
        page.goto(f"{file.as_uri()}#12")
        _compare(request, "played-page", page, ".shown")


def _compare(request: pytest.FixtureRequest, name: str, page: Page, part: str) -> None:
    """Compare the page with its picture, by the words of a part; or take the picture anew."""
    file, picture, words = DOCS / f"{name}.png", _taken(page), page.inner_text(part)
    if request.config.getoption("--update"):
        noted = PngInfo()
        noted.add_itxt(WORDS, words)
        picture.save(file, optimize=True, pnginfo=noted)
    with Image.open(file) as kept:
        # Letters look otherwise on other systems: what they say has to be the same.
        assert (kept.size, kept.info[WORDS]) == (picture.size, words), UPDATE


def _shown(page: Page) -> Iterator[tuple[str, str]]:
    """What there are pictures of, and the part of each that is compared by its words."""
    page.check("input[value=de]", force=True)
    page.select_option("#group", "action")
    page.get_by_role("button", name="wipe-out, card, German").click()
    page.wait_for_selector("#side .text")
    yield "preview-cards", "#side"
    page.keyboard.press("Escape")
    page.click("#play-tab")
    page.get_by_label("Shuffle").fill("7")
    page.get_by_role("button", name="Deal").click()
    page.locator(".moves button").first.click()
    page.wait_for_selector("ol.log li:nth-child(3)")
    yield "preview-play", "ol.log"


def _taken(page: Page) -> Image.Image:
    page.mouse.move(0, 0)
    page.wait_for_timeout(2500)
    shot = Image.open(BytesIO(page.screenshot()))
    return shot.convert("RGB").quantize(COLOURS)
