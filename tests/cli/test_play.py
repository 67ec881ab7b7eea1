"""`play`: figures for people, programs and pages; one game told, written down and replayed."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from .project import ROOT, Ran, change, run, stand_in

pytestmark = pytest.mark.sampled(3)

FEW = "play tic-tac-match --games 30 --seed 7"


def suggested(ran: Ran) -> list[str]:
    """The commands that a study says will show its faults."""
    return re.findall(r"see it with printnplay (.*)", ran.err)


def figures(command: str) -> dict[str, Any]:
    """What a command tells as JSON."""
    ran = run(f"{command} --json")
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.fixture
def few(project: Path) -> dict[str, Any]:
    """The figures of a few games."""
    assert project.is_dir()
    return figures(f"{FEW} -j 1")


@pytest.mark.usefixtures("project")
def test_without_seats_each_number_of_players_is_played(few: dict[str, Any]) -> None:
    assert (few["version"], few["game"]) == (1, "tic-tac-match")
    assert [study["players"] for study in few["studies"]] == [2, 4]
    for study in few["studies"]:
        assert study["games"] == study["ended"] == sum(win["games"] for win in study["wins"]) == 30
        assert study["mishaps"] == []
        assert sum(study["moves"]["games"].values()) == 30
        for share in study["seats"]:
            assert share["low"] <= share["share"] <= share["high"]
    assert [team["name"] for team in few["studies"][1]["teams"]] == ["a and c", "b and d"]


@pytest.mark.at_leisure
@pytest.mark.usefixtures("project")
def test_the_number_of_processes_changes_nothing() -> None:
    command = "play tic-tac-match --games 210 --seats 2"
    one = figures(f"{command} -j 1")
    assert figures(f"{command} -j 3") == one


@pytest.mark.usefixtures("project")
def test_text_tells_the_same_figures(few: dict[str, Any]) -> None:
    ran = run(f"{FEW} --seats 2 -j 1")
    (study,) = [one for one in few["studies"] if one["players"] == 2]
    a, b = study["seats"]
    words = ran.out.replace("\n", " ")
    assert ran.status == 0
    assert f"a {a['share']:.1%} ({a['low']:.1%} to {a['high']:.1%})" in words
    assert f"b {b['share']:.1%}" in words
    assert f"mean {study['moves']['mean']:.1f}" in words
    assert f"needs {study['games_needed']:,} more games" in ran.out
    assert "endings       a line of " in ran.out
    assert "all sound" in ran.out


def test_the_page_needs_nothing_from_elsewhere(project: Path, few: dict[str, Any]) -> None:
    ran = run(f"{FEW} -j 1 --report pages/play.html")
    page = (project / "pages/play.html").read_text(encoding="utf-8")
    assert ran.status == 0
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", page)
    plots = [ElementTree.fromstring(one) for one in re.findall(r"<svg.*?</svg>", page, re.DOTALL)]
    titles = [plot.findtext("title") for plot in plots]
    for study in few["studies"]:
        wins = plots[titles.index(f"games won, by seat, {study['players']} players")]
        rows = {"begins": study["first"]} | {seat["name"]: seat for seat in study["seats"]}
        shown = [text.text for text in wins.findall("text") if text.get("class") != "head"]
        assert dict(zip(shown[::2], shown[1::2], strict=True)) == {
            name: f"{seat['share']:.1%}" for name, seat in rows.items()
        }


@pytest.mark.at_leisure
@pytest.mark.usefixtures("project")
def test_players_of_seats_and_another_variant_are_compared() -> None:
    command = "play tic-tac-match --games 12 --seats 2 -j 1 --player b=greedy"
    ran = run(f"{command} --against length=five-points")
    assert ran.status == 0
    assert "12 games of seed 1 by b=greedy" in ran.out
    assert "b (greedy) " in ran.out
    assert "2 players: length=one-game, length=five-points, difference" in ran.out
    assert re.search(r"^  moves +\S+ +\S+ +\+\S+ \(\S+ to \S+\) \*$", ran.out, re.MULTILINE)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("a=genius", "there is no player `genius`"),
        ("a=greedy,a=mcts", "there is no player `a=mcts`"),
        ("b=mcts,z=greedy", "there is no seat `z` in a game of 4 players"),
        ("c=greedy --seats 2", "there is no seat `c` in a game of 2 players"),
    ],
)
def test_a_player_that_there_is_not_is_told(players: str, message: str) -> None:
    ran = run(f"play tic-tac-match --player {players}")
    assert ran.status == 2
    assert f"error[PNP645]: {message}\n" in ran.err


@pytest.mark.usefixtures("project")
def test_a_project_without_the_game_is_not_compared_with() -> None:
    ran = run("play tic-tac-match --games 1 --against length-five-points")
    assert ran.status == 2
    assert "there is no game `tic-tac-match` in `length-five-points` to compare with" in ran.err


@pytest.mark.usefixtures("project")
@pytest.mark.at_leisure
def test_a_greedy_player_plays_shorter_games(few: dict[str, Any]) -> None:
    greedy = figures(f"{FEW} --seats 2 --player greedy -j 1")["studies"][0]
    assert greedy["player"] == "greedy"
    assert greedy["moves"]["mean"] < few["studies"][0]["moves"]["mean"]


@pytest.mark.usefixtures("project")
def test_a_game_is_told_move_by_move(few: dict[str, Any]) -> None:
    games = few["studies"][0]["moves"]["games"]
    told = [run(f"play tic-tac-match --show --seats 2 --seed 7 --game {at}").out for at in range(3)]
    assert len(set(told)) == 3
    for text in told:
        numbers = [int(one) for one in re.findall(r"^(\d+)\. [ab]: ", text, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert str(len(numbers)) in games
        assert re.search(rf"\n[ab] won after {len(numbers)} moves$", text.rstrip())
        last = text.rstrip().split("\n\n")[-2]
        assert re.search(r"^ +a +b +c$", last, re.MULTILINE)
        assert [line.split()[0] for line in last.splitlines()[2:5]] == ["1", "2", "3"]


@pytest.mark.usefixtures("project")
def test_games_without_end_are_faults_with_the_command_that_shows_them() -> None:
    ran = run("play tic-tac-match --games 2 --seats 2 --limit 2 -j 1")
    assert ran.status == 1
    assert ran.err.count("error[PNP650]: a game of 2 players went wrong: no end after 2 moves") == 2
    assert suggested(ran)[1].endswith(" --game 1 --limit 2")
    assert "no game came to an end" in ran.out
    for command in suggested(ran):
        assert run(command).out.rstrip().endswith("no end after 2 moves")


def test_the_command_that_shows_a_game_finds_its_project(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renamed = project.rename(project.parent / "my games")
    stand_in(renamed, ROOT, monkeypatch)
    monkeypatch.chdir(renamed.parent)
    ran = run(
        "play tic-tac-match --games 1 --seats 2 --limit 2 -j 1 --project 'my games' --trust-rules"
    )
    (command,) = suggested(ran)
    assert command.endswith(" --limit 2 --trust-rules --project 'my games'")
    assert run(command).out.rstrip().endswith("no end after 2 moves")


def test_a_log_replays_to_the_same_game(project: Path) -> None:
    first = run("play tic-tac-match --show --seats 4 --log game.json")
    again = run("play tic-tac-match --replay game.json")
    assert (first.status, again.status) == (0, 0)
    assert again.out.splitlines()[0] == "Tic-Tac Match, 4 players, from game.json"
    assert again.out.splitlines()[1:] == first.out.splitlines()[1:]
    assert (project / "game.json").is_file()


def test_a_log_is_written_whole_or_not_at_all(project: Path) -> None:
    (project / "there").mkdir()
    ran = run("play tic-tac-match --log there")
    assert ran.status == 1
    assert "PNP010" in ran.err


def test_a_log_that_is_no_game_any_more_is_told_with_its_line(project: Path) -> None:
    run("play tic-tac-match --show --seats 2 --log game.json")
    path = project / "game.json"
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[3] = re.sub(r'"player": "(.)"', r'"player": "d"', lines[3])
    path.write_text("\n".join(lines), encoding="utf-8")
    ran = run("play tic-tac-match --replay game.json")
    assert ran.status == 1
    assert "error[PNP652]" in ran.err
    assert "game.json:4" in ran.err


@pytest.mark.at_leisure
def test_recorded_games_are_kept_and_held_against_the_rules(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.play.single_games.TRIED", 2)
    change(project, [{"delete": "designs/tic-tac-match/claims.yaml"}])
    ran = run("play tic-tac-match --record")
    path = project / "designs/tic-tac-match/games.json"
    assert ran.status == 0
    assert run("check --rules tic-tac-match").status == 0
    again = path.read_bytes()
    assert run("play tic-tac-match --record").status == 0
    assert path.read_bytes() == again
    games = json.loads(again)
    games["games"][0]["moves"][2][2] = "00000000"
    path.write_text(json.dumps(games), encoding="utf-8")
    ran = run("check --rules tic-tac-match")
    assert ran.status == 1
    assert "error[PNP654]: a recorded game now plays differently" in ran.err
    assert "game 1, move 2" in ran.err


OWN = """

