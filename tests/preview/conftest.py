"""A small game with a table of cards, and the page that shows it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from printnplay.build.new import start
from printnplay.preview.running import Preview, Settings
from printnplay.preview.server import app_of

from .browser import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PORT = 8000
SECRET = "a-secret"
ORIGIN = f"http://127.0.0.1:{PORT}"
GAME = "city"

DEEDS = """id,copies,name@en,rule@en
deed-1,1,Open the gate,Take one card.
deed-2,2,"Bar, the door","Say ""no""."
deed-3,1,Watch,Look at the top card.
"""


@pytest.fixture(scope="session")
def plain_city(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A new project with some cards in a table."""
    return once("project-preview", _make)


def _make(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        start(Path(GAME))
    root = folder / GAME
    designs = root / "designs" / GAME
    (designs / "deeds.csv").write_text(DEEDS, "utf-8")
    with (designs / "cards.yaml").open("a", encoding="utf-8") as cards:
        cards.write("deed: {template: card, rows: deeds.csv}\n")
    game = designs / "game.yaml"
    group = "  - {id: deeds, where: {family: deed}, backs: yes}\n  - {id: storms"
    game.write_text(game.read_text("utf-8").replace("  - {id: storms", group), "utf-8")
    texts = root / "locales/en/city.yaml"
    text = texts.read_text("utf-8").replace("sheets: {", 'sheets: {deeds: "Deeds", ')
    texts.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser, closed after each module: others' tests run loops of their own."""
    with browser() as opened:
        yield opened


@pytest.fixture
def city(plain_city: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to work in."""
    folder = shutil.copytree(plain_city / GAME, tmp_path / GAME)
    monkeypatch.chdir(folder)
    return folder


def preview_of(project: Path, games: tuple[str, ...] = (GAME,), **settings: bool) -> Preview:
    languages = dict.fromkeys(games, ("en",))
    return Preview(Settings(project, languages, PORT, SECRET, **settings))


def client_of(preview: Preview) -> TestClient:
    """What asks as the page does: below the path with the secret, from its own address."""
    return TestClient(app_of(preview), f"{ORIGIN}/{SECRET}/", headers={"origin": ORIGIN})


@pytest.fixture
def page(city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The page of the small game; the check in another process is left out."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(city)) as client:
        yield client
