"""The live page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat
from watchfiles import awatch

from printnplay.files.catalog import Catalog, shipped_root
from printnplay.preview import running
from printnplay.preview.live import LiveGame
from printnplay.raster.png import draw

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

from .browser import face, looked_at, served, text_of, violations
from .conftest import GAME

GAME_FILE = Path("designs/city/game.yaml")

pytestmark = pytest.mark.at_leisure


@pytest.fixture
def page(chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The page of the small game."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        yield page


def test_a_saved_file_changes_its_card_and_leaves_the_place(page: Page, city: Path) -> None:
    page.evaluate(f"{face('card/deed-3')}.scrollIntoView()")
    place = page.evaluate("document.getElementById('main').scrollTop")
    for key in ("card/deed-1", "card/deed-3"):
        page.wait_for_function(f"{face(key)}.classList.contains('there')")
    untouched = page.evaluate(f"(window.kept = {face('card/deed-1')}.drawing) !== null")
    path = city / "designs/city/deeds.csv"
    path.write_text(path.read_text("utf-8").replace("Watch", "Wait here"), "utf-8")
    page.wait_for_function(f"{text_of('card/deed-3')}.includes('Wait here')")
    assert untouched
    assert page.evaluate(f"{face('card/deed-1')}.drawing === window.kept")
    assert page.evaluate("document.getElementById('main').scrollTop") == place > 0


def test_a_drawing_that_was_asked_for_twice_is_put_in_place_once(page: Page) -> None:
    drawn = page.evaluate(
        f"""async () => {{
            const shown = {face("card/deed-1")};
            await shown.load();
            let drawn = 0;
            shown.addEventListener("drawn", () => {{ drawn += 1; }});
            shown.tag = "";
            await Promise.all([shown.load(), shown.load()]);
            return drawn;
        }}"""
    )
    assert drawn == 1


def test_a_text_is_changed_on_the_card_and_saved(page: Page, city: Path) -> None:
    page.get_by_role("button", name="deed-1, card, English").click()
    area = page.get_by_label("cards.deed-1.rule")
    area.fill("Take two cards, if you can.")
    page.wait_for_function(f"{text_of('card/deed-1')}.includes('if you can')")
    area.press("Control+Enter")
    page.wait_for_selector("text=Saved in designs/city/deeds.csv")
    assert "Take two cards, if you can." in (city / "designs/city/deeds.csv").read_text("utf-8")


def test_it_works_by_keyboard_and_for_all(page: Page) -> None:
    page.locator("button.face").first.focus()
    page.keyboard.press("/")
    page.keyboard.type("gate")
    page.wait_for_function("document.querySelectorAll('button.face').length === 1")
    page.keyboard.press("Tab")
    page.locator("button.face").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#side h2")
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('button.face')")
    page.emulate_media(color_scheme="dark")
    page.keyboard.press("f")
    assert violations(page) == []


def test_keys_of_one_character_do_nothing_unless_a_card_has_the_focus(page: Page) -> None:
    state = """() => JSON.stringify([location.hash, document.activeElement.id, scrollY,
        document.getElementById("side").hidden, document.getElementById("help").open,
        document.getElementById("lines").checked, document.getElementById("bleed").checked,
        document.getElementById("zoom").value])"""
    for tab in ("Cards", "Layout", "Table", "Art", "Pages", "Build"):
        page.click(f"nav >> text={tab}")
        page.evaluate("document.activeElement.blur()")
        before = page.evaluate(state)
        page.keyboard.type("/?flb+-abc?")
        assert page.evaluate(state) == before, tab
    page.click("nav >> text=Cards")
    page.locator("button.face").first.focus()
    for key, done in (("l", "lines"), ("b", "bleed")):
        page.keyboard.press(key)
        assert page.evaluate(f"document.getElementById('{done}').checked")
    page.keyboard.press("?")
    assert page.evaluate("document.getElementById('help').open")


def test_escape_closes_a_dialog_before_the_panel_behind_it(page: Page) -> None:
    page.locator("button.face").first.click()
    page.wait_for_selector("#side h2")
    page.click("#facts")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.locator("#side").is_visible()


def test_the_browser_takes_all_fonts_that_faces_can_have(page: Page) -> None:
    assert page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    assert page.evaluate("[...document.fonts].every((font) => font.status === 'loaded')")


def test_the_help_begins_at_its_first_line(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 400})
    page.get_by_role("button", name="Keys and help").click()
    page.wait_for_selector("#help[open]")
    assert page.evaluate("document.getElementById('help').scrollTop") == 0
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


def test_groups_are_headed_by_their_titles(page: Page) -> None:
    heads = page.locator("h2.group").all_inner_texts()
    assert "Deeds · 3" in heads
    assert all(head[0].isupper() for head in heads)


def test_a_group_gets_another_title_and_a_new_one_takes_cards(page: Page, city: Path) -> None:
    before = {path: path.read_bytes() for path in city.rglob("*.yaml")}
    page.get_by_role("button", name="Change the group Deeds").click()
    assert violations(page) == []
    page.get_by_role("textbox", name="Title").fill("Actions")
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_role("heading", name="Actions · 3").wait_for()
    page.get_by_role("button", name="Add a group of cards").click()
    page.get_by_role("textbox", name="Title").fill("Gates")
    page.get_by_label("Its cards").select_option(label="family is deed (3 cards)")
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_selector("dialog:not(#help)", state="detached")
    assert "{id: gates, where: {family: deed}, backs: yes}" in (GAME_FILE).read_text("utf-8")
    for _ in range(2):
        page.wait_for_selector("#undo:enabled")
        page.click("#undo")
        page.wait_for_selector("text=Undone: ")
    page.get_by_role("heading", name="Deeds · 3").wait_for()
    assert {path: path.read_bytes() for path in before} == before


def test_a_fault_is_read_whole_on_its_card_and_a_template_leaves_the_place(
    page: Page, city: Path
) -> None:
    page.evaluate(f"{face('card/deed-1')}.scrollIntoView()")
    page.wait_for_function(f"{face('card/deed-1')}.classList.contains('there')")
    place = page.evaluate("document.getElementById('main').scrollTop")
    path = city / "templates/city/card.svg.j2"
    name = "a-picture-whose-name-is-quite-long-and-ends-here.svg"
    drawn = path.read_text("utf-8").replace("</svg>", f'{{{{ art("{name}", 0, 0, 9, 9) }}}}</svg>')
    path.write_text(drawn, "utf-8")
    # A write is not one step: the page may show the fault of an empty template before this one.
    badge = page.locator(".badge:not([hidden])", has_text=name).first
    badge.wait_for()
    sides = badge.evaluate(
        "(b) => [b.scrollWidth - b.clientWidth, b.scrollHeight - b.clientHeight]"
    )
    assert sides == [0, 0]
    hidden = (
        "(b) => b.previousSibling.getBoundingClientRect().bottom - b.getBoundingClientRect().top"
    )
    assert badge.evaluate(hidden) <= 0
    assert page.evaluate("document.getElementById('main').scrollTop") == place > 0


def test_pages_and_texts_of_pages(page: Page) -> None:
    page.click("a[href='#pages']")
    page.get_by_label("Document").select_option("rulebook")
    page.wait_for_function("[...document.querySelectorAll('.spread img')][2]?.naturalWidth > 0")
    page.get_by_role("button", name="Texts").nth(1).click()
    page.get_by_role("button", name="Goal of the game: paragraph").first.click()
    assert "Turn over cards" in page.get_by_label("rules.goal.points").input_value()
    assert violations(page) == []
    page.locator("a[href='#cards']").press("Enter")
    page.wait_for_selector("#side", state="hidden")


def test_the_printed_address_is_enough(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For reloads, further tabs and links on the page; without it there is only what to do."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with served(city, {GAME: ("en",)}) as address:
        context = chromium.new_context(bypass_csp=True)
        page = context.new_page()
        asked: list[tuple[int, str]] = []
        context.on("response", lambda answer: asked.append((answer.status, answer.url)))
        page.goto(address)
        page.wait_for_selector("card-face.there")
        page.reload()
        page.wait_for_selector("card-face.there")
        page.click("a[href='#pages']")
        page.wait_for_function("document.querySelector('#pages img')?.naturalWidth > 0")
        with context.expect_page() as opened:
            page.evaluate("open(location.href)")
        opened.value.wait_for_function("document.querySelector('#pages img')?.naturalWidth > 0")
        assert {status for status, _ in asked} <= {200, 304}
        assert all(url.startswith(address) for _, url in asked)
        assert context.cookies() == []
        stranger = chromium.new_context().new_page()
        stranger.goto(address.replace("secret/", ""))
        assert "`printnplay preview` printed" in stranger.inner_text("body")
        for one in (context, stranger.context):
            one.close()


def test_the_page_says_that_saved_files_are_not_noticed(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*paths: Path, **settings: object) -> None:
        del paths, settings
        raise OSError("no watches left")

    monkeypatch.setattr(running, "faults_of", lambda _: [])
    monkeypatch.setattr(running, "awatch", failing)
    with served(city, {GAME: ("en",)}) as address:
        page = chromium.new_context(bypass_csp=True).new_page()
        page.goto(address)
        page.wait_for_selector("#state.lost")
        assert page.inner_text("#state") == "Saved files are not noticed: no watches left"
        monkeypatch.setattr(running, "awatch", awatch)
        page.wait_for_selector("#state:not(.lost)")
        page.context.close()


def test_a_face_looks_as_it_is_printed(page: Page, city: Path) -> None:
    """The page has the fonts of the game, and shows the drawing that is baked into the PDF."""
    page.evaluate("document.documentElement.style.setProperty('--mm', '4px')")
    button = page.get_by_role("button", name="deed-1, card, English")
    button.scroll_into_view_if_needed()
    page.wait_for_function(f"{face('card/deed-1')}.classList.contains('there')")
    page.evaluate("document.fonts.ready.then(() => true)")
    seen = Image.open(BytesIO(button.screenshot())).convert("L")
    live = LiveGame(Catalog(city), GAME, ["en"])
    edition = live.edition("en")
    assert edition is not None
    picture = live.faces["card/deed-1"].draw(edition)
    assert picture is not None
    stream = BytesIO()
    draw(picture, edition.loaded.shelf.faces, stream, 102)
    whole = Image.open(stream).convert("L")
    bleed = 8  # 2 mm of it
    printed = whole.crop((bleed, bleed, whole.width - bleed, whole.height - bleed))
    both = [image.resize((32, 45), Image.Resampling.BOX) for image in (seen, printed)]
    apart = ImageStat.Stat(ImageChops.difference(*both)).mean[0]
    blank = ImageStat.Stat(ImageChops.invert(both[1])).mean[0]
    assert apart < blank / 4


def test_a_game_is_played_by_all(chromium: Browser) -> None:
    """The tab of play keeps to what axe knows of accessibility, by day and by night."""
    with served(shipped_root(), {"tic-tac-match": ("en",)}) as address:
        page = chromium.new_context(bypass_csp=True).new_page()
        page.goto(address)
        page.click("#play-tab")
        assert violations(page) == []
        page.get_by_role("button", name="Deal").click()
        page.locator(".moves button").first.click()
        page.wait_for_selector("ol.log li:nth-child(2)")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(400)
            assert violations(page) == []
        page.context.close()


def test_an_added_language_is_left_to_translate_and_makes_no_cell_wrong(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, city, {GAME: ()}) as page:
        page.click("#add-language")
        page.fill("dialog [name=language]", "german")
        page.press("dialog [name=language]", "Enter")
        page.wait_for_selector("dialog[open]", state="detached")
        assert (city / "locales/de").is_dir()
        page.click("#table-tab")
        page.wait_for_selector("#table .fault.unwritten")
        assert page.locator("#table [data-place]:is(.error, .warning)").count() == 0
        assert "nothing is wrong" in page.inner_text("#table [data-name=summary]")


def test_a_size_is_saved_whatever_was_typed_for_another(page: Page, city: Path) -> None:
    page.click("#facts")
    page.select_option("dialog [name=size]", "")
    page.fill("dialog [name=width]", "")
    page.select_option("dialog [name=size]", "jumbo")
    page.click("dialog button.main")
    page.wait_for_selector("dialog[open]", state="detached")
    assert "size: jumbo" in (city / GAME_FILE).read_text("utf-8")


def test_what_the_header_says_of_errors_moves_no_button_out_of_sight(
    page: Page, city: Path
) -> None:
    page.click("#table-tab")
    (city / "designs/city/deeds.csv").write_bytes(b"id,copies,name@en,rule@en\nd-1,1,M\xfcll,x\n")
    page.wait_for_selector("#state.lost")
    page.wait_for_selector("#table .banner >> text=line 2: ")
    for width in (1001, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.locator("#help-button").bounding_box()
        assert box
        assert box["x"] + box["width"] <= width
