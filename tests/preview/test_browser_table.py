"""The table of a deck in a real browser, with the bytes of its file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from printnplay.build.check import faults_of
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

from .browser import looked_at, violations
from .conftest import GAME
from .test_fields import wait_until

pytestmark = pytest.mark.sampled(6)

CSV = Path("designs/city/deeds.csv")
CARDS = Path("designs/city/cards.yaml")
DEEDS = """id,copies,kind,cost,name@en,rule@en\r
deed-1,1,deed,3,Open the gate,Take one card.\r
deed-2,2,place,10,"Bar, the door","Say ""no""."\r
deed-9,1,deed,9,Watch,Look at the top card.\r
"""


@pytest.fixture
def page(chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The table of a deck with declared columns."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    CSV.write_bytes(DEEDS.encode())
    columns = "{kind: [place, deed, lake], cost: whole 0..12}"
    text = CARDS.read_text("utf-8").replace("deeds.csv}", f"deeds.csv, columns: {columns}}}")
    CARDS.write_text(text, "utf-8")
    # The browser reports a refused edit, and a face that was asked for while its card was deleted.
    with looked_at(chromium, city, {GAME: ("en",)}, refused=True) as page:
        page.click("#table-tab")
        cell(page, 0, 0).wait_for()
        yield page


def cell(page: Page, row: int, column: int) -> Locator:
    return page.locator(f'[data-place="{row},{column}"]')


def becomes(old: str, new: str, page: Page) -> None:
    """Wait until the file has a change, and nothing else."""
    meant = DEEDS.replace(old, new).encode()
    wait_until(lambda: CSV.read_bytes() == meant)
    page.wait_for_selector(f"text=Saved in {CSV}")


def says(text: str) -> bool:
    return CSV.read_bytes() == text.encode()


def undo(page: Page) -> None:
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("text=Undone:")


def beside(words: str) -> str:
    face = "document.querySelector('#table card-face')"
    return f"{face}?.shadowRoot.textContent.includes('{words}')"


def test_cells_are_changed_by_keyboard_and_the_face_beside_follows(page: Page) -> None:
    cell(page, 0, 4).click()
    page.keyboard.type("Shut it")
    page.keyboard.press("Tab")
    becomes("Open the gate", "Shut it", page)
    page.wait_for_function(beside("Shut it"))
    page.keyboard.press("F2")
    page.keyboard.type(" Twice.")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.place") == "1,5"
    assert cell(page, 0, 5).inner_text() == "Take one card."
    page.keyboard.press("Control+z")
    wait_until(lambda: CSV.read_bytes() == DEEDS.encode())
    page.wait_for_selector("text=Undone:")
    page.keyboard.press("Control+y")
    page.wait_for_selector("text=Redone:")
    assert CSV.read_bytes() == DEEDS.replace("Open the gate", "Shut it").encode()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('[data-place]')")


def test_rows_are_typed_with_tab_and_enter(page: Page) -> None:
    """Enter goes on below the cell where Tab began; a value is chosen by its first letters."""
    cell(page, 0, 2).click()
    for words in ("place", "11"):  # the second letter of `place` is the first of another value
        page.keyboard.type(words)
        page.keyboard.press("Tab")
    page.keyboard.type("Shut it")
    page.keyboard.press("Enter")
    becomes("deed-1,1,deed,3,Open the gate", "deed-1,1,place,11,Shut it", page)
    assert page.evaluate("document.activeElement.dataset.place") == "1,2"
    page.keyboard.press("ArrowRight")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.dataset.place === '2,3'")


def test_declared_values_are_chosen_from_a_list(page: Page) -> None:
    cell(page, 0, 2).dblclick()
    choice = page.get_by_label("kind of deed-1")
    assert choice.locator("option").all_inner_texts() == ["place", "deed", "lake"]
    choice.select_option("place")
    page.keyboard.press("Enter")
    becomes("deed-1,1,deed", "deed-1,1,place", page)


def test_cards_are_added_copied_deleted_sorted_and_counted(page: Page) -> None:
    cell(page, 2, 0).click()
    page.get_by_role("button", name="Add card").click()
    new = "Look at the top card.\r\n"
    becomes(new, f"{new}deed-10,,deed,9,,\r\n", page)
    undo(page)
    cell(page, 1, 0).click()
    page.get_by_role("button", name="Copy deed-2").click()
    row = 'deed-2,2,place,10,"Bar, the door","Say ""no""."\r\n'
    becomes(row, row + row.replace("deed-2", "deed-10"), page)
    undo(page)
    cell(page, 1, 0).click()
    page.get_by_role("button", name="Delete deed-2").click()
    wait_until(lambda: CSV.read_bytes() == DEEDS.replace(row, "").encode())
    page.wait_for_selector("text=Deleted: deed-2")
    undo(page)
    cell(page, 0, 3).click()
    page.get_by_role("button", name="by cost, descending").click()
    first, second = DEEDS.partition("\r\n")[2].replace(row, "").split("\r\n", 1)
    sorted_ = DEEDS.partition("\r\n")[0] + "\r\n" + row + second + first + "\r\n"
    becomes(DEEDS, sorted_, page)
    undo(page)
    cell(page, 0, 0).click()
    page.get_by_label("Copies", exact=True).fill("3")
    page.get_by_label("Copies", exact=True).press("Enter")
    becomes("deed-1,1", "deed-1,3", page)
    page.get_by_role("button", name="Add column").click()
    page.get_by_label("Name of the column").fill("foil")
    page.keyboard.press("Enter")
    wait_until(lambda: CSV.read_bytes().startswith(b"id,copies,kind,cost,name@en,rule@en,foil\r\n"))


def test_enter_after_a_last_row_adds_a_card_and_nothing_typed_is_lost(page: Page) -> None:
    cell(page, 2, 5).click()
    page.keyboard.type("See")
    page.keyboard.press("Enter")  # a word alone was corrected: no card
    becomes("Look at the top card.", "See", page)
    cell(page, 2, 4).click()
    page.keyboard.type("Guard")
    page.keyboard.press("Tab")
    page.keyboard.type("Look.")
    page.keyboard.press("Enter")
    page.keyboard.type("Wall")  # while the new card is on its way
    page.wait_for_selector("td[data-place='3,4'] textarea")
    page.keyboard.press("Enter")
    page.wait_for_selector("td[data-place='4,4']")
    old = "deed-9,1,deed,9,Watch,Look at the top card.\r\n"
    new = "deed-9,1,deed,9,Guard,Look.\r\ndeed-10,,deed,9,Wall,\r\ndeed-11,,deed,9,,\r\n"
    becomes(old, new, page)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # nothing typed: no card
    page.get_by_label("Filter cards").fill("Wall")
    cell(page, 3, 5).click()
    page.keyboard.type("Wait.")
    page.keyboard.press("Enter")
    # Nothing was typed into the card after it.
    becomes(old, new.replace("Wall,", "Wall,Wait.").replace("deed-11,,deed,9,,\r\n", ""), page)


SLOW = """() => {
    const { fetch } = window;
    window.fetch = async (path, options) => {
        if (options?.method === "POST") await new Promise((then) => setTimeout(then, 200));
        return fetch(path, options);
    };
}"""
"""What delays edits."""


def type_rows(page: Page, *names: str) -> None:
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(f"{name}.")
        page.keyboard.press("Enter")


@pytest.mark.at_leisure
def test_rows_that_are_typed_ahead_of_their_cards_are_written(page: Page) -> None:
    page.evaluate(SLOW)
    cell(page, 2, 4).click()
    type_rows(page, "Guard", "Wall", "Gate")
    new = [
        "deed-9,1,deed,9,Guard,Guard.",
        "deed-10,,deed,9,Wall,Wall.",
        "deed-11,,deed,9,Gate,Gate.",
    ]
    becomes(
        "deed-9,1,deed,9,Watch,Look at the top card.\r\n",
        "".join(f"{row}\r\n" for row in (*new, "deed-12,,deed,9,,")),
        page,
    )


def test_what_is_typed_for_a_card_that_is_refused_is_told(page: Page) -> None:
    page.evaluate(SLOW)
    cell(page, 2, 4).click()
    type_rows(page, "Guard")
    wait_until(lambda: b"Guard,Guard." in CSV.read_bytes())
    CSV.write_bytes(CSV.read_bytes().replace(b"Take one", b"Take two"))
    page.keyboard.type("Wall")
    page.wait_for_selector("text=Not written: Wall")
    assert cell(page, 2, 4).inner_text() == "Guard"
    assert b"Wall" not in CSV.read_bytes()


def test_a_new_card_lacks_nothing_before_it_is_left(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", faults_of)
    faults = "document.querySelector('#faults-button').textContent"
    cell(page, 2, 4).click()
    page.click('[data-name="add"]')
    page.wait_for_selector('[data-place="3,4"].active')
    page.keyboard.type("Wake")
    page.keyboard.press("Tab")
    wait_until(lambda: b"deed-10,,deed,9,Wake,\r\n" in CSV.read_bytes())
    page.wait_for_function(f"{faults}.startsWith('No faults')")
    assert page.locator("#table td.error").count() == 0
    page.wait_for_function(beside("Wake"))  # its fault is found when the card is drawn
    page.keyboard.press("ArrowUp")
    page.wait_for_selector('[data-place="3,5"].error')
    page.wait_for_function(f"{faults} === '1 error'")


def test_what_is_typed_beside_the_faces_outlasts_changes_of_the_file(page: Page) -> None:
    cell(page, 0, 0).click()
    copies = page.get_by_label("Copies", exact=True)
    copies.fill("3")
    CSV.write_bytes(DEEDS.replace("Take one card.", "Take two cards.").encode())
    page.wait_for_function(beside("Take two cards."))
    assert copies.input_value() == "3"
    copies.press("Enter")
    meant = DEEDS.replace("Take one card.", "Take two cards.").replace("deed-1,1", "deed-1,3")
    wait_until(lambda: CSV.read_bytes() == meant.encode())


PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
}"""


