"""Fonts with PostScript outlines: embedded, cut, read back, standing where they were measured."""

from pathlib import Path

import pypdfium2
import pytest
import uharfbuzz
from pikepdf import Name
from rendering.text.odd_fonts import postscript_font

from printnplay.model.sheet import FontFace
from printnplay.targets.pdf import FontError

from .readback import opened
from .samples import document, line, written
from .test_pdf_text import origins

WORDS = "Qui joue"


@pytest.fixture
def curves(tmp_path: Path) -> FontFace:
    path = tmp_path / "curves.otf"
    postscript_font(path, "Curves")
    return FontFace("curves", "Curves", 500, italic=False, path=str(path))


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
