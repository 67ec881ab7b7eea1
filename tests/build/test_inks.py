"""Text is printed in the colour of its style; black ink alone is a choice."""

from io import BytesIO

import pikepdf
import pytest
from pdf.samples import A4, faces, picture

from printnplay.edition.inks import Printing
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Point, Rect, mm
from printnplay.kernel.printing import InkUse
from printnplay.pdf import write
from printnplay.scene.sheet import Document, Run, Sheet, Stamp, TextLine
from printnplay.scene.style import Ink, Style

BROWN, NAVY, INK = "#2b1510", "#0a0a28", "#101010"
BODY = f"""
<rect width="9" height="9" fill="{BROWN}"/>
<text x="5" y="20" font-family="Table Round" font-size="6" fill="{BROWN}">brown</text>
<text xml:space="preserve"><tspan x="5" y="30" font-family="Table Round" font-weight="400"
 font-size="6" fill="{NAVY}">navy</tspan></text>
"""


def colours(ink: InkUse, *inks: Ink, black_text: bool = False) -> dict[str, list[str]]:
    """The colours that a printed sheet sets for its own line, and those of a picture on it."""
    style = Style("plain", {}, {}, Span(""), inks=inks, black_text=black_text)
    line = TextLine(Point(mm(20), mm(90)), (Run(0, "line", "medium", mm(4), INK),))
    stamp = Stamp(picture("face", BODY, bleed=0), Rect(mm(20), mm(20), mm(60), mm(40)))
    sheet = Document("Inks", "", "", "en", (Sheet(A4, (line, stamp)),), faces())
    stream = BytesIO()
    write(Printing(style, ink).of(sheet), stream)
    with pikepdf.open(stream) as pdf:
        page = pdf.pages[0]
        (form,) = page.Resources.XObject.values()
        return {"sheet": texts(page), "picture": texts(form)}


def texts(content: pikepdf.Page | pikepdf.Object) -> list[str]:
    """The colours that texts are shown in, as they are set."""
    found: list[str] = []
    fill = ""
    for instruction in pikepdf.parse_content_stream(content):
        operator = str(instruction.operator)
        if operator in ("g", "rg", "k", "scn"):
            fill = " ".join(f"{float(one):.2f}" for one in instruction.operands)
        if operator in ("Tj", "TJ") and (not found or found[-1] != fill):
            found.append(fill)
    return found


AS_STYLED = {"sheet": ["0.06"], "picture": ["0.17 0.08 0.06", "0.04 0.04 0.16"]}
BLACK = {"sheet": ["0.00"], "picture": ["0.00"]}


def test_text_keeps_the_colour_of_its_style() -> None:
    assert colours(InkUse.FULL) == AS_STYLED


def test_dark_text_is_black_ink_alone_where_that_is_asked_for() -> None:
    assert colours(InkUse.BLACK_TEXT) == BLACK


def test_inks_of_the_style_stay() -> None:
    spot = Ink(BROWN, spot="Chocolate")
    found = colours(InkUse.BLACK_TEXT, spot)
    assert found == {"sheet": ["0.00"], "picture": ["1.00", "0.00"]}


@pytest.mark.parametrize("ink", [InkUse.FULL, InkUse.BLACK_TEXT])
def test_a_style_may_ask_for_black_text_on_its_pages(ink: InkUse) -> None:
    assert colours(ink, black_text=True)["sheet"] == BLACK["sheet"]
