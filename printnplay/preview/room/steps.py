"""What a seat can do at a table: the steps, as its browser sends them, and what each of them does.

These are the steps of `export/table_page/state.js`, in which one browser holds everything. Here a
seat may also be refused: it can neither take cards out of the hand of another nor name what is not
there. Sizes and numbers are limited by the types.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from printnplay.preview.room.position import Below, Pile, Position, Tool, shuffled

MOST_TOOLS = 100
"""The most counters and dice. A guess: far more than any game needs."""

MOST_PLACES = 50
"""The most named places that steps add. A guess."""

Name: TypeAlias = Annotated[str, Meta(max_length=40)]
"""A name of a place or a counter; longer ones do not fit on the table."""

Place: TypeAlias = Annotated[float, Meta(ge=-100_000, le=100_000)]
"""A coordinate in millimetres, up to 100 m."""

Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Id: TypeAlias = Annotated[str, Meta(max_length=200)]


class RefusedError(Exception):
    """A step that is not possible, or not allowed."""


class To(Struct, frozen=True, forbid_unknown_fields=True):
    """Where cards go: a hand, a pile, or a place on the table."""

    hand: int | None = None
    index: int | None = None
    pile: Id | None = None
    under: bool = False
    x: Place = 0
    y: Place = 0


class Step(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A step of a seat."""


class Put(Step, frozen=True):
    """Put cards, lowest first, somewhere; `place` names a new pile, which then stays."""

    cards: Annotated[tuple[Id, ...], Meta(min_length=1)]
    to: To
    up: bool | None = None
    place: Name = ""


class Shuffle(Step, frozen=True):
    """Shuffle a pile."""

    pile: Id


class Flip(Step, frozen=True):
    """Flip the top card of a pile, or all of it."""

    pile: Id
    all: bool = False


class Turn(Step, frozen=True):
    """Turn a pile by 90 degrees."""

    pile: Id


class Move(Step, frozen=True):
    """Move a pile, and put it above the others."""

    pile: Id
    x: Place
    y: Place


class Deal(Step, frozen=True):
    """Deal cards of a pile to each seat, as far as they go."""

    pile: Id
    count: Annotated[int, Meta(ge=1, le=1000)]


class NewTool(Struct, frozen=True, forbid_unknown_fields=True):
    """A new counter or die."""

    kind: Annotated[str, Meta(pattern="^(counter|die)$")]
    x: Place
    y: Place
    value: Number
    name: Name
    sides: Annotated[int, Meta(ge=0, le=1000)]


class Add(Step, frozen=True):
    """Add a counter or a die."""

    tool: NewTool


class Changed(Struct, frozen=True, forbid_unknown_fields=True):
    """What changes of a counter or a die."""

    x: Place | None = None
    y: Place | None = None
    value: Number | None = None
    name: Name | None = None


class Change(Step, frozen=True):
    """Move a counter or a die, or change the value or the name of a counter."""

    tool: Id
    to: Changed


class Remove(Step, frozen=True):
    """Remove a counter or a die."""

    tool: Id


class Roll(Step, frozen=True):
    """Roll a die."""

    tool: Id


class Note(Step, frozen=True):
    """Replace the notes of the table."""

    text: Annotated[str, Meta(max_length=20_000)]


class Look(Step, frozen=True):
    """Look at all cards of a pile, until the seat looks at none."""

    pile: Id | None = None


class Undo(Step, frozen=True):
    """Take back the last step, if it was of the same seat."""


class Start(Step, frozen=True):
    """Begin a new game."""

    players: int


Steps: TypeAlias = (
    Put
    | Shuffle
    | Flip
    | Turn
    | Move
    | Deal
    | Add
    | Change
    | Remove
    | Roll
    | Note
    | Look
    | Undo
    | Start
)

FINAL = (Shuffle, Deal, Roll, Start)
"""Steps that nobody takes back: chance has decided, and some have seen how."""


def after(at: Position, step: Steps, seat: int, below: Below) -> Position:
    """Return the position after a step of a seat.

    `Look`, `Undo` and `Start` are steps of the room: they leave the position as it is.

    Raises:
        RefusedError: it names what is not there, or cards in the hand of another seat.
    """
    match step:
        case Put():
            return _put(at, step, seat)
        case Shuffle():
            return _with_pile(at, step.pile, cards=shuffled(_pile(at, step.pile).cards, below))
        case Flip():
            return _flipped(at, step)
        case Turn():
            cards = _pile(at, step.pile).cards
            turned = {card: (at.cards[card].turn + 90) % 360 for card in cards}
            return _with_cards(at, {card: {"turn": turn} for card, turn in turned.items()})
        case Move():
            moved = _with_pile(at, step.pile, x=step.x, y=step.y)
            return replace(moved, order=_with_last(at.order, step.pile))
        case Deal():
            return _dealt(at, step, seat)
        case Note():
            return replace(at, notes=step.text)
        case Add() | Change() | Remove() | Roll():
            return replace(at, tools=_tools(at, step, below), next=at.next + 1)
        case _:
            return at


