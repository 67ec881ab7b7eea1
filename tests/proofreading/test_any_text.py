"""No text makes a check fail, whatever its letters are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printnplay.game.texts import Glossary, Term, Text, Texts
from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading import findings
from printnplay.proofreading.review import Known, Review

from .sites import clean_games

LANGUAGES = ("en", "de", "es", "fr", "it", "pl")
PLACE = Span("a.yaml", 1)

LETTERS = st.characters(categories=["L", "M", "N", "P", "S", "Z", "Cf"])
WORDS = st.lists(
    st.sampled_from(["karta", "*x*", "{term:t}", "{hand_size}", "der Ablagestapel", "l’auréole."])
    | st.text(LETTERS, min_size=1, max_size=9),
    min_size=1,
    max_size=8,
).map(" ".join)


def _texts(language: str, said: str) -> Texts:
    entries = {}
    for key in ("rules.a.b", "cards.storm.rule", "rules.a.title"):
        subject = Subject("match", language, key=key)
        entries[key] = Text(key, {"other": said}, PLACE, subject=subject)
    return Texts(language, entries, "a.yaml")


@pytest.mark.at_leisure
@settings(max_examples=20, deadline=None)
@given(st.fixed_dictionaries(dict.fromkeys(LANGUAGES, WORDS)), WORDS)
def test_no_text_makes_a_check_fail(said: dict[str, str], name: str) -> None:
    clean = clean_games()["match"]
    terms = {"t": {one: Term("t", {"name": name}, (), PLACE) for one in LANGUAGES}}
    texts = {language: _texts(language, text) for language, text in said.items()}
    known = Known(clean.usages, clean.facts, numbers=True, proofread=True)
    for fault in findings(Review(clean.game, texts, Glossary(terms, "g.yaml"), known)):
        assert fault.message


@pytest.mark.at_leisure
def test_letters_outside_the_encoding_of_a_dictionary_are_no_fault_of_the_program() -> None:
    """German is kept in ISO 8859-1, Polish in ISO 8859-2."""
    clean = clean_games()["match"]
    said = {"en": "A name.", "de": "Łukasz zieht 札 Ωmega.", "pl": "Bjørn ciągnie ñandú Ωmega."}
    texts = {language: _texts(language, text) for language, text in said.items()}
    known = Known(clean.usages, clean.facts, proofread=True)
    found = list(findings(Review(clean.game, texts, Glossary({}, "g.yaml"), known)))
    assert all(fault.message for fault in found)
