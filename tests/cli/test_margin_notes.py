"""Notes and headings in the margin column: level with their text, and clear of one another."""

from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import pytest

from .project import ROOT, run, stand_in

BOOKLET, TEXTS = Path("designs/shore/booklet.yaml"), Path("locales/en/shore.yaml")
PAGE = "page: {width: 150mm, height: 210mm, margin_column: 30mm, margin_heads: yes}"
NOTES = {
    "first": "Alpha is a note that runs on for long, down the margin, beside more than one block.",
    "second": "Omega follows.",
    "later": "Zenith",
}
END = """\
      - margin_note: rules.end.first
      - paragraph: rules.end.empty
      - margin_note: rules.end.second
      - paragraph: rules.goal.points
      - heading: rules.end.later
      - paragraph: rules.summary.end
"""


@pytest.fixture(autouse=True)
def shore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new shore --from csv").status == 0
    monkeypatch.chdir(tmp_path / "shore")
    put(
        TEXTS,
        "      empty:",
        "".join(f'      {key}: "{NOTES[key]}"\n' for key in NOTES) + "      empty:",
    )
    put(BOOKLET, "page: a6", PAGE)
    put(BOOKLET, "      - paragraph: rules.end.empty\n", END)


def put(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def places(*words: str) -> Mapping[str, tuple[int, float, float, float, float]]:
    """The page of each word, and its left, bottom, right and top in points."""
    (book,) = Path("output").rglob("*rulebook.pdf")
    found = {}
    with pypdfium2.PdfDocument(book) as document:
        for number, page in enumerate(document):
            text = page.get_textpage()
            for word in words:
                searcher = text.search(word, match_case=True)
                if hit := searcher.get_next():
                    boxes = [text.get_charbox(hit[0] + at) for at in range(len(word))]
                    left, bottom = boxes[0][0], min(box[1] for box in boxes)
                    found[word] = (number, left, bottom, boxes[-1][2], max(box[3] for box in boxes))
    assert found.keys() == set(words)
    return found


def test_notes_are_level_with_their_text_and_clear_of_one_another() -> None:
    ran = run("build --format pdf --format html")
    assert ran.status == 0, ran.err
    pairs = ("Alpha", "The game ends"), ("Omega", "Build places"), ("Zenith", "The pile is")
    at = places("block.", *(word for pair in pairs for word in pair))
    assert len({place[0] for place in at.values()}) == 1
    for note, text in (
        ("Alpha", "The game ends"),
        ("Omega", "Build places"),
        ("Zenith", "The pile is"),
    ):
        assert at[note][1] < 60 < 100 < at[text][1]  # the margin column, and 35 mm beside it
        assert abs(at[note][2] - at[text][2]) < 3, note
    assert at["Omega"][4] < at["block."][2]
    (page,) = Path("output").rglob("*rulebook.html")
    assert '<aside class="margin-note" id="rules.end.second">Omega' in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (", margin_column: 30mm, margin_heads: yes", "", "no column for margin notes"),
        (", margin_column: 30mm", "", "headings have no margin column"),
        ("margin_heads: yes", "columns: 2", "beside 2 columns of text"),
        (
            "      - margin_note: rules.end.first\n",
            "      - columns: [[{margin_note: rules.end.first}], [{paragraph: rules.turn.pay}]]\n",
            "a margin note is inside of another block",
        ),
    ],
)
def test_a_note_without_room_is_reported(old: str, new: str, says: str) -> None:
    put(BOOKLET, old, new)
    ran = run("check shore")
    assert ran.status == 1
    assert says in ran.err
