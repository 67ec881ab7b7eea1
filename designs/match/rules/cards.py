"""The cards of MATCH!, its numbers, and the table it is played on."""

from collections.abc import Mapping

from printnplay.rules import (
    Card,
    Table,
    parts,
)

COLOURS = ("red", "blue", "green", "yellow", "purple")
NUMBERS = ("0", "1", "2", "3", "4", "5")
ATTRIBUTES = (*COLOURS, *NUMBERS)
"""What a wild may stand for."""

COPIES = 2
HAND = 5
POINTS = 50
SEATS = range(2, 9)


class MatchCard(Card):
    """A card with what it counts; a number card has a colour and a number, in words."""

    colour: str = ""
    number: str = ""
    points: int


NUMBER_CARDS = tuple(
    MatchCard(f"{colour}-{number}", COPIES, colour=colour, number=number, points=int(number))
    for colour in COLOURS
    for number in NUMBERS
)
WILD = MatchCard("wild", 4, points=10)

SHUFFLED: tuple[MatchCard, ...] = (*NUMBER_CARDS, WILD)
ASIDE: Mapping[str, int] = {"reminder": 8}
"""Reminder cards lie in front of the players, never shuffled."""

COMPONENTS: Mapping[str, int] = {**{str(card): card.copies for card in SHUFFLED}, **ASIDE}

FACTS: Mapping[str, int] = {
    "hand_size": HAND,
    "points_to_win": POINTS,
    "wild_points": WILD.points,
    "colours": len(COLOURS),
    "values": len(NUMBERS),
    "lowest": min(map(int, NUMBERS)),
    "highest": max(map(int, NUMBERS)),
    "copies": COPIES,
    "number_cards": COPIES * len(NUMBER_CARDS),
    "shuffled": sum(card.copies for card in SHUFFLED),
    "cards": sum(COMPONENTS.values()),
    "stacks_max": len(COLOURS),
    "players_min": min(SEATS),
    "players_max": max(SEATS),
}

DEAL, TURN, ENDED = "deal", "turn", "over"
"""Stages: a round is about to be dealt, is played, the game has ended."""

DRAW_SYMBOL, OVERVIEW = "draw", "turn"
"""The sides of a reminder card."""


class MatchTable(Table):
    """The table; `gained` are the points of the last round, `named` holds for a wild on top."""

    cards = SHUFFLED
    starter: int = parts.seat(lasts=True)
    hands: list[list[MatchCard]] = parts.hands(HAND, least=1)
    collections: list[dict[str, list[MatchCard]]] = parts.each(parts.stacks("colour", COLOURS))
    draw: list[MatchCard] = parts.draw_pile()
    discard: list[MatchCard] = parts.pile()
    named: str = parts.word("", *ATTRIBUTES)
    reminders: list[str] = parts.each(parts.word("", DRAW_SYMBOL, OVERVIEW), given=False)
    gained: list[int] = parts.each(parts.number(signed=True), given=False, lasts=True)
    score: list[int] = parts.each(parts.number(signed=True, most=POINTS - 1), lasts=True)
    stage: str = parts.word(DEAL, TURN, ENDED, given=False)
