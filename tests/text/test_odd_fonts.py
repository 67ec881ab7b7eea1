"""Fonts that lack something, or hold more than plain TrueType."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.faces.text_svg import textbox_svg
from printnplay.kernel.geometry import Rect, mm
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import fit
from printnplay.text.fonts import FontShelf
from printnplay.text.paragraph import lay

from .conftest import MakeContext
from .drawing import FONTS, extracted, letters
from .odd_fonts import SIMPLE, coloured_font, cut_font, postscript_font

pytestmark = pytest.mark.sampled(4)

BOX = Rect(mm(10), mm(20), mm(120), mm(30))
NNBSP = "\u202f"
SMCP = "languagesystem DFLT dflt; feature smcp { sub [a b c d e] by [A B C D E]; } smcp;"


@pytest.fixture
def odd(tmp_path: Path, make_context: MakeContext) -> TextContext:
    """A context of the language fr, with odd fonts beside the usual ones."""
    cut_font(tmp_path / "plain.ttf", "Plain", SIMPLE)
    cut_font(tmp_path / "capped.ttf", "Capped", SIMPLE, SMCP)
    postscript_font(tmp_path / "curves.otf", "Curves")
    return replace(make_context("fr"), shelf=FontShelf([FONTS, tmp_path]))


def drawn(source: str, style: TextStyle, context: TextContext) -> str:
    fitted = fit(context.parse(source), style, BOX.width, BOX.height, context)
    return textbox_svg(fitted, BOX, context.shelf)


def test_a_narrow_space_that_the_font_lacks_is_narrow_all_the_same(
    odd: TextContext, body: TextStyle, tmp_path: Path
) -> None:
    style = replace(body, family="Plain")
    svg = drawn("Qui joue ? Vous !", style, odd)
    assert odd.problems.found == []
    narrow = odd.shelf.advance(NNBSP, "Plain 500")
    assert 0.1 < narrow < odd.shelf.advance(" ", "Plain 500")
    places = letters(svg, tmp_path)
    (line,) = fit(odd.parse("Qui joue ? Vous !"), style, BOX.width, BOX.height, odd).paragraph.lines
    end = (line.x + line.width - odd.shelf.advance("!", "Plain 500") * body.size) / 1000
    assert places[-1].x - BOX.x / 1000 == pytest.approx(end, abs=0.02)
    assert extracted(svg, tmp_path).split() == ["Qui", "joue", "?", "Vous", "!"]


def test_a_font_with_postscript_outlines_serves_for_cards(
    odd: TextContext, body: TextStyle, tmp_path: Path
) -> None:
    style = replace(body, family="Curves")
    assert b"CFF " in Path(odd.shelf.face("Curves", 500).path).read_bytes()[:400]
    assert extracted(drawn("Qui joue", style, odd), tmp_path) == "Qui joue"
    (line,) = lay(odd.parse("Qui joue"), style, BOX.width, odd).lines
    places = letters(drawn("Qui joue", style, odd), tmp_path)
    end = line.width - odd.shelf.advance("e", "Curves 500") * body.size
    assert places[-1].x - places[0].x == pytest.approx(end / 1000, abs=0.02)


def test_a_word_whose_letters_the_family_lacks_is_set_in_the_next(
    odd: TextContext, body: TextStyle, tmp_path: Path
) -> None:
    style = replace(body, family="Plain", fallback=("Capped", "Red Hat Display"))
    (line,) = lay(odd.parse("Qui L’été 漢"), style, BOX.width, odd).lines
    assert [(run.text, run.face) for run in line.runs] == [
        ("Qui ", "Plain 500"),
        ("L’été ", "Red Hat Display 500"),
        ("?", "Plain 500"),
    ]
    (fault,) = odd.problems.found
    assert fault.code.id == "PNP401"
    assert "U+6F22" in fault.message
    assert "such as Noto Sans SC" in fault.help
    assert extracted(drawn("L’été", style, odd), tmp_path) == "L’été"


def test_a_word_that_no_family_has_whole_is_set_letter_by_letter(
    odd: TextContext, body: TextStyle
) -> None:
    style = replace(body, family="Plain", fallback=("Noto Sans", "Table Symbols"))
    (line,) = lay(odd.parse("a\u0328漢e\u0301"), style, BOX.width, odd).lines
    assert [(run.text, run.face) for run in line.runs] == [
        ("a\u0328", "Noto Sans 500"),
        ("□", "Table Symbols 400"),
        ("e\u0301", "Noto Sans 500"),
    ]


@pytest.mark.parametrize("families", [("Icons", "Plain"), ("Plain", "Icons")])
def test_a_space_beside_a_word_of_a_family_without_one_is_of_another(
    families: tuple[str, str], odd: TextContext, body: TextStyle, tmp_path: Path
) -> None:
    cut_font(tmp_path / "icons.ttf", "Icons", "ßæ")
    context = replace(odd, shelf=FontShelf([FONTS, tmp_path]))
    style = replace(body, family=families[0], fallback=families[1:])
    (line,) = lay(context.parse("ß æ go on æ ß"), style, BOX.width, context).lines
    assert context.problems.found == []
    assert "".join(run.text for run in line.runs) == "ß æ go on æ ß"
    assert {run.face for run in line.runs if " " in run.text} == {"Plain 500"}
    assert {run.face for run in line.runs if run.text.strip() in ("ß", "æ")} == {"Icons 500"}
    assert extracted(drawn("ß æ go on æ ß", style, context), tmp_path).split() == (
        ["ß", "æ", "go", "on", "æ", "ß"]
    )


@pytest.mark.at_leisure
@pytest.mark.parametrize(
    ("fallback", "in_colours", "family"),
    [
        (("Coloured", "Plain"), True, "Coloured"),
        (("Coloured", "Plain"), False, "Plain"),
        (("Coloured",), False, ""),
    ],
)
def test_letters_in_colours_are_for_cards(
    fallback: tuple[str, ...],
    in_colours: bool,  # noqa: FBT001
    family: str,
    odd: TextContext,
    body: TextStyle,
    tmp_path: Path,
) -> None:
    coloured_font(tmp_path / "coloured.ttf", "Coloured", "§")
    context = replace(odd, shelf=FontShelf([FONTS, tmp_path]), in_colours=in_colours)
    style = replace(body, family="Icons", fallback=fallback)
    cut_font(tmp_path / "icons.ttf", "Icons", "ab ?")
    cut_font(tmp_path / "plain.ttf", "Plain", "§")
    (line,) = lay(context.parse("a § b"), style, BOX.width, context).lines
    faults = context.problems.found
    if family:
        assert faults == []
        assert {run.face for run in line.runs if "§" in run.text} == {f"{family} 500"}
    else:
        (fault,) = faults
        assert "cannot draw U+00A7 `§`" in fault.message
        assert "Noto Sans has them: add" in fault.help


def test_an_accent_that_the_font_has_with_its_letter_is_there(odd: TextContext) -> None:
    file = odd.shelf.file("Red Hat Display 500")
    assert "\u0301" not in file.missing("e\u0301")
    assert file.missing("e\u0301 q\u0301 漢") == file.missing("q\u0301 漢") != "漢"


def test_small_capitals_are_the_fonts_own_where_it_has_them(
    odd: TextContext, body: TextStyle, tmp_path: Path
) -> None:
    style = replace(body, family="Capped")
    svg = drawn("A ^^bcd^^ e", style, odd)
    assert 'font-variant="small-caps"' in svg
    places = [letter for letter in letters(svg, tmp_path) if letter.character in "bcdBCD"]
    expected = odd.shelf.advance("BC", "Capped 500") * body.size / 1000
    assert places[-1].x - places[0].x == pytest.approx(expected, abs=0.02)
    assert extracted(svg, tmp_path).split() == ["A", "bcd", "e"]


def test_small_capitals_are_smaller_capitals_elsewhere(
    context: TextContext, body: TextStyle
) -> None:
    svg = drawn("A ^^Bcd 9^^ e", body, context)
    assert extracted(svg).split() == ["A", "BCD", "9", "e"]
    (line,) = lay(context.parse("A ^^Bcd 9^^ e"), body, BOX.width, context).lines
    sizes = {run.text.strip(): run.size / body.size for run in line.runs}
    assert sizes == {"A": 1, "B": 1, "CD": pytest.approx(0.8, abs=0.001), "9": 1, "e": 1}
    drawn_at = [letter.x * 1000 - BOX.x for letter in letters(svg) if letter.character > " "]
    assert drawn_at[-1] == pytest.approx(line.runs[-1].x, abs=20)


def test_one_caret_is_a_caret_and_two_must_be_closed(context: TextContext) -> None:
    assert "".join(one.text for one in context.parse("a^b \\^\\^") if hasattr(one, "text")) == (
        "a^b ^^"
    )
    context.parse("^^open")
    assert [fault.code.id for fault in context.problems.found] == ["PNP324"]
