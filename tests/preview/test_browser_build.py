"""The tab Build in a real browser: what its files are of, and cures that a page can follow."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .browser import looked_at, violations
from .conftest import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.sampled(3)

CSV = Path("designs/city/deeds.csv")
MADE = "#build [data-name=made]"


def export(page: Page, target: str, **chosen: str) -> str:
    """Export, and return what the page says then."""
    page.get_by_label("For").select_option(target)
    for name, value in chosen.items():
        page.select_option(f"[data-name={name}]", value)
    with page.expect_response("**/build"):
        page.get_by_role("button", name="Export", exact=True).click()
    page.wait_for_selector(f"{MADE} h2")
    return page.inner_text(MADE)


def test_files_of_before_a_change_are_called_so_and_made_again(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        page.click("nav >> text=Build")
        assert export(page, "svg").startswith("Done.")
        page.click("nav >> text=Cards")
        page.click("nav >> text=Build")
        page.wait_for_selector(f"{MADE} h2 >> text=/^Done.$/")
        CSV.write_bytes(CSV.read_bytes().replace(b"Watch", b"Wait"))
        page.wait_for_selector("text=The game has changed since.")
        assert "Done." not in page.inner_text(MADE)
        assert violations(page) == []
        page.click("nav >> text=Cards")
        page.click("nav >> text=Build")
        page.get_by_role("button", name="Export again").click()
        page.wait_for_selector(f"{MADE} h2 >> text=/^Done.$/")
        assert page.locator(".banner:visible").count() == 0


@pytest.mark.at_leisure
def test_cures_name_what_the_page_has_and_else_a_command(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        page.click("nav >> text=Build")
        assert page.get_by_label("Colour profile").is_hidden()
        said = export(page, "mbprint")
        assert "PNP024" in said
        assert "Choose a colour profile for the export" in said
        assert "--" not in said
        assert "PNP024" not in export(page, "mbprint", profile="fogra39")
        said = export(page, "tabletop-simulator")
        assert page.get_by_label("Colour profile").is_hidden()
        command = "printnplay export tabletop-simulator city --base-url https://..."
        assert f"In a terminal, in the folder of the project: {command}" in said
