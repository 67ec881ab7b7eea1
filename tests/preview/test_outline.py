"""The outline of the rulebook on the page: what is added, moved and removed, byte for byte."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from starlette.testclient import TestClient

from printnplay.build.check import faults_of
from printnplay.build.new import start
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import Catalog
from printnplay.preview.live import LiveGame
from printnplay.preview.new_blocks import BLOCKS
from printnplay.preview.outline import about_outline

from .browser import looked_at, violations
from .conftest import client_of, preview_of
from .test_art import ART, GAME, PNG, files, plain_coast
from .test_fields import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.sampled(4)

__all__ = ["plain_coast"]

OUTLINE = f"/game/{GAME}/outline"
BOOKLET = Path("designs/coast/booklet.yaml")
TEXTS = Path("locales/en/coast.yaml")
START = {
    "do": "start",
    "size": "a6",
    "title": "Goal of the game",
    "text": "Collect the **most points**.",
    "tagline": "Nine ships, one tide",
    "blurb": "A tiny game.",
    "credits": "By me",
}
BLOCKS_OF = "sections.0.blocks"
SAID = {
    "paragraph": {"text": "Draw a card."},
    "heading": {"text": "Storms"},
    "steps": {"lines": "Shuffle.\n\n  Deal five cards.\n"},
    "list": {"lines": "one\ntwo"},
    "turn": {"lines": "Draw\nPlay"},
    "note": {"text": "Never twice."},
    "questions": {"question": "What if nobody wins?", "answer": "Play again: “now”."},
    "sidebar": {"title": "A hint", "text": "Keep a ship."},
    "components": {"card": "Cards of the coast"},
    "card": {"card": "blacksmith", "text": "Look at it."},
    "cards": {"family": "card"},
    "picture": {"file": "sky.png", "alt": "Stars above the sea", "caption": "The sky"},
    "contents": {},
    "page_break": {},
}


@pytest.fixture(scope="session")
def plain_deck(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A new project of a deck alone, with a picture."""
    return once("project-deck", _make)


