"""`printnplay export table`: a page to play at, driven in a browser by mouse and keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from importlib.util import find_spec
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .project import ROOT, run, stand_in
from .test_site import RULES, browsed

if TYPE_CHECKING:
    from playwright.sync_api import Page

Once = Callable[[str, Callable[[Path], None]], Path]

RANDOM_ACTIONS = Path(__file__).with_name("random_table_actions.js")


@pytest.fixture(scope="module")
def exported(small: Path, once: Once) -> Path:
    """The page of the small game."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(small, ROOT, patch)
            ran = run(f"export table --dpi 60 -o {folder / 'out'}")
            assert ran.status == 0, ran.err

    (page,) = once("exported-table", make).rglob("*-table.html")
    return page


def game_in(page: Path) -> dict[str, Any]:
    """What the script of a page reads of the game."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page.read_text())
    assert found
    game: dict[str, Any] = json.loads(found[1])
    return game


def test_the_page_has_each_card_and_each_face_once_and_loads_nothing(exported: Path) -> None:
    text, game = exported.read_text("utf-8"), game_in(exported)
    listed = [card for stack in game["stacks"] for card, _ in stack["cards"]]
    assert sorted(listed) == sorted(game["kinds"])
    pictures = re.findall(r"url\((data:image/webp;base64,[^)]+)\)", text)
    faces = {kind[side] for kind in game["kinds"].values() for side in ("front", "back")}
    assert len(pictures) == len(set(pictures)) >= len(faces - {None})
    assert "default-src 'none'" in unescape(text.partition("<style>")[0])
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", text)


def test_stacks_with_a_shared_back_lie_face_down(exported: Path) -> None:
    game = game_in(exported)
    backs = {
        stack["id"]: {game["kinds"][card]["back"] for card, _ in stack["cards"]}
        for stack in game["stacks"]
    }
    for stack in game["stacks"]:
        if None in backs[stack["id"]]:
            assert stack["up"], f"the cards of {stack['id']} have no back to lie on"
        elif len(stack["cards"]) > 1 and len(backs[stack["id"]]) == 1:
            assert not stack["up"]


@pytest.mark.at_leisure
def test_no_action_loses_or_doubles_a_card_and_undo_goes_all_the_way_back(exported: Path) -> None:
    with browsed(exported) as page:
        found = page.evaluate(RANDOM_ACTIONS.read_text("utf-8"), 500)
        assert found["lost"] == 0
        assert found["steps"] > 300  # The others name what is not there.
        assert found["back"]
        assert found["forth"]


@pytest.mark.at_leisure
def test_the_mouse_draws_moves_and_pans_and_undo_takes_it_back(exported: Path) -> None:
    with browsed(exported) as page:
        start = page.evaluate("JSON.stringify(now())")
        pile = page.locator("[data-pile]").first
        box = pile.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def drag(to_x: float, to_y: float) -> None:
            page.mouse.move(x, y)
            page.mouse.down()
            page.mouse.move(to_x, to_y, steps=5)
            page.mouse.up()

        before = page.evaluate("now().hands[0].length")
        drag(*centre(page, ".hand"))
        assert page.evaluate("now().hands[0].length") == before + 1
        piles = page.locator("[data-pile]").count()
        felt = page.locator(".felt").bounding_box()
        assert felt
        drag(felt["x"] + felt["width"] - 80, felt["y"] + felt["height"] - 60)
        assert page.locator("[data-pile]").count() == piles + 1
        drag(x + 3, y + 9)  # Back onto the same stack: nothing happens.
        assert page.evaluate("timeline.past.length") == 2
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        assert page.evaluate("JSON.stringify(now())") == start
        assert page.locator("dialog").count() == 0


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.at_leisure
def test_the_keyboard_plays_and_a_screen_reader_hears_what_lies_face_down(exported: Path) -> None:
    with browsed(exported) as page:
        pile = page.locator("[data-pile]").first
        pile.focus()
        label = pile.get_attribute("aria-label") or ""
        names = page.evaluate("Object.values(game.kinds).map((kind) => kind.name)")
        assert "face down" in label
        assert not any(name in label for name in names if len(name) > 3)
        page.keyboard.press("d")
        assert page.evaluate("now().hands[0].length") == 1
        page.keyboard.press("f")
        assert page.evaluate("now().cards[topOf(Object.keys(now().piles)[0])].up")
        page.keyboard.press("p")
        page.evaluate("table.focus()")
        page.keyboard.press("p")
        assert page.evaluate("Object.values(now().piles).some((pile) => !pile.place)")
        page.keyboard.press("Shift+?")
        assert page.locator("dialog kbd").count() > 15
        page.keyboard.press("Escape")


@pytest.mark.at_leisure
def test_a_hand_is_hidden_until_its_player_has_the_device(exported: Path) -> None:
    with browsed(exported) as page:
        players = page.evaluate("game.players.find((number) => number > 1)")
        page.evaluate("players => act({ type: 'start', game, players, seed: 3 })", players)
        page.evaluate("act({ type: 'deal', pile: game.stacks[0].id, count: 2 })")
        seen = page.evaluate(
            "now().hands[1].map((card) => game.kinds[now().cards[card].kind].name)"
        )
        page.keyboard.press("n")
        assert page.locator("dialog.veil").is_visible()
        page.keyboard.press("Escape")
        assert page.locator("dialog.veil").is_visible()
        assert not any(piece.is_visible() for piece in page.locator(".strip .piece").all())
        page.locator("dialog.veil button").click()
        labels = [
            piece.get_attribute("aria-label") for piece in page.locator(".strip .piece").all()
        ]
        assert labels == seen
        page.reload()  # What is kept of a table begins behind the veil, too.
        assert page.locator("dialog.veil").is_visible()


@pytest.mark.at_leisure
def test_a_position_comes_back_from_its_file_and_others_are_refused(
    exported: Path, tmp_path: Path
) -> None:
    with browsed(exported) as page:
        page.evaluate("act({ type: 'deal', pile: game.stacks[0].id, count: 1 })")
        with page.expect_download() as download:
            page.locator("[data-do=save]").click()
        saved = tmp_path / "position.json"
        download.value.save_as(saved)
        kept = page.evaluate("JSON.stringify(now())")
        page.keyboard.press("Control+z")
        page.set_input_files("#file", saved)
        page.wait_for_function("kept => JSON.stringify(now()) === kept", arg=kept)
        page.evaluate("document.querySelector('dialog')?.close()")
        position = json.loads(saved.read_text("utf-8"))
        pile = next(pile for pile in position["piles"].values() if pile["cards"])
        pile["cards"].append(pile["cards"][0])
        for wrong in (json.dumps(position), "[]", "{", json.dumps({**position, "hands": 3})):
            saved.write_text(wrong, "utf-8")
            page.set_input_files("#file", saved)
            page.wait_for_selector("dialog p")
            assert page.evaluate("JSON.stringify(now())") == kept
            page.keyboard.press("Escape")


@pytest.mark.at_leisure
def test_the_odds_are_those_of_drawing_without_putting_back(exported: Path) -> None:
    with browsed(exported) as page:
        assert page.evaluate("chance(40, 4, 7)") == pytest.approx(1 - comb(36, 7) / comb(40, 7))
        assert page.evaluate("[chance(5, 5, 1), chance(5, 1, 5), chance(5, 0, 3)]") == [1, 1, 0]


@pytest.mark.at_leisure
def test_axe_finds_nothing_by_day_and_by_night(exported: Path) -> None:
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe-playwright-python is missing: pages are NOT checked")
    import axe_playwright_python

    axe = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
    with browsed(exported, checked=True) as page:
        page.evaluate(axe)
        page.keyboard.press("n")
        page.evaluate("document.querySelector('dialog')?.close()")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for window in ("", "menu(document.querySelector('.piece'))", "odds(game.stacks[0].id)"):
                page.evaluate(f"{{ document.querySelector('dialog')?.close(); {window} }}")
                options = {"runOnly": list(RULES), "preload": False}
                seen = page.evaluate("options => axe.run(document, options)", options)
                assert seen["violations"] == [], json.dumps(seen["violations"], indent=1)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
