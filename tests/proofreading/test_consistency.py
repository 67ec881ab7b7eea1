"""A text that is there twice is translated in one way."""

from collections.abc import Mapping

import pytest

from printnplay.model.diagnostics import Span, Subject
from printnplay.model.texts import Glossary, Text, Texts
from printnplay.proofreading.consistency import check_wording
from printnplay.proofreading.review import Review

from .sites import clean_games

NOWHERE = Span("a.yaml", 1)


def texts(language: str, said: Mapping[str, str]) -> Texts:
    entries = {
        key: Text(key, {"other": text}, NOWHERE, subject=Subject("match", language, key=key))
        for key, text in said.items()
    }
    return Texts(language, entries, "a.yaml")


def keys(english: Mapping[str, str], german: Mapping[str, str]) -> list[str]:
    """The texts that are found to say the same in other words."""
    both = {"en": texts("en", english), "de": texts("de", german)}
    review = Review(clean_games()["match"].game, both, Glossary({}, "g.yaml"))
    return [fault.subject.key for fault in check_wording(review)]


def test_a_label_in_other_words_is_found() -> None:
    english = {"box.flap": "Glue here", "board.flap": "Glue here.", "board.edge": "Cut here"}
    german = {"box.flap": "Hier kleben", "board.flap": "Da leimen.", "board.edge": "Schneiden"}
    assert keys(english, german) == ["board.flap"]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        # A single word may mean two things.
        ({"a": "Contents", "b": "Contents"}, {"a": "Inhalt", "b": "Spielmaterial"}),
        # Capitals and marks at the end belong to the place.
        ({"a": "glue here", "b": "Glue here!"}, {"a": "hier kleben", "b": "Hier kleben!"}),
        # Sentences of paragraphs may be put in other words.
        ({"a": "You lose. Stop.", "b": "You lose."}, {"a": "Aus, vorbei.", "b": "Verloren."}),
    ],
)
def test_what_need_not_be_the_same_is_left_alone(
    english: Mapping[str, str], german: Mapping[str, str]
) -> None:
    assert keys(english, german) == []
