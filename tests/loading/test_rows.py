"""Cards from tables: what a person means by them, and what is said of their faults."""

import re
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest

from printnplay.build.download import DownloadError
from printnplay.build.fetch import fetch
from printnplay.files.catalog import Catalog
from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.loading.cards import load_cards
from printnplay.loading.texts import texts_of_cards
from printnplay.translation.add import add
from printnplay.translation.files import load_file
from printnplay.translation.import_ import import_files

FAMILY = "trick: {template: card, rows: cards.csv}\n"

ROWS = """id,Qty,name,rule,name@de,Cost,Attack Power
bribe,2,Bribe,"Take, or ""steal"",
a card.",Bestechung,3,0.5
spy,,Spy,Look.,Spion,1,
,,,,,,
ghost,0,Ghost,Boo.,Geist,9,
"""


def loaded(
    folder: Path, content: bytes, name: str = "cards.csv", family: str = FAMILY
) -> tuple[tuple[Card, ...], list[Diagnostic]]:
    """The cards of a game whose only family has this table."""
    (folder / name).write_bytes(content)
    (folder / "cards.yaml").write_text(family.replace("cards.csv", name), encoding="utf-8")
    problems = Problems()
    return load_cards(folder / "cards.yaml", "cards.yaml", problems), problems.found


def texts(cards: tuple[Card, ...], language: str) -> Mapping[str, str]:
    return {key: text.plain for key, text in texts_of_cards(cards)[language].items()}


@pytest.mark.parametrize(
    "content",
    [
        ROWS.encode(),
        ROWS.encode("utf-8-sig"),
        ROWS.replace("\n", "\r\n").encode(),
        ROWS.encode("utf-16"),
        ROWS.encode("utf-16-le"),
        ROWS.replace(",", "\t").replace("Take\t", "Take,").replace('"\t\na', '",\na').encode(),
        b"sep=,\r\n" + ROWS.encode(),
    ],
    ids=["utf-8", "byte-order-mark", "crlf", "utf-16", "utf-16-without-mark", "tabs", "sep"],
)
def test_a_table_means_the_same_however_it_was_saved(content: bytes, tmp_path: Path) -> None:
    cards, found = loaded(tmp_path, content)
    assert found == []
    assert [(card.id, card.copies) for card in cards] == [("bribe", 2), ("spy", 1)]
    assert dict(cards[0].fields) == {"cost": "3", "attack_power": "0.5"}
    assert dict(cards[1].fields) == {"cost": "1", "attack_power": ""}
    rule = 'Take, or "steal",\na card.'
    assert texts(cards, "en")["cards.bribe.rule"] == rule
    assert texts(cards, "de") == {"cards.bribe.name": "Bestechung", "cards.spy.name": "Spion"}


def test_a_table_of_excel_in_german_has_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    rows = "id;Stärke;Anzahl;copies\nspy;2,5;1,2,3;4\n".encode("utf-8-sig")
    (card,), found = loaded(tmp_path, rows)
    assert (found, card.copies) == ([], 4)
    assert dict(card.fields) == {"starke": "2.5", "anzahl": "1,2,3"}


def test_fields_of_the_family_fill_empty_cells_and_a_pattern_makes_ids(tmp_path: Path) -> None:
    family = (
        'trick: {template: card, rows: cards.csv, id: "{kind}-{name}", fields: {kind: plot, cost:'
        " '1'}, back: {side: night}}\n"
    )
    rows = "name,cost,template\nPrince of Ghünt!,,special\nSpy,2,\n"
    cards, found = loaded(tmp_path, rows.encode(), family=family)
    assert found == []
    assert [card.id for card in cards] == ["plot-prince-of-ghunt", "plot-spy"]
    assert [card.fields["cost"] for card in cards] == ["1", "2"]
    assert [card.template for card in cards] == ["special", "card"]
    assert cards[1].back_fields == {**cards[1].fields, "side": "night"}


