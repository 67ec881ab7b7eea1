"""What each step of a seat does to a position.

`export/table_page/state.js` does the same in a browser that holds everything. Here a seat may also
be refused: it can neither take cards out of the hand of another nor name what is not there.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from printnplay.preview.room.position import Below, Pile, Position, Side, Tool, shuffled
from printnplay.preview.room.steps import (
    Add,
    Change,
    Deal,
    Flip,
    Move,
    Note,
    Put,
    Remove,
    Roll,
    Shuffle,
    Steps,
    To,
    Turn,
)

MOST_TOOLS = 100
"""The most counters and dice. A guess: far more than any game needs."""

MOST_PILES = 50
"""The most piles beyond the number of cards: a place stays without cards. A guess."""


class RefusedError(Exception):
    """A step that is not possible, or not allowed."""


def after(at: Position, step: Steps, seat: int, below: Below) -> Position:
    """Return the position after a step of a seat.

    Steps of the room, such as a new game, do not change the position.

    Raises:
        RefusedError: it names what is not there, or cards in the hand of another seat.
    """
    act = _ACTS.get(type(step))
    return at if act is None else act(at, step, seat, below)


def _put(at: Position, step: Put, seat: int, below: Below) -> Position:
    del below
    _check_cards(at, step.cards, seat)
    to, moved = step.to, frozenset(step.cards)
    hands = [tuple(card for card in hand if card not in moved) for hand in at.hands]
    piles = _left(at, moved, to.pile)
    top, number = to.pile, at.next
    if to.hand is not None:
        if not 0 <= to.hand < len(hands):
            raise RefusedError("there is no such hand")
        hands[to.hand] = _inserted(hands[to.hand], step.cards, to.index)
        top = None
    elif to.pile is not None:
        there = _pile(at, to.pile).cards
        left = tuple(card for card in there if card not in moved)
        cards = (*step.cards, *left) if to.under else (*left, *step.cards)
        piles[to.pile] = replace(piles[to.pile], cards=cards)
    else:
        if len(piles) >= len(at.cards) + MOST_PILES:
            raise RefusedError("there are too many piles")
        top, number = f"p{at.next}", at.next + 1
        piles[top] = Pile(to.x, to.y, step.cards, step.place)
    kept = tuple(pile for pile in at.order if pile in piles)
    order = kept if top is None else _with_last(kept, top)
    cards_at = {**at.cards, **{card: _side(at.cards[card], step) for card in step.cards}}
    return replace(at, cards=cards_at, piles=piles, order=order, hands=tuple(hands), next=number)


def _check_cards(at: Position, cards: Collection[str], seat: int) -> None:
    """Check that a seat may move cards.

    Raises:
        RefusedError: some are not there, there twice, or in the hand of another.
    """
    others = {card for of, hand in enumerate(at.hands) if of != seat for card in hand}
    moved = frozenset(cards)
    if len(moved) != len(cards) or not moved <= at.cards.keys() or moved & others:
        raise RefusedError("there are no such cards")


def _inserted(hand: tuple[str, ...], cards: tuple[str, ...], index: int | None) -> tuple[str, ...]:
    at = len(hand) if index is None else min(max(index, 0), len(hand))
    return (*hand[:at], *cards, *hand[at:])


def _side(side: Side, step: Put) -> Side:
    """Return how a card lies that was put somewhere: upright and face up in a hand."""
    if step.to.hand is not None:
        return replace(side, up=True, turn=0)
    return side if step.up is None else replace(side, up=step.up)


def _left(at: Position, moved: Collection[str], target: str | None) -> dict[str, Pile]:
    """Return the piles without cards that are moved away."""
    piles = {}
    for name, pile in at.piles.items():
        left = tuple(card for card in pile.cards if card not in moved)
        if left or pile.place or name == target:
            piles[name] = pile if len(left) == len(pile.cards) else replace(pile, cards=left)
    return piles


def _shuffle(at: Position, step: Shuffle, seat: int, below: Below) -> Position:
    del seat
    pile = _pile(at, step.pile)
    return _with_pile(at, step.pile, replace(pile, cards=shuffled(pile.cards, below)))


def _flip(at: Position, step: Flip, seat: int, below: Below) -> Position:
    del seat, below
    pile = _pile(at, step.pile)
    turned = pile.cards if step.all else pile.cards[-1:]
    sides = {card: replace(at.cards[card], up=not at.cards[card].up) for card in turned}
    at = replace(at, cards={**at.cards, **sides})
    return _with_pile(at, step.pile, replace(pile, cards=pile.cards[::-1])) if step.all else at


def _turn(at: Position, step: Turn, seat: int, below: Below) -> Position:
    del seat, below
    cards = {card: at.cards[card] for card in _pile(at, step.pile).cards}
    sides = {card: replace(side, turn=(side.turn + 90) % 360) for card, side in cards.items()}
    return replace(at, cards={**at.cards, **sides})


def _move(at: Position, step: Move, seat: int, below: Below) -> Position:
    del seat, below
    moved = replace(_pile(at, step.pile), x=step.x, y=step.y)
    return replace(_with_pile(at, step.pile, moved), order=_with_last(at.order, step.pile))


def _deal(at: Position, step: Deal, seat: int, below: Below) -> Position:
    _pile(at, step.pile)
    for number in range(step.count * len(at.hands)):
        pile = at.piles.get(step.pile)
        if pile is None or not pile.cards:
            break
        at = _put(at, Put(pile.cards[-1:], To(hand=number % len(at.hands))), seat, below)
    return at


def _note(at: Position, step: Note, seat: int, below: Below) -> Position:
    del seat, below
    return replace(at, notes=step.text)


def _add(at: Position, step: Add, seat: int, below: Below) -> Position:
    del seat, below
    new = step.tool
    if len(at.tools) >= MOST_TOOLS or (new.kind == "die") != (new.sides > 1):
        raise RefusedError("there is no room for it")
    tool = Tool(new.kind, new.x, new.y, new.value, new.name, new.sides)
    return replace(at, tools={**at.tools, f"t{at.next}": tool}, next=at.next + 1)


def _change(at: Position, step: Change, seat: int, below: Below) -> Position:
    del seat, below
    tool, to = _tool(at, step.tool), step.to
    if tool.kind == "die" and (to.value is not None or to.name is not None):
        raise RefusedError("a die changes when it is rolled")
    changes = {name: getattr(to, name) for name in ("x", "y", "value", "name")}
    given = {name: value for name, value in changes.items() if value is not None}
    return replace(at, tools={**at.tools, step.tool: replace(tool, **given)})


def _remove(at: Position, step: Remove, seat: int, below: Below) -> Position:
    del seat, below
    _tool(at, step.tool)
    left = {name: tool for name, tool in at.tools.items() if name != step.tool}
    return replace(at, tools=left)


def _roll(at: Position, step: Roll, seat: int, below: Below) -> Position:
    del seat
    tool = _tool(at, step.tool)
    if tool.kind != "die":
        raise RefusedError("only dice are rolled")
    rolled = replace(tool, value=below(tool.sides) + 1)
    return replace(at, tools={**at.tools, step.tool: rolled})


_ACTS: Mapping[type, Callable[[Position, Any, int, Below], Position]] = {
    Put: _put,
    Shuffle: _shuffle,
    Flip: _flip,
    Turn: _turn,
    Move: _move,
    Deal: _deal,
    Note: _note,
    Add: _add,
    Change: _change,
    Remove: _remove,
    Roll: _roll,
}


def _pile(at: Position, name: str) -> Pile:
    """Return a pile.

    Raises:
        RefusedError: it is not there.
    """
    if name not in at.piles:
        raise RefusedError("it is not there any more")
    return at.piles[name]


def _tool(at: Position, name: str) -> Tool:
    """Return a counter or a die.

    Raises:
        RefusedError: it is not there.
    """
    if name not in at.tools:
        raise RefusedError("it is not there any more")
    return at.tools[name]


def _with_pile(at: Position, name: str, pile: Pile) -> Position:
    return replace(at, piles={**at.piles, name: pile})


def _with_last(order: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (*(other for other in order if other != name), name)
