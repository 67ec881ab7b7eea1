"""Files are whole, their fonts come with them, and every letter is one."""

from collections.abc import Callable
from unicodedata import category

import pikepdf
import pytest
from pdf.conftest import Tool

from .builds import FILES, File
from .shelf import Shelf

Tools = Callable[[str], Tool]
PageTexts = Callable[[File], list[str]]
MISSING = "\ufffd"
SOFT_HYPHEN = "\u00ad"
"""Ends a line within a word: readers put the word together."""


@pytest.mark.parametrize("file", FILES, ids=str)
def test_qpdf_has_nothing_to_say(file: File, shelf: Shelf, tools: Tools) -> None:
    told = tools("qpdf")(shelf.data(file), "--check")
    assert "WARNING" not in told
    assert "No syntax or stream encoding errors found" in told


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_font_is_embedded_cut_to_its_glyphs_and_read_as_text(
    file: File, shelf: Shelf, tools: Tools
) -> None:
    rows = tools("pdffonts")(shelf.data(file)).splitlines()[2:]
    assert rows
    for row in rows:
        name, *_ = row.split()
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row
        assert name[6] == "+", f"{name} is whole"
    assert b"Helvetica" not in shelf.data(file)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_character_reads_as_text(file: File, page_texts: PageTexts) -> None:
    text = "".join(page_texts(file))
    strange = {sign for sign in text if category(sign) in ("Cc", "Cf", "Cn", "Co")}
    assert strange <= {"\n", SOFT_HYPHEN}
    assert MISSING not in text
    assert {sign for sign in text if sign.isspace()} == {" ", "\n"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("file", FILES, ids=str)
def test_no_letter_is_the_box_that_stands_for_a_missing_one(file: File, shelf: Shelf) -> None:
    shown = 0
    for page in shelf.pdf(file).document.pages:
        shown += _check_codes(page, page.Resources)
    for form in _forms(shelf.pdf(file).document):
        shown += _check_codes(form, form.get("/Resources", pikepdf.Dictionary()))
    assert shown


def _forms(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        item
        for item in pdf.objects
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
    ]


def _check_codes(content: pikepdf.Page | pikepdf.Object, resources: pikepdf.Object) -> int:
    """Look at all codes of a content stream; glyph nought is the one for what is missing."""
    width, count = 1, 0
    for instruction in pikepdf.parse_content_stream(content, "Tf Tj TJ ' \""):
        operands = list(instruction.operands)
        if str(instruction.operator) == "Tf":
            width = 2 if resources.Font[str(operands[0])].Subtype == "/Type0" else 1
            continue
        pieces = operands[0] if isinstance(operands[0], pikepdf.Array) else operands
        codes = b"".join(bytes(piece) for piece in pieces if isinstance(piece, pikepdf.String))
        split = [codes[at : at + width] for at in range(0, len(codes), width)]
        assert bytes(width) not in split
        count += len(split)
    return count
