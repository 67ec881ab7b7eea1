"""The cards of Tic Tac Taco, its numbers, and the table it is played on."""

from collections.abc import Mapping

from printnplay.rules import (
    Card,
    Table,
    parts,
    space_names,
)

HAND = 3
SIDE = 3
SPACES = space_names(SIDE)
FIELD = space_names(2 * SIDE - 1)
"""The spaces on which base cards are laid: the first one lies in the middle, and none can come to
lie further off. The full grid is named anew, by SPACES."""
MIDDLE = FIELD[len(FIELD) // 2]

TEAMS = (TORTILLA, NACHO) = (Card("tortilla", 4), Card("nacho", 4))
"""A team is known by its base card."""
NACHO_TORTILLA = Card("nacho-tortilla")
BASES = (*TEAMS, NACHO_TORTILLA)

CARNE = Card("carne", 14)
QUESO = Card("queso", 14)
TOPPINGS = (CARNE, QUESO)

POCALYPSE = Card("taco-pocalypse", 6, effect={"limit": 3})
GUAC = Card("guac-block", 4)
PICO = Card("pico-de-futuro", 3, effect={"draw": 3, "discard": 2})
STEAL = Card("steal-a-bite", 3)
POWER_UPS = (POCALYPSE, GUAC, PICO, STEAL)

SHUFFLED = (*TOPPINGS, *POWER_UPS)
CARDS = (*BASES, *SHUFFLED)

FACTS: Mapping[str, int] = {
    "players": len(TEAMS),
    "teams": len(TEAMS),
    "hand_size": HAND,
    "grid_side": SIDE,
    "grid_spaces": len(SPACES),
    "line_length": SIDE,
    "base_cards": sum(card.copies for card in BASES),
    "own_bases": TORTILLA.copies,
    "holder_bases": sum(card.copies for card in (TORTILLA, NACHO_TORTILLA)),
    "combo_cards": len((TORTILLA, *TOPPINGS)),
    "actions": 2,
    "fillings": sum(card.copies for card in TOPPINGS),
    "power_ups": sum(card.copies for card in POWER_UPS),
    "shuffled": sum(card.copies for card in SHUFFLED),
    "pico_draw": PICO.effect["draw"],
    "pico_hand": HAND - 1 + PICO.effect["draw"],
    "pico_discard": PICO.effect["discard"],
    "pocalypse_limit": POCALYPSE.effect["limit"],
}

SIDES, LAYING, TURN, DISCARDING, KEEPING = "sides", "laying", "turn", "discarding", "keeping"
"""What is to be done next: sides chosen, a base card laid, a card played or drawn, one discarded
after drawing, some discarded after a Pico de Futuro."""


class TacoTable(Table):
    """The table; `turned` are the spaces whose cards lie logo up.

    Until sides are chosen, `holder` is whoever last ate tacos, then who has the NachoTortilla.
    `to_discard` counts the cards that have still to go after a Pico de Futuro.
    """

    cards = CARDS
    holder: int = parts.seat()
    teams: list[str] = parts.each(parts.word("", *TEAMS))
    grid: dict[str, list[Card]] = parts.grid(SIDE, SPACES, FIELD)
    turned: set[str] = parts.words(*SPACES)
    bases: list[list[Card]] = parts.hands(seen=parts.EVERYBODY, given=False)
    hands: list[list[Card]] = parts.hands(HAND, least=HAND)
    draw: list[Card] = parts.draw_pile()
    discard: list[Card] = parts.pile()
    pocalypse: list[int] = parts.each(parts.copies(POCALYPSE, most=POCALYPSE.effect["limit"] - 1))
    box: list[Card] = parts.pile(told=False)
    stage: str = parts.word(SIDES, LAYING, TURN, DISCARDING, KEEPING, told=False)
    to_discard: int = parts.number(told=False)


def finished(stack: list[Card]) -> bool:
    """Whether the cards of a space make a taco combo."""
    return CARNE in stack and QUESO in stack
