"""The start page of the studio, and what the tab Build makes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest
from recognition.sheets import Layout, pdf
from starlette.testclient import TestClient

from printnplay.build.new import STARTERS
from printnplay.files.catalog import PACKAGE
from printnplay.files.door import is_part_of_a_project
from printnplay.preview.guard import Guard
from printnplay.preview.home import Home
from printnplay.preview.studio import begun_in

from .browser import violations
from .conftest import GAME, ORIGIN, PORT, SECRET, client_of, preview_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

FACTS = ("fewest", "most", "minutes", "age")
"""The fields of what people ask about a game first."""

BUILD = f"/game/{GAME}/build"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A start page; the settings of the user are in a folder of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Home(folder)


@pytest.fixture
def page(home: Home) -> TestClient:
    app = Guard(home.app, PORT, SECRET)
    return TestClient(app, f"{ORIGIN}/{SECRET}/", headers={"origin": ORIGIN})


def new(title: str, folder: Path, **others: str) -> dict[str, str]:
    return {"title": title, "folder": str(folder), "starter": "plain", **others}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("starter", [*STARTERS])
def test_a_starter_becomes_a_game_that_is_opened(
    home: Home, page: TestClient, starter: str
) -> None:
    listed = page.get("/start").json()
    assert [one["name"] for one in listed["starters"]] == [*STARTERS]
    assert page.get(f"/picture/starter/{starter}").content.startswith(b"\x89PNG")
    made = page.post("/new", json=new("Lost City", home.folder, starter=starter))
    assert made.json() == {"opened": str(home.folder / "Lost City")}
    assert home.chosen == home.folder / "Lost City"
    assert (home.chosen / "designs/lost-city/game.yaml").is_file()
    (recent,) = page.get("/start").json()["recent"]
    assert recent == {"path": str(home.chosen), "games": "Lost City"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "title",
    ["Cops & Robbers", "Who is it?", "Don't panic!", '#1: "Łódź"', "lost city", "[Box] 2.0"],
)
def test_a_game_has_the_title_that_was_typed(home: Home, page: TestClient, title: str) -> None:
    assert page.post("/new", json=new(title, home.folder, starter="cards")).is_success
    assert home.chosen
    (recent,) = page.get("/start").json()["recent"]
    assert recent == {"path": str(home.chosen), "games": title}
    assert set(home.chosen.name) <= set(title)


def test_a_title_in_another_script_makes_a_game_under_another_name(
    home: Home, page: TestClient
) -> None:
    for title, folder in {"Игра в города": "my-game", "猫": "my-game-2"}.items():
        assert page.post("/new", json=new(title, home.folder)).is_success
        assert home.chosen == home.folder / folder
        (recent, *_) = page.get("/start").json()["recent"]
        assert recent == {"path": str(home.chosen), "games": title}


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"title": "con"}, "is not a valid name for a game"),
        ({"title": "../outside"}, "write a title without slashes"),
        ({"title": "   "}, "write a title without slashes"),
        ({"title": "?.."}, "write a title without slashes"),
        ({"title": "full"}, "is not empty"),
        ({"facts": {"fewest": 4, "most": 2}}, "the smaller one first"),
        ({"facts": {"minutes": "an hour"}}, "write the minutes like"),
        ({"facts": {"age": "0"}}, "write the age as a number"),
        ({"language": "xx"}, "has no texts in `xx`"),
        ({"starter": "tarot", "look": "noir"}, "cannot have the look `noir`"),
    ],
)
def test_a_game_that_cannot_begin_is_refused_and_nothing_is_written(
    home: Home, page: TestClient, wrong: dict[str, Any], reason: str
) -> None:
    (home.folder / "full").mkdir()
    (home.folder / "full/mine.txt").write_text("mine", "utf-8")
    before = sorted(home.folder.rglob("*"))
    answer = page.post("/new", json={**new("Lost City", home.folder), **wrong})
    assert answer.status_code == 409
    assert reason in answer.json()["error"]
    assert home.chosen is None
    assert sorted(home.folder.rglob("*")) == before


def test_a_game_that_is_there_already_can_be_opened_instead(home: Home, page: TestClient) -> None:
    asked = new("Lost City", home.folder)
    there = page.post("/new", json=asked).json()["opened"]
    told = page.post("/new", json={**asked, "starter": "dice"})
    assert told.status_code == 409
    assert told.json()["there"] == there
    assert page.post("/open", json={"path": there}).json() == {"opened": there}


def test_a_studio_begun_in_the_root_of_the_disk_has_games_in_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert begun_in(Path("/")) == tmp_path
    assert begun_in(tmp_path / "..") == tmp_path / ".."


@pytest.mark.parametrize("path", ["nowhere", "", "~nobody/games", "a\0b", "/dev/null"])
def test_a_folder_without_a_game_is_not_opened(home: Home, page: TestClient, path: str) -> None:
    answer = page.post("/open", json={"path": path})
    assert answer.status_code == 409
    assert "there is no game in" in answer.json()["error"]
    assert home.chosen is None
    listed = page.get("/folders", params={"path": path}).json()["folder"]
    # Else the user's cache, below their home folder, would be refused as one of a project.
    assert not is_part_of_a_project(Path(listed))


def test_folders_lead_to_a_project(home: Home, page: TestClient, city: Path) -> None:
    (home.folder / "link").symlink_to(city)
    told = page.get("/folders", params={"path": str(city.parent)}).json()
    assert told["parent"] == str(city.parent.parent)
    assert {"name": GAME, "path": str(city), "project": True} in told["folders"]
    assert page.post("/open", json={"path": str(city)}).status_code == 200
    assert home.chosen == city


@pytest.mark.at_leisure
def test_a_dropped_pdf_becomes_a_project_with_the_cards_found_in_it(
    home: Home, page: TestClient
) -> None:
    content = pdf(Layout(marks=True, frame=True, count=5, backs="pages"))
    kind = {"content-type": "application/octet-stream"}
    made = page.post("/print?name=Old Deck.pdf", content=content, headers=kind)
    assert made.json() == {"opened": str(home.folder / "old-deck")}
    assert home.chosen == home.folder / "old-deck"
    assert (home.folder / "old-deck.pdf").read_bytes() == content
    assert "../old-deck.pdf" in (home.chosen / "print.yaml").read_text("utf-8")
    assert (home.chosen / "designs/old-deck/game.yaml").is_file()
    for name, sent, why in (
        ("Old Deck.pdf", content, "is there already"),
        ("deck.png", content, "drop a PDF"),
        ("deck.pdf", b"no PDF", "drop a PDF"),
        ("empty.pdf", b"%PDF-1.4 but damaged", "cannot be printed again"),
    ):
        refused = page.post(f"/print?name={name}", content=sent, headers=kind)
        assert refused.status_code == 409
        assert why in refused.json()["error"]
    assert page.post("/print?name=a.pdf", content=b"%PDF", headers={"origin": "http://x"}).is_error


def test_only_the_page_itself_may_end_the_studio(home: Home, page: TestClient) -> None:
    ends: list[bool] = []
    home.end = lambda: ends.append(True)
    assert page.post("/quit", json={}, headers={"origin": "http://elsewhere"}).status_code == 403
    assert page.get("/quit").status_code == 405
    assert not ends
    assert page.post("/quit", json={}).json() == {}
    assert (ends, home.chosen) == ([True], None)


def test_only_the_page_itself_may_begin_a_game(home: Home, page: TestClient) -> None:
    said = new("Lost City", home.folder)
    stranger = {"origin": "https://example.org"}
    assert page.post("/new", json=said, headers=stranger).status_code == 403
    assert page.post("/open", json={"path": "."}, headers=stranger).status_code == 403
    other = TestClient(page.app, f"{ORIGIN}/guessed/", headers={"origin": ORIGIN})
    assert other.get("/start").status_code == 403
    assert page.get("/page/../home.py").status_code == 404
    assert page.get("/picture/starter/..%2Fplain").status_code == 404
    assert not [*home.folder.iterdir()]


@pytest.mark.parametrize(
    "text", ["[", "{}", '[1, {"path": 3}, {"path": "/nowhere", "games": "x"}]']
)
def test_a_list_of_recent_projects_that_is_damaged_lists_none(
    page: TestClient, tmp_path: Path, text: str
) -> None:
    settings = tmp_path / "settings/printnplay"
    settings.mkdir(parents=True)
    (settings / "recent.json").write_text(text, "utf-8")
    assert page.get("/start").json()["recent"] == []


# Build


@pytest.fixture
def built(city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The page of the small game; the check in another process is left out."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(city)) as client:
        yield client


def test_pdfs_are_built_and_opened(built: TestClient, city: Path) -> None:
    assert built.get(BUILD).json()["made"] is None
    job = {"do": "build", "languages": ["en"], "paper": "letter", "backs": "none"}
    made = built.post(BUILD, json=job).json()
    files = {one["file"]: one["opens"] for one in made["files"]}
    assert "output/city/en/city-en-letter-kit.pdf" in files
    assert all(files.values())
    assert [fault for fault in made["faults"] if fault["severity"] == "error"] == []
    for number, file in enumerate(files):
        opened = built.get(f"/game/{GAME}/built/{number}")
        assert opened.headers["content-type"] == "application/pdf"
        assert opened.content == (city / file).read_bytes()
    assert built.get(f"/game/{GAME}/built/{len(files)}").status_code == 404
    assert built.get(BUILD).json()["made"] == made


def test_what_a_service_refuses_is_listed_and_nothing_is_written(
    built: TestClient, city: Path
) -> None:
    names = {one["name"]: one["service"] for one in built.get(BUILD).json()["targets"]}
    assert names["makeplayingcards"]
    assert not names["png"]
    game = city / "designs/city/game.yaml"
    game.write_text(game.read_text("utf-8").replace("width: 63.5mm", "width: 21mm"), "utf-8")
    job = {"do": "export", "languages": ["en"], "target": "makeplayingcards"}
    made = built.post(BUILD, json=job).json()
    assert made["files"] == []
    assert "error" in [fault["severity"] for fault in made["faults"]]
    assert not (city / "output").exists()


def test_a_read_only_preview_builds_nothing(city: Path) -> None:
    with client_of(preview_of(city, read_only=True)) as client:
        answer = client.post(BUILD, json={"do": "build", "languages": ["en"]})
    assert answer.status_code == 403
    assert not (city / "output").exists()


def test_only_the_studio_is_left(built: TestClient) -> None:
    assert built.get("/games").json()["studio"] is False
    assert built.post("/leave", json={}).status_code == 404


# In a browser


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[str]:
    """The address of a studio that has just begun, in an empty folder."""
    words = [sys.executable, "-m", "printnplay", "studio", "--no-browser"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONUNBUFFERED": "1",
        "XDG_CONFIG_HOME": str(tmp_path / "settings"),
    }
    folder = tmp_path / "games"
    folder.mkdir()
    begun = subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert begun.stdout is not None
    yield begun.stdout.readline().split()[-1]
    begun.terminate()
    assert begun.communicate(timeout=30)[1] == ""


def console_of(page: Page) -> list[str]:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


@pytest.mark.at_leisure
def test_quit_ends_the_studio(chromium: Browser, studio: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(studio)
    page.get_by_role("button", name="Quit").click()
    page.get_by_text("The studio has ended. You can close this page.").wait_for()
    for _ in range(200):
        try:
            urlopen(studio, timeout=20)
        except OSError:  # nobody listens any more
            return
        time.sleep(0.05)
    pytest.fail("the studio still answers")


@pytest.mark.at_leisure
def test_no_click_is_taken_before_something_listens(chromium: Browser, studio: str) -> None:
    page = chromium.new_context().new_page()
    held: list[Route] = []
    page.route("**/words", lambda route: held.append(route))
    page.goto(studio, wait_until="commit")
    page.wait_for_selector("#quit")
    with pytest.raises(Exception, match="Timeout 500ms"):
        page.locator("#quit").click(timeout=500)
    for route in held:
        route.continue_()
    page.locator("#quit").click()
    page.get_by_text("The studio has ended. You can close this page.").wait_for()


@pytest.mark.at_leisure
def test_a_pdf_is_dropped_on_the_start_page(chromium: Browser, studio: str, tmp_path: Path) -> None:
    page = chromium.new_context(bypass_csp=True).new_page()
    said = console_of(page)
    page.goto(studio)
    deck = tmp_path / "Deck.pdf"
    deck.write_bytes(pdf(Layout(marks=True, count=4)))
    page.get_by_label("Or choose it").set_input_files(deck)
    page.wait_for_selector("card-face.there")
    assert (tmp_path / "games/deck/print.yaml").is_file()
    assert said == []


def assert_facts(game: Path) -> None:
    """The game is that of the starter but for its name, its players and its time."""
    plain = (PACKAGE / "starters/plain/designs/my-game/game.yaml").read_text("utf-8")
    ours = plain.replace("my-game", "lost-city").replace("My Game", "Lost City")
    ours = ours.replace("players: [2, 3, 4]", "players: [2, 3, 4, 5]\nminutes: 20-30")
    assert game.read_text("utf-8").partition("\n")[2] == ours


@pytest.mark.at_leisure
def test_a_game_is_made_and_printed_from_the_page_alone(
    chromium: Browser, studio: str, tmp_path: Path
) -> None:
    page = chromium.new_context(bypass_csp=True).new_page()
    said = console_of(page)
    page.goto(studio)
    page.get_by_label("What is it called?").fill("Lost City")
    playing, plain = (
        page.get_by_role("radio", name=name) for name in ("Playing cards", "Two kinds of cards")
    )
    playing.check()
    assert page.locator("#looks-of").is_hidden()
    assert [page.input_value(f"[name={name}]") for name in FACTS] == ["3", "5", "30", "8"]
    plain.check()
    assert [page.input_value(f"[name={name}]") for name in FACTS] == ["2", "4", "", ""]
    page.get_by_label("Most players").fill("5")
    page.get_by_label("How many minutes does it take?").fill("20 – 30")
    playing.check()
    plain.check()
    page.get_by_role("radio", name="noir").check()
    assert violations(page) == []
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_selector("card-face.there")
    assert_facts(tmp_path / "games/Lost City/designs/lost-city/game.yaml")
    page.get_by_role("link", name="Build").click()
    page.get_by_label("Paper").select_option("letter")
    assert violations(page) == []
    page.get_by_role("button", name="Build PDFs").click()
    page.wait_for_selector(".built")
    assert (tmp_path / "games/Lost City/output/lost-city/en/lost-city-en-letter-kit.pdf").is_file()
    page.get_by_role("button", name="Projects").click()
    page.get_by_role("button", name="Lost City", exact=True).click()
    page.wait_for_selector("card-face.there")
    assert said == []


@pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminal")
def test_without_a_command_it_is_the_studio_at_a_terminal_and_the_help_elsewhere(
    tmp_path: Path,
) -> None:
    import pty

    words = [sys.executable, "-m", "printnplay"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "BROWSER": "true"}
    helped = subprocess.run(
        words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert helped.returncode == 2
    assert "studio" in helped.stdout
    ours, theirs = pty.openpty()
    begun = subprocess.Popen(words, cwd=tmp_path, env=environment, stdin=theirs, stdout=theirs)
    told = b""
    while b"Ctrl-C" not in told:
        told += os.read(ours, 1000)
    assert b"--help" in told
    assert b"http://127.0.0.1:" in told
    begun.terminate()
    begun.wait(30)
    os.close(ours)
    os.close(theirs)
