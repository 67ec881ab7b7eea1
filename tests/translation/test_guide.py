"""The page for translators: whoever does what it says sees what it shows."""

import json
import re
from pathlib import Path

import pytest
from cli.project import copy_project, run, stand_in

from printnplay.files.catalog import PACKAGE
from printnplay.kernel.codes import CODES

GUIDE = Path(__file__).parents[2] / "docs" / "translating.md"
TEXT = GUIDE.read_text("utf-8")

_BLOCK = re.compile(
    r'^```(?P<kind>console|diff title="(?P<file>[^"]+)")\n(?P<text>.*?)^```$',
    re.MULTILINE | re.DOTALL,
)
_HUNK = re.compile(r"^@@ (.*)\n((?:[-+ ].*\n)+)", re.MULTILINE)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    stand_in(copy_project(tmp_path), tmp_path, monkeypatch)
    for lock in tmp_path.glob("locales/fr/*.lock.json"):
        lock.unlink()
    return tmp_path


@pytest.mark.at_leisure
def test_the_page_shows_what_happens(project: Path) -> None:
    done = 0
    for block in _BLOCK.finditer(TEXT):
        if block["file"]:
            _edit(project / block["file"], block["text"])
        else:
            _compare(block["text"])
        done += 1
    assert done > 10


def _edit(path: Path, hunks: str) -> None:
    """Below the line that a hunk names, its lines with `-` become those with `+`, in turn."""
    text = path.read_text("utf-8")
    for anchor, lines in _HUNK.findall(hunks):
        at = re.search(rf"^ *{re.escape(anchor)}$", text, re.MULTILINE)
        assert at is not None, anchor
        done = at.end()
        pairs = re.findall(r"^-(.*)\n\+(.*)$", lines, re.MULTILINE)
        for old, new in pairs:
            done = text.index(old, done)
            text = text[:done] + new + text[done + len(old) :]
        assert pairs
    path.write_text(text, "utf-8")


def _compare(block: str) -> None:
    """What a command shows is as in the block; `…` stands for anything."""
    head, _, shown = block.partition("\n")
    ran = run(head.removeprefix("$ printnplay "))
    pattern = re.escape(shown).replace("…", ".*")
    assert re.fullmatch(pattern, ran.err + ran.out, re.DOTALL), ran


def test_the_language_filter_for_weblate_leaves_out_the_glossary() -> None:
    (settings,) = json.loads((PACKAGE / "starters/every/weblate.json").read_bytes())
    pattern = settings["language_regex"]
    assert f"`{pattern}`" in TEXT
    assert all(re.match(pattern, code) for code in ("fr", "pt-BR", "zh-Hant-HK"))
    assert not re.match(pattern, "glossary")


def test_the_table_names_codes_that_there_are() -> None:
    named = set(re.findall(r"PNP\d{3}", TEXT))
    assert named <= set(CODES)
    for first, last in re.findall(r"PNP(\d{3})-PNP(\d{3})", TEXT):
        named |= {f"PNP{number}" for number in range(int(first), int(last) + 1)}
    assert {code for code in CODES if "PNP350" <= code <= "PNP359"} <= named
