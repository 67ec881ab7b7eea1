"""What goes out comes back: nothing is lost, and only what a translator changed is changed."""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polib
import pytest
from cli.project import run, stand_in, tree
from translate.storage.poxliff import PoXliffFile
from translate.storage.pypo import pofile

from printnplay.translation import export as export_module
from printnplay.translation.usage import Usage

from .project import FORMATS, SHIPPED, changed_lines, copy_texts, export, make_project, sent

pytestmark = pytest.mark.sampled(2)

FEINT = "rules.tricks.feint"
NEW = 'Après une {term:feint.card}\u00a0: « \\ » {hand_size}\u202f"cartes"\nà la ligne'
NEW_YAML = (
    '+      feint: "Après une {term:feint.card}\\u00a0: « \\\\ » '
    '{hand_size}\\u202f\\"cartes\\"\\nà la ligne"'
)


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_texts(tmp_path_factory.mktemp("texts"))


LANGUAGES = sorted(
    folder.name for folder in (SHIPPED / "locales").iterdir() if (folder / "common.yaml").is_file()
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "language",
    [
        pytest.param(one, marks=pytest.mark.at_leisure if one in ("ar", "ja") else ())
        for one in LANGUAGES
        if one != "en"
    ],
)
def test_all_games_come_back_as_they_went(
    texts: Path, monkeypatch: pytest.MonkeyPatch, language: str, form: str
) -> None:
    stand_in(texts, texts, monkeypatch)
    # Where each text is printed, for which all games have to be drawn, is looked at below.
    monkeypatch.setattr(export_module, "usage_of", lambda *_, **__: Usage())
    before = tree(texts / "locales")
    went = export(language, form)
    files = sorted((texts / "sent").glob(f"*.{language}{FORMATS[form]}"))
    came = run("l10n import " + " ".join(f"'{path}'" for path in files))
    assert (went.status, came.status, came.err) == (0, 0, "")
    games = [path.stem for path in (texts / "locales" / language).glob("*.yaml")]
    assert {"common", "tic-tac-match"} <= {path.name.split(".")[0] for path in files} <= set(games)
    assert came.out.count("nothing changed") == len(files)
    assert tree(texts / "locales") == before


def _parsed(path: Path) -> Any:  # noqa: ANN401 - untyped
    kinds: dict[str, Any] = {".po": pofile, ".xlf": PoXliffFile}
    return kinds[path.suffix].parsefile(str(path))


def _by_polib(path: Path) -> None:
    file = polib.pofile(str(path))
    next(entry for entry in file if entry.msgctxt == FEINT).msgstr = NEW
    file.save()


def _by_toolkit(path: Path) -> None:
    store = _parsed(path)
    _unit(store, FEINT).target = NEW
    store.save()


def _by_spreadsheet(path: Path) -> None:
    """As spreadsheets of many countries save: semicolons, no quotes without need."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        row["target"] = NEW if row["key"] == FEINT else row["target"]
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        table = csv.DictWriter(stream, list(rows[0]), delimiter=";")
        table.writeheader()
        table.writerows(rows)


def _key(unit: Any) -> str:  # noqa: ANN401
    """The context in PO; in XLIFF the id, which the toolkit shows behind its file's name."""
    return str(unit.getcontext() or unit.getid()).rpartition("\x04")[2]


def _unit(store: Any, key: str) -> Any:  # noqa: ANN401
    return next(unit for unit in store.units if _key(unit) == key)


@pytest.mark.parametrize(
    ("form", "edit"),
    [("po", _by_polib), ("po", _by_toolkit), ("xliff", _by_toolkit), ("csv", _by_spreadsheet)],
)
def test_one_changed_text_is_one_changed_line(
    duel: Path, form: str, edit: Callable[[Path], None]
) -> None:
    before = tree(duel / "locales")
    export("fr", form, "duel")
    edit(sent("fr", form))
    came = run(f"l10n import {sent('fr', form)}")
    assert (came.status, came.err) == (0, "")
    assert came.out.splitlines() == [
        "locales/fr/duel.yaml: 1 text changed",
        "next: printnplay check -l fr --proofread",
    ]
    after = tree(duel / "locales")
    assert {name for name in after if after[name] != before[name]} == {"fr/duel.yaml"}
    old, new = before["fr/duel.yaml"].decode(), after["fr/duel.yaml"].decode()
    assert changed_lines(old, new)[1:] == [NEW_YAML]


def _polib_entries(path: Path) -> dict[str, tuple[list[str], list[str]]]:
    return {
        entry.msgctxt: (
            [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid],
            [entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)] or [entry.msgstr],
        )
        for entry in polib.pofile(str(path))
    }


def _strings(text: Any) -> list[str]:  # noqa: ANN401
    return [str(one) for one in getattr(text, "strings", [text])]


