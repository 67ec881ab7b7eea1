"""Filters that change the letters of a text keep its icons and the looks of its words."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from .small_style import draw_body

WORDS: Mapping[str, str] = {
    "upper": "TURN ONE CARD & PUT ON IT; THE 4 OTHERS STAY.",
    "lower": "turn one card & put on it; the 4 others stay.",
    "capitalize": "Turn one card & put on it; the 4 others stay.",
    "title": "Turn One Card & Put On It; The 4 Others Stay.",
    'replace("card", "tile")': "Turn one tile & put on it; the 4 others stay.",
    "trim": "Turn one card & put on it; the 4 others stay.",
}
EMPHASIS = 'font-style="italic"'


def words(svg: str) -> str:
    """The words of a drawing, in order."""
    spans = re.findall(r"<tspan[^>]*>([^<]*)</tspan>", svg)
    return " ".join(" ".join(spans).replace("&amp;", "&").split()).replace(" ;", ";")


@pytest.mark.parametrize("name", WORDS)
def test_a_filter_of_letters_keeps_icons_and_looks(tmp_path: Path, name: str) -> None:
    body = f'{{{{ textbox(t("cards.flip.rule") | {name}, 0, 0, 20, 20) }}}}'
    face = draw_body(tmp_path, body)
    assert words(face.svg) == WORDS[name]
    assert EMPHASIS in face.svg
    assert '<g color="#112233">' in face.svg


def test_a_text_without_marks_is_a_string_that_can_be_compared(tmp_path: Path) -> None:
    body = '{% if t("cards.flip.name") | upper == "FLIP" %}<circle r="7"/>{% endif %}'
    assert "<circle" in draw_body(tmp_path, body).svg


def test_the_words_of_a_text_are_printed_plain_outside_of_boxes(tmp_path: Path) -> None:
    body = '<text x="1" y="9" font-size="1">{{ t("cards.flip.rule") | upper }}</text>'
    assert "TURN ONE CARD" in draw_body(tmp_path, body).svg
