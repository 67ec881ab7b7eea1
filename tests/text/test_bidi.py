"""The bidirectional algorithm against the cases that Unicode publishes for it.

`BidiCharacterTest.txt` holds 911 of the 91,707 cases of Unicode 15.0, every 113th and some of the
first; all of them were passed when the module was written. Copyright of Unicode, Inc., under
the terms of https://www.unicode.org/terms_of_use.html.
"""

from pathlib import Path

import pytest

from printnplay.text.bidi import is_reordered, levels, line_levels, visual

CASES = (Path(__file__).parent / "BidiCharacterTest.txt").read_text().splitlines()


def test_the_published_cases_have_the_published_levels_and_order() -> None:
    for case in CASES:
        numbers, _, base, expected, order = case.split(";")
        text = "".join(chr(int(number, 16)) for number in numbers.split())
        found = line_levels(text, levels(text, int(base)), int(base))
        kept = [index for index, level in enumerate(expected.split()) if level != "x"]
        assert [str(found[index]) for index in kept] == [
            level for level in expected.split() if level != "x"
        ], case
        assert visual(kept, [found[index] for index in kept]) == list(map(int, order.split())), case


@pytest.mark.parametrize(
    ("text", "reordered"), [("Take 12 – “now”!", False), ("café № 3", False), ("Maud מוד", True)]
)
def test_only_texts_with_letters_from_the_right_need_it(text: str, *, reordered: bool) -> None:
    assert is_reordered(text) is reordered