def test_a_block_of_a_spreadsheet_is_pasted_in_one_step(page: Page) -> None:
    cell(page, 2, 0).click()
    page.evaluate(
        PASTE, 'deed-9\t2\tplace\t1\tWait\t"Wait, or\nsay ""now""."\r\ndeed-10\t1\tdeed\r\n'
    )
    new = 'deed-9,2,place,1,Wait,"Wait, or\nsay ""now""."\r\ndeed-10,1,deed,,,\r\n'
    becomes("deed-9,1,deed,9,Watch,Look at the top card.\r\n", new, page)
    undo(page)
    assert CSV.read_bytes() == DEEDS.encode()
    cell(page, 0, 5).click()
    page.evaluate(PASTE, "one\ttwo")
    page.wait_for_selector("text=The block has 2 columns, and the table has 1 from here on")


def test_a_block_with_headings_goes_to_its_columns(page: Page) -> None:
    cell(page, 2, 3).click()
    page.evaluate(PASTE, "Name\tRules\tkind\r\nWait\tStay.\tplace\r\n")
    page.wait_for_selector("text=The table has no column Rules: change the heading")
    page.evaluate(PASTE, "Name\tRule@en\tkind\r\nWait\tStay.\tplace\r\nGo\tLeave.\tdeed\r\n")
    new = "deed-9,1,place,9,Wait,Stay.\r\n,,deed,,Go,Leave.\r\n"
    becomes("deed-9,1,deed,9,Watch,Look at the top card.\r\n", new, page)


