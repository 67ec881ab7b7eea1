"""What is claimed of Tic Tac K.O., counted."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import permutations

from printnplay.rules.chance import seeded
from printnplay.rules.statistics import wilson

from .cards import DECKS, DRAGON, FACTS, KEYWORDS, OBJECTIVES, PLAYERS, SPACES, TEAM_CARDS, TEAMS
from .play import TicTacKo

GAMES = 900
"""Games played whenever the claims are checked, a third of them with each number of players."""

DEVIATIONS = 3
"""So few games are a quick look, not a study: it should not cry wolf one time in twenty."""

GAME = TicTacKo()
STANDARD, ADVANCED = SPACES.values()


def cards_by_part() -> int:
    """Cards in the box by parts: both decks and the objectives."""
    return sum(card.copies for deck in DECKS.values() for card in deck) + len(OBJECTIVES)


def spaces_by_part() -> int:
    """Spaces of the advanced grid by parts: numbered and lettered ones."""
    return sum(map(str.isdigit, ADVANCED)) + sum(map(str.isalpha, ADVANCED))


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


def least_demand() -> int:
    """How many objectives ask for the space that fewest ask for."""
    return min(_demand(ADVANCED))


def most_demand() -> int:
    """How many objectives ask for the space that most ask for."""
    return max(_demand(ADVANCED))


def numbered_demand() -> int:
    """How many objectives ask for each numbered space; 0 unless it is as many for all."""
    demand = _demand(STANDARD)
    return demand.pop() if len(demand) == 1 else 0


def _demand(spaces: Iterable[str]) -> set[int]:
    """How many objectives ask for these spaces."""
    asked = Counter(space for each in OBJECTIVES for space in each.numbers + each.letters)
    return {asked[space] for space in spaces}


def no_way_back() -> bool:
    """Whether every step of every card is a keyword, none of which puts a card into a deck."""
    known = {*KEYWORDS, "cancel"}
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


@cache
def dragon_wins() -> int:
    """How many of GAMES the Dragon deck wins under random play; the deck that begins is chance.

    They are always the same games, so that it wins always as many.
    """
    wins, part = 0, GAMES // len(PLAYERS)
    for number in range(GAMES):
        chance, choices = seeded(2 * number), seeded(2 * number + 1)
        table = GAME.setup(PLAYERS[number // part], chance)
        while moves := GAME.moves(table):
            GAME.play(table, moves[choices(len(moves))], chance)
        wins += table.teams[table.winners[0]] == DRAGON
    return wins


def decks_even() -> bool:
    """Whether one half lies in the interval that holds a deck's share of wins with 99.7 %."""
    low, high = wilson(dragon_wins(), GAMES, DEVIATIONS)
    return low <= 1 / 2 <= high
