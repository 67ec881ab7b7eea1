"""What a row gives its card: size, back, languages, and a number to each copy.

The game is the one of `printnplay new --from cards`, in English and in German.
"""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pypdfium2
import pytest

from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems

from .project import ROOT, run, stand_in

ROWS = """id,name,name@de,copies,cost,text,text@de,size,back,only
smith,Smith,Schmied,3,2,Copy {copy.number} of {copy.count}.,{copy.number} von {copy.count}.,,red,
miller,Miller,Müller,2,1,All {count.total}.,Alle {count.total}.,tarot,blue,
mill,,Das Wandern,2,2,,Sing.,mini-euro,red,de
sleep,Counting Sheep,,1,0,Count.,,,blue,en
"""
FAMILY = """card:
  template: card
  rows: cards.csv
  texts: [name, text]
  columns: {size: optional size, back: back, only: optional languages}
  numbered: yes
"""
GALLERY = """page: a6
sections:
  - id: all
    blocks:
      - table: rules.all
        rows: {all: {family: card}}
      - cards: {family: card}
        texts: [name]
      - card: mill
"""
BACK = """<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"
 height="{{ extent.height }}mm"
 viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ extent.width }}" height="{{ extent.height }}"
 fill="COLOUR"/></svg>"""


@pytest.fixture(scope="module")
def begun(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new fields --from cards").status == 0
        project = folder / "fields"
        design = project / "designs/fields"
        (design / "cards.csv").write_text(ROWS, "utf-8")
        (design / "cards.yaml").write_text(FAMILY, "utf-8")
        (design / "booklet.yaml").write_text(GALLERY, "utf-8")
        game = (design / "game.yaml").read_text("utf-8")
        game = game.replace("where: {family: card}}", "where: {family: card}, backs: own}")
        (design / "game.yaml").write_text(game, "utf-8")
        for language, name in {"en": "Cards", "de": "Karten"}.items():
            (project / f"locales/{language}").mkdir(exist_ok=True)
            texts = f"{{sheets: {{cards: {name}}}, rules: {{all: {{title: {name}, all: {name}}}}}"
            texts += (
                f", cover: {{blurb: {name}, tagline: {name}, credits: {name}, players: {name}}}}}"
            )
            file = project / f"locales/{language}/fields.yaml"
            file.write_text(f"{language}: {texts}\n", "utf-8")
        for colour in ("red", "blue"):
            file = project / f"templates/fields/{colour}.svg.j2"
            file.write_text(BACK.replace("COLOUR", colour), "utf-8")

    return once("project-fields", make) / "fields"


@pytest.fixture
def fields(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = shutil.copytree(begun, tmp_path / "fields")
    stand_in(folder, ROOT, monkeypatch)
    return folder


def opened(project: Path) -> LoadedGame:
    problems = Problems()
    loaded = open_game(Catalog(project), "fields", ("en", "de"), problems)
    assert problems.found == [], problems.found
    assert loaded is not None
    return loaded


def test_each_language_has_its_cards_sizes_counts_and_blocks(fields: Path) -> None:
    loaded = opened(fields)
    english, german, both = (
        edition_of(loaded, Languages.parse(languages), Problems())
        for languages in ("en", "de", "en+de")
    )
    assert [card.id for card in english.game.cards] == ["smith", "miller", "sleep"]
    assert [card.id for card in german.game.cards] == ["smith", "miller", "mill"]
    assert [card.id for card in both.game.cards] == ["smith", "miller"]
    assert sizes(english) == {"cards-tarot": ["miller"], "cards": ["smith", "sleep"]}
    assert sizes(german) == {
        "cards-tarot": ["miller"],
        "cards-mini-euro": ["mill"],
        "cards": ["smith"],
    }
    totals = [each.loaded.facts["count.total"] for each in (english, german, both)]
    assert totals == [6, 7, 5]
    assert english.loaded.facts["count.mill"] == 0
    of_rules = [
        [type(block).__name__ for block in each.game.outline.blocks] for each in (english, german)
    ]
    assert of_rules == [["CountsBlock", "CardsBlock"], ["CountsBlock", "CardsBlock", "CardBlock"]]
    counts = [
        dict(next(iter(each.game.outline.blocks)).counts)  # type: ignore[attr-defined]
        for each in (english, german)
    ]
    assert counts == [{"rules.all.all": 6}, {"rules.all.all": 7}]


def sizes(edition: Edition) -> Mapping[str, list[str]]:
    game = edition.game
    return {group.key: [card.id for card in game.cards_of(group)] for group in game.groups}


def test_each_copy_of_a_numbered_card_has_its_own_face(fields: Path) -> None:
    problems = Problems()
    edition = edition_of(opened(fields), Languages("en"), problems)
    smiths = [card for card in edition.game.faces if card.id == "smith"]
    assert [card.face_id for card in smiths] == ["smith.1", "smith.2", "smith.3"]
    said = [" ".join(face.texts) for card in smiths if (face := edition.face(card))]
    assert [line.partition("Copy ")[2] for line in said] == ["1 of 3.", "2 of 3.", "3 of 3."]
    assert problems.found == []


def test_a_kit_prints_every_number_size_and_back_once(fields: Path) -> None:
    ran = run("build -l en -o out")
    assert ran.status == 0, ran.err
    kit = pypdfium2.PdfDocument(next((fields / "out").rglob("*-kit.pdf")))
    pages = [page.get_textpage().get_text_bounded() for page in kit]
    # The first page shows small pictures of some cards.
    whole = "\n".join(pages[1:])
    assert [whole.count(f"Copy {number} of 3.") for number in (1, 2, 3)] == [1, 1, 1]
    assert whole.count("All 6.") == 2
    assert "Das Wandern" not in whole
    assert not any("Miller" in page and "Smith" in page for page in pages[1:])
    assert "2 cards of 69.85 x 120.65 mm on 1 sheet" in ran.out + ran.err


@pytest.mark.parametrize(
    ("asked", "numbers"), [("--only smith --copies 2", [1, 2]), ("--only smith=4", [1, 1, 2, 3])]
)
@pytest.mark.at_leisure
@pytest.mark.turns(2)
def test_a_selection_counts_from_the_first_copy(
    asked: str, numbers: list[int], fields: Path
) -> None:
    if "=" in asked:
        (fields / "some.txt").write_text("4 smith\n", "utf-8")
        asked = "--only @some.txt"
    assert run(f"build -l en -o out {asked}").status == 0
    (file,) = (fields / "out").rglob("*-selection.pdf")
    whole = "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file))
    found = [number for number in (1, 2, 3) for _ in range(whole.count(f"Copy {number} of"))]
    assert found == numbers


@pytest.mark.usefixtures("fields")
@pytest.mark.at_leisure
def test_nothing_is_missing_in_a_language_without_the_card() -> None:
    ran = run("check")
    assert (ran.status, "clean" in ran.out + ran.err) == (0, True), ran.err
    status = json.loads(run("l10n status --no-fit --format json").out)
    texts = {one["language"]: one["texts"] for one in status if one["game"] == "fields"}
    assert texts == {"en": 13, "de": 11}


@pytest.mark.parametrize(
    ("cell", "severity"), [("dee", "error"), ("de; fr", "warning")], ids=["none", "one-more"]
)
def test_a_language_that_the_game_lacks_is_reported_at_its_cell(
    cell: str, severity: str, fields: Path
) -> None:
    table = fields / "designs/fields/cards.csv"
    table.write_text(table.read_text("utf-8").replace("red,de\n", f"red,{cell}\n"), "utf-8")
    problems = Problems()
    open_game(Catalog(fields), "fields", ("en", "de"), problems)
    (fault,) = (one for one in problems.found if one.code is codes.LANGUAGE_WITHOUT_GAME)
    assert (fault.severity.value, fault.span.line, fault.span.column) == (severity, 4, 44)


@pytest.mark.at_leisure
@pytest.mark.turns(2)
def test_exports_have_a_file_for_each_copy_and_a_page_for_each_card(fields: Path) -> None:
    for target in ("png", "tabletop-simulator", "playingcards-io", "card-game-simulator", "site"):
        ran = run(f"export {target} -o out")
        assert ran.status == 0, (target, ran.err)
    out = fields / "out/fields"
    fronts = {file.name for file in (out / "en/png").glob("s*-front.png")}
    assert fronts == {"sleep.1-front.png", *(f"smith.{at}-front.png" for at in (1, 2, 3))}
    pages = {
        language: {file.stem for file in (out / f"site/{language}/cards").glob("*.html")}
        for language in ("en", "de")
    }
    assert pages == {"en": {"smith", "miller", "sleep"}, "de": {"smith", "miller", "mill"}}
    linked = (out / "site/en/cards/sleep.html").read_text("utf-8")
    assert "de/cards/sleep.html" not in linked
