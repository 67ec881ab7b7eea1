"""What is claimed of MATCH!, settled by counting.

Whether a card can be placed is settled by one hand card and one stack: what a hand card may do, a
hand with more cards may too, and a top card that keeps hand cards out of the collection can itself
be played. So the cases are few, and all of them are tried: what lies on top of the discard pile (30
number cards, or a wild with 11 things named), a hand card (31 kinds), a top card or none (31).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from printnplay.rules import seeded

from .cards import (
    ATTRIBUTES,
    COLOURS,
    COMPONENTS,
    FACTS,
    NUMBER_CARDS,
    NUMBERS,
    SEATS,
    SHUFFLED,
    TURN,
    WILD,
    MatchCard,
    MatchTable,
)
from .play import COLLECT, DISCARD, NAME, TAKE, MatchGame

Stack = tuple[MatchCard, ...]

TOPS: tuple[tuple[MatchCard, str], ...] = (
    *((card, "") for card in NUMBER_CARDS),
    *((WILD, named) for named in ATTRIBUTES),
)
"""What can lie on top of the discard pile, with what is named."""

TOP_CARDS: tuple[Stack, ...] = ((), *((card,) for card in NUMBER_CARDS))
"""No stack, and stacks of one card: their top card is what counts."""

PAIRS: tuple[Stack, ...] = tuple(
    (below, above)
    for below, above in product(NUMBER_CARDS, repeat=2)
    if below.colour == above.colour
)
"""Stacks of two cards."""

ROUNDS = 400
"""Rounds that are tried in search of one that runs out of cards."""


def cases(stacks: Sequence[Stack] = TOP_CARDS) -> Iterator[MatchTable]:
    """A table with each top of the discard pile, each hand card and each of these stacks.

    It is one table, laid out anew for each case.
    """
    table = MatchTable.laid_out(min(SEATS))
    table.stage, empty = TURN, table.collections[0]
    for (top, named), hand, stack in product(TOPS, SHUFFLED, stacks):
        table.discard, table.named, table.hands[0] = [top], named, [hand]
        table.collections[0] = empty | {card.colour: [*stack] for card in stack[:1]}
        yield table


def can_place(game: MatchGame, table: MatchTable) -> bool:
    """Whether the first player can place the one card in hand or a card of the collection."""
    held = table.hands[0]
    lying = [card for stack in table.collections[0].values() for card in stack]
    return any(
        not game.forbidden_by(table, move)
        for act, cards in ((DISCARD, held), (COLLECT, held), (TAKE, lying), (NAME, held))
        for card in cards
        for move in game.known[0][act].get(card, {}).values()
    )


def stuck() -> int:
    """In how many cases nothing can be placed."""
    game = MatchGame()
    return sum(not can_place(game, table) for table in cases())


def stuck_if_covered_cards_counted() -> int:
    """In how many cases nothing could be placed, did covered cards count for MAT-7."""
    game = MatchGame(["MAT-7.top"])
    return sum(not can_place(game, table) for table in cases(PAIRS))


def _matches(card: MatchCard, top: MatchCard) -> bool:
    """Whether two cards match, when a wild matches everything and is matched by everything."""
    return WILD in (card, top) or card.colour == top.colour or card.number == top.number


READINGS: tuple[Callable[[MatchCard, MatchCard], bool], ...] = (
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
        for top, hand, own in product(SHUFFLED, SHUFFLED, (*SHUFFLED, None))
        for own_matches in [own is not None and matches(own, top)]
    )


def stuck_in_one_pile() -> int:
    """In how many cases nothing could be placed, were a collection one pile that counts as a whole.

    Every kind of card as the top of the discard pile, in hand, and as upper and lower card of the
    collection, of which only the upper one may be played.
    """
    count = 0
    for top in SHUFFLED:
        matching = sum(_matches(card, top) for card in SHUFFLED)
        kinds = {True: matching, False: len(SHUFFLED) - matching}
        count += sum(
            kinds[hand] * kinds[upper] * kinds[lower]
            for hand, upper, lower in product(kinds, repeat=3)
            if not _placeable(hand, upper, upper or lower)
        )
    return count


def emptied_by_collecting() -> int:
    """In how many cases a collected last card leaves its player without a card."""
    game, count = MatchGame(), 0
    for table in cases():
        table.draw = [WILD]
        for move in game.moves(table):
            if move.act == COLLECT:
                after = table.copy()
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
    rng, choices = seeded(2 * seed), seeded(2 * seed + 1)
    table = game.setup(players, rng)
    while table.stage == TURN:
        moves = game.moves(table)
        collecting = [move for move in moves if move.act == COLLECT]
        patient = collecting or [move for move in moves if move.act == TAKE] or moves
        game.play(table, patient[choices(len(patient))], rng)
    return all(table.hands)


def scored_example() -> int:
    """The score of the published example."""
    game, table = MatchGame(), MatchTable.laid_out(min(SEATS))
    red = [card for card in NUMBER_CARDS if card.colour == COLOURS[0]]
    table.collections[0][COLOURS[0]] = [red[value] for value in (4, 3, 0, 3, 5, 4, 2)]
    table.hands[0] = [red[0], red[3], WILD]
    return game.points(table, 0)


COUNTS: Mapping[str, Callable[[], int | bool]] = {
    "number_cards": lambda: sum(card.copies for card in NUMBER_CARDS),
    "cards": lambda: sum(COMPONENTS.values()),
    "shuffled_cards": lambda: FACTS["shuffled"],
    "kinds_of_number_cards": lambda: len(COLOURS) * len(NUMBERS),
    "most_stacks": lambda: len({card.colour for card in NUMBER_CARDS}),
    "cases": lambda: sum(1 for _ in cases()),
    "stuck": stuck,
    "cases_in_any_reading": lambda: len(SHUFFLED) ** 2 * (len(SHUFFLED) + 1),
    "stuck_in_any_reading": stuck_in_any_reading,
    "cases_in_one_pile": lambda: len(SHUFFLED) ** 4,
    "stuck_in_one_pile": stuck_in_one_pile,
    "stuck_if_covered_cards_counted": stuck_if_covered_cards_counted,
    "emptied_by_collecting": emptied_by_collecting,
    "fewest_players_out_of_cards": fewest_players_out_of_cards,
    "scored_example": scored_example,
}
