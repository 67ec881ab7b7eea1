"""Broken files are refused whole, each fault with its line; nothing is written."""

import csv
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.project import Ran, run, stand_in, tree

from printnplay.files import writing

from .project import export, make_project, sent

CASES: dict[str, dict[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "faults.yaml").read_text("utf-8")
)


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


def _broken(file: Path, case: dict[str, str]) -> int:
    """Break a file as a case says; the line where the fault is to be reported."""
    text = file.read_bytes().decode("utf-8")
    find = case.get("find", text)
    assert text.count(find) == 1, f"{find} does not stand there exactly once"
    at, new = text.index(find), case["replace"]
    text = text.replace(find, new)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    if "at" in case:
        at = text.index(case["at"])
    return text.count("\n", 0, at) + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
def test_a_broken_file_changes_nothing(duel: Path, name: str) -> None:
    case = CASES[name]
    export("fr", case["format"], "duel")
    file = sent("fr", case["format"])
    line = _broken(file, case)
    before = tree(duel / "locales")
    came = run(f"l10n import {file}")
    assert (came.status, came.out) == (1, "")
    assert f"error[{case['code']}]: {case['message']}\n --> {file}:{line}:" in came.err
    assert came.err.count("error[") == 1
    assert came.err.endswith("nothing was changed\n")
    assert tree(duel / "locales") == before


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (3, "the row of `rules.goal.title` ends before `state`, `base`"),
        (4, "the row of `rules.goal.title` ends before `state`, `base`"),
        (6, "the row of `rules.goal.title` ends before `base`"),
        (2, "the row of `rules.goal.title` ends before `state`, `base`"),
    ],
)
@pytest.mark.parametrize("last", [False, True])
def test_a_row_that_ends_early_is_refused(duel: Path, kept: int, told: str, *, last: bool) -> None:
    export("fr", "csv", "duel")
    file = sent("fr", "csv")
    with file.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream))
    at = next(number for number, row in enumerate(rows) if row[0] == "rules.goal.title")
    rows[at] = [*rows[at][:2], "Bu", *rows[at][3:]][:kept]
    with file.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream).writerows(rows[: at + 1] if last else rows)
    before = tree(duel / "locales")
    came = run(f"l10n import {file}")
    assert (came.status, came.err.count("error[")) == (1, 1)
    assert f"error[PNP350]: {told}\n" in came.err
    assert tree(duel / "locales") == before


@pytest.mark.usefixtures("duel")
def test_a_row_without_its_empty_cells_at_the_end_is_whole() -> None:
    export("fr", "csv", "duel")
    file = sent("fr", "csv")
    with file.open(encoding="utf-8-sig", newline="") as stream:
        rows = [row[:5] + row[6:7] + [""] * 9 for row in csv.reader(stream)]
    rows[0][5:7] = ["base", "comment"]
    rows[3:] = [row[:6] for row in rows[3:]]
    with file.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream).writerows(rows)
    came = run(f"l10n import {file}")
    assert (came.status, came.out, came.err) == (0, "locales/fr/duel.yaml: nothing changed\n", "")


def _import(form: str, find: str, replace: str) -> Ran:
    export("fr", form, "duel")
    file = sent("fr", form)
    text = file.read_text("utf-8")
    assert text.count(find) == 1
    file.write_text(text.replace(find, replace), "utf-8")
    return run(f"l10n import {file}")