def _put(at: Position, step: Put, seat: int) -> Position:
    moved, to = frozenset(step.cards), step.to
    others = {card for of, hand in enumerate(at.hands) if of != seat for card in hand}
    if len(moved) != len(step.cards) or not moved <= at.cards.keys() or moved & others:
        raise RefusedError("there are no such cards")
    if to.hand is not None and not 0 <= to.hand < len(at.hands):
        raise RefusedError("there is no such hand")
    if to.pile is not None:
        _pile(at, to.pile)
    if step.place and sum(bool(pile.place) for pile in at.piles.values()) >= MOST_PLACES + len(
        at.cards
    ):
        raise RefusedError("there are too many places")
    hands = [tuple(card for card in hand if card not in moved) for hand in at.hands]
    piles = _left(at, moved, to.pile)
    changes: dict[str, dict[str, Any]] = {}
    for card in step.cards:
        shown = at.cards[card].up if step.up is None else step.up
        changes[card] = {"up": shown} if to.hand is None else {"up": True, "turn": 0}
    top, number = to.pile, at.next
    if to.hand is not None:
        hand = hands[to.hand]
        index = len(hand) if to.index is None else min(max(to.index, 0), len(hand))
        hands[to.hand] = (*hand[:index], *step.cards, *hand[index:])
        top = None
    elif to.pile is not None:
        there = piles[to.pile].cards
        cards = (*step.cards, *there) if to.under else (*there, *step.cards)
        piles[to.pile] = replace(piles[to.pile], cards=cards)
    else:
        top, number = f"p{at.next}", at.next + 1
        piles[top] = Pile(to.x, to.y, step.cards, step.place)
    kept = tuple(pile for pile in at.order if pile in piles)
    order = kept if top is None else _with_last(kept, top)
    made = replace(at, piles=piles, order=order, hands=tuple(hands), next=number)
    return _with_cards(made, changes)


def _left(at: Position, moved: Collection[str], target: str | None) -> dict[str, Pile]:
    """Return the piles without cards that are moved away."""
    piles = {}
    for name, pile in at.piles.items():
        left = tuple(card for card in pile.cards if card not in moved)
        if left or pile.place or name == target:
            piles[name] = pile if len(left) == len(pile.cards) else replace(pile, cards=left)
    return piles


def _flipped(at: Position, step: Flip) -> Position:
    cards = _pile(at, step.pile).cards
    turned = cards if step.all else cards[-1:]
    flipped = _with_cards(at, {card: {"up": not at.cards[card].up} for card in turned})
    return _with_pile(flipped, step.pile, cards=cards[::-1]) if step.all else flipped


def _dealt(at: Position, step: Deal, seat: int) -> Position:
    _pile(at, step.pile)
    for _ in range(step.count):
        for hand in range(len(at.hands)):
            pile = at.piles.get(step.pile)
            if pile is None or not pile.cards:
                return at
            at = _put(at, Put(pile.cards[-1:], To(hand=hand)), seat)
    return at


def _tools(at: Position, step: Add | Change | Remove | Roll, below: Below) -> Mapping[str, Tool]:
    """Return the counters and dice after a step."""
    if isinstance(step, Add):
        new = step.tool
        if len(at.tools) >= MOST_TOOLS or (new.kind == "die") != (new.sides > 1):
            raise RefusedError("there is no room for it")
        tool = Tool(new.kind, new.x, new.y, new.value, new.name, new.sides)
        return {**at.tools, f"t{at.next}": tool}
    if step.tool not in at.tools:
        raise RefusedError("it is not there any more")
    tool = at.tools[step.tool]
    if isinstance(step, Remove):
        return {name: other for name, other in at.tools.items() if name != step.tool}
    if isinstance(step, Roll):
        if tool.kind != "die":
            raise RefusedError("only dice are rolled")
        return {**at.tools, step.tool: replace(tool, value=below(tool.sides) + 1)}
    to = step.to
    if tool.kind == "die" and (to.value is not None or to.name is not None):
        raise RefusedError("a die changes when it is rolled")
    changes = {name: getattr(to, name) for name in ("x", "y", "value", "name")}
    given = {name: value for name, value in changes.items() if value is not None}
    return {**at.tools, step.tool: replace(tool, **given)}


def _pile(at: Position, name: str) -> Pile:
    """Return a pile.

    Raises:
        RefusedError: it is not there.
    """
    if name not in at.piles:
        raise RefusedError("it is not there any more")
    return at.piles[name]


def _with_pile(at: Position, name: str, **changes: Any) -> Position:
    return replace(at, piles={**at.piles, name: replace(_pile(at, name), **changes)})


def _with_cards(at: Position, changes: Mapping[str, Mapping[str, Any]]) -> Position:
    changed = {card: replace(at.cards[card], **change) for card, change in changes.items()}
    return replace(at, cards={**at.cards, **changed})


def _with_last(order: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (*(other for other in order if other != name), name)
