"""An import changes what the translator changed; what changed in the project meanwhile stays."""

import json
import re
from pathlib import Path

import pytest
from cli.project import Ran, run, stand_in
from cli.rewriting import rewrite

from printnplay.files.yaml_edits import leaves
from printnplay.translation.exchange.units import Base, State, base_in

from .project import FORMATS, export, make_project, sent

OURS = {
    "fr.rules.goal.line": "Gagnez par une touche.",
    "fr.rules.contents.long": "Longues épées",
}
BLOW = "fr.examples.first-blow"
LEFT = "fr.rules.left"
ONE = "reste {hand_size}\u00a0carte"
REMARKS = "locales/fr/duel.remarks.json"


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    return folder


def _says(duel: Path) -> dict[str, str]:
    source = (duel / "locales/fr/duel.yaml").read_text("utf-8")
    return {path: leaf.value for path, leaf in leaves(source).items()}


def _translate(form: str, old: str, new: str) -> None:
    """Change a translation in the exported file."""
    file = sent("fr", form)
    text = file.read_bytes().decode()
    assert text.count(old) == 1
    file.write_bytes(text.replace(old, new).encode())


def _ours(duel: Path, changes: dict[str, str]) -> None:
    assert rewrite(duel / "locales/fr/duel.yaml", changes)


def _bring_back(form: str, options: str = "") -> Ran:
    came = run(f"l10n import {options} {sent('fr', form)}")
    assert came.status == 0
    return came


@pytest.mark.parametrize("form", FORMATS)
def test_what_others_changed_since_the_export_stays(duel: Path, form: str) -> None:
    before = _says(duel)
    export("fr", form, "duel")
    _translate(form, "Anne frappe en", "Anne cogne en")
    _ours(duel, OURS)
    came = _bring_back(form)
    assert came.out.startswith("locales/fr/duel.yaml: 1 text changed\n")
    assert came.err == ""
    assert _says(duel) == {**before, **OURS, BLOW: "Anne cogne en premier."}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("options", "kept"), [("", "Paul"), ("--ours", "Paul"), ("--theirs", "Anne cogne")]
)
def test_a_text_that_both_changed_is_left_unless_a_side_is_named(
    duel: Path, form: str, options: str, kept: str
) -> None:
    export("fr", form, "duel")
    _translate(form, "Anne frappe en", "Anne cogne en")
    _ours(duel, {BLOW: "Paul commence."})
    came = _bring_back(form, options)
    assert _says(duel)[BLOW].startswith(kept)
    assert ("PNP391" in came.err) == (not options)
    assert ((duel / REMARKS).exists()) == (not options)
    if not options:
        assert "warning[PNP391]: `examples.first-blow` was changed here and in the" in came.err
        for said in ("Anne frappe en premier.", "Anne cogne en premier.", "Paul commence."):
            assert f"`{said}`" in came.err
        assert "locales/fr/duel.yaml: nothing changed, 1 marked as unsure" in came.out
        assert json.loads((duel / REMARKS).read_bytes()) == {
            "examples.first-blow": {"unsure": True}
        }
        again = _bring_back(form, "--theirs")
        assert again.err == ""
        assert _says(duel)[BLOW] == "Anne cogne en premier."
        assert json.loads((duel / REMARKS).read_bytes()) == {}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("options", ["", "--ours", "--theirs"])
@pytest.mark.parametrize("approved", [False, True])
def test_each_side_keeps_the_plural_form_that_it_changed(
    duel: Path, form: str, options: str, *, approved: bool
) -> None:
    if approved:
        run("l10n accept duel -l fr")
    export("fr", form, "duel")
    end = {"po": '"', "xliff": "<", "csv": '"'}[form]
    _translate(form, f"il {ONE}{end}", f"{ONE}{end}")
    others = {f"{LEFT}.other": "restent {hand_size}\u00a0cartes"}
    _ours(duel, others)
    came = _bring_back(form, options)
    assert "PNP391" not in came.err
    expected = {f"{LEFT}.one": ONE, **others}
    assert {path: text for path, text in _says(duel).items() if path.startswith(LEFT)} == expected
    in_doubt = approved and form != "po"
    assert ("PNP393" in came.err) == in_doubt
    assert ("1 marked as unsure" in came.out) == in_doubt


