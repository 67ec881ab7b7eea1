"""Preflight finds each planted fault at its place, nothing else, and nothing in clean files."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from printnplay.export.pdf_preflight import find_printer
from printnplay.files.catalog import PACKAGE, Catalog
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.pdf.preflight.findings import Finding
from printnplay.pdf.preflight.inspecting import Task, inspected

from .pages import Case, made

pytestmark = pytest.mark.sampled(4)

FAULTS: dict[str, Case] = yaml.safe_load(
    Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8")
)


def wanted_by(name: str) -> Requirements:
    return find_printer(name, Catalog(PACKAGE.parent)) if name else GENERAL


def found_in(case: Case, printer: str) -> list[Finding]:
    task = Task(wanted_by(printer), case.get("stitched", False))
    return inspected(made(case), task).findings


def summary(finding: Finding) -> dict[str, Any]:
    found = {"rule": finding.rule.value, "says": finding.message}
    place = finding.place
    return {
        **found,
        "required": finding.is_required,
        "at": [round(length / 1000, 1) for length in place] if place else None,
    }


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_alone(name: str) -> None:
    case = FAULTS[name]
    found = found_in(case, case.get("for", "offset"))
    own = [summary(one) for one in found if one.rule.value == case["rule"]]
    others = {one.rule.value for one in found} - {case["rule"]}
    assert others == {*case.get("also", [])}, found
    (fault,) = own
    assert case["says"] in fault["says"]
    assert fault["required"] is case.get("required", False)
    if "at" in case:
        assert fault["at"] == case["at"]


@pytest.mark.parametrize(
    "printer", ["", "offset", "longpack", "wingo", "hopes", "kylin", "diypack"]
)
def test_a_clean_file_is_clean(printer: str) -> None:
    assert found_in({}, printer) == []


@pytest.mark.parametrize(
    ("printer", "known"),
    [
        ("", "CutContour Crease KissCut"),
        ("longpack", "die-cut Crease KissCut"),  # it names one: the others have the usual names
        ("offset", ""),  # it says nothing of dies
    ],
)
def test_die_lines_are_no_faults_where_their_names_are_known(printer: str, known: str) -> None:
    for name in ("CutContour", "Crease", "KissCut", "die-cut", "Gold"):
        case: Case = {"spot": name, "draw": "/Spot CS 1 SC 0.7 w 60 60 20 20 re S"}
        rules = [one.rule.value for one in found_in(case, printer)]
        assert rules == ([] if name in known.split() else ["spot"]), name


def test_alike_faults_of_a_page_are_one_with_their_number() -> None:
    lines = " ".join(f"60 {height} m 140 {height} l S" for height in (60, 64, 68))
    (found,) = found_in({"draw": f"0.2 w {lines} 0.1 w 60 72 m 140 72 l S"}, "offset")
    assert (found.count, found.message) == (
        4,
        "a line is 0.10 pt thin; at least 0.25 pt print well",
    )


def test_marks_beyond_the_bleed_are_no_faults() -> None:
    wide: Case = {
        "page": {
            "MediaBox": [-10, -10, 79.5, 104.9],
        },
        "draw": "0.1 w /Every CS 1 SC 8.5 -20 m 8.5 -10 l S"
        " 0 0 0 1 k BT /F 4 Tf 20 -20 Td (a) Tj ET",
    }
    assert found_in(wide, "offset") == []


@pytest.mark.parametrize(
    ("turned", "at"),
    [(0, [18.2, 63.7]), (90, [18.2, 18.2]), (180, [38.3, 18.2]), (270, [63.7, 38.3])],
)
def test_places_are_those_of_the_page_as_it_is_seen(turned: int, at: list[float]) -> None:
    case = {"page": {"Rotate": turned}, "draw": "1 0 0 rg 60 60 20 20 re f"}
    (found,) = found_in(case, "offset")
    assert summary(found)["at"] == at