def test_tab_in_the_last_cell_goes_on_in_a_new_card(page: Page) -> None:
    cell(page, 2, 4).click()
    for word in ("Guard", "Tab", "Look.", "Tab", "Wall", "Tab", "Wait.", "Tab"):
        page.keyboard.press(word) if word == "Tab" else page.keyboard.type(word)
    new = "deed-9,1,deed,9,Guard,Look.\r\ndeed-10,,deed,9,Wall,Wait.\r\n"
    becomes("deed-9,1,deed,9,Watch,Look at the top card.\r\n", new + "deed-11,,deed,9,,\r\n", page)
    page.click("nav >> text=Cards")  # nothing typed: no card
    meant = DEEDS.replace("deed-9,1,deed,9,Watch,Look at the top card.\r\n", new)
    wait_until(lambda: says(meant))
    with page.expect_response("**/table?*"):
        page.click("#table-tab")
    page.evaluate(SLOW)
    cell(page, 3, 5).click()
    for word in ("Wait", "Tab"):
        page.keyboard.press(word) if word == "Tab" else page.keyboard.type(word)
    page.click("nav >> text=Cards")  # while the new card is on its way
    wait_until(lambda: b"deed-11" in CSV.read_bytes())
    wait_until(lambda: says(meant.replace("Wait.", "Wait")))


