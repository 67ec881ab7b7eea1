"""Rules that take their cards from the deck: what does not fit is reported at both places."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from .project import change, run

pytestmark = pytest.mark.sampled(3)

FOLDER = "designs/stairs"
CASES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("rules_deck.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_does_not_fit_is_reported(case: Mapping[str, Any], stairs: Path) -> None:
    for one in case["change"]:
        change(stairs, [{**one, "file": f"{FOLDER}/{one['file']}"}])
    ran = run("check --rules --trust-rules")
    assert ran.status == 1
    lines = [line.strip() for line in ran.err.splitlines()]
    at = lines.index(f"error[{case['code']}]: {case['says']}")
    assert lines[at + 1] == f"--> {FOLDER}/{case['at']}"
    places = [line for line in lines[at + 2 :] if line.startswith("--> ")]
    assert "note" not in case or places[0] == f"--> {FOLDER}/{case['note']}"
    assert f"help: {case.get('help', '')}" in ran.err
    assert "in" not in case or f"note: in {case['in']}" in lines
    assert "PNP609" not in ran.err
    assert "Traceback" not in ran.err
