"""The cards of Tic Tac K.O., the numbers of the game, and what lies on the table."""

from collections.abc import Mapping
from typing import NamedTuple

from printnplay.engine.games.tic_tac_ko.board import OBJECTIVES, SIDES, SPACES
from printnplay.engine.games.tic_tac_ko.effects import EFFECTS, Effect
from printnplay.engine.kernel import Table

TEAMS = DRAGON, UNICORN = ("dragon", "unicorn")
KINDS = BASIC, SPECIAL, MAGIC, INSTANT = ("basic", "special", "magic", "instant")

DECKS: Mapping[str, Mapping[str, tuple[int, tuple[str, ...]]]] = {
    DRAGON: {
        BASIC: (7, ("ember", "moss")),
        SPECIAL: (2, ("strike", "push", "gather", "armour", "dread")),
        MAGIC: (2, ("blast", "bargain", "uproar", "plunder", "banish")),
        INSTANT: (2, ("quench", "ambush", "revenge")),
    },
    UNICORN: {
        BASIC: (7, ("meadow", "star")),
        SPECIAL: (2, ("leap", "push", "gather", "shelter", "anchor")),
        MAGIC: (2, ("humble", "exchange", "wander", "whim", "banish")),
        INSTANT: (2, ("quench", "halo", "turnabout")),
    },
}
"""Each deck by kinds: how many copies there are of each card, and what the cards are called.

All but Basic characters are called by their effect.
"""


class Face(NamedTuple):
    """A card of a deck: its team (a place in TEAMS), its kind and its effect."""

    team: int
    kind: str
    effect: Effect


FACES: tuple[Face, ...] = tuple(
    Face(TEAMS.index(team), kind, EFFECTS["none" if kind == BASIC else name])
    for team, kinds in DECKS.items()
    for kind, (_, names) in kinds.items()
    for name in names
)
COMPONENTS: Mapping[str, int] = {
    **{
        f"{team}-{name}": copies
        for team, kinds in DECKS.items()
        for copies, names in kinds.values()
        for name in names
    },
    **dict.fromkeys(OBJECTIVES, 1),
}
CARDS = tuple(COMPONENTS)
"""Card ids; the rules know a card by its place in this list. Objectives come last."""

FIRST_OBJECTIVE = len(FACES)
TAKE, DRAW_ONE, CHOOSE, AIM, THROW, REVEAL, PASS = range(len(CARDS), len(CARDS) + 7)
"""What a player may do besides playing a card: take a deck, draw instead of playing, choose a
space, choose an opponent, throw a card away, reveal the objective, leave it at that."""

IS_CHARACTER = tuple(face.kind in (BASIC, SPECIAL) for face in FACES)
IS_SPECIAL = tuple(face.kind == SPECIAL for face in FACES)

FACTS: Mapping[str, int] = {
    "hand_size": 5,
    "hand_size_two": 6,
    "hand_size_solo": 7,
    "objectives_to_win": 3,
    "turn_draw": 1,
    "magic_cards_two": 2,
    "players_min": 2,
    "players_max": 4,
    "teams": 2,
    "team_size": 2,
    "deck_size": 40,
    "objective_cards": len(OBJECTIVES),
    "objective_spaces": len(OBJECTIVES["objective-1"][0]),
    "objective_spaces_advanced": sum(map(len, OBJECTIVES["objective-1"])),
    "grid_side": SIDES["standard"],
    "grid_side_advanced": SIDES["advanced"],
    "spaces_standard": len(SPACES[SIDES["standard"]]),
    "spaces_advanced": len(SPACES[SIDES["advanced"]]),
    "spaces_lettered": len(SPACES[SIDES["advanced"]]) - len(SPACES[SIDES["standard"]]),
}

VARIANTS: Mapping[str, tuple[str, ...]] = {
    "grid": ("standard", "advanced"),
    "deck-out": ("at-once", "on-draw"),
}

EMPTY = -1
"""Stands for no card, no space."""


def is_character(card: int) -> bool:
    """Whether the card is a Basic or Special character."""
    return card < len(IS_CHARACTER) and IS_CHARACTER[card]


def deck_of(team: int) -> list[int]:
    """All cards of a team's deck, in the order of the list."""
    return [
        card
        for card, face in enumerate(FACES)
        if face.team == team
        for _ in range(COMPONENTS[CARDS[card]])
    ]


class KoTable(Table):
    """The table. Hands and `sides` go by seat; decks, discard piles and objectives by team.

    A seat's side is its team's deck, as a place in TEAMS, EMPTY until it is chosen. `grid` has one
    card a space. The top of a pile is the end of its list. `order` lists the seats as turns go
    round, `at` is where we are in it; `turns` counts turns begun. `gridlock` lists the seats that
    still have a turn to end one. `frames` is a stack: the last one says who does what next.
    """

    __slots__ = (
        "at",
        "completed",
        "decks",
        "discards",
        "frames",
        "goals",
        "grid",
        "gridlock",
        "hands",
        "held",
        "order",
        "players",
        "sides",
        "turns",
        "winners",
        "youngest",
    )
    players: int
    youngest: int
    sides: list[int]
    order: list[int]
    at: int
    turns: int
    hands: list[list[int]]
    decks: list[list[int]]
    discards: list[list[int]]
    goals: list[int]
    held: list[int]
    completed: list[list[int]]
    grid: list[int]
    gridlock: list[int]
    winners: list[int]
    frames: list[list[int]]

    def __init__(self, players: int, youngest: int, spaces: int) -> None:
        """A table before the deal; the youngest player's team is about to take a deck."""
        self.players, self.youngest = players, youngest
        self.sides = [EMPTY] * players
        self.order, self.at, self.turns = [], 0, 0
        self.hands = [[] for _ in range(players)]
        self.decks = [deck_of(0), deck_of(1)]
        self.discards = [[], []]
        self.goals = list(range(FIRST_OBJECTIVE, len(CARDS)))
        self.held = [EMPTY, EMPTY]
        self.completed = [[], []]
        self.grid = [EMPTY] * spaces
        self.gridlock, self.winners, self.frames = [], [], []
