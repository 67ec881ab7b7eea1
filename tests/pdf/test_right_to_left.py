"""Text from right to left, as readers of PDF files turn it round again."""

from pathlib import Path

import pytest

from printnplay.pdf.shaping import shape

FONT = Path(__file__).parents[2] / "templates/fonts/Tajawal-Medium.ttf"


@pytest.mark.parametrize("word", ["لاعب", "الأخرى", "بطاقة", "أولًا"])
def test_the_letters_of_ligatures_are_turned_round_with_their_line(word: str) -> None:
    read = "".join(glyph.source for glyph in shape(str(FONT), word, right_to_left=True))
    assert read[::-1] == word
