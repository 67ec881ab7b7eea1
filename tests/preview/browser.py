"""A browser that looks at the live page: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

from printnplay.preview.server import Preview, Settings
from printnplay.preview.start import server_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

SIZE: ViewportSize = {"width": 1200, "height": 800}

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
)


@contextmanager
def browser() -> Iterator[Any]:
    """A browser; tests are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install it")
    if not CHROMIUM.exists():
        pytest.skip(f"NO BROWSER: there is no {CHROMIUM}; apt-get install chromium")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=str(CHROMIUM), args=list(ARGUMENTS))
        yield opened
        opened.close()


@contextmanager
def served(project: Path, games: Mapping[str, tuple[str, ...]], **settings: bool) -> Iterator[str]:
    """The address of a page that is served by a thread of this process."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        server = server_of(Preview(Settings(project, games, port, "secret", **settings)))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                sleep(0.01)
            yield f"http://127.0.0.1:{port}/secret/"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def looked_at(
    chromium: Browser,
    project: Path,
    games: Mapping[str, tuple[str, ...]],
    *,
    size: ViewportSize = SIZE,
    refused: bool = False,
) -> Iterator[Page]:
    """The page of a project, as soon as it shows a face; it may not say anything on its console.

    With `refused`, it may say that a request was refused.
    """
    with served(project, games) as address:
        opened = chromium.new_context(bypass_csp=True, viewport=size)
        page = opened.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(address)
        page.wait_for_selector("card-face.there")
        yield page
        assert [one for one in said if not (refused and "status of 4" in one)] == []
        opened.close()


def face(key: str) -> str:
    """The script that finds a face."""
    return (
        f"[...document.querySelectorAll('card-face')].find((shown) => shown.face.key === '{key}')"
    )


def text_of(key: str) -> str:
    """The script that reads the words on a face."""
    return f"{face(key)}.shadowRoot.textContent"


def violations(page: Page) -> list[str]:
    """What axe knows of accessibility that the page does not keep to."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="NO AXE: install it")
    found = axe.Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:150]}" for fault in found for node in fault["nodes"]]
