"""A text looks the same whatever style it was set in before, as two texts of one card may be."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from printnplay.kernel.geometry import mm, pt
from printnplay.kernel.memory import Memory
from printnplay.scene.style import LetterOutline, LetterShadow, TextStyle
from printnplay.text.fit import fit
from printnplay.text.paragraph import Paragraph

from .conftest import MakeContext

TEXT = "Turn *one* card of **any** row, and «wipe out» its neighbours unconditionally; then draw 1."

OTHER: Mapping[str, object] = {
    "family": "Noto Sans",
    "weight": 800,
    "bold": 500,
    "size": pt(7),
    "leading": pt(20),
    "colour": "rule",
    "minimum": pt(4),
    "before": mm(1),
    "after": mm(1),
    "align": "justify",
    "hyphenate": False,
    "fill_lines": True,
    "fallback": ("Table Symbols",),
    "italic": True,
    "fit": "together",
    "word_space": 150,
    "outline": LetterOutline(mm(0.2), "ink"),
    "shadow": LetterShadow(mm(0.2), mm(0.2), "ink"),
}
"""Another value for each setting of a style."""


@pytest.mark.parametrize("name", TextStyle.__struct_fields__)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_text_is_set_as_if_alone(
    name: str,
    order: tuple[int, int],
    body: TextStyle,
    make_context: MakeContext,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    styles = body, replace(body, **{name: OTHER[name]})
    before, style = (styles[at] for at in order)

    def lines(*styles: TextStyle) -> object:
        # What the other order has set is forgotten.
        monkeypatch.setattr("printnplay.text.paragraph._SET", Memory[Paragraph](99))
        context = make_context("en")
        for one in styles:
            made = fit(context.parse(TEXT), one, mm(30), mm(90), context)
        return made.paragraph

    assert lines(before, style) == lines(style)
