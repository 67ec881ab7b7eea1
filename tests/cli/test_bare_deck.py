"""A deck from a table, as people bring it along from other programs: what `check` says of it."""

from pathlib import Path

import pytest

from .project import Ran, run

pytestmark = pytest.mark.sampled(2)

ROWS = "name,copies,cost,text\nMiller,3,1,Draw one card more.\n"


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that begins as a table and one template."""
    monkeypatch.chdir(tmp_path)
    assert run("new deck --from cards").status == 0
    monkeypatch.chdir(tmp_path / "deck")
    write(tmp_path / "deck", "designs/deck/cards.csv", ROWS)
    return tmp_path / "deck"


def write(deck: Path, file: str, text: str) -> None:
    (deck / file).write_text(text, "utf-8")


def change(deck: Path, file: str, old: str, new: str) -> None:
    text = (deck / file).read_text("utf-8")
    assert old in text
    write(deck, file, text.replace(old, new))


def is_clean(ran: Ran) -> bool:
    return ran.out.splitlines()[-1] == "clean"


def test_a_column_that_is_asked_for_as_a_text_is_to_be_one(deck: Path) -> None:
    change(deck, "designs/deck/cards.yaml", ", texts: [name, text]", "")
    said = run("check").err
    assert said.count("add `texts: [name, text]` to the family in cards.yaml") == 2
    assert "warning[PNP225]: the column `text` is a field" in said
    assert "error[PNP301]: the text `cards.miller.text` is missing" in said
    assert "rename it" not in said


def test_a_column_that_chooses_cards_of_a_group_is_used(deck: Path) -> None:
    rows = "name,copies,cost,text,size\nMiller,3,1,Draw one card more.,small\n"
    write(deck, "designs/deck/cards.csv", rows)
    change(deck, "designs/deck/cards.yaml", "texts:", "fields: {side: front}, texts:")
    change(deck, "templates/deck/card.svg.j2", "</svg>", "<!-- {{ card.side }} --></svg>")
    change(deck, "designs/deck/game.yaml", "where: {family: card}", "where: {size: small}")
    ran = run("check")
    assert is_clean(ran), ran.err


def test_notes_are_no_text_that_only_other_looks_write(deck: Path) -> None:
    rows = (
        "name,copies,cost,text,art\nMiller,3,1,Draw one card more.,miller.png (https://a.org/m)\n"
    )
    write(deck, "designs/deck/cards.csv", rows)
    ran = run("check")
    assert is_clean(ran), ran.err


def test_an_icon_before_a_word_is_no_number(deck: Path) -> None:
    write(deck, "designs/deck/cards.csv", ROWS.replace("Draw", "{icon:time}Draw"))
    ran = run("check")
    assert is_clean(ran), ran.err


def test_a_weight_is_reported_once(deck: Path) -> None:
    face = "  label: {family: Noto Sans, weight: 700, size: 9pt, leading: 11pt, colour: ink}\n"
    write(
        deck,
        "templates/deck/style.yaml",
        f"like: base\ncolours: {{paper: '#eeeeee'}}\ntext:\n{face}",
    )
    assert run("check").err.count("has no weight 700: `label`") == 1


def test_two_braces_may_be_meant_as_an_icon(deck: Path) -> None:
    write(deck, "designs/deck/cards.csv", ROWS.replace("Draw", "{{time}} Draw"))
    said = run("check").err
    assert "error[PNP313]: `{{time}}` is not a placeholder" in said
    assert "write `{icon:time}` if it is an icon" in said


def test_an_id_that_is_not_plain_is_suggested_as_one(deck: Path) -> None:
    change(deck, "designs/deck/cards.yaml", ', id: "{name}"', "")
    write(
        deck,
        "designs/deck/cards.csv",
        ROWS.replace("name,", "id,name,").replace("\n", "\nA 001,", 1),
    )
    assert "help: write `a-001`" in run("check").err


def test_an_empty_cell_that_is_counted_gets_a_number(deck: Path) -> None:
    write(deck, "designs/deck/cards.csv", "name,copies,cost,hearts,text\nMiller,3,1,,Draw one.\n")
    loop = '{% for n in range(card.hearts) %}{{ icon("time", 5 * n, 25, 4) }}{% endfor %}</svg>'
    change(deck, "templates/deck/card.svg.j2", "</svg>", loop)
    assert "help: for empty cells, add `fields: {hearts: 0}` to the family" in run("check").err
    change(deck, "designs/deck/cards.yaml", "texts:", "fields: {hearts: 0}, texts:")
    ran = run("check")
    assert is_clean(ran), ran.err


def test_digits_that_a_loop_takes_are_to_be_a_text(deck: Path) -> None:
    write(deck, "designs/deck/cards.csv", "name,copies,cost,keys,text\nMiller,3,1,112,Draw one.\n")
    loop = "{% for key in card.keys %}<!-- {{ key }} -->{% endfor %}</svg>"
    change(deck, "templates/deck/card.svg.j2", "</svg>", loop.replace("card.keys", 'card["keys"]'))
    assert "help: to read it as a text, add `columns: {keys: text}` in" in run("check").err
    change(deck, "designs/deck/cards.yaml", "columns: {", "columns: {keys: text, ")
    ran = run("check")
    assert is_clean(ran), ran.err


def test_a_column_of_ids_beside_a_pattern_is_reported(deck: Path) -> None:
    rows = ROWS.replace("name,", "ID,name,").replace("\n", "\nA001,", 1)
    write(deck, "designs/deck/cards.csv", rows)
    said = run("check").err
    assert "warning[PNP225]: unused column `ID`: `card.id` is made by the pattern `{name}`" in said
    assert "designs/deck/cards.csv:1:1" in said
