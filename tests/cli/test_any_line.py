"""Whatever line is missing or spoiled: a report with a place in the project, never a traceback."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printnplay.model.codes import CODES

from .project import copy_project, run, stand_in

SPOILED = ("", "{", "  odd: [", "{{ nothing }}", "- 猫", "<svg", "\t", "id: -1")


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project that every example mends before it ends."""
    folder = copy_project(tmp_path_factory.mktemp("any-line"))
    with pytest.MonkeyPatch.context() as monkeypatch:
        stand_in(folder, folder, monkeypatch)
        yield folder


@settings(max_examples=15)
@given(data=st.data())
def test_a_spoiled_line_is_a_fault_with_a_place_or_none_at_all(
    mended: Path, data: st.DataObject
) -> None:
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
