"""Pictures dropped on cards and on the tab Art in a real browser, with the bytes of all files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printnplay.preview.guard import PICTURE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

from .browser import face, looked_at, served, violations
from .test_art import ART, CSV, GAME, PNG, STARS, TEMPLATE, coast, files, picture, plain_coast
from .test_fields import wait_until

__all__ = ["coast", "plain_coast"]

pytestmark = pytest.mark.at_leisure

DROP = """([files, target]) => {
    const dataTransfer = new DataTransfer();
    for (const [name, data, size] of files) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes, new Uint8Array(size)], name));
    }
    const element = document.querySelector(target);
    for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
    }
}"""
ON_CARD = 'button[aria-label^="stars, card"]'


def drop(page: Page, target: str, *sent: tuple[str, bytes], size: int = 0) -> None:
    given = [[name, b64encode(content).decode(), size] for name, content in sent]
    page.evaluate(DROP, [given, target])


@pytest.fixture
def page(chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The cards of a game with pictures, and cells for their focus and crop."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    lines = CSV.read_text("utf-8").splitlines()
    rows = [f"{lines[0]},focus,crop", *(f"{line},," for line in lines[1:])]
    CSV.write_bytes("\r\n".join([*rows, ""]).encode())
    new = 'fit="cover", focus=card.focus, crop=card.crop'
    template = TEMPLATE.read_text("utf-8").replace('fit="cover"', new)
    TEMPLATE.write_text(template, "utf-8")
    with looked_at(chromium, coast, {GAME: ("en",)}, refused=True) as page:
        yield page


def shows_pixels(page: Page) -> None:
    page.wait_for_function(f"{face(STARS)}?.shadowRoot.querySelector('image')")


def undo(page: Page, before: dict[str, bytes]) -> None:
    page.wait_for_function("!document.querySelector('#undo').disabled")
    page.click("#undo")
    wait_until(lambda: files() == before)


def test_a_dropped_picture_becomes_that_of_the_card(page: Page) -> None:
    before = files()
    drop(page, ON_CARD, ("Night (2).png", PNG))
    page.wait_for_selector(f"#side >> text=Saved in {ART}/Night-2.png and {CSV}")
    csv = before[str(CSV)].replace(b"stars.svg", b"Night-2.png")
    assert files() == {**before, str(CSV): csv, f"{ART}/Night-2.png": PNG}
    shows_pixels(page)
    page.wait_for_selector("#side >> text=300 × 200 pixels")
    page.wait_for_selector("#side .coarse >> text=110 per inch in print: 200 are needed")
    undo(page, before)
    page.wait_for_function(f"!{face(STARS)}.shadowRoot.querySelector('image')")


def test_focus_and_crop_are_set_by_mouse_and_by_keyboard(page: Page) -> None:
    drop(page, ON_CARD, ("sky.png", PNG))
    page.wait_for_selector("#side .framing img[alt='sky.png']")
    page.wait_for_function("document.querySelector('.framing img').naturalWidth > 0")
    before = files()
    row = next(line for line in before[str(CSV)].splitlines() if line.startswith(b"stars"))

    def becomes(cells: bytes) -> None:
        meant = before[str(CSV)].replace(row, row[:-1] + cells)
        wait_until(lambda: CSV.read_bytes() == meant)
        page.wait_for_selector(f"#side >> text=Saved in {CSV}")

    def at(across: float, down: float) -> tuple[float, float]:
        box = page.locator(".framing img").bounding_box()
        assert box
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    page.mouse.click(*at(0.8, 0.3))
    becomes(b"80 30,")
    page.wait_for_function("document.querySelector('.framing .point').style.left === '80%'")
    page.mouse.move(*at(0.5, 0.1))
    page.mouse.down()
    page.mouse.move(*at(0.9, 0.6), steps=4)
    page.mouse.up()
    becomes(b"80 30,50 10 40 50")
    page.get_by_label("crop of art, in percent").fill("0 0 50 50")
    page.keyboard.press("Enter")
    becomes(b"80 30,0 0 50 50")
    page.get_by_role("button", name="Whole picture").click()
    becomes(b"80 30,")


def test_a_file_or_a_picture_is_chosen_by_keyboard(page: Page, tmp_path: Path) -> None:
    before = files()
    page.click(ON_CARD)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file for art").press("Enter")
    given = tmp_path / "a.png"
    given.write_bytes(PNG)
    chooser.value.set_files(given)
    wait_until(lambda: b",a.png," in CSV.read_bytes())
    page.get_by_label("picture: art").select_option("whale.svg")
    wait_until(lambda: CSV.read_bytes().count(b"whale.svg") == 2)
    page.get_by_role("button", name="No picture for art").click()
    # Without a picture, the card keeps its place in the deck, and is no error.
    page.wait_for_selector("#side .fault.warning >> text=has no picture yet")
    page.wait_for_function(f"{face(STARS)}?.shadowRoot.querySelector('rect[fill=\"#e6e6e6\"]')")
    wait_until(lambda: CSV.read_bytes().count(b"whale.svg") == 1)
    for name in (b"whale.svg", b"a.png"):
        csv = before[str(CSV)].replace(b"stars.svg", name)
        undo(page, {**before, str(CSV): csv} | _png("a"))
    undo(page, before)


def _png(stem: str) -> dict[str, bytes]:
    return {f"{ART}/{stem}.png": PNG}


def test_of_two_pictures_the_page_asks_which(page: Page) -> None:
    TEMPLATE.write_text(
        TEMPLATE.read_text("utf-8").replace(
            "</svg>", "{% if card.crop %}{{ art(card.crop, 5, 5, 9, 9) }}{% endif %}</svg>"
        ),
        "utf-8",
    )
    page.wait_for_timeout(500)
    before = files()
    drop(page, ON_CARD, ("seal.png", PNG))
    page.wait_for_selector("#side >> text=Where does seal.png go?")
    assert page.evaluate("document.activeElement.textContent") == "art"
    assert files() == before
    page.keyboard.press("Enter")
    wait_until(lambda: b",seal.png," in CSV.read_bytes())


def test_the_tab_lists_adds_and_replaces(page: Page) -> None:
    before = files()
    page.click("a[href='#art']")
    page.wait_for_selector("text=8 pictures")
    drop(page, "#art", ("sky.png", PNG), ("aux.jpg", picture("JPEG")), ("no.png", b"a text"))
    page.wait_for_selector("text=Added: sky.png, picture-aux.jpg. `no.png` is not a picture")
    tile = ".pictures li:has(b[title$='/sky.png'])"
    page.wait_for_selector(f"{tile} >> text=unused")
    page.wait_for_selector("text=10 pictures · 2 unused")
    new = picture(size=(900, 600))
    drop(page, tile, ("other.png", new))
    page.wait_for_selector("text=Replaced: sky.png")
    page.wait_for_selector(f"{tile} >> text=900 × 600 pixels")
    assert (ART / "sky.png").read_bytes() == new
    drop(page, tile, ("other.jpg", picture("JPEG")))
    page.wait_for_selector("text=not of the type of `sky.png`")
    drop(page, "#art", ("huge.png", PNG), size=PICTURE)
    page.wait_for_selector("text=huge.png is larger than 32 MiB")
    page.locator(".pictures").get_by_role("button", name="whale", exact=True).click()
    page.wait_for_selector("#side h2 >> text=whale")
    page.keyboard.press("Escape")
    page.click("a[href='#art']")
    undo(page, {**files(), f"{ART}/sky.png": PNG})
    for rest in (_png("sky"), {}):
        undo(page, {**before, **rest})


def test_it_is_accessible_dark_and_narrow(page: Page) -> None:
    drop(page, ON_CARD, ("sky.png", PNG))
    page.wait_for_selector("#side .framing img")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(300)
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.keyboard.press("Escape")
    page.click("a[href='#art']")
    page.wait_for_selector("text=1 unused")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(300)
    assert violations(page) == []


def test_a_page_that_is_read_only_takes_no_files(chromium: Browser, coast: Path) -> None:
    before = files()
    with served(coast, {GAME: ("en",)}, read_only=True) as address:
        page = chromium.new_page()
        page.goto(f"{address}#art")
        page.wait_for_selector(".pictures li")
        assert page.get_by_role("button", name="Add pictures").is_disabled()
        drop(page, "#art", ("sky.png", PNG))
        page.click("a[href='#cards']")
        page.wait_for_selector("card-face.there")
        drop(page, ON_CARD, ("sky.png", PNG))
        page.wait_for_timeout(300)
        page.close()
    assert files() == before