def _make(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        start(Path(GAME), "cards")
        (Path(GAME) / ART).mkdir()
        (Path(GAME) / ART / "sky.png").write_bytes(PNG)


@pytest.fixture
def coast(plain_deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to work in."""
    folder = shutil.copytree(plain_deck / GAME, tmp_path / GAME)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def page(coast: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(coast, (GAME,))) as client:
        yield client


def told(page: TestClient) -> dict[str, Any]:
    answer: dict[str, Any] = page.get(OUTLINE).json()
    return answer


def write(page: TestClient, edit: dict[str, Any], status: int = 200) -> dict[str, Any]:
    answer = page.post(OUTLINE, json={"tag": told(page)["tag"], "edit": edit})
    assert answer.status_code == status, answer.text
    said: dict[str, Any] = answer.json()
    return said


def outline() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(BOOKLET.read_text("utf-8"))
    return read


def faults(project: Path) -> list[str]:
    return [f"{one.code.id} {one.message}" for one in faults_of(CheckRequest(project))]


def test_a_game_gets_a_rulebook_that_is_without_faults(page: TestClient, coast: Path) -> None:
    before = files()
    assert told(page)["sections"] == []
    assert write(page, START)["files"] == [str(BOOKLET), str(TEXTS)]
    key = "rules.goal-of-the-game.collect-the-most-points"
    assert outline() == {
        "page": "a6",
        "sections": [{"id": "goal-of-the-game", "blocks": [{"paragraph": key}]}],
    }
    (section,) = told(page)["sections"]
    assert section["text"] == "Goal of the game"
    assert section["lists"][0]["items"][0]["text"] == "Collect the most points."
    assert faults(coast) == []
    assert page.post(f"/game/{GAME}/step", json={"do": "undo"}).status_code == 200
    assert files() == before


@pytest.mark.sampled(12)
@pytest.mark.parametrize("kind", [block.kind for block in BLOCKS if block.kind != "figure"])
def test_each_kind_of_block_is_added_without_faults(
    page: TestClient, coast: Path, kind: str
) -> None:
    write(page, START)
    before = files()
    palette = {one["kind"]: one for one in told(page)["palette"]}
    assert {one["name"] for one in palette[kind]["fields"]} == SAID[kind].keys()
    edit = {"do": "block", "path": BLOCKS_OF, "at": 0, "kind": kind, "said": SAID[kind]}
    write(page, edit)
    first, second = outline()["sections"][0]["blocks"]
    assert next(iter(first)) == kind
    assert next(iter(second)) == "paragraph"
    assert faults(coast) == []
    # What is the same text a second time has a key of its own.
    write(page, edit)
    assert len(outline()["sections"][0]["blocks"]) == 3
    assert faults(coast) == []
    for _ in range(2):
        page.post(f"/game/{GAME}/step", json={"do": "undo"})
    assert files() == before


def test_a_figure_is_offered_only_if_there_is_an_example(page: TestClient) -> None:
    assert "figure" not in [one["kind"] for one in told(page)["palette"]]


@pytest.fixture
def sections(page: TestClient) -> TestClient:
    """A rulebook of two sections with comments; the second one has a sidebar."""
    write(page, START)
    write(page, {"do": "section", "at": 1, "title": "Goal of the game", "text": "It is here."})
    said = {"title": "A hint", "text": "Keep a ship."}
    path = "sections.1.blocks"
    write(page, {"do": "block", "path": path, "at": 1, "kind": "sidebar", "said": said})
    source = BOOKLET.read_text("utf-8")
    BOOKLET.write_text(source.replace("  - id: goal", "\n  # why\n  - id: goal"), "utf-8")
    return page


@pytest.mark.parametrize(
    ("edit", "ids", "blocks"),
    [
        ({"do": "move", "path": "sections", "at": 1, "to_path": "sections", "to": 0}, "21", "2s|1"),
        ({"do": "move", "path": "sections", "at": 0, "to_path": "sections", "to": 2}, "21", "2s|1"),
        ({"do": "remove", "path": "sections", "at": 0}, "2", "2s"),
        ({"do": "remove", "path": "sections.1.blocks", "at": 0}, "12", "1|s"),
        (
            {
                "do": "move",
                "path": "sections.1.blocks",
                "at": 0,
                "to_path": BLOCKS_OF,
                "to": 1,
            },
            "12",
            "12|s",
        ),
        (
            {
                "do": "move",
                "path": "sections.1.blocks",
                "at": 0,
                "to_path": "sections.1.blocks.1.blocks",
                "to": 0,
            },
            "12",
            "1|s2",
        ),
    ],
)
def test_parts_are_moved_and_removed(
    sections: TestClient, edit: dict[str, Any], ids: str, blocks: str
) -> None:
    before = files()
    write(sections, edit)
    names = {"goal-of-the-game": "1", "goal-of-the-game-2": "2"}
    listed = outline()["sections"]
    assert "".join(names[one["id"]] for one in listed) == ids
    assert "|".join("".join(map(letters, one["blocks"])) for one in listed) == blocks
    assert BOOKLET.read_text("utf-8").count("# why") == len(ids)
    sections.post(f"/game/{GAME}/step", json={"do": "undo"})
    assert files() == before


def letters(block: dict[str, Any]) -> str:
    """The number of the section that a paragraph was written in, or `s` and what is within it."""
    if "paragraph" in block:
        return {"collect-the-most-points": "1", "it-is-here": "2", "keep-a-ship": ""}[
            block["paragraph"].rpartition(".")[2]
        ]
    return "s" + "".join(map(letters, block["blocks"]))


@pytest.mark.sampled(24)
@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"do": "remove", "path": BLOCKS_OF, "at": 0}, "it is the only one in its list"),
        ({"do": "remove", "path": "sections.7.blocks", "at": 0}, "cannot be edited"),
        ({"do": "remove", "path": "page", "at": 0}, "cannot be edited"),
        ({"do": "remove", "path": "sections", "at": 9}, "not there any more"),
        ({"do": "remove", "path": "sections", "at": -1}, "not there any more"),
        (
            {"do": "move", "path": "sections", "at": 0, "to_path": "sections", "to": 9},
            "not there any more",
        ),
        ({"do": "section", "at": -1, "title": "a", "text": "b"}, "not there any more"),
        (
            {"do": "move", "path": "sections", "at": 0, "to_path": BLOCKS_OF, "to": 0},
            "into itself",
        ),
        (
            {"do": "move", "path": BLOCKS_OF, "at": 0, "to_path": "sections", "to": 0},
            "not in the same lists",
        ),
        ({"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "paragraph"}, "is empty"),
        ({"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "spread"}, "adds no block"),
        (
            {"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "note", "said": {"text": "a\0"}},
            "no control characters",
        ),
        ({"do": "section", "at": 0, "title": "", "text": "x"}, "is empty"),
        ({**START, "size": "huge"}, "no page size"),
    ],
)
def test_what_cannot_be_written_changes_nothing(
    sections: TestClient, edit: dict[str, Any], why: str
) -> None:
    before = files()
    assert why in write(sections, edit, 409)["error"]
    assert files() == before


def test_a_new_section_has_an_id_that_no_other_has(page: TestClient) -> None:
    BOOKLET.write_text("page: a6\nsections:\n  - id: goal\n    blocks:\n      - contents: 1\n")
    write(page, {"do": "section", "at": 1, "title": "Goal", "text": "It is here."})
    assert [one["id"] for one in outline()["sections"]] == ["goal", "goal-2"]


def test_a_list_in_brackets_is_refused_with_what_to_do(page: TestClient) -> None:
    BOOKLET.write_text("page: a6\nsections:\n  - {id: a, blocks: [{contents: 1}]}\n", "utf-8")
    edit = {"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "contents"}
    assert "a line of its own" in write(page, edit, 409)["help"]


def test_an_outline_that_was_changed_meanwhile_stays(sections: TestClient) -> None:
    tag = told(sections)["tag"]
    BOOKLET.write_text(f"{BOOKLET.read_text('utf-8')}# by hand\n", "utf-8")
    before = files()
    edit = {"do": "remove", "path": "sections", "at": 0}
    answer = sections.post(OUTLINE, json={"tag": tag, "edit": edit})
    assert answer.status_code == 409
    assert "changed meanwhile" in answer.json()["error"]
    assert files() == before


@pytest.mark.parametrize(
    "content", [b"sections: [", b"\xff", b"sections:\n- {id: a, blocks: []}\n"]
)
def test_an_outline_with_errors_is_shown_and_stays(sections: TestClient, content: bytes) -> None:
    BOOKLET.write_bytes(content)
    assert told(sections)["file"] == str(BOOKLET)
    edit = {"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "contents"}
    write(sections, edit, 409)
    assert BOOKLET.read_bytes() == content


@pytest.mark.parametrize(
    "said", [{}, {"tag": ""}, {"tag": "", "edit": {"do": "fly"}}, {"edit": []}]
)
def test_a_request_of_another_shape_is_refused(page: TestClient, said: dict[str, Any]) -> None:
    assert page.post(OUTLINE, json=said).status_code == 400


def test_a_preview_to_read_only_writes_nothing(
    coast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(coast, (GAME,), read_only=True)) as page:
        write(page, START, 403)
    assert not BOOKLET.exists()


@pytest.mark.at_leisure
def test_a_rulebook_is_made_in_the_browser(
    chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    before = files()
    # Pictures of pages that an edit removes may be asked for once more.
    with looked_at(chromium, coast, {GAME: ("en",)}, refused=True) as page:
        page.click("#tabs >> text=Pages")
        page.select_option('[data-name="kind"]', "rulebook")
        for name in ("title", "text", "tagline", "blurb", "credits"):
            page.fill(f'.outline [name="{name}"]', START[name])
        assert violations(page) == []
        page.click(".outline >> text=Start the rulebook")
        page.wait_for_selector(".outline >> text=Collect the most points.")
        page.wait_for_selector("#pages img")
        add_picture_in(page)
        page.wait_for_selector(".outline .row >> text=The sky")
        assert blocks() == ["paragraph", "picture"]
        assert violations(page) == []
        page.click(".outline .row >> text=The sky")
        page.wait_for_selector("#side textarea")
        page.click("#side >> text=✕")
        page.hover(".outline .row >> text=The sky")
        page.click('[aria-label="Move up: The sky"]')
        page.wait_for_selector(".outline ol ol li:first-child >> text=The sky")
        assert blocks() == ["picture", "paragraph"]
        page.click('[aria-label="Remove: Collect the most points."]', force=True)
        page.wait_for_selector(".outline >> text=Collect the most", state="detached")
        assert blocks() == ["picture"]
        for _ in range(4):
            now = files()
            page.wait_for_function("!document.querySelector('#undo').disabled")
            page.click("#undo")
            wait_until(lambda now=now: files() != now)  # type: ignore[misc]
        wait_until(lambda: files() == before)
        page.wait_for_selector(".outline >> text=no rulebook yet")


@pytest.mark.at_leisure
def test_a_block_begins_on_a_new_page_by_a_button(
    chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(coast, (GAME,))) as client:
        write(client, START)
        write(client, {"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "contents"})
        write(client, {"do": "section", "at": 1, "title": "Turn", "text": "Draw."})
    before = files()
    # Pictures of pages that an edit removes may be asked for once more.
    with looked_at(chromium, coast, {GAME: ("en",)}, refused=True) as page:
        page.click("#tabs >> text=Pages")
        page.select_option('[data-name="kind"]', "rulebook")
        button = page.locator('[aria-label="Begin on a new page: Collect the most points."]')
        for pressed in ("true", "false"):
            button.click(force=True)
            page.wait_for_selector(f'.outline ol ol [aria-pressed="{pressed}"]', state="attached")
            broken = ["page_break"] * (pressed == "true")
            assert blocks() == ["contents", *broken, "paragraph"]
        assert files() == before
        assert page.locator("[data-name='sections.0.blocks 0 Begin on a new page']").count() == 0
        page.locator('[aria-label="Begin on a new page: Turn"]').click(force=True)
        page.wait_for_selector(".outline .head >> text=new page")
        assert outline()["sections"][1]["new_page"] == "yes"


def blocks() -> list[str]:
    return [next(iter(one)) for one in outline()["sections"][0]["blocks"]]


@pytest.mark.at_leisure
def test_all_texts_of_a_block_are_opened(
    chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with client_of(preview_of(coast, (GAME,))) as client:
        write(client, START)
        said = {"lines": "Shuffle.\nDeal."}
        write(client, {"do": "block", "path": BLOCKS_OF, "at": 0, "kind": "steps", "said": said})
    with looked_at(chromium, coast, {GAME: ("en",)}) as page:
        page.click("#tabs >> text=Pages")
        page.select_option('[data-name="kind"]', "rulebook")
        page.click(".outline .row >> text=Shuffle. (+1)")
        page.wait_for_function("document.querySelectorAll('#side textarea').length === 2")
        texts = page.evaluate(
            "[...document.querySelectorAll('#side textarea')].map((e) => e.value)"
        )
        assert texts == ["Shuffle.", "Deal."]
        page.select_option('[data-name="kind"]', "kit")
        page.wait_for_function("document.querySelector('#side').hidden")


def test_a_section_begins_on_a_new_page(sections: TestClient) -> None:
    before = BOOKLET.read_text("utf-8")
    write(sections, {"do": "new_page", "at": 1, "on": True})
    after = BOOKLET.read_text("utf-8")
    assert after.count("new_page") == 1
    assert "new_page" not in outline()["sections"][0]
    assert outline()["sections"][1]["new_page"] == "yes"
    assert [one["newPage"] for one in told(sections)["sections"]] == [False, True]
    write(sections, {"do": "new_page", "at": 1, "on": False})
    assert BOOKLET.read_text("utf-8") == before
    BOOKLET.write_text(after.replace(': "yes"', ": no # why"), "utf-8")
    write(sections, {"do": "new_page", "at": 1, "on": True})
    assert BOOKLET.read_text("utf-8") == after.replace(': "yes"', ": yes # why")
    assert (
        "not there any more"
        in write(sections, {"do": "new_page", "at": 9, "on": True}, 409)["error"]
    )


def test_a_table_leads_to_the_texts_of_its_rows(
    plain_coast: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shutil.copytree(plain_coast / GAME, tmp_path / GAME))
    told = about_outline(LiveGame(Catalog(Path.cwd()), GAME, ["en"]))
    rows = {
        one["kind"]: (one["text"], one["keys"])
        for section in told["sections"]
        for one in section["lists"][0]["items"]
    }
    assert rows["table"] == ("Places (+1)", ["rules.contents.places", "rules.contents.deeds"])
    text, keys = rows["cards"]
    assert text.startswith("kind: place (+")
    assert "cards.lighthouse.name" in keys


def add_picture_in(page: Page) -> None:
    page.click(".outline >> text=+ Add a block")
    page.select_option('form [data-name="kind"]', "picture")
    page.select_option('form [name="file"]', "sky.png")
    page.fill('form [name="alt"]', "The sky")
    page.click("form .main")


def test_the_page_knows_that_its_pages_are_old(sections: TestClient) -> None:
    whole = BOOKLET.read_bytes()
    game = f"/game/{GAME}"
    assert sections.get(game).json()["partial"] is False
    BOOKLET.write_bytes(whole.replace(b"paragraph:", b"paragaph:", 1))
    wait_until(lambda: sections.get(game).json()["partial"])
    assert not sections.get(game).json()["old"]
    assert ["rulebook", "Rulebook"] in sections.get(game).json()["pages"]
    BOOKLET.write_bytes(whole)
    wait_until(lambda: not sections.get(game).json()["partial"])


def test_the_cover_lists_its_texts(sections: TestClient) -> None:
    pages = f"/game/{GAME}/pages/en/a4"
    keys = {area["key"] for area in sections.get(f"{pages}/rulebook/0/texts").json()}
    assert {"cover.tagline", "cover.players"} <= keys
    assert sections.get(f"{pages}/kit/99/texts").json() == []


@pytest.mark.parametrize(
    "sep", ["summary: [rules.a.b, rules.a.c] # why\n", "summary:\n  - rules.a.b\n  - rules.a.c\n"]
)
def test_the_rules_at_a_glance_are_shown_added_to_and_removed(page: TestClient, sep: str) -> None:
    BOOKLET.write_text(f"{sep}sections:\n  - id: goal\n    blocks:\n      - contents: 1\n", "utf-8")
    before = files()
    said = {"text": "Draw, then play."}
    edit = {"do": "block", "path": "summary", "at": 2, "kind": "paragraph", "said": said}
    write(page, edit)
    key = "rules.summary.draw-then-play"
    assert outline()["summary"] == ["rules.a.b", "rules.a.c", key]
    assert told(page)["summary"][2] == {"text": "Draw, then play.", "keys": [key]}
    page.post(f"/game/{GAME}/step", json={"do": "undo"})
    assert files() == before
    write(page, {"do": "remove", "path": "summary", "at": 0})
    assert outline()["summary"] == ["rules.a.c"]
    assert ("# why" in sep) == ("# why" in BOOKLET.read_text("utf-8"))
    write(page, {"do": "remove", "path": "summary", "at": 0})
    assert BOOKLET.read_text("utf-8").startswith("sections:\n")
    assert told(page)["summary"] == []
    write(page, edit)
    assert outline()["summary"] == [key]
