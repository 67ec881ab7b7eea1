"""Plain typing comes out as print; what is right already stays."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.typography import QUOTES, normalised, repairs
from printnplay.loading.texts import load_texts

PRINTED = [
    ("en", '"Ann\'s blow," they say, "is \'first\'..."', "“Ann’s blow,” they say, “is ‘first’…”"),
    ("en", 'N"a"me and "Na"me', 'N"a"me and “Na”me'),
    ("en", "the players' turn: rock 'n' roll", "the players’ turn: rock ’n’ roll"),
    ("en", "a 5\" disc , 6' long !", "a 5\" disc, 6' long!"),
    (
        "en",
        "4 cards, 3 × 3 spaces, from 2 to 4",
        "4\u00a0cards, 3\u00a0×\u00a03\u00a0spaces, from 2 to 4",
    ),
    ("de", "\"Na 'so' was!\", sagt er. 3 Karten", "„Na ‚so‘ was!“, sagt er. 3\u00a0Karten"),
    ("fr", "Il dit: \"C'est 'moi' ?\"", "Il dit\u00a0: «\u202fC’est “moi”\u202f?\u202f»"),
    (
        "fr",
        "« Non » ; à 12:30, http://a.b?c=d !",
        "«\u202fNon\u202f»\u202f; à 12:30, http://a.b?c=d\u202f!",
    ),
    ("fr-CA", "Quoi?!", "Quoi\u202f?!"),
    ("es", '¿"Tres" cartas ? ¡No !', "¿«Tres» cartas? ¡No!"),
    ("it", "l'\"asso\" d'oro, « qui »", "l’«asso» d’oro, «qui»"),
    ("en", "Keep it - or not - but a well-known -x", "Keep it – or not – but a well-known -x"),
    ("pl", "\"as\" 'tu' : 3 karty...", "„as” «tu»: 3\u00a0karty…"),
    ("cs", "\"eso\" 'tu'...", "\"eso\" 'tu'..."),
]


@pytest.mark.parametrize(("language", "typed", "printed"), PRINTED)
def test_plain_typing_is_printed_right(language: str, typed: str, printed: str) -> None:
    assert normalised(typed, language) == printed


@given(
    text=st.text("aZé «»\"'“”„‚‘’.,:;!?…()×- \u00a0\u202f37/\n", max_size=30),
    language=st.sampled_from(sorted(QUOTES)),
)
def test_what_was_repaired_needs_no_second_repair(text: str, language: str) -> None:
    once = normalised(text, language)
    assert normalised(once, language) == once


@pytest.mark.parametrize("language", sorted(QUOTES))
def test_the_shipped_texts_are_right_as_they_are(language: str) -> None:
    files = Catalog(Path()).locale_files(language, "tic-tac-match")
    texts = load_texts(language, [(path, path.name) for path in files], Problems())
    assert len(texts.entries) > 100
    for entry in texts.entries.values():
        for form in entry.forms.values():
            bare = form.replace("*", "").replace("{", "").replace("}", "").replace(":", "\u00a0:")
            seen = [
                one for one in repairs(bare, language) if not one.silent and ":" not in one.printed
            ]
            assert seen == [], form
