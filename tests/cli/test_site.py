"""`printnplay export site`: web pages of cards, as a folder and as a browser sees them."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
import zxingcpp
from lxml import etree, html
from PIL import Image

from .project import ROOT, run, stand_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

Once = Callable[[str, Callable[[Path], None]], Path]

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

pytestmark = pytest.mark.at_leisure

ADDRESS = "https://cards.example/lost-city"
CARDS = [*(f"number-{value}" for value in range(1, 7)), "storm"]
HOSTILE = "Discard <script>alert('1')</script> & \\\"all\\\" cards"


def change(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def begin(small: Path, folder: Path) -> Path:
    """A game in English and German, whose cards have QR codes to their pages."""
    project = shutil.copytree(small, folder)
    english = project / "locales/en/lost-city.yaml"
    change(
        english,
        ("  cards:\n", '  fields: {value: "Number"}\n\n  cards:\n'),
        ("Discard all cards that you have turned over in this turn.", HOSTILE),
    )
    german = project / "locales/de/lost-city.yaml"
    german.parent.mkdir()
    text = english.read_text("utf-8").replace("\nen:\n", "\nde:\n")
    german.write_text(text.replace('value: "Number"', 'value: "Zahl"'), "utf-8")
    glossary = project / "locales/glossary/lost-city.yaml"
    terms = glossary.read_text("utf-8")
    glossary.write_text(re.sub(r"\n( *)en: (.*)", r"\n\1en: \2\n\1de: \2", terms), "utf-8")
    game = project / "designs/lost-city/game.yaml"
    game.write_text(f'{game.read_text("utf-8")}site: {ADDRESS}/\nversion: "1.2"\n', "utf-8")
    for name in ("number", "card"):
        template = project / f"templates/lost-city/{name}.svg.j2"
        change(template, ("</svg>", "{{ qr(card.address, 5, 63, 20) }}</svg>"))
    return project


@pytest.fixture(scope="module")
def site(small: Path, once: Once) -> Path:
    """The site of that game."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            project = begin(small, folder / "project")
            stand_in(project, ROOT, patch)
            ran = run(f"export site -j 1 -o {folder / 'output'}")
            assert ran.status == 0, ran.err

    return once("exported-site", make) / "output/lost-city/site"


def pages(site: Path) -> dict[str, html.HtmlElement]:
    return {
        path.relative_to(site).as_posix(): html.fromstring(path.read_bytes())
        for path in sorted(site.rglob("*.html"))
    }


def test_each_card_has_a_page_in_each_language_and_each_link_leads_to_a_file(site: Path) -> None:
    found = pages(site)
    wanted = {f"{language}/cards/{card}.html" for language in ("en", "de") for card in CARDS}
    others = {
        f"{language}/{name}.html" for language in ("en", "de") for name in ("index", "rulebook")
    }
    assert found.keys() == wanted | others | {"index.html"}
    for name, page in found.items():
        folder = (site / name).parent
        links = [link for _, attribute, link, _ in page.iterlinks() if attribute != "content"]
        links += [one.split()[0] for link in page.xpath("//@srcset") for one in link.split(",")]
        for link in links:
            parts = urlsplit(link)
            if parts.path and not parts.scheme:
                assert (folder / parts.path).is_file(), f"{name}: {link}"
            elif parts.scheme == "https":
                assert (site / link.removeprefix(f"{ADDRESS}/")).is_file(), f"{name}: {link}"
            else:
                assert not parts.path or parts.scheme == "data", f"{name}: {link}"
    manifest = json.loads((site / "manifest.json").read_text("utf-8"))
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(manifest["files"]) == files - {"manifest.json"}
    assert manifest["cards"][6]["pages"]["de"] == "de/cards/storm.html"


