"""Four games of other kinds, written from the guide alone: tricks, bids, decks, a traitor."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from printnplay.files.catalog import Catalog
from printnplay.game.game import Example
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.values import Plain
from printnplay.loading.game import load
from printnplay.play.drafts import Bench
from printnplay.play.playouts import broken, play_out
from printnplay.rules import seeded
from printnplay.rules.deck_check import check_deck
from printnplay.rules.examples import check_examples
from printnplay.rules.loader import load_rules

from .games import rules_in
from .support import shipped

PROJECT = Path(__file__).with_name("four_games")
DUEL = """
from printnplay.rules import Act, Card, CardGame, Table, forbids, parts

CARDS = tuple(Card(f"card-{number}") for number in range(4))


class DuelTable(Table):
    cards = CARDS
    hands: list[list[Card]] = parts.hands(2)


class Duel(CardGame[DuelTable]):
    table, acts, sentences = DuelTable, (Act("play", CARDS),), {"D-1": "Play in turn."}

    @forbids("D-1", "out of turn")
    def is_out_of_turn(self, table, move):
        return move.seat != table.turn


new_game = Duel
"""
NAMES = tuple(sorted(path.name for path in (PROJECT / "designs").iterdir()))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_written_from_the_guide_is_proved_and_plays(name: str) -> None:
    game, rules = load(Catalog(PROJECT), name, Problems()), rules_in(PROJECT / "designs" / name)
    assert game is not None
    assert check_deck(game, rules) == []
    verdicts, found = check_examples(game, rules)
    assert [fault.message for fault in found] == []
    assert len(verdicts) == len(game.examples) >= 4
    play = rules.new_game()

    def watch(table: Any) -> None:  # noqa: ANN401
        assert broken(play, table, rules.COMPONENTS) == []

    for seed in range(20):
        players = game.players[seed % len(game.players)]
        assert play_out(play, players, seed, 500, watch).winners is not None


def test_the_clauses_that_leave_a_player_no_move_are_named() -> None:
    rules = rules_in(PROJECT / "designs/court")
    play = rules.new_game()
    table = play.setup(3, seeded(1))
    table.hands[table.turn].clear()
    stuck = "a player has to move and cannot: b, because of `C-1.hand`"
    assert stuck in broken(play, table, rules.COMPONENTS)


def test_whoever_chooses_first_in_an_example_may_be_any_seat() -> None:
    game, rules = load(Catalog(PROJECT), "tender", Problems()), rules_in(PROJECT / "designs/tender")
    assert game is not None
    given: Mapping[str, Plain] = {"hands": {"b": ["blue-4"]}}
    when = {"player": "b", "bid": "4"}
    example = Example("second", (), given, when, {"laid": {"b": "4"}}, game.examples[0].span)
    _, found = check_examples(replace(game, examples=(example,)), rules, coverage=False)
    assert [fault.message for fault in found] == []


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ({"a": ["card-1", "card-2"]}, []),
        ({"a": ["card-1"], "b": ["card-3"]}, ["no place is named for `card-0`, `card-2`"]),
    ],
)
def test_a_game_without_any_pile_has_all_its_cards_named(
    tmp_path: Path, hands: Mapping[str, Plain], says: list[str]
) -> None:
    (tmp_path / "rules.py").write_text(DUEL, "utf-8")
    when, then = {"player": "b", "play": "card-3"}, {"because": "D-1"}
    example = Example("only", (), {"hands": hands}, when, then, Span("examples.yaml"))
    game = replace(shipped(), examples=(example,))
    _, found = check_examples(game, load_rules(tmp_path / "rules.py", ()), coverage=False)
    assert [fault.message for fault in found] == [f"{one} (example `only`)" for one in says]


def test_a_draft_of_an_example_that_the_rules_cannot_handle_is_dropped() -> None:
    given: Mapping[str, Plain] = {"trick": ["bell-ten"], "hands": {"a": ["leaf-ace"]}}
    when = {"player": "a", "play": "leaf-ace"}
    draft = Example("no-trump", (), given, when, {"legal": "yes"}, Span(""))
    bench = Bench(rules_in(PROJECT / "designs/court"), lambda _: True)
    assert not bench.holds(draft)
