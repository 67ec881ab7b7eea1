"""What translators say about texts survives: doubts, approvals, comments, answers to them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
import yaml
from cli.project import run, stand_in, tree
from cli.rewriting import rewrite

from .project import FORMATS, export, make_project, sent

pytestmark = pytest.mark.sampled(2)

KEY = "rules.goal.line"
REMARKS = "locales/fr/duel.remarks.json"
LOCK = "locales/fr/duel.lock.json"


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    assert run("l10n accept duel -l fr").status == 0
    return folder


def _bring_back(form: str) -> str:
    came = run(f"l10n import {sent('fr', form)}")
    assert (came.status, came.err) == (0, "")
    return came.out.splitlines()[0]


def _status() -> str:
    """What is said of the French texts."""
    return next(
        line for line in run("l10n status duel --no-fit").out.splitlines() if " fr " in line
    )


def _rewrite(form: str, pattern: str, new: str) -> None:
    """Change an exported file behind the key of the text, as its program would."""
    file = sent("fr", form)
    text = file.read_bytes().decode()
    before, key, after = text.partition(KEY)
    changed = re.sub(pattern, new, after, count=1, flags=re.DOTALL)
    assert changed != after
    file.write_bytes((before + key + changed).encode())


def _po(edit: Callable[[polib.POEntry], None]) -> None:
    file = polib.pofile(str(sent("fr", "po")))
    edit(next(entry for entry in file if entry.msgctxt == KEY))
    file.save()


def _doubt(form: str) -> None:
    """Mark the text as unsure, and change its words."""
    if form == "po":

        def edit(entry: polib.POEntry) -> None:
            entry.flags.append("fuzzy")
            entry.msgstr = entry.msgstr.replace("touche", "botte")

        _po(edit)
    elif form == "xliff":
        _rewrite(
            form,
            'approved="yes"(.*?)"signed-off">(.*?)touche',
            r'approved="no"\1"needs-review-l10n">\2botte',
        )
    else:
        _rewrite(form, 'touche(.*?)"approved"', r'botte\1"Unsure"')


@pytest.mark.parametrize("form", ["po", "xliff", "csv"])
def test_a_doubt_stays_one_until_somebody_removes_it(duel: Path, form: str) -> None:
    export("fr", form, "duel")
    _doubt(form)
    assert _bring_back(form) == "locales/fr/duel.yaml: 1 text changed, 1 marked as unsure"
    assert json.loads((duel / REMARKS).read_bytes()) == {KEY: {"unsure": True}}
    line = _status().split()
    assert line == ["duel", "fr", "14/14", "0", "1", "0", "0", "accepted"]
    told = run("check -l fr").err
    assert told.count("warning[PNP383]") == 1
    accepted = run("l10n accept duel -l fr").out
    assert "0 of 15 texts newly accepted, 1 in doubt left out: name them to accept" in accepted
    before = tree(duel / "locales")
    exported, kept = export("fr", form, "duel").out.splitlines()
    assert exported.endswith("14 texts, 1 unsure")
    assert kept.endswith("1 returned file")
    assert _bring_back(form) == "locales/fr/duel.yaml: nothing changed, 1 marked as unsure"
    assert tree(duel / "locales") == before
    marks = {
        "po": ("#, fuzzy\n", ""),
        "xliff": ('approved="no"(.*?)"needs-review-translation"', r'approved="yes"\1"translated"'),
        "csv": ('"unsure"', '"translated"'),
    }
    if form == "po":
        _po(lambda entry: entry.flags.remove("fuzzy"))
    else:
        _rewrite(form, *marks[form])
    assert _bring_back(form) == "locales/fr/duel.yaml: nothing changed, 1 confirmed"
    assert json.loads((duel / REMARKS).read_bytes()) == {}
    # Its words have changed since they were accepted.
    assert _status().endswith("0  1 not accepted")


@pytest.mark.parametrize(
    "said",
    ["fuzzy", "Needs review", "needs_review", "needs-review", "DRAFT", "doubt", "?", "stale"],
)
def test_a_state_in_other_words_is_a_doubt(duel: Path, said: str) -> None:
    export("fr", "csv", "duel")
    _rewrite("csv", 'touche(.*?)"approved"', rf'botte\1"{said}"')
    assert _bring_back("csv") == "locales/fr/duel.yaml: 1 text changed, 1 marked as unsure"
    assert json.loads((duel / REMARKS).read_bytes()) == {KEY: {"unsure": True}}


@pytest.mark.parametrize(
    ("form", "known"),
    [
        ("csv", "translated, approved, unsure (or fuzzy, needs review, draft, doubt, ?)"),
        ("xliff", "final, needs-adaptation, needs-l10n, needs-review-adaptation,"),
    ],
)
def test_an_unknown_state_is_a_doubt_and_is_told(duel: Path, form: str, known: str) -> None:
    export("fr", form, "duel")
    file = sent("fr", form)
    states = '"approved"' if form == "csv" else '"signed-off"'
    text = file.read_bytes().decode().replace(states, '"à  revoir"')
    file.write_bytes(text.encode())
    line = text.count("\n", 0, text.index('"à  revoir"')) + 1
    came = run(f"l10n import {file}")
    assert came.status == 0
    assert came.err.count("PNP394") == 1
    assert "warning[PNP394]: the state `à revoir` is unknown: the translation is taken" in came.err
    assert f" --> {file}:{line}:" in came.err
    assert "more places" in came.err
    assert f"help: use one of {known}" in came.err
    assert json.loads((duel / REMARKS).read_bytes())[KEY] == {"unsure": True}


STATES = {
    "new": "unsure",
    "needs-translation": "unsure",
    "needs-adaptation": "unsure",
    "needs-l10n": "unsure",
    "needs-review-translation": "unsure",
    "needs-review-adaptation": "unsure",
    "needs-review-l10n": "unsure",
    "translated": "translated",
    "final": "approved as edited",
    "signed-off": "approved as edited",
}
"""All states of XLIFF 1.2, and what an edited text is that was approved before."""


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("state", STATES)
def test_each_state_of_an_edited_text_counts_even_if_it_is_still_approved(state: str) -> None:
    export("fr", "xliff", "duel")
    _rewrite("xliff", 'signed-off">(.*?)touche', rf'{state}">\1botte')
    came = run(f"l10n import {sent('fr', 'xliff')}")
    meant = STATES[state]
    assert ("1 marked as unsure" in came.out) == (meant != "translated")
    assert came.err.count("PNP393") == came.err.count("PNP") == (meant == "approved as edited")


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("base", [True, False])
def test_programs_may_change_only_whether_a_text_is_approved(*, base: bool) -> None:
    """The Translate Toolkit leaves the state as it was."""
    export("fr", "xliff", "duel")
    _rewrite("xliff", 'approved="yes"(.*?)touche', r'approved="no"\1botte')
    assert _bring_back("xliff").endswith("1 text changed, 1 marked as unsure")
    export("fr", "xliff", "duel")
    _rewrite("xliff", 'approved="no"', 'approved="yes"')
    if not base:
        _rewrite("xliff", '<note from="printnplay">.*?</note>', "")
        assert "1 marked as unsure" in run(f"l10n import {sent('fr', 'xliff')}").out
    else:
        assert _bring_back("xliff") == "locales/fr/duel.yaml: nothing changed, 1 confirmed"


def test_a_named_text_is_accepted_in_spite_of_a_doubt(duel: Path) -> None:
    (duel / REMARKS).write_text(json.dumps({KEY: {"unsure": True, "comment": "Hm."}}), "utf-8")
    assert "0 of 15" in run(f"l10n accept duel {KEY} -l fr").out
    assert json.loads((duel / REMARKS).read_bytes()) == {KEY: {"comment": "Hm."}}


def test_a_stale_text_that_comes_back_without_its_mark_is_up_to_date(duel: Path) -> None:
    rewrite(duel / "locales/en/duel.yaml", {f"en.{KEY}": "Win Tip-Tap Duel by two hits."})
    before = tree(duel / "locales")
    export("fr", "po", "duel")
    _bring_back("po")
    assert tree(duel / "locales") == before
    _po(lambda entry: entry.flags.remove("fuzzy"))
    assert _bring_back("po") == "locales/fr/duel.yaml: nothing changed, 1 confirmed"
    assert "PNP340" not in run("check -l fr").err
    assert json.loads((duel / LOCK).read_bytes())[KEY]["source"].endswith("two hits.")


def test_what_confirms_an_older_original_confirms_nothing(duel: Path) -> None:
    rewrite(duel / "locales/en/duel.yaml", {f"en.{KEY}": "Win Tip-Tap Duel by two hits."})
    export("fr", "po", "duel")
    rewrite(duel / "locales/en/duel.yaml", {f"en.{KEY}": "Win Tip-Tap Duel by three hits."})
    _po(lambda entry: entry.flags.remove("fuzzy"))
    ran = run(f"l10n import {sent('fr', 'po')}")
    assert (ran.status, ran.out) == (0, "locales/fr/duel.yaml: nothing changed\n")
    assert f"warning[PNP355]: `{KEY}` was translated from an original that has changed" in ran.err
    assert "PNP340" in run("check -l fr").err


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_that_became_plural_since_the_export_stays_stale(duel: Path, form: str) -> None:
    export("fr", form, "duel")
    english = duel / "locales/en/duel.yaml"
    plain = yaml.safe_load(english.read_text("utf-8"))["en"]["rules"]["goal"]["line"]
    plural = f'{{one: "Play {{hand_size}} card.", other: "{plain}"}}'
    text = english.read_text("utf-8")
    assert text.count(f"line: {plain}") == 1
    english.write_text(text.replace(f"line: {plain}", f"line: {plural}"), "utf-8")
    _rewrite(form, "Gagnez", "Vous gagnez")
    ran = run(f"l10n import {sent('fr', form)}")
    assert "warning[PNP355]" in ran.err
    assert "confirmed" not in ran.out
    assert "PNP340" in run("check -l fr").err


def test_an_approval_is_of_one_wording(duel: Path) -> None:
    lock = json.loads((duel / LOCK).read_bytes())
    del lock[KEY]
    (duel / LOCK).write_text(json.dumps(lock), "utf-8")
    export("fr", "xliff", "duel")
    _rewrite("xliff", 'state="translated"', 'state="final"')
    assert _bring_back("xliff") == "locales/fr/duel.yaml: nothing changed, 1 approved"
    before = tree(duel / "locales")
    for form in ("xliff", "csv", "po"):
        export("fr", form, "duel")
        assert _bring_back(form) == "locales/fr/duel.yaml: nothing changed"
    assert tree(duel / "locales") == before
    assert _status().endswith("accepted")
    rewrite(duel / "locales/fr/duel.yaml", {f"fr.{KEY}": "Gagnez à Tip-Tap Duel par deux touches."})
    assert _status().endswith("1 not accepted")


@pytest.mark.parametrize("form", ["po", "xliff", "csv"])
def test_a_question_travels_to_the_author_and_the_answer_back(duel: Path, form: str) -> None:
    export("fr", form, "duel")
    question = "Who wins,\nif both hit?"
    if form == "po":
        _po(lambda entry: setattr(entry, "tcomment", question))
    elif form == "xliff":
        _rewrite(form, "</target>", f"</target><note>{question}</note>")
    else:
        _rewrite(form, '"approved",""', f'"approved","{question}"')
    assert _bring_back(form) == "locales/fr/duel.yaml: nothing changed, 1 with a new comment"
    assert "accepted, 1 question\n" in run("l10n status duel --no-fit").out
    shown = run("l10n remarks duel -l fr").out
    assert f"{KEY}  locales/fr/duel.yaml:" in shown
    assert shown.endswith("0 texts in doubt, 1 question open\n")
    assert run(f"l10n answer duel {KEY} -l fr --text Nobody.").status == 0
    assert "question" not in run("l10n status duel --no-fit").out
    before = tree(duel / "locales")
    export("fr", form, "duel")
    assert "From the author: Nobody." in sent("fr", form).read_text("utf-8")
    assert _bring_back(form) == "locales/fr/duel.yaml: nothing changed"
    assert tree(duel / "locales") == before
    assert run(f"l10n answer duel {KEY} -l fr --settled").status == 0
    assert json.loads((duel / REMARKS).read_bytes()) == {}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("duel --settled", "name the text"),
        ("--settled", "name the text"),
        ("duel --text Yes.", "name the text"),
        (f'{KEY} --text " "', "'--text' is empty"),
    ],
)
def test_an_answer_is_to_a_text_that_is_named(duel: Path, words: str, told: str) -> None:
    remarks = {KEY: {"comment": "Who wins?", "open": True}}
    (duel / REMARKS).write_text(json.dumps(remarks), "utf-8")
    ran = run(f"l10n answer {words}")
    assert (ran.status, told in ran.err) == (2, True)
    assert json.loads((duel / REMARKS).read_bytes()) == remarks


def test_a_program_that_drops_all_comments_removes_none(duel: Path) -> None:
    (duel / REMARKS).write_text(json.dumps({KEY: {"comment": "Hm."}}), "utf-8")
    export("fr", "xliff", "duel")
    file = sent("fr", "xliff")
    text = file.read_text("utf-8")
    file.write_text(re.sub(' *<note from="translator">.*?</note>\n', "", text), "utf-8")
    ran = run(f"l10n import {file}")
    assert ran.out == "locales/fr/duel.yaml: nothing changed\n"
    assert f"the file has no comment any more, of 1 comment exported: `{KEY}`" in ran.err


@pytest.mark.parametrize("text", ["{", "[]", '{"a.b": {"unsure": 1}}', '{"a.b": {"mood": "x"}}'])
def test_remarks_that_cannot_be_read_are_told(duel: Path, text: str) -> None:
    (duel / REMARKS).write_text(text, "utf-8")
    told = run("check -l fr")
    assert told.status == 1
    assert "error[PNP384]: the translators' remarks cannot be read" in told.err
    assert f"--> {REMARKS}:1:" in told.err


@pytest.mark.usefixtures("duel")
def test_accepting_a_text_by_name_removes_its_doubt_and_says_so() -> None:
    assert run("l10n accept duel -l fr").status == 0
    export("fr", "po", "duel")
    _doubt("po")
    _bring_back("po")
    assert run(f"l10n accept duel {KEY} -l fr").out.endswith(" accepted, 1 no longer in doubt\n")
    assert " no longer" not in run(f"l10n accept duel {KEY} -l fr").out
