"""The cards of MATCH!, the numbers of the game, and what lies on the table."""

from collections.abc import Mapping

from printnplay.rules.game import Table

COLOURS = ("red", "blue", "green", "yellow", "purple")
VALUES = ("0", "1", "2", "3", "4", "5")
CARDS = (*(f"{colour}-{value}" for colour in COLOURS for value in VALUES), "wild", "reminder")
"""Card ids; the rules know a card by its place in this list. Number cards come first."""

NUMBER_CARDS = len(COLOURS) * len(VALUES)
WILD, REMINDER = NUMBER_CARDS, NUMBER_CARDS + 1
DEAL = len(CARDS)
"""What a player may do besides playing a card: deal a round."""

ATTRIBUTES = (*COLOURS, *VALUES)
"""What a wild may stand for; known by the place in this list."""

HAND, TOP, COLLECT, NAMING = range(4)
"""Places of a move: from hand or from a top card on to the discard pile, from hand into the
collection, and a wild on to the discard pile that names the attribute `place - NAMING`."""

COPIES = 2
SHUFFLED: Mapping[str, int] = {**dict.fromkeys(CARDS[:NUMBER_CARDS], COPIES), "wild": 4}
COMPONENTS: Mapping[str, int] = {**SHUFFLED, "reminder": 8}

FACTS: Mapping[str, int] = {
    "hand_size": 5,
    "points_to_win": 50,
    "wild_points": 10,
    "colours": len(COLOURS),
    "values": len(VALUES),
    "lowest": min(map(int, VALUES)),
    "highest": max(map(int, VALUES)),
    "copies": COPIES,
    "number_cards": COPIES * NUMBER_CARDS,
    "shuffled": sum(SHUFFLED.values()),
    "cards": sum(COMPONENTS.values()),
    "stacks_max": len(COLOURS),
    "players_min": 2,
    "players_max": COMPONENTS["reminder"],
}
SEATS = range(FACTS["players_min"], FACTS["players_max"] + 1)

VARIANTS: Mapping[str, tuple[str, ...]] = {"length": ("fifty-points", "one-round")}
"""The overview of the printed rules ends the game with the first empty hand: one round."""

COLOUR_OF = tuple(card // len(VALUES) for card in range(NUMBER_CARDS))
VALUE_OF = tuple(card % len(VALUES) for card in range(NUMBER_CARDS))

DEALING, TURN, ENDED = range(3)
"""Stages: a round is about to be dealt, is played, the game has ended."""

NOTHING = -1
"""No attribute is named; no reminder card lies there."""


class MatchTable(Table):
    """The table: all by seat; the top of a pile or stack is the end of its list.

    `turn` is the seat that plays or deals next, `starter` the one who begins the round. A player's
    collection is a stack for each colour. `named` is the attribute that holds for the wild on the
    discard pile. `reminders` are sides up (0 draw symbol, 1 turn). `gained` are the points of the
    last round, `score` those of all rounds, `winners` seats.
    """

    __slots__ = (
        "collections",
        "discard",
        "gained",
        "hands",
        "named",
        "pile",
        "players",
        "reminders",
        "score",
        "stage",
        "starter",
        "turn",
        "winners",
    )
    players: int
    starter: int
    turn: int
    stage: int
    named: int
    hands: list[list[int]]
    collections: list[list[list[int]]]
    pile: list[int]
    discard: list[int]
    reminders: list[int]
    gained: list[int]
    score: list[int]
    winners: list[int]

    def __init__(self, players: int, starter: int) -> None:
        """A table before the first round: nothing lies on it, the starter is about to deal."""
        self.players, self.score = players, [0] * players
        self.gained, self.winners = [0] * players, []
        self.clear(starter)

    def clear(self, starter: int) -> None:
        """Gather all cards for a round that this player begins; points stay."""
        self.starter = self.turn = starter
        self.stage, self.named = DEALING, NOTHING
        self.hands = [[] for _ in range(self.players)]
        self.collections = [[[] for _ in COLOURS] for _ in range(self.players)]
        self.pile = list(FRESH)
        self.discard = []
        self.reminders = [NOTHING] * self.players


FRESH = tuple(CARDS.index(card) for card, count in SHUFFLED.items() for _ in range(count))
"""The cards of the deck before they are shuffled."""
