"""Studies: the same figures on every number of processes, and no broken promise goes unseen."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from rules.games import deck_in, source
from rules.support import DESIGN, RULES

from printnplay.cli.study.text import as_text
from printnplay.play.comparison import compare
from printnplay.play.many_games import Played, PlayRequest, open_game, run, studies_of
from printnplay.play.players import policies
from printnplay.play.study import Study, Tally, play_share
from printnplay.play.study_summary import Share, StudySummary, summarize
from printnplay.rules.loader import RulesSource

pytestmark = pytest.mark.sampled(2)

SOURCE = source("tic-tac-match")


def played_once(study: Study) -> Tally:
    """What a study counts, in this process."""
    tally = Tally()
    for share in study.shares():
        tally.add(play_share(study, share))
    return tally


@cache
def played(study: Study, jobs: int = 1) -> Tally:
    """What a study counts."""
    tally = Tally()
    for part in run(jobs, study):
        tally.add(part)
    return tally


class Fixed(dict):  # type: ignore[type-arg]
    """No variants, so that a study can be kept."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def _small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three shares need no more than fifty games."""
    monkeypatch.setattr("printnplay.play.study.SHARE", 20)


def study(players: int = 2, games: int = 50, seed: int = 1, player: str = "random") -> Study:
    """A study of the shipped game."""
    return Study(SOURCE, players, seed, games, player, Fixed())


def figures(of: Study) -> StudySummary:
    """The figures of a study of the shipped game."""
    return summarize("tic-tac-match", RULES, of, played(of))


@pytest.mark.at_leisure
def test_figures_do_not_depend_on_the_number_of_processes() -> None:
    """Two processes share out three shares unevenly; three are tried from the command line."""
    one = study()
    assert list(one.shares()) == [(0, 20), (20, 40), (40, 50)]
    assert played(one, 2) == played(one)


def test_figures_do_not_depend_on_how_shares_are_added() -> None:
    one = study()
    parts = [play_share(one, share) for share in reversed(one.shares())]
    tally = Tally()
    for part in parts:
        tally.add(part)
    assert tally == played(one)


@pytest.mark.at_leisure
def test_another_seed_is_another_study() -> None:
    assert played(study(seed=2)).lengths != played(study()).lengths


@pytest.mark.parametrize("players", [2, 4])
def test_everything_is_counted_once(players: int) -> None:
    tally = played(study(players))
    moves = sum(length * games for length, games in tally.lengths.items())
    assert tally.mishaps == []
    assert tally.games == sum(tally.lengths.values()) == sum(tally.winners.values()) == 50
    assert sum(tally.actions.values()) == sum(tally.choices.values()) == moves
    teams = {(0,), (1,)} if players == 2 else {(0, 2), (1, 3)}
    assert set(tally.winners) == teams
    summary = figures(study(players))
    assert sum(share.hits for share in summary.seats) == 50 * players // 2
    assert [share.name for share in summary.teams] == (
        [] if players == 2 else ["a and c", "b and d"]
    )


def test_cards_and_rules_that_never_come_up_are_named() -> None:
    summary = figures(study())
    assert summary.never_played == ()
    assert summary.rules["TTM-6"].forbade > 0
    assert set(summary.never_used) == {
        rule for rule, use in summary.rules.items() if (use.used, use.forbade) == (0, 0)
    }


def test_every_rule_but_the_rare_new_hand_takes_effect_in_matches_of_four() -> None:
    matches = Study(SOURCE, 4, 1, 15, variants={"length": "five-points"})
    summary = summarize("tic-tac-match", RULES, matches, played_once(matches))
    idle = [rule for rule, use in summary.rules.items() if not use.used]
    assert [rule for rule in idle if rule != "TTM-10"] == []


@pytest.mark.at_leisure
def test_what_a_game_was_won_with_is_counted_where_players_differ() -> None:
    assert figures(study()).won_with == ()
    decks = Study(source("tic-tac-ko"), 4, 1, 30)
    shares = summarize("tic-tac-ko", decks.source.load(), decks, played_once(decks)).won_with
    assert [share.name for share in shares] == ["dragon", "unicorn"]
    assert sum(share.hits for share in shares) == 30


def test_a_greedy_player_needs_fewer_moves_than_chance() -> None:
    greedy, chance = figures(study(player="greedy")), figures(study())
    assert greedy.lengths.mean < 0.8 * chance.lengths.mean


