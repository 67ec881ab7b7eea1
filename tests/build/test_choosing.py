"""Games that a command selects by names and patterns."""

from pathlib import Path

import pytest

from printnplay.edition.choosing import choose, choose_game, choose_games
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import FaultsError

FILES = (
    *("0/designs/tic-a/game.yaml", "0/designs/tic-b/game.yaml", "0/designs/toe/game.yaml"),
    *("0/locales/en/tic-a.yaml", "0/locales/en/tic-b.yaml", "0/locales/en/toe.yaml"),
    *("0/locales/pl/tic-b.yaml", "1/designs/tic-tac/game.yaml", "1/locales/en/tic-tac.yaml"),
)


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    """A project with three games, and a fourth one that comes with the tool."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return Catalog(tmp_path / "0", tmp_path / "1")


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ("tic-*", "tic-a tic-b"),
        ("*", "tic-a tic-b toe"),
        ("*-b toe", "tic-b toe"),
        ("tic-* tic-b", "tic-a tic-b"),
        ("toe tic-a", "tic-a toe"),
        ("*-a tic-tac", "tic-a tic-tac"),
    ],
)
def test_a_pattern_selects_games_of_the_project(catalog: Catalog, words: str, games: str) -> None:
    assert choose_games(catalog, words.split()) == tuple(games.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("tac-*", "no game of the project matches `tac-*`"),
        ("tic-t*", "no game of the project matches `tic-t*`"),
        ("tic-? toe", "unknown game `tic-?`"),
    ],
)
def test_a_pattern_without_a_match_is_reported(catalog: Catalog, words: str, message: str) -> None:
    with pytest.raises(FaultsError) as error:
        choose_games(catalog, words.split())
    assert [fault.message for fault in error.value.found] == [message]


def test_of_a_pattern_only_games_in_the_language_are_selected(catalog: Catalog) -> None:
    chosen = choose(catalog, ["tic-*"], ["pl"])
    assert {game: [*map(str, languages)] for game, languages in chosen.items()} == {"tic-b": ["pl"]}
    with pytest.raises(FaultsError, match="no language `pl`"):
        choose(catalog, ["tic-a", "tic-*"], ["pl"])


def test_one_game_is_no_pattern(catalog: Catalog) -> None:
    assert choose_game(catalog, "tic-a") == "tic-a"
    with pytest.raises(FaultsError):
        choose_game(catalog, "tic-*")