def test_sorting_a_table_changes_nothing_but_the_order(tmp_path: Path) -> None:
    head, *rows = ("id,name,cost", "spy,Spy,1", "bribe,Bribe,2", "duel,Duel,3")
    before, _ = loaded(tmp_path, "\n".join([head, *rows]).encode())
    after, _ = loaded(tmp_path, "\n".join([head, *sorted(rows)]).encode())
    assert {card.id: dict(card.fields) for card in before} == {
        card.id: dict(card.fields) for card in after
    }
    assert texts(before, "en") == texts(after, "en")


FAULTS = {
    "copies": ("id,qty\nspy,many\n", 2, 5, "`many` is not a whole number from 0 to 999"),
    "copies, place": ("id,qty\nspy,many\n", 2, 5, "(row 2, column `qty`)"),
    "id": ("id\nA Spy\n", 2, 1, "`A Spy` is not a plain name (row 2, column `id`)"),
    "no id": ("id,cost\n,3\n", 2, 1, "row 2 has no id"),
    "no ids": ("name,cost\nSpy,3\n", 1, 1, "the table has no column `id`"),
    "twins": ("id\nspy\nspy\n", 3, 1, "`spy` is the id of several cards"),
    "two columns": ("id,Cost,cost\nspy,1,2\n", 1, 9, "two columns are named `cost`"),
    "two counts": ("id,qty,count\nspy,1,2\n", 1, 8, "two columns are named `copies`"),
    "no heading": ("id,,cost\nspy,x,2\n", 1, 4, "no heading"),
    "strange heading": ("id,名\nspy,x\n", 1, 4, "the column `名` has no plain name"),
    "no language": ("id,name@ger man\nspy,x\n", 1, 4, "`name@ger man` names no language"),
    "own field": ("id,family\nspy,x\n", 1, 4, "`family` is a built-in field of every card"),
    "open quote": ('id,name\nspy,"x\n', 2, 5, "a quoted cell does not end"),
    "empty": ("\n,,\n", 0, 0, "the table is empty"),
    "comma": (
        "id,name,cost\nspy,Spy, who,1\nace,Ace,2\n",
        2,
        9,
        "row 2 has 4 cells, the heading 3",
    ),
    "commas": ("id,name,cost\nspy,S,p,y,1\nace,A,2\n", 2, 1, "row 2 has 5 cells, the heading 3"),
    "second line": ('id,name\nspy,"a\nb"\nBad Id,c\n', 4, 1, "(row 3, column `id`)"),
}


def warnings(folder: Path, rows: str) -> list[tuple[str, int]]:
    cards, found = loaded(folder, rows.encode())
    assert cards
    return [(fault.message, fault.span.line) for fault in found]


def test_cells_that_spreadsheets_add_or_leave_out_at_the_end_are_fine(tmp_path: Path) -> None:
    full = "id,name,cost\nspy,Spy,1\nace,Ace,2\nfox,Fox,3\nowl,Owl,4\n"
    assert warnings(tmp_path, full.replace("\n", ",,\n")) == []
    assert warnings(tmp_path, full.replace("Ace,2", "Ace,2,,,")) == []
    assert warnings(tmp_path, re.sub(",[123]\n", "\n", full)) == []
    one_short = full.replace("Ace,2", "Ace")
    assert warnings(tmp_path, one_short) == [("row 3 has 2 cells, the heading 3", 3)]


@pytest.mark.parametrize("cell", ["1O", "l2", "1.", "'3", "1 0"])
def test_a_cell_that_is_nearly_a_number_is_told(cell: str, tmp_path: Path) -> None:
    rows = f"id,name,cost\nspy,1,1\nace,2,{cell}\nfox,3,3\nowl,4,-0.5\n"
    said = f"`{cell}` is not a number, unlike the rest of its column (row 3, column `cost`)"
    assert warnings(tmp_path, rows) == [(said, 3)]


@pytest.mark.parametrize("cell", ["X", "2+", "1/2", "*", "", "1-2", "3a", "10%", "O", "007", "+1"])
def test_what_is_no_number_on_purpose_is_fine(cell: str, tmp_path: Path) -> None:
    rows = f"id,name,cost\nspy,1,1\nace,2,{cell}\nfox,3,3\nowl,4,4\n"
    assert warnings(tmp_path, rows) == []
    assert warnings(tmp_path, rows.replace("1\n", "1O\n").replace("4\n", "X\n")) == []


