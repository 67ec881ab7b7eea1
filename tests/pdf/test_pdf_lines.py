"""Lines that a template sets: whole in the file, and where an independent renderer has them."""

from html import escape

import pikepdf
import pypdfium2
import pytest

from printnplay.pdf import TypstBaker
from printnplay.pdf.compiling import Sketch, compile_sketches
from printnplay.pdf.lines import layers_of
from printnplay.pdf.operators import length
from printnplay.scene.picture import Picture

from .readback import opened
from .samples import FONT_FOLDER, alone, faces, picture
from .test_pdf_raster import amiss
from .test_pdf_text import origins

pytestmark = pytest.mark.sampled(2)

LIKE = 0.5
"""So many pixels in a hundred may look more different than when each letter is set by itself."""
SIZE = 6 / 25.4 * 72
"""Of the letters, in points."""


def line(
    words: str, y: float = 20, x: float = 5, attributes: str = "", colour: str = "#000000"
) -> str:
    """A line as text boxes write it."""
    return (
        f'<tspan x="{x}" y="{round(y, 3)}" font-family="Table Round" font-weight="400"{attributes}'
        f' font-size="6" fill="{colour}">{escape(words)}</tspan>'
    )


def text(*lines: str) -> str:
    """A text as text boxes write it."""
    return f'<text xml:space="preserve">{"".join(lines)}</text>'


def display(words: str, y: float, weight: int, size: int = 6) -> str:
    """A line in a weight of the family for titles."""
    return (
        f'<tspan x="5" y="{y}" font-family="Red Hat Display" font-weight="{weight}"'
        f' font-size="{size}" fill="#000000">{words}</tspan>'
    )


FLAG = '<rect x="8" y="14" width="20" height="8" fill="#2b59c3"/>'
CUT = '<clipPath id="c"><rect width="30" height="40"/></clipPath><g clip-path="url(#c)">{}</g>'
OPENED = text(line("Flip a card"))

SET = {
    "two lines": (text(line("AVATAR To Wy", 12), line("fluffy Tafel", 22)), 2),
    "marks": (text(line("""#a $b$ *c* _d_ \\ "e" 'f' `g""")), 1),
    "brackets": (text(line("[a] (b) {c} <d> & // ~ @e")), 1),
    "a space at each end": (text(line(" two  spaces ")), 1),
    "much wider than the page": (text(line("a" * 500)), 1),
    "wider than the page": (text(line("one two three four five six seven eight nine ten")), 1),
    "wider spaces": (text(line("one two three", attributes=' word-spacing="2.5"')), 1),
    "in two weights": (text(display("Flip", 12, 500), display("Flip", 20, 800)), 2),
    "in two sizes": (text(display("Flip", 12, 500, 8), display("Flip", 20, 500, 4)), 2),
    "in colour": (text(line("Flip", colour="#c0392b"), line("Wipe", 30, colour="#777777")), 2),
    "on a shape": (FLAG + OPENED, 1),
    "below a shape": (OPENED + FLAG, 1),
    "between shapes": (FLAG + OPENED + FLAG.replace('"14"', '"18"') + text(line("Wipe", 34)), 2),
    "beside a reference": (CUT.format(FLAG) + OPENED, 1),
    "at even distances": (text(*(line(f"row {row}", 8 + 7.333 * row) for row in range(4))), 4),
    "at uneven distances": (text(*(line(f"row {y}", y) for y in (9, 15, 21, 30))), 4),
    "upwards": (text(*(line(f"row {y}", y) for y in (30, 20, 10))), 3),
    "parts of a line": (text(line("One"), line("two", x=19), line("three", 29)), 3),
    "outside the drawing": (text(line("far", y=-90), line("near")), 2),
}
"""What is set as whole lines, and how many there are."""

