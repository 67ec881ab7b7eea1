"""Letters of baked pages are read back, however typst writes them; what is missing is named."""

from io import BytesIO

import pikepdf
import pytest
import typst
from msgspec.structs import replace

from printnplay.edition.inks import unbaked
from printnplay.kernel.codes import LETTERS_MISSING
from printnplay.pdf import FaultKind, TypstBaker
from printnplay.pdf.proof_of_text import incomplete, missing_letters

from .samples import FONT_FOLDER, faces, picture, text_body

FONTS = [face.path for face in faces()]

ALPHABET = "The quick brown fox jumps over (the lazy) dog: 0123456789 \\ [ÄÖÜßéŁź] “fi–ffl”"

WAYS = {
    "text of the page": '#set text(font: "Red Hat Display")\n#text[{}]',
    "a line parted by kerning, in two fonts": '#text(font: "Table Round")[AVATAR]#text[{}]',
    "letters of a drawing": "#image(bytes(sys.inputs.svg))",
    "a form": "#image(bytes(sys.inputs.group))",
}


def baked(source: str, text: str = "") -> pikepdf.Pdf:
    """A file with a page that typst makes of this source."""
    shown = "".join(f"\\u{{{ord(letter):x}}}" for letter in text)
    drawing = picture("a", text_body(text.replace("&", "&amp;"))).svg
    group = drawing.replace("<text", '<g opacity="0.5"><text').replace("</text>", "</text></g>")
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(FONT_FOLDER)])
    inputs = {"svg": drawing, "group": group}
    pdf = typst.compile(
        source.replace("{}", shown).encode(), font_paths=fonts, sys_inputs=inputs, pdf_tags=False
    )
    return pikepdf.open(BytesIO(pdf))


@pytest.mark.parametrize("way", WAYS)
def test_all_letters_are_read_back_and_each_one_that_is_not_shown_is_named(way: str) -> None:
    pdf = baked(WAYS[way], ALPHABET)
    assert missing_letters(pdf.pages[0], ["The quick brown fox", ALPHABET[19:]]) == ""
    assert missing_letters(pdf.pages[0], [ALPHABET, "Qqu&"]) == "&Qqu"


def test_letters_count_as_often_as_they_are_wanted() -> None:
    pdf = baked("Queen of Hearts")
    assert missing_letters(pdf.pages[0], ["Hearts of Queen", ""]) == ""
    assert missing_letters(pdf.pages[0], ["Queen of Hearts", "Queen"]) == "Qeenu"


def test_spaces_hyphens_brackets_and_ligatures_make_no_difference() -> None:
    pdf = baked("Office fluff", "")
    assert missing_letters(pdf.pages[0], ["Of\u00adfice\u00a0(ﬂuff)", "–“”"]) == ""


@pytest.mark.parametrize("count", [1, 3, 6])
def test_codes_that_look_like_parentheses_are_read(count: int) -> None:
    # In the order of their first use, glyphs 40 and 41 have the codes of parentheses.
    many = "".join(chr(ord("A") + at) for at in range(26)) + "abcdefghijklmnopqrstuvwxyz0123456789"
    pdf = baked('#set text(font: "Red Hat Display")\n{}', many + many[38:42] * count)
    assert missing_letters(pdf.pages[0], [many, many[38:42] * count]) == ""
    assert missing_letters(pdf.pages[0], [many, many[38:42] * count, "n"]) == "n"


def test_pages_of_a_file_share_what_was_read_of_fonts_and_forms() -> None:
    known: dict[tuple[object, ...], object] = {}
    pdf = baked(WAYS["a form"], "Flip")
    for _ in range(2):
        assert missing_letters(pdf.pages[0], ["Flip"], known) == ""
    assert known


LINE = (
    '<text xml:space="preserve"><tspan x="5" y="20" font-family="Table Round" font-weight="400"'
    ' font-size="6" fill="#000000">{}</tspan></text>'
)
"""A text as text boxes write it."""


def test_a_face_that_lacks_letters_is_a_fault() -> None:
    face = replace(picture("queen", LINE.format("Flip")), template="card.svg.j2")
    pdf = baked("Fli")
    fault = incomplete(face, pdf.pages[0], FONTS)
    assert fault == ("queen", "p", "card.svg.j2", FaultKind.LETTERS_MISSING)
    assert unbaked(fault).code is LETTERS_MISSING
    sound = {
        "all are there": LINE.format("Fi") + LINE.format("l"),
        "no font has it": LINE.format("Fli\u732b"),
        "text by hand, which may run off": text_body("Flip"),
        "not displayed": f'<g display="none">{LINE.format("Flip")}</g>',
        "not visible": f'<g style="visibility: hidden">{LINE.format("Flip")}</g>',
        "seen through wholly": f'<g opacity="0">{LINE.format("Flip")}</g>',
        "defined only": f"<defs>{LINE.format('Flip')}</defs>",
    }
    shown = {name: picture(name, body) for name, body in sound.items()}
    found = {name: incomplete(one, pdf.pages[0], FONTS) for name, one in shown.items()}
    assert found == dict.fromkeys(sound)


AROUND = {
    "a clip": '<clipPath id="i">{}</clipPath><rect width="60" height="40" clip-path="url(#i)"/>',
    "a mask": '<mask id="i">{}</mask><rect width="60" height="40" fill="#f00" mask="url(#i)"/>',
    "a masked group": '<mask id="i"><rect width="60" height="40" fill="#fff"/></mask>'
    '<g mask="url(#i)">{}</g>',
    "a pattern": '<pattern id="i" width="30" height="30" patternUnits="userSpaceOnUse">{}</pattern>'
    '<rect width="60" height="40" fill="url(#i)"/>',
    "a symbol that is used": '<symbol id="i">{}</symbol><use href="#i"/><use href="#i" y="9"/>',
    "a symbol that is not": '<symbol id="i">{}</symbol>',
    "a group that is seen through": '<g opacity="0.5">{}</g>',
    "a blurred group": '<filter id="i"><feGaussianBlur stdDeviation=".2"/></filter>'
    '<g filter="url(#i)">{}</g>',
    "a group beyond the picture": '<g transform="translate(500 0)">{}</g>',
    "what lies below a shape": '{}<rect width="60" height="40" fill="#fff"/>',
    "a drawing in it": '<svg x="3" y="3" width="50" height="30" viewBox="0 0 50 30">{}</svg>',
}
"""Places of texts that text boxes have written; all of them may be printed."""


@pytest.mark.parametrize("place", AROUND)
def test_whatever_is_around_a_text_it_is_no_fault(place: str) -> None:
    face = picture(place, AROUND[place].format(LINE.format("Flip a card")))
    (baked_face,) = TypstBaker(faces()).bake([face]).values()
    assert baked_face.form
