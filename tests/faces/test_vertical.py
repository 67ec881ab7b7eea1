"""Vertical text: Chinese, Japanese and Korean upright, other letters turned."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import mm, pt
from printnplay.scene.picture import Picture
from printnplay.scene.style import LetterShadow, TextStyle
from printnplay.text.font_file import FontFile
from printnplay.text.fonts import FontShelf

from .small_style import BODY, CASES, STYLE, draw, renderer
from .test_outlined_letters import FONTS

JAPANESE = replace(BODY, family="M PLUS 1p", size=pt(9), leading=pt(12))
SHELF = FontShelf(FONTS)
HALF = 0.5


def drawn(folder: Path, words: str, more: str = "", look: TextStyle = JAPANESE) -> Picture:
    """A face with a vertical text of 9 pt in a box of 20 mm."""
    call = f'textbox("{words}", 0, 0, 20, 20, "ja", direction="vertical"{more})'
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{{{{ {call} }}}}</svg>", "utf-8")
    style = replace(STYLE, text={**STYLE.text, "ja": look})
    maker = replace(renderer([folder, CASES], style=style), shelf=SHELF)
    face = draw(maker, "face")
    assert maker.problems.found == []
    assert face is not None
    return face


def paths(svg: str) -> list[str]:
    return re.findall(r'<path[^>]* d="([^"]*)"', svg)


def box(data: str) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a shape."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-\d+)?", data)]
    xs, ys = numbers[::2], numbers[1::2]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.fixture(scope="module")
def font() -> FontFile:
    face = SHELF.face("M PLUS 1p", 500)
    return SHELF.file(face.name)


def test_ideographs_are_shapes_and_words_are_there_once(tmp_path: Path) -> None:
    face = drawn(tmp_path, "合計12枚")
    assert face.texts == ("合計12枚",)
    spans = re.findall(r"<tspan([^>]*)>([^<]*)</tspan>", face.svg)
    assert [(text, 'fill-opacity="0"' in look) for look, text in spans] == [
        ("合計", True),
        ("12", False),
        ("枚", True),
    ]
    assert len(paths(face.svg)) == 2
    assert "rotate(90)" in face.svg


def test_latin_words_are_turned_text(tmp_path: Path) -> None:
    assert paths(drawn(tmp_path, "Take 12").svg) == []


def test_an_upright_letter_fills_its_square(font: FontFile) -> None:
    """Its square is turned back: what is at the left of a letter is at the top of the line's."""
    first, second = font.upright("合"), font.upright("計合")
    left, top, right, bottom = box(first)
    assert 0 <= left < right <= 1
    middle = -font.cap_height / 2
    assert middle - HALF <= top < bottom <= middle + HALF
    assert box(second)[2] == pytest.approx(1 + right, abs=0.01)


def test_letters_have_their_vertical_forms(font: FontFile) -> None:
    """The opening bracket is wide and low on the card, where the flat one is high and narrow."""
    left, top, right, bottom = box(font.upright("「"))
    assert right - left < bottom - top
    left, top, right, bottom = box(font.shapes("「"))
    assert right - left < bottom - top


def test_brackets_without_such_forms_are_turned(font: FontFile) -> None:
    assert font.upright("（") == font.shapes("（")


def test_the_first_line_is_on_the_right_and_begins_at_the_top(tmp_path: Path) -> None:
    words = "自分のカードを取っておきます"
    svg = drawn(tmp_path, words, ', align="left", valign="top"').svg
    turned = re.search(r"translate\(([\d.]+) ([\d.]+)\) rotate\(90\)", svg)
    assert turned is not None
    right, top = float(turned[1]), float(turned[2])
    places = re.findall(r"<path[^>]* transform=\"translate\(([-\d.]+) ([-\d.]+)\)", svg)
    on_card = [(right - float(y), top + float(x)) for x, y in places]
    assert len(on_card) > 1
    assert [y for _, y in on_card] == [0] * len(on_card)
    assert on_card[0][0] > on_card[1][0] > 0
    assert 20 - on_card[0][0] < 4


def test_a_shadow_lies_where_it_does_in_other_text(tmp_path: Path) -> None:
    look = replace(JAPANESE, shadow=LetterShadow(mm(1), mm(2), "red"))
    svg = drawn(tmp_path, "合", look=look).svg
    shadow, letter = paths(svg)
    place = re.search(r"translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)", svg)
    assert place is not None
    x, y, size = map(float, place.groups())
    left, top, *_ = box(letter)
    assert box(shadow)[:2] == pytest.approx((x + left * size + 2, y + top * size - 1), abs=0.01)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("direction='up'", "direction is 'up'"),
        ("direction='vertical', turn=90", "vertical text cannot be turned"),
    ],
)
def test_mistakes_are_reported(tmp_path: Path, option: str, message: str) -> None:
    body = f"<svg {{{{ root }}}}>{{{{ textbox('a', 0, 0, 9, 9, {option}) }}}}</svg>"
    (tmp_path / "face.svg.j2").write_text(body, "utf-8")
    maker = renderer([tmp_path, CASES])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert message in fault.message
