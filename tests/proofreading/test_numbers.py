"""Typed numbers are told once, with the facts that they may be."""

import pytest

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span, Subject
from printnplay.proofreading.numbers import check_digits, check_number_words
from printnplay.proofreading.review import Known, Review

from .sites import clean_games

KEY = "rules.turn.draw"
FACTS = {"players_min": 2, "hand_size": 2, "count.card": 2, "count.total": 64}


def told(english: str, german: str) -> list[Diagnostic]:
    return list(check_digits(_review(english, german)))


def _review(english: str, german: str) -> Review:
    def texts(language: str, said: str) -> Texts:
        subject = Subject("match", language, key=KEY)
        entry = Text(KEY, {"other": said}, Span("a.yaml", 1), subject=subject)
        return Texts(language, {KEY: entry}, "a.yaml")

    both = {"en": texts("en", english), "de": texts("de", german)}
    game = clean_games()["match"].game
    usages = clean_games()["match"].usages
    return Review(game, both, Glossary({}, "g.yaml"), Known(usages, FACTS))


def test_a_translation_that_types_what_its_original_types_is_not_told_as_well() -> None:
    (fault,) = told("Pay 2 coins.", "Zahl 2 Münzen.")
    assert fault.subject.language == "en"


def test_a_number_that_only_a_translation_types_is_told() -> None:
    _, german = told("Draw {hand_size} cards, pay 1.", "Zieh 2 Karten, zahl 1.")
    assert (german.subject.language, german.message.split()[2]) == ("de", "2")


def test_facts_with_the_value_are_named_but_for_those_that_have_it_by_chance() -> None:
    (small,) = told("Draw 2 cards.", "Zieh Karten.")
    assert small.help == "quote `{hand_size}`"
    (large,) = told("All 64 cards.", "Alle Karten.")
    assert large.help == "quote `{count.total}`"
    (unknown,) = told("Pay 7 coins.", "Zahl Münzen.")
    assert unknown.help.startswith("check it against the deck and the rules")


@pytest.mark.parametrize(
    ("english", "german", "severities"),
    [
        ("Mind the tide.", "Achte auf die Flut.", []),
        ("You may sieve the sand.", "Du darfst den Sand sieben.", []),
        ("Mind the two tides.", "Achte auf die zwei Fluten.", []),
        ("Draw two cards.", "Zieh acht Karten.", [Severity.WARNING]),
        ("Two cards, a dozen.", "Zwei Karten, zwölf Karten.", [Severity.WARNING]),
        ("Draw two cards.", "Zieh drei Karten.", [Severity.ERROR]),
    ],
)
def test_a_number_word_that_means_something_else_too_is_never_an_error(
    english: str, german: str, severities: list[Severity]
) -> None:
    found = check_number_words(_review(english, german))
    assert [fault.severity for fault in found] == severities


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Play 3 cards.", ["3"]),
        ("2 to 4 players take 5 each.", ["4", "5"]),
        ("On page 3, see No. 5.", []),
        ("From 1892 on, it cost £3 or 1.5 km.", []),
        ("On 3 May, at 6 p.m., see p. 12.", []),
    ],
)
def test_only_numbers_that_count_something_are_told(text: str, numbers: list[str]) -> None:
    assert [fault.message.split()[2] for fault in told(text, "Ja.")] == numbers
