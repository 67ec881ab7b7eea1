"""Cells of workbooks: what they show is read, and what would be lost is reported."""

import csv
import shutil
import subprocess
from collections.abc import Callable
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.worksheet.worksheet import Worksheet

from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.tables.reading import Table, read_content
from printnplay.tables.workbooks import report

SHOWN: list[tuple[object, str, str]] = [
    (3, "General", "3"),
    (0.1 + 0.2, "General", "0.3"),
    (1 / 3, "0.00", "0.33"),
    (2.5, "0", "3"),
    (7, "000", "007"),
    (0.5, "0%", "50%"),
    (0.125, "0.0%", "12.5%"),
    (1234.5, "#,##0.00", "1,234.50"),
    (3, '0 "gold"', "3 gold"),
    (3.5, '#,##0.00 "€"', "3.50 €"),
    (3.5, "[$€-407] 0.00", "€ 3.50"),
    (3.5, "[$$-409]#,##0.00", "$3.50"),
    (-5, "0;(0)", "(5)"),
    (-5, "[RED]0;[BLUE]-0", "-5"),
    (0, '0;-0;"none"', "none"),
    (2, '"+"0;"-"0', "+2"),
    (-2, '"+"0;"-"0', "-2"),
    (0.75, "# ?/?", "3/4"),
    (1.5, "# ?/?", "1 1/2"),
    (12345.678, "0.00E+00", "1.23E+04"),
    (1234567, "000-0000", "123-4567"),
    (1204, '"A"00"-"00', "A12-04"),
    (1.5, '# ?/?" cups"', "1 1/2 cups"),
    (0.285, "0%", "28%"),
    (1234567.1, "General", "1234567.1"),
    (4, '[<10]"few";"many"', "few"),
    (40, '[<10]"few";"many"', "many"),
    (date(2026, 4, 3), "d-mmm", "3-Apr"),
    (date(2026, 4, 3), "yyyy-mm-dd", "2026-04-03"),
    (date(2026, 4, 3), "dddd, mmmm d, yyyy", "Friday, April 3, 2026"),
    (datetime(2026, 4, 3, 18, 5), "dd.mm.yyyy hh:mm", "03.04.2026 18:05"),
    (time(18, 5), "h:mm AM/PM", "6:05 PM"),
    (time(0, 3, 20), "mm:ss", "03:20"),
    ("two", '@" cards"', "two cards"),
    ("two\nlines", "General", "two\nlines"),
    ("007", "@", "007"),
]
"""Values and formats of cells, with what Excel and Calc show in English."""


def saved(fill: Callable[[Worksheet], None]) -> bytes:
    """A workbook with the headings `id`, `a` and `b`, and what is filled in."""
    workbook = Workbook()
    sheet = workbook.active
    assert isinstance(sheet, Worksheet)
    sheet.append(["id", "a", "b"])
    fill(sheet)
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def read(content: bytes, name: str = "cards.xlsx") -> tuple[Table | None, list[Diagnostic]]:
    problems = Problems()
    table = read_content(content, name, TextNode("", Span("cards.yaml")), problems)
    if table is not None:
        cells = {
            (row.number, at): cell
            for row in table.rows
            for at, cell in enumerate(row.cells, start=1)
        }
        report(table.notes, cells, problems)
    return table, problems.found


def rows(sheet: Worksheet) -> None:
    for name in ("x", "y", "z"):
        sheet.append([name, "one", 1])


def formats(sheet: Worksheet) -> None:
    for number, (value, code, _) in enumerate(SHOWN):
        sheet.append([f"card{number}", value, "" if isinstance(value, date) else "x"])
        sheet.cell(number + 2, 2).number_format = code


def test_a_cell_is_read_as_a_spreadsheet_shows_it() -> None:
    table, _ = read(saved(formats))
    assert table is not None
    found = [row.cells[1].value for row in table.rows]
    assert found == [shown for _, _, shown in SHOWN]


