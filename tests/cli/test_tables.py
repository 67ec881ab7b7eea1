"""Slips in a table of cards and in the texts beside it: each is told once, where it can be mended.

The game is the one of `printnplay new --from csv`, in English and in German.
"""

import csv
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from grouped import group_by_kind
from openpyxl import Workbook

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.sampled(8)

HERE = Path(__file__).parent / "shore"
TABLE, CARDS = "designs/shore/cards.csv", "designs/shore/cards.yaml"
GERMAN, ENGLISH = "locales/de/shore.yaml", "locales/en/shore.yaml"
BOOKLET, STYLE = "designs/shore/booklet.yaml", "templates/shore/style.yaml"
TEMPLATE = "templates/shore/picture-card.svg.j2"

_FAULT = re.compile(r"(error|warning)\[(PNP\d+)\]: (.*)\n --> (\S+)")


@pytest.fixture(scope="module")
def begun(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The game with German columns in its table, and German texts beside it."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new shore --from csv").status == 0
        project = folder / "shore"
        group_by_kind(project)
        shutil.copy(HERE / "cards.csv", project / TABLE)
        (project / GERMAN).parent.mkdir()
        shutil.copy(HERE / "de.yaml", project / GERMAN)

    return once("project-shore", make) / "shore"


@pytest.fixture
def shore(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to work in."""
    folder = shutil.copytree(begun, tmp_path / "shore")
    stand_in(folder, ROOT, monkeypatch)
    return folder


def put(project: Path, file: str, old: str, new: str) -> None:
    text = (project / file).read_text("utf-8")
    assert old in text
    (project / file).write_text(text.replace(old, new, 1), "utf-8")


def told(errors: str) -> list[tuple[str, str, str]]:
    """Each fault: code, message and place."""
    return [(code, message, place) for _, code, message, place in _FAULT.findall(errors)]


SLIPS = {
    "language of a heading": (
        (TABLE, "rule@de", "rule@ge"),
        ("PNP215", "the table has texts in `ge`, a language that the game lacks", f"{TABLE}:1:43"),
        "did you mean `rule@de`?",
    ),
    "value of a group": (
        (TABLE, "harbour,3,place", "harbour,3,plaec"),
        ("PNP207", "the card `harbour` belongs to no sheet group", f"{TABLE}:3:11"),
        "did you mean `place`?",
    ),
    "empty translation": (
        (TABLE, "Wal,", ","),
        ("PNP301", "the text `cards.whale.name` is missing in `de`", f"{TABLE}:6:92"),
        "fill in this cell",
    ),
    "empty original": (
        (TABLE, "Whale,", ","),
        ("PNP301", "the text `cards.whale.name` is missing in `en`", f"{TABLE}:6:26"),
        "fill in the cell; where not every card has such a text, ask for it with"
        " `t(..., optional=True)`",
    ),
    "empty picture": (
        (TABLE, "whale.svg", ""),
        ("PNP135", "`whale` has no picture yet: `art` is empty", f"{TABLE}:6:16"),
        "write the name of a file in `art`, or drop a picture on the card in the studio; for cards"
        " without one, write `{% if card.art %}` around it in the template",
    ),
    "comma in a text": (
        (TABLE, "Keep two cards under it.", "Keep two, under it."),
        ("PNP121", "row 4 has 10 cells, the heading 9", f"{TABLE}:4:45"),
        "put a text with commas in quotes, or remove the extra comma",
    ),
    "letter in a number": (
        (TABLE, "harbour,3,place,1,", "harbour,3,place,1O,"),
        ("PNP218", "`1O` is not a number, unlike the rest of its column", f"{TABLE}:3:17"),
        "did you mean `10`?",
    ),
    "copies": (
        (TABLE, "harbour,3,", "harbour,three,"),
        ("PNP114", "`three` is not a whole number from 0 to 999", f"{TABLE}:3:9"),
        "write it in digits; 0 leaves the row out, an empty cell takes the family's `copies`",
    ),
    "same id": (
        (TABLE, "harbour,3,", "island,3,"),
        ("PNP203", "`island` is the id of several cards", f"{TABLE}:4:1"),
        "change the id in one of the two rows",
    ),
    "colour of a value": (
        (STYLE, "deed:", "dead:"),
        ("PNP411", "the style has no colour `deed`", f"{TEMPLATE}:3"),
        "did you mean `dead`?",
    ),
    "key of a text style": (
        (STYLE, "leading: 18pt", "leadign: 18pt"),
        ("PNP111", "`leadign` is not a key here", f"{STYLE}:7:41"),
        "did you mean `leading`?",
    ),
    "straight apostrophe beside typographic marks": (
        (ENGLISH, "before the storm does", "if it doesn't “storm”"),
        (
            "PNP309",
            "a straight apostrophe in `cover.tagline`, near `if it doesn't “storm”.`",
            f"{ENGLISH}:7:40",
        ),
        "it already prints correctly; `printnplay check --fix` corrects the file; if it is right,"
        " allow it in game.yaml, below `allow:`: `- {check: PNP309, key: cover.tagline,"
        " language: en, reason: ...}`",
    ),
    "kind of a block in the booklet": (
        (BOOKLET, "- heading: ", "- headign: "),
        ("PNP210", "unknown block `headign`", f"{BOOKLET}:19:9"),
        "did you mean `heading`?",
    ),
    "key of a text in the booklet": (
        (BOOKLET, "rules.turn.pay", "rules.turn.pya"),
        ("PNP301", "the text `rules.turn.pya` is in no language", f"{BOOKLET}:18:34"),
        "did you mean `rules.turn.pay`?",
    ),
    "key of a text that a template asks for": (
        (ENGLISH, "tagline:", "tagilne:"),
        ("PNP301", "the text `cover.tagline` is missing in `en`", f"{ENGLISH}:7:14"),
        "did you mean `cover.tagline`?",
    ),
    "key of a text that the booklet names": (
        (ENGLISH, "      draw:", "      darw:"),
        ("PNP301", "the text `rules.turn.draw` is missing in `en`", f"{ENGLISH}:23:13"),
        "did you mean `rules.turn.draw`?",
    ),
    "key of a text of a translation": (
        (GERMAN, "tagline:", "tagilne:"),
        ("PNP301", "the text `cover.tagline` is missing in `de`", f"{GERMAN}:5:14"),
        "did you mean `cover.tagline`?",
    ),
}


@pytest.mark.parametrize(("slip", "fault", "cure"), SLIPS.values(), ids=list(SLIPS))
def test_a_slip_is_one_fault_where_it_was_made(
    slip: tuple[str, str, str], fault: tuple[str, str, str], cure: str, shore: Path
) -> None:
    put(shore, *slip)
    ran = run("check")
    ((code, message, place),) = told(ran.err)
    assert (code, message.partition(" (")[0], place) == fault
    assert f"help: {cure}\n" in ran.err + "\n"


def test_a_picture_that_is_not_named_yet_leaves_an_empty_frame(shore: Path) -> None:
    """In the macro, in the SVG, in a flow, and where the template adds the ending."""
    ways = (
        'art(card.art ~ "", 20, 12, 20, 20)',
        'art("sea/" ~ card.art ~ ".svg", 20, 12, 20, 20)',
        "flow([image(card.art)], 20, 12, 20, 20)",
    )
    template = (shore / TEMPLATE).read_text("utf-8")
    drawn = "".join(f"{{{{ {way} }}}}\n" for way in ways)
    drawn += '<image href="{{ card.art }}" x="20" y="12" width="20" height="20"/>\n</svg>'
    drawn = f'{{% if card.id == "whale" %}}\n{drawn}'.replace("</svg>", "{% endif %}</svg>")
    (shore / TEMPLATE).write_text(template.replace("</svg>", drawn), "utf-8")
    put(shore, TABLE, "whale.svg", "")
    for _ in range(2):  # drawn, and from the cache
        assert {*told(run("check").err)} == {
            ("PNP135", "`whale` has no picture yet: `art` is empty", f"{TABLE}:6:16")
        }
    assert run("build").status == 0


def test_a_field_that_is_a_part_of_the_name_of_a_picture_is_told_with_its_cell(
    shore: Path,
) -> None:
    table = shore / TABLE
    table.write_text(table.read_text("utf-8").replace(".svg,", ","), "utf-8")
    put(shore, TEMPLATE, "art(card.art,", 'art(card.art ~ ".svg",')
    assert run("check").err == ""
    put(shore, TABLE, ",whale,", ",wahle,")
    said = run("check").err
    assert told(said) == [("PNP420", "there is no picture `wahle.svg`", f"{TABLE}:6:16")]
    assert f"note: it is used here\n --> {TEMPLATE}" in said


def test_a_misspelt_heading_is_told_with_the_template_that_asks_for_it(shore: Path) -> None:
    put(shore, TABLE, "kind,cost,", "kind,coast,")
    said = run("check").err
    ((code, message, place),) = told(said)
    assert (code, message) == ("PNP411", "the card has no field `cost`")
    assert place.startswith(TEMPLATE)
    assert "help: did you mean `coast`?" in said


def test_a_text_that_is_taken_for_a_field_is_told_with_how_it_is_asked_for(shore: Path) -> None:
    put(shore, TEMPLATE, "</svg>", "{{ card.rule }}</svg>")
    said = run("check").err
    ((code, message, _),) = told(said)
    assert (code, message) == ("PNP411", "the card has no field `rule`")
    assert 'help: `rule` is a text of cards: `t("cards." ~ card.id ~ ".rule")`\n' in said
    assert "note: should this heading" not in said


def test_a_row_that_lost_a_comma_is_told(shore: Path) -> None:
    put(shore, TABLE, "whale,2,deed", "whale,2 deed")
    first, *_ = told(run("check").err)
    assert first == ("PNP121", "row 6 has 8 cells, the heading 9", f"{TABLE}:6:1")


def as_workbook(project: Path) -> None:
    """Keep the table as a workbook, as LibreOffice writes one."""
    urn = "urn:oasis:names:tc:opendocument:xmlns"
    rows = "".join(
        "<table:table-row>"
        + "".join(
            '<table:table-cell office:value-type="string">'
            f"<text:p>{escape(cell)}</text:p></table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in csv.reader((project / TABLE).read_text("utf-8").splitlines())
    )
    content = (
        f'<office:document-content xmlns:office="{urn}:office:1.0" xmlns:table="{urn}:table:1.0"'
        f' xmlns:text="{urn}:text:1.0"><office:body><office:spreadsheet><table:table'
        f' table:name="Cards">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    with zipfile.ZipFile((project / TABLE).with_suffix(".ods"), "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{urn}:manifest:1.0"/>')
        archive.writestr("content.xml", content)
    put(project, CARDS, "rows: cards.csv", "rows: cards.ods")


def test_a_slip_in_a_workbook_is_told_with_its_cell_and_nothing_of_the_file(shore: Path) -> None:
    put(shore, TABLE, "id,copies,", "id,cost,")
    as_workbook(shore)
    assert run("check").err.strip().splitlines() == [
        "error[PNP214]: two columns are named `cost`",
        " --> designs/shore/cards.ods, cell D1",
        "  = expected a unique name",
        "note: the other one is here",
        " --> designs/shore/cards.ods, cell B1",
        "help: rename or remove one of the two",
    ]
    put(shore, TABLE, "id,cost,", "id,copies,")
    put(shore, TABLE, "harbour,3,place", "harbour,three,plaec")
    put(shore, CARDS, "rows: cards.ods", "rows: cards.csv")
    as_workbook(shore)
    assert run("check").err.splitlines()[:4] == [
        "error[PNP114]: `three` is not a whole number from 0 to 999 (row 3, column `copies`)",
        " --> designs/shore/cards.ods, cell B3",
        "  = expected a whole number from 0 to 999",
        "help: write it in digits; 0 leaves the row out, an empty cell takes the family's `copies`",
    ]


def test_a_table_or_sheet_that_is_not_there_is_told_where_it_is_named(shore: Path) -> None:
    put(shore, CARDS, "rows: cards.csv", "rows: card.csv")
    ran = run("check")
    assert told(ran.err) == [("PNP102", "there is no table `card.csv`", f"{CARDS}:3:38")]
    assert "help: did you mean `cards.csv`?" in ran.err
    put(shore, CARDS, "rows: card.csv", "rows: cards.csv")
    as_workbook(shore)
    put(shore, CARDS, "rows: cards.ods", "rows: cards.ods, sheet: Card")
    ran = run("check")
    assert told(ran.err) == [("PNP121", "the workbook has no sheet `Card`", f"{CARDS}:3:56")]
    assert "help: did you mean `Cards`?" in ran.err


def test_a_text_that_not_every_card_has_may_be_asked_for(shore: Path) -> None:
    put(shore, CARDS, "rows: cards.csv", "rows: cards.csv, texts: [name, rule, flavour]")
    rows = (shore / TABLE).read_text("utf-8").splitlines()
    said = ["flavour,flavour@de", "Ahoy.,Ahoi.", *[","] * (len(rows) - 2)]
    lines = "".join(f"{row},{more}\n" for row, more in zip(rows, said, strict=True))
    (shore / TABLE).write_text(lines, "utf-8")
    put(shore, TEMPLATE, "</svg>", f"{FLAVOUR % ''}</svg>")
    ran = run("check")
    assert "the text `cards.harbour.flavour` is missing in `en`" in ran.err
    assert "cards.lighthouse.flavour" not in ran.err
    assert "ask for it with `t(..., optional=True)`\n" in ran.err
    put(shore, TEMPLATE, FLAVOUR % "", FLAVOUR % ", optional=True")
    assert told(run("check").err) == []
    # Nobody has asked whether a translation leaves it out.
    put(shore, TABLE, "Ahoi.", "")
    ((code, message, _),) = told(run("check").err)
    assert (code, message) == ("PNP301", "the text `cards.lighthouse.flavour` is missing in `de`")


FLAVOUR = '{{ textbox(t("cards." ~ card.id ~ ".flavour"%s), 8, 78, 47, 6, "caption") }}'


@pytest.mark.at_leisure
def test_texts_still_to_be_translated_are_no_faults_of_fit(shore: Path) -> None:
    shutil.rmtree(shore / "locales/de")
    assert run("l10n add de").status == 0
    found = told(run("check").err)
    assert {code for code, *_ in found} == {"PNP113"}
    assert found[0][1:] == ("the text `sheets.places` is empty", f"{GERMAN}:16:13")


def test_the_word_that_is_too_wide_is_named_with_its_text(shore: Path) -> None:
    put(shore, TABLE, "Hafen", "Llanfairpwllgwyngyllgogerychwyrn")
    first, second = told(run("check").err)
    said = "`wllgwyngyllgo` in the de text `cards.harbour.name` is 2.3 mm wider than its column"
    assert first == ("PNP501", said, f"{TABLE}:3:83")
    assert second[1].startswith("the de text does not fit the box `cards.harbour.name`")


def test_a_language_begins_with_the_texts_of_the_table_as_with_all_others(shore: Path) -> None:
    assert run("l10n add fr").status == 0
    path = shore / "locales/fr/shore.yaml"
    lines = path.read_text("utf-8").splitlines()
    assert (
        "# Texts of cards.csv are translated here, or in columns `name@fr`, `rule@fr` of it: what"
        in lines
    )
    at = lines.index("    whale:")
    assert lines[at + 1] == "      # en: Whale"
    assert lines[at + 2].startswith("      # card `whale`: ")
    assert '      name: ""' in lines[at + 3 : at + 5]


def test_no_language_is_begun_without_the_texts_of_a_broken_table(shore: Path) -> None:
    put(shore, TABLE, "harbour,3,", "harbour,three,")
    ran = run("l10n add fr")
    assert (ran.status, [code for code, *_ in told(ran.err)]) == (1, ["PNP114"])
    assert not (shore / "locales/fr").exists()


def test_a_translation_that_is_a_word_of_the_glossary_may_be_that_of_the_original(
    shore: Path,
) -> None:
    put(shore, GERMAN, 'sheets: {places: "Orte"', 'sheets: {places: "Places"')
    assert ("PNP363", "`sheets.places` is the same as in `en`") in [
        one[:2] for one in told(run("check").err)
    ]
    glossary = shore / "locales/glossary/shore.yaml"
    glossary.parent.mkdir()
    glossary.write_text(
        "place: {en: {name: place, plural: places}, de: {name: Place, plural: Places}}\n", "utf-8"
    )
    assert "`sheets.places` is the same" not in run("check").err


def test_a_glossary_that_has_the_language_already_is_not_said_to_be_written(shore: Path) -> None:
    glossary = shore / "locales/glossary/shore.yaml"
    glossary.parent.mkdir()
    glossary.write_text("coin: {en: {name: coin}, fr: {name: pièce}}\n", "utf-8")
    assert "glossary" not in run("l10n add fr").out
    assert "locales/glossary/shore.yaml  1 to fill in" in run("l10n add es").out


def test_an_empty_text_never_hides_the_cell_of_a_table(shore: Path) -> None:
    empty = '  cards: {whale: {name: "", rule: ""}}\n'
    put(shore, GERMAN, "de:\n", f"de:\n{empty}")
    assert told(run("check").err) == []
    put(shore, TABLE, "Wal,", ",")
    assert [fault[:2] for fault in told(run("check").err)] == [
        ("PNP113", "the text `cards.whale.name` is empty")
    ]


@pytest.mark.parametrize(
    ("heading", "said", "cure"),
    [
        ("cots", "unused column `cots`", "did you mean `cost`?"),
        ("Costs", "unused column `Costs`", "did you mean `cost`?"),
    ],
)
def test_a_heading_that_resembles_a_field_with_a_default_is_reported(
    heading: str, said: str, cure: str, shore: Path
) -> None:
    put(shore, CARDS, "rows: cards.csv", "rows: cards.csv, fields: {cost: 0}")
    put(shore, TABLE, ",cost,", f",{heading},")
    ran = run("check")
    assert told(ran.err) == [("PNP225", said, f"{TABLE}:1:16")]
    assert f"help: {cure}\n" in ran.err


def test_a_text_without_a_column_is_reported_with_the_heading_that_is_meant(shore: Path) -> None:
    put(shore, CARDS, "rows: cards.csv", "rows: cards.csv, texts: [name, rule, flavour]")
    put(shore, TABLE, "id,", "flavor,id,")
    table = shore / TABLE
    head, *rows = table.read_text("utf-8").splitlines()
    table.write_text("\n".join([head, *(f"Sweet.,{row}" for row in rows)]) + "\n", "utf-8")
    ran = run("check")
    found = [(code, message) for code, message, _ in told(ran.err)]
    assert ("PNP226", "the table has no column `flavour`") in found
    assert "help: did you mean `flavor`?\n" in ran.err


def test_what_one_template_asks_for_says_nothing_about_the_table_of_another(shore: Path) -> None:
    cards = shore / CARDS
    cards.write_text(
        cards.read_text("utf-8") + "ship: {template: ship, rows: ships.csv, texts: [name]}\n",
        "utf-8",
    )
    (shore / CARDS).with_name("ships.csv").write_text(
        "id,copies,kind,cost,art,name@en,name@de,rule\nbrig,1,deed,2,storm.svg,Brig,Brigg,fast\n",
        "utf-8",
    )
    template = (shore / TEMPLATE).read_text("utf-8")
    template = template.replace('t("cards." ~ card.id ~ ".rule")', "card.rule")
    (shore / TEMPLATE).with_name("ship.svg.j2").write_text(template, "utf-8")
    assert told(run("check").err) == []


@pytest.mark.parametrize("heading", ["Amount", "Anzahl", "How many"])
def test_a_column_of_numbers_that_may_be_the_copies_is_reported(heading: str, shore: Path) -> None:
    put(shore, TABLE, ",copies,", f",{heading},")
    ran = run("check")
    ((code, message, place),) = told(ran.err)
    assert (code, place) == ("PNP225", f"{TABLE}:1:4")
    assert message.startswith(f"unused column `{heading}`: the family sets")
    assert "name it `copies`" in ran.err


@pytest.mark.parametrize("name", ["keys", "items", "values", "get", "copy", "update", "pop"])
def test_a_column_may_be_called_like_a_method_of_python(name: str, shore: Path) -> None:
    put(shore, TABLE, ",cost,", f",{name},")
    put(shore, TEMPLATE, "card.cost", f"card.{name}")
    assert run("check").err == ""


def test_the_one_cell_that_a_template_cannot_use_is_named(shore: Path) -> None:
    put(shore, TABLE, "harbour,3,place,1,", "harbour,3,place,3 gold,")
    put(
        shore,
        TEMPLATE,
        "{{ fit_title(card.cost",
        "{% if card.cost > 2 %}{% endif %}{{ fit_title(card.cost",
    )
    said = run("check").err
    warning, error = sorted(told(said))
    assert (error[0], warning[0], warning[2]) == ("PNP412", "PNP218", f"{TABLE}:3:17")
    assert error[2].startswith(TEMPLATE)
    assert f"note: the field `cost` of `harbour` is `3 gold`\n --> {TABLE}:3:17\n" in said


@pytest.mark.parametrize(
    ("file", "old", "new", "cure"),
    [
        (TABLE, "whale.svg", "WHALE.SVG", "did you mean `whale.svg`?"),
        (TEMPLATE, 'colour="ink"', 'color="ink"', "did you mean `colour`?"),
    ],
)
def test_the_name_that_is_meant_is_offered(
    file: str, old: str, new: str, cure: str, shore: Path
) -> None:
    put(shore, file, old, new)
    said = run("check").err
    assert len(told(said)) == 1
    assert f"help: {cure}\n" in said


@pytest.mark.parametrize("heading", ["expansion", "year"])
@pytest.mark.at_leisure
def test_other_columns_of_numbers_are_notes(heading: str, shore: Path) -> None:
    put(shore, TABLE, ",copies,", f",{heading},")
    assert run("check").err == ""


def test_a_column_is_used_behind_a_colour_too(shore: Path) -> None:
    put(shore, TABLE, ",copies,", ",amount,")
    put(
        shore, TEMPLATE, "</svg>", '<g style="fill: #000">{% if card.amount %}{% endif %}</g></svg>'
    )
    assert run("check").err == ""


def test_all_of_a_cell_that_cannot_be_shown_is_fixed(shore: Path) -> None:
    old = "Worth one point, and one more"
    put(shore, TABLE, old, old + "\n" + " <b>point</b>" * 8)
    run("check --fix")
    assert " **point**" * 8 in (shore / TABLE).read_text("utf-8")


def test_cells_are_fixed_and_all_else_stays(shore: Path) -> None:
    put(shore, TABLE, "Draw one card more", "Draw <b>two</b> cards&nbsp;more")
    before = (shore / TABLE).read_text("utf-8")
    assert "PNP389" not in run("check --fix").err
    fixed = before.replace("<b>two</b> cards&nbsp;more", "**two** cards\u00a0more")
    assert (shore / TABLE).read_text("utf-8") == fixed


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.at_leisure
def test_cells_in_utf_16_are_fixed_and_quoted_too(encoding: str, shore: Path) -> None:
    put(shore, TABLE, "Draw one card more", "Draw <b>two</b> cards  more")
    text = (shore / TABLE).read_text("utf-8")
    (shore / TABLE).write_bytes(text.encode(encoding))
    quoted = next(line for line in text.splitlines() if "<b>two</b>" in line)
    assert f" | {quoted}\n" in run("check").err
    assert "fixed 1 text in 1 file" in run("check --fix").err
    fixed = text.replace("<b>two</b> cards  more", "**two** cards more")
    assert (shore / TABLE).read_bytes() == fixed.encode(encoding)


def test_a_text_behind_a_link_in_the_project_is_fixed_there(shore: Path) -> None:
    put(shore, TABLE, "Draw one card more", "Draw  one card more")
    shared = shore / "shared.csv"
    (shore / TABLE).rename(shared)
    (shore / TABLE).symlink_to("../../shared.csv")
    assert "fixed 1 text in 1 file" in run("check --fix").err
    assert (shore / TABLE).is_symlink()
    assert "Draw one card more" in shared.read_text("utf-8")


def as_tree(project: Path, ending: str) -> Path:
    """Keep the table as JSON or YAML, a row in each line."""
    rows = csv.DictReader((project / TABLE).read_text("utf-8").splitlines())
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path = (project / TABLE).with_name(f"deeds{ending}")
    if ending == ".json":
        path.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    else:
        path.write_text("".join(f"- {line}\n" for line in lines), "utf-8")
    (project / TABLE).unlink()
    put(project, CARDS, "rows: cards.csv", f"rows: {path.name}")
    return path


@pytest.mark.parametrize("ending", [".json", ".yaml"])
def test_values_of_json_and_yaml_are_fixed_and_all_else_stays(ending: str, shore: Path) -> None:
    put(shore, TABLE, "Draw one card more", "Draw <b>two</b> cards&nbsp;more")
    path = as_tree(shore, ending)
    before = path.read_text("utf-8")
    assert "PNP389" not in run("check --fix").err
    space = "\u00a0" if ending == ".json" else r"\u00a0"
    fixed = before.replace("<b>two</b> cards&nbsp;more", f"**two** cards{space}more")
    assert path.read_text("utf-8") == fixed


@pytest.mark.parametrize("ending", [".json", ".yaml"])
def test_a_misspelt_key_of_json_and_yaml_is_reported(ending: str, shore: Path) -> None:
    put(shore, CARDS, "rows: cards.csv", "rows: cards.csv, fields: {cost: 0}")
    put(shore, TABLE, ",cost,", ",cots,")
    as_tree(shore, ending)
    ((code, message, place),) = told(run("check").err)
    assert (code, message) == ("PNP225", "unused column `cots`")
    assert place.startswith(f"designs/shore/deeds{ending}:")


def test_rows_of_cards_in_a_rulebook_leave_out_a_text_that_some_do_not_have(shore: Path) -> None:
    rule = "Keep two cards under it. Nobody can take them."
    german = "Bewahr zwei Karten darunter auf. Niemand kann sie nehmen."
    put(shore, TABLE, rule, "")
    put(shore, TABLE, german, "")
    put(shore, BOOKLET, "texts: [name]", "texts: [name, rule]")
    assert "PNP301" in run("check").err  # the template asks for it on every card
    put(shore, TEMPLATE, '~ ".rule")', '~ ".rule", optional=True)')
    missing = run("check").err
    assert "expected a text in the column `rule@en`" in missing
    assert "if not every card has it, write `{text: rule, optional: yes}`" in missing
    put(shore, BOOKLET, "texts: [name, rule]", "texts: [name, {text: rule, optional: yes}]")
    assert run("check").status == 0
    assert run("build -l en --format html").status == 0
    (page,) = Path("output").rglob("*rulebook.html")
    assert "Draw one card more" in page.read_text("utf-8")
    put(shore, BOOKLET, "{text: rule, optional: yes}", "{text: rul, optional: yes}")
    assert "the text `cards.harbour.rul` is in no language" in run("check").err


def test_a_text_that_a_workbook_lacks_is_reported_with_its_cell(shore: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in csv.reader(io.StringIO((shore / TABLE).read_text("utf-8"))):
        sheet.append(row)
    sheet["G3"] = sheet["I3"] = None
    book.save(shore / TABLE.replace(".csv", ".xlsx"))
    put(shore, CARDS, "cards.csv", "cards.xlsx")
    (shore / TABLE).unlink()
    cell = f"{TABLE.replace('.csv', '.xlsx')}, cell"
    assert f"{cell} G3" in run("check").err
    put(shore, TEMPLATE, '~ ".rule")', '~ ".rule", optional=True)')
    assert run("check").status == 0
    put(shore, BOOKLET, "texts: [name]", "texts: [name, rule, flavour]")
    found = run("check").err
    assert f"{cell} G3" in found
    assert "add a column `flavour` to the table, and fill it in in this row" in found
    assert "in line" not in found


def test_a_new_language_begins_with_the_title_and_names_only_columns_of_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new Nachtbäckerei --from csv --language de").status == 0
    monkeypatch.chdir("Nachtbäckerei")
    table = Path("designs/nachtbackerei/cards.csv")
    rows = table.read_text("utf-8").replace(",Ort,", ",Gebäck,").replace(",Tat,", ",Ärger,")
    table.write_text(rows, "utf-8")
    assert run("l10n add en").status == 0
    begun = Path("locales/en/nachtbackerei.yaml").read_text("utf-8")
    assert begun.startswith("# nachtbackerei in English.\n")
    assert (
        "# Texts of cards.csv are translated here, or in columns `name@en`, `rule@en` of" in begun
    )
    assert "  game:\n    # de: Nachtbäckerei\n" in begun
    assert "`title@en`" not in begun
    assert '    geback: ""\n' in begun
    assert run("check").err.count("`game.title`") == 0
