"""Four browsers at a table: hidden hands stay hidden, and who drops out returns to their seat."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from printnplay.preview.room.start import TableRequest, table_of, table_server
from printnplay.preview.room.walls import Walls

from .browser import violations
from .tables import CARDS, CODE, HOST, Served, as_json, crowd_of, names_in, running, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

    from printnplay.edition.edition import Edition
    from printnplay.export.table_contents import TableContents

pytestmark = pytest.mark.at_leisure

Once = Callable[[str, Callable[[Path], None]], Path]
EMPTY: Mapping[str, Any] = {}
NAMES = ("Ann", "Bo", "Cy", "Di")
DECK = "cards"
HIDDEN = f"now().piles['{DECK}'].cards.every((card) => kindOf(card).hidden)"


@pytest.fixture(scope="module")
def crowd(once: Once) -> tuple[Edition, TableContents]:
    """A game of sixty cards."""
    return crowd_of(once)


@pytest.fixture
def table(crowd: tuple[Edition, TableContents]) -> Iterator[Served]:
    """A table of that game."""
    with served(crowd) as found:
        yield found


class Player:
    """A browser at the table, whose console has to stay silent."""

    def __init__(
        self, chromium: Browser, address: str, name: str, context: Mapping[str, Any] = EMPTY
    ) -> None:
        """Open the page."""
        self.name = name
        self.said: list[str] = []
        self.context: BrowserContext = chromium.new_context(bypass_csp=True, **context)
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(address)

    def sit(self) -> None:
        self.page.fill("dialog input", self.name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".strip .piece")

    def press(self, pile: str, key: str) -> None:
        """Press a key on a pile, and wait until the step is there."""
        version = self.version
        self.page.locator(f"[data-pile='{pile}']").focus()
        self.page.keyboard.press(key)
        self.wait("now().version > version", version)

    def wait(self, condition: str, version: int = 0) -> None:
        self.page.wait_for_function(f"version => {condition}", arg=version)

    @property
    def version(self) -> int:
        found: int = self.page.evaluate("now().version")
        return found

    @property
    def hand(self) -> list[str]:
        found: list[str] = self.page.evaluate(
            "[...strip.children].map((card) => card.getAttribute('aria-label'))"
        )
        return found


def test_four_browsers_play_with_hidden_hands_and_one_returns(
    chromium: Browser, table: Served
) -> None:
    addresses = (table.host, table.address, table.address, table.address)
    players = [Player(chromium, *given) for given in zip(addresses, NAMES, strict=True)]
    for player in players:
        player.sit()
    ann, bo, cy, di = players
    assert len(table.room.at.cards) == CARDS
    hands = [player.hand for player in players]
    assert [len(set(hand)) for hand in hands] == [5] * 4

    for player in players * 3:
        player.press(DECK, "d")
        player.page.locator(".strip .piece").first.focus()
        player.page.keyboard.press("x")
        player.wait("now().hands[view.seat].length === 5")
    look_through(cy, ann, bo, table)

    kept, stored = di.hand, di.context.storage_state()
    di.context.close()
    ann.page.wait_for_selector(".seats .absent")
    bo.press(DECK, "d")
    again = Player(chromium, table.address, "Di", {"storage_state": stored})
    again.page.wait_for_selector(".strip .piece")
    assert again.hand == kept
    ann.wait("!document.querySelector('.seats .absent')")
    again.press(DECK, "f")
    for player in (ann, bo, cy):
        player.wait(f"!kindOf(topOf('{DECK}')).hidden")

    for player in (ann, bo, cy, again):
        shown = player.page.evaluate(
            "document.documentElement.outerHTML + JSON.stringify([timeline, game])"
        )
        assert not names_in(shown) & hidden_from(player.name, table)
        assert player.said == []
        player.context.close()
    assert table.watched.leaks == []
    views = as_json(table.watched.sent["Ann"])
    assert len(views) > 30
    assert names_in(str(views))


def look_through(cy: Player, ann: Player, bo: Player, table: Served) -> None:
    """Shuffle the deck, and let one seat look through it: the others see no more than that."""
    bo.press(DECK, "s")
    ann.wait("told.textContent.includes('Bo: Shuffle')")
    cy.page.locator(f"[data-pile='{DECK}']").focus()
    cy.page.keyboard.press("l")
    cy.page.wait_for_selector("dialog .found")
    assert cy.page.locator(".found li").count() == len(table.room.at.piles[DECK].cards)
    ann.wait("told.textContent.includes('Cy: Search')")
    assert ann.page.evaluate(HIDDEN)
    cy.page.keyboard.press("Escape")
    cy.wait(HIDDEN)


def hidden_from(name: str, table: Served) -> set[int]:
    """The numbers of the cards in the hands of others."""
    own = NAMES.index(name)
    hands = [hand for seat, hand in enumerate(table.room.at.hands) if seat != own]
    return {number for hand in hands for number in names_in(" ".join(hand))}


def test_the_page_itself_has_no_card_and_no_file_of_the_project(
    chromium: Browser, table: Served
) -> None:
    stranger = Player(chromium, table.address, "Eve")
    stranger.page.wait_for_selector("dialog input")
    assert not names_in(stranger.page.content())
    for path in ("game.yaml", "designs/crowd/game.yaml", "../cards.csv", "games", "picture/0"):
        answer = stranger.page.evaluate("path => fetch(path).then((found) => found.status)", path)
        assert answer in {401, 403, 404}
    stranger.context.close()


def test_the_mouse_gives_a_card_and_the_host_frees_a_seat_and_ends(
    chromium: Browser, table: Served
) -> None:
    ann, bo = Player(chromium, table.host, "Ann"), Player(chromium, table.address, "Bo")
    for player in (ann, bo):
        player.sit()
    assert bo.page.locator("[data-do=new]").is_hidden()
    ann.wait("now().taken[1]")
    ann.page.locator(".strip .piece").first.drag_to(ann.page.locator("[data-seat='1']"))
    bo.wait("now().hands[1].length === 6")
    bo.wait("told.textContent === 'Ann: Give to: Bo'")
    assert len(ann.hand) == 4
    ann.page.keyboard.press("Control+z")
    bo.wait("now().hands[1].length === 5")

    ann.page.locator("[data-do=new]").click()
    ann.page.get_by_role("button", name="Players: 2").click()
    bo.wait("now().players === 2")

    ann.page.locator("[data-seat='1']").click()
    ann.page.get_by_role("button", name="Free the seat of Bo").click()
    bo.page.wait_for_selector("dialog input")
    assert "freed your seat" in (bo.page.locator("dialog [role=alert]").text_content() or "")
    bo.sit()
    assert len(bo.hand) == 5

    ann.page.locator("[data-do=end]").click()
    ann.page.locator("dialog").get_by_role("button", name="End the table for all").click()
    bo.page.get_by_role("heading", name="The host has ended this table.").wait_for()
    ann.page.get_by_role("heading", name="The host has ended this table.").wait_for()
    for player in (ann, bo):
        player.context.close()
    assert table.watched.leaks == []


def test_notes_of_two_players_are_both_kept(chromium: Browser, table: Served) -> None:
    ann, bo = Player(chromium, table.host, "Ann"), Player(chromium, table.address, "Bo")
    for player in (ann, bo):
        player.sit()
        player.page.locator("[data-do=notes]").click()
    bo.page.fill("dialog textarea", "The storm is too strong.")
    bo.page.keyboard.press("Escape")
    ann.wait("now().notes === 'The storm is too strong.'")
    ann.page.keyboard.press("Escape")
    ann.page.locator("[data-do=notes]").click()
    assert ann.page.input_value("dialog textarea") == "The storm is too strong."
    bo.page.locator("[data-do=notes]").click()
    bo.page.fill("dialog textarea", "The storm is right.")
    bo.page.keyboard.press("Escape")
    ann.wait("now().notes === 'The storm is right.'")
    ann.page.fill("dialog textarea", "Nobody builds the harbour.")
    ann.page.keyboard.press("Escape")
    bo.wait("now().notes === 'The storm is right.\\nNobody builds the harbour.'")
    for player in (ann, bo):
        assert player.said == []
        player.context.close()


def test_a_page_whose_table_has_gone_asks_no_more_and_is_turned_without_one(
    chromium: Browser, table: Served
) -> None:
    stale = Player(chromium, table.address, "Bo")
    stale.page.wait_for_selector("dialog input")
    stale.page.set_viewport_size({"width": 800, "height": 390})
    assert stale.said == []
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=403, body="There is no such table.")

    stale.page.route("**/view", refuse)
    stale.page.fill("dialog input", "Bo")
    stale.page.keyboard.press("Enter")
    stale.page.get_by_role("heading", name="The host has ended this table.").wait_for()
    assert stale.page.evaluate("[over, memory('token')]") == [True, ""]
    assert len(asked) == 1
    stale.context.close()


def test_a_phone_plays_by_touch_and_axe_finds_nothing_by_day_and_by_night(
    chromium: Browser, table: Served
) -> None:
    phone = Player(
        chromium,
        table.host,
        "Ann",
        {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True},
    )
    phone.page.wait_for_selector("dialog input")
    assert violations(phone.page) == []
    phone.sit()
    phone.page.locator(f"[data-pile='{DECK}']").tap()
    phone.page.get_by_role("button", name="Draw").tap()
    phone.wait("now().hands[0].length === 6")
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)
        assert violations(phone.page) == []
        phone.page.locator("[data-do=invite]").click()
        assert violations(phone.page) == []
        phone.page.keyboard.press("Escape")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390
    phone.context.close()


def test_two_browsers_play_by_the_rules(chromium: Browser) -> None:
    given = table_of(TableRequest(Path(__file__).parents[2], "match", "en", trust_rules=True))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        serving = table_server(given, 2, HOST, "", refereed=True)
        walls, address = Walls(serving.app, "127.0.0.1", port, CODE), f"http://127.0.0.1:{port}"
        with running(serving, walls, listener):
            link = f"{address}/{CODE}/"
            two = [Player(chromium, f"{link}#{HOST}", "Ann"), Player(chromium, link, "Bo")]
            for player in two:
                player.sit()
            for _ in range(4):
                (turn,) = two[0].page.evaluate("now().turn")
                version = two[0].version
                moves = two[turn].page.locator(".ruled-moves button")
                assert two[1 - turn].page.locator(".ruled-moves button").count() == 0
                words = moves.first.inner_text()
                moves.first.click()
                for player in two:
                    player.wait("now().version > version", version)
                    player.page.wait_for_selector(f".told >> text={words}")
                    assert not player.page.evaluate("now().hands[1 - now().seat].some(Boolean)")
            (turn,) = two[0].page.evaluate("now().turn")
            waiting = two[1 - turn].page
            waiting.locator(".strip .piece").first.click()
            waiting.wait_for_selector("dialog .ruled-why li")
            assert "turn" in waiting.inner_text("dialog .ruled-why")
            assert violations(waiting) == []
            for player in two:
                assert player.said == []
                player.context.close()
