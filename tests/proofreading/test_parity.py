"""A translation keeps the outward form of its original: `parity.yaml` has pairs of both kinds."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Severity, Span, Subject
from printnplay.proofreading.parity import (
    check_addresses,
    check_endings,
    check_lines,
    check_plural_forms,
)
from printnplay.proofreading.review import Review

from .sites import clean_games

KEY = "rules.turn.draw"
PAIRS = yaml.safe_load(Path(__file__).with_name("parity.yaml").read_text("utf-8"))


def _review(
    language: str, original: Mapping[str, str], said: Mapping[str, str], key: str = KEY
) -> Review:
    def texts(name: str, forms: Mapping[str, str]) -> Texts:
        entry = Text(key, forms, Span(f"{name}.yaml", 1), subject=Subject("match", name, key=key))
        return Texts(name, {key: entry}, f"{name}.yaml")

    both = {"en": texts("en", original), language: texts(language, said)}
    return Review(clean_games()["match"].game, both, Glossary({}, "g.yaml"))


def _name(pair: Mapping[str, str]) -> str:
    (language,) = set(pair) - {"original", "code", "says"}
    return f"{language}: {pair[language]}"


@pytest.mark.parametrize("pair", PAIRS, ids=_name)
def test_what_differs_from_the_original_is_a_warning(pair: Mapping[str, str]) -> None:
    (language,) = set(pair) - {"original", "code", "says"}
    review = _review(language, {"other": pair["original"]}, {"other": pair[language]})
    found = [
        fault for check in (check_endings, check_lines, check_addresses) for fault in check(review)
    ]
    assert [fault.code.id for fault in found] == ([pair["code"]] if "code" in pair else [])
    for fault in found:
        assert pair["says"] in f"{fault.message} {fault.label}"
        assert fault.severity is Severity.WARNING


def test_titles_may_lack_full_stops_and_covers_may_exclaim() -> None:
    for key, said in (("rules.turn.title", "Zug"), ("cover.tagline", "Schnell!")):
        assert not list(check_endings(_review("de", {"other": "Turn."}, {"other": said}, key)))


@pytest.mark.parametrize(
    ("language", "forms", "found"),
    [
        ("pl", {"one": "{n} kart", "few": "{n} kart", "many": "{n} kart", "other": "{n} kart"}, 1),
        (
            "pl",
            {"one": "{n} karta", "few": "{n} karty", "many": "{n} kart", "other": "{n} kart"},
            0,
        ),
        ("hu", {"one": "{n} lap", "other": "{n} lap"}, 0),
        ("de", {"one": "{n} Spieler", "other": "{n} Spieler"}, 0),
    ],
)
def test_plural_forms_are_the_same_only_where_nouns_do_not_change(
    language: str, forms: Mapping[str, str], found: int
) -> None:
    review = _review(language, {"one": "{n} card", "other": "{n} cards"}, forms)
    assert len(list(check_plural_forms(review))) == found