def _without_first_form(form: str) -> None:
    """Delete the first form of the plural from the exported file."""
    first = {
        "csv": r'"rules\.left\[one\]".*?\r\n',
        "xliff": r'<trans-unit id="rules\.left\[0\]".*?</trans-unit>\n',
    }[form]
    text = sent("fr", form).read_bytes().decode()
    shorter, number = re.subn(first, "", text, flags=re.DOTALL)
    assert number == 1
    sent("fr", form).write_bytes(shorter.encode())


@pytest.mark.parametrize("form", ["csv", "xliff"])
def test_a_form_that_a_colleague_changed_stays_if_the_first_form_was_deleted(
    duel: Path, form: str
) -> None:
    remarks = {"rules.left": {"comment": "Cards?"}, "rules.goal.line": {"comment": "Hm."}}
    (duel / REMARKS).write_text(json.dumps(remarks), "utf-8")
    export("fr", form, "duel")
    _without_first_form(form)
    _translate(form, "Anne frappe en", "Anne cogne en")
    _ours(duel, {f"{LEFT}.other": "restent {hand_size}\u00a0cartes"})
    before = _says(duel)
    came = run(f"l10n import {sent('fr', form)}")
    if form == "xliff":
        assert "error[PNP356]: found 1 plural forms; `fr` has 2" in came.err
    else:
        assert (came.status, came.err) == (0, "")
        before[BLOW] = "Anne cogne en premier."
    assert _says(duel) == before
    assert json.loads((duel / REMARKS).read_bytes()) == remarks


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_that_both_changed_alike_is_right(duel: Path, form: str) -> None:
    export("fr", form, "duel")
    _translate(form, "Anne frappe en", "Anne cogne en")
    _ours(duel, {BLOW: "Anne cogne en premier."})
    assert _bring_back(form).err == ""


@pytest.mark.parametrize("form", FORMATS)
def test_a_doubt_noted_since_the_export_stays(duel: Path, form: str) -> None:
    export("fr", form, "duel")
    remarks = {"examples.first-blow": {"unsure": True, "comment": "Sure?"}}
    (duel / REMARKS).write_text(json.dumps(remarks), "utf-8")
    assert _bring_back(form).out == "locales/fr/duel.yaml: nothing changed\n"
    assert json.loads((duel / REMARKS).read_bytes()) == remarks


@pytest.mark.parametrize("form", FORMATS)
def test_a_comment_that_both_changed_stays_and_is_reported(duel: Path, form: str) -> None:
    key = "examples.first-blow"
    (duel / REMARKS).write_text(json.dumps({key: {"comment": "First."}}), "utf-8")
    export("fr", form, "duel")
    _translate(form, "First.", "Theirs.")
    (duel / REMARKS).write_text(json.dumps({key: {"comment": "Ours."}}), "utf-8")
    came = _bring_back(form)
    assert f"warning[PNP391]: the comment on `{key}` was changed here and in the" in came.err
    assert "exported `First.`, file `Theirs.`, project `Ours.`" in came.err
    assert json.loads((duel / REMARKS).read_bytes())[key]["comment"] == "Ours."
    assert _bring_back(form, "--theirs").err == ""
    assert json.loads((duel / REMARKS).read_bytes())[key]["comment"] == "Theirs."


def test_a_doubt_about_a_wording_that_is_gone_is_reported(duel: Path) -> None:
    export("fr", "csv", "duel")
    _mark("translated", "unsure")
    _ours(duel, {BLOW: "Paul commence."})
    came = _bring_back("csv")
    assert "warning[PNP391]: `examples.first-blow`, or its state, was changed here" in came.err
    assert not (duel / REMARKS).exists()


def test_a_state_that_both_changed_stays_and_is_reported(duel: Path) -> None:
    export("fr", "csv", "duel")
    _mark("translated", "unsure")
    assert run("l10n accept duel examples.first-blow -l fr").status == 0
    came = _bring_back("csv")
    assert "warning[PNP391]: the state of `examples.first-blow` was changed here" in came.err
    assert "exported `translated`, file `unsure`, project `approved`" in came.err
    assert not (duel / REMARKS).exists()
    assert "1 marked as unsure" in _bring_back("csv", "--theirs").out


