"""Proofs are kept as long as nothing that they follow from has changed."""

from dataclasses import replace
from pathlib import Path

import pytest

from printnplay.files.cache import cache_folder
from printnplay.model.game import Game
from printnplay.rules import proofs
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import RulesSource
from printnplay.rules.proofs import proved

from .support import RULES, shipped

EXAMPLES = 3


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with a few examples, which has been proved and may not be proved again."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    small = replace(shipped(), examples=shipped().examples[:EXAMPLES])
    expected, _ = proved(small, RULES, coverage=False)
    assert len(expected) == EXAMPLES
    monkeypatch.setattr(proofs, "check_examples", None)
    return small


def test_nothing_is_played_twice(game: Game) -> None:
    verdicts, faults = proved(game, RULES, coverage=False)
    assert (verdicts, faults) == check_examples(game, RULES, coverage=False)


def _other_claim(game: Game) -> Game:
    first, *others = game.examples
    return replace(game, examples=(replace(first, then={**first.then, "turn": "b"}), *others))


def test_a_changed_example_is_played(game: Game) -> None:
    with pytest.raises(TypeError):
        proved(_other_claim(game), RULES, coverage=False)
    with pytest.raises(TypeError):
        proved(game, RULES, coverage=True)


def test_changed_rules_play_all(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "rules"
    copy.mkdir()
    for path in RulesSource.of(game).files:
        (copy / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(RulesSource, "of", lambda _: RulesSource.at(copy))
    assert len(proved(game, RULES, coverage=False)[0]) == EXAMPLES
    with (copy / "play.py").open("a") as play:
        play.write("\n# Another rule.\n")
    with pytest.raises(TypeError):
        proved(game, RULES, coverage=False)


def test_faults_are_found_anew(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "check_examples", check_examples)
    wrong = _other_claim(game)
    assert [proved(wrong, RULES, coverage=False)[1] for _ in range(2)] == [
        check_examples(wrong, RULES, coverage=False)[1]
    ] * 2


def test_only_so_many_are_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "check_examples", check_examples)
    monkeypatch.setattr(proofs, "MOST", 2)
    for count in range(EXAMPLES):
        proved(replace(game, examples=game.examples[:count]), RULES, coverage=False)
    folder = cache_folder("proofs")
    assert folder is not None
    assert len(list(folder.iterdir())) == 2
