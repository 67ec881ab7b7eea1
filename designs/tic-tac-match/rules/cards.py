"""The cards of Tic-Tac Match, the numbers of the game, and what lies on the table."""

from collections.abc import Mapping

from printnplay.rules.game import Table

SYMBOLS = ("x", "o")
COLOURS = ("blue", "green", "red", "yellow")
CARDS = (
    *(f"{symbol}-{colour}" for symbol in SYMBOLS for colour in COLOURS),
    "flip",
    "wipe-out",
    "double-play",
    "identity",
)
"""Card ids; the rules know a card by its place in this list. Symbol cards come first."""

SYMBOL_CARDS = len(SYMBOLS) * len(COLOURS)
FLIP, WIPE_OUT, DOUBLE_PLAY, IDENTITY = range(SYMBOL_CARDS, len(CARDS))
NEW_HAND, DEAL = len(CARDS), len(CARDS) + 1
"""What a player may do besides playing a card: throw in the hand, deal a game."""

SHUFFLED: Mapping[str, int] = {
    **dict.fromkeys(CARDS[:SYMBOL_CARDS], 6),
    **dict.fromkeys(CARDS[SYMBOL_CARDS:IDENTITY], 4),
}
PILE = [CARDS.index(card) for card, count in SHUFFLED.items() for _ in range(count)]
"""The cards that are shuffled, in the order of the box."""

COMPONENTS: Mapping[str, int] = {**SHUFFLED, "identity": 4}

FACTS: Mapping[str, int] = {
    "hand_size": 4,
    "points_to_win": 5,
    "grid_side": 3,
    "grid_spaces": 9,
    "line_length": 3,
    "double_play_cards": 2,
    "double_play_draw": 3,
    "wipe_out_draw": 4,
    "players_min": 2,
    "players_max": 4,
    "teams": 2,
    "team_size": 2,
    "shuffled": sum(SHUFFLED.values()),
    "symbols": len(SYMBOLS),
    "colours": len(COLOURS),
    "copies": 6,
    "identity_sides": 2,
}

VARIANTS: Mapping[str, tuple[str, ...]] = {"length": ("one-game", "five-points")}
"""One game, or a match of games until a side has the points that win it (TTM-14)."""

HAND = FACTS["hand_size"]
SIDE = FACTS["grid_side"]
SPACES = FACTS["grid_spaces"]
CENTRE = SPACES // 2
SEATS = (FACTS["players_min"], FACTS["players_max"])

TURN, DOUBLE, DEALING = range(3)
"""Kinds of frames: a turn, the cards of a Double Play (with how many are left), a deal to come."""

NOTHING_LEFT = 0
"""The number of a frame that counts nothing."""


def symbol_of(card: int) -> int:
    """The symbol of a Symbol card, as its place in SYMBOLS."""
    return card // len(COLOURS)


def colour_of(card: int) -> int:
    """The colour of a Symbol card, as its place in COLOURS."""
    return card % len(COLOURS)


class TicTacTable(Table):
    """The table: hands and ID cards by seat; the top of a pile or stack is the end of its list.

    `openings` are the bits of `Legality.survey`: whoever changes the grid keeps them in step.
    `frames` is a stack of [kind, seat, number]; the last one says who does what next. `winners` are
    seats; `score` counts by team; `match` is 1 when games are scored (TTM-14).
    """

    __slots__ = (
        "dealer",
        "discard",
        "frames",
        "grid",
        "hands",
        "match",
        "openings",
        "pile",
        "players",
        "score",
        "sides",
        "winners",
    )
    players: int
    dealer: int
    match: int
    hands: list[list[int]]
    pile: list[int]
    discard: list[int]
    grid: list[list[int]]
    openings: int
    sides: list[int]
    score: list[int]
    winners: list[int]
    frames: list[list[int]]

    def __init__(self, players: int, dealer: int, match: int) -> None:
        """A table before the deal: nothing lies on it, the dealer is about to deal."""
        self.players, self.match, self.score = players, match, [0, 0]
        self.gather(dealer)

    def gather(self, dealer: int) -> None:
        """Gather all cards for a deal; the score of a match stays."""
        self.dealer, self.openings = dealer, 0
        self.hands = [[] for _ in range(self.players)]
        self.pile, self.discard = PILE[:], []
        self.grid = [[] for _ in range(SPACES)]
        self.sides = [-1] * self.players
        self.winners = []
        self.frames = [[DEALING, dealer, NOTHING_LEFT]]
