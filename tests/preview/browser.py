"""A browser that looks at the live page: Debian's Chromium, driven by Playwright."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from printnplay.preview.server import Preview, Settings
from printnplay.preview.start import server_of

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
def served(
    project: Path, games: dict[str, tuple[str, ...]], *, limited: bool = True
) -> Iterator[str]:
    """The address of a page that is served by a thread of this process."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        server = server_of(Preview(Settings(project, games, port, "secret", limited=limited)))
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not server.started:
                sleep(0.01)
            yield f"http://127.0.0.1:{port}/?token=secret"
        finally:
            server.should_exit = True
            thread.join()
