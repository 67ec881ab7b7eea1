"""A game may be written in any language: all others, English too, are compared with that one."""

import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest
from pikepdf import Pdf
from pypdfium2 import PdfDocument

from printnplay.files.catalog import PACKAGE

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.sampled(4)

STARTER = PACKAGE / "starters" / "plain" / "locales"
TERMS = """\
storm:
  de: {name: Sturm, cards: Sturmkarten}
  en: {name: Storm, cards: storm cards, cards_initial: Storm cards}
"""


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in German with a complete English translation."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new garten --language de").status == 0
    folder = tmp_path / "garten"
    monkeypatch.chdir(folder)
    (folder / "locales/en").mkdir()
    shutil.copy(STARTER / "en/my-game.yaml", folder / "locales/en/garten.yaml")
    (folder / "locales/glossary/garten.yaml").write_text(TERMS, "utf-8")
    return folder


def replaced(path: Path, was: str, now: str) -> None:
    text = path.read_text("utf-8")
    assert was in text
    path.write_text(text.replace(was, now), "utf-8")


@pytest.mark.parametrize(
    "language",
    [
        "de",
        *(pytest.param(name, marks=pytest.mark.at_leisure) for name in ("es", "fr", "it", "pl")),
    ],
)
def test_a_project_starts_in_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run(f"new garten -l {language}").status == 0
    assert [one.name for one in (tmp_path / "garten/locales").iterdir()] != ["en"]
    assert f'"locales/{language}/garten.yaml"' in (tmp_path / "garten/weblate.json").read_text()
    checked = run("check --project garten --proofread --strict")
    summary, left, last = checked.out.splitlines()
    assert summary == f"Garten: 26 cards, 1 language ({language}) complete, 11 faces and pages fit"
    assert left.startswith("Garten: still from the starter: ")
    assert last == "clean"


