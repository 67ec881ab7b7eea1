"""The layout of a face in a real browser, with the bytes of the template's file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Locator, Page

from .browser import looked_at, served, violations
from .test_art import GAME, TEMPLATE, coast, files, plain_coast
from .test_fields import wait_until

__all__ = ["coast", "plain_coast"]

pytestmark = pytest.mark.sampled(8)

TITLE = (
    '{{ fit_title(t("cards." ~ card.id ~ ".name"), 7, 48, size.width - 14, 10, colour="white") }}'
)
COST = '{{ fit_title(card.cost, 5, 5, 8, 8, colour="ink") }}'
BADGE = '<circle cx="9" cy="9" r="6"'


@pytest.fixture
def page(chromium: Browser, coast: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The tab Layout of a game with pictures."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    with looked_at(chromium, coast, {GAME: ("en",)}, refused=True) as page:
        page.click("a[href='#layout']")
        page.wait_for_selector("#layout card-face.there")
        yield page


def box(page: Page, name: str) -> Locator:
    return page.locator(f".boxes [data-box][aria-label='{name}']")


def place(found: Locator) -> FloatRect:
    rect = found.locator("rect").first.bounding_box()
    assert rect
    return rect


def becomes(page: Page, before: dict[str, bytes], *changes: tuple[str, str]) -> dict[str, bytes]:
    """Wait until the template has these changes, and no file another one."""
    text = before[str(TEMPLATE)].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    after = before | {str(TEMPLATE): text.encode()}
    wait_until(lambda: TEMPLATE.read_bytes() == after[str(TEMPLATE)])
    page.wait_for_selector(f"#layout >> text=Saved in {TEMPLATE}")
    assert files() == after
    return after


def undo(page: Page, before: dict[str, bytes]) -> None:
    page.wait_for_function("!document.querySelector('#undo').disabled")
    page.click("#undo")
    wait_until(lambda: files() == before)


def scale_of(page: Page) -> float:
    """The pixels of a millimetre."""
    return place(box(page, "title: cost"))["width"] / 8


def drag(page: Page, start: tuple[float, float], by: tuple[float, float], *keys: str) -> None:
    for key in keys:
        page.keyboard.down(key)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + by[0] / 2, start[1] + by[1] / 2, steps=3)
    page.mouse.move(start[0] + by[0], start[1] + by[1], steps=3)
    page.mouse.up()
    for key in keys:
        page.keyboard.up(key)


def middle(rect: FloatRect) -> tuple[float, float]:
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


def test_a_box_is_dragged_and_snaps_to_the_grid_and_the_middle(page: Page) -> None:
    before, mm = files(), scale_of(page)
    drag(page, middle(place(box(page, "title: name"))), (5.2 * mm, 3.3 * mm))
    after = becomes(page, before, ("7, 48, size", "12, 51, size"))
    page.wait_for_function("document.querySelector('[data-number=x]').value === '12'")
    # Near to where it was, its middle is that of the face.
    drag(page, middle(place(box(page, "title: name"))), (-4.6 * mm, 0.1 * mm))
    becomes(page, before, ("7, 48, size", "7, 51, size"))
    undo(page, after)
    undo(page, before)
    page.wait_for_function("document.querySelector('[data-number=x]').value === '7'")


@pytest.mark.at_leisure
def test_without_snapping_it_is_where_the_mouse_is(page: Page) -> None:
    before, mm = files(), scale_of(page)
    drag(page, middle(place(box(page, "title: cost"))), (1.3 * mm, 2.4 * mm), "Alt")
    wait_until(lambda: TEMPLATE.read_bytes() != before[str(TEMPLATE)])
    page.wait_for_selector(f"#layout >> text=Saved in {TEMPLATE}")
    x, y = (float(page.locator(f"[data-number={name}]").input_value()) for name in "xy")
    assert (x, y) == pytest.approx((6.3, 7.4), abs=0.15)
    becomes(page, before, (COST, COST.replace("5, 5, 8", f"{x:g}, {y:g}, 8")))


def test_the_frame_follows_the_mouse_without_asking_the_server(page: Page) -> None:
    asked: list[str] = []
    mm, found = scale_of(page), box(page, "title: name")
    page.on("request", lambda request: asked.append(request.method))
    start = middle(place(found))
    page.mouse.move(*start)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(start[0], start[1] - step * mm)
        assert place(found)["y"] + place(found)["height"] / 2 == pytest.approx(
            start[1] - step * mm, abs=mm
        )
        shown = page.locator("[data-number=y]").input_value()
        assert float(shown) == pytest.approx(48 - step, abs=0.8)
    assert "POST" not in asked
    page.mouse.up()


def test_handles_resize_and_keep_what_is_round(page: Page) -> None:
    before, mm = files(), scale_of(page)
    box(page, "title: name").click()
    east = page.locator(".handles [data-handle=e]").bounding_box()
    assert east
    drag(page, middle(east), (-10.2 * mm, 4 * mm))
    after = becomes(page, before, ("size.width - 14", "size.width - 24.5"))
    page.locator(".parts button", has_text="circle: sand").click()
    corner = page.locator(".handles [data-handle=nw]").bounding_box()
    assert corner
    assert page.locator(".handles rect").count() == 4
    drag(page, middle(corner), (1.9 * mm, 2.1 * mm))
    becomes(page, after, (BADGE, BADGE.replace('"9"', '"10"').replace('"6"', '"5"')))


def test_keys_move_the_box_in_one_step(page: Page) -> None:
    before = files()
    page.locator(".parts button", has_text="title: name").focus()
    page.keyboard.press("Enter")
    box(page, "title: name").focus()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowUp"):
        page.keyboard.press(key)
    after = becomes(page, before, ("7, 48, size", "8, 47.9, size"))
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "title: name"
    page.keyboard.press("Delete")
    becomes(page, after, (TITLE.replace("7, 48", "8, 47.9") + "\n", ""))
    undo(page, after)
    undo(page, before)


def test_a_box_moved_just_before_the_page_is_left_stays_moved(page: Page) -> None:
    before = files()
    box(page, "title: name").click()
    box(page, "title: name").focus()
    page.keyboard.press("ArrowRight")
    page.goto("about:blank")
    moved = before[str(TEMPLATE)].replace(b"7, 48, size", b"7.5, 48, size", 1)
    wait_until(lambda: files() == before | {str(TEMPLATE): moved})


def test_boxes_are_aligned_and_set_in_fields(page: Page) -> None:
    before = files()
    box(page, "title: cost").click()
    page.get_by_role("button", name="Align right").click()
    after = becomes(page, before, (COST, COST.replace("5, 5, 8", "52.5, 5, 8")))
    page.locator("[data-name=against]").select_option(label="picture: art")
    page.get_by_role("button", name="Align bottom").click()
    after = becomes(page, before, (COST, COST.replace("5, 5, 8", "52.5, 42, 8")))
    page.get_by_label("Width").fill("9.5")
    page.keyboard.press("Enter")
    after = becomes(page, before, (COST, COST.replace("5, 5, 8, 8", "52.5, 42, 9.5, 8")))
    page.locator("[data-name='option colour']").select_option("accent")
    new = COST.replace("5, 5, 8, 8", "52.5, 42, 9.5, 8").replace("ink", "accent")
    after = becomes(page, before, (COST, new))
    page.locator("[data-name='option style']").select_option("label")
    becomes(page, after, (new, new.replace(") }}", ', style="label") }}')))


def test_new_boxes_come_from_the_palette(page: Page) -> None:
    before = files()
    page.get_by_role("button", name="Rectangle", exact=True).click()
    new = '<rect x="21.75" y="38.45" width="20" height="12" fill="{{ colours["accent"] }}"/>\n'
    after = becomes(page, before, ("</svg>", f"{new}</svg>"))
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "rectangle: accent"
    page.get_by_role("button", name="Text", exact=True).press("Enter")
    page.get_by_label("Shows").select_option("rule")
    page.get_by_role("button", name="Add", exact=True).click()
    # On the dark sea of the picture, the words are white.
    text = '{{ textbox(t("cards." ~ card.id ~ ".rule"), 4, 34.45, 55.5, 20, colour="white") }}\n'
    after = becomes(page, after, ("</svg>", f"{text}</svg>"))
    page.get_by_role("button", name="Copy", exact=True).last.click()
    copy = text.replace("4, 34.45", "6, 36.45")
    after = becomes(page, after, ("</svg>", f"{copy}</svg>"))
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    becomes(page, after, (f"{new}{text}{copy}", f"{copy}{new}{text}"))


def test_what_cannot_be_changed_says_why(page: Page) -> None:
    assert "change them in the file" in page.locator("div.part").first.inner_text()
    page.wait_for_selector("text=A change here changes all 8 cards with this template.")


def test_what_others_write_meanwhile_is_kept(page: Page) -> None:
    box(page, "title: cost").click()
    changed = TEMPLATE.read_bytes().replace(b"5, 5, 8, 8", b"6, 6, 8, 8")
    page.route("**/layout", lambda route: (TEMPLATE.write_bytes(changed), route.continue_()))
    page.get_by_label("X", exact=True).fill("20")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=another program or window has changed")
    assert TEMPLATE.read_bytes() == changed
    page.unroute_all()
    page.wait_for_function("document.querySelector('[data-number=x]').value === '6'")
    TEMPLATE.write_bytes(changed.replace(b"6, 6, 8, 8", b"7, 6, 8, 8"))
    page.wait_for_function("document.querySelector('[data-number=x]').value === '7'")


def test_the_selected_box_stays_so_when_others_add_or_delete_boxes(page: Page) -> None:
    text = TEMPLATE.read_text("utf-8")
    box(page, "title: cost").click()
    page.wait_for_selector(".boxform h2:text('title: cost')")
    count = page.locator(".parts li").count()
    for now, change in (
        (text.replace(BADGE, f'<circle cx="3" cy="3" r="1"/>{BADGE}', 1), 1),
        (text.replace(COST, "", 1), -1),
    ):
        TEMPLATE.write_text(now, "utf-8")
        wanted = count + change
        page.wait_for_function(f"document.querySelectorAll('.parts li').length === {wanted}")
        assert page.locator(".boxform h2").all_inner_texts() == ["title: cost"] * (change > 0)


def test_the_layout_is_opened_from_a_card(page: Page) -> None:
    page.click("a[href='#cards']")
    page.click('button[aria-label^="whale, card"]')
    page.get_by_role("link", name="Change the layout").click()
    page.wait_for_function(
        "document.querySelector('#layout [data-name=card]').value === 'card/whale'"
    )
    page.wait_for_function(
        "document.querySelector('#layout card-face').shadowRoot.textContent.includes('Whale')"
    )


def test_a_layout_to_start_from_is_chosen_from_previews(page: Page) -> None:
    before = files()
    page.get_by_role("button", name="Start from a layout").click()
    tiles = page.locator("dialog.layouts li")
    tiles.first.wait_for()
    assert tiles.count() == 12
    assert "Lighthouse" in tiles.first.locator("card-face").evaluate(
        "(face) => face.shadowRoot.textContent"
    )
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.textContent") == "Start from a layout"
    assert files() == before
    page.keyboard.press("Enter")
    page.get_by_role("button", name="A frame around name").click()
    page.locator(".parts button", has_text="line: accent").wait_for()
    assert {**files(), str(TEMPLATE): before[str(TEMPLATE)]} == before != files()
    undo(page, before)


def test_it_is_accessible_dark_and_narrow(page: Page) -> None:
    assert violations(page) == []
    box(page, "title: cost").click()
    page.get_by_role("button", name="Stack", exact=True).click()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(300)
    assert violations(page) == []
    box(page, "title: cost").click()
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_timeout(300)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_page_that_is_read_only_shows_the_boxes(chromium: Browser, coast: Path) -> None:
    before = files()
    with served(coast, {GAME: ("en",)}, read_only=True) as address:
        page = chromium.new_page()
        page.goto(f"{address}#layout")
        page.wait_for_selector("#layout card-face.there")
        box(page, "title: name").click()
        assert page.get_by_label("Width").is_disabled()
        assert page.get_by_role("button", name="Rectangle", exact=True).is_disabled()
        drag(page, middle(place(box(page, "title: name"))), (20, 20))
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(500)
        page.close()
    assert files() == before
