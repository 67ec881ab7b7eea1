"""`play --page`: a played game as one web page, as a file and as a browser shows it."""

import json
import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import html

from .project import run
from .test_site import RULES, browsed, change

FOUR = Path(__file__).parents[1] / "rules/four_games"
BUNDLED = ("tic-tac-match", "match", "tic-tac-ko", "tic-tac-taco")


def played(command: str, page: Path) -> html.HtmlElement:
    ran = run(f"play {command} --page {page}")
    assert (ran.status, ran.err) == (0, "")
    return html.fromstring(page.read_bytes())


def words(part: html.HtmlElement) -> str:
    return " ".join(part.text_content().split())


def labels(step: html.HtmlElement, part: str) -> list[str]:
    """The cards of each zone with this name, as a screen reader reads them."""
    found: list[str] = step.xpath(f".//div[@data-part][starts-with(p, '{part} ')]//@aria-label")
    return found


@pytest.fixture
def tender(tmp_path: Path) -> str:
    """A game without texts, of secret bids, whose title is hostile."""
    project = shutil.copytree(FOUR, tmp_path / "project")
    title = """title: "Tender <script>alert('1')</script> & *co*\""""
    change(project / "designs/tender/game.yaml", ("title: Tender", title))
    return f"tender --seats 2 --trust-rules --project {project}"


def test_a_page_has_each_move_and_each_position(tender: str, tmp_path: Path) -> None:
    page = played(tender, tmp_path / "page.html")
    shown = run(f"play {tender} --show").out
    moves = re.findall(r"^\d+\. (\w): bid (\d)$", shown, re.MULTILINE)
    wanted = ["Start", *(f"Player {seat.upper()} bids {bid}" for seat, bid in moves)]
    assert len(wanted) == 13
    assert [words(link) for link in page.xpath("//nav//a")] == wanted
    steps = page.xpath("//section")
    numbered = [wanted[0], *(f"{at}. {move}" for at, move in enumerate(wanted[1:], 1))]
    assert [words(step.find("h2")) for step in steps] == numbered
    assert page.xpath("//nav//a/@href") == [f"#{step.get('id')}" for step in steps]
    assert words(steps[1].xpath("p")[0]) == "Turn: Player B"
    assert re.fullmatch(r"Won by Player [AB]", words(steps[-1].xpath("p")[0]))
    spent = [labels(step, "spent") for step in steps]
    assert spent[0] == []
    assert [len(label.split(", ")) for label in spent[-1]] == [6, 6]


def test_a_page_loads_nothing_and_is_the_same_for_a_log(tender: str, tmp_path: Path) -> None:
    file, log = tmp_path / "page.html", tmp_path / "game.json"
    page = played(f"{tender} --log {log}", file)
    assert page.findtext(".//h1") == "Tender <script>alert('1')</script> & *co*"
    assert len(page.xpath("//script")) == 1
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert "default-src 'none'" in policy
    assert "script-src 'sha256-" in policy
    text = file.read_text("utf-8")
    assert not re.search(r"https?:|src=|@import|url\((?!data:|#)", text)
    assert all(link.startswith("#") for link in page.xpath("//@href"))
    first = file.read_bytes()
    played(f"{tender} --replay {log}", file)
    assert file.read_bytes() == first


def test_a_viewer_sees_no_other_cards_and_no_secret_choice(tender: str, tmp_path: Path) -> None:
    hands, laid = {}, {}
    for viewer in ("a", "all", "spectator"):
        steps = played(f"{tender} --as {viewer}", tmp_path / "page.html").xpath("//section")
        hands[viewer] = labels(steps[0], "hands")
        laid[viewer] = [
            words(part) for part in steps[1].xpath(".//p[@data-part]") if "laid" in words(part)
        ]
    # A has chosen, and B has not.
    assert laid["spectator"] == ["laid ?", "laid ?"]
    assert laid["a"] == [*laid["all"][:1], "laid ?"]
    assert hands["spectator"] == ["face down: 6"] * 2
    assert hands["all"][0].startswith("red 1, red 2,")
    assert hands["a"] == [hands["all"][0], "face down: 6"]
    ran = run(f"play {tender} --as c --page {tmp_path}/other.html")
    assert "error[PNP645]: nobody sees a game of 2 players as `c`" in ran.err
    assert "expected one of all, spectator, a, b" in ran.err
    assert "--as are for a page" in run(f"play {tender} --as a").err


@pytest.mark.at_leisure
def test_a_game_names_moves_and_parts_by_texts_and_by_its_glossary(
    tender: str, tmp_path: Path
) -> None:
    locales = tmp_path / "project/locales"
    for file, text in (
        ("en/tender", 'en: {played: {move: {bid: "offers {what}"}, part: {laid: "Offer"}}}'),
        ("glossary/tender", "lot: {en: {name: treasure, forbidden: []}}"),
    ):
        (locales / file).parent.mkdir(parents=True)
        (locales / f"{file}.yaml").write_text(f"{text}\n", "utf-8")
    step = played(f"{tender} --as all", tmp_path / "page.html").xpath("//section")[1]
    assert re.fullmatch(r"1\. Player A offers \d", words(step.find("h2")))
    assert any(words(part).startswith("Offer ") for part in step.xpath(".//p[@data-part]"))
    assert labels(step, "treasure")


