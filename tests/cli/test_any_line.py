"""Whatever line is missing or spoiled: a report with a place in the project, never a traceback."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printnplay.kernel.codes import CODES

from .project import run

SPOILED = ("", "{", "  odd: [", "{{ nothing }}", "- 猫", "<svg", "\t", "id: -1")


EXAMPLES = 16
"""How many lines are spoiled of each game; `--thorough` spoils more."""

# The project is the same for all examples of a test, as it should be: each mends it in the end.
spoiling = settings(
    max_examples=EXAMPLES if settings.get_current_profile_name() == "steady" else 1000,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.at_leisure
@spoiling
@given(data=st.data())
def test_a_spoiled_line_is_a_fault_with_a_place_or_none_at_all(
    stairs: Path, data: st.DataObject
) -> None:
    spoil_a_line(stairs, data, "check --trust-rules --format json")


@pytest.mark.at_leisure
@spoiling
@given(data=st.data())
def test_so_it_is_in_a_game_without_rules(city: Path, data: st.DataObject) -> None:
    spoil_a_line(city, data, "check --format json")


def spoil_a_line(mended: Path, data: st.DataObject, check: str) -> None:
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
        ran = run(check)
    finally:
        path.write_text(text, encoding="utf-8")
    problems = json.loads(ran.out)["problems"]
    errors = [fault for fault in problems if fault["severity"] == "error"]
    assert ran.status == (1 if errors else 0)
    for fault in problems:
        assert fault["code"] in CODES
        assert (mended / fault["file"]).exists() or fault["code"] in ("PNP102", "PNP417")
        assert fault["message"][0].islower() or not fault["message"][0].isalpha(), fault["message"]
        assert not fault["message"].endswith(".")