def test_a_page_has_all_that_the_card_says_and_runs_none_of_it(site: Path) -> None:
    page = pages(site)["en/cards/storm.html"]
    words = " ".join(page.xpath("//main")[0].text_content().split())
    assert "Storm" in words
    assert "Discard <script>alert(" in words
    assert not page.xpath("//script")
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.xpath("//img/@alt") == ["Storm"]
    assert page.xpath("//html/@lang") == ["en"]
    number = pages(site)["de/cards/number-4.html"]
    facts = [" ".join(fact.itertext()) for fact in number.xpath("//dl/div")]
    assert facts == ["Kartengruppe Number cards", "Zahl 4", "Anzahl 4"]
    assert number.xpath("//nav[@class='steps']/a/@href") == ["number-3.html", "number-5.html"]
    assert number.xpath("//link[@rel='alternate']/@hreflang") == ["de", "en"]
    index = pages(site)["en/index.html"]
    assert [link.get("src") for link in index.xpath("//script")] == ["../search.js"]
    assert len(index.xpath("//section//li/a")) == len(CARDS)


def test_links_are_shared_with_a_picture(site: Path) -> None:
    page = pages(site)["de/cards/storm.html"]
    shared = {one.get("property"): one.get("content") for one in page.xpath("//meta[@property]")}
    assert shared["og:url"] == f"{ADDRESS}/de/cards/storm.html"
    assert page.xpath("//link[@rel='canonical']/@href") == [shared["og:url"]]
    picture = site / shared["og:image"].removeprefix(f"{ADDRESS}/")
    with Image.open(picture) as image:
        size = (int(shared["og:image:width"]), int(shared["og:image:height"]))
        assert image.size == size
        assert image.getpixel((0, 0))[3] == 0, "round corners"  # type: ignore[index]
    listed = [one.text for one in etree.parse(site / "sitemap.xml").iter("{*}loc")]
    assert f"{ADDRESS}/en/cards/number-1.html" in listed
    assert len(listed) == len(set(listed)) == 2 * (len(CARDS) + 2)


def test_a_printed_code_leads_to_the_page_of_its_card(site: Path) -> None:
    seen = []
    for path in sorted(site.glob("*/pictures/800/*.webp")):
        language, card = path.relative_to(site).parts[0], path.stem.removesuffix("-front")
        with Image.open(path) as image:
            (code,) = zxingcpp.read_barcodes(image.convert("L"))
        assert code.text == f"{ADDRESS}/{language}/cards/{card}.html"
        assert (site / code.text.removeprefix(f"{ADDRESS}/")).is_file()
        seen.append(card)
    assert sorted(seen) == sorted(2 * CARDS)


def test_without_an_address_pages_name_none(city: Path) -> None:
    assert run("export site -j 1 --dpi 60").status == 0
    site = city / "output/lost-city/site"
    assert not (site / "sitemap.xml").exists()
    for name, page in pages(site).items():
        assert not page.xpath("//link[@rel='canonical']"), name
        assert not page.xpath("//meta[@property='og:image' or @property='og:url']"), name
    # One language: the first page leads to it.
    (refresh,) = pages(site)["index.html"].xpath("//meta[@http-equiv='refresh']/@content")
    assert refresh == "0; url=en/index.html"
    assert run(f"export site -j 1 --dpi 60 --address {ADDRESS}/").status == 0
    assert f"<loc>{ADDRESS}/en/index.html</loc>" in (site / "sitemap.xml").read_text("utf-8")


def test_what_is_printed_and_published_in_two_places_is_reported(city: Path) -> None:
    game = city / "designs/lost-city/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}site: {ADDRESS}\n", "utf-8")
    ran = run("export site -j 1 --dpi 60 --address https://other.example")
    assert "warning[PNP661]: the pages are for https://other.example, and QR codes" in ran.err
    assert "game.yaml:" in ran.err


