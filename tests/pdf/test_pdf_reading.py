"""Words that are drawn as shapes read back whole, wherever a drawing puts them."""

import re
import shutil
import subprocess
from pathlib import Path

import pypdfium2
import pytest

from printnplay.pdf import TypstBaker
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace

from .samples import alone, picture

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests/acceptance/lantern/templates/fonts"
FACES = tuple(
    FontFace(family, family, 500, italic=False, path=str(FOLDER / f"{family.replace(' ', '')}.ttf"))
    for family in ("Noto Sans Thai", "Noto Sans Hebrew", "Noto Sans Devanagari")
)
WORDS = {
    "Noto Sans Thai": "\u0e17\u0e48\u0e32\u0e40\u0e23\u0e37\u0e2d \u0e17\u0e33 \u0e17\u0e48\u0e32",
    "Noto Sans Devanagari": "\u092c\u0902\u0926\u0930\u0917\u093e\u0939 \u092c\u0902\u0926\u0930",
    "Noto Sans Hebrew": "\u05e0\u05de\u05dc \u05dc\u05d5\u05dd",
}
PLACES = {
    "plain": "{}",
    "moved and turned": '<g transform="translate(3 2) rotate(-4) scale(.8)">{}</g>',
    "in a symbol": '<symbol id="s" overflow="visible">{}</symbol><use href="#s" x="2" y="3"/>',
    "in pixels": '<filter id="f"><feGaussianBlur stdDeviation=".1"/></filter>'
    '<g filter="url(#f)">{}</g>',
}


def unseen(words: str, family: str) -> str:
    return (
        f'<text xml:space="preserve"><tspan x="4" y="20" font-family="{family}" font-weight="500"'
        f' fill-opacity="0" font-size="4" fill="#000000">{words}</tspan></text>'
    )


def read_by_poppler(pdf: bytes) -> str:
    told = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    return told.stdout.decode()


def read_by_pdfium(pdf: bytes) -> str:
    text: str = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    return text


def plain(text: str) -> str:
    return " ".join(re.sub("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", text).split())


@pytest.mark.parametrize("family", WORDS)
@pytest.mark.parametrize("place", PLACES)
def test_words_read_back_whole_and_in_order(place: str, family: str) -> None:
    drawn = picture(body=PLACES[place].format(unseen(WORDS[family], family)))
    pdf = baked(drawn)
    assert plain(read_by_pdfium(pdf)) == WORDS[family]
    if shutil.which("pdftotext") is None:
        pytest.skip("LOUD: Poppler's pdftotext is missing")
    assert plain(read_by_poppler(pdf)) == WORDS[family]


def test_words_take_the_room_of_their_shapes() -> None:
    from printnplay.pdf.shaping import advance

    family = "Noto Sans Devanagari"
    pdf = baked(picture(body=unseen(WORDS[family], family)))
    page = pypdfium2.PdfDocument(pdf)[0]
    boxes = page.get_textpage()
    left, *_ = boxes.get_charbox(0)
    right = boxes.get_charbox(boxes.count_chars() - 1)[2]
    whole = advance(FACES[2].path, WORDS[family]) * 4 * 72 / 25.4
    assert right - left == pytest.approx(whole, rel=0.02)


def test_the_same_words_give_the_same_bytes() -> None:
    family = "Noto Sans Thai"
    drawn = picture(body=unseen(WORDS[family], family))
    assert baked(drawn) == baked(drawn)


def baked(drawn: Picture) -> bytes:
    bakes = TypstBaker(FACES).bake([drawn])
    return alone(drawn, bakes)
