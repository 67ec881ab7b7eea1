"""The cards of Tic-Tac Match, its numbers, and the table it is played on."""

from collections.abc import Mapping

from printnplay.rules import (
    Card,
    Table,
    draw_pile,
    each,
    grid,
    hands,
    number,
    pile,
    seat,
    space_names,
    word,
)

X, O = SYMBOLS = ("x", "o")  # noqa: E741 - these are the names of the symbols
COLOURS = ("blue", "green", "red", "yellow")
COPIES = 6

HAND = 4
SIDE = 3
SPACES = space_names(SIDE)
CENTRE = SPACES[len(SPACES) // 2]
POINTS = 5
PLAYERS = (2, 4)
"""How many may play."""


class SymbolCard(Card):
    """An X or an O of a colour."""

    symbol: str
    colour: str


SYMBOL_CARDS = tuple(
    SymbolCard(f"{symbol}-{colour}", COPIES, symbol=symbol, colour=colour)
    for symbol in SYMBOLS
    for colour in COLOURS
)
FLIP = Card("flip", 4)
WIPE_OUT = Card("wipe-out", 4, effect={"draw": HAND})
DOUBLE_PLAY = Card("double-play", 4, effect={"cards": 2, "draw": 3})
ACTION_CARDS = (FLIP, WIPE_OUT, DOUBLE_PLAY)

SHUFFLED: tuple[Card, ...] = (*SYMBOL_CARDS, *ACTION_CARDS)
ASIDE: Mapping[str, int] = {"identity": max(PLAYERS)}
"""ID cards are handed out and turned over, never shuffled."""

COMPONENTS: Mapping[str, int] = {**{str(card): card.copies for card in SHUFFLED}, **ASIDE}

FACTS: Mapping[str, int] = {
    "hand_size": HAND,
    "points_to_win": POINTS,
    "grid_side": SIDE,
    "grid_spaces": len(SPACES),
    "line_length": SIDE,
    "double_play_cards": DOUBLE_PLAY.effect["cards"],
    "double_play_draw": DOUBLE_PLAY.effect["draw"],
    "wipe_out_draw": WIPE_OUT.effect["draw"],
    "players_min": min(PLAYERS),
    "players_max": max(PLAYERS),
    "teams": len(SYMBOLS),
    "team_size": max(PLAYERS) // len(SYMBOLS),
    "shuffled": sum(card.copies for card in SHUFFLED),
    "symbols": len(SYMBOLS),
    "colours": len(COLOURS),
    "copies": COPIES,
    "identity_sides": len(SYMBOLS),
}

TURN, DOUBLE, CHOICE, DEAL = "turn", "double", "choice", "deal"
"""What is to be done next: a turn's card, a card of a Double Play, a player to be wiped out chosen,
the next game of a match dealt."""


class TicTacTable(Table):
    """The table; `to_follow` counts the cards of a Double Play that are still to be played."""

    cards = SHUFFLED
    dealer: int = seat(lasts=True)
    grid: dict[str, list[Card]] = grid(SIDE, holds=SYMBOL_CARDS)
    hands: list[list[Card]] = hands(HAND, least=HAND)
    draw: list[Card] = draw_pile()
    discard: list[Card] = pile()
    sides: list[str] = each(word("", *SYMBOLS))
    score: list[int] = each(number(most=POINTS), lasts=True)
    scored: int = number(told=False, lasts=True)
    stage: str = word(TURN, DOUBLE, CHOICE, DEAL, told=False)
    to_follow: int = number(told=False)

    openings = 0
    """What the faster way to the legal moves notes of the grid; 0 while it has noted nothing."""
