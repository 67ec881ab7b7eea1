"""Faults lead to what can be changed on the page: the text, box, block, group or picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import convert

from printnplay.build.check import faults_of
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import Catalog
from printnplay.preview.cures import with_cures
from printnplay.preview.deck_tables import faults_in
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.live import LiveGame
from printnplay.preview.mending import Mend, mend

from .browser import looked_at
from .test_art import CSV, GAME, TEMPLATE, coast, plain_coast
from .test_fields import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["coast", "plain_coast"]

BOOKLET = Path("designs/coast/booklet.yaml")
TEXTS = Path("locales/en/coast.yaml")
GAME_FILE = Path("designs/coast/game.yaml")
STYLE = Path("templates/coast/style.yaml")

RULE = {"key": "cards.harbour.rule", "language": "en"}
NAME = {"key": "cards.harbour.name", "language": "en"}
NO_PICTURE = {
    "picture": True,
    "cell": 3,
    "allow": {"code": "PNP135", "key": "harbour", "language": ""},
}
FIRST = {"key": "cards.lighthouse.name", "language": "en"}
MOTTO = {"key": "cover.motto", "language": "en"}
POINTS = {"key": "rules.goal.points", "language": "en"}
BOX = {"file": str(TEMPLATE), "line": 8}


CASES: dict[str, tuple[Path, str, str, str, dict[str, Any]]] = {
    "no name": (CSV, ",Harbour,", ",,", "PNP301", {"text": NAME, "box": BOX, "cell": 3}),
    "a long name": (
        CSV,
        ",Harbour,",
        f",{'Harbour ' * 30},",
        "PNP501",
        {"text": NAME, "box": BOX, "cell": 3},
    ),
    "a broken word": (CSV, "Draw one", "Draw {one", "PNP324", {"text": RULE, "cell": 3}),
    "an unknown number": (CSV, "Draw one", "Draw {one}", "PNP320", {"text": RULE, "cell": 3}),
    "an unknown icon": (CSV, "Draw one", "Draw {icon:one}", "PNP323", {"text": RULE, "cell": 3}),
    "an unknown term": (CSV, "Draw one", "Draw {term:one}", "PNP321", {"text": RULE, "cell": 3}),
    "an unknown letter": (CSV, "Draw one", "Draw \u0f03", "PNP401", {"text": RULE, "cell": 3}),
    "no id": (CSV, "harbour,3", ",3", "PNP118", {"cell": 3}),
    "the same id": (CSV, "harbour,3", "lighthouse,3", "PNP203", {"cell": 3}),
    "no number": (CSV, "harbour,3", "harbour,many", "PNP114", {"cell": 3}),
    "no picture": (CSV, "harbour.svg", "", "PNP135", NO_PICTURE),
    "an unknown picture": (
        CSV,
        "harbour.svg",
        "harbor.svg",
        "PNP420",
        {"picture": True, "cell": 3, "box": {**BOX, "line": 5}},
    ),
    "a value of no group": (CSV, "3,place", "3,thing", "PNP207", {"group": "", "cell": 3}),
    "a group without cards": (
        GAME_FILE,
        "{kind: deed}",
        "{kind: deeds}",
        "PNP205",
        {"group": "deeds"},
    ),
    "a text that nothing prints": (
        TEXTS,
        "    tagline:",
        '    motto: "Sail."\n    tagline:',
        "PNP318",
        {
            "text": MOTTO,
            "remove": "cover.motto",
            "allow": {"code": "PNP318", **MOTTO},
        },
    ),
    "an unknown colour": (
        TEMPLATE,
        'colour="white"',
        'colour="sky-blue"',
        "PNP403",
        {"text": FIRST, "cell": 2, "colour": "sky-blue"},
    ),
    "no such colour": (
        TEMPLATE,
        'colours["sand"]',
        'colours["sky"]',
        "PNP411",
        {"box": {**BOX, "line": 6}, "colour": "sky"},
    ),
    "an empty text": (TEXTS, '"Build places', '"" # "', "PNP113", {"text": POINTS}),
    "a missing text": (TEXTS, "points:", "pints:", "PNP301", {"text": POINTS, "block": 7}),
    "an unknown page": (TEXTS, "Build places", "Build {page:one}", "PNP327", {"text": POINTS}),
    "an unknown card": (BOOKLET, "anatomy: lighthouse", "anatomy: light", "PNP211", {"block": 10}),
    "a picture of no file": (
        TEMPLATE,
        "</svg>",
        '{{ art("gone.png", 5, 5, 9, 9) }}</svg>',
        "PNP420",
        {"picture": True, "box": {**BOX, "line": 13}},
    ),
    "a field of no card": (
        TEMPLATE,
        "</svg>",
        "{{ card.gone }}</svg>",
        "PNP411",
        {"box": {**BOX, "line": 13}},
    ),
}
"""What is broken, by which change of a file, its code, and where it leads."""


def led(live: LiveGame, code: str) -> dict[str, Any]:
    """Where the first fault of a code leads."""
    for key in live.faces:
        live.face("en", key)
    others = faults_of(CheckRequest(Path.cwd(), (GAME,), ("en",), jobs=1))
    fault = next(one for one in with_cures(live, faults_in(live, others)) if one["code"] == code)
    box, cell = fault["cures"]["box"], fault["cell"]
    found = {
        **fault["cures"],
        "box": box and {name: box[name] for name in ("file", "line")},
        "cell": cell and cell["line"],
    }
    return {name: value for name, value in found.items() if value not in (None, False)}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sampled(8)
def test_a_fault_leads_to_what_can_be_changed(name: str, coast: Path) -> None:
    path, old, new, code, meant = CASES[name]
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert led(LiveGame(Catalog(coast), GAME, ["en"]), code) == meant


WRITTEN: dict[str, tuple[dict[str, str], Path, str]] = {
    "a text that nothing prints": (
        {"do": "allow", "code": "PNP318", "key": "cover.motto", "reason": "For the: web"},
        GAME_FILE,
        'allow:\n  - {check: PNP318, key: "cover.motto", reason: "For the: web"}\n',
    ),
    "an unknown colour": ({"do": "colour", "key": "sky-blue"}, STYLE, 'sky-blue: "#'),
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.sampled(2)
@pytest.mark.at_leisure
def test_a_cure_that_is_written_mends_the_fault(name: str, coast: Path) -> None:
    path, old, new, code, _ = CASES[name]
    asked, file, meant = WRITTEN[name]
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en"])
    assert mend(live, convert(asked, Mend)) == [str(file)]
    assert meant in file.read_text("utf-8")
    found = faults_of(CheckRequest(Path.cwd(), (GAME,), ("en",), jobs=1))
    assert code not in {fault.code.id for fault in found}
    if asked["do"] == "allow":
        mend(live, convert({**asked, "key": "cover.tag*"}, Mend))
        assert 'key: "cover.tag*", reason' in file.read_text("utf-8").splitlines()[-1]


def test_an_unused_text_leaves_all_languages(coast: Path) -> None:
    path, old, new, _, _ = CASES["a text that nothing prints"]
    before = TEXTS.read_text("utf-8")
    german = Path("locales/de/coast.yaml")
    german.parent.mkdir()
    german.write_text('de:\n  cover: {motto: "Segle.", tagline: "Weit."}\n', "utf-8")
    path.write_text(before.replace(old, new, 1), "utf-8")
    live = LiveGame(Catalog(coast), GAME, ["en", "de"])
    assert mend(live, Mend("remove", key="cover.motto")) == [str(german), str(TEXTS)]
    assert TEXTS.read_text("utf-8") == before
    assert german.read_text("utf-8") == 'de:\n  cover: {tagline: "Weit."}\n'
    with pytest.raises(NotWrittenError, match=r"no file of this project has the text"):
        mend(live, Mend("remove", key="cover.motto"))
    with pytest.raises(NotWrittenError, match="write why it is right"):
        mend(live, Mend("allow", "PNP318", reason="  "))


@pytest.fixture
def page(chromium: Browser, coast: Path) -> Iterator[Page]:
    with looked_at(chromium, coast, {GAME: ("en",)}) as page:
        yield page


def break_it(page: Page, name: str, cure: str) -> None:
    """Break a file, and click what mends it."""
    path, old, new, code, _ = CASES[name]
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    page.click("#faults-button:has-text('error'), #faults-button:has-text('warning')")
    fault = page.locator("#side .fault", has_text=code).first
    assert "game.yaml" not in fault.locator("p").last.inner_text()
    fault.get_by_role("button", name=cure).click()


LEADS: dict[tuple[str, str], str] = {
    (
        "a long name",
        "Show in the layout",
    ): "document.querySelector('.part[aria-pressed=true]')?.innerText === 'title: name'",
    (
        "a long name",
        "Edit the text",
    ): "document.activeElement.dataset.name === 'cards.harbour.name other'",
    (
        "no name",
        "Write the text",
    ): "document.activeElement.dataset.name === 'cards.harbour.name other'",
    (
        "an unknown term",
        "Edit the text",
    ): "document.activeElement.dataset.name === 'cards.harbour.rule other'",
    (
        "an empty text",
        "Write the text",
    ): "document.activeElement.dataset.name === 'rules.goal.points other'",
    ("no picture", "Choose a picture"): "document.activeElement.dataset.name === 'art art'",
    (
        "a value of no group",
        "Add a group",
    ): "document.querySelector('dialog[open] h2')?.innerText === 'New group of cards'",
    (
        "a group without cards",
        "Change the group",
    ): "document.querySelector('dialog[open] [name=title]')?.value === 'Deeds'",
    (
        "an unknown card",
        "Show in the outline",
    ): "document.querySelector('.outline .found')?.dataset.line === '10'",
    (
        "a value of no group",
        "Show in the table",
    ): "document.activeElement.closest('[data-place]')?.dataset.place === '1,2'",
}


@pytest.mark.at_leisure
@pytest.mark.parametrize(("name", "cure"), LEADS)
def test_a_click_leads_there(name: str, cure: str, page: Page) -> None:
    break_it(page, name, cure)
    page.wait_for_function(LEADS[name, cure])


@pytest.mark.at_leisure
def test_the_last_change_is_undone_at_its_fault(page: Page) -> None:
    before = CSV.read_bytes()
    page.click("#table-tab")
    page.click("[data-place='1,0']")
    page.keyboard.type("lighthouse")
    page.keyboard.press("Enter")
    wait_until(lambda: CSV.read_bytes() != before)
    page.click("#faults-button:has-text('error')")
    page.locator("#side .fault", has_text="PNP203").get_by_role(
        "button", name="Undo the last change"
    ).click()
    wait_until(lambda: CSV.read_bytes() == before)