LEFT = {
    "in a turned group": f'<g transform="rotate(5)">{OPENED}</g>',
    "in a faint group": f'<g opacity="0.3">{OPENED}</g>',
    "in what is cut off": CUT.format(OPENED),
    "before a reference": OPENED + CUT.format(FLAG),
    "styled elsewhere": f"<style>tspan {{fill: #c0392b}}</style>{OPENED}",
    "faint": text(line("Flip", attributes=' fill-opacity="0.3"')),
    "with words of its own": f'<text xml:space="preserve">{line("Flip")} a card</text>',
    "of more letters than a line has": text(line("a" * 501)),
    "very far away": text(line("Flip", x=20_000)),
    "with a letter by its number": text(line("Flip").replace("Fl", "Fl&#150;")),
    "at no number": text(line("Flip").replace('x="5"', 'x="5.1.2"')),
    "in figures of another script": text(line("Flip").replace('x="5"', 'x="\u0665"')),
    "by hand": '<text x="5" y="20" font-family="Table Round" font-size="6">Flip</text>',
    "in a definition": f'<defs><g id="d">{OPENED}</g></defs><use href="#d" y="9"/>',
}
"""What stays in the drawing, letter by letter, since more than its place says how it looks."""


def drawn(face: Picture) -> bytes:
    """A PDF file with one page, as the compiler writes it."""
    size = face.extent.size
    sketch = Sketch(face.svg, length(size.width), length(size.height))
    return compile_sketches([sketch], [str(FONT_FOLDER)])


def drawn_by_letters(face: Picture) -> bytes:
    """The same if all text is left in the drawing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("printnplay.pdf.compiling.layers_of", lambda svg, *_: [svg])
        return drawn(face)


def texts_in(pdf: pikepdf.Pdf) -> int:
    """How many objects of text there are on a page."""
    operators = [str(one.operator) for one in pikepdf.parse_content_stream(pdf.pages[0])]
    return operators.count("BT")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", SET)
def test_a_line_is_one_object_and_looks_as_in_the_drawing(name: str) -> None:
    body, lines = SET[name]
    face = picture(name, body)
    assert amiss(face, drawn(face)) < amiss(face, drawn_by_letters(face)) + LIKE
    with opened(drawn(face)) as pdf:
        assert texts_in(pdf) == lines


@pytest.mark.parametrize("name", SET)
def test_each_letter_stands_where_it_would_by_itself(name: str) -> None:
    face = picture(name, SET[name][0])
    set_, by_letters = (
        [letter for letter in origins(pdf) if not letter[0].isspace()]
        for pdf in (drawn(face), drawn_by_letters(face))
    )
    assert [letter for letter, *_ in set_] == [letter for letter, *_ in by_letters]
    for index, ((_, *found), (_, *expected)) in enumerate(zip(set_, by_letters, strict=True)):
        # The renderer counts widths in whole thousandths of an em.
        assert found == pytest.approx(expected, abs=0.01 + (index + 2) * SIZE / 1000)


@pytest.mark.parametrize("name", LEFT)
def test_other_text_stays_in_the_drawing(name: str) -> None:
    face = picture(name, LEFT[name])
    size = face.extent.size
    assert layers_of(face.svg, float(size.width), float(size.height)) == [face.svg]


def test_black_lines_are_black_ink_alone() -> None:
    face = picture("black", OPENED)
    bakes = TypstBaker(faces()).bake([face])
    with opened(alone(face, bakes)) as pdf:
        (form,) = pdf.pages[0].Resources.XObject.values()
        drawn_in = [
            (str(one.operator), one.operands)
            for one in pikepdf.parse_content_stream(form)
            if str(one.operator) in ("cs", "scn")
        ]
        (_, (space,)), (_, values) = drawn_in[-2:]
        assert form.Resources.ColorSpace[str(space)] == "/DeviceGray"
        assert list(map(float, values)) == [0]


def test_the_words_of_a_drawing_are_read_in_order() -> None:
    many = [line(f"word {number} of", 4 * number) for number in range(1, 9)]
    face = picture("many", text(*many[:4]) + FLAG + text(*many[4:]))
    page = pypdfium2.PdfDocument(drawn(face))[0].get_textpage().get_text_range()
    assert page.split() == " ".join(f"word {number} of" for number in range(1, 9)).split()


def test_a_drawing_with_very_many_texts_among_shapes_is_cut_into_few() -> None:
    body = "".join(FLAG + text(line(f"n{number}", 2 * number)) for number in range(20))
    face = picture("striped", body)
    assert amiss(face, drawn(face)) < amiss(face, drawn_by_letters(face)) + LIKE
