"""The documentation as a site: whole, and without the network, also as files on a disk."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.at_leisure


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; a link that leads nowhere is an error."""
    if find_spec("material") is None:
        pytest.skip("NOT CHECKED: mkdocs-material is not installed: it is in the group `docs`")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    done = subprocess.run(
        [*command, "--site-dir", str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def page(site: Path) -> Iterator["Page"]:
    """A browser that shows the site from the disk and notes what it asks the network for."""
    from preview.browser import browser

    with browser() as opened:
        page = opened.new_context(viewport={"width": 1300, "height": 900}).new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "index.html").as_uri())
        yield page
        assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_all_pages_are_in_the_site(site: Path) -> None:
    wanted = {path.with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    names = {path.relative_to(ROOT / "docs").as_posix() for path in wanted}
    names = {name.replace("README", "index") for name in names}
    assert names <= {path.relative_to(site).as_posix() for path in site.rglob("*.html")}


def test_the_search_works_from_the_disk(page: "Page") -> None:
    page.fill("input.md-search__input", "tuck box")
    page.wait_for_selector(".md-search-result__item")
    assert page.locator(".md-search-result__item").count() > 2


def test_pictures_and_pages_are_there(page: "Page") -> None:
    page.click("text=Cookbook")
    page.wait_for_selector("h1:has-text('Cookbook')")
    broken = "[...document.images].filter((image) => image.complete && !image.naturalWidth).length"
    assert page.locator("article img").count() > 6
    assert page.evaluate(broken) == 0
