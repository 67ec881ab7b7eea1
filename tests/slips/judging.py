"""What a command reported, and whether it is what had to be reported."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import pypdfium2
import pytest
from cli.project import ROOT, run, stand_in

from .casefile import Slip
from .projects import Project, Shelf
from .tables import place

Outcome: TypeAlias = Literal["right", "otherwise", "silent", "traceback"]
"""Reported at the right place, in fair words and as what it is; reported in another way; not
reported; a program that fell over."""

_FAULT = re.compile(r"^(?=(?:error|warning)\[PNP\d+\]|Error: |Usage: )", re.MULTILINE)
_ADDRESS = re.compile(r"[A-Z]{1,2}\d+")


_PLACE = re.compile(r"^ *(?:-->.*|\d+ *\|.*)$", re.MULTILINE)
"""Lines of a report that show where it is: a number in them is no word of the message."""


class Seen(msgspec.Struct, frozen=True):
    """How a slip came out, and all that was reported."""

    outcome: Outcome
    reports: Sequence[str] = ()


def faults(told: str) -> list[str]:
    """Each fault that a command reported, with its place, label and help."""
    return [part.strip() for part in _FAULT.split(told) if _FAULT.match(part)]


def reported(shelf: Shelf, name: str, folder: Path) -> list[str]:
    """What `check` reports of a project as it is."""
    project = shelf.copy(name, folder)
    with pytest.MonkeyPatch.context() as patch:
        stand_in(project.folder, ROOT, patch)
        return faults(run("check").err)


def seen(slip: Slip, shelf: Shelf, folder: Path, before: Sequence[str] = ()) -> Seen:
    """Make the slip in a copy of its project, run the command, and judge what it says.

    `before` is what is reported without the slip, if anything.
    """
    project = shelf.copy(slip.base, folder / "project")
    with pytest.MonkeyPatch.context() as patch:
        stand_in(project.folder, ROOT, patch)
        for command in slip.first:
            assert run(command).status == 0, command
        assert not is_gone(slip, project), f"nothing to leave behind: {slip.gone}"
        project.change(slip)
        try:
            ran = run(slip.run)
        except Exception as failure:
            return Seen("traceback", [repr(failure)])
    reports = [one for one in faults(ran.err) if one not in before]
    if "Traceback (most recent call last)" in ran.err:
        return Seen("traceback", reports)
    if slip.at == "nothing":
        return Seen("otherwise" if reports or ran.status else "right", reports)
    if is_gone(slip, project) or is_printed(slip, project):
        return Seen("right", reports)
    if len(reports) <= slip.most and any(is_right(one, slip, project) for one in reports):
        return Seen("right", reports)
    return Seen("otherwise" if reports else "silent", reports)


def is_gone(slip: Slip, project: Project) -> bool:
    """Whether the files that a slip left behind are removed."""
    return bool(slip.gone) and not any([*project.folder.glob(one)] for one in slip.gone)


def is_printed(slip: Slip, project: Project) -> bool:
    """Whether the sheets of a build show the words that a slip asks for."""
    words = ""
    for path in project.folder.glob("output/**/*.pdf") if slip.prints else ():
        with pypdfium2.PdfDocument(path) as made:
            text = " ".join(page.get_textpage().get_text_range() for page in made)
        words += " ".join(text.split()) + "\n"
    return bool(words) and all(
        re.search(rf"(?<![\w.]){re.escape(one)}(?![\w.])", words) for one in slip.prints
    )


def is_right(report: str, slip: Slip, project: Project) -> bool:
    """Whether a report is at the place, in the words and as severe as a slip asks."""
    kind = "warning" if report.startswith("warning") else "error"
    words = _PLACE.sub("", report)
    places = [slip.at] if isinstance(slip.at, str) else slip.at
    return (
        slip.severity in {"either", kind}
        and all(any(has(words, way) for way in one.split("|")) for one in slip.says)
        and not any(has(words, one) for one in slip.never)
        and any(is_at(report, one, project) for one in places)
    )


def has(words: str, wanted: str) -> bool:
    """Whether words are in a message; what is quoted or has capitals is meant to the letter."""
    exact = "`" in wanted or wanted != wanted.casefold()
    return wanted in words if exact else wanted in words.casefold()


def is_at(report: str, wanted: str, project: Project) -> bool:
    """Whether a report names a place."""
    if wanted == "command":
        return True
    if _ADDRESS.fullmatch(wanted) or wanted.isdigit() or re.fullmatch("[A-Z]{1,2}", wanted):
        return _is_in_table(report, wanted, project)
    file, _, words = wanted.partition(" > ")
    name = project.name(file)
    if not words:
        return name in report
    lines = project.path(file).read_text("utf-8").splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if words in line]
    assert numbers, f"no line of {file} has `{words}`"
    return any(re.search(rf"{re.escape(name)}:{number}\b", report) for number in numbers)


def _is_in_table(report: str, wanted: str, project: Project) -> bool:
    """Whether a report names a cell, a column or a row of the table."""
    file = project.table.name
    if file not in report:
        return False
    if wanted.isdigit():
        row = project.line(int(wanted))
        return bool(re.search(rf"{file}:{row}\b|cell [A-Z]+{wanted}\b|\brow {wanted}\b", report))
    if not wanted[-1].isdigit():
        across = place(f"{wanted}1")[1]
        return bool(re.search(rf"cell {wanted}\d+\b|column {wanted}\b", report)) or (
            f"`{project.rows[0][across]}`" in report or is_in_cell(report, 0, across, project)
        )
    row, column = place(wanted)
    return bool(re.search(rf"\b{wanted}\b", report)) or (
        project.table.suffix in {".csv", ".tsv"} and is_in_cell(report, row, column, project)
    )


def is_in_cell(report: str, row: int, column: int, project: Project) -> bool:
    """Whether a report points into a cell of a CSV, or names its row and column."""
    file, line = project.table.name, project.line(row + 1)
    first, last = project.columns(row, column)
    heading = project.rows[0][column] if column < len(project.rows[0]) else ""
    return f"(row {row + 1}, column `{heading}`)" in report or any(
        first <= int(found) <= last for found in re.findall(rf"{file}:{line}:(\d+)", report)
    )
