"""The faces of the live page, asked for as the page does: over HTTP from `printnplay preview`."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urljoin
from urllib.request import urlopen

from lxml import etree

from .drawn import Font
from .games import Made
from .program import CALL, surroundings

FONT = re.compile(
    r'font-family:"(?P<family>[^"]+)";font-weight:(?P<weight>\d+);font-style:(?P<style>\w+);'
    r'[^}]*url\("(?P<url>[^"]+)"\)'
)


class Page:
    """A live page that is open."""

    def __init__(self, address: str, made: Made) -> None:
        """Open the address that the command has printed."""
        self.base, self.game = address, made.game
        self._get("")

    def _get(self, path: str) -> bytes:
        data: bytes = urlopen(urljoin(self.base, path)).read()
        return data

    def faces(self) -> Iterator[tuple[str, etree._Element]]:
        """The drawings of all faces by their keys."""
        path = f"game/{self.game.game}"
        about: dict[str, Any] = json.loads(self._get(path))
        for face in about["faces"]:
            key = quote(face["key"])
            told = json.loads(self._get(f"{path}/face/{self.game.language}/{key}"))
            yield face["key"], etree.fromstring(told["svg"].encode())

    def fonts(self) -> list[Font]:
        """The fonts of the page."""
        sheet = f"game/{self.game.game}/fonts.css"
        css = self._get(sheet).decode()
        return [
            Font(
                self._get(urljoin(sheet, found["url"])),
                found["family"],
                int(found["weight"]),
                found["style"] == "italic",
            )
            for found in FONT.finditer(css)
        ]


@contextmanager
def live_page(made: Made) -> Iterator[Page]:
    """Run `printnplay preview` for a game, and end it."""
    words = ["preview", made.game.game, "-l", made.game.language, "--no-browser", "--trust-rules"]
    process = subprocess.Popen(
        [*CALL, *words],
        cwd=made.project,
        env={**surroundings(made.cache), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http"), address
        yield Page(address, made)
    finally:
        process.terminate()
        process.wait(timeout=30)
        if process.stdout is not None:
            process.stdout.close()
