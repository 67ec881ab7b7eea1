"""No check fails, whatever letters a text or its original has, in whatever language."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printnplay.game.texts import Glossary, Term, Text, Texts
from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading import CHECKS, PROOFREADING
from printnplay.proofreading.review import Known, Review

from .sites import clean_games

LANGUAGES = ("de", "fr", "es", "it", "pl", "he", "ar", "tr", "uk", "hi", "th", "ja")
"""Those with data, others whose dictionaries are in old encodings, and others without any."""

NASTY = (
    *(
        "",
        " ",
        "\n\n",
        "\x00\x07\x1b\x7f\x85\u2028\u2029",
        "\ud800 \udfff x",
        "İıſßẞǅﬃ ﷺ",
        "x" * 400,
    ),
    *(
        "Łukasz, Søren, Ἄννα и Зоя 東京 ไทย.",
        "e\u0301\u0301\u0301 \u0301a \ufe0f\u20e3",
        "a " * 200,
    ),
    *("\u202eabc\u202c \u2067אבג\u2069 \u200f!", "². ½ ٣ ௧ 𝟛 Ⅻ ㊷ {hand_size}٣ ", "(" * 200),
    *("{", "}{", "{}", "{{}}", "{term:}", "{term:deck.}", "{:x}", "{count.}", "{icon:}", "{see:x"),
    *(
        "[",
        "]{",
        "[a]{b",
        "[a](",
        "[a](https://[::1]/)",
        "](x)",
        "`",
        "``a`",
        "$",
        "$x$ $",
        "$$\\frac{",
    ),
    *("\\", "\\n", "\\u", "\\ud83d", "\\U00110000", "&#0;", "&#1114112;", "&#xD800;", "&bogus;"),
    *("*", "**", "***a**", "^^", "<", "<b", "</b>", "<!--", "<a b=", "[[", "{{#if", "\\textbf{"),
    *("(", "))((", "“", "»«", "‘’", '"', "'", "¿", "?", "؟", "。。", "...", "…", "!?", ";\u037e"),
    *("a-", "-a -", "- -", "a- b", "1:", "http://", "@", "a@b", "www.", "1 1", "가" * 50, ". . ."),
    *("{term:deck} {term:deck.x} {term:nothing}", "Ã©â€™ Ð", "😀👩‍👩‍👧‍👦🏳️‍🌈", "אאא אאא. בבב?"),
    *("क्षत्रिय। ক্ষমা॥", "\U00010400\U00010428 \U0001d400", "Draw two cards, then {hand_size}."),
)
"""Texts of letters, marks and markup that are rare, unfinished or no text at all."""


def _check(pairs: Sequence[tuple[str, str]], language: str) -> None:
    """Run every check over texts with their originals; rules, titles and cards among them."""
    keys = [f"{('rules.turn', 'cards', 'booklet')[at % 3]}.x{at}" for at in range(len(pairs))]

    def texts(name: str, typed: Mapping[str, str]) -> Texts:
        entries = {
            key: Text(
                key, {"other": text}, Span("a.yaml", 1), subject=Subject("match", name, key=key)
            )
            for key, text in typed.items()
        }
        return Texts(name, entries, "a.yaml")

    def term(at: int, text: str) -> Term:
        return Term(
            f"t{at}", {"name": text, "plural": text}, (text,) if text else (), Span("g.yaml", 1)
        )

    clean = clean_games()["match"]
    originals, said = zip(*pairs, strict=True)
    every = {
        "en": texts("en", dict(zip(keys, originals, strict=True))),
        language: texts(language, dict(zip(keys, said, strict=True))),
    }
    named = {
        f"t{at}": {"en": term(at, one), language: term(at, other)}
        for at, (one, other) in enumerate(pairs)
    }
    known = Known(clean.usages, clean.facts, numbers=True, proofread=True)
    review = Review(clean.game, every, Glossary(named, "g.yaml"), known)
    for check in (*CHECKS, *PROOFREADING):
        for fault in check(review):
            assert str(fault)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", ["pl", "ja"])
@pytest.mark.at_leisure
def test_no_check_fails_at_nasty_texts(language: str) -> None:
    _check(list(zip(NASTY, (*NASTY[1:], "Draw a card."), strict=True)), language)


_any = st.text(max_size=60) | st.lists(
    st.sampled_from(NASTY)
    | st.text(max_size=12)
    | st.sampled_from(["Draw", "karty", "zwei", ". "]),
    max_size=8,
).map(" ".join)


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@settings(max_examples=200)
@given(st.lists(st.tuples(_any, _any), min_size=1, max_size=12), st.sampled_from(LANGUAGES))
def test_no_check_fails_at_any_text(pairs: Sequence[tuple[str, str]], language: str) -> None:
    _check(pairs, language)
