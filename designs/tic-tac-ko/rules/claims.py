"""What is claimed of Tic Tac K.O., counted."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import permutations

from printnplay.rules.chance import seeded
from printnplay.rules.statistics import wilson

from .cards import (
    CANCEL,
    DECKS,
    DRAGON,
    FACTS,
    KEYWORDS,
    OBJECTIVES,
    PLAYERS,
    SIDES,
    SPACES,
    TEAM_CARDS,
    TEAMS,
)
from .play import TicTacKo

GAMES = 900
"""Games played whenever the claims are checked, a third of them with each number of players."""

DEVIATIONS = 3
"""So few games are a quick look, not a study: it should not cry wolf one time in twenty."""

GAME = TicTacKo()


def cards() -> int:
    """Cards in the box."""
    return sum(card.copies for card in TicTacKo.cards)


def cards_by_part() -> int:
    """The same by parts: both decks and the objectives."""
    decks = (card.copies for deck in DECKS.values() for card in deck)
    return sum(decks) + len(OBJECTIVES)


def spaces() -> int:
    """Spaces of the advanced grid."""
    return SIDES["advanced"] ** 2


def spaces_by_part() -> int:
    """The same by parts: numbered and lettered spaces."""
    names = SPACES[SIDES["advanced"]]
    return sum(name.isdigit() for name in names) + sum(name.isalpha() for name in names)


def objectives_inside_others() -> int:
    """Pairs of objectives of which one asks for all that the other asks for, in either play."""
    inside = 0
    for inner, outer in permutations(OBJECTIVES, 2):
        inside += {*inner.numbers} <= {*outer.numbers}
        inside += {*inner.numbers, *inner.letters} <= {*outer.numbers, *outer.letters}
    return inside


def objectives_alike() -> bool:
    """Whether all objectives ask for the same number of spaces, in both ways to play."""
    return len({(len(each.numbers), len(each.letters)) for each in OBJECTIVES}) == 1


def demand() -> dict[str, int]:
    """How many objectives ask for each space."""
    return dict(Counter("".join(each.numbers + each.letters for each in OBJECTIVES)))


def least_demand() -> int:
    """How many objectives ask for the space that fewest ask for."""
    asked = demand()
    return min(asked.get(name, 0) for name in SPACES[SIDES["advanced"]])


def most_demand() -> int:
    """How many objectives ask for the space that most ask for."""
    return max(demand().values())


def numbered_demand() -> int:
    """How many objectives ask for each numbered space; 0 unless it is as many for all."""
    asked = demand()
    numbers = {asked.get(name, 0) for name in SPACES[SIDES["standard"]]}
    return numbers.pop() if len(numbers) == 1 else 0


def no_way_back() -> bool:
    """Whether every step of every card is a keyword, none of which puts a card into a deck."""
    known = {*KEYWORDS, CANCEL}
    return all(step.keyword in known for card in TEAM_CARDS for step in card.does.steps)


def objectives_taken_at_most() -> int:
    """Objectives taken before a team wins: those held and those completed, but for the third."""
    return len(TEAMS) * FACTS["objectives_to_win"]


def most_turns(players: int, first: int = 0, *, spare: int = 0) -> int:
    """Turns until a team has drawn as many cards as it has, if nobody draws more than once a turn.

    Args:
        players: how many play.
        first: the seat that begins.
        spare: turns that a team may begin once its deck is empty.
    """
    order = GAME.order_from(players, first)
    left = [FACTS["deck_size"] + spare] * len(TEAMS)
    for seat in range(players):
        left[GAME.group(players, seat)] -= GAME.hand_size(players, seat)
    turns = 0
    while min(left):
        left[GAME.group(players, order[turns % len(order)])] -= 1
        turns += 1
    return turns


def deck_wins(games: Iterable[int], players: int, grid: str = "standard") -> Counter[str]:
    """Games won with each deck under random play; the deck that begins is left to chance.

    Args:
        games: numbers of games; the same number is the same game.
        players: how many play.
        grid: the grid that they play on.
    """
    game, wins = TicTacKo(grid=grid), Counter[str]()
    for number in games:
        chance, choices = seeded(2 * number), seeded(2 * number + 1)
        state = game.setup(players, chance)
        while moves := game.moves(state):
            game.play(state, moves[choices(len(moves))], chance)
        wins[state.teams[state.winners[0]]] += 1
    return wins


@cache
def dragon_wins() -> int:
    """How many of GAMES the Dragon deck wins; always the same games, so always as many."""
    part = GAMES // len(PLAYERS)
    return sum(
        deck_wins(range(number * part, (number + 1) * part), players)[DRAGON]
        for number, players in enumerate(PLAYERS)
    )


def decks_even() -> bool:
    """Whether one half lies in the interval that holds a deck's share of wins with 99.7 %."""
    low, high = wilson(dragon_wins(), GAMES, DEVIATIONS)
    return low <= 1 / 2 <= high


COUNTS: Mapping[str, Callable[[], int | bool]] = {
    "cards": cards,
    "cards_by_part": cards_by_part,
    "spaces": spaces,
    "spaces_by_part": spaces_by_part,
    "objectives_inside_others": objectives_inside_others,
    "objectives_alike": objectives_alike,
    "least_demand": least_demand,
    "most_demand": most_demand,
    "numbered_demand": numbered_demand,
    "no_way_back": no_way_back,
    "objectives_taken_at_most": objectives_taken_at_most,
    "most_turns_of_two": lambda: most_turns(2),
    "most_turns_of_three": lambda: most_turns(3),
    "most_turns_of_three_alone_first": lambda: most_turns(3, first=2),
    "most_turns_of_four": lambda: most_turns(4),
    "most_turns_of_four_on_draw": lambda: most_turns(4, spare=1),
    "dragon_wins": dragon_wins,
    "decks_even": decks_even,
}
