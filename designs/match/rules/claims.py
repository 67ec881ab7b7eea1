"""What is claimed of MATCH!, settled by counting.

Whether a card can be placed is settled by one hand card and one stack: what a hand card may do, a
hand with more cards may too, and a top card that keeps hand cards out of the collection can itself
be played. So the cases are few, and all of them are tried: what lies on top of the discard pile (30
number cards, or a wild with 11 things named), a hand card (31 kinds), a top card or none (31).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from printnplay.rules.chance import seeded

from .cards import (
    ATTRIBUTES,
    CARDS,
    COLLECT,
    COLOUR_OF,
    COLOURS,
    COMPONENTS,
    NOTHING,
    NUMBER_CARDS,
    SEATS,
    SHUFFLED,
    TOP,
    TURN,
    VALUE_OF,
    VALUES,
    WILD,
    MatchTable,
)
from .notation import MatchGame

KINDS = range(WILD + 1)
"""The kinds of cards in the deck: number cards, and the wild as the last one."""

TOPS: tuple[tuple[int, int], ...] = (
    *((card, NOTHING) for card in range(NUMBER_CARDS)),
    *((WILD, named) for named in range(len(ATTRIBUTES))),
)
"""What can lie on top of the discard pile, with what is named."""

TOP_CARDS: tuple[tuple[int, ...], ...] = ((), *((card,) for card in range(NUMBER_CARDS)))
"""No stack, and stacks of one card: their top card is what counts."""

PAIRS = tuple(
    (below, above)
    for below, above in product(range(NUMBER_CARDS), repeat=2)
    if COLOUR_OF[below] == COLOUR_OF[above]
)
"""Stacks of two cards."""

ROUNDS = 400
"""Rounds that are tried in search of one that runs out of cards."""


def cases(stacks: Sequence[tuple[int, ...]] = TOP_CARDS) -> Iterator[MatchTable]:
    """A table with each top of the discard pile, each hand card and each of these stacks."""
    for (top, named), hand, stack in product(TOPS, KINDS, stacks):
        state = MatchTable(SEATS.start, 0)
        state.stage, state.discard, state.named = TURN, [top], named
        state.hands[0].append(hand)
        if stack:
            state.collections[0][COLOUR_OF[stack[0]]] += stack
        yield state


def stuck() -> int:
    """In how many cases nothing can be placed."""
    game = MatchGame()
    return sum(not game.moves(state) for state in cases())


def stuck_if_covered_cards_counted() -> int:
    """In how many cases nothing could be placed, did covered cards count for MAT-7."""
    game = MatchGame(["MAT-7.top"])
    return sum(not game.moves(state) for state in cases(PAIRS))


def _matches(card: int, top: int) -> bool:
    """Whether two cards match, when a wild matches everything and is matched by everything."""
    if WILD in (card, top):
        return True
    return COLOUR_OF[card] == COLOUR_OF[top] or VALUE_OF[card] == VALUE_OF[top]


READINGS: tuple[Callable[[int, int], bool], ...] = (
    _matches,
    lambda card, top: WILD not in (card, top) and _matches(card, top),
    lambda card, top: card == WILD or (top != WILD and _matches(card, top)),
)
"""Ways to understand a wild: it matches everything, nothing, or everything when it is played."""


def _placeable(hand: bool, playable: bool, counted: bool) -> bool:  # noqa: FBT001
    """Whether a card can be placed, from what matches the top of the discard pile.

    Args:
        hand: the hand card does.
        playable: a card does that may be played out of the collection.
        counted: a card does that keeps hand cards out of the collection.
    """
    return hand or playable or not counted


def stuck_in_any_reading() -> int:
    """In how many cases nothing could be placed, however a wild is understood.

    Every kind of card as the top of the discard pile, in hand, and as the top card of the
    collection, which may also be missing.
    """
    return sum(
        not _placeable(matches(hand, top), own_matches, own_matches)
        for matches in READINGS
        for top, hand, own in product(KINDS, KINDS, (*KINDS, NOTHING))
        for own_matches in [own != NOTHING and matches(own, top)]
    )


def stuck_in_one_pile() -> int:
    """In how many cases nothing could be placed, were a collection one pile that counts as a whole.

    Every kind of card as the top of the discard pile, in hand, and as upper and lower card of the
    collection, of which only the upper one may be played.
    """
    count = 0
    for top in KINDS:
        matching = sum(_matches(card, top) for card in KINDS)
        kinds = {True: matching, False: len(KINDS) - matching}
        count += sum(
            kinds[hand] * kinds[upper] * kinds[lower]
            for hand, upper, lower in product(kinds, repeat=3)
            if not _placeable(hand, upper, upper or lower)
        )
    return count


def emptied_by_collecting() -> int:
    """In how many cases a collected last card leaves its player without a card."""
    game, count = MatchGame(), 0
    for state in cases():
        state.pile = [WILD]
        for move in game.moves(state):
            if move.place == COLLECT:
                after = state.copy()
                game.play(after, move, lambda n: n - 1)
                count += not after.hands[0]
    return count


def fewest_players_out_of_cards() -> int:
    """The fewest players with whom a round has run out of cards to draw; 0 if none was found.

    The players part with a hand card only when they cannot collect nor play a top card.
    """
    game = MatchGame()
    for players in SEATS:
        if any(_runs_out(game, players, seed) for seed in range(ROUNDS)):
            return players
    return 0


def _runs_out(game: MatchGame, players: int, seed: int) -> bool:
    """Whether a round of patient players ends with cards in every hand."""
    cards, choices = seeded(2 * seed), seeded(2 * seed + 1)
    state = game.setup(players, cards)
    while state.stage == TURN:
        moves = game.moves(state)
        collecting = [move for move in moves if move.place == COLLECT]
        patient = collecting or [move for move in moves if move.place == TOP] or moves
        game.play(state, patient[choices(len(patient))], cards)
    return all(state.hands)


def scored_example() -> int:
    """The score of the published example."""
    game, state = MatchGame(), MatchTable(SEATS.start, 0)
    for value in (4, 3, 0, 3, 5, 4, 2):
        state.collections[0][0].append(value)
    state.hands[0] = [0, 3, WILD]
    return game.points(state, 0)


COUNTS: Mapping[str, Callable[[], int | bool]] = {
    "number_cards": lambda: sum(COMPONENTS[card] for card in CARDS[:NUMBER_CARDS]),
    "cards": lambda: sum(COMPONENTS.values()),
    "shuffled_cards": lambda: sum(SHUFFLED.values()),
    "kinds_of_number_cards": lambda: len(COLOURS) * len(VALUES),
    "most_stacks": lambda: len({COLOUR_OF[card] for card in range(NUMBER_CARDS)}),
    "cases": lambda: sum(1 for _ in cases()),
    "stuck": stuck,
    "cases_in_any_reading": lambda: len(KINDS) ** 2 * (len(KINDS) + 1),
    "stuck_in_any_reading": stuck_in_any_reading,
    "cases_in_one_pile": lambda: len(KINDS) ** 4,
    "stuck_in_one_pile": stuck_in_one_pile,
    "stuck_if_covered_cards_counted": stuck_if_covered_cards_counted,
    "emptied_by_collecting": emptied_by_collecting,
    "fewest_players_out_of_cards": fewest_players_out_of_cards,
    "scored_example": scored_example,
}
