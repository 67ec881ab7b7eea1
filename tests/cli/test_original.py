"""A game may be written in any language: all others, English too, are compared with that one."""

import shutil
from pathlib import Path

import pytest

from printnplay.files.catalog import PACKAGE

from .project import ROOT, run, stand_in

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
    assert checked.out.splitlines() == [
        f"Garten: 26 cards, 1 language ({language}) complete, 0 examples not proved,"
        " 11 faces and pages fit",
        "clean",
    ]


@pytest.mark.parametrize("options", ["-l ja", "-l de --from csv", "-l glossary"])
def test_a_starter_without_texts_in_the_language_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    ran = run(f"new garten {options}")
    assert (ran.status, "has no texts in" in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


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
    found = sorted(path.name for path in (garden / "output/l10n").iterdir())
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


def test_pages_of_all_languages_are_listed_in_german(garden: Path) -> None:
    assert run("build --format html").status == 0
    page = (garden / "output/garten/index.html").read_text("utf-8")
    assert '<html lang="de"' in page