class new_game(TicTacMatch):
    def zones(self, state):
        return super().zones(state){change}
"""


RULES = "designs/tic-tac-match/rules/__init__.py"


@pytest.fixture
def own(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project as one of a user's, beside what ships with the tool."""
    stand_in(project, ROOT, monkeypatch)
    return project


def with_own_rules(project: Path, change_: str) -> None:
    """Let the game be played by rules that the user has changed."""
    with (project / RULES).open("a", encoding="utf-8") as file:
        file.write(OWN.replace("{change}", change_))


@pytest.mark.at_leisure
def test_rules_of_ones_own_are_played_in_several_processes(own: Path) -> None:
    with_own_rules(own, "")
    ran = run("play tic-tac-match --games 150 --seats 2 -j 2 --trust-rules")
    assert (ran.status, ran.err) == (0, "")
    assert run("play tic-tac-match --games 10").status == 1


def test_a_lost_card_is_told_with_the_command_that_shows_the_game(own: Path) -> None:
    with_own_rules(own, ' | {"discard": []}')
    ran = run("play tic-tac-match --games 20 --seats 2 -j 1 --trust-rules")
    assert ran.status == 1
    assert ran.err.count("error[PNP650]: a game of 2 players went wrong: ") == 5
    assert re.search(r"and 1\d more of 20 games", ran.err)
    command = suggested(ran)[0]
    assert command == "play tic-tac-match --show --seats 2 --seed 1 --game 1 --trust-rules"
    shown = run(command)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("Tic-Tac Match, 2 players, random game 1 of seed 1\n")