@pytest.mark.parametrize(("owner", "step"), [(writing, "_write"), (Path, "replace")])
def test_a_file_that_cannot_be_written_keeps_all_files_as_they_are(
    duel: Path, monkeypatch: pytest.MonkeyPatch, owner: object, step: str
) -> None:
    for name, old, new in (
        ("duel", '"But"', '"Objectif"'),
        ("common", 'msgstr[0] "{pages} page"', 'msgstr[0] "{pages} pg"'),
    ):
        export("fr", "po", name)
        file = sent("fr", "po", name)
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")
    before = tree(duel / "locales")
    real: Callable[..., Any] = getattr(owner, step)

    def failing(path: Path, *rest: Any) -> Any:  # noqa: ANN401
        if "common.yaml" in path.name:
            raise OSError(28, "No space left on device")
        return real(path, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(owner, step, failing)
        came = run(f"l10n import {sent('fr', 'po')} {sent('fr', 'po', 'common')}")
    assert (came.status, came.out) == (1, "")
    assert "error[PNP010]" in came.err
    assert came.err.endswith("nothing was changed\n")
    assert tree(duel / "locales") == before
    again = run(f"l10n import {sent('fr', 'po')} {sent('fr', 'po', 'common')}")
    assert again.out.count("text changed") == 2


def test_one_fault_keeps_all_files_as_they_are(duel: Path) -> None:
    export("fr", "po", "duel")
    export("fr", "xliff", "common")
    before = tree(duel / "locales")
    good, bad = sent("fr", "po"), sent("fr", "xliff", "common")
    good.write_text(good.read_text("utf-8").replace('"But"', '"Objectif"'), "utf-8")
    bad.write_bytes(bad.read_bytes()[:-20])
    assert run(f"l10n import {good} {bad}").status == 1
    assert tree(duel / "locales") == before
    assert run(f"l10n import {good}").out.startswith("locales/fr/duel.yaml: 1 text changed\n")


def test_an_emptied_text_stays_and_is_told(duel: Path) -> None:
    before = tree(duel / "locales")
    came = _import("po", 'msgstr "But"', 'msgstr ""')
    assert came.status == 0
    assert "warning[PNP359]: the translation of `rules.goal.title` is empty" in came.err
    assert came.out == "locales/fr/duel.yaml: nothing changed\n"
    assert tree(duel / "locales") == before


@pytest.mark.usefixtures("duel")
def test_a_translation_of_an_older_original_is_taken_and_told() -> None:
    came = _import("po", 'msgid "Goal"\nmsgstr "But"', 'msgid "Aim"\nmsgstr "Objectif"')
    assert came.status == 0
    assert (
        "warning[PNP355]: `rules.goal.title` was translated from an original that has" in came.err
    )
    assert came.out.startswith("locales/fr/duel.yaml: 1 text changed\n")


def test_a_text_that_is_lacking_is_put_where_the_original_has_it(duel: Path) -> None:
    path = duel / "locales/fr/duel.yaml"
    whole = path.read_text("utf-8")
    lacking = whole.replace("      title: But   # deux espaces, un commentaire\n", "")
    start, end = lacking.index("    left:\n"), lacking.index("  examples:")
    path.write_text(lacking[:start] + lacking[end:], "utf-8")
    export("fr", "po", "duel")
    po = sent("fr", "po").read_text("utf-8")
    po = po.replace('msgid "Goal"\nmsgstr ""', 'msgid "Goal"\nmsgstr "But"')
    for number, word in enumerate(("carte", "cartes")):
        text = f"il reste {{hand_size}}\u00a0{word}"
        po = po.replace(f'msgstr[{number}] ""', f'msgstr[{number}] "{text}"')
    sent("fr", "po").write_text(po, "utf-8")
    came = run(f"l10n import {sent('fr', 'po')}")
    assert (came.status, came.err) == (0, "")
    expected = whole.replace("title: But   # deux espaces, un commentaire", 'title: "But"')
    assert path.read_text("utf-8") == expected


def test_a_single_text_that_became_plural_gets_all_its_forms(duel: Path) -> None:
    path = duel / "locales/fr/duel.yaml"
    whole = path.read_text("utf-8")
    start, end = whole.index("    left:\n"), whole.index("  examples:")
    single = '    left: "il reste {hand_size}\\u00a0cartes"\n'
    path.write_text(whole[:start] + single + whole[end:], "utf-8")
    came = _import(
        "csv", '"{hand_size} card is left","",', '"{hand_size} card is left","reste {hand_size}",'
    )
    assert (came.status, came.err) == (0, "")
    assert path.read_text("utf-8") == whole.replace(
        'one: "il reste {hand_size}\\u00a0carte"', 'one: "reste {hand_size}"'
    )


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("l10n export en", "PNP002]: `en` is the source language"),
        ("l10n export nl", "PNP002]: the game `duel` has no language `nl`"),
        ("l10n export fr dual", "PNP001]: unknown game `dual`"),
        ("l10n import notes.txt", "PNP350]: the format of `notes.txt` is unknown"),
        ("l10n import x.csv", "PNP350]: the file's name does not say whose texts it holds"),
    ],
)
def test_a_wrong_word_is_told(command: str, told: str) -> None:
    for name in ("notes.txt", "x.csv"):
        Path(name).write_text("", "utf-8")
    came = run(command)
    assert came.status != 0
    assert f"error[{told}" in came.err


def test_a_control_character_is_not_exported(duel: Path) -> None:
    path: Any = duel / "locales/en/duel.yaml"
    path.write_text(path.read_text("utf-8").replace("title: Goal", r'title: "Go\u0007al"'), "utf-8")
    came = export("fr", "po", "duel")
    assert (came.status, (duel / "sent").exists()) == (1, False)
    assert "error[PNP358]: the text `rules.goal.title` holds the control character" in came.err


def test_importing_draws_nothing(tmp_path: Path) -> None:
    script = (
        "import sys, printnplay.cli.l10n, printnplay.translation.import_;"
        "drawing = ('printnplay.faces', 'printnplay.svg', 'printnplay.text');"
        "print([name for name in sys.modules if name.startswith(drawing)])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


def test_terms_are_not_imported_into_a_glossary_that_cannot_be_read(duel: Path) -> None:
    assert run("l10n export fr duel --format tbx -o sent").status == 0
    file = duel / "sent/duel.fr.tbx"
    text = file.read_text("utf-8")
    assert "Feinte" in text
    file.write_text(text.replace("Feinte", "Botte"), "utf-8")
    glossary = duel / "locales/glossary/duel.yaml"
    old = glossary.read_text("utf-8")
    glossary.write_text(old.replace("name: Feinte", "name: &feint Feinte", 1), "utf-8")
    before = tree(duel / "locales")
    came = run(f"l10n import {file}")
    assert came.status == 1
    assert "error[PNP104]" in came.err
    assert tree(duel / "locales") == before