@pytest.mark.parametrize("said", ["genius", "a=genius", "a", "mcts:0", "mcts:x", "zz=greedy", ""])
def test_a_player_that_there_is_not_is_refused(said: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        policies(said, 2)


def test_seats_have_players_of_their_own() -> None:
    summary = figures(study(games=60, player="a=greedy"))
    assert summary.players == ("greedy", "random")
    greedy, chance = summary.seats
    assert greedy.bounds[0] > chance.bounds[1]
    assert set(summary.thinking) == {"greedy", "random"}


def test_a_search_with_nothing_but_the_rules_beats_chance() -> None:
    searching = Study(SOURCE, 2, 1, 5, "a=mcts:6", Fixed())
    tally = played_once(searching)
    assert tally.mishaps == []
    assert tally.winners[(0,)] >= 4


@pytest.mark.at_leisure
def test_how_games_end_and_who_had_the_first_turn_is_told_by_the_rules() -> None:
    assert {share.name for share in figures(study()).endings} == {"a line of X", "a line of O"}
    decks = Study(source("tic-tac-ko"), 2, 1, 30)
    tally = played_once(decks)
    assert set(tally.endings) <= {"three objectives", "a deck ran out"}
    assert sum(tally.endings.values()) == 30
    assert tally.leads.total() == 30


def test_what_holding_and_playing_cards_goes_with() -> None:
    summary = figures(study())
    cards = {card.card: card for card in summary.cards}
    assert set(cards) == set(RULES.COMPONENTS) - {"identity"}
    for card in cards.values():
        assert card.used.hits <= card.used.trials == card.held.trials <= 500
        assert card.played.trials <= card.held.trials
    assert 0.45 < summary.usual_win < 0.55
    assert summary.forced.hits == played(study()).choices[1]
    # What a share of a half takes: after so few games each may be one.
    assert summary.games_needed == 9_604 - summary.ended


@pytest.mark.parametrize(
    ("games", "needed"), [(4, range(9_500, 9_605)), (100_000, range(1)), (1_000, range(1))]
)
def test_few_games_that_one_player_wins_do_not_say_that_the_share_is_known(
    games: int, needed: range
) -> None:
    tally = Tally(games=games, winners=Counter({(0,): games}), lengths=Counter({10: games}))
    assert summarize("tic-tac-match", RULES, study(), tally).games_needed in needed


def test_a_strong_a_weak_and_a_dead_card_are_told() -> None:
    tally = Tally(
        games=500,
        winners=Counter({(0,): 250, (1,): 250}),
        lengths=Counter({10: 500}),
        held=Counter({"flip": 250, "wipe-out": 250, "double-play": 300, "x-red": 300}),
        held_won=Counter({"flip": 150, "wipe-out": 100, "double-play": 150, "x-red": 150}),
        played=Counter({"flip": 200, "wipe-out": 200, "double-play": 2, "x-red": 290}),
        played_won=Counter({"flip": 150, "wipe-out": 50, "double-play": 1, "x-red": 150}),
    )
    summary = summarize("tic-tac-match", RULES, study(), tally)
    assert [card.card for card in summary.strong] == ["flip"]
    assert [card.card for card in summary.weak] == ["wipe-out"]
    assert [card.card for card in summary.dead] == ["double-play"]


def test_scores_and_the_lead_are_counted_in_games_of_points(small_games: Path) -> None:
    folder = small_games / "heights"
    heights = RulesSource.at(folder / "rules.py", deck_in(folder))
    tally = play_share(Study(heights, 3, 1, 20), (0, 20))
    assert tally.mishaps == []
    assert tally.scores.total() == 60
    assert all(points >= 0 for points in tally.scores)
    assert tally.leads.total() == 20
    assert any(tally.leads[changes] for changes in range(1, 12))


def test_differences_have_an_interval_and_know_what_is_by_chance() -> None:
    greedy, chance = figures(study(player="greedy")), figures(study())
    found = compare(("greedy", greedy), ("chance", chance)).differences
    moves = next(fault for fault in found if fault.name == "moves")
    assert moves.certain
    assert moves.low < moves.apart == chance.lengths.mean - greedy.lengths.mean < moves.high
    same = compare(("one", chance), ("other", chance)).differences
    assert not any(one.certain or one.apart for one in same)
    assert all(fault.low <= fault.apart <= fault.high for fault in found)


def test_what_only_one_study_has_counts_as_none_of_the_games_of_the_other() -> None:
    old = Tally(games=90, lengths=Counter({10: 90}), endings=Counter({"a line": 90}),
                winners=Counter({(0,): 45, (1,): 45}), held=Counter({"flip": 9}))  # fmt: skip
    new = Tally(games=80, lengths=Counter({10: 80}), endings=Counter({"a line": 20, "a draw": 60}),
                winners=Counter({(0,): 10, (1,): 10, (): 60}),
                held=Counter({"x-red": 9}))  # fmt: skip
    used = Counter(dict.fromkeys(RULES.SENTENCES, 1))
    one, other = (
        summarize("tic-tac-match", RULES, study(), replace(tally, used=used))
        for tally in (old, new)
    )
    comparison = compare(("v1", one), ("now", other))
    found = {one.name: one for one in comparison.differences}
    for name in ("won by nobody", "ended: a draw"):
        assert (found[name].first, found[name].second) == (0, 0.75)
        assert found[name].certain
    assert not any("flip" in name or "x-red" in name for name in found)
    assert (comparison.cards_of_first, comparison.cards_of_second) == (("flip",), ("x-red",))


def test_equal_rules_rarely_differ_beyond_chance() -> None:
    """A difference at the edge of the 95 % interval is no difference beyond chance."""
    sides = (Tally(games=1000, lengths=Counter({10: 1000}), winners=Counter({(0,): won}),
                   used=Counter(dict.fromkeys(RULES.SENTENCES, 1)))
             for won in (500, 550))  # fmt: skip
    one, other = (summarize("tic-tac-match", RULES, study(), tally) for tally in sides)
    found = {one.name: one for one in compare(("v1", one), ("now", other)).differences}
    assert found["won by a"].low > 0
    assert not found["won by a"].certain


def test_games_without_end_are_mishaps() -> None:
    short = Study(SOURCE, 2, 1, 20, limit=3)
    tally = Tally()
    for part in run(1, short):
        tally.add(part)
    ended = sum(tally.lengths.values())
    assert {mishap.what for mishap in tally.mishaps} == {"no end after 3 moves"}
    assert ended + len(tally.mishaps) == 20


def test_of_games_without_end_nothing_is_called_unused() -> None:
    """The rules are not played again to find out, as they may never end."""
    short = Study(SOURCE, 2, 1, 2, limit=0, variants=Fixed())
    summary = summarize("tic-tac-match", RULES, short, played(short))
    assert (summary.ended, summary.never_used) == (0, ())


WRONG: Mapping[str, tuple[str, str]] = {
    "a card is lost": ("table.draw.pop()", "2 cards `card` on the table, 3 in the box"),
    "nobody can move": ("table.stuck = 1", "a player has to move and cannot"),
    "moves are listed twice": ("table.twice = 1", "moves out of order or listed twice"),
    "there is a result too early": ("table.early = 1", "a result before the end"),
    "the rules fail": ("1 // 0", "rules.py, line 34: the rules fail: ZeroDivisionError"),
}

RULES_FILE = """
from printnplay.rules import OVER, Act, Card, CardGame, Table, parts

CARD = Card("card", 3)


class Heap(Table):
    cards = (CARD,)
    draw: list[Card] = parts.draw_pile()
    played: list[Card] = parts.pile()
    early: int = parts.number()
    stuck: int = parts.number()
    twice: int = parts.number()


class new_game(CardGame[Heap]):
    cards = (CARD,)
    table = Heap
    acts = (Act("play", (CARD,)),)
    sentences = {"ONE-1": "Cards are played until none is left."}

    def deal(self, table, rng):
        table.draw = self.all_cards()

    def to_move(self, table):
        return 0 if table.draw else OVER

    def legal_moves(self, table):
        moves = super().legal_moves(table)
        return [] if table.stuck else moves * (1 + table.twice)

    def play(self, table, move, rng):
        table.played.append(table.draw.pop())
        {fault}

    def result(self, table):
        return None if table.draw and not table.early else (0,)
"""


@pytest.mark.parametrize("name", WRONG)
def test_each_broken_promise_is_told_with_its_game_and_move(name: str, tmp_path: Path) -> None:
    fault, told = WRONG[name]
    file = tmp_path / "rules.py"
    file.write_text(RULES_FILE.replace("{fault}", fault), encoding="utf-8")
    (found,) = play_share(Study(RulesSource.at(file), 2, 1, 1), (0, 1)).mishaps
    assert found.game == 0
    assert found.what.startswith(told)


def test_sound_rules_of_ones_own_have_no_mishap(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(RULES_FILE.replace("{fault}", "pass"), encoding="utf-8")
    for limit in (3, 3000):
        tally = play_share(Study(RulesSource.at(file), 2, 1, 3, limit=limit), (0, 3))
        assert tally.mishaps == []
        assert (tally.lengths, tally.winners) == ({3: 3}, {(0,): 3})
    short = play_share(Study(RulesSource.at(file), 2, 1, 1, limit=2), (0, 1))
    assert [mishap.what for mishap in short.mishaps] == ["no end after 2 moves"]


def test_games_without_a_winner_are_not_won_together(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    drawn = RULES_FILE.replace("{fault}", "pass").replace("(0,)", "()")
    file.write_text(drawn, encoding="utf-8")
    of = Study(RulesSource.at(file), 2, 1, 3)
    summary = summarize("heap", of.source.load(), of, play_share(of, (0, 3)))
    assert summary.teams == ()
    assert summary.nobody == (Share("nobody", 3, 3),)
    said = as_text(Played("heap", "Heap", (summary,), ()))
    assert "nobody 100.0%" in said
    assert "together" not in said
    assert figures(study()).nobody == ()


def test_rules_may_say_how_long_their_games_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    order = PlayRequest(DESIGN.parents[1], "tic-tac-match", seats=2)
    monkeypatch.setattr(RULES, "LIMIT", 77, raising=False)
    assert [one.limit for one in studies_of(order, open_game(order))] == [77]
    assert [one.limit for one in studies_of(replace(order, limit=5), open_game(order))] == [5]
