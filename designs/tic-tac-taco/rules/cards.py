"""The cards of Tic Tac Taco, the numbers of the game, and what lies on the table."""

from collections.abc import Mapping

from printnplay.rules.board import space_names
from printnplay.rules.game import Table

BASE_CARDS: Mapping[str, int] = {"tortilla": 4, "nacho": 4, "nacho-tortilla": 1}
FILLINGS: Mapping[str, int] = {"carne": 14, "queso": 14}
POWER_UPS: Mapping[str, int] = {
    "taco-pocalypse": 6,
    "guac-block": 4,
    "pico-de-futuro": 3,
    "steal-a-bite": 3,
}
SHUFFLED: Mapping[str, int] = {**FILLINGS, **POWER_UPS}
COMPONENTS: Mapping[str, int] = {**BASE_CARDS, **SHUFFLED}

CARDS = tuple(COMPONENTS)
"""Card ids; the rules know a card by its place in this list, a team by its base card."""

TORTILLA, NACHO, SHARED, CARNE, QUESO, POCALYPSE, GUAC, PICO, STEAL = range(len(CARDS))
DRAW, DISCARD, TAKE = range(len(CARDS), len(CARDS) + 3)
"""What a player may do besides laying or playing a card: draw, discard a card, take a team."""

TEAMS = (TORTILLA, NACHO)
TOPPINGS = (CARNE, QUESO)
SOURCES = ("hand", "discard")
"""Where a Steal a Bite takes a card from."""

VARIANTS: Mapping[str, tuple[str, ...]] = {
    "toppings": ("own", "any"),
    "pocalypse": ("stay", "clears-all"),
    "first-turn": ("holder", "other"),
    "dead-grids": ("lay-again", "allowed"),
}

FACTS: Mapping[str, int] = {
    "players": 2,
    "teams": len(TEAMS),
    "hand_size": 3,
    "grid_side": 3,
    "grid_spaces": 9,
    "line_length": 3,
    "base_cards": sum(BASE_CARDS.values()),
    "own_bases": BASE_CARDS["tortilla"],
    "holder_bases": BASE_CARDS["tortilla"] + BASE_CARDS["nacho-tortilla"],
    "combo_cards": 3,
    "actions": 2,
    "fillings": sum(FILLINGS.values()),
    "power_ups": sum(POWER_UPS.values()),
    "shuffled": sum(SHUFFLED.values()),
    "pico_draw": 3,
    "pico_hand": 5,
    "pico_discard": 2,
    "pocalypse_limit": 3,
}

HAND = FACTS["hand_size"]
SIDE = FACTS["grid_side"]
SPACES = FACTS["grid_spaces"]
FIELD = 2 * SIDE - 1
"""Side of the field in which the grid is laid: the first card lies in its centre, and no other
can come to lie further off."""
FIELD_SPACES = FIELD * FIELD

SPACE_NAMES = space_names(SIDE)
FIELD_NAMES = space_names(FIELD)

SIDES, LAYING, TURN, DISCARDING, KEEPING = range(5)
"""Kinds of frames: sides to choose, a base card to lay, a turn, a card to discard after drawing,
cards to discard after a Pico de Futuro (with how many)."""


class TacoTable(Table):
    """The table: hands and base cards by seat; the top of a pile or stack is the end of its list.

    `grid` has the spaces of the field while base cards are laid, then those of the grid; `turned`
    marks the spaces whose cards lie logo up. `teams` are base cards by seat, `rows` the number of
    Taco-pocalypse cards in front of each. `holder` has the NachoTortilla; until sides are chosen
    that is whoever last ate tacos. `frame` is [kind, seat, number] and says who does what next;
    it is empty when the game is over. `winners` are seats.
    """

    __slots__ = (
        "bases",
        "discard",
        "frame",
        "grid",
        "hands",
        "holder",
        "pile",
        "rows",
        "teams",
        "turned",
        "winners",
    )
    holder: int
    teams: list[int]
    bases: list[list[int]]
    grid: list[list[int]]
    turned: list[int]
    hands: list[list[int]]
    pile: list[int]
    discard: list[int]
    rows: list[int]
    winners: list[int]
    frame: list[int]

    def __init__(self, holder: int) -> None:
        """A table on which nothing lies yet; player a is about to choose a side."""
        self.holder = holder
        self.teams = []
        self.bases = [[], []]
        self.grid = [[] for _ in range(FIELD_SPACES)]
        self.turned = [0] * SPACES
        self.hands = [[], []]
        self.pile = [CARDS.index(card) for card, count in SHUFFLED.items() for _ in range(count)]
        self.discard = []
        self.rows = [0, 0]
        self.winners = []
        self.frame = [SIDES, 0, 0]


def without(cards: list[int], card: int) -> list[int]:
    """The cards, one of this kind taken out if there is one."""
    rest = cards[:]
    if card in rest:
        rest.remove(card)
    return rest


def finished(stack: list[int]) -> bool:
    """Whether the cards of a space make a taco combo."""
    return CARNE in stack and QUESO in stack
