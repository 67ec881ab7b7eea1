"""Whatever line is missing or spoiled: a report with a place in the project, never a traceback."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printnplay.model.codes import CODES

from .project import ROOT, copy_project, run, stand_in

SPOILED = ("", "{", "  odd: [", "{{ nothing }}", "- 猫", "<svg", "\t", "id: -1")


@pytest.fixture
def mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that every example mends before it ends."""
    folder = copy_project(tmp_path)
    stand_in(folder, folder, monkeypatch)
    return folder


@pytest.fixture
def mended_small(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small one, with all that a game needs: it is checked in no time."""
    folder = shutil.copytree(small, tmp_path / "small")
    stand_in(folder, ROOT, monkeypatch)
    return folder


# The fixtures are the same for all examples of a test, as they should be.
LARGE = settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
SMALL = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@LARGE
@given(data=st.data())
def test_a_spoiled_line_is_a_fault_with_a_place_or_none_at_all(
    mended: Path, data: st.DataObject
) -> None:
    spoil_a_line(mended, data)


@SMALL
@given(data=st.data())
def test_so_it_is_in_a_game_without_rules(mended_small: Path, data: st.DataObject) -> None:
    spoil_a_line(mended_small, data)


def spoil_a_line(mended: Path, data: st.DataObject) -> None:
    """Spoil any line of a project, and look at what its check says."""
    files = sorted(
        path
        for pattern in ("designs/**/*.yaml", "locales/en/*.yaml", "templates/*/*.*")
        for path in mended.glob(pattern)
        if path.suffix in (".yaml", ".j2")
    )
    path = data.draw(st.sampled_from(files), label="file")
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    number = data.draw(st.integers(0, len(lines) - 1), label="line")
    lines[number] = data.draw(st.sampled_from(SPOILED), label="spoiled")
    path.write_text("\n".join(lines), encoding="utf-8")
    try:
        ran = run("check -l en --format json")
    finally:
        path.write_text(text, encoding="utf-8")
    problems = json.loads(ran.out)["problems"]
    errors = [one for one in problems if one["severity"] == "error"]
    assert ran.status == (1 if errors else 0)
    for one in problems:
        assert one["code"] in CODES
        assert (mended / one["file"]).exists() or one["code"] in ("PNP102", "PNP417")
        assert one["message"][0].islower() or not one["message"][0].isalpha(), one["message"]
        assert not one["message"].endswith(".")
