"""Proofs are kept as long as nothing that they follow from has changed."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from printnplay.cache.store import Store
from printnplay.game.game import Example, Game
from printnplay.rules import claims, coverage, examples, proofs
from printnplay.rules.cardgame import CardGame
from printnplay.rules.examples import check_examples
from printnplay.rules.judge import Judged, judge
from printnplay.rules.loader import RulesSource
from printnplay.rules.proofs import count_claims, proved

from .support import RULES, shipped

EXAMPLES = 3

Played: TypeAlias = list[str]


@pytest.fixture
def memo(tmp_path: Path) -> Store:
    """A memo of the tool as it is."""
    return Store(tmp_path / "memo")


@pytest.fixture
def game(memo: Store) -> Game:
    """A game with a few examples, which has been proved."""
    small = replace(shipped(), examples=shipped().examples[:EXAMPLES])
    expected, _ = proved(small, RULES, memo, coverage=True)
    assert len(expected) == EXAMPLES
    return small


@pytest.fixture
def played(game: Game, monkeypatch: pytest.MonkeyPatch) -> Played:
    """The examples that are played from now on, each as often as it is."""
    del game
    names: Played = []

    def noted(
        example: Example,
        rules: CardGame[Any],
        cards: Sequence[str],
        seed: int = 0,
        *,
        sane: bool = False,
    ) -> Judged:
        names.append(example.id)
        return judge(example, rules, cards, seed, sane=sane)

    monkeypatch.setattr(examples, "judge", noted)
    monkeypatch.setattr(coverage, "judge", noted)
    return names


def test_nothing_is_played_twice(game: Game, memo: Store, played: Played) -> None:
    kept = proved(game, RULES, memo, coverage=True)
    assert not played
    # Not only equal: figures show what is in a position in its order.
    assert repr(kept) == repr(check_examples(game, RULES, coverage=True))
    assert set(played) == {example.id for example in game.examples}


def _other_claim(game: Game) -> Game:
    first, *others = game.examples
    return replace(game, examples=(replace(first, then={**first.then, "turn": "b"}), *others))


def test_a_changed_example_alone_is_played(game: Game, memo: Store, played: Played) -> None:
    wrong = _other_claim(game)
    found = proved(wrong, RULES, memo, coverage=True)
    assert set(played) == {game.examples[0].id}
    assert found == check_examples(wrong, RULES, coverage=True)


def test_a_fault_is_found_anew(game: Game, memo: Store) -> None:
    wrong = _other_claim(game)
    first, second = (proved(wrong, RULES, memo, coverage=True) for _ in range(2))
    assert first == second
    assert first[1]


def test_changed_rules_play_all(
    game: Game, memo: Store, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "rules"
    copy.mkdir()
    for path in RulesSource.of(game).files:
        (copy / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(RulesSource, "of", lambda _: RulesSource.at(copy))
    assert len(proved(game, RULES, memo, coverage=False)[0]) == EXAMPLES
    played.clear()
    with (copy / "play.py").open("a") as play:
        play.write("\n# Another rule.\n")
    proved(game, RULES, memo, coverage=False)
    assert set(played) == {example.id for example in game.examples}


def test_only_so_many_examples_are_kept(
    game: Game, memo: Store, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "MOST_EXAMPLES", EXAMPLES)
    one, others = game.examples[:1], game.examples[1:]
    proved(replace(game, examples=one), RULES, memo, coverage=True)
    assert not played
    proved(replace(game, examples=others), RULES, memo, coverage=True)
    assert set(played) == {example.id for example in others}


def test_another_version_of_the_tool_plays_all(
    game: Game, memo: Store, played: Played, tmp_path: Path
) -> None:
    memo.write()
    proved(game, RULES, Store(tmp_path / "memo"), coverage=False)
    assert not played
    proved(game, RULES, Store(tmp_path / "memo", version="2"), coverage=False)
    assert set(played) == {example.id for example in game.examples}


def test_nothing_is_counted_twice(game: Game, memo: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def count(name: str) -> int:
        asked.append(name)
        return len(asked)

    counts = {claim.count: partial(count, claim.count) for claim in game.claims}
    monkeypatch.setattr(claims, "counts_of", lambda _: counts)
    first, again = (count_claims(game, RULES, memo) for _ in range(2))
    assert first == again
    assert sorted(asked) == sorted(counts)