@pytest.mark.parametrize("options", ["-l ja", "-l de --from tarot", "-l glossary"])
def test_a_starter_without_texts_in_the_language_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    ran = run(f"new garten {options}")
    assert (ran.status, "has no texts in" in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.at_leisure
def test_only_what_translates_the_original_becomes_stale(garden: Path) -> None:
    assert run("l10n accept").status == 0
    checked = run("check --strict")
    assert (checked.status, checked.err) == (0, "")
    replaced(garden / "locales/de/garten.yaml", "Mischt alle", "Vermischt alle")
    checked = run("check")
    assert checked.err.count("PNP340") == 1
    assert "note: `de` said: Mischt alle" in checked.err
    assert "--> locales/en/garten.yaml" in checked.err
    assert "[-Mischt-] alle" in run("l10n diff garten -l en").out
    replaced(garden / "locales/en/garten.yaml", "Shuffle all", "Blend all")
    assert run("check").err.count("PNP340") == 1


def test_translations_are_compared_with_german(garden: Path) -> None:
    """Relations of meanings are listed for English, and hold for German originals too."""
    replaced(garden / "locales/de/garten.yaml", "nach links weiter", "nach rechts weiter")
    replaced(garden / "locales/en/garten.yaml", "{count.total}", "all")
    checked = run("check --proofread")
    assert "`rules.setup.shuffle` lacks `{count.total}`" in checked.err
    assert "`rules.setup.start` says `left` where the original says `right`" in checked.err
    assert checked.out.splitlines()[-1] == (
        "Garten: false friends were not checked: there are no word lists for an original in `de`"
    )


@pytest.mark.parametrize(
    ("form", "file", "says"),
    [
        ("po", "garten.en.po", '"X-Source-Language: de\\n"'),
        ("xliff", "garten.en.xlf", 'source-language="de" target-language="en"'),
        ("csv", "garten.en.csv", '"sheets.numbers","Zahlenkarten","Number cards"'),
        ("tbx", "garten.en.tbx", '<martif type="TBX" xml:lang="de">'),
        ("tmx", "memory.en.tmx", 'srclang="de"'),
    ],
)
def test_exchange_files_name_german_as_their_source(
    garden: Path, form: str, file: str, says: str
) -> None:
    assert run(f"l10n export en garten --format {form}").status == 0
    path = garden / "output/l10n" / file
    text = path.read_text("utf-8-sig")
    assert says in text
    if form in ("po", "xliff"):
        path.write_text(text.replace("Number cards", "Numbered cards"), "utf-8")
        assert run(f"l10n import {path.relative_to(garden)}").status == 0
        assert "Numbered cards" in (garden / "locales/en/garten.yaml").read_text("utf-8")


def test_a_memory_has_one_source(garden: Path) -> None:
    """The common texts are translated from English, those of the game from German."""
    (garden / "locales/fr").mkdir()
    shutil.copy(STARTER / "fr/my-game.yaml", garden / "locales/fr/garten.yaml")
    shutil.copy(ROOT / "locales/fr/common.yaml", garden / "locales/fr/common.yaml")
    assert run("l10n export fr garten common --format tmx").status == 0
    found = sorted(path.name for path in (garden / "output/l10n").glob("*.tmx"))
    assert found == ["memory.de.fr.tmx", "memory.en.fr.tmx"]
    for source in ("de", "en"):
        text = (garden / f"output/l10n/memory.{source}.fr.tmx").read_text("utf-8")
        assert f'srclang="{source}"' in text


def test_an_added_language_shows_the_german_texts(garden: Path) -> None:
    shutil.rmtree(garden / "locales/en")
    (garden / "locales/glossary/garten.yaml").write_text("storm:\n  de: {name: Sturm, cards: S}\n")
    assert run("l10n add en").status == 0
    assert "# de: Zahlenkarten" in (garden / "locales/en/garten.yaml").read_text("utf-8")
    assert 'en: {name: ""}' in (garden / "locales/glossary/garten.yaml").read_text("utf-8")
    status = [line.split() for line in run("l10n status garten --no-fit").out.splitlines()]
    assert ["garten", "de", "25/25", "0", "0", "0", "0", "source"] in status
    drafted = run("build -l en --draft --format html")
    assert drafted.status == 0
    assert "[Vorbereitung]" in (garden / "output/garten/en/garten-en-rulebook.html").read_text(
        "utf-8"
    )


def test_columns_without_a_language_are_in_the_original(garden: Path) -> None:
    cards = "storm: {template: card, rows: cards.csv, fields: {kind: storm}, texts: [name, rule]}\n"
    folder = garden / "designs/garten"
    text = (folder / "cards.yaml").read_text("utf-8")
    (folder / "cards.yaml").write_text(
        "".join(line for line in text.splitlines(keepends=True) if not line.startswith("storm:"))
        + cards
    )
    rows = "id,copies,name,name@en,rule,rule@en\nstorm,2,Sturm,Storm,Lege ab.,Discard.\n"
    (folder / "cards.csv").write_text(rows, "utf-8")
    for language in ("de", "en"):
        path = garden / f"locales/{language}/garten.yaml"
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text(
            "".join(
                line for line in lines if line.strip() != "cards:" and "storm: {name" not in line
            )
        )
    checked = run("check --strict")
    assert (checked.status, checked.err) == (0, "")
    assert run("l10n export en garten --format csv").status == 0
    assert '"cards.storm.name","Sturm","Storm"' in (garden / "output/l10n/garten.en.csv").read_text(
        "utf-8-sig"
    )


def test_an_original_without_texts_is_reported_once(garden: Path) -> None:
    assert run("l10n accept").status == 0
    replaced(garden / "designs/garten/game.yaml", "original: de", "original: ja")
    checked = run("check")
    assert checked.err.count("error[") == 1
    assert "error[PNP345]: the game has no texts in its original language `ja`" in checked.err


@pytest.mark.usefixtures("garden")
def test_the_pseudo_language_lengthens_the_original() -> None:
    fits = run("check --fit --pseudo").out
    assert "de-XA" in fits
    assert "en-XA" not in fits


@pytest.mark.at_leisure
def test_pages_of_all_languages_are_listed_in_german(garden: Path) -> None:
    assert run("build --format html").status == 0
    page = (garden / "output/garten/index.html").read_text("utf-8")
    assert '<html lang="de"' in page


def with_titles(folder: Path, **titles: str) -> None:
    for language, title in titles.items():
        start = f"{language}:\n"
        path = folder / f"locales/{language}/garten.yaml"
        replaced(path, start, f'{start}  game: {{title: "{title}"}}\n')


def test_each_language_has_its_own_title(garden: Path) -> None:
    with_titles(garden, de="Sturmgarten", en="Storm Garden")
    checked = run("check --strict --proofread")
    assert "itle" not in checked.err
    built = run("build --format pdf --format html --format epub")
    assert (built.status, built.err) == (0, "")
    for language, title in (("de", "Sturmgarten"), ("en", "Storm Garden")):
        folder = garden / "output/garten" / language
        page = (folder / f"garten-{language}-rulebook.html").read_text("utf-8")
        assert f"<title>{title} – " in page
        assert f"<h1>{title}</h1>" in page
        for path in folder.glob("*.pdf"):
            with Pdf.open(path) as pdf:
                assert str(pdf.docinfo["/Title"]).startswith(f"{title} – ")
        with ZipFile(folder / f"garten-{language}-rulebook.epub") as book:
            names = [name for name in book.namelist() if name.endswith(".opf")]
            assert f"{title} – " in book.read(names[0]).decode()
    assert "<h1>Sturmgarten</h1>" in (garden / "output/garten/index.html").read_text("utf-8")
    assert run("list").out.splitlines()[:3] == [
        "garten: Garten, 26 cards, 2 to 4 players",
        "  de  complete, “Sturmgarten”",
        "  en  complete, “Storm Garden”",
    ]


@pytest.mark.parametrize("title", [None, ""])
@pytest.mark.at_leisure
def test_a_translation_may_keep_the_title(garden: Path, title: str | None) -> None:
    with_titles(garden, de="Garten", **({} if title is None else {"en": title}))
    checked = run("check --strict")
    assert (checked.status, checked.err) == (0, "")
    assert run("l10n export en garten").status == 0
    exported = (garden / "output/l10n/garten.en.po").read_text("utf-8")
    assert "title of the game, on covers and in files; it may stay the same" in exported
    assert run("build -l en").status == 0
    with Pdf.open(garden / "output/garten/en/garten-en-rulebook.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Garten – Rulebook"


def test_a_translation_alone_may_have_a_title(garden: Path) -> None:
    with_titles(garden, en="The Squallgardn")
    checked = run("check --strict --proofread")
    assert "Squallgardn" not in checked.err
    replaced(garden / "locales/en/garten.yaml", '"Setup"', '"Setup of the squall-gardn"')
    assert "error[PNP307]" not in run("check").err
    replaced(garden / "locales/en/garten.yaml", "of the squall-gardn", "of the squallgardn")
    assert "the title is spelled `the squallgardn`" in run("check").err


def words_on(path: Path) -> list[list[str]]:
    """Return the words on each page."""
    with PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_range().split() for page in pdf]


@pytest.mark.parametrize("backs", ["yes", "no"])
def test_fronts_in_one_language_and_backs_in_another(garden: Path, backs: str) -> None:
    game = garden / "designs/garten/game.yaml"
    replaced(game, "{family: storm}, backs: yes", f"{{family: storm}}, backs: {backs}")
    built = run("build -l en/de")
    assert (built.status, built.err) == (0, "")
    folder = garden / "output/garten/en~de"
    assert (folder / "garten-en~de-rulebook.pdf").is_file()
    pages = words_on(folder / "garten-en~de-a4-kit.pdf")
    # The first page shows small pictures of some cards.
    fronts = [number for number, words in enumerate(pages) if number and "Discard" in words]
    on_backs = [number for number, words in enumerate(pages) if "aufgedeckt" in words]
    assert on_backs == [front + 1 for front in fronts] != []
    assert run("build -l en/de").out.splitlines()[-1].endswith("0 written, 4 unchanged")
    checked = run("check -l en/de")
    assert (checked.status, checked.err) == (0, "")
    assert "1 language (en~de) complete" in checked.out


def test_single_cards_have_a_front_and_a_back_in_two_languages(garden: Path) -> None:
    assert run("export svg garten -l en/de").status == 0
    folder = garden / "output/garten/en~de/svg"
    assert "Discard" in (folder / "storm-front.svg").read_text("utf-8")
    assert "Lege" in (folder / "storm-back.svg").read_text("utf-8")


@pytest.mark.parametrize("languages", ["en/en", "en/de/en", "/en", "en/xx"])
def test_pairs_that_are_no_pairs_are_refused(garden: Path, languages: str) -> None:
    ran = run(f"build -l {languages}")
    assert (ran.status, "error[PNP002]" in ran.err) == (2, True)
    assert not (garden / "output").exists()


@pytest.mark.usefixtures("garden")
def test_an_original_alone_says_what_it_was_compared_with() -> None:
    alone = run("check --proofread -l de")
    assert alone.status == 0
    assert "the original was compared with the deck, the rules and the glossary" in alone.out
    assert "the original was" not in run("check --proofread").out
