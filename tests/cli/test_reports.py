"""The report formats: what programs read is complete, and stays as it is documented."""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from printnplay import __version__
from printnplay.build import check as checking
from printnplay.build.check import check
from printnplay.cli.console import exit_status, judged, tally
from printnplay.cli.options import FORMATS
from printnplay.cli.reports import render
from printnplay.cli.reports.text import FEW
from printnplay.edition.request import Progress
from printnplay.kernel.codes import CODES
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span

from .project import ROOT, change, run, stand_in

pytestmark = pytest.mark.sampled(3)

ENGLISH = "locales/en/lost-city.yaml"
SPOILED = [
    {"file": ENGLISH, "line": "on: ", "with": 'on: "Turn 2 cards over."'},
    {"file": ENGLISH, "find": "      empty: ", "replace": "      emptied: "},
]
PLACED = Diagnostic(
    CODES["PNP111"], "a key: 50%, odd", Span("a b,c.yaml", 3, 5, 4), "one\ntwo", "mend it"
)
WARNING = Diagnostic(CODES["PNP304"], "a number", Span("x.yaml", 2), severity=Severity.WARNING)
NOWHERE = Diagnostic(CODES["PNP001"], "unknown game `x`", Span(""), "expected one of y")


@pytest.fixture(scope="module")
def spoiled(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project with faults, to be looked at only."""
    folder = shutil.copytree(small, tmp_path_factory.mktemp("spoiled") / "city")
    change(folder, SPOILED)
    with pytest.MonkeyPatch.context() as monkeypatch:
        stand_in(folder, ROOT, monkeypatch)
        yield folder


@pytest.fixture(scope="module")
def reports(spoiled: Path) -> dict[str, str]:
    """What `check` shows of it in each format."""
    forms = [form for form in FORMATS if form != "text"]
    with pytest.MonkeyPatch.context() as monkeypatch:
        # The formats show one and the same check.
        shown = cache(lambda request: check(request, Progress()))
        monkeypatch.setattr(checking, "check", lambda request, _: shown(request))
        ran = {form: run(f"check -l en --format {form}") for form in forms}
    assert {(one.status, one.err) for one in ran.values()} == {(1, "")}
    assert not (spoiled / "output").exists()
    return {form: one.out for form, one in ran.items()}


@pytest.fixture(scope="module")
def problems(reports: dict[str, str]) -> list[dict[str, Any]]:
    """The same faults as JSON tells them."""
    found: list[dict[str, Any]] = json.loads(reports["json"])["problems"]
    return found


def test_json_has_every_fault_with_its_place(spoiled: Path, reports: dict[str, str]) -> None:
    report = json.loads(reports["json"])
    assert set(report) == {"version", "problems"}
    assert report["version"] == 1
    keys = ("code", "severity", "message", "file", "line", "column", "length")
    for fault in report["problems"]:
        assert set(fault) == {*keys, "label", "help", "notes", "subject"}
        assert fault["severity"] in ("error", "warning")
    found = {fault["code"]: fault for fault in report["problems"]}
    assert set(found) == {"PNP301", "PNP304"}
    number = found["PNP304"]
    assert number["subject"] == {
        "game": "lost-city",
        "language": "en",
        "card": "",
        "key": number["message"].split("`")[1],
    }
    text = (spoiled / ENGLISH).read_text(encoding="utf-8").split("\n")[number["line"] - 1]
    start = number["column"] - 1
    assert text[start : start + number["length"]] == "2"


def test_junit_counts_what_it_holds(
    reports: dict[str, str], problems: list[dict[str, Any]]
) -> None:
    root = ElementTree.fromstring(reports["junit"])
    errors = [fault for fault in problems if fault["severity"] == "error"]
    assert (root.tag, root.get("tests"), root.get("failures")) == (
        "testsuites",
        str(len(problems)),
        str(len(errors)),
    )
    for suite in root:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert {(case.get("name") or "").split()[1].split(":")[0] for case in cases} == {
            suite.get("name")
        }
    assert sorted(fault.get("message") or "" for fault in root.iter("failure")) == sorted(
        error["message"] for error in errors
    )


def test_sarif_has_what_the_standard_requires(
    reports: dict[str, str], problems: list[dict[str, Any]]
) -> None:
    report = json.loads(reports["sarif"])
    assert (report["version"], len(report["runs"])) == ("2.1.0", 1)
    assert report["$schema"].endswith("sarif-2.1.0.json")
    driver = report["runs"][0]["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("printnplay", __version__)
    results = report["runs"][0]["results"]
    assert len(results) == len(problems)
    for result, fault in zip(results, problems, strict=True):
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == fault["code"]
        assert result["level"] == fault["severity"]
        assert result["message"]["text"].startswith(fault["message"])
        (place,) = result["locations"]
        physical = place["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == fault["file"]
        region = physical.get("region", {})
        found = (region.get("startLine", 0), region.get("startColumn", 0))
        assert found == (fault["line"], fault["column"])


def test_github_has_one_command_a_line_for_each_fault(
    reports: dict[str, str], problems: list[dict[str, Any]]
) -> None:
    lines = reports["github"].splitlines()
    assert len(lines) == len(problems)
    for line, fault in zip(lines, problems, strict=True):
        head, _, message = line.removeprefix("::").partition("::")
        kind, _, places = head.partition(" ")
        assert kind == fault["severity"]
        assert dict(place.split("=") for place in places.split(",")) == {
            name: str(value)
            for name, value in {
                "file": fault["file"],
                "line": fault["line"],
                "col": fault["column"],
                "title": fault["code"],
            }.items()
            if value
        }
        assert message.replace("%25", "%").startswith(fault["message"])


def test_github_escapes_what_would_end_a_command() -> None:
    assert render([PLACED], "github") == (
        "::error file=a b%2Cc.yaml,line=3,col=5,title=PNP111::a key: 50%25, odd; one%0Atwo; mend it"
    )


def test_sarif_writes_paths_as_uris() -> None:
    result = json.loads(render([PLACED], "sarif"))["runs"][0]["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b,c.yaml"
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endColumn": 9}


def test_a_fault_in_a_line_without_a_column_marks_no_column() -> None:
    result = json.loads(render([WARNING], "sarif"))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2}
    assert render([WARNING], "github").startswith("::warning file=x.yaml,line=2,title=PNP304::")
    assert " --> x.yaml:2\n" in render([WARNING], "text") + "\n"


@pytest.mark.parametrize("form", FORMATS)
def test_a_fault_of_the_command_has_no_file(form: str) -> None:
    text = render([NOWHERE], form)
    assert "unknown game" in text
    assert "-->" not in text
    assert "file=" not in text
    if form == "junit":
        (suite,) = ElementTree.fromstring(text)
        assert suite.get("name") == "printnplay"
        assert [case.get("name") for case in suite] == ["PNP001"]


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_is_in_the_order_of_the_files(form: str) -> None:
    found = [PLACED, WARNING, NOWHERE]
    assert render(found, form) == render(found[::-1], form)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("command", ["check -l xx", "check no-such-game"])
def test_a_wrong_command_is_told_in_the_format_asked_for(
    project: Path, form: str, command: str
) -> None:
    ran = run(f"{command} --format {form}")
    assert ran.status == 2
    assert "PNP00" in (ran.err if form == "text" else ran.out)
    assert (ran.out if form == "text" else ran.err) == ""
    assert project.is_dir()


def test_a_clean_report_is_clean_in_every_format() -> None:
    clean = {form: render([], form) for form in FORMATS}
    assert json.loads(clean["json"]) == {"version": 1, "problems": []}
    assert json.loads(clean["sarif"])["runs"][0]["results"] == []
    assert ElementTree.fromstring(clean["junit"]).attrib.items() >= {("failures", "0")}
    assert clean["github"] == clean["text"] == ""


def test_people_see_warnings_first_and_errors_last() -> None:
    text = render([PLACED, WARNING], "text")
    assert text.index("warning[PNP304]") < text.index("error[PNP111]")


def test_people_see_a_kind_that_repeats_as_a_list() -> None:
    found = [
        Diagnostic(
            CODES["PNP304"], f"the number {line} is typed in `k{line}`", Span("x.yaml", line)
        )
        for line in range(1, 125)
    ]
    other = Diagnostic(CODES["PNP304"], "a number of another kind", Span("y.yaml", 3))
    parts = render([*found, other], "text").split("\n\n")
    assert len(parts) == FEW + 2
    assert parts[-2].startswith("error[PNP304]: a number of another kind")
    assert parts[-1] == (
        "error[PNP304]: 119 more: the number … is typed in …\n"
        " --> x.yaml:6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25"
        " and 99 more"
    )
    assert tally([*found, WARNING]) == "124 errors, 1 warning"
    assert len(json.loads(render(found, "json"))["problems"]) == len(found)


@pytest.mark.parametrize("form", FORMATS)
def test_strict_makes_warnings_errors_in_every_format(form: str) -> None:
    strict = judged([WARNING], strict=True)
    assert exit_status([WARNING]) == 0
    assert exit_status(strict) == 1
    assert "error" in render(strict, form) or "failure" in render(strict, form)
    assert "warning" not in render(strict, form)


@pytest.mark.parametrize(
    ("line", "span", "expected"),
    [
        ("\ttabbed: value", Span("f", 1, 2, 6), ["1 | \ttabbed: value", "  | \t^^^^^^ here"]),
        ("short", Span("f", 1, 3, 99), ["1 | short", "  |   ^^^ here"]),
        ("  whole line", Span("f", 1), ["1 |   whole line", "  |   ^^^^^^^^^^ here"]),
        ("", Span("f", 1, 1), ["1 | ", "  | ^ here"]),
        (
            "a" * 200 + "wrong" + "b" * 200,
            Span("f", 1, 201, 5),
            [f"1 | …{'a' * 30}wrong{'b' * 105}…", f"  | {' ' * 31}^^^^^ here"],
        ),
    ],
    ids=["tab", "past-the-end", "no-column", "empty-line", "long-line"],
)
def test_the_place_is_marked_below_the_line(
    line: str,
    span: Span,
    expected: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f").write_text(f"{line}\n", encoding="utf-8")
    text = render([Diagnostic(CODES["PNP111"], "odd", span, "here")], "text")
    assert text.split("\n")[3:] == expected
