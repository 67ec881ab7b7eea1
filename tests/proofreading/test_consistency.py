"""A text that is there twice is translated in one way, and what differs in two."""

from collections.abc import Mapping

import pytest

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading.consistency import check_neighbours, check_same_wording, check_wording
from printnplay.proofreading.glossary import check_pasted_names
from printnplay.proofreading.review import Review

from .sites import clean_games

NOWHERE = Span("a.yaml", 1)


def texts(language: str, said: Mapping[str, str]) -> Texts:
    entries = {
        key: Text(key, {"other": text}, NOWHERE, subject=Subject("match", language, key=key))
        for key, text in said.items()
    }
    return Texts(language, entries, "a.yaml")


def review_of(english: Mapping[str, str], german: Mapping[str, str]) -> Review:
    both = {"en": texts("en", english), "de": texts("de", german)}
    return Review(clean_games()["match"].game, both, Glossary({}, "g.yaml"))


def keys(english: Mapping[str, str], german: Mapping[str, str]) -> list[str]:
    """The texts that are found to say the same in other words."""
    return [fault.subject.key for fault in check_wording(review_of(english, german))]


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


def test_a_label_pasted_in_the_place_of_its_neighbour_is_found() -> None:
    english = {"fold.front": "Front", "fold.back": "Back", "box.back": "Back"}
    german = {"fold.front": "Rückseite", "fold.back": "Rückseite", "box.back": "Rückseite"}
    found = check_neighbours(review_of(english, german))
    assert [fault.subject.key for fault in found] == ["fold.back"]


def test_neighbours_that_are_alike_in_the_original_may_be_so() -> None:
    english = {"fold.left": "Glue here", "fold.right": "Glue here!", "fold.foot": "Cut"}
    german = {"fold.left": "Hier kleben", "fold.right": "Hier kleben", "fold.foot": "Schneiden"}
    assert not list(check_neighbours(review_of(english, german)))


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ({"whale": "Whale", "storm": "Whale"}, ["cards.storm.name"]),
        ({"storm": "Whale", "whale": "Whale"}, ["cards.storm.name"]),
        ({"dragon-push": "Dragon Push", "dragon-pull": "dragon push"}, ["cards.dragon-pull.name"]),
        # Several cards of one name, and ids that do not say the name.
        ({"whale": "Whale", "whale-2": "Whale", "big_whale": "Whale"}, []),
        ({"c1": "Whale", "c2": "Whale"}, []),
        ({"whale": "クジラ", "storm": "クジラ"}, []),
    ],
)
def test_a_name_of_another_card_is_found(names: Mapping[str, str], found: list[str]) -> None:
    review = review_of({f"cards.{card}.name": name for card, name in names.items()}, {})
    assert [fault.subject.key for fault in check_pasted_names(review)] == found


def test_a_sentence_pasted_over_another_is_found() -> None:
    english = {
        "rules.a": "Draw two cards and play one.",
        "rules.b": "Discard your hand, then draw.",
    }
    pasted = "Zieh zwei Karten und spiel dann eine davon aus."
    (fault,) = check_same_wording(review_of(english, {"rules.a": pasted, "rules.b": pasted}))
    assert fault.subject.key == "rules.b"
    short = dict.fromkeys(english, "Zieh zwei Karten.")
    assert not list(check_same_wording(review_of(english, short)))
    same = dict.fromkeys(english, "Draw two cards and play one.")
    assert not list(check_same_wording(review_of(same, dict.fromkeys(english, pasted))))
