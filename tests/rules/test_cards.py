"""Cards that rules take from the deck: their fields by type, name and face."""

import pickle
from enum import Enum
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from msgspec.structs import replace

from printnplay.game.game import Card as Printed
from printnplay.kernel.diagnostics import Span
from printnplay.rules import Card, deck, field
from printnplay.rules.decks import DeckError, handed
from printnplay.rules.loader import load_rules

from .games import DESIGNS, deck_in, rules_in
from .support import RULES

AT = Span("cards.yaml", 1, 1)
STONE = Printed(
    "stone",
    "unit",
    "card",
    3,
    {"strength": "5", "share": "0.5", "magic": "TRUE", "side": "front", "on": "a1, b2", "of": "9"},
    AT,
    back_fields={"strength": "2", "side": "back"},
)
MOSS = Printed("moss", "unit", "card", 1, {"strength": "7", "on": "c3"}, AT)


class Side(Enum):
    """A side of a card."""

    FRONT = "front"
    BACK = "back"


class Unit(Card):
    """A card with fields of all kinds."""

    strength: int
    share: float = 1.0
    magic: bool = False
    side: Side = field("side", default=Side.BACK)
    worn: int = field("strength", back=True, default=0)
    spaces: tuple[str, ...] = field("on")
    level: Literal["9", "10"] = field("of", default="10")
    kind: ClassVar[str] = "unit"

    @property
    def title(self) -> str:  # type: ignore[override]
        """What follows from fields."""
        return f"{self} {self.strength}"


def test_annotated_fields_are_filled() -> None:
    with handed([STONE, MOSS]):
        stone, moss = deck.cards(Unit, family="unit")
    assert (stone, stone.copies, stone.strength, stone.worn) == ("stone", 3, 5, 2)
    assert (stone.share, stone.magic, stone.side) == (0.5, True, Side.FRONT)
    assert (stone.spaces, stone.level, stone.title) == (("a1", "b2"), "9", "stone 5")
    assert (moss.share, moss.magic, moss.side, moss.worn) == (1.0, False, Side.BACK, 0)
    assert (moss.spaces, moss.level, moss.copies) == (("c3",), "10", 1)
    again = pickle.loads(pickle.dumps(stone))
    assert (again, vars(again), type(again)) == (stone, vars(stone), Unit)


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({}, ["stone", "moss"]),
        ({"family": "unit"}, ["stone", "moss"]),
        ({"strength": 7}, ["moss"]),
        ({"magic": True}, ["stone"]),
        ({"family": "unit", "on": "c3"}, ["moss"]),
    ],
)
def test_cards_are_selected_by_their_fields(where: dict[str, Any], found: list[str]) -> None:
    with handed([STONE, MOSS]):
        assert list(deck.cards(**where)) == found
        assert deck.values("strength") == ("5", "7")


def test_every_card_at_fault_is_named() -> None:
    odd = [replace(card, fields={**card.fields, "strength": "many"}) for card in (STONE, MOSS)]
    with handed(odd), pytest.raises(DeckError) as caught:
        deck.cards(Unit)
    assert [fault.message for fault in caught.value.faults] == [
        "the field `strength` of the card `stone` is not a whole number (`many`)",
        "the field `strength` of the card `moss` is not a whole number (`many`)",
    ]


def test_the_same_rules_with_other_cards_are_other_rules(tmp_path: Path) -> None:
    """Proofs are kept for what the rules have read of the deck, and for nothing else of it."""
    rules = tmp_path / "rules.py"
    base = (DESIGNS / "tic-tac-match/rules/play.py").read_text("utf-8")
    rules.write_text(f"{base}\n\nnew_game = TicTacMatch\n", "utf-8")
    cards = deck_in(DESIGNS / "tic-tac-match")
    first, *others, last = cards
    unread, red = ({**first.fields, **more} for more in ({"art": "x"}, {"colour": "red"}))
    same = load_rules(rules, (replace(first, fields=unread), *others, last)).DECK
    assert same == load_rules(rules, cards).DECK == RULES.DECK
    assert same != load_rules(rules, (replace(first, fields=red), *others, last)).DECK
    flip = next(card for card in others if card.id == "flip")
    fewer = tuple(replace(card, copies=3) if card is flip else card for card in cards)
    assert same != load_rules(rules, fewer).DECK


def test_rules_are_not_run_again_for_what_they_cannot_read(small_games: Path) -> None:
    rules = rules_in(small_games / "heights")
    cards = deck_in(small_games / "heights")
    moved = tuple(replace(card, span=Span("cards.yaml", 9, 9)) for card in cards)
    assert load_rules(small_games / "heights/rules.py", moved) is rules
    assert load_rules(small_games / "heights/rules.py", moved[1:]) is not rules
