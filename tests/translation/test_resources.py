"""Term bases and translation memories go out and come back."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli.project import run, stand_in, tree
from translate.storage.tbx import tbxfile
from translate.storage.tmx import tmxfile

from printnplay.files.yaml_edits import leaves

from .project import changed_lines, make_project


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


def _units(kind: Any, path: Path) -> Any:  # noqa: ANN401 - untyped
    """The file as the Translate Toolkit reads it."""
    return kind.parsefile(str(path)).units


def _export(form: str) -> Path:
    ran = run(f"l10n export fr duel --format {form} -o sent")
    assert (ran.status, ran.err) == (0, "")
    return Path(ran.out.partition(":")[0])


def test_a_term_base_comes_back_and_changes_only_what_was_changed(duel: Path) -> None:
    glossary = duel / "locales/glossary/duel.yaml"
    before, files = glossary.read_text("utf-8"), tree(duel / "locales")
    path = _export("tbx")
    units = _units(tbxfile, path)
    assert ("Feint", "Feinte") in {(str(unit.source), str(unit.target)) for unit in units}
    assert run(f"l10n import {path}").out == "nothing changed\n"
    assert tree(duel / "locales") == files
    text = path.read_text("utf-8")
    path.write_text(text.replace(">Feinte<", ">Esquive<", 1), "utf-8")
    assert "locales/glossary/duel.yaml: 1 text changed\n" in run(f"l10n import {path}").out
    changed = changed_lines(before, glossary.read_text("utf-8"))
    assert len(changed) == 2
    assert "Esquive" in changed[1]


def test_forms_of_terms_that_others_changed_stay(duel: Path) -> None:
    glossary = duel / "locales/glossary/duel.yaml"
    path = _export("tbx")
    old = glossary.read_text("utf-8")
    assert old.count("name: Feinte,") == 1
    ours = old.replace("name: Feinte,", "name: Botte,")
    glossary.write_text(ours, "utf-8")
    kept = "kept 1 text that only the project has changed since the export: `feint.name`\n"
    assert run(f"l10n import {path}").out == f"nothing changed\n{kept}"
    text = path.read_text("utf-8")
    path.write_text(text.replace(">Feinte<", ">Esquive<", 1), "utf-8")
    came = run(f"l10n import {path}")
    assert "warning[PNP391]: `feint.name` was changed here and in the project" in came.err
    assert "exported `Feinte`, file `Esquive`, project `Botte`" in came.err
    assert run(f"l10n import --ours {path}").err == ""
    assert glossary.read_text("utf-8") == ours
    assert "1 text changed" in run(f"l10n import --theirs {path}").out
    assert glossary.read_text("utf-8") == old.replace("name: Feinte,", "name: Esquive,")


FORBIDDEN = {
    "flow": 'fr: {name: Feinte, forbidden: [Fausse attaque, "Ruse"]}',
    "block": "fr:\n    name: Feinte\n    forbidden:\n      - Fausse attaque\n      - Ruse  # old",
    "single lines": "fr: {name: Feinte,\n    forbidden: [Fausse attaque,\n      Ruse]}",
}


def _forbid(duel: Path, written: str) -> Path:
    glossary = duel / "locales/glossary/duel.yaml"
    glossary.write_text(f"feint:\n  en: {{name: Feint}}\n  {written}\n", "utf-8")
    return glossary


def _words(glossary: Path) -> list[str]:
    found = leaves(glossary.read_text("utf-8")).items()
    return [leaf.value for path, leaf in found if path.startswith("feint.fr.forbidden.")]


@pytest.mark.parametrize("written", FORBIDDEN.values(), ids=FORBIDDEN)
def test_forbidden_forms_are_merged_like_others(duel: Path, written: str) -> None:
    glossary = _forbid(duel, written)
    path = _export("tbx")
    before, exported = glossary.read_text("utf-8"), path.read_text("utf-8")
    assert run(f"l10n import {path}").out == "nothing changed\n"
    assert glossary.read_text("utf-8") == before
    new = '<tig><term>Leurre</term><termNote type="a">deprecatedTerm-admn-sts</termNote></tig>'
    path.write_text(
        exported.replace(">Ruse<", ">Rouerie<").replace(
            "</langSet>\n</termEntry>", f"{new}</langSet></termEntry>"
        ),
        "utf-8",
    )
    came = run(f"l10n import {path}")
    assert (came.err, came.out.partition("\n")[0]) == (
        "",
        "locales/glossary/duel.yaml: 2 texts changed",
    )
    assert _words(glossary) == ["Fausse attaque", "Rouerie", "Leurre"]
    assert len(changed_lines(before, glossary.read_text("utf-8"))) in (2, 3)
    assert run(f"l10n import {path}").out == "nothing changed\n"


def test_a_first_forbidden_form_is_added(duel: Path) -> None:
    glossary = _forbid(duel, "fr: {name: Feinte}  # mine")
    path = _export("tbx")
    text = path.read_text("utf-8")
    at = text.rindex("admittedTerm") if "admittedTerm" in text else text.rindex("preferredTerm")
    path.write_text(text[:at] + text[at:].replace("preferred", "deprecated", 1), "utf-8")
    assert "1 text changed" in run(f"l10n import {path}").out
    assert _words(glossary) == ["Feinte"]
    assert "  # mine\n" in glossary.read_text("utf-8")


def test_a_forbidden_form_that_both_changed_is_reported(duel: Path) -> None:
    glossary = _forbid(duel, FORBIDDEN["flow"])
    path = _export("tbx")
    path.write_text(path.read_text("utf-8").replace(">Ruse<", ">Rouerie<"), "utf-8")
    glossary.write_text(glossary.read_text("utf-8").replace('"Ruse"', '"Astuce"'), "utf-8")
    came = run(f"l10n import {path}")
    assert "exported `Ruse`, file `Rouerie`, project `Fausse attaque, Astuce`" in came.err
    assert _words(glossary) == ["Fausse attaque", "Astuce"]
    run(f"l10n import --theirs {path}")
    assert _words(glossary) == ["Fausse attaque", "Astuce", "Rouerie"]


@pytest.mark.parametrize(
    ("find", "replace", "code", "message"),
    [
        ('id="feint"', 'id="faint"', "PNP351", "the file is for the term `faint`"),
        ("<title>duel", "<title>dual", "PNP351", "the file is for the game `dual`"),
        ('id="feint"', "", "PNP350", "a term has no id"),
        ("<martif ", "<matrif ", "PNP350", "not well-formed XML: mismatched tag"),
        ('type="TBX" xml:lang="en"', "", "PNP350", "this is not a TBX file of a game"),
        ('xml:lang="fr"', 'xml:lang="en"', "PNP350", "the file does not have two languages"),
        ('xml:lang="fr"', 'xml:lang="fr-FR"', "PNP351", "the file is for the language `fr-FR`"),
        ("form: name", "form: na: [me", "PNP118", "`na: [me` is not a plain name"),
    ],
)
def test_a_broken_term_base_changes_nothing(
    duel: Path, find: str, replace: str, code: str, message: str
) -> None:
    path = _export("tbx")
    text = path.read_text("utf-8")
    assert find in text
    path.write_text(text.replace(find, replace).replace(">Feinte<", ">Botte<"), "utf-8")
    before = tree(duel / "locales")
    ran = run(f"l10n import {path}")
    assert ran.status == 1
    assert f"error[{code}]: {message}" in ran.err
    assert tree(duel / "locales") == before


def test_a_memory_fills_in_what_is_empty_in_doubt(duel: Path) -> None:
    path = _export("tmx")
    pairs = {(str(unit.source), str(unit.target)) for unit in _units(tmxfile, path)}
    assert ("Goal", "But") in pairs
    before = tree(duel / "locales")
    assert run(f"l10n import {path}").out == "nothing changed\n"
    french = duel / "locales/fr/duel.yaml"
    text = french.read_text("utf-8")
    assert text.count("title: But ") == 1
    french.write_text(text.replace("title: But ", 'title: "" '), "utf-8")
    came = run(f"l10n import {path}")
    assert came.out.startswith("locales/fr/duel.yaml: 1 text changed, 1 marked as unsure\n")
    assert french.read_text("utf-8") == text.replace("title: But ", 'title: "But" ')
    remarks = json.loads((duel / "locales/fr/duel.remarks.json").read_bytes())
    assert remarks == {"rules.goal.title": {"unsure": True}}
    assert set(tree(duel / "locales")) - set(before) == {"fr/duel.remarks.json"}


def test_a_memory_of_another_program_is_read_and_a_broken_one_told(duel: Path) -> None:
    french = duel / "locales/fr/duel.yaml"
    french.write_text(french.read_text("utf-8").replace("title: But ", 'title: "" '), "utf-8")
    path = duel / "other.tmx"
    path.write_text(
        '<!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><header srclang="en-US"/><body>'
        '<tu><tuv lang="en-us"><seg>Go<ph>al</ph></seg></tuv>'
        '<tuv lang="fr"><seg>Fin</seg></tuv></tu>'
        "</body></tmx>",
        "utf-8",
    )
    assert "1 text changed, 1 marked as unsure" in run(f"l10n import {path}").out
    text = path.read_text("utf-8")
    path.write_text(text.replace('"fr"', '"fr-FR"'), "utf-8")
    other = run(f"l10n import {path}")
    assert (other.status, other.out) == (0, "nothing changed\n")
    assert "warning[PNP351]: the file is for the language `fr-FR`" in other.err
    path.write_text(text.replace("srclang", "lang"), "utf-8")
    assert "error[PNP350]: this is not a TMX file" in run(f"l10n import {path}").err


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("form", ["tbx", "tmx"])
def test_screenshots_of_what_has_none_are_refused(form: str) -> None:
    ran = run(f"l10n export fr duel --format {form} --screenshots -o sent")
    assert ran.status == 2
    assert f"'--screenshots': {form} does not use it; it is for po, xliff, csv, xlsx." in ran.err
    assert not Path("sent").exists()


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("side", ["--ours", "--theirs"])
def test_a_side_is_refused_for_a_memory_which_never_conflicts(side: str) -> None:
    path = _export("tmx")
    ran = run(f"l10n import {side} {path}")
    assert ran.status == 2
    assert f"'{side}': tmx does not use it; it is for po, xliff, csv, xlsx, tbx." in ran.err


@pytest.mark.usefixtures("duel")
def test_common_texts_have_no_terms_to_export() -> None:
    ran = run("l10n export fr common --format tbx -o sent")
    assert (ran.status, ran.out) == (0, "there are no terms to export\n")
