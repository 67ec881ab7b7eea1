from collections import Counter
from itertools import product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from printnplay.rules.chance import Outcomes, recorded, replayed, seeded, shuffle, stacked

from .games import rules_in


def test_a_seed_gives_the_same_outcomes_on_every_machine() -> None:
    draw = seeded(1)
    assert [draw(60) for _ in range(8)] == [8, 50, 45, 15, 29, 26, 39, 47]


def test_every_order_of_a_shuffled_pile_is_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for outcomes in product(range(4), range(3), range(2)):
        pile = [1, 2, 3, 4]
        shuffle(pile, replayed(outcomes, then=seeded(0)))
        orders[tuple(pile)] += 1
    assert (len(orders), set(orders.values())) == (24, {1})


@given(st.lists(st.integers(0, 5), max_size=12), st.data())
def test_a_stacked_shuffle_brings_the_named_cards_to_the_top(
    pile: list[int], data: st.DataObject
) -> None:
    top = data.draw(st.permutations(pile))[: data.draw(st.integers(0, len(pile)))]
    shuffled = pile[:]
    shuffle(shuffled, replayed(stacked(pile, top), then=seeded(0)))
    assert shuffled[::-1][: len(top)] == top
    assert Counter(shuffled) == Counter(pile)


def test_recorded_outcomes_can_be_played_back() -> None:
    log: list[int] = []
    draw = recorded(seeded(7), log)
    first = [draw(n) for n in (60, 59, 4)]
    again = replayed(log, then=seeded(0))
    assert [again(n) for n in (60, 59, 4)] == first


def test_outcomes_are_named_as_people_name_them(small_games: Path) -> None:
    game = rules_in(small_games / "heights").new_game()
    pile, single, chance = ["sun", "moon", "star"], ["sun"], Outcomes(seeded(1))
    shuffle(pile, chance)
    rolled, drawn = game.roll("die", chance), chance(100)
    game.shuffle("again", single, chance)
    assert chance.noted == [pile[::-1], rolled, drawn, single]
    assert {game.roll("die", Outcomes(seeded(seed))) for seed in range(40)} == {1, 2, 3, 4, 5, 6}
