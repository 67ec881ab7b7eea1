"""An export never overwrites what somebody has edited in an exported file and not imported yet."""

from pathlib import Path

import pytest
from cli.project import run, stand_in
from cli.rewriting import rewrite

from printnplay.kernel.diagnostics import FaultsError
from printnplay.translation.edited import RECORD, write_exported

from .project import make_project

NAMES = {
    "po": "duel.fr.po",
    "xliff": "duel.fr.xlf",
    "csv": "duel.fr.csv",
    "tbx": "duel.fr.tbx",
    "tmx": "memory.fr.tmx",
}
GLOSSARY = "locales/glossary/duel.yaml"
GOAL = "fr.rules.goal.line"


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


def _export(form: str) -> str:
    return f"l10n export fr duel --format {form} -o sent"


def _author_edits(duel: Path) -> None:
    """Change texts and terms of the project, so that the next export differs."""
    assert rewrite(duel / "locales/fr/duel.yaml", {GOAL: "Gagnez par une touche."})
    glossary = duel / GLOSSARY
    old = glossary.read_text("utf-8")
    assert "name: Feinte," in old
    glossary.write_text(old.replace("name: Feinte,", "name: Botte,"), "utf-8")


@pytest.mark.parametrize("form", NAMES)
def test_edits_that_are_not_imported_stay(duel: Path, form: str) -> None:
    assert run(_export(form)).status == 0
    path = Path("sent") / NAMES[form]
    edited = path.read_text("utf-8").replace("</", " </", 1) + "\n"
    path.write_text(edited, "utf-8")
    _author_edits(duel)
    ran = run(_export(form))
    assert ran.status == 1
    assert f"error[PNP035]: `{path}` was edited after its last export, or was never exported" in (
        ran.err
    )
    assert f"`printnplay l10n import {path}`" in " ".join(ran.err.split())
    assert path.read_text("utf-8") == edited


@pytest.mark.parametrize("form", NAMES)
def test_files_without_edits_are_exported_anew(duel: Path, form: str) -> None:
    assert run(_export(form)).status == 0
    path = Path("sent") / NAMES[form]
    before = path.read_bytes()
    _author_edits(duel)
    assert run(_export(form)).status == 0
    assert path.read_bytes() != before


@pytest.mark.parametrize("record", ["kept", "lost", "damaged"])
def test_imported_edits_may_be_overwritten(duel: Path, record: str) -> None:
    assert run(_export("po")).status == 0
    path = Path("sent/duel.fr.po")
    path.write_text(path.read_text("utf-8").replace("Anne frappe en", "Anne cogne en"), "utf-8")
    if record == "lost":
        Path("sent", RECORD).unlink()
    elif record == "damaged":
        Path("sent", RECORD).write_text('["\\u0000"')
    _author_edits(duel)
    assert run(_export("po")).status == 1
    assert run(f"l10n import {path}").status == 0
    assert run(_export("po")).status == 0


def test_a_conflict_is_settled_before_its_file_is_overwritten(duel: Path) -> None:
    assert run(_export("po")).status == 0
    path = Path("sent/duel.fr.po")
    text = path.read_text("utf-8")
    goal = next(line for line in text.splitlines() if "Anne frappe en" in line)
    path.write_text(text.replace(goal, goal.replace("Anne frappe", "Anne cogne")), "utf-8")
    assert rewrite(duel / "locales/fr/duel.yaml", {"fr.examples.first-blow": "Anne tape en 1."})
    assert "PNP391" in run(f"l10n import {path}").err
    assert run(_export("po")).status == 1
    assert "Anne cogne" in path.read_text("utf-8")
    run(f"l10n import --ours {path}")
    assert run(_export("po")).status == 0


def test_an_edited_picture_stays_and_cannot_be_imported(tmp_path: Path) -> None:
    picture = tmp_path / "screenshots/duel/rules.goal.png"
    write_exported({picture: b"as exported"}, tmp_path, (".po",))
    write_exported({picture: b"as exported later"}, tmp_path, (".po",))
    picture.write_bytes(b"with an arrow")
    with pytest.raises(FaultsError) as raised:
        write_exported({picture: b"as exported last"}, tmp_path, (".po",))
    [fault] = raised.value.found
    assert "import" not in (fault.help or "")
    assert picture.read_bytes() == b"with an arrow"