@pytest.mark.parametrize("case", FAULTS.values(), ids=list(FAULTS))
def test_a_fault_names_its_file_row_and_column(
    case: tuple[str, int, int, str], tmp_path: Path
) -> None:
    rows, line, column, said = case
    cards, (fault, *_) = loaded(tmp_path, rows.encode())
    assert cards == ()
    assert said in fault.message
    assert (fault.span.line, fault.span.column) == (line, column)
    assert fault.span.file.endswith("cards.csv")
    assert fault.label


def test_bytes_that_are_not_text_are_named(tmp_path: Path) -> None:
    _, (fault,) = loaded(tmp_path, "id,name\nspy,Späh\n".encode("latin-1"))
    assert fault.message == "byte 0xe4 is not UTF-8"
    assert (fault.span.line, fault.span.column) == (2, 7)


@pytest.mark.parametrize(
    ("family", "said"),
    [
        ("{template: card, id: x, sheet: A}", "`sheet` is for a table, and the family has none"),
        ("{template: card, rows: ../x.csv}", "`../x.csv` is not the file name of a table"),
        ("{template: card, rows: cards.yaml}", "`cards.yaml` is not the file name of a table"),
        ("{template: card, rows: none.csv}", "there is no table `none.csv`"),
        ('{template: card, rows: cards.csv, id: "{nme}"}', "the id pattern names `nme`"),
        (
            '{template: card, rows: cards.csv, address: "http://example.com/x"}',
            "`http://example.com/x` is not an address that can be fetched",
        ),
    ],
)
def test_what_cards_yaml_says_of_a_table_is_checked(family: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("id,name\nspy,Spy\n")
    (tmp_path / "cards.yaml").write_text(f"trick: {family}\n")
    problems = Problems()
    assert load_cards(tmp_path / "cards.yaml", "cards.yaml", problems) == ()
    assert any(said in fault.message for fault in problems.found)


# Workbooks

SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</worksheet>'
)
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def xlsx(sheets: Mapping[str, str]) -> bytes:
    """A workbook as Excel writes one, with these rows of cells in its sheets."""
    names = list(sheets)
    numbers = range(1, len(names) + 1)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1"'
        f' Type="{OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/'
        f'main" xmlns:r="{OFFICE}/relationships"><sheets>'
        + "".join(
            f'<sheet name="{name}" sheetId="{number}" r:id="r{number}"/>'
            for number, name in zip(numbers, names, strict=True)
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        + "".join(
            f'<Relationship Id="r{number}" Type="{OFFICE}/relationships/worksheet"'
            f' Target="worksheets/sheet{number}.xml"/>'
            for number in numbers
        )
        + f'<Relationship Id="s" Type="{OFFICE}/relationships/styles" Target="styles.xml"/>'
        "</Relationships>",
        "xl/styles.xml": '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/'
        'main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    for number, rows in zip(numbers, sheets.values(), strict=True):
        parts[f"xl/worksheets/sheet{number}.xml"] = SHEET.format(f"<sheetData>{rows}</sheetData>")
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def ods(rows: str) -> bytes:
    """A workbook as LibreOffice writes one, with these rows in its only sheet."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{urn}:manifest:1.0"/>'
        )
        archive.writestr(
            "content.xml",
            f'<office:document-content xmlns:office="{urn}:office:1.0" xmlns:table='
            f'"{urn}:table:1.0" xmlns:text="{urn}:text:1.0"><office:body><office:spreadsheet>'
            f'<table:table table:name="Cards">{rows}</table:table></office:spreadsheet>'
            "</office:body></office:document-content>",
        )
    return stream.getvalue()


def cell(place: str, value: str, style: int = 0) -> str:
    if value.replace(".", "").isdigit():
        return f'<c r="{place}" s="{style}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'


GRID = (
    f'<row r="1">{cell("A1", "id")}{cell("B1", "Cost")}{cell("C1", "Born")}</row>'
    f'<row r="3">{cell("A3", "spy")}{cell("B3", "2.0")}{cell("C3", "46143", 1)}</row>'
)


def test_sheets_of_excel_are_read_by_name_with_numbers_and_dates(tmp_path: Path) -> None:
    family = FAMILY.replace("}", ", sheet: Cards}")
    workbook = xlsx({"Notes": "", "Cards": GRID})
    (card,), found = loaded(tmp_path, workbook, "cards.xlsx", family)
    assert (found, card.id) == ([], "spy")
    assert dict(card.fields) == {"cost": "2", "born": "2026-05-01"}
    assert (card.span.line, card.places["cost"].column) == (3, 2)


def test_sheets_of_open_document_are_read(tmp_path: Path) -> None:
    def row(*values: str) -> str:
        cells = "".join(
            f'<table:table-cell office:value-type="string"><text:p>{value}</text:p>'
            "</table:table-cell>"
            for value in values
        )
        return f"<table:table-row>{cells}</table:table-row>"

    cards, found = loaded(tmp_path, ods(row("id", "cost") + row("spy", "3")), "cards.ods")
    assert found == []
    assert [(card.id, dict(card.fields)) for card in cards] == [("spy", {"cost": "3"})]


@pytest.mark.parametrize(
    ("content", "family", "said"),
    [
        (b"PK\x03\x04 nothing", FAMILY, "the workbook cannot be read"),
        (xlsx({"A": GRID}), FAMILY.replace("}", ", sheet: B}"), "the workbook has no sheet `B`"),
        (
            xlsx({"A": f"<row>{cell('A1', 'id')}</row><row>{cell('XFD1048576', 'x')}</row>"}),
            FAMILY,
            "beyond row 20,001 or its first 256 columns",
        ),
    ],
    ids=["damaged", "no-sheet", "as-large-as-a-sheet-can-be"],
)
def test_a_workbook_that_cannot_be_read_is_a_fault(
    content: bytes, family: str, said: str, tmp_path: Path
) -> None:
    cards, (fault,) = loaded(tmp_path, content, "cards.xlsx", family)
    assert cards == ()
    assert said in fault.message


# What translators and the network see of them


def project_with_rows(folder: Path) -> Path:
    """A project whose only game has a table with an address."""
    game = folder / "designs" / "duel"
    game.mkdir(parents=True)
    (game / "cards.csv").write_text("id,name\nspy,Spy\n")
    (game / "cards.yaml").write_text(
        'trick: {template: card, rows: cards.csv, address: "https://example.com/t"}\n'
    )
    for language in ("en", "de"):
        (folder / "locales" / language).mkdir(parents=True)
        text = f"{language}:\n  goal: Goal\n"
        (folder / "locales" / language / "duel.yaml").write_text(text)
    return folder


def test_texts_of_a_table_are_left_to_translate(tmp_path: Path) -> None:
    file = load_file(Catalog(project_with_rows(tmp_path)), "de", "duel", Problems())
    assert file is not None
    assert set(file.missing) == {"cards.spy.name"}


def test_a_new_language_begins_with_the_texts_of_tables(tmp_path: Path) -> None:
    project = project_with_rows(tmp_path)
    (project / "designs/duel/game.yaml").write_text("id: duel\n")
    add(project, "fr", ("duel",))
    begun = (project / "locales/fr/duel.yaml").read_text("utf-8")
    assert '    spy:\n      # en: Spy\n      name: ""\n' in begun
    assert "of cards.csv are translated here, or in columns `name@fr` of it" in begun


def returned(project: Path, row: str) -> Path:
    file = project / "duel.de.csv"
    file.write_text(f'key,source,target\n"cards.spy.name",Spy,{row}\n')
    return file


def test_a_translation_goes_beside_the_table_and_never_into_it(tmp_path: Path) -> None:
    project = project_with_rows(tmp_path)
    import_files(project, [returned(project, "Spion")])
    assert 'name: "Spion"' in (project / "locales/de/duel.yaml").read_text("utf-8")


def test_a_translation_that_stands_in_the_table_is_changed_there(tmp_path: Path) -> None:
    project = project_with_rows(tmp_path)
    (project / "designs/duel/cards.csv").write_text("id,name,name@de\nspy,Spy,Spitzel\n")
    with pytest.raises(FaultsError) as raised:
        import_files(project, [returned(project, "Spion")])
    (fault,) = raised.value.found
    assert fault.code == codes.NO_PLACE_FOR_IMPORT
    assert fault.help.endswith("cards.csv, line 2")


def test_a_translation_in_a_yaml_table_is_changed_there(tmp_path: Path) -> None:
    project = project_with_rows(tmp_path)
    game = project / "designs/duel"
    (game / "tricks.yaml").write_text("spy:\n  name: Spy\n  name@de: Spitzel\n")
    (game / "cards.csv").unlink()
    (game / "cards.yaml").write_text("trick: {template: card, rows: tricks.yaml}\n")
    with pytest.raises(FaultsError) as raised:
        import_files(project, [returned(project, "Spion")])
    (fault,) = raised.value.found
    assert fault.code == codes.NO_PLACE_FOR_IMPORT
    assert fault.help.endswith("tricks.yaml, line 3")


def test_fetch_writes_the_file_that_rows_names(tmp_path: Path) -> None:
    asked: list[str] = []

    def answer(url: str, _: int) -> bytes:
        asked.append(url)
        return b"id,name\nspy,Spy\nduel,Duel\n"

    project = project_with_rows(tmp_path)
    (first,) = fetch(project, (), answer)
    (again,) = fetch(project, ("duel",), answer)
    assert asked == ["https://example.com/t"] * 2
    assert (first.rows, first.changed, again.changed) == (2, True, False)
    assert (project / "designs/duel/cards.csv").read_bytes().endswith(b"duel,Duel\n")


JOINED = (
    "trick: {template: card, rows: cards.csv, join:"
    " {table: TABLE, on: name, key: word, address: 'https://example.com/words'}}\n"
)


def test_fetch_writes_a_joined_table(tmp_path: Path) -> None:
    project = project_with_rows(tmp_path)
    cards = project / "designs/duel/cards.yaml"
    cards.write_text(JOINED.replace("TABLE", "words.json"))
    content = b'[{"word": "Spy", "cost": 3}]'
    (first,) = fetch(project, (), lambda *_: content)
    assert (first.rows, (project / "designs/duel/words.json").read_bytes()) == (1, content)
    cards.write_text(JOINED.replace("TABLE", "words.doc"))
    with pytest.raises(FaultsError) as raised:
        fetch(project, (), lambda *_: content)
    assert raised.value.found[0].help == "add `table: cards.csv`"


@pytest.mark.parametrize("content", [b"<!doctype html><p>Sign in</p>", b"PK\x03\x04", b"\n"])
def test_fetch_leaves_the_file_where_something_else_comes(content: bytes, tmp_path: Path) -> None:
    project = project_with_rows(tmp_path)
    with pytest.raises(FaultsError):
        fetch(project, (), lambda *_: content)
    assert (project / "designs/duel/cards.csv").read_text() == "id,name\nspy,Spy\n"


def test_fetch_says_why_there_is_no_answer(tmp_path: Path) -> None:
    def refuse(*_: object) -> bytes:
        raise DownloadError("timed out")

    with pytest.raises(FaultsError) as raised:
        fetch(project_with_rows(tmp_path), (), refuse)
    assert raised.value.found[0].message == "the table cannot be fetched: timed out"


@pytest.mark.parametrize("rows", ["", "ghost,0,Ghost\n", ",,\n"])
def test_a_deck_without_cards_is_reported_at_its_table(rows: str, tmp_path: Path) -> None:
    cards, (fault,) = loaded(tmp_path, f"id,qty,name\n{rows}".encode())
    assert (cards, fault.code, fault.span.line) == ((), codes.NO_CARDS, 1)


def test_a_family_may_have_no_cards_if_another_has(tmp_path: Path) -> None:
    family = FAMILY + "flag: {template: card}\n"
    (card,), found = loaded(tmp_path, b"id,qty\nghost,0\n", family=family)
    assert (card.id, found) == ("flag", [])
