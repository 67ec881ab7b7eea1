"""Workbooks for agencies, as spreadsheets save them."""

import json
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from cli.project import Ran, run, stand_in
from cli.rewriting import rewrite
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment

from printnplay.files.yaml_edits import leaves
from printnplay.kernel.diagnostics import FaultsError
from printnplay.translation.exchange.units import Sent, Unit
from printnplay.translation.exchange.xlsx_files import LONGEST_CELL, write_workbook

from .project import make_project

pytestmark = pytest.mark.sampled(3)

BOOK = Path("sent/duel.fr.xlsx")
YAML = Path("locales/fr/duel.yaml")
BLOW, GOAL = "examples.first-blow", "rules.goal.line"


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    assert run("l10n export fr duel --format xlsx -o sent").status == 0
    return folder


def french() -> dict[str, str]:
    said = leaves(YAML.read_text("utf-8"))
    return {path.removeprefix("fr."): leaf.value for path, leaf in said.items()}


def edit(change: Callable[[Any, dict[str, Any]], None]) -> None:
    """Change the sheet as a spreadsheet does, given each row's cell of the translation by key."""
    book = load_workbook(BOOK, rich_text=True)
    change(book.active, {row[0].value: row[2] for row in book.active.iter_rows(min_row=2)})
    book.save(BOOK)


def test_the_book_protects_originals_and_offers_states(duel: Path) -> None:
    assert duel.is_dir()
    sheet = load_workbook(BOOK).active
    assert sheet.title == "duel.fr"
    assert [cell.value for cell in sheet[1]] == [
        *("key", "source", "target", "context", "state", "comment", "base")
    ]
    assert [cell.protection.locked for cell in sheet[2]] == [
        *(True, True, False, True, False, False, True)
    ]
    assert sheet.protection.sheet
    assert sheet.column_dimensions["G"].hidden
    assert sheet["B2"].alignment.wrap_text
    assert sheet["C2"].number_format == "@"
    (states,) = sheet.data_validations.dataValidation
    assert states.formula1 == '"translated,approved,unsure,empty,stale"'
    assert "nothing changed" in run(f"l10n import {BOOK}").out
    first = BOOK.read_bytes()
    run("l10n export fr duel --format xlsx -o sent")
    assert BOOK.read_bytes() == first


def test_a_text_that_looks_like_a_formula_is_text_and_comes_back() -> None:
    unit = Unit("a.b", {"other": "=1+2"}, {"other": '=HYPERLINK("x")'}, ("+note",))
    sheet = load_workbook(BytesIO(write_workbook(Sent("duel", "ar", "en", (unit,))))).active
    assert [cell.data_type for cell in sheet[2]][:4] == ["s", "s", "s", "s"]
    assert sheet["C2"].value == '=HYPERLINK("x")'
    assert sheet["C2"].alignment.readingOrder == 2


def test_a_text_too_long_for_a_cell_is_an_error() -> None:
    unit = Unit("a.b", {"other": "x"}, {"other": "x" * (LONGEST_CELL + 1)})
    with pytest.raises(FaultsError, match="PNP399"):
        write_workbook(Sent("duel", "fr", "en", (unit,)))


@pytest.mark.parametrize("name", ["sent/duel.fr.xlsx", "sent/Final v2 (1).xlsx"])
@pytest.mark.at_leisure
def test_edits_are_merged_whatever_was_sorted_and_renamed(duel: Path, name: str) -> None:
    before = french()

    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401  openpyxl has no types
        cells[BLOW].value = "Anne cogne."
        sheet.cell(cells[GOAL].row, 5).value = "unsure"
        sheet.cell(cells[GOAL].row, 6).value = "Une touche\u00a0?"
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
        for number, row in enumerate(sorted(rows, reverse=True), start=2):
            for at, value in enumerate(row, start=1):
                sheet.cell(number, at).value = value

    edit(change)
    BOOK.rename(name)
    ours = {"rules.contents.long": "Longues épées"}
    rewrite(duel / YAML, {f"fr.{key}": text for key, text in ours.items()})
    ran = run(f"l10n import '{name}'")
    assert (ran.status, ran.err) == (0, "")
    assert french() == {**before, **ours, BLOW: "Anne cogne."}
    assert "Une touche" in Path("locales/fr/duel.remarks.json").read_text("utf-8")


def _came(change: Callable[[Any, dict[str, Any]], None]) -> Ran:
    edit(change)
    return run(f"l10n import {BOOK}")


def test_what_a_spreadsheet_made_of_texts_is_said_with_the_cell(duel: Path) -> None:
    assert duel.is_dir()
    rows: dict[str, int] = {}

    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        rows.update({key: cell.row for key, cell in cells.items()})
        cells[BLOW].value = CellRichText("Anne ", TextBlock(InlineFont(b=True), "cogne"), ".")
        cells[GOAL].value = date(2026, 2, 1)
        cells[GOAL].number_format = "yyyy-mm-dd"
        sheet.cell(cells[GOAL].row, 2).value = "Another original."
        sheet.cell(1, 8).value = "Notes"
        sheet.cell(2, 8).value = "By the agency."

    ran = _came(change)
    assert ran.status == 0
    assert f"cell C{rows[GOAL]}" in ran.err
    assert "the cell holds a date, not text" in ran.err
    assert f"cell C{rows[BLOW]}" in ran.err
    assert "with marks, it is `Anne **cogne**.`" in ran.err
    assert ran.err.count("PNP395") == 2
    assert ran.err.count("PNP397") == 1
    assert "2 more edits" in ran.err
    assert (french()[BLOW], french()[GOAL]) == ("Anne cogne.", "2026-02-01")