def _toolkit_entries(path: Path) -> dict[str, tuple[list[str], list[str]]]:
    store = _parsed(path)
    return {
        _key(unit): (_strings(unit.source), _strings(unit.target))
        for unit in store.units
        if not unit.isheader()
    }


READERS = [("po", _polib_entries), ("po", _toolkit_entries), ("xliff", _toolkit_entries)]


@pytest.mark.parametrize(("form", "read"), READERS)
@pytest.mark.usefixtures("duel")
def test_other_programs_read_what_was_written(
    form: str, read: Callable[[Path], dict[str, tuple[list[str], list[str]]]]
) -> None:
    export("fr", form)
    found = read(sent("fr", form))
    assert found[FEINT] == (
        ["After a {term:feint.card}, draw {hand_size}\u00a0cards."],
        ["Après une {term:feint.card}\u00a0: piochez {hand_size}\u00a0cartes\u202f!"],
    )
    assert found["rules.tricks.block"][1] == [
        "Première ligne : « ainsi ».\nSeconde ligne, avec un \\ dedans."
    ]
    assert found["rules.left"][1] == [
        "il reste {hand_size}\u00a0carte",
        "il reste {hand_size}\u00a0cartes",
    ]
    # Texts that say the same in English stay apart.
    assert {"sheets.tricks", "rules.tricks.title", "rules.contents.tricks"} < set(found)
    assert len(found) == 14


@pytest.mark.parametrize("form", FORMATS)
def test_a_language_is_filled_in_with_all_its_plural_forms(duel: Path, form: str) -> None:
    path = duel / "locales/pl/duel.yaml"
    went = export("pl", form, "duel")
    assert went.out == f"sent/duel.pl{FORMATS[form]}: 14 texts, 10 empty\n"
    old = path.read_text("utf-8")
    file = sent("pl", form)
    text = file.read_bytes().decode("utf-8-sig")
    assert text.count("zostają {hand_size} karty") == 1
    file.write_text(text.replace("zostają {hand_size} karty", "zostały {hand_size} karty"), "utf-8")
    assert run(f"l10n import {file}").status == 0
    assert changed_lines(old, path.read_text("utf-8")) == [
        '-      few: "zostają {hand_size} karty"',
        '+      few: "zostały {hand_size} karty"',
    ]


def test_empty_texts_are_filled_in_where_they_stand(duel: Path) -> None:
    path = duel / "locales/pl/duel.yaml"
    full = path.read_text("utf-8")
    path.write_text(re.sub('"zost[^"]*"', '""', full), "utf-8")
    assert export("pl", "po", "duel").out.endswith("14 texts, 11 empty\n")
    file = polib.pofile(str(sent("pl", "po")))
    entries = {one.msgctxt: one for one in file}
    entries["sheets.tricks"].msgstr = "Fortele"
    words = ("zostaje {hand_size} karta", "zostają {hand_size} karty")
    more = ("zostaje {hand_size} kart", "zostaje {hand_size} karty")
    entries["rules.left"].msgstr_plural = dict(enumerate((*words, *more)))
    file.save()
    assert run(f"l10n import {sent('pl', 'po')}").status == 0
    filled = full.replace('tricks: "", flags', 'tricks: "Fortele", flags')
    assert path.read_text("utf-8") == filled


