"""The page for a translator who has only a browser, and the file that it saves."""

from __future__ import annotations

import json
import re
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cli.project import run
from cli.rewriting import rewrite
from preview.browser import browser, violations

from printnplay.build.new import start
from printnplay.files.yaml_edits import leaves

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HOSTILE = "Sail </script><script>document.title='x'</script> <!-- & \"out\" \u2028?"
FRENCH = "locales/fr/city.yaml"
PAGE = Path("output/l10n/review.fr.html")


def _make(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        start(Path("city"))
        patch.chdir(folder / "city")
        rewrite(Path("locales/en/city.yaml"), {"en.cover.tagline": HOSTILE})
        assert run("l10n add fr city").status == 0
        rewrite(Path(FRENCH), {"fr.rules.turn.title": "Un tour"})
        ran = run("l10n review city -l fr")
        assert (ran.status, ran.err) == (0, "")
        assert re.search(r"review\.fr\.html: 25 texts, \d\d pictures$", ran.out.strip())


@pytest.fixture
def city(
    once: Callable[[str, Callable[[Path], None]], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """A new game with a language to be filled in, and a page for it."""
    folder = shutil.copytree(once("review-city", _make) / "city", tmp_path / "city")
    monkeypatch.chdir(folder)
    return folder


def held() -> Any:  # noqa: ANN401  JSON
    """The data in the page."""
    found = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page_text())
    assert len(found) == 1
    return json.loads(found[0])


def page_text() -> str:
    return PAGE.read_text("utf-8")


def french() -> dict[str, str]:
    said = leaves(Path(FRENCH).read_text("utf-8"))
    return {path.removeprefix("fr."): leaf.value for path, leaf in said.items()}


def test_the_page_has_texts_pictures_room_and_terms_and_runs_one_script(city: Path) -> None:
    assert city.is_dir()
    data = held()
    assert data["room"]["city/cover.tagline"] in range(50, 200)
    assert data["pictures"]["city/rules.goal.title"].startswith("data:image/png;base64,")
    assert re.search(
        r"Term: \{term:storm\} Storm.*\(en; the glossary has no form in fr yet\)", data["xliff"]
    )
    scripts = re.findall(r"<script>(.*?)</script>", page_text(), re.DOTALL)
    assert len(scripts) == 1
    digest = b64encode(sha256(scripts[0].encode()).digest()).decode()
    policy = unescape(page_text().partition('Policy" content="')[2].partition('"')[0])
    assert policy.startswith("default-src 'none';")
    assert policy.endswith(f"script-src 'sha256-{digest}'")
    assert "http" not in page_text().replace("http-equiv", "").replace("urn:oasis", "")
    Path("review.fr.xlf").write_text(data["xliff"], "utf-8")
    assert "nothing changed" in run("l10n import review.fr.xlf").out


@pytest.mark.at_leisure
def test_texts_of_several_games_come_back_in_one_file(city: Path) -> None:
    assert city.is_dir()
    before = PAGE.read_bytes()
    assert run("l10n review city -l fr").status == 0
    assert PAGE.read_bytes() == before
    run("l10n add fr")
    assert run("l10n review -l fr").status == 0
    xliff = held()["xliff"]
    files = re.findall(r'<file original="([^"]+)"', xliff)
    assert files == ["city", "common"]
    for key in ("cover.players", "contents.total"):
        found = re.search(rf'id="{key}".*?<target state="[^"]*">', xliff, re.DOTALL)
        assert found, key
        xliff = xliff.replace(found[0], f"{found[0]}{{x}}")
    Path("both.xlf").write_text(xliff, "utf-8")
    assert {"PNP353"} == set(re.findall(r"error\[(\w+)", run("l10n import both.xlf").err))


@pytest.mark.at_leisure
def test_suggestions_are_translations_of_similar_texts(city: Path) -> None:
    said = {"en.rules.goal.points": "Draw a card from the deck."}
    said["en.rules.end.empty"] = "Draw the card from the deck."
    rewrite(Path("locales/en/city.yaml"), said)
    rewrite(city / FRENCH, {"fr.rules.goal.points": "Piochez une carte."})
    run("l10n review city -l fr")
    like = {"source": "Draw a card from the deck.", "target": "Piochez une carte.", "share": 90}
    assert held()["memory"]["city/rules.end.empty"] == [like]


@pytest.mark.at_leisure
def test_a_file_in_the_place_of_the_page_stays(city: Path) -> None:
    (city / PAGE).write_text("mine", "utf-8")
    assert run("l10n review city -l fr").status == 1
    assert page_text() == "mine"


# In a browser.


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@contextmanager
def opened(chromium: Browser) -> Iterator[Page]:
    """The page, which may ask for nothing and say nothing on its console."""
    context = chromium.new_context(accept_downloads=True)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(request.url))
    page.goto(PAGE.resolve().as_uri())
    page.wait_for_selector("article")
    yield page
    urls = [url for url in said if not url.startswith(("file:", "data:", "blob:"))]
    assert urls == []
    context.close()


def text(page: Page, key: str) -> Any:  # noqa: ANN401  a locator, from an optional library
    return page.locator("article").filter(has=page.get_by_role("heading", name=key, exact=True))


def fill(page: Page, key: str, words: str) -> None:
    text(page, key).locator("textarea").first.fill(words)


def saved(page: Page, name: str) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the file").click()
    assert waiting.value.suggested_filename == "review.fr.xlf"
    waiting.value.save_as(name)
    return Path(name)


def _first_file(chromium: Browser) -> Path:
    """The file of a translator, who also looks at hints, filters and what the browser keeps."""
    with opened(chromium) as page:
        assert "0 of" not in page.locator("#done").inner_text()
        assert text(page, "cover.tagline").locator(".original").inner_text() == HOSTILE
        fill(page, "cover.tagline", "Jusqu’où oserez-vous aller\u00a0?")
        text(page, "cover.tagline").get_by_role("combobox").select_option("work")
        text(page, "cover.tagline").locator(".comment textarea").fill("Aller où\u00a0?")
        fill(page, "cover.players", "De  2 à {players_max} joueurs")
        found = text(page, "cover.players").locator(".found")
        assert "{players_min} is missing" in found.inner_text()
        assert "a space too many" in found.inner_text()
        fill(page, "cover.players", "De ")
        text(page, "cover.players").locator(".insert", has_text="players_min").first.click()
        text(page, "cover.players").locator("textarea").first.press_sequentially(
            " à {players_max} joueurs"
        )
        assert found.inner_text() == ""
        fill(page, "rules.turn.title", "À vous")
        page.locator("#filter").select_option("mine")
        assert page.locator("article:visible").count() == 3
        # At once: what was typed last must not need the moment until the page keeps it.
        page.reload()
        assert "3 changed, kept in this browser" in page.locator("#state").inner_text()
        first = saved(page, "first.xlf")
        assert page.locator("#state").inner_text() == "3 changed"
    return first


@pytest.mark.at_leisure
def test_what_a_translator_types_is_merged_with_what_others_did(
    city: Path, chromium: Browser
) -> None:
    first = _first_file(chromium)
    with opened(chromium) as page:
        fill(page, "cover.blurb", "Encore une, et puis la {term:storm}.")
        second = saved(page, "second.xlf")
        page.set_input_files("#open", str(first))
        page.locator("#state", has_text="4 changed").wait_for()
    # Meanwhile, somebody edits the YAML.
    rewrite(city / FRENCH, {"fr.rules.turn.title": "Ton tour", "fr.rules.goal.title": "But"})
    ran = run(f"l10n import {first}")
    assert ran.status == 0
    # The page does not know the record of exports, so only its texts can be compared.
    assert ran.err.count("warning[") == ran.err.count("PNP391") + ran.err.count("PNP687") == 2
    assert "file `À vous`, project `Ton tour`" in ran.err
    ran = run(f"l10n import {second}")
    assert (ran.status, ran.err.count("warning[")) == (0, ran.err.count("PNP687"))
    assert {key: words for key, words in french().items() if words} == {
        "cover.tagline": "Jusqu’où oserez-vous aller\u00a0?",
        "cover.players": "De {players_min} à {players_max} joueurs",
        "cover.blurb": "Encore une, et puis la {term:storm}.",
        "rules.turn.title": "Ton tour",
        "rules.goal.title": "But",
    }
    remarks = json.loads((city / "locales/fr/city.remarks.json").read_bytes())
    assert remarks["cover.tagline"] == {"unsure": True, "comment": "Aller où\u00a0?", "open": True}


@pytest.mark.at_leisure
def test_a_new_page_takes_over_what_an_earlier_one_kept(city: Path, chromium: Browser) -> None:
    context = chromium.new_context()
    page = context.new_page()
    for number in (1, 2):
        page.goto(PAGE.resolve().as_uri())
        page.wait_for_selector("article")
        if number == 1:
            fill(page, "rules.turn.title", "À vous")
            fill(page, "rules.goal.title", "But")
            page.locator("#state", has_text="2 changed, kept in this browser").wait_for()
            rewrite(city / FRENCH, {"fr.rules.turn.title": "Ton tour"})
            run("l10n review city -l fr")
    shown = [text(page, f"rules.{key}.title").locator("textarea").first for key in ("turn", "goal")]
    assert [area.input_value() for area in shown] == ["Ton tour", "But"]
    context.close()


@pytest.mark.at_leisure
def test_a_filled_page_makes_a_game(city: Path, chromium: Browser) -> None:
    english = leaves((city / "locales/en/city.yaml").read_text("utf-8"))
    with opened(chromium) as page:
        page.evaluate(
            "units.forEach((unit) => { take(unit, unit.forms.map((form) => form.source),"
            " 'approved', ''); refresh(unit); })"
        )
        assert page.evaluate("document.querySelectorAll('article.approved').length") == 25
        file = saved(page, "all.xlf")
    ran = run(f"l10n import {file}")
    assert ran.status == 0
    assert "25 approved" in ran.out
    # The title stays as game.yaml has it, until somebody translates it.
    assert {key: leaf.value for key, leaf in english.items()} | {"en.game.title": ""} == {
        f"en.{key}": words for key, words in french().items()
    }
    assert run("build city -l fr --draft").status == 0


@pytest.mark.at_leisure
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_reads_from_right_to_left_on_a_phone(
    city: Path,
    chromium: Browser,
    scheme: Any,  # noqa: ANN401  a literal
) -> None:
    assert city.is_dir()
    run("l10n add ar city")
    run("l10n review city -l ar")
    context = chromium.new_context(
        bypass_csp=True, color_scheme=scheme, viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(Path("output/l10n/review.ar.html").resolve().as_uri())
    page.wait_for_selector("article")
    assert page.locator("article textarea").first.get_attribute("dir") == "rtl"
    assert page.locator("article .original").first.get_attribute("dir") == "ltr"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
    context.close()