def test_cards_are_filtered_found_and_changed_together(page: Page) -> None:
    field = page.get_by_label("Filter cards")
    for words, rows in (
        ("cost:>8", [1, 2]),
        ("cost:>8 -kind:place", [2]),
        ("text:card", [0, 2]),
        ('"the door"', [1]),
        ("id:=deed-1", [0]),
        ("copies:<=1 top", [2]),
        ("name:", []),
    ):
        field.fill(words)
        found = page.locator("td[data-place$=',0']").evaluate_all(
            "(cells) => cells.map((cell) => Number(cell.dataset.place.split(',')[0]))"
        )
        assert found == rows, words
    field.fill("colour:red")
    page.wait_for_selector("text=no column colour")
    field.fill("kind:deed")
    page.get_by_label("Select all cards").check()
    page.get_by_label("Column to set").select_option("cost")
    page.locator("[data-name=bulk] [name=text]").fill("7")
    page.keyboard.press("Enter")
    wait_until(lambda: CSV.read_text("utf-8").count("deed,7,") == 2)
    undo(page)
    page.get_by_role("button", name="Find").click()
    page.locator("[name=find]").fill("CARD")
    page.get_by_label("Replace with").fill("hand")
    page.wait_for_selector("text=2 cells")
    page.get_by_role("button", name="Replace all").click()
    becomes("card.", "hand.", page)


def test_a_fault_is_shown_at_its_cell_with_its_help(page: Page) -> None:
    cell(page, 0, 2).click()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-place="0,3"].error[aria-invalid=true]')
    cell(page, 0, 3).click()
    assert "is not a whole number from 0 to 12" in page.locator("#table .fault").inner_text()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_label("Select deed-1").check()
    page.get_by_role("button", name="Find").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.at_leisure
def test_words_in_a_column_of_numbers_are_told_while_they_are_typed(page: Page) -> None:
    note = page.locator("#table .note.bad")
    assert page.locator("#table th >> text=/^copies/").inner_text() == "copies\nhow many"
    cell(page, 0, 1).click()
    page.keyboard.type("T")
    assert note.inner_text() == "Not a number. copies: a whole number from 0 to 999"
    page.keyboard.press("Backspace")
    page.keyboard.type("4")
    note.wait_for(state="detached")
    page.keyboard.press("Enter")
    becomes("deed-1,1,", "deed-1,4,", page)


def test_a_check_that_runs_is_not_called_nothing(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = {"on": True}
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: wait_while(going))
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        page.click("#table-tab")
        page.wait_for_selector("text=3 cards · checking")
        going["on"] = False
        page.wait_for_selector("text=3 cards · nothing is wrong in this table")
        page.wait_for_selector("#faults-button >> text=/^No faults$/")
        going["on"] = True
        page.route("**/faults", lambda _: None)  # they are never told
        CSV.write_text(DEEDS.replace("Watch", "Wait"), "utf-8")
        page.wait_for_selector("text=No faults yet")
        going["on"] = False


def wait_while(going: dict[str, bool]) -> list[Any]:
    wait_until(lambda: not going["on"])
    return []


def test_what_a_check_found_in_a_row_that_was_typed_on_is_not_told(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bytes] = []
    done = {"checks": 0}

    def checked(_: object) -> list[Diagnostic]:
        seen.append(CSV.read_bytes())
        number = len(seen)
        wait_until(lambda: done["checks"] >= number)
        lines = enumerate(seen[number - 1].splitlines(), 1)
        wrong = [line for line, words in lines if b"Take" in words or b"Wai," in words]
        return [Diagnostic(codes.LINES_DIFFER, "odd", Span(str(CSV), line, 1)) for line in wrong]

    monkeypatch.setattr("printnplay.preview.running.faults_of", checked)
    faults = "document.querySelector('#faults-button').textContent"
    cell(page, 2, 4).click()
    page.keyboard.type("Wai")
    page.keyboard.press("Enter")
    wait_until(lambda: b"Wai," in b"".join(seen))
    cell(page, 2, 4).click()
    page.keyboard.type("Wait")
    page.keyboard.press("Enter")
    wait_until(lambda: b"Wait," in CSV.read_bytes())
    done["checks"] = 1  # of what is not there any more, and of another row
    page.wait_for_function(f"{faults} === '1 error'")
    page.wait_for_selector("text=1 error so far, checking")
    assert page.locator("#table td.error").count() == 1
    done["checks"] = 9
    page.wait_for_selector("text=3 cards · 1 error >> visible=true")
    page.wait_for_function(f"{faults} === '1 error'")