def test_a_number_that_lost_its_form_is_said(duel: Path) -> None:
    rewrite(duel / YAML, {f"fr.{GOAL}": "1,50"})
    run("l10n export fr duel --format xlsx -o sent")

    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        assert sheet
        cells[GOAL].value = 1.5
        cells[GOAL].number_format = "General"

    assert "`1,50` has become the number 1.5" in _came(change).err


def test_rows_above_the_heading_may_be_empty(duel: Path) -> None:
    rows: dict[str, int] = {}

    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        rows.update({key: cell.row for key, cell in cells.items()})
        cells[GOAL].value = date(2026, 2, 1)
        sheet.insert_rows(1, 2)

    said = _came(change).err
    assert f"cell C{rows[GOAL] + 2}" in said
    assert french()[GOAL].startswith("2026-02-01")
    assert duel.is_dir()


@pytest.mark.at_leisure
def test_numbers_are_said_and_an_error_changes_nothing(duel: Path) -> None:
    before = (duel / YAML).read_bytes()

    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        assert sheet
        cells[BLOW].value = 34
        cells[BLOW].number_format = '#,##0.00 "€"'
        cells[GOAL].value = "#NAME?"
        cells[GOAL].data_type = "e"

    ran = _came(change)
    assert ran.status == 1
    assert "the cell holds a number, not text" in ran.err
    assert "error[PNP350]: the cell holds an error, not text" in ran.err
    assert (duel / YAML).read_bytes() == before


def test_a_formula_without_a_result_and_a_broken_book_change_nothing(duel: Path) -> None:
    before = (duel / YAML).read_bytes()

    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        assert sheet
        cells[BLOW].value = "=A1&A2"

    ran = _came(change)
    assert ran.status == 1
    assert "has no stored result" in ran.err
    BOOK.write_bytes(BOOK.read_bytes()[:900])
    assert "the workbook cannot be read" in run(f"l10n import {BOOK}").err
    assert (duel / YAML).read_bytes() == before


@pytest.mark.at_leisure
def test_deleted_rows_and_conflicts_are_named(duel: Path) -> None:
    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        cells[BLOW].value = "Anne cogne."
        sheet.delete_rows(cells[GOAL].row)

    rewrite(duel / YAML, {f"fr.{BLOW}": "Paul commence."})
    ran = _came(change)
    assert ran.status == 0
    assert "the file lacks 1 text that it was exported with, such as `rules.goal.line`" in ran.err
    assert "file `Anne cogne.`, project `Paul commence.`" in ran.err
    assert french()[BLOW] == "Paul commence."


def test_remarks_on_cells_are_comments_and_other_sheets_are_named(duel: Path) -> None:
    def change(sheet: Any, cells: dict[str, Any]) -> None:  # noqa: ANN401
        cells[GOAL].comment = Comment("Is that a hit?", "Anne")
        sheet.cell(cells[BLOW].row, 2).comment = Comment("Who is Anne?", "Paul")
        sheet["B1"].comment = Comment("Read this first.", "Paul")
        sheet.parent.create_sheet("Questions")["A1"] = "And the box?"
        sheet.parent.create_sheet("Cover", 0)["A1"] = "Our offer"

    ran = _came(change)
    assert ran.status == 0
    assert "nothing changed, 2 with a new comment" in ran.out
    remarks = json.loads(Path("locales/fr/duel.remarks.json").read_bytes())
    comments = {key: remark["comment"] for key, remark in remarks.items()}
    assert comments == {GOAL: "Is that a hit?", BLOW: "Who is Anne?"}
    assert "PNP397]: `Cover: Our offer`, and 2 more edits cannot be imported" in ran.err
    assert "PNP035" in run("l10n export fr duel --format xlsx -o sent").err
    assert duel.is_dir()


def test_remarks_in_threads_and_boxes_are_read(duel: Path) -> None:
    """As Excel writes them, with a remark for older versions."""
    book = load_workbook(BOOK)
    (row,) = (row[0].row for row in book.active.iter_rows(min_row=2) if row[0].value == GOAL)
    book.active.cell(row, 3).comment = Comment("[Threaded comment] Your version is too old.", "")
    book.save(BOOK)
    kind = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment"
    drawing = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing"
    relations = "xl/worksheets/_rels/sheet1.xml.rels"
    added = {
        "xl/threads.xml": f'<threadedComment ref="C{row}"><text>A hit?</text></threadedComment>',
        "xl/boxes.xml": "<twoCellAnchor><from><row>0</row></from><t>In a box.</t></twoCellAnchor>",
    }
    stream = BytesIO()
    with ZipFile(BOOK) as old, ZipFile(stream, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == relations:
                links = "".join(
                    f'<Relationship Id="{name[3:9]}" Type="{what}" Target="/{name}"/>'
                    for name, what in zip(added, (kind, drawing), strict=True)
                )
                content = content.replace(b"</Relationships>", f"{links}</Relationships>".encode())
            new.writestr(name, content)
        for name, text in added.items():
            new.writestr(name, text)
    BOOK.write_bytes(stream.getvalue())
    ran = run(f"l10n import {BOOK}")
    remarks = json.loads(Path("locales/fr/duel.remarks.json").read_bytes())
    assert {key: remark["comment"] for key, remark in remarks.items()} == {GOAL: "A hit?"}
    assert "PNP397]: `In a box.` cannot be imported" in ran.err
    assert duel.is_dir()
