"""An export never overwrites what somebody has edited in an exported file and not imported yet."""

from collections.abc import Mapping
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


MORE = {"po": "#~ kept by an editor\n", "xliff": "<?editor asked?>\n", "csv": "\n"}
"""What translators' programs leave in a file, and no import reads."""


@pytest.mark.parametrize("form", MORE)
def test_a_returned_file_is_kept_when_the_next_export_takes_its_place(
    duel: Path, form: str
) -> None:
    assert run(_export(form)).status == 0
    path = Path("sent") / NAMES[form]
    returned = path.read_text("utf-8") + MORE[form]
    path.write_text(returned, "utf-8")
    assert run(f"l10n import {path}").status == 0
    for _ in range(2):  # a second time, there is nothing to keep
        _author_edits(duel) if path.read_text("utf-8") == returned else None
        exported = run(_export(form))
        assert exported.status == 0, exported.err
    (copy,) = (Path("sent") / "returned").iterdir()
    assert (copy.suffix, copy.read_text("utf-8")) == (path.suffix, returned)
    assert path.read_text("utf-8") != returned
    assert str(copy) not in exported.out


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


TAKEN = {
    "csv": {"Ruses": "Astuces", '"translated","",': '"unsure","Really?",'},
    "po": {"#. base:": "# Really?\n#, fuzzy\n#. base:", 'msgstr "Ruses"': 'msgstr "Astuces"'},
    "xliff": {
        ">Ruses<": ">Astuces<",
        '"translated"': '"final"',
        "</target>": "</target><note>Hm</note>",
    },
    "tbx": {">Feinte<": ">Botte<", "form: card": "form: dative"},
    "tmx": {'o-tmf="printnplay"': 'o-tmf="OmegaT"', "  <tuv": "<tuv"},
}
NOT_TAKEN = {
    "csv": {
        '"Swords","': '"Blades","',
        "carte Feinte": "carte Botte",
        '"base"': '"base","notes"',
        '"comment"': '"Kommentar"',
    },
    "po": {
        'msgid "Swords"': 'msgid "Blades"',
        'msgid ""': '# Ruses or Astuces?\nmsgid ""',
        "#. Term: {term:feint} Feinte": "#. Term: {term:feint} Botte",
        'msgstr "Drapeaux"': 'msgstr "Drapeaux"\n\n#~ msgid "Old"\n#~ msgstr "Vieux"\n',
    },
    "xliff": {
        "<source>Swords": "<source>Blades",
        "<xliff": "<!-- Really? -->\n<xliff",
        "</trans-unit>": "<comments><comment>Really?</comment></comments></trans-unit>",
        "carte Feinte": "carte Botte",
    },
    "tbx": {
        ">Feint<": ">Dodge<",
        "</tig>": "<note>Really?</note></tig>",
        "<langSet": "<descrip type='definition'>A move that deceives</descrip><langSet",
    },
    "tmx": {
        ">Ruses<": ">Astuces<",
        ">Swords<": ">Blades<",
        "<body>": "<body><!-- Really? -->",
        "</tmx>": "</tmx><!-- Really? -->",
    },
}


def _cases(of: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    return [(form, old) for form, edits in of.items() for old in edits]


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(("form", "old"), _cases(NOT_TAKEN))
def test_edits_that_an_import_does_not_take_are_named_and_stay(form: str, old: str) -> None:
    assert run(_export(form)).status == 0
    path = Path("sent") / NAMES[form]
    text = path.read_text("utf-8")
    assert old in text
    edited = text.replace(old, NOT_TAKEN[form][old], 1)
    path.write_text(edited, "utf-8")
    ran = run(f"l10n import {path}")
    assert (ran.status, ran.err.count("warning[PNP397]")) == (0, 1)
    assert run(_export(form)).status == 1
    assert path.read_text("utf-8") == edited


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize(("form", "old"), _cases(TAKEN))
def test_edits_that_an_import_takes_or_that_programs_make_are_no_others(
    form: str, old: str
) -> None:
    assert run(_export(form)).status == 0
    path = Path("sent") / NAMES[form]
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, TAKEN[form][old]), "utf-8")
    assert "PNP397" not in run(f"l10n import {path}").err
    assert run(_export(form)).status == 0


@pytest.mark.parametrize(
    ("form", "first"),
    [("csv", '"rules.'), ("po", "rules.goal.title"), ("xliff", '<trans-unit id="rules.')],
)
def test_texts_that_are_missing_are_named(duel: Path, form: str, first: str) -> None:
    """As of a file that was cut between two of them, and that came by mail."""
    assert run(f"l10n export fr duel --format {form}").status == 0
    path = Path("output/l10n") / NAMES[form]
    text = path.read_text("utf-8")
    end = "</body></file></xliff>" if form == "xliff" else ""
    received = duel / f"{path.stem} (1){path.suffix}"
    cut = text.index(first)
    cut = text.rindex("\n\n", 0, cut) if form == "po" else cut
    received.write_text(text[:cut] + end, "utf-8")
    ran = run(f"l10n import '{received.name}'")
    assert (ran.status, ran.err.count("warning[PNP398]")) == (0, 1)
    assert "lacks 10 texts" in ran.err
    assert "`rules.goal.title`" in ran.err


def test_comments_of_a_po_file_are_taken_or_named_wherever_they_are(duel: Path) -> None:
    assert run(_export("po")).status == 0
    path = Path("sent/duel.fr.po")
    text = path.read_text("utf-8").replace("#. base:", "#Really?\n#. base:", 1)
    path.write_text(f"{text}\n# At the end\n", "utf-8")
    ran = run(f"l10n import {path}")
    assert "1 with a new comment" in ran.out
    assert "PNP397" in ran.err
    assert "`At the end` cannot" in ran.err
    assert "Really?" in (duel / "locales/fr/duel.remarks.json").read_text("utf-8")


def test_a_synonym_without_a_form_replaces_no_term(duel: Path) -> None:
    before = (duel / GLOSSARY).read_bytes()
    assert run(_export("tbx")).status == 0
    path = Path("sent/duel.fr.tbx")
    text = path.read_text("utf-8")
    at = text.index("<tig><term>carte")
    path.write_text(f"{text[:at]}<tig><term>Botte</term></tig>{text[at:]}", "utf-8")
    ran = run(f"l10n import {path}")
    assert (ran.status, ran.err.count("error[PNP354]")) == (1, 1)
    assert (duel / GLOSSARY).read_bytes() == before


def test_an_emptied_term_is_named(duel: Path) -> None:
    before = (duel / GLOSSARY).read_bytes()
    assert run(_export("tbx")).status == 0
    path = Path("sent/duel.fr.tbx")
    path.write_text(path.read_text("utf-8").replace(">Feinte<", "><"), "utf-8")
    assert "warning[PNP359]" in run(f"l10n import {path}").err
    assert (duel / GLOSSARY).read_bytes() == before


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
