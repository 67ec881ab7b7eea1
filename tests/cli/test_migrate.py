"""A key with its name of an earlier version is read, with a warning, and written anew."""

import shutil
from pathlib import Path

import pytest

from .project import ROOT, run, stand_in

pytestmark = pytest.mark.sampled(2)


@pytest.fixture
def game(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a game in which a key has its present name."""
    shutil.copytree(small, tmp_path / "lost-city")
    stand_in(tmp_path / "lost-city", ROOT, monkeypatch)
    path = tmp_path / "lost-city/designs/lost-city/game.yaml"
    assert path.read_text("utf-8").count("stock:") == 1
    return path


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_an_earlier_name_of_a_key_is_rewritten_and_nothing_else(quote: str, game: Path) -> None:
    text = game.read_text("utf-8")
    game.write_text(text.replace("stock:", f"{quote}paper{quote}:"), "utf-8")
    ran = run("check")
    assert ran.status == 0
    assert ran.err.count("warning[") == 1
    assert "warning[PNP126]: `paper` is an earlier name of the key `stock`" in ran.err
    place, count = run("migrate").out.splitlines()
    assert place.startswith("designs/lost-city/game.yaml:")
    assert (place.endswith(": `paper` -> `stock`"), count) == (True, "rewrote 1 key")
    assert game.read_text("utf-8") == text.replace("stock:", f"{quote}stock{quote}:")
    assert run("check").status == 0
    assert run("migrate").out == "nothing to rewrite\n"


def test_with_both_names_the_earlier_one_is_unknown(game: Path) -> None:
    both = game.read_text("utf-8").replace("stock:", "paper: 300, stock:")
    game.write_text(both, "utf-8")
    ran = run("check")
    assert (ran.status, "PNP111" in ran.err, "PNP126" in ran.err) == (1, True, False)
    assert run("migrate").out == "nothing to rewrite\n"
    assert game.read_text("utf-8") == both
