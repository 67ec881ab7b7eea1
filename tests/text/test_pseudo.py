"""The pseudo-language is as long as translations are, keeps what must stay, and can be read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.game.texts import Glossary, Term, Text, Texts
from printnplay.kernel.diagnostics import Span
from printnplay.text.pseudo import COMPOUND, pseudo_texts

FLIP = Term("flip", {"name": "Flip", "cards": "Flip cards"}, (), Span(""))
WORDS = Glossary({"flip": {"en": FLIP}}, "")


def pseudo(source: str) -> str:
    texts = Texts("en", {"a": Text("a", {"other": source}, Span(""))}, "en.yaml")
    found = pseudo_texts(texts, WORDS)
    assert found.language == "en-XA"
    return found.entries["a"].plain


@pytest.mark.parametrize(
    ("letters", "least", "most"),
    [
        (4, 2.0, 3.6),
        (16, 1.7, 2.4),
        (28, 1.6, 2.1),
        (45, 1.4, 1.8),
        (66, 1.3, 1.6),
        (300, 1.2, 1.5),
    ],
)
def test_texts_grow_as_translations_do(letters: int, least: float, most: float) -> None:
    source = ("play a card " * 40)[:letters]
    assert least <= len(pseudo(source)) / letters <= most


def test_what_is_no_word_stays() -> None:
    found = pseudo(r"**Draw** {count.flip} \{ *{icon:flip}* {term:flip.cards} {term:flop}")
    for part in ("**", "{count.flip}", r"\{", "*{icon:flip}*", "{term:flop}"):
        assert part in found
    assert "Flîp çárds" in found


@given(st.text("abc {}*\\^x", max_size=120))
def test_marks_and_placeholders_are_neither_lost_nor_made(source: str) -> None:
    marks = re.compile(r"[{}*\\^]")
    assert marks.findall(pseudo(source)) == marks.findall(source)


def test_a_long_text_has_a_long_word_and_a_narrow_space() -> None:
    found = pseudo(
        "Take one card of the draw pile and lay it on a free space of the grid, then stop."
    )
    assert max(len(word) for word in found.split()) == len(COMPOUND) == 33
    assert "\u202f" in found