FAILS = """
    def play(self, state, move, draw):
        raise {error}
"""


@pytest.mark.parametrize("error", ["SystemExit(0)", "KeyError('no')"])
@pytest.mark.parametrize("how", ["--show", "--replay game.json", "--record"])
def test_rules_of_ones_own_that_fail_are_told_at_their_line(
    own: Path, how: str, error: str
) -> None:
    with_own_rules(own, "")
    assert run("play tic-tac-match --seats 2 --log game.json --trust-rules").status == 0
    rules = own / RULES
    text = rules.read_text(encoding="utf-8") + FAILS.replace("{error}", error)
    rules.write_text(text, encoding="utf-8")
    ran = run(f"play tic-tac-match {how} --trust-rules")
    assert ran.status == 1
    assert f"error[PNP626]: the rules fail: {error.partition('(')[0]}" in ran.err
    assert f"{RULES}:{text.count(chr(10))}:" in ran.err


def test_the_command_for_rules_that_fail_shows_their_fault(own: Path) -> None:
    with_own_rules(own, "")
    rules = own / RULES
    text = rules.read_text(encoding="utf-8") + FAILS.replace("{error}", "SystemExit(0)")
    rules.write_text(text, encoding="utf-8")
    ran = run("play tic-tac-match --games 1 --seats 2 -j 1 --trust-rules")
    (command,) = suggested(ran)
    assert "error[PNP626]: the rules fail: SystemExit" in run(command).err


def test_a_log_nested_without_end_is_no_log(project: Path) -> None:
    (project / "game.json").write_text("[" * 100_000, encoding="utf-8")
    ran = run("play tic-tac-match --replay game.json")
    assert ran.status == 1
    assert "error[PNP651]" in ran.err


def test_a_log_of_an_unknown_variant_is_told(project: Path) -> None:
    run("play tic-tac-match --show --seats 2 --log game.json")
    path = project / "game.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"variants": {', '"variants": {"off": "x"', 1), encoding="utf-8")
    ran = run("play tic-tac-match --replay game.json")
    assert ran.status == 1
    assert "error[PNP652]: the log is of a game with an unknown variant `off`" in ran.err


@pytest.mark.usefixtures("project")
def test_positions_are_counted_by_depth() -> None:
    ran = run("play tic-tac-match --perft 1")
    assert ran.status == 0
    assert ran.out.splitlines()[1:] == [
        "  moves  lines  positions  over",
        "      0      1          1     0",
        "      1     27         27     0",
    ]
    assert json.loads(run("play tic-tac-match --perft 1 --json").out)["depths"][1]["lines"] == 27


@pytest.mark.usefixtures("project")
def test_a_tournament_prints_a_table_of_won_games() -> None:
    ran = run("play tic-tac-match --tournament random,greedy --games 2 -j 1")
    assert ran.status == 0
    assert re.search(r"^  greedy +\S+% \(.*\) +- +\S+% \(", ran.out, re.MULTILINE)
    data = json.loads(run("play tic-tac-match --tournament random,greedy --games 2 --json").out)
    assert [len(pairing["by_seat"]) for pairing in data["pairings"]] == [2, 2]
    refused = run("play tic-tac-match --tournament random")
    assert refused.status == 2
    assert "a tournament needs two different players" in refused.err
