"""Languages added on the page: what the command writes, what is left to translate, undone."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from printnplay.preview.running import Preview, Settings
from printnplay.translation.add import add

from .conftest import GAME, PORT, SECRET, client_of

IN_GAME = f"/game/{GAME}"


@pytest.fixture
def page(city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The page of the small game in all languages that it has at any time."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(Preview(Settings(city, {GAME: ()}, PORT, SECRET))) as client:
        yield client


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".cache" not in path.parts
    }


def codes(page: TestClient) -> list[str]:
    return [one["code"] for one in page.get(IN_GAME).json()["languages"]]


def faults(page: TestClient) -> Any:  # noqa: ANN401 - JSON
    return page.get(f"{IN_GAME}/faults").json()


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_a_language_is_added_as_by_the_command_and_undone(
    page: TestClient, city: Path, tmp_path: Path, language: str
) -> None:
    by_command = shutil.copytree(city, tmp_path / "by-command")
    add(by_command, language, [GAME])
    before = files(city)
    assert codes(page) == ["en"]
    assert language in page.get(f"{IN_GAME}/languages").json()
    assert page.post(f"{IN_GAME}/languages", json={"language": language}).is_success
    assert files(city) == files(by_command)
    assert codes(page) == sorted(["en", language])
    assert language not in page.get(f"{IN_GAME}/languages").json()
    assert page.post(f"{IN_GAME}/step", json={"do": "undo"}).is_success
    assert files(city) == before
    assert codes(page) == ["en"]


def test_what_is_left_to_translate_is_no_error_and_stops_no_other_language(
    page: TestClient,
) -> None:
    page.post(f"{IN_GAME}/languages", json={"language": "de"})
    told = faults(page)
    left = told["translations"]["de"]
    assert left["translated"] == 0
    assert left["texts"] == sum(fault["unwritten"] for fault in told["faults"])
    made = page.post(f"{IN_GAME}/build", json={"do": "build", "languages": ["en"]}).json()
    assert "cards and instructions" in made["files"][0]["what"]
    assert all(file["what"] for file in made["files"])
    key = next(one["subject"]["key"] for one in told["faults"] if one["unwritten"])
    asked = {"language": "de", "key": key, "forms": {"other": "Wort"}}
    assert page.post(f"{IN_GAME}/text", json=asked).is_success
    assert faults(page)["translations"]["de"] == {**left, "translated": 1}


@pytest.mark.parametrize("language", ["en", "German", "mn-Mong", "../x", ""])
def test_a_language_that_cannot_be_added_is_refused(page: TestClient, language: str) -> None:
    told = page.post(f"{IN_GAME}/languages", json={"language": language})
    assert told.status_code == 409
    assert told.json()["error"]
