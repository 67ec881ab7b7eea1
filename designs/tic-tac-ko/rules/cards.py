"""The grid of Tic Tac K.O.: its spaces, which of them are adjacent, what objectives ask for.

A space is counted row by row from the top left. The lettered spaces lie down the right of the
numbered ones and along the bottom.

What the cards of Tic Tac K.O. do: every effect is a row of steps made of the keywords.

Texts speak of an effect in one sentence; the steps say the same to the rules.

The cards of Tic Tac K.O., the numbers of the game, and what lies on the table.
"""

from collections.abc import Mapping
from typing import NamedTuple

from printnplay.rules.game import Table

SIDES: Mapping[str, int] = {"standard": 3, "advanced": 4}
"""Spaces along an edge of each grid."""

SPACES: Mapping[int, tuple[str, ...]] = {3: tuple("123456789"), 4: tuple("123A456B789CDEFG")}
"""The names of the spaces, by the length of an edge."""

STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Steps to neighbours, as rows down and columns right."""

SLANTING = tuple((down + right, right - down) for down, right in STRAIGHT)
"""The same, turned by half a right angle."""

OBJECTIVES: Mapping[str, tuple[str, str]] = {
    "objective-1": ("123", "AD"),
    "objective-2": ("456", "BF"),
    "objective-3": ("789", "CG"),
    "objective-4": ("147", "DG"),
    "objective-5": ("258", "CE"),
    "objective-6": ("369", "FG"),
    "objective-7": ("159", "AG"),
    "objective-8": ("357", "AD"),
    "objective-9": ("124", "BE"),
    "objective-10": ("236", "AB"),
    "objective-11": ("478", "DE"),
    "objective-12": ("689", "CF"),
}
"""The numbered spaces of each objective, and the lettered ones that advanced play adds."""


def neighbours(side: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """The spaces that these steps lead to, for each space of the grid.

    >>> neighbours(3, STRAIGHT)[0]
    (1, 3)
    """
    return tuple(
        tuple(
            (row + down) * side + column + right
            for down, right in steps
            if 0 <= row + down < side and 0 <= column + right < side
        )
        for row in range(side)
        for column in range(side)
    )


def asked_for(name: str, side: int, *, lettered: bool) -> tuple[int, ...]:
    """The spaces that an objective asks for, in order.

    >>> asked_for("objective-4", 4, lettered=True)
    (0, 4, 8, 12, 15)
    """
    numbers, letters = OBJECTIVES[name]
    return tuple(sorted(SPACES[side].index(one) for one in numbers + letters * lettered))


DRAW, DISCARD, DESTROY, DISPLACE, SWAP, SACRIFICE = KEYWORDS = (
    "draw",
    "discard",
    "destroy",
    "displace",
    "swap",
    "sacrifice",
)
CANCEL = "cancel"
"""What an instant may do to the thing it answers; no keyword, cards say it in full."""
ENTER = "enter"
"""Being played on a space; what some Special characters keep opponents from."""

OWN, OPPOSING, EITHER = "own", "opposing", "either"
ANYWHERE, ADJACENT, IT = "anywhere", "adjacent", "it"
"""Where a target stands: anywhere, beside the card, or it is the card itself or what it answers."""

MAGIC_OR_INSTANT, CHARACTER, DESTRUCTION = "magic-or-instant", "character", "destruction"
"""What an instant answers: an opponent's card of that kind, or a DESTROY by an opponent."""


class Step(NamedTuple):
    """One keyword carried out: on what, how often.

    Args:
        keyword: one of KEYWORDS, or CANCEL.
        whose: the team of the target, seen from the player of the card.
        where: where the target stands.
        only: the kind of character that is a target, where not every kind is.
        other: for a SWAP, the team of the second card.
        number: of cards drawn or discarded.
    """

    keyword: str
    whose: str = OPPOSING
    where: str = ANYWHERE
    only: str = ""
    other: str = EITHER
    number: int = 1


class Ban(NamedTuple):
    """What an ongoing effect keeps from happening: these keywords, to whom, where.

    It covers the card itself (`itself`), its team's characters beside it (`beside`), or with ENTER
    the spaces beside it, where only characters of the kind `only` may be concerned.
    """

    keywords: tuple[str, ...]
    itself: bool
    beside: bool
    only: str = ""


class Effect(NamedTuple):
    """Steps in order; for an instant also what it answers, for an ongoing effect what it bans."""

    steps: tuple[Step, ...] = ()
    answers: str = ""
    ban: Ban | None = None


EFFECTS: Mapping[str, Effect] = {
    "none": Effect(),
    # Special characters, as they enter
    "strike": Effect((Step(DESTROY, where=ADJACENT),)),
    "push": Effect((Step(DISPLACE, where=ADJACENT),)),
    "gather": Effect((Step(DRAW, number=2),)),
    "leap": Effect((Step(SWAP, OWN, where=IT),)),
    # Special characters, as long as they are on the grid
    "armour": Effect(ban=Ban((DESTROY,), itself=True, beside=False)),
    "dread": Effect(ban=Ban((ENTER,), itself=False, beside=True, only="basic")),
    "shelter": Effect(ban=Ban((DESTROY,), itself=True, beside=True)),
    "anchor": Effect(ban=Ban((DISPLACE, SWAP), itself=True, beside=True)),
    # Magic cards
    "blast": Effect((Step(DESTROY, only="basic"),)),
    "humble": Effect((Step(DESTROY, only="special"),)),
    "bargain": Effect((Step(SACRIFICE, OWN), Step(DESTROY))),
    "banish": Effect((Step(DISPLACE),)),
    "wander": Effect((Step(DISPLACE, EITHER), Step(DISPLACE, EITHER))),
    "exchange": Effect((Step(SWAP, EITHER),)),
    "uproar": Effect((Step(DISCARD, number=2),)),
    "plunder": Effect((Step(DRAW, number=2),)),
    "whim": Effect((Step(DRAW, number=2), Step(DISCARD, number=2))),
    # Instants
    "quench": Effect((Step(CANCEL),), answers=MAGIC_OR_INSTANT),
    "ambush": Effect((Step(DISPLACE, where=IT),), answers=CHARACTER),
    "turnabout": Effect((Step(SWAP, where=IT, other=OWN),), answers=CHARACTER),
    "revenge": Effect((Step(DESTROY),), answers=DESTRUCTION),
    "halo": Effect((Step(CANCEL),), answers=DESTRUCTION),
}


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
