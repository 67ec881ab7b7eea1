"""What is kept of a check depends on every file that the rules of its game have read."""

import importlib
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

from printnplay import open_project
from printnplay.build.check_report import CheckReport
from printnplay.edition.request import CheckRequest, Progress
from printnplay.kernel.diagnostics import FaultsError
from printnplay.play.check_rules import RulesReport, prove

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "kept_reads.yaml").read_text("utf-8"))
RULES = "stairs/designs/stairs/rules.py"

BEGIN = """import json
import os
from pathlib import Path

HERE = Path(__file__).parent


def is_open():
"""
AT = {
    "start": ("HAND = 3", "HAND = 3 if is_open() else 1 / 0"),
    "play": ("return move.seat != table.turn", "return not is_open() or move.seat != table.turn"),
}
"""Where the rules ask whether a card may be played: what is replaced, and by what."""


@pytest.fixture
def place(tmp_path: Path, guide_files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the project of the guide to rules, a folder of modules, and a cache."""
    shutil.copytree(HERE.parent / "cli/stairs", tmp_path / "stairs")
    for name, text in guide_files.items():
        (tmp_path / "stairs/designs/stairs" / name).write_text(text, "utf-8")
    (tmp_path / "modules").mkdir()
    monkeypatch.syspath_prepend(tmp_path / "modules")
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    sys.modules.pop("house", None)  # of an earlier test: what rules find imported counts for them
    return tmp_path


def write(place: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            (place / name).mkdir()
        else:
            (place / name).write_text(text, "utf-8")
    sys.modules.pop("house", None)
    importlib.invalidate_caches()  # a process remembers which folders of modules are missing


def prepare(case: Mapping[str, Any], place: Path) -> None:
    """Let the rules of the project ask whether a card may be played, as the case says."""
    old, new = AT[case.get("at", "play")]
    rules = (place / RULES).read_text("utf-8").replace(old, new)
    rules = BEGIN + indent(case["code"], "    ") + "\n\n" + rules
    write(place, {RULES: rules, **case.get("files", {})})


def check(place: Path, *, cached: bool = True) -> CheckReport | str:
    """The report, or the fault that keeps anything from being checked."""
    try:
        return open_project(place / "stairs", trust_rules=True).check(cached=cached)
    except FaultsError as error:
        return str(error)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_rules_have_read_counts(case: Mapping[str, Any], place: Path) -> None:
    prepare(case, place)
    first = check(place)
    assert isinstance(first, CheckReport)
    assert first.problems == ()
    assert check(place) == first
    write(place, case["then"])
    changed = check(place)
    assert changed != first
    assert changed == check(place, cached=False)


@pytest.mark.parametrize("spoil", ["cut", "removed"])
@pytest.mark.parametrize("name", ["stairs", "garden"])
@pytest.mark.sampled(4)
def test_every_file_of_a_project_counts(spoil: str, name: str, place: Path) -> None:
    if name == "garden":
        shutil.rmtree(place / "stairs")
        shutil.copytree(HERE.parent / "cli/garden", place / "stairs")
    first = check(place)
    files = sorted(path for path in (place / "stairs").rglob("*") if path.is_file())
    assert len(files) > 5
    for file in files:
        content = file.read_bytes()
        if spoil == "cut":
            file.write_bytes(content[: len(content) // 2])
        else:
            file.unlink()
        assert check(place) == check(place, cached=False), file
        file.write_bytes(content)
        assert check(place) == first


def count(place: Path, *, cached: bool = True) -> RulesReport:
    request = CheckRequest(place / "stairs", trust_rules=True, cached=cached)
    return prove(request, Progress())


@pytest.mark.at_leisure
def test_what_claims_have_read_counts(place: Path) -> None:
    counts = 'COUNTS = {"steps": lambda: int((HERE.parents[1] / "steps").read_text("utf-8"))}\n'
    begin, _, _ = BEGIN.partition("def is_open")
    claims = "- {id: steps, count: steps, value: 24, says: Steps., by: us, holds: yes}\n"
    rules = begin + (place / RULES).read_text("utf-8") + counts
    write(place, {RULES: rules, "stairs/designs/stairs/claims.yaml": claims, "stairs/steps": "24"})
    assert count(place).problems == ()
    assert count(place).games[0].claims[0].counted == 24
    write(place, {"stairs/steps": "23"})
    assert count(place).problems
    assert count(place) == count(place, cached=False)


BUILT = [*CASES[:5], *(case for case in CASES if "only looked for" in case["name"])]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", BUILT, ids=[case["name"] for case in BUILT])
@pytest.mark.at_leisure
def test_a_build_counts_what_rules_have_read(case: Mapping[str, Any], place: Path) -> None:
    prepare(case, place)
    project = open_project(place / "stairs", trust_rules=True)
    assert any(file.fresh for file in project.build(output=place / "output", jobs=1).files)
    write(place, case["then"])
    with pytest.raises(FaultsError):
        project.build(output=place / "output", jobs=1)


@pytest.mark.at_leisure
def test_a_project_does_not_count_the_rules_of_another(place: Path) -> None:
    shutil.copytree(place / "stairs", place / "other")
    rules = place / RULES
    (rules.parent / "rules").mkdir()
    rules.rename(rules.parent / "rules/__init__.py")
    with (rules.parent / "rules/__init__.py").open("a", encoding="utf-8") as file:
        file.write("\nfrom . import steps\n")
    (rules.parent / "rules/steps.py").write_text("STEPS = 24\n", "utf-8")
    game = rules.parent / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("rules: rules.py", "rules: rules"), "utf-8")
    for name in ("stairs", "other"):
        project = open_project(place / name, trust_rules=True)
        fresh = [
            any(file.fresh for file in project.build(output=place / name / "output", jobs=1).files)
            for _ in range(2)
        ]
        assert fresh == [True, False], name