@pytest.mark.at_leisure
def test_words_are_those_of_the_language(tmp_path: Path) -> None:
    page = played("tic-tac-match --seats 2 --as all -l de", tmp_path / "page.html")
    assert page.get("lang") == "de"
    step = page.xpath("//section")[1]
    assert re.fullmatch(r"1\. Person B spielt \w+ [XO] auf [abc][123]", words(step.find("h2")))
    assert [label.count(", ") for label in labels(step, "Handkarten")] == [3, 3]
    assert "Rotes X" in page.xpath("string(//main)") + "".join(page.xpath("//@aria-label"))
    # Each face is there once.
    faces = page.xpath("//*[local-name()='symbol']/@id")
    used = {use.removeprefix("#") for use in page.xpath("//*[local-name()='use']/@href")}
    assert len(faces) == len({*faces})
    assert used <= {*faces}
    ran = run(f"play tic-tac-match -l nl --page {tmp_path}/other.html")
    assert "error[PNP002]: the game `tic-tac-match` has no language `nl`" in ran.err


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", BUNDLED)
@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "it", "pl"])
def test_each_bundled_game_is_named_in_each_language(
    game: str, language: str, tmp_path: Path
) -> None:
    """No word of the rules is left in English, and no face is missing."""
    page = played(f"{game} -l {language} --as all --game 1", tmp_path / "page.html")
    assert not page.xpath("//i[@class='plain' and text()]")
    names = {p.text.strip() for p in page.xpath("//*[@data-part]/p | //p[@data-part]") if p.text}
    rules = {"hands", "collections", "reminders", "starter", "completed", "turned", "bases", "box"}
    assert not names & ({"draw", "discard", "sides", "stage", "gained"} | rules)


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", ["cellar", "tender", "court", "bazaar"])
def test_games_without_pictures_have_pages(game: str, tmp_path: Path) -> None:
    for viewer in ("a", "all"):
        command = f"{game} --trust-rules --project {FOUR} --as {viewer}"
        page = played(command, tmp_path / "page.html")
        assert page.xpath("//i[@class='plain' and text()]")
        assert not page.xpath("//*[local-name()='symbol']")


@pytest.mark.at_leisure
def test_a_long_game_is_made_up_from_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    steps = played("match --seats 4 --as all", file).xpath("//section")
    assert len(steps) > 1000
    assert file.stat().st_size < 2_000_000
    parts = [{*step.xpath(".//@data-part")} for step in steps]
    assert len(parts[500]) < len(parts[0]) // 3
    last = len(steps) - 1
    with browsed(file) as page:
        page.evaluate(f"location.hash = '#{last}'")
        page.locator(f".step:visible h2:has-text('{last}. ')").wait_for()
        seen = page.locator(".shown [data-part]").evaluate_all(
            "parts => parts.map((part) => [part.dataset.part, part.textContent])"
        )
    texts: dict[str, str] = {}
    for step in steps:
        for part in step.xpath(".//*[@data-part]"):
            texts[part.get("data-part")] = part.text_content()
    assert dict(seen) == texts


@pytest.mark.at_leisure
def test_buttons_keys_the_slider_and_links_lead_to_positions(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    last = len(played("tic-tac-match --seats 2", file).xpath("//section")) - 1
    with browsed(file) as page:
        shown = page.locator(".step:visible h2")

        def at(number: int) -> None:
            assert shown.count() == 1
            assert shown.inner_text().startswith(f"{number}. " if number else "Start")
            assert page.evaluate("location.hash") in (f"#{number}", "" if number == 0 else None)
            assert page.get_by_role("status").inner_text() == f"{number} / {last}"

        at(0)
        page.get_by_role("button", name="Next position").click()
        at(1)
        page.keyboard.press("ArrowRight")
        at(2)
        page.keyboard.press("End")
        at(last)
        page.keyboard.press("ArrowRight")
        at(last)
        page.get_by_role("slider").fill("7")
        at(7)
        page.get_by_role("link", name="Player").nth(4).click()
        at(5)
        assert page.locator("[aria-current=step]").count() == 1
        page.emulate_media(media="print")
        assert page.locator(".step:visible").count() == last + 1
        assert not page.locator(".controls").is_visible()
    with browsed(file, script=False) as page:
        assert page.locator(".step:visible").count() == last + 1
        assert not page.locator(".controls").is_visible()


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("game", ["tic-tac-ko", f"court --trust-rules --project {FOUR}"])
def test_axe_finds_nothing_by_day_and_by_night(game: str, tmp_path: Path) -> None:
    if find_spec("axe_playwright_python") is None:
        pytest.skip("axe-playwright-python is missing: pages are NOT checked")
    import axe_playwright_python

    axe = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
    file = tmp_path / "page.html"
    played(f"{game} --as all", file)
    with browsed(file, checked=True) as page:
        page.evaluate(axe)
        page.keyboard.press("End")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            options = {"runOnly": list(RULES), "preload": False}
            seen = page.evaluate("options => axe.run(document, options)", options)
            assert seen["violations"] == [], json.dumps(seen["violations"], indent=1)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
