"""Games with Markdown chapters, beside every other kind of file."""

import json
from pathlib import Path
from typing import Any

import pytest

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.sampled(3)

CHAPTER = """\
# The  story so far {#story}

It was  a dark night -- and
nobody saw  a whale.

| Ship | Ship  ahoy |
|---|---|
| The  whale | The whale |
"""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a table of cards and a chapter."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new mm --from csv").status == 0
    monkeypatch.chdir(tmp_path / "mm")
    chapter = Path("locales/en/mm.md")
    chapter.write_text("# The story so far {#story}\n\nNine ships left.\n", "utf-8")
    with Path("designs/mm/booklet.yaml").open("a") as booklet:
        booklet.write("  - id: story\n    blocks:\n      - chapter: story\n")
    return chapter


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("command", ["check", "check --proofread", "l10n status", "list"])
def test_commands_work_with_a_table_and_a_chapter(command: str) -> None:
    ran = run(command)
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.at_leisure
def test_chapters_are_fixed_like_other_texts(told: Path) -> None:
    told.write_text(CHAPTER, "utf-8")
    ran = run("check --fix")
    fixed = told.read_text("utf-8")
    assert "fixed 4 texts in 1 file" in ran.err
    assert fixed == (
        "# The story so far {#story}\n\nIt was a dark night -- and\nnobody saw a whale.\n"
        "\n| Ship | Ship ahoy |\n|---|---|\n| The whale | The whale |\n"
    )
    assert "nothing to fix" in run("check --fix").err
    assert told.read_text("utf-8") == fixed


LOCK = Path("locales/fr/mm.lock.json")
FRENCH = "# Le conte {#story}\n\nNeuf navires restent.\n"


@pytest.fixture
def translated(told: Path) -> Path:
    """The same game in French: its texts as in English, but for the chapter."""
    french = Path("locales/fr")
    french.mkdir()
    for name in ("mm.yaml", "common.yaml"):
        english = told.with_name(name)
        if english.is_file():
            (french / name).write_text(english.read_text("utf-8").replace("en:", "fr:", 1), "utf-8")
    (french / "mm.md").write_text(FRENCH, "utf-8")
    return told


def _faults(code: str, language: str = "fr") -> list[dict[str, Any]]:
    found = json.loads(run(f"check mm -l {language} --format json").out)["problems"]
    return [fault for fault in found if fault["code"] == code]


def test_a_changed_chapter_makes_its_translation_stale(translated: Path) -> None:
    assert run("l10n accept mm -l fr").status == 0
    assert '"rules.story.1"' in LOCK.read_text("utf-8")
    assert _faults("PNP340") == []
    text = translated.read_text("utf-8")
    translated.write_text(text.replace("Nine ships", "Nineteen whales"), "utf-8")
    (fault,) = _faults("PNP340")
    assert "`rules.story.1`" in fault["message"]
    assert fault["file"] == "locales/fr/mm.md"
    assert "rules.story.1  locales/fr/mm.md:3" in run("l10n diff mm -l fr").out
    states = json.loads(run("l10n status mm --no-fit --format json").out)
    assert [one["stale"] for one in states if one["game"] == "mm"] == [0, 1]
    assert run("l10n accept mm rules.story.1 -l fr").out.startswith(f"{LOCK}  1 of ")
    assert _faults("PNP340") == []


@pytest.mark.at_leisure
def test_a_missing_chapter_is_counted_and_named(translated: Path) -> None:
    before = json.loads(run("l10n status mm --no-fit --format json").out)
    (translated.parents[1] / "fr/mm.md").unlink()
    after = json.loads(run("l10n status mm --no-fit --format json").out)
    (english, french), (english_after, french_after) = (
        [one["translated"] for one in states if one["game"] == "mm"] for states in (before, after)
    )
    assert (english_after, french_after) == (english, french - 2)  # its heading and its paragraph
    faults = [fault for fault in _faults("PNP301") if "rules.story" in fault["message"]]
    assert {fault["file"] for fault in faults} == {"locales/fr/mm.md"}
    assert "`# Its title {#story}` in locales/fr/mm.md" in faults[0]["help"]


@pytest.mark.usefixtures("translated")
@pytest.mark.parametrize("form", ["po", "xliff", "csv"])
def test_chapters_are_left_out_of_exports(form: str) -> None:
    assert run(f"l10n export fr mm --format {form} -o sent").status == 0
    (file,) = (path for path in Path("sent").iterdir() if path.name.startswith("mm.fr"))
    text = file.read_text("utf-8")
    assert "rules.goal" in text
    assert "rules.story" not in text
    assert run(f"l10n import {file}").out == "locales/fr/mm.yaml: nothing changed\n"


def test_a_memory_fills_in_no_chapter(translated: Path) -> None:
    assert run("l10n export fr mm --format tmx -o sent").status == 0
    (translated.parents[1] / "fr/mm.md").unlink()
    run("l10n import sent/memory.fr.tmx")
    assert "story:" not in Path("locales/fr/mm.yaml").read_text("utf-8")
