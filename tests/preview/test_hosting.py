"""A table for others that the page opens and ends: its own server, behind the walls of the room."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient

from printnplay.kernel.diagnostics import FaultsError
from printnplay.play.sessions import sessions_of
from printnplay.preview.room import start
from printnplay.preview.room.network import own_address

from .browser import looked_at, violations
from .conftest import GAME, client_of, preview_of
from .test_room_server import sent

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOM = f"/game/{GAME}/room"


def post(page: TestClient, said: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = page.post(ROOM, json=said)
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.fixture
def told(page: TestClient) -> Iterator[dict[str, Any]]:
    """A table on this machine."""
    assert page.get(ROOM).json() == {"stands": False}
    yield post(page, {"do": "open"})
    post(page, {"do": "end"})


def status_of(address: str) -> int:
    try:
        with urlopen(address, timeout=30) as answer:
            return int(answer.status)
    except HTTPError as refused:
        with refused:
            return refused.code


def answer_of(link: str, path: str, said: dict[str, str], token: str = "") -> int:
    """The status of what a guest sends."""
    try:
        sent(link, path, said, token)
    except HTTPError as refused:
        with refused:
            return refused.code
    return 200


@pytest.mark.at_leisure
def test_guests_sit_down_and_move_pieces_and_nothing_else(
    page: TestClient, told: dict[str, Any], city: Path
) -> None:
    link, before = told["link"], {path: path.stat().st_mtime_ns for path in city.rglob("*")}
    assert link.startswith("http://127.0.0.1:")
    assert (told["local"], told["qr"], told["names"]) == (True, [], [])
    assert told["code"] in link
    assert status_of(link) == 200
    token = sent(link, "join", {"name": "Bo", "host": ""})["token"]
    assert page.get(ROOM).json()["names"] == ["Bo"]
    assert {status_of(link + path) for path in ("games", f"game/{GAME}", "page/main.js")} == {404}
    assert answer_of(link, "end", {}, token) == 409
    assert answer_of(link, "step", {"type": "note", "text": "Hm."}, token) == 200
    assert answer_of(link, "step", {"type": "write", "text": "Hm."}, token) == 400
    for path in ("text", f"game/{GAME}/text", f"game/{GAME}/step", f"game/{GAME}/room"):
        assert answer_of(link, path, {"do": "end"}, token) == 404
    # The secret of the page is none of the table, nor the other way round.
    assert status_of(link.replace(told["code"], "a-secret")) == 403
    assert page.get(f"http://127.0.0.1:8000/{told['code']}/games").status_code == 403
    assert {path: path.stat().st_mtime_ns for path in city.rglob("*")} == before


@pytest.mark.at_leisure
def test_there_is_one_table_until_it_is_ended(page: TestClient, told: dict[str, Any]) -> None:
    assert "a table already" in post(page, {"do": "open"}, 409)["error"]
    assert post(page, {"do": "end"}) == {"stands": False}
    with pytest.raises(URLError):
        urlopen(told["link"], timeout=5)
    assert post(page, {"do": "open"})["code"] != told["code"]


@pytest.mark.at_leisure
def test_the_host_ends_it_from_the_table(page: TestClient, told: dict[str, Any]) -> None:
    secret = told["host"].partition("#")[2]
    token = sent(told["link"], "join", {"name": "Ann", "host": secret})["token"]
    sent(told["link"], "end", {}, token)
    assert page.get(ROOM).json() == {"stands": False}


def test_only_the_page_opens_it(page: TestClient) -> None:
    opening = json.dumps({"do": "open"})
    kind = {"content-type": "application/json"}
    evil = {**kind, "origin": "http://evil.example"}
    assert page.post(ROOM, content=opening, headers=evil).status_code == 403
    assert page.post(f"http://127.0.0.1:8000/wrong{ROOM}", content=opening).status_code == 403
    assert (
        page.post(ROOM, json={"do": "open", "address": "0.0.0.0", "network": 1}).status_code == 400
    )
    assert page.get(ROOM).json() == {"stands": False}


@pytest.mark.at_leisure
def test_the_network_is_listened_on_only_if_told(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def found(address: str = "") -> str:
        asked.append(address)
        if not address:
            raise FaultsError([fault])
        return own_address(address)

    with pytest.raises(FaultsError) as refused:
        own_address("192.0.2.1")
    fault = refused.value.found[0]
    monkeypatch.setattr(start, "own_address", found)
    post(page, {"do": "open"})
    post(page, {"do": "end"})
    cure = post(page, {"do": "open", "network": True}, 409)["help"]
    assert asked == ["127.0.0.1", ""]
    assert cure.startswith("open it on this computer only")
    assert page.get(ROOM).json() == {"stands": False}


@pytest.mark.at_leisure
def test_it_ends_with_the_page_and_is_recorded(city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(city)) as page:
        told = post(page, {"do": "open", "record": True})
        token = sent(told["link"], "join", {"name": "Ann", "host": told["host"].partition("#")[2]})
        sent(told["link"], "step", {"type": "note", "text": "Too long."}, token["token"])
    with pytest.raises(URLError):
        urlopen(told["link"], timeout=5)
    (session,) = sessions_of(city, GAME)
    assert session.notes == "Too long."


def test_errors_of_the_game_are_told(page: TestClient, city: Path) -> None:
    (city / "designs/city/game.yaml").write_text("id: [", "utf-8")
    assert post(page, {"do": "open"}, 409)["error"]
    assert page.get(ROOM).json() == {"stands": False}


@pytest.mark.at_leisure
def test_a_table_is_opened_and_ended_by_buttons(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        page.click("#play-tab")
        page.click("[data-name='open here']")
        link = page.locator("[data-name=link]").inner_text()
        assert page.locator("[data-name=code]").inner_text() in link
        assert violations(page) == []
        with page.context.expect_page() as opened:
            page.click("[data-name=sit]")
        host = opened.value
        host.get_by_role("textbox").first.fill("Ann")
        host.keyboard.press("Enter")
        page.wait_for_selector("[data-name=names]:has-text('Ann')")
        page.click("[data-name='end table']")
        page.wait_for_selector("text=The table has ended.")
        page.wait_for_selector("[data-name='open network']")
