"""The worked examples that ship: true, and each rule has one that fails without it."""

import pytest

from printnplay.game.verdicts import Verdict
from printnplay.rules.examples import check_examples
from printnplay.rules.judge import judge

from .support import CARDS, GAME, RULES, shipped, shipped_example

PUBLISHED = (
    ("cover-symbol", True, ""),
    ("cover-colour", True, ""),
    ("cover-identical", False, "TTM-6"),
    ("setup-x", True, ""),
    ("setup-red-x", True, ""),
    ("flip-sides", True, ""),
)


def verdict_of(name: str) -> Verdict:
    verdict = judge(shipped_example(name), GAME, CARDS).verdict
    assert verdict is not None
    return verdict


@pytest.mark.parametrize(("name", "legal", "because"), PUBLISHED)
def test_the_published_examples_are_among_ours(name: str, legal: bool, because: str) -> None:  # noqa: FBT001
    verdict = verdict_of(name)
    assert (verdict.legal, verdict.because) == (legal, because)


def test_verdict_holds_what_a_figure_needs() -> None:
    verdict = verdict_of("cover-symbol")
    assert verdict.before["grid"] == ["", "", "", "", "o-green", "", "", "", ""]
    assert verdict.move == {"player": "a", "play": "x-green", "to": "b2"}
    assert verdict.after is not None
    assert verdict.after["grid"] == ["", "", "", "", "x-green", "", "", "", ""]
    stacks = verdict.after["stacks"]
    assert isinstance(stacks, list)
    assert stacks[4] == ["o-green", "x-green"]


def test_verdict_of_an_illegal_move_has_no_position_after_it() -> None:
    assert verdict_of("cover-identical").after is None


def test_verdict_of_a_setup_shows_the_table_before_and_after() -> None:
    verdict = verdict_of("seating")
    assert verdict.after is not None
    assert (verdict.before["sides"], verdict.before["draw"]) == ({}, 60)
    assert verdict.after["sides"] == {"a": "x", "b": "o", "c": "x", "d": "o"}
    assert (verdict.after["turn"], verdict.after["players"]) == ("b", 4)


def test_verdicts_are_the_same_every_time() -> None:
    assert check_examples(shipped(), RULES) == check_examples(shipped(), RULES)
