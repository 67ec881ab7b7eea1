"""Choices made at once: by all or some seats, at any moment, in secret until all are made."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from printnplay.game.game import Example
from printnplay.kernel.diagnostics import Span
from printnplay.play.players import Searching, greedy
from printnplay.rules import (
    OVER,
    Act,
    Card,
    CardGame,
    Move,
    Playthrough,
    Rng,
    Table,
    forbids,
    parts,
    seeded,
)
from printnplay.rules.judge import IN_ORDER, judge
from printnplay.rules.parts import HIDDEN

HEADS, TAILS, PASS = CARDS = (Card("heads"), Card("tails"), Card("pass"))


class PenniesTable(Table):
    """What both have chosen."""

    cards = CARDS
    box: list[Card] = parts.pile()
    shown: list[Any] = parts.at_once(*CARDS)
    first: str = parts.word("", "a", "b")


class Pennies(CardGame[PenniesTable]):
    """`a` wins if both show the same; whoever passes wins one game in four."""

    table, acts = PenniesTable, (Act("show", CARDS),)
    dice: ClassVar[dict[str, int]] = {"die": 4}
    sentences: ClassVar[dict[str, str]] = {"P-1": "Both choose at once."}

    @forbids("P-1", "each chooses once")
    def not_now(self, table: PenniesTable, move: Move) -> bool:
        return move.seat not in self.acting(table)

    def deal(self, table: PenniesTable, rng: Rng) -> None:
        del rng
        table.box = self.all_cards()

    def play(self, table: PenniesTable, move: Move, rng: Rng) -> None:
        table.shown[move.seat] = move.what
        if self.choosing(table):
            return
        ours, theirs = table.shown
        wins = self.roll("die", rng) == 1 if PASS in table.shown else ours == theirs
        passes = PASS in table.shown and ours != PASS
        table.turn, table.winners = OVER, [int(wins == passes)]


class Hasty(Pennies):
    """The first to choose is noted, although nobody can know who it was."""

    def play(self, table: PenniesTable, move: Move, rng: Rng) -> None:
        table.first = table.first or "ab"[move.seat]
        super().play(table, move, rng)


GAME = Pennies()


def example(when: dict[str, Any], then: dict[str, Any]) -> Example:
    return Example("e", ("P-1",), {"shown": {}}, when, then, Span("f"))


def judged(game: CardGame[Any], when: dict[str, Any], then: dict[str, Any]) -> Any:  # noqa: ANN401
    return judge(example(when, then), game, [str(card) for card in CARDS], sane=True)


def test_an_example_names_the_choices_of_all_seats_in_any_form() -> None:
    then = {"winner": "a", "shown": {"a": "tails", "b": "tails"}}
    for when in (
        {"show": {"a": "tails", "b": "tails"}},
        {"player": "b", "show": "tails", "further": [{"player": "a", "show": "tails"}]},
    ):
        found = judged(GAME, when, then)
        assert (found.faults, found.breaches, found.misses) == ((), (), ())
    assert judged(GAME, {"show": {"a": "tails", "b": "heads"}}, then).misses
    verdict = judged(GAME, {"show": {"b": "tails", "a": "tails"}}, then).verdict
    assert verdict.move == {"show": "b tails, a tails"}


def test_rules_in_which_the_order_of_choices_matters_are_a_fault() -> None:
    found = judged(Hasty(), {"show": {"a": "tails", "b": "tails"}}, {"winner": "a"})
    assert found.breaches == (IN_ORDER,)


def test_some_seats_choose_and_whoever_has_no_choice_is_no_secret() -> None:
    table = GAME.setup(2, seeded(1))
    GAME.ask(table, "shown", [1])
    assert (GAME.acting(table), GAME.to_move(table)) == ((1,), 1)
    assert GAME.observe(table, 0)["shown"] == {"a": "", "b": HIDDEN}
    assert GAME.position(table)["shown"] == {"a": "", "b": "due"}
    GAME.ask(table, "shown")
    assert GAME.acting(table) == (0, 1)


def test_a_choice_that_is_a_card_is_one_after_saving() -> None:
    table = GAME.setup(2, seeded(1))
    GAME.play(table, GAME.move(1, "show", PASS), seeded(1))
    twin = PenniesTable.from_json(table.to_json())
    assert twin == table
    assert twin.shown[1] is PASS


def choices(player: Any, seat: int, games: int) -> Counter[str]:  # noqa: ANN401
    """What a player chooses after the seats before it have shown heads."""
    found = Counter[str]()
    for seed in range(games):
        table = GAME.setup(2, seeded(seed))
        for before in range(seat):
            GAME.play(table, GAME.move(before, "show", HEADS), seeded(1))
        moves: Sequence[Move] = GAME.moves(table)
        found[player(GAME, table, moves, seeded(seed)).what] += 1
    return found


def test_the_search_does_not_expect_others_to_know_its_choice() -> None:
    # If `b` knew, showing would always lose, and passing win one game in four.
    assert choices(Searching(200), 0, 8)[PASS] == 0


@pytest.mark.parametrize("player", [Searching(60), greedy], ids=["mcts", "greedy"])
def test_the_last_to_choose_does_not_know_what_others_have_chosen(player: Any) -> None:  # noqa: ANN401
    found = choices(player, 1, 40)
    assert min(found[HEADS], found[TAILS]) >= 4


def test_choices_made_together_are_one_step_to_take_back() -> None:
    through = Playthrough(GAME, 2)
    assert through.acting == (0, 1)
    assert through.choices(1) == [0, 1, 2]
    for wrong in ({0: 1}, {0: 1, 1: 9}):
        with pytest.raises(ValueError, match="1"):
            through.step_together(wrong)
    through.step_together({1: 0, 0: 2})
    assert through.outcomes == 4
    assert through.steps == (2, 0)
    through.step(0)
    assert (through.seat, through.returns()) == (OVER, (1.0, -1.0))
    through.undo()
    through.undo()
    assert through.acting == (0, 1)
    assert len(through.steps) == len(through.past) == 0
