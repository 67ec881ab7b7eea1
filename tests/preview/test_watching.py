"""Which folders are watched, and what happens when they cannot be."""

import shutil
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient
from watchfiles import awatch

from printnplay.preview import running
from printnplay.preview.running import Preview
from printnplay.translation.add import add

from .conftest import GAME, client_of, preview_of

TEXTS = Path("locales/en/city.yaml")
STORM = f"/game/{GAME}/face/en/card/storm"
FAULTS = f"/game/{GAME}/faults"


@pytest.fixture
def preview(city: Path, monkeypatch: pytest.MonkeyPatch) -> Preview:
    """The preview of the small game, which looks for folders often."""
    monkeypatch.setattr(running, "faults_of", lambda _: [])
    monkeypatch.setattr(running, "LOOK", 100)
    return preview_of(city)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[set[Path]]:
    """The folders of each watch that was begun."""
    begun: list[set[Path]] = []

    def noting(*paths: Path, **settings: Any) -> Any:  # noqa: ANN401
        begun.append(set(paths))
        assert settings["recursive"] is False
        return awatch(*paths, **settings)

    monkeypatch.setattr(running, "awatch", noting)
    return begun


def wait_for(is_so: Callable[[], bool]) -> None:
    until = monotonic() + 20
    while not is_so():
        assert monotonic() < until
        sleep(0.02)


def save(city: Path, word: str) -> None:
    texts = (city / TEXTS).read_text("utf-8")
    (city / TEXTS).write_text(texts.replace("Discard", word), "utf-8")


def shows(page: TestClient, word: str) -> bool:
    return word in page.get(STORM).text


def test_links_are_watched_within_the_project_alone(
    preview: Preview, city: Path, tmp_path: Path
) -> None:
    for folder in ("own/deep", "designs/.hidden"):
        (city / folder).mkdir(parents=True)
    (tmp_path / "elsewhere/deep").mkdir(parents=True)
    links = {"out": tmp_path / "elsewhere", "all": Path("/"), "up": city, "own": city / "own"}
    links |= {"loop": city / "designs/loop", "again": city / "templates"}
    for name, target in links.items():
        (city / "designs" / name).symlink_to(target)
    found = {path.relative_to(city).as_posix() for path in preview._folders()}
    assert {".", "designs/own", "designs/own/deep", "designs/city", "locales/en"} <= found
    assert len({path.resolve() for path in preview._folders()}) == len(found)
    assert not {name for name in found if name.startswith("designs/") and ".hidden" in name}
    assert not {"designs/out", "designs/all", "designs/up", "designs/loop"} & found


def test_saves_are_noticed_beside_a_link_to_everything(
    preview: Preview, city: Path, watched: list[set[Path]]
) -> None:
    (city / "designs/all").symlink_to("/")
    with client_of(preview) as page:
        assert shows(page, "Discard")
        wait_for(lambda: bool(watched))
        save(city, "Dismiss")
        wait_for(lambda: shows(page, "Dismiss"))
    assert all(path.is_relative_to(city) for folders in watched for path in folders)


def test_folders_that_come_or_are_replaced_are_watched(preview: Preview, city: Path) -> None:
    with client_of(preview) as page:
        assert shows(page, "Discard")
        texts = (city / TEXTS).read_text("utf-8")
        (city / "locales/en").rename(city / "locales/old")
        (city / "locales/en").mkdir()
        for word in ("Dismiss", "Lose"):
            (city / TEXTS).write_text(texts.replace("Discard", word), "utf-8")
            wait_for(lambda word=word: shows(page, word))  # type: ignore[misc]


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'
BUILD = f"/game/{GAME}/build"

CHANGES: dict[str, Callable[[Path], object]] = {
    "a language is added": lambda city: add(city, "fr", [GAME]),
    "a language is removed": lambda city: shutil.rmtree(city / "locales/fr"),
    "a folder is added": lambda city: (city / "designs/city/art").mkdir(),
    "a picture is added": lambda city: (city / "designs/city/art/a.svg").write_text(PICTURE),
    "a folder is renamed": lambda city: (city / "designs/city/art").rename(city / "designs/old"),
    "a picture is deleted": lambda city: next((city / "designs/old").iterdir()).unlink(),
    "a table is added": lambda city: (city / "designs/city/more.csv").write_text("id\na\n"),
    "a text is changed": lambda city: save(city, "Dismiss"),
}
"""Changes of files, one after the other."""

QUIET = 0.5
"""Seconds without an event after which the page is at rest: five looks for folders."""


@pytest.mark.at_leisure
def test_the_page_comes_to_rest_after_any_change(
    preview: Preview, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = [monotonic()]
    monkeypatch.setattr(preview, "publish", lambda _: last.append(monotonic()))
    restless = []
    with client_of(preview) as page:
        assert shows(page, "Discard")
        for name, change in CHANGES.items():
            change(city)
            last.append(monotonic())
            until = last[-1] + 5
            while monotonic() < last[-1] + QUIET and monotonic() < until:
                sleep(0.02)
            if monotonic() >= until:
                restless.append(name)
        assert not restless
        made = page.post(BUILD, json={"do": "build", "languages": ["en"]}).json()
        assert made["files"]
        sleep(QUIET)
        assert not page.get(BUILD).json()["made"]["old"]


def test_a_watch_that_fails_is_reported_and_begun_again(
    preview: Preview,
    city: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = [True]

    async def failing(*paths: Path, **settings: Any) -> Any:  # noqa: ANN401
        if broken:
            raise OSError("no \x1b[31mwatches\n::add-mask::x left")
        async for changes in awatch(*paths, **settings):
            yield changes

    monkeypatch.setattr(running, "awatch", failing)
    with client_of(preview) as page:
        assert shows(page, "Discard")
        wait_for(lambda: page.get(FAULTS).json()["unwatched"].startswith("no "))
        save(city, "Dismiss")
        broken.clear()
        wait_for(lambda: shows(page, "Dismiss"))
        wait_for(lambda: page.get(FAULTS).json()["unwatched"] == "")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert said[0].startswith("saved files are not noticed: no ")
    assert "\x1b" not in said[0]
    assert said[1] == "saved files are noticed again"


def test_a_save_that_cannot_be_read_ends_no_watching(
    preview: Preview, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(preview) as page:
        assert shows(page, "Discard")
        shelf = preview.shelves[GAME]
        with monkeypatch.context() as patch:
            patch.setattr(shelf.live, "update", lambda _: 1 / 0)
            save(city, "Dismiss")
            wait_for(lambda: "division" in page.get(FAULTS).json()["unwatched"])
        wait_for(lambda: shows(page, "Dismiss"))
