"""Files that come back changed, twice, under other names: each edit is taken, or named."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import polib
import pytest
import yaml
from cli.project import run, stand_in
from cli.rewriting import rewrite

from printnplay.files.yaml_edits import leaves
from printnplay.translation.edited import RECORD
from printnplay.translation.streams import RECORDS

from .project import export, make_project, sent

CASES: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "returns.yaml").read_text("utf-8")
)
KEY = "rules.goal.line"
YAML, REMARKS = Path("locales/fr/duel.yaml"), Path("locales/fr/duel.remarks.json")


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


def _edit(file: Path, edits: dict[str, str]) -> None:
    text = file.read_bytes().decode()
    for pattern, new in edits.items():
        text, number = re.subn(pattern, new, text, count=1, flags=re.DOTALL)
        assert number == 1, pattern
    file.write_bytes(text.encode())


def _take(file: Path, step: dict[str, Any]) -> None:
    if "name" in step:
        file = file.rename(file.with_name(step["name"]))
    ran = run(f"l10n import {step.get('options', '')} {file}")
    said = " ".join(ran.err.split()) + ran.out
    assert ran.status == step.get("status", 0)
    assert sorted(set(re.findall(r"PNP\d+", ran.err))) == sorted(step.get("codes", [])), ran.err
    for part in step.get("says", []):
        assert part in said
    if "name" in step:
        file.rename(sent("fr", "po"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", CASES)
def test_each_edit_is_taken_or_named(duel: Path, name: str) -> None:
    case = CASES[name]
    if case.get("accepted"):
        assert run("l10n accept duel -l fr").status == 0
    if "remarks" in case:
        REMARKS.write_text(json.dumps(case["remarks"]), "utf-8")
    export("fr", case["format"], "duel")
    file = sent("fr", case["format"])
    if not case.get("recorded", True):
        file.with_name(RECORD).unlink()
    for step in case["steps"]:
        if "edit" in step:
            _edit(file, step["edit"])
        elif "english" in step:
            edits = {f"en.{key}": text for key, text in step["english"].items()}
            assert rewrite(duel / "locales/en/duel.yaml", edits)
        elif "project" in step:
            REMARKS.write_text(json.dumps(step["project"]), "utf-8")
        else:
            _take(file, step)
    _compare(case)


def _compare(case: dict[str, Any]) -> None:
    said = leaves(YAML.read_text("utf-8"))
    for key, text in case.get("texts", {}).items():
        assert said[f"fr.{key}"].value == text
    remarks = json.loads(REMARKS.read_bytes()) if REMARKS.exists() else {}
    if "unsure" in case:
        assert [key for key, remark in remarks.items() if remark.get("unsure")] == case["unsure"]
    if "comments" in case:
        comments = {
            key: remark["comment"] for key, remark in remarks.items() if "comment" in remark
        }
        assert comments == case["comments"]
    if "approved" in case:
        export("fr", "csv", "duel")
        row = next(
            line for line in sent("fr", "csv").read_text("utf-8").splitlines() if KEY in line
        )
        assert ('"approved"' in row) == case["approved"]


@pytest.mark.usefixtures("duel")
def test_a_program_that_wraps_notes_edits_none() -> None:
    export("fr", "po", "duel")
    file = polib.pofile(str(sent("fr", "po")), wrapwidth=24)
    file.save()
    ran = run(f"l10n import {sent('fr', 'po')}")
    assert (ran.status, ran.err) == (0, "")
    assert export("fr", "po", "duel").status == 0


TERMS = {
    "renamed": ({"form: card<": "form: dative<"}, "1 text changed", "dative: ", "`feint.card`"),
    "exchanged": (
        {"form: card<": "form: kept<", "form: name<": "form: card<", "form: kept<": "form: name<"},
        "2 texts changed",
        "name: carte Feinte",
        "",
    ),
}


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("name", TERMS)
def test_forms_of_terms_get_other_names(name: str) -> None:
    edits, said, written, stays = TERMS[name]
    assert run("l10n export fr duel --format tbx -o sent").status == 0
    file = Path("sent/duel.fr.tbx")
    text = file.read_text("utf-8")
    head, french, rest = text.partition('<langSet xml:lang="fr">')
    for old, new in edits.items():
        rest = rest.replace(old, new, 1)
    file.write_text(head + french + rest, "utf-8")
    ran = run("l10n import sent/duel.fr.tbx")
    assert ran.status == 0
    assert ("PNP688" in ran.err) == bool(stays)
    assert stays in ran.err
    assert said in ran.out
    assert written in Path("locales/glossary/duel.yaml").read_text("utf-8")


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("word", ["Feinte", "Ruse"])
def test_a_term_that_is_edited_twice_is_taken_or_named(word: str) -> None:
    assert run("l10n export fr duel --format tbx -o sent").status == 0
    file = Path("sent/duel.fr.tbx")
    _edit(file, {">Feinte<": ">Botte<"})
    assert "1 text changed" in run(f"l10n import {file}").out
    _edit(file, {">Botte<": f">{word}<"})
    ran = run(f"l10n import {file}")
    assert f"warning[PNP{'684' if word == 'Feinte' else '391'}]" in ran.err
    assert "1 text changed" in run(f"l10n import --theirs {file}").out
    assert f"name: {word}" in Path("locales/glossary/duel.yaml").read_text("utf-8")


LACKING = {
    "removed": ([{"<tig><term>carte Feinte.*?</tig>": ""}], "feint.card"),
    "allowed": ([{"(>Ruse<.*?)deprecated": r"\1admitted"}], "feint.forbidden.Ruse"),
    "without a status": (
        [{"(>Ruse</term>)<termNote.*?</termNote>": r"\1"}],
        "feint.forbidden.Ruse",
    ),
    "forbidden no more": (
        [{"(>carte Feinte<.*?)admitted": r"\1deprecated"}, {}],
        "feint.forbidden.carte Feinte",
    ),
    "new, and removed": (
        [{"</langSet>": "<tig><term>Leurre</term><note>form: lure</note></tig></langSet>"}, {}],
        "feint.lure",
    ),
    "renamed, and named back": ([{"form: card<": "form: dative<"}, {}], "feint.dative"),
}
"""Edits of the French forms, each of the file as exported, and the form that the glossary keeps."""


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("name", LACKING)
def test_a_form_that_an_import_leaves_in_the_glossary_is_named(name: str) -> None:
    forms = "fr: {name: Feinte, card: carte Feinte, forbidden: [Fausse attaque, Ruse]}"
    Path("locales/glossary/duel.yaml").write_text(f"feint:\n  en: {{name: Feint}}\n  {forms}\n")
    assert run("l10n export fr duel --format tbx -o sent").status == 0
    file = Path("sent/duel.fr.tbx")
    head, language, french = file.read_text("utf-8").partition('<langSet xml:lang="fr">')
    steps, key = LACKING[name]
    for step in steps:
        file.write_text(french, "utf-8")
        _edit(file, step)
        file.write_text(head + language + file.read_text("utf-8"), "utf-8")
        ran = run("l10n import sent/duel.fr.tbx")
        assert ran.status == 0
    assert f"PNP688]: the file lacks 1 form that the glossary has from it: `{key}`" in ran.err


def test_an_edit_that_is_taken_back_is_named_without_the_output(duel: Path) -> None:
    export("fr", "po", "duel")
    file = sent("fr", "po")
    exported = file.read_bytes()
    _edit(file, {'msgstr "But"': 'msgstr "Objectif"'})
    assert "1 text changed" in run(f"l10n import {file}").out
    shutil.rmtree(duel / "output", ignore_errors=True)
    file.write_bytes(exported)
    assert "warning[PNP684]" in run(f"l10n import {file}").err
    shutil.rmtree(duel / RECORDS)
    kept = run(f"l10n import {file}").out
    assert "kept 1 text that only the project has changed since the export: `rules.goal" in kept


@pytest.mark.usefixtures("duel")
def test_a_form_of_the_original_with_another_name_is_named() -> None:
    assert run("l10n export fr duel --format tbx -o sent").status == 0
    file = Path("sent/duel.fr.tbx")
    _edit(file, {'xml:lang="en"(.*?)form: card': r'xml:lang="en"\1form: genitive'})
    assert "PNP397]: `genitive` cannot be imported" in run(f"l10n import {file}").err


@pytest.mark.usefixtures("duel")
def test_another_status_of_a_term_is_named() -> None:
    assert run("l10n export fr duel --format tbx -o sent").status == 0
    file = Path("sent/duel.fr.tbx")
    _edit(file, {'xml:lang="fr"(.*?)preferredTerm': r'xml:lang="fr"\1admittedTerm'})
    ran = run("l10n import sent/duel.fr.tbx")
    assert "warning[PNP397]: `Feinte admittedTerm-admn-sts`" in ran.err


def test_a_pair_that_fills_a_text_is_imported(duel: Path) -> None:
    assert rewrite(duel / YAML, {"fr.sheets.flags": ""})
    assert run("l10n export fr duel --format tmx -o sent").status == 0
    pair = '<tu><tuv xml:lang="en"><seg>Flags</seg></tuv><tuv xml:lang="fr"><seg>Fanions</seg>'
    _edit(Path("sent/memory.fr.tmx"), {"</body>": f"{pair}</tuv></tu></body>"})
    ran = run("l10n import sent/memory.fr.tmx")
    assert (ran.err, "1 text changed" in ran.out) == ("", True)
    assert run("l10n export fr duel --format tmx -o sent").status == 0


def test_a_copy_of_the_texts_that_ship_with_the_tool_is_named(
    duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").mkdir()
    stand_in(tmp_path / "own", duel, monkeypatch)
    export("fr", "po", "common")
    file = sent("fr", "po", "common")
    _edit(file, {r"\n(?=msgctxt)": "\n# Right?\n"})
    ran = run(f"l10n import {file}")
    assert "1 with a new comment, in a copy of the texts that come with printnplay" in ran.out


def test_what_a_spreadsheet_makes_of_a_table_is_said(duel: Path) -> None:
    written = {"fr.rules.goal.title": "3-4", f"fr.{KEY}": "007", "fr.sheets.swords": "1/2"}
    assert rewrite(duel / YAML, written)
    export("fr", "csv", "duel")
    _edit(sent("fr", "csv"), {'"3-4"': '"03. avr."', '"007"': '"7"', '"1/2"': '"1/2 carte"'})
    ran = run(f"l10n import {sent('fr', 'csv')}")
    assert ran.status == 0
    assert "`3-4` has become the date 03. avr." in ran.err
    assert "`007` has become the number 7" in ran.err
    assert ran.err.count("PNP395") == 2
    assert "3 texts changed" in ran.out
