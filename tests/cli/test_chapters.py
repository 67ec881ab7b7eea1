"""Games with Markdown chapters, beside every other kind of file."""

from pathlib import Path

import pytest

from .project import ROOT, run, stand_in

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
