"""Accents and vowel signs in the printed PDF: their ink lies where HarfBuzz puts their glyphs."""

from pathlib import Path

import pypdfium2
import pytest
import uharfbuzz
from PIL import Image, ImageOps

from printnplay.kernel.geometry import Point, mm, pt
from printnplay.scene.sheet import FontFace, Run, TextLine

from .samples import FONT_FOLDER, INK, document, written

THAI = Path(__file__).parents[1] / "acceptance/lantern/templates/fonts/NotoSansThai.ttf"
LATIN = FONT_FOLDER / "NotoSans-Medium.ttf"
SIZE, LEFT, BASELINE = 72, mm(50), mm(100)
SCALE = 4
"""Pixels of a point; edges are sharp to one."""

RAISED = "H\u0304", "d\u0302\u0304", "T\u0301"
LOWERED = "g\u0323", "p\u0331\u0323", "y\u0323"
BOTH = "H\u0304\u0323\u0331", "g\u0323\u0304", "H\u0304p", "x\u0323H"
"""Some with letters behind them, which lie on the baseline again."""


def glyph_boxes(text: str, font: Path, *, right_to_left: bool) -> list[tuple[float, ...]]:
    """Left, top, right and bottom of each glyph's ink, in points from the baseline's start, y up.

    The last number of each is how far the glyph is moved up.
    """
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(font))
    measured, buffer = uharfbuzz.Font(face), uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if right_to_left else "ltr"
    uharfbuzz.shape(measured, buffer)
    pen, boxes = 0, []
    for info, moved in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        ink = measured.get_glyph_extents(info.codepoint)
        left, top = pen + moved.x_offset + ink.x_bearing, moved.y_offset + ink.y_bearing
        box = (left, top, left + ink.width, top + ink.height, moved.y_offset)
        boxes.append(tuple(length * SIZE / face.upem for length in box))
        pen += moved.x_advance
    return boxes


def inked(text: str, font: Path, *, right_to_left: bool) -> tuple[float, ...]:
    """Left, top, right and bottom of the ink on a page, in points from where the line begins."""
    face = FontFace("face", "Family", 500, italic=False, path=str(font))
    run = Run(0, text, "face", pt(SIZE), INK, right_to_left=right_to_left)
    pdf = written(document(TextLine(Point(LEFT, BASELINE), (run,)), fonts=(face,)))
    image: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=SCALE).to_pil().convert("L")
    box = ImageOps.invert(image).point(lambda value: 255 if value > 127 else 0).getbbox()
    assert box is not None
    x, y = LEFT * 72 / 25_400, BASELINE * 72 / 25_400
    left, top, right, bottom = (side / SCALE for side in box)
    return left - x, y - top, right - x, y - bottom


@pytest.mark.sampled(4)
@pytest.mark.parametrize("right_to_left", [False, True], ids=["rightwards", "leftwards"])
@pytest.mark.parametrize(
    ("text", "font"),
    [
        *((text, LATIN) for text in (*RAISED, *LOWERED, *BOTH)),
        *((text, THAI) for text in ("กิ่", "กั้", "ฟุ้", "ปี่")),
    ],
)
def test_marks_are_as_high_as_their_font_says(
    text: str, font: Path, *, right_to_left: bool
) -> None:
    boxes = glyph_boxes(text, font, right_to_left=right_to_left)
    lefts, tops, rights, bottoms, _ = zip(*boxes, strict=True)
    expected = min(lefts), max(tops), max(rights), min(bottoms)
    found = inked(text, font, right_to_left=right_to_left)
    assert found == pytest.approx(expected, abs=1.5 / SCALE)


@pytest.mark.parametrize(("texts", "sign"), [(RAISED, 1), (LOWERED, -1)])
def test_the_samples_are_marks_that_have_to_be_moved(texts: tuple[str, ...], sign: int) -> None:
    for text in texts:
        *_, moved = glyph_boxes(text, LATIN, right_to_left=False)[-1]
        assert sign * moved > 3 / SCALE, text