def test_what_others_write_meanwhile_is_kept_and_what_was_typed_is_told(page: Page) -> None:
    changed = DEEDS.replace("Watch", "Wait").encode()

    def write_first(route: Route) -> None:
        if route.request.method == "POST" and CSV.read_bytes() == DEEDS.encode():
            CSV.write_bytes(changed)
        route.continue_()

    page.route("**/table", write_first)
    cell(page, 0, 4).click()
    page.keyboard.type("Mine")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Not written: Mine")
    page.unroute_all()
    assert CSV.read_bytes() == changed
    page.wait_for_function("document.querySelector('[data-place=\"2,4\"]').textContent === 'Wait'")
    cell(page, 0, 4).click()
    page.keyboard.type("Mine")
    page.keyboard.press("Enter")
    wait_until(lambda: CSV.read_bytes() == changed.replace(b"Open the gate", b"Mine"))


@pytest.mark.at_leisure
def test_two_windows_lose_nothing(page: Page) -> None:
    """Cells of one row, edited at once, are both written; of one cell, the second is told."""
    other = page.context.new_page()
    other.goto(page.url)
    cell(other, 0, 4).dblclick()
    other.keyboard.type("!")
    cell(page, 0, 5).click()
    page.keyboard.type("Take two.")
    page.keyboard.press("Enter")
    becomes("Take one card.", "Take two.", page)
    other.wait_for_function(beside("Take two."))
    other.keyboard.press("Enter")
    wait_until(lambda: b"Open the gate!,Take two." in CSV.read_bytes())
    page.wait_for_selector("[data-place='0,4'] >> text=Open the gate!")
    cell(other, 2, 4).dblclick()
    other.keyboard.type("ing")
    cell(page, 2, 4).click()
    page.keyboard.type("Wait")
    page.keyboard.press("Enter")
    wait_until(lambda: b",Wait," in CSV.read_bytes())
    other.wait_for_function(beside("Wait"))
    other.keyboard.press("Enter")
    other.wait_for_selector("text=and says: Wait. Not written: Watching")
    ours = DEEDS.replace("Open the gate", "Open the gate!").replace("Take one card.", "Take two.")
    assert CSV.read_bytes() == ours.replace("Watch", "Wait").encode()
    for state in (ours, DEEDS.replace("Take one card.", "Take two."), DEEDS):
        other.get_by_role("button", name="Undo").click()
        wait_until(partial(says, state))


def test_a_table_comes_back_when_its_deck_can_be_read_again(page: Page) -> None:
    text = CARDS.read_text("utf-8")
    CARDS.write_text(f"{text}\n: [", "utf-8")
    page.wait_for_selector("#table >> text=cards.yaml names no such table now")
    CARDS.write_text(text, "utf-8")
    cell(page, 2, 0).wait_for()
    CSV.write_text('id,name@en\nd-1,"open\n', "utf-8")
    page.wait_for_selector("text=The table cannot be read. line 2: a quoted cell does not end")
    assert page.get_by_role("button", name="Add card").is_disabled()
    CSV.write_bytes(DEEDS.encode())
    page.wait_for_function("!document.querySelector('[data-name=add]').disabled")


def test_a_fault_leads_to_its_cell(page: Page, city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = "other.csv"
    (city / "designs/city" / other).write_text("id,name@en\nhigh,Up\nlow,Down\n", "utf-8")
    place = Span("designs/city/deeds.csv", 3, 10, 5)
    fault = Diagnostic(codes.WRONG_KIND, "a kind that is odd", place, "expected a deed")
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [fault])
    cards = (city / CARDS).read_text("utf-8")
    (city / CARDS).write_text(f"other: {{template: card, rows: {other}}}\n{cards}", "utf-8")
    page.click("a[href='#cards']")
    page.click("#faults-button")
    box = page.locator(".fault", has_text="a kind that is odd")
    box.get_by_role("button", name="Show in the table").click()
    focused = "document.activeElement.closest('[data-place]')?.dataset.place"
    page.wait_for_function(f"{focused} === '1,2'")
    assert page.url.endswith("#table")


@pytest.mark.parametrize("words", ["Ärger", "Żółw", "日本", "🎲 Würfel"])
def test_letters_without_a_key_begin_a_text(page: Page, words: str) -> None:
    cell(page, 0, 4).click()
    page.keyboard.type(words)  # letters that the keyboard lacks are inserted without a key
    page.keyboard.press("Enter")
    becomes("Open the gate", words, page)


def test_a_composed_word_begins_a_text(page: Page) -> None:
    cell(page, 0, 4).click()
    method = page.context.new_cdp_session(page)
    for part in ("に", "にほ", "にほん"):
        at = len(part)
        asked = {"text": part, "selectionStart": at, "selectionEnd": at}
        method.send("Input.imeSetComposition", asked)
    method.send("Input.insertText", {"text": "日本"})
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    becomes("Open the gate", "日本x", page)
