"""Counts of cards and players that texts state are compared with the game, in six languages."""

from pathlib import Path

import pytest
import yaml

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Severity, Span, Subject
from printnplay.proofreading.counts import check_stated_counts
from printnplay.proofreading.review import Known, Review

from .sites import clean_games

CASES = yaml.safe_load(Path(__file__).with_name("stated_counts.yaml").read_text("utf-8"))
KEY = "rules.turn.draw"
EACH = [
    pytest.param(language, kind, text, id=f"{language}: {text}")
    for language, kinds in CASES.items()
    for kind, texts in kinds.items()
    for text in texts
]


@pytest.mark.parametrize(("language", "kind", "text"), EACH)
def test_counts_are_those_of_the_game(language: str, kind: str, text: str) -> None:
    clean = clean_games()["tic-tac-match"]
    entries = {KEY: text, "cards.flip.name": "Flip", "cards.wipe-out.name": "Wipe Out"}
    texts = {
        key: Text(
            key, {"other": said}, Span("a.yaml", 1), subject=Subject("match", language, key=key)
        )
        for key, said in entries.items()
    }
    known = Known(clean.usages, clean.facts)
    glossary = Glossary({}, "g.yaml")
    review = Review(clean.game, {language: Texts(language, texts, "a.yaml")}, glossary, known)
    found = [fault.severity for fault in check_stated_counts(review)]
    expected = {"errors": [Severity.ERROR], "warnings": [Severity.WARNING], "none": []}
    assert found == expected[kind]
