"""`play --since`: the game now and in an earlier version, in figures side by side."""

import json
import re
import shutil
from pathlib import Path

import pytest
from changes.test_earlier import git

from printnplay.changes.gallery import FILE, Version, kept_version
from printnplay.changes.reading import read_state
from printnplay.files.catalog import Catalog

from .project import change, run

PLAY = "play stairs --games 40 -j 1 --trust-rules"
GAME, CARDS = "designs/stairs/game.yaml", "designs/stairs/cards.yaml"
LONGER = [
    {"file": "designs/stairs/rules.py", "find": "HAND = 3\n", "replace": "HAND = 6\n"},
    {"file": "designs/stairs/steps.csv", "find": "6,4\n", "replace": "6,4\n7,4\n"},
    {"file": CARDS, "find": "whole 1..6", "replace": "whole 1..7"},
    {"file": GAME, "find": "players: [2]", "replace": "players: [2, 3]"},
]


@pytest.fixture
def tagged(stairs: Path) -> Path:
    """The game for two players, with the tag `v1`."""
    change(stairs, [{"file": GAME, "find": "players: [2, 3, 4]", "replace": "players: [2]"}])
    git(stairs, "init", "--quiet")
    git(stairs, "add", "--all")
    git(stairs, "commit", "--quiet", "--message", "One")
    git(stairs, "tag", "v1")
    return stairs


def test_longer_games_differ_from_an_earlier_commit_beyond_chance(tagged: Path) -> None:
    change(tagged, LONGER)
    ran = run(f"{PLAY} --since v1 --json --report page.html")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["not_compared"] == [3]
    assert [one["players"] for one in found["comparisons"]] == [2]
    for comparison, study in zip(found["comparisons"], found["studies"], strict=False):
        assert (comparison["first"], comparison["second"]) == ("v1", "now")
        assert comparison["cards_of_first"] == []
        assert comparison["cards_of_second"] == ["step-7"]
        figures = {one["name"]: one for one in comparison["differences"]}
        moves = figures["moves"]
        assert moves["second"] == pytest.approx(study["moves"]["mean"], abs=1e-4)
        assert moves["certain"]
        assert 0 < moves["low"] < moves["difference"] < moves["high"]
        assert not figures["won by a"]["certain"]
        assert "won when played: step-7" not in figures
    page = (tagged / "page.html").read_text("utf-8")
    assert "What differs between v1 and now?" in page
    assert "v1 cannot be played by 3 players." in page
    assert re.search(r"<desc>won by a \S+%, \S+%, .*; moves \S+, \S+, \+\S+ \(.*\) \*;", page)


@pytest.mark.at_leisure
def test_a_version_without_changes_has_the_same_figures(tagged: Path) -> None:
    ran = run(f"{PLAY} --seats 2 --since HEAD")
    assert ran.status == 0, ran.err
    assert "2 players: HEAD, now, difference\n" in ran.out
    assert "All figures are the same." in ran.out
    assert not re.search(r"\) \*$", ran.out, re.MULTILINE)
    assert run(f"{PLAY} --seats 2 --since {tagged}").status == 0


@pytest.mark.at_leisure
def test_games_that_go_wrong_in_a_commit_are_shown_in_a_checkout(tagged: Path) -> None:
    ran = run(f"{PLAY} --seats 2 --games 1 --limit 2 --since v1")
    assert ran.status == 1
    assert f"--> v1:{GAME}:4:8" in ran.err
    assert re.search(r"--project FOLDER after `git worktree add FOLDER v1`$", ran.err, re.MULTILINE)
    assert "printnplay-version" not in ran.err
    assert tagged.is_dir()


@pytest.mark.usefixtures("tagged")
def test_rules_of_a_commit_run_only_if_they_are_trusted() -> None:
    assert run("trust").status == 0
    ran = run("play stairs --games 1 --since v1")
    assert ran.status == 1
    assert (
        f"error[PNP622]: `rules.py` is Python code, and runs only if you trust it\n --> v1:{GAME}"
        in (ran.err)
    )
    assert "read the rules of v1; if you trust them, add --trust-rules" in ran.err


@pytest.mark.usefixtures("tagged")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--since v2", "error[PNP029]: there is no version `v2`"),
        ("--since v1 --against stairs=up", "choose --against or --since"),
        ("--since v1 --show", "--against, --since and --report are for statistics of games"),
    ],
)
def test_what_cannot_be_compared_is_refused(options: str, message: str) -> None:
    ran = run(f"{PLAY} {options}")
    assert ran.status == 2
    assert message in ran.err


@pytest.mark.usefixtures("tagged")
def test_a_commit_is_not_played_on_a_cluster() -> None:
    ran = run(f"{PLAY} --since v1 --scheduler tcp://127.0.0.1:1")
    assert ran.status == 2
    assert "error[PNP675]: a cluster cannot play the commit `v1`" in ran.err
    assert "git worktree add FOLDER v1" in ran.err


@pytest.mark.at_leisure
def test_a_number_of_players_that_only_one_version_has_is_refused(tagged: Path) -> None:
    change(tagged, LONGER)
    ran = run(f"{PLAY} --seats 3 --since v1")
    assert ran.status == 2
    assert "error[PNP640]: v1: `stairs` is not for 3 players" in ran.err


@pytest.mark.at_leisure
def test_a_release_has_no_rules_to_play_by(tagged: Path) -> None:
    (tagged / "old").mkdir()
    state = read_state(Catalog(tagged), "stairs", ("en",))
    (tagged / "old" / FILE).write_bytes(kept_version(Version(state)))
    ran = run(f"{PLAY} --since old")
    assert ran.status == 2
    assert "error[PNP674]: the release `old` has no rules to play by" in ran.err


@pytest.mark.at_leisure
def test_a_version_without_the_game_is_refused(tagged: Path) -> None:
    shutil.copytree(tagged / "locales", tagged / "other/locales")
    ran = run(f"{PLAY} --since other")
    assert ran.status == 2
    assert "there is no game `stairs` in `other` to compare with" in ran.err
