"""Fonts with PostScript outlines: embedded, cut, read back, standing where they were measured."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import uharfbuzz
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from msgspec.structs import replace
from pikepdf import Name
from text.odd_fonts import postscript_font

from printnplay.kernel.geometry import Point, mm, pt
from printnplay.pdf import FontError, check_outlines
from printnplay.scene.sheet import FontFace, Run, TextLine

from .readback import MM, marks, opened
from .samples import INK, NBSP, NNBSP, document, line, written
from .test_pdf_text import origins

pytestmark = pytest.mark.sampled(2)

TextOf = Callable[[bytes], str]
WORDS = "Qui joue"
SHARED = {NBSP: "space", NNBSP: "space", "é": "Q", "è": "X"}
"""Characters of the odd font, and the glyphs that they share with others."""

FEATURES = """
feature ccmp { sub Q by e colon; sub X by e semicolon; } ccmp;
feature liga { sub f i by W; } liga;
feature smcp { sub o by O; sub n by N; } smcp;
"""


@pytest.fixture
def curves(tmp_path: Path) -> FontFace:
    path = tmp_path / "curves.otf"
    postscript_font(path, "Curves")
    return FontFace("curves", "Curves", 500, italic=False, path=str(path))


@pytest.fixture
def odd(curves: FontFace) -> FontFace:
    """A font whose glyphs stand for several texts."""
    font = TTFont(curves.path)
    for table in font["cmap"].tables:
        table.cmap.update({ord(one): glyph for one, glyph in SHARED.items()})
    for accent in ("colon", "semicolon"):
        font["hmtx"][accent] = (0, 0)
    addOpenTypeFeaturesFromString(font, FEATURES, tables=["GSUB"])
    path = str(Path(curves.path).with_name("odd.otf"))
    font.save(path)
    return replace(curves, path=path)


def set_in(face: FontFace, text: str, space: int = 0, *, small_caps: bool = False) -> bytes:
    """A document with one line of text in a font."""
    run = Run(0, text, "curves", pt(20), INK, space, small_caps)
    return written(document(TextLine(Point(mm(20), mm(100)), (run,)), fonts=(face,)))


def read(pdf: bytes) -> str:
    return "".join(character for character, _, _ in origins(pdf))


def test_its_text_is_read_back_in_order(curves: FontFace) -> None:
    pdf = written(document(line(WORDS, face="curves"), fonts=(curves,)))
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    assert text == WORDS


def test_glyphs_stand_by_their_widths(curves: FontFace) -> None:
    read = origins(written(document(line(WORDS, x=0, size=40, face="curves"), fonts=(curves,))))
    assert "".join(one for one, _, _ in read) == WORDS
    blob = uharfbuzz.Blob.from_file_path(curves.path)
    font = uharfbuzz.Font(uharfbuzz.Face(blob))
    pen = 0.0
    for (_, x, _), character in zip(read, WORDS, strict=True):
        assert x == pytest.approx(pen, abs=0.1)
        pen += (
            font.get_glyph_h_advance(font.get_nominal_glyph(ord(character))) * 40 / font.face.upem
        )


def test_it_is_embedded_and_cut(curves: FontFace) -> None:
    pdf = opened(written(document(line(WORDS, face="curves"), fonts=(curves,))))
    (font,) = pdf.pages[0].Resources.Font.values()
    cid = font.DescendantFonts[0]
    assert font.Subtype == Name.Type0
    assert cid.Subtype == Name.CIDFontType0
    program = cid.FontDescriptor.FontFile3
    assert program.Subtype == Name.CIDFontType0C
    assert str(font.BaseFont)[7] == "+"
    assert len(program.read_bytes()) < Path(curves.path).stat().st_size / 2


def test_the_same_document_gives_the_same_bytes(curves: FontFace) -> None:
    both = [written(document(line(WORDS, face="curves"), fonts=(curves,))) for _ in range(2)]
    assert both[0] == both[1]


def test_a_broken_font_file_is_named(tmp_path: Path, curves: FontFace) -> None:
    broken = tmp_path / "broken.otf"
    broken.write_bytes(Path(curves.path).read_bytes()[:2000])
    face = FontFace("curves", "Curves", 500, italic=False, path=str(broken))
    with pytest.raises(FontError, match=r"broken\.otf"):
        written(document(line(WORDS, face="curves"), fonts=(face,)))


def test_every_kind_of_space_reads_back_as_it_was(odd: FontFace, pdftotext: TextOf) -> None:
    text = f"Volte{NNBSP}! no{NBSP}1 a b"
    pdf = set_in(odd, text)
    assert read(pdf) == text
    assert pdftotext(pdf).strip() == text.replace(NBSP, " ").replace(NNBSP, " ")


def test_widened_spaces_move_what_follows_and_read_back_as_one_space(
    odd: FontFace, pdftotext: TextOf
) -> None:
    text = f"Take a{NBSP}card now"
    usual, wide = set_in(odd, text), set_in(odd, text, mm(2))
    places = zip(origins(usual), origins(wide), strict=True)
    moved = [round((after - before) * MM) for (_, before, _), (_, after, _) in places]
    assert moved == [0] * 5 + [2] * 2 + [4] * 5 + [6] * 3
    assert read(wide) == pdftotext(wide).strip() == "Take a card now"
    assert len(marks(opened(wide), "TJ", "Tj")) == 1


@pytest.mark.parametrize("text", ["été verte, la", "prète été, e.", "fini. fit W", "Qui, XeX"])
def test_a_glyph_that_stands_for_several_texts_reads_back_as_each(
    text: str, odd: FontFace, pdftotext: TextOf
) -> None:
    pdf = set_in(odd, text)
    whole = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    assert whole == pdftotext(pdf).strip() == text


def test_small_capitals_are_drawn_and_read_back_as_small_letters(
    odd: FontFace, pdftotext: TextOf
) -> None:
    plain, small = set_in(odd, "no NO on"), set_in(odd, "no NO on", small_caps=True)
    assert read(small) == pdftotext(small).strip() == "no NO on"
    assert origins(small)[1][1] != origins(plain)[1][1]


def test_qpdf_finds_nothing_wrong_with_it(odd: FontFace, qpdf_check: TextOf) -> None:
    assert "No syntax or stream encoding errors" in qpdf_check(set_in(odd, "été verte, fi"))


def test_outlines_of_the_first_kind_pass_and_of_the_second_do_not(
    curves: FontFace, tmp_path: Path
) -> None:
    check_outlines(curves.path)
    second = tmp_path / "second.otf"
    second.write_bytes(Path(curves.path).read_bytes().replace(b"CFF ", b"CFF2", 1))
    with pytest.raises(FontError, match=r"second\.otf"):
        check_outlines(str(second))