def test_stale_texts_are_fuzzy_and_show_what_they_were_translated_from(duel: Path) -> None:
    assert run("l10n accept duel -l fr").status == 0
    english = duel / "locales/en/duel.yaml"
    text = english.read_text("utf-8").replace("by a hit", "by two hits")
    english.write_text(text.replace("card is left", "card is here"), "utf-8")
    for form in FORMATS:
        assert export("fr", form, "duel").out.endswith("14 texts, 2 stale\n")
    po = {entry.msgctxt: entry for entry in polib.pofile(str(sent("fr", "po")))}
    assert [key for key, one in po.items() if one.fuzzy] == ["rules.goal.line", "rules.left"]
    assert po["rules.goal.line"].previous_msgid == "Win Tip-Tap Duel by a hit."
    assert po["rules.left"].previous_msgid == "{hand_size} card is left"
    assert po["rules.left"].previous_msgid_plural == "{hand_size} cards are left"
    xliff = _parsed(sent("fr", "xliff"))
    fuzzy = [_key(unit) for unit in xliff.units if unit.isfuzzy()]
    assert fuzzy == ["rules.goal.line", "rules.left"]
    before = _unit(xliff, "rules.goal.line").getalttrans()[0]
    assert before.source == "Win Tip-Tap Duel by a hit."
    with sent("fr", "csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = {row["key"]: row for row in csv.DictReader(stream)}
    assert [key for key, row in rows.items() if row["state"] == "stale"] == [
        "rules.goal.line",
        "rules.left[one]",
        "rules.left[other]",
    ]
    assert "Translated from: Win Tip-Tap Duel by a hit." in rows["rules.goal.line"]["context"]
    files = " ".join(str(sent("fr", form)) for form in ("po", "xliff", "csv"))
    for file in files.split():
        came = run(f"l10n import {file}")
        assert came.out == "locales/fr/duel.yaml: nothing changed, 2 marked as unsure\n"


def test_what_comes_with_the_tool_is_changed_in_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = make_project(tmp_path / "shipped")
    own = tmp_path / "own"
    own.mkdir()
    stand_in(own, shipped, monkeypatch)
    before = tree(shipped)
    export("fr", "po", "duel")
    _by_polib(sent("fr", "po"))
    assert run(f"l10n import {sent('fr', 'po')}").status == 0
    assert tree(shipped) == before
    old = (shipped / "locales/fr/duel.yaml").read_text("utf-8")
    new = (own / "locales/fr/duel.yaml").read_text("utf-8")
    assert changed_lines(old, new)[1:] == [NEW_YAML]


@pytest.mark.parametrize("form", FORMATS)
def test_a_language_of_a_country_is_written_as_each_format_has_it(duel: Path, form: str) -> None:
    text = (duel / "locales/fr/duel.yaml").read_text("utf-8")
    path = duel / "locales/fr-CA/duel.yaml"
    path.parent.mkdir()
    path.write_text(text.replace("\nfr:", "\nfr-CA:"), "utf-8")
    export("fr-CA", form, "duel")
    file = sent("fr-CA", form)
    content = file.read_text("utf-8")
    written = {"po": '"Language: fr_CA\\n"', "xliff": 'target-language="fr-CA"', "csv": ""}
    assert written[form] in content
    file.write_text(content.replace("Anne frappe", "Anne cogne"), "utf-8")
    came = run(f"l10n import {file}")
    assert came.out.startswith("locales/fr-CA/duel.yaml: 1 text changed\n")
    assert "Anne cogne" in path.read_text("utf-8")


@pytest.mark.at_leisure
def test_translators_are_told_place_room_and_terms(
    texts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(texts, texts, monkeypatch)
    export("fr", "po", "tic-tac-match")
    po = {entry.msgctxt: entry for entry in polib.pofile(str(sent("fr", "po", "tic-tac-match")))}
    rule = po["cards.flip.rule"]
    assert re.search(r"^Printed: card `flip`: [\d.]+ × [\d.]+ mm, type of ", rule.comment)
    assert (
        "\nTerm: {term:identity} carte Équipe; {term:identity.plural} cartes Équipe;"
        in rule.comment
    )
    assert rule.occurrences[0][0] == "locales/en/tic-tac-match.yaml"
    export("fr", "po", "common")
    common = {entry.msgctxt: entry for entry in polib.pofile(str(sent("fr", "po", "common")))}
    told = {
        one.comment.partition("\nbase:")[0]
        for key, one in common.items()
        if key.startswith("instructions.")
    }
    assert told == {"Printed: the page of instructions, all on one page"}
    assert po["sheets.blue"].comment.startswith("Printed: title of the sheet `blue`")


@pytest.mark.parametrize("space", ["dropped", "kept"])
def test_white_space_that_a_program_puts_around_a_target_is_no_edit(duel: Path, space: str) -> None:
    assert export("fr", "xliff", "duel").status == 0
    path = sent("fr", "xliff")
    before = (duel / "locales/fr/duel.yaml").read_text("utf-8")
    text = path.read_text("utf-8")
    assert ' xml:space="preserve"' in text
    if space == "dropped":
        text = text.replace(' xml:space="preserve"', "")
        for name in ("source", "target"):
            text = re.sub(rf"(<{name}[^>]*>)([^<]+)(</{name}>)", "\\1\n      \\2\n    \\3", text)
    path.write_text(text.replace("Anne frappe en", "Anne cogne en"), "utf-8")
    ran = run(f"l10n import {path}")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("locales/fr/duel.yaml: 1 text changed\n")
    after = (duel / "locales/fr/duel.yaml").read_text("utf-8")
    assert after == before.replace("Anne frappe en", "Anne cogne en")


@pytest.mark.usefixtures("duel")
def test_bytes_that_gettext_writes_in_digits_are_letters() -> None:
    """As `msgcat --escape` does."""
    export("fr", "po", "duel")
    file = sent("fr", "po")
    text = file.read_text("utf-8")
    assert "é" in text
    octal = re.sub(
        r"[^\x00-\x7f]+", lambda one: "".join(f"\\{byte:o}" for byte in one[0].encode()), text
    )
    for escaped in (octal, re.sub(r"\\(\d{3})", lambda one: f"\\x{int(one[1], 8):02X}", octal)):
        file.write_text(escaped, "ascii")
        ran = run(f"l10n import {file}")
        assert (ran.status, ran.out) == (0, "locales/fr/duel.yaml: nothing changed\n")