def _mark(old: str, new: str) -> None:
    _translate("csv", _row("csv"), _row("csv").replace(f'"{old}"', f'"{new}"'))


def _row(form: str) -> str:
    text = sent("fr", form).read_bytes().decode()
    return next(line for line in text.splitlines() if line.startswith('"examples.first-blow"'))


def test_an_edited_row_that_still_says_approved_is_in_doubt(duel: Path) -> None:
    assert run("l10n accept duel -l fr").status == 0
    export("fr", "csv", "duel")
    _translate("csv", "Anne frappe en", "Anne cogne en")
    came = _bring_back("csv")
    assert "warning[PNP393]: `examples.first-blow` was edited, but is still marked" in came.err
    assert "1 text changed, 1 marked as unsure" in came.out
    assert json.loads((duel / REMARKS).read_bytes()) == {"examples.first-blow": {"unsure": True}}


@pytest.mark.usefixtures("duel")
def test_a_row_that_is_edited_and_approved_is_approved() -> None:
    export("fr", "csv", "duel")
    _mark("translated", "approved")
    _translate("csv", "Anne frappe en", "Anne cogne en")
    came = _bring_back("csv")
    assert (came.err, "1 approved" in came.out) == ("", True)


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_without_bases_is_taken_whole_with_one_warning(duel: Path, form: str) -> None:
    before = _says(duel)
    export("fr", form, "duel")
    _translate(form, "Anne frappe en", "Anne cogne en")
    file = sent("fr", form)
    file.write_bytes(re.sub(rb"base:[0-9a-f]{16}[^\"<\n]*", b"", file.read_bytes()))
    _ours(duel, OURS)
    came = _bring_back(form)
    assert came.err.count("warning[PNP392]") == 1
    assert "does not record 14 texts as exported" in came.err
    assert _says(duel) == {**before, BLOW: "Anne cogne en premier."}


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("form", FORMATS)
def test_each_form_of_a_plural_carries_the_base_where_forms_are_rows_of_their_own(
    form: str,
) -> None:
    export("fr", form, "duel")
    bases = re.findall(r"base:[\w.+/=]+", sent("fr", form).read_text("utf-8"))
    forms = {base: found.target for base in bases if (found := base_in([base]))}
    plural = [base for base, texts in forms.items() if len(texts) > 1]
    assert plural
    assert {bases.count(base) for base in plural} == {1 if form == "po" else 2}


def test_two_sides_at_once_are_refused(duel: Path) -> None:
    export("fr", "po", "duel")
    came = run(f"l10n import --theirs --ours {sent('fr', 'po')}")
    assert (came.status, "give --theirs or --ours, not both" in came.err) == (2, True)
    assert duel.exists()


def test_a_base_is_read_back_and_a_damaged_one_is_none() -> None:
    base = Base({"one": "« Épée »\n-- 1", "other": ""}, State.UNSURE, "What?")
    assert base_in(["Printed: card", base.token]) == base
    assert not re.search(r"[\s-]", base.token)
    assert base_in([base.token[:-6] + "AAAAA="]) is None
    assert base_in(["base:0000000000000000.e30="]) is None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("options", ["", "--ours", "--theirs"])
def test_a_form_that_only_the_translator_changed_comes_in_beside_one_that_both_changed(
    duel: Path, form: str, options: str
) -> None:
    export("fr", form, "duel")
    end = {"po": '"', "xliff": "<", "csv": '"'}[form]
    other = "restent {hand_size}\u00a0cartes"
    _translate(form, f"il {ONE}{end}", f"{ONE}{end}")
    _translate(form, f"il reste {{hand_size}}\u00a0cartes{end}", f"{other}{end}")
    _ours(duel, {f"{LEFT}.one": "encore {hand_size}\u00a0carte"})
    came = _bring_back(form, options)
    assert ("PNP391" in came.err) == (not options)
    said = _says(duel)
    assert said[f"{LEFT}.other"] == other
    assert said[f"{LEFT}.one"] == (
        ONE if options == "--theirs" else "encore {hand_size}\u00a0carte"
    )
