"""Letters of another script, in a fixed shape or stretched are found, with what to type instead."""

import pytest

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject
from printnplay.proofreading.misprints import check_broken, check_characters, check_scripts
from printnplay.proofreading.review import Review

from .sites import clean_games

KEY = "rules.turn.draw"


def told(language: str, said: str) -> list[Diagnostic]:
    entry = Text(KEY, {"other": said}, Span("a.yaml", 1), subject=Subject("match", key=KEY))
    texts = {language: Texts(language, {KEY: entry}, "a.yaml")}
    review = Review(clean_games()["match"].game, texts, Glossary({}, "g.yaml"))
    return [
        one for check in (check_scripts, check_characters, check_broken) for one in check(review)
    ]


@pytest.mark.parametrize(
    ("language", "said", "right"),
    [
        ("it", "Una carta \u043e due.", "o"),
        ("it", "Pesca l\u0430 mano.", "la"),
        ("it", "Un g\u0430\u0442\u0442o.", None),
        ("it", "Pe\u2060sca.", ""),
        ("fr", "La \ufb01n.", "fi"),
        ("uk", "Карту i жетон.", "\u0456"),
        ("uk", "Чудoва карта.", "Чудова"),
        ("uk", "Чудоwа карта.", None),
        ("ar", "خذ بطـاقة.", ""),
        ("ar", "\ufe91\ufec4\ufe8e\ufed7\ufe94", "بطاقة"),
    ],
)
def test_what_only_looks_right_is_found(language: str, said: str, right: str | None) -> None:
    (fault,) = told(language, said)
    assert (fault.code.id, fault.fix and fault.fix.new) == ("PNP372", right)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "Москва, 5 μm, 3 kΩ, πr."),
        ("uk", "Хід Кf3, USB-порт, x та y."),
        ("ar", "في ١٤٤٥ هـ، لـ٣ لاعبين، لـ{term:deck}، ﷺ."),
        ("fi", "Kuusi- ja seitsenvuotiaat."),
        ("it", "\u2060\nPesca.\n\u2060"),
    ],
)
def test_what_is_right_is_not(language: str, said: str) -> None:
    assert told(language, said) == []