@pytest.mark.skipif(shutil.which("localc") is None, reason="LibreOffice Calc is not installed")
@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_cell_is_read_as_libreoffice_shows_it(ending: str, tmp_path: Path) -> None:
    book = tmp_path / "cards.xlsx"
    book.write_bytes(saved(formats))
    convert(tmp_path, f"{ending}", book)
    convert(tmp_path, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true", book)
    with (tmp_path / "out/cards.csv").open(encoding="utf-8", newline="") as stream:
        shown = [line[1].strip() for line in csv.reader(stream)][1:]
    table, _ = read((tmp_path / f"out/cards.{ending}").read_bytes(), f"cards.{ending}")
    assert table is not None
    assert [row.cells[1].value for row in table.rows] == shown


def convert(folder: Path, kind: str, book: Path) -> None:
    subprocess.run(
        [
            *("soffice", f"-env:UserInstallation={(folder / 'user').as_uri()}", "--headless"),
            *("--convert-to", kind, "--outdir", folder / "out", book),
        ],
        check=True,
        capture_output=True,
    )


def formula(sheet: Worksheet) -> None:
    rows(sheet)
    sheet["C3"] = "=1+2"


def error(sheet: Worksheet) -> None:
    rows(sheet)
    sheet["C3"] = "#N/A"


def hidden(sheet: Worksheet) -> None:
    rows(sheet)
    sheet.row_dimensions[3].hidden = True


def merged(sheet: Worksheet) -> None:
    rows(sheet)
    sheet.merge_cells("B2:B4")


def styled(sheet: Worksheet) -> None:
    rows(sheet)
    bold = TextBlock(InlineFont(b=True), "two")
    sheet["B3"] = CellRichText("Draw ", bold, " cards.")


def lone_date(sheet: Worksheet) -> None:
    rows(sheet)
    sheet["C3"] = date(2026, 4, 3)
    sheet["C3"].number_format = "d-mmm"


ODD = {
    "a formula without a result": (formula, codes.CELL_WITHOUT_VALUE, 3, 3, "`=1+2`"),
    "an error": (error, codes.CELL_WITHOUT_VALUE, 3, 3, "`#N/A`"),
    "a hidden row": (hidden, codes.CELL_READ_OTHERWISE, 3, 1, "row 3 is hidden"),
    "merged cells": (merged, codes.CELL_READ_OTHERWISE, 2, 2, "(B2:B4)"),
    "bold letters": (styled, codes.CELL_READ_OTHERWISE, 3, 2, "bold or italic"),
    "a date among numbers": (lone_date, codes.CELL_READ_OTHERWISE, 3, 3, "`3-Apr` is a date"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ODD)
def test_what_would_be_lost_is_reported_with_its_cell(name: str) -> None:
    fill, code, row, column, said = ODD[name]
    _, (fault,) = read(saved(fill))
    assert fault.code == code
    assert (fault.span.line, fault.span.column) == (row, column)
    assert said in fault.message
    assert fault.help


def test_the_help_for_bold_letters_is_the_text_to_type() -> None:
    _, (fault,) = read(saved(styled))
    assert fault.help == "write `Draw **two** cards.`"


def test_columns_of_dates_are_no_faults() -> None:
    def dates(sheet: Worksheet) -> None:
        for day in (1, 2, 3):
            sheet.append([f"c{day}", date(2026, 5, day), "x"])

    table, found = read(saved(dates))
    assert found == []
    assert table is not None
    assert [row.cells[1].value for row in table.rows] == ["2026-05-01", "2026-05-02", "2026-05-03"]


def test_without_a_name_the_first_sheet_is_read_that_is_not_hidden() -> None:
    workbook = Workbook()
    notes, cards = workbook.active, workbook.create_sheet("Cards")
    assert isinstance(notes, Worksheet)
    notes.append(["nothing"])
    notes.sheet_state = "hidden"
    cards.append(["id"])
    cards.append(["spy"])
    stream = BytesIO()
    workbook.save(stream)
    table, found = read(stream.getvalue())
    assert [fault.message for fault in found] == [
        "the first sheet, `Sheet`, is hidden: the cards are read from another"
    ]
    assert table is not None
    assert [row.cells[0].value for row in table.rows] == ["spy"]


def test_an_error_is_found_in_csv_too() -> None:
    _, found = read(b"id,cost\nspy,#REF!\nace,#NV\nduo,#1\n", "cards.csv")
    assert [(fault.code, fault.span.line, fault.span.column) for fault in found] == [
        (codes.CELL_WITHOUT_VALUE, 2, 5),
        (codes.CELL_WITHOUT_VALUE, 3, 5),
    ]


def test_a_title_above_the_headings_is_one_fault() -> None:
    content = b"My game,,,\nid,name,cost,rule\nspy,Spy,1,Look.\n"
    table, (fault,) = read(content, "cards.csv")
    assert table is None
    assert fault.message == "row 1 is a title, not the headings of the columns"
    assert fault.help == "delete it, so that row 2 comes first"


def test_rows_of_formulas_alone_do_not_vanish() -> None:
    def formulas(sheet: Worksheet) -> None:
        sheet.append(["=Data!A2", "=Data!B2", "=Data!C2"])
        sheet.append(["spy", "one", 1])

    table, found = read(saved(formulas))
    assert table is None
    assert [(fault.span.line, fault.span.column) for fault in found] == [(2, 1), (2, 2), (2, 3)]


@pytest.mark.parametrize("row", [20_002, 30_000])
def test_rows_beyond_the_limit_are_not_left_out(row: int) -> None:
    def far(sheet: Worksheet) -> None:
        rows(sheet)
        sheet.cell(row, 1, "far")

    table, (fault,) = read(saved(far))
    assert table is None
    assert "beyond row 20,001" in fault.message


URN = "urn:oasis:names:tc:opendocument:xmlns"


def ods(cells: str, row: str = "", styles: str = "") -> bytes:
    """A workbook of OpenDocument with the headings `id` and `a`, and a row of these cells."""
    texts = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{one}</text:p></table:table-cell>'
        for one in ("id", "a")
    )
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{URN}:office:1.0"'
            f' xmlns:table="{URN}:table:1.0" xmlns:text="{URN}:text:1.0"'
            f' xmlns:style="{URN}:style:1.0" xmlns:fo="{URN}:xsl-fo-compatible:1.0">'
            f"<office:automatic-styles>{styles}</office:automatic-styles>"
            "<office:body><office:spreadsheet>"
            f'<table:table table:name="Cards"><table:table-row>{texts}</table:table-row>'
            f"<table:table-row {row}>{cells}</table:table-row></table:table>"
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return stream.getvalue()


SPY = '<table:table-cell office:value-type="string"><text:p>spy</text:p></table:table-cell>'


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("attributes", "inside", "shown"),
    [
        ('office:value-type="float" office:value="3"', "", "3"),
        ('office:value-type="string" office:string-value="Lost"', "", "Lost"),
        (
            'office:value-type="percentage" office:value="0.505"',
            "<text:p>50,5 %</text:p>",
            "50.5 %",
        ),
        ('office:value-type="currency" office:value="3.5"', "<text:p>3,50 €</text:p>", "3.50 €"),
        ('office:value-type="float" office:value="1234.5"', "<text:p>1.234,5</text:p>", "1,234.5"),
        (
            'office:value-type="string"',
            "<office:annotation><text:p>No.</text:p></office:annotation>"
            "<text:list><text:list-item><text:p>One</text:p></text:list-item></text:list>",
            "One",
        ),
    ],
)
def test_cells_of_open_document_show_what_calc_shows(
    attributes: str, inside: str, shown: str
) -> None:
    cell = f"<table:table-cell {attributes}>{inside}</table:table-cell>"
    table, found = read(ods(SPY + cell), "cards.ods")
    assert found == []
    assert table is not None
    assert table.rows[0].cells[1].value == shown


@pytest.mark.parametrize(
    ("weight", "is_bold"), [("300", False), ("400", False), ("600", True), ("bold", True)]
)
def test_letters_of_open_document_are_bold_above_the_normal_weight(
    weight: str, *, is_bold: bool
) -> None:
    style = (
        '<style:style style:name="T1" style:family="text">'
        f'<style:text-properties fo:font-weight="{weight}"/></style:style>'
    )
    cell = (
        '<table:table-cell office:value-type="string"><text:p>Draw '
        '<text:span text:style-name="T1">two</text:span></text:p></table:table-cell>'
    )
    _, found = read(ods(SPY + cell, styles=style), "cards.ods")
    assert [fault.code for fault in found] == [codes.CELL_READ_OTHERWISE] * is_bold


def test_each_of_several_equal_rows_is_reported() -> None:
    hidden_rows = 'table:number-rows-repeated="3" table:visibility="collapse"'
    _, found = read(ods(SPY, hidden_rows), "cards.ods")
    assert [fault.span.line for fault in found] == [2, 3, 4]


def test_a_word_behind_a_number_sign_is_no_error() -> None:
    _, found = read(b"id,tag\nspy,#Field\nace,#Zero\n", "cards.csv")
    assert found == []
