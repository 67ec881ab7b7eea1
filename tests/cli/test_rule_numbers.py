"""The numbers of rules: in print and on screens, in references to them, and in which order."""

import re
from pathlib import Path

import pypdfium2
import pytest

from printnplay.game.rulebook import (
    HeadingBlock,
    NoteBlock,
    Outline,
    ParagraphBlock,
    Section,
    SpreadBlock,
)
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, mm
from printnplay.rulebook.rule_numbers import rule_numbers

from .project import ROOT, run, stand_in

HERE = Span("booklet.yaml")
BOOKLET, TEXTS = Path("designs/shore/booklet.yaml"), Path("locales/en/shore.yaml")


def put(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def shore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose rulebook has numbers, and a text that names two of them."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new shore --from csv").status == 0
    monkeypatch.chdir(tmp_path / "shore")
    put(BOOKLET, "page: a6", "page: a6\nnumbers: rules")
    put(BOOKLET, "text: rules.parts.cost", "text: rules.turn.cards")
    put(TEXTS, "The most places win.", "See {number:turn} and {number:rules.goal.points}.")


def numbered(numbers: str, *blocks: HeadingBlock | ParagraphBlock | NoteBlock | SpreadBlock) -> str:
    """The number of each text of a rulebook with one empty section and one of these blocks."""
    sections = (Section("first", (), HERE), Section("second", blocks, HERE))
    outline = Outline(Size(mm(100), mm(100)), sections, (), HERE, numbers=numbers)
    found = {key: number.text.strip() for key, number in rule_numbers(outline).items()}
    assert found.pop("rules.first.title", "1") == "1"
    return " ".join(f"{key.removeprefix('rules.')}={number}" for key, number in found.items())


def heading(key: str, level: int = 2) -> HeadingBlock:
    return HeadingBlock(key, HERE, level)


def text(key: str) -> ParagraphBlock:
    return ParagraphBlock(key, HERE)


def test_rules_count_within_the_heading_above_them() -> None:
    blocks = text("a"), heading("b"), text("c"), heading("d", 3), text("e"), heading("f"), text("g")
    assert numbered("rules", *blocks) == (
        "second.title=2 a=2.1 b=2.2 c=2.2.1 d=2.2.2 e=2.2.2.1 f=2.3 g=2.3.1"
    )
    assert numbered("headings", *blocks) == "second.title=2 b=2.1 d=2.1.1 f=2.2"
    assert numbered("no", *blocks) == ""


def test_notes_have_no_numbers_and_spreads_count_on() -> None:
    note, spread = NoteBlock(("n",), HERE), SpreadBlock((heading("c", 3), text("d")), HERE)
    assert numbered("rules", text("a"), note, spread, text("a"), heading("e")) == (
        "second.title=2 a=2.1 c=2.2 d=2.2.1 e=2.3"
    )


@pytest.mark.usefixtures("shore")
def test_numbers_are_printed_on_pages_and_screens_and_lead_to_their_rules() -> None:
    ran = run("build --format pdf --format html --format epub")
    assert ran.status == 0, ran.err
    (book,) = Path("output").rglob("*rulebook.pdf")
    with pypdfium2.PdfDocument(book) as document:
        words = " ".join(page.get_textpage().get_text_bounded() for page in document)
    words = " ".join(words.split())
    for said in ("1 Goal of the game", "1.1 Build", "2.1 The cards", "See 2 and 1.1."):
        assert said in words
    assert words.count("2.1 The cards") == 1  # a label with the same words has no number
    (page,) = Path("output").rglob("*rulebook.html")
    html = page.read_text("utf-8")
    assert '<a href="#rules.goal.points">1.1</a>' in html
    assert re.search(r'id="rules.goal.points"><strong>1.1\s*</strong>\s*Build', html)


@pytest.mark.usefixtures("shore")
@pytest.mark.at_leisure
def test_a_number_that_nothing_has_is_reported_with_what_to_type() -> None:
    put(BOOKLET, "numbers: rules", "numbers: headings")
    ran = run("check shore")
    assert ran.status == 1
    assert "`rules.goal.points` is not a part of the rulebook" in ran.err
    put(BOOKLET, "numbers: headings\n", "")
    ran = run("check shore")
    assert "`turn` has no number" in ran.err
    assert "write `numbers: rules` in booklet.yaml, or `{see:turn}`" in ran.err