def test_a_card_that_is_gone_takes_its_page_along(city: Path) -> None:
    assert run("export site -j 1 --dpi 60").status == 0
    page = city / "output/lost-city/site/en/cards/number-6.html"
    own = page.with_name("mine.html")
    own.write_text("mine", "utf-8")
    change(city / "designs/lost-city/cards.yaml", (', "6"', ""))
    assert run("export site -j 1 --dpi 60").status == 0
    assert not page.exists()
    assert own.exists()
    assert not (city / "output/lost-city/site/en/pictures/800/number-6-front.webp").exists()


def test_the_address_of_a_card_needs_a_site_and_its_name(city: Path) -> None:
    change(
        city / "templates/lost-city/card.svg.j2",
        ("</svg>", "{{ qr(card.address, 5, 63, 20) }}</svg>"),
    )
    ran = run("check")
    assert "the card has no field `address`" in ran.err + ran.out
    assert "`site: https://...`" in ran.err + ran.out
    game = city / "designs/lost-city/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}site: {ADDRESS}\n", "utf-8")
    assert run("check").status == 0
    cards = city / "designs/lost-city/cards.yaml"
    change(cards, ("id: storm, copies", "id: storm, fields: {address: x}, copies"))
    said = run("check")
    assert "PNP118" in said.err + said.out
    assert "`address` is a built-in field" in said.err + said.out


def test_texts_that_name_fields_are_printed(site: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        project = site.parents[2] / "project"
        stand_in(project, ROOT, patch)
        said = run("check -l en")
        assert "fields." not in said.err + said.out


@contextmanager
def browsed(name: Path, *, script: bool = True, checked: bool = False) -> Iterator["Page"]:
    """A page in a browser, which may not load anything from elsewhere or say anything."""
    if CHROMIUM is None or find_spec("playwright") is None:
        pytest.skip("Chromium or playwright is missing: pages are NOT looked at")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as program:
        browser = program.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(
            viewport={"width": 390, "height": 800}, java_script_enabled=script, bypass_csp=checked
        )
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(name.as_uri())
        yield page
        browser.close()
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def found(page: "Page") -> list[str]:
    links = page.locator(".tiles li:visible a").all()
    return [str(link.get_attribute("href")).split("/")[1].removesuffix(".html") for link in links]


def test_the_search_finds_words_and_fields(site: Path) -> None:
    with browsed(site / "de/index.html") as page:
        assert found(page) == CARDS
        assert page.get_by_role("status").inner_text() == "7 von 7 Karten"
        for query, cards in (
            ("value:3", ["number-3"]),
            ("Zahl:3", ["number-3"]),
            ("value>=5", ["number-5", "number-6"]),
            ("value<2", ["number-1"]),
            ("discard", ["storm"]),
            ("DISCARD script", ["storm"]),
            ('"script discard"', []),
            ("-discard", CARDS[:6]),
            ("-value:3 id:number-3", []),
            ("group:storms", ["storm"]),
            ("colour:red", []),
        ):
            page.locator("#query").fill(query)
            assert found(page) == cards, query
            assert page.locator(".none").is_visible() == (not cards)
        page.locator("#query").fill("")
        page.locator("#group").select_option("storms")
        assert found(page) == ["storm"]
        assert page.locator("h2:visible").count() == 1
    with browsed(site / "en/index.html", script=False) as page:
        assert page.locator(".tiles li:visible a").count() == len(CARDS)
        assert not page.locator(".search").is_visible()


@pytest.mark.parametrize("name", ["index.html", "de/index.html", "de/cards/storm.html"])
def test_axe_finds_nothing_by_day_and_by_night(site: Path, name: str) -> None:
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe-playwright-python is missing: pages are NOT checked")
    import axe_playwright_python

    axe = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
    with browsed(site / name, checked=True) as page:
        page.evaluate(axe)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            options = {"runOnly": list(RULES), "preload": False}
            seen = page.evaluate("options => axe.run(document, options)", options)
            assert seen["violations"] == [], json.dumps(seen["violations"], indent=1)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
