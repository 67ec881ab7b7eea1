"""What is claimed of MATCH!, settled by counting.

Whether a card can be placed is settled by one hand card and one stack: what a hand card may do, a
hand with more cards may too, and a top card that keeps hand cards out of the collection can itself
be played. So the cases are few, and all of them are tried: what lies on top of the discard pile (30
number cards, or a wild with 11 things named), a hand card (31 kinds), a top card or none (31).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from printnplay.rules import seeded

from .play import (
    ATTRIBUTES,
    COLOURS,
    NUMBER_CARDS,
    SEATS,
    SHUFFLED,
    WILD,
    MatchCard,
    MatchGame,
    MatchTable,
)

Stack = tuple[MatchCard, ...]

TOPS: tuple[tuple[MatchCard, str], ...] = (
    *((card, "") for card in NUMBER_CARDS),
    *((WILD, named) for named in ATTRIBUTES),
)
"""What can lie on top of the discard pile, with what is named."""

TOP_CARDS: tuple[Stack, ...] = ((), *((card,) for card in NUMBER_CARDS))
"""No stack, and stacks of one card: their top card is what counts."""

PAIRS: tuple[Stack, ...] = tuple(
    pair for pair in product(NUMBER_CARDS, repeat=2) if pair[0].colour == pair[1].colour
)
"""Stacks of two cards."""

ROUNDS = 400
"""Rounds that are tried in search of one that runs out of cards."""


def kinds_of_number_cards() -> int:
    """Number cards that differ."""
    return len(NUMBER_CARDS)


def cases() -> int:
    """How many cases there are to be tried."""
    return sum(1 for _ in _cases())


def _cases(stacks: Sequence[Stack] = TOP_CARDS) -> Iterator[MatchTable]:
    """A table with each top of the discard pile, each hand card and each of these stacks.

    It is one table, laid out anew for each case.
    """
    table = MatchTable.laid_out(min(SEATS))
    table.stage, empty = "turn", table.collections[0]
    for (top, named), hand, stack in product(TOPS, SHUFFLED, stacks):
        table.discard, table.named, table.hands[0] = [top], named, [hand]
        table.collections[0] = empty | {card.colour: [*stack] for card in stack[:1]}
        yield table


def stuck() -> int:
    """In how many cases nothing can be placed."""
    return _stuck(MatchGame(), TOP_CARDS)


def stuck_if_covered_cards_counted() -> int:
    """In how many cases nothing could be placed, did covered cards count for MAT-7."""
    return _stuck(MatchGame(["MAT-7.top"]), PAIRS)


def _stuck(game: MatchGame, stacks: Sequence[Stack]) -> int:
    """In how many cases neither the card in hand nor a card of the collection can be placed."""
    count, known = 0, game.known[0]
    for table in _cases(stacks):
        lying = [card for stack in table.collections[0].values() for card in stack]
        tried = [(act, card) for act in ("discard", "collect", "name") for card in table.hands[0]]
        tried += [("take", card) for card in lying]
        moves = [move for act, card in tried for move in known[act].get(card, {}).values()]
        count += all(game.forbidden_by(table, move) for move in moves)
    return count


def cases_of_kinds(sure: int, perhaps: int = 0) -> int:
    """The ways to choose so many kinds of cards, and some that may also be missing."""
    return int(len(SHUFFLED) ** sure * (len(SHUFFLED) + 1) ** perhaps)


def _matches(card: MatchCard, top: MatchCard) -> bool:
    """Whether two cards match, when a wild matches everything and is matched by everything."""
    return WILD in (card, top) or card.colour == top.colour or card.number == top.number


READINGS: tuple[Callable[[MatchCard, MatchCard], bool], ...] = (
    _matches,
    lambda card, top: WILD not in (card, top) and _matches(card, top),
    lambda card, top: card == WILD or (top != WILD and _matches(card, top)),
)
"""Ways to understand a wild: it matches everything, nothing, or everything when it is played."""


def stuck_in_any_reading() -> int:
    """In how many cases nothing could be placed, however a wild is understood.

    Every kind of card as the top of the discard pile, in hand, and as the top card of the
    collection, which may also be missing.
    """
    count = 0
    for matches, top, hand, own in product(READINGS, SHUFFLED, SHUFFLED, (*SHUFFLED, None)):
        can_play_own = must_play_own = own is not None and matches(own, top)
        count += not (matches(hand, top) or can_play_own or not must_play_own)
    return count


def stuck_in_one_pile() -> int:
    """In how many cases nothing could be placed, were a collection one pile that counts as a whole.

    Every kind of card as the top of the discard pile, in hand, and as upper and lower card of the
    collection, of which only the upper one may be played. Nothing can be placed if neither the hand
    card nor the upper one matches, and the lower one does.
    """
    matching = (sum(_matches(card, top) for card in SHUFFLED) for top in SHUFFLED)
    return sum((len(SHUFFLED) - count) ** 2 * count for count in matching)


def emptied_by_collecting() -> int:
    """In how many cases a collected last card leaves its player without a card."""
    game, count = MatchGame(), 0
    for table in _cases():
        table.draw = [WILD]
        for move in game.moves(table):
            if move.act == "collect":
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
    while table.stage == "turn":
        moves = game.moves(table)
        collecting = [move for move in moves if move.act == "collect"]
        patient = collecting or [move for move in moves if move.act == "take"] or moves
        game.play(table, patient[choices(len(patient))], rng)
    return all(table.hands)


def scored_example() -> int:
    """The score of the published example."""
    game, table = MatchGame(), MatchTable.laid_out(min(SEATS))
    red = [card for card in NUMBER_CARDS if card.colour == COLOURS[0]]
    table.collections[0][COLOURS[0]] = [red[value] for value in (4, 3, 0, 3, 5, 4, 2)]
    table.hands[0] = [red[0], red[3], WILD]
    return game.points(table, 0)
