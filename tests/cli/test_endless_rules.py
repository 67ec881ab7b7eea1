"""Rules that never end are stopped, and the report names what they were at work on."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from printnplay.play import reach, single_games, study
from printnplay.rules import claims, coverage, examples, loader

from .project import ROOT, change, run

CASES = yaml.safe_load((ROOT / "tests/rules/endless.yaml").read_text("utf-8"))
RULES = "designs/stairs/rules.py"
CLAUSE = "return move.seat != table.turn"
CLAIM = "- {id: all-steps, says: Steps., by: us, count: steps, holds: yes, value: 24}\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """All limits are low."""
    for module, name in (
        (claims, "CLAIM"),
        (coverage, "EXAMPLE"),
        (examples, "EXAMPLE"),
        (loader, "LOADING"),
        (single_games, "GAME"),
        (study, "GAME"),
    ):
        monkeypatch.setattr(module, name, 0.2)


def never_end(project: Path, case: Mapping[str, str]) -> None:
    body = case.get("clause", CLAUSE).strip().replace("\n", "\n        ")
    change(project, [{"file": RULES, "find": CLAUSE, "replace": body}])
    with (project / RULES).open("a", encoding="utf-8") as file:
        file.write(f"\n{case.get('after', '')}")
    if "claim" in case["name"]:
        (project / "designs/stairs/claims.yaml").write_text(CLAIM, "utf-8")


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_never_ends_is_named(case: Mapping[str, str], stairs: Path) -> None:
    never_end(stairs, case)
    ran = run(case.get("run", "check --trust-rules --no-cache"))
    assert ran.status == 1
    assert f"{case['says']} of processor time" in ran.err.replace("\n", " ")
    text = (stairs / RULES).read_text("utf-8")
    line = text[: text.index("while ")].count("\n") + 1
    places = [form.format(line + more) for form in ("rules.py:{}", "line {}") for more in range(5)]
    assert any(place in ran.err for place in places)


IN_ONE_STEP = """\
import printnplay.rules.endless as endless
from printnplay.cli import program
from printnplay.rules import examples
endless.KILL = 0.5
examples.EXAMPLE = 0.2
program()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no timers of processor time")
@pytest.mark.at_leisure
def test_a_library_that_never_returns_is_ended_and_its_line_named(stairs: Path) -> None:
    change(stairs, [{"file": RULES, "find": CLAUSE, "replace": "sum(iter(int, 1))"}])
    line = (stairs / RULES).read_text("utf-8").partition("sum(iter")[0].count("\n") + 1
    command = [sys.executable, "-c", IN_ONE_STEP, "check", "--trust-rules", "--no-cache"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode < 0
    assert f'rules.py", line {line} in ' in ran.stderr
    assert ran.stderr.startswith("Stack (most recent call first)")


@pytest.mark.at_leisure
def test_limits_may_be_lifted(stairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "EXAMPLE", 0.01)
    monkeypatch.setattr(reach, "SECONDS", 0.1)
    slow = "sum(range(400_000)); return move.seat != table.turn"
    change(stairs, [{"file": RULES, "find": CLAUSE, "replace": slow}])
    assert "the rules do not end" in run("check --rules --trust-rules --no-cache").err
    assert run("check --rules --trust-rules --no-cache --limits none").status == 0
