"""The deck of a game as its rules read it.

    STEPS = deck.cards(Step, family="step")
    CAT = deck.card("cat")

The deck can be read only while the rules load, so each card is one object.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NoReturn, TypeVar, overload

import msgspec
from msgspec import Struct, ValidationError
from msgspec.structs import replace

from printnplay.game.game import Card as Printed
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.kernel.suggestions import did_you_mean, suggestion
from printnplay.rules.cards import MISSING, Card, Field, converted, declared_fields, in_words

C = TypeVar("C", bound=Card)

FAMILY = "family"
"""The name of the family among the fields of a card, as in `where` of game.yaml."""


class DeckError(Exception):
    """Rules ask for what the deck lacks; `faults` do not have the place in the rules yet."""

    def __init__(self, faults: Sequence[Diagnostic]) -> None:
        """Store the diagnostics."""
        super().__init__(faults[0].message)
        self.faults = faults

    def at(self, span: Span) -> list[Diagnostic]:
        """Return the diagnostics with the place in the rules."""
        return [
            replace(fault, span=span)
            if fault.span == _HERE
            else replace(fault, notes=((_TAKEN, span),))
            for fault in self.faults
        ]


class _Handed(Struct):
    """The deck that rules may read, and what they have read of it, in order."""

    cards: Sequence[Printed]
    read: list[object] = msgspec.field(default_factory=list)


_HANDED: ContextVar[_Handed | None] = ContextVar("handed", default=None)


@contextmanager
def handed(cards: Sequence[Printed] | None) -> Iterator[list[object]]:
    """Let rules read a deck in this context; yield what they have read of it.

    The same rules that have read the same are the same rules, whatever else the deck holds.
    """
    at_hand = None if cards is None else _Handed(cards)
    token = _HANDED.set(at_hand)
    try:
        yield at_hand.read if at_hand else []
    finally:
        _HANDED.reset(token)


class Deck:
    """The deck of a game as its rules read it. There is only one: `deck`."""

    @overload
    def cards(self, /, **where: object) -> tuple[Card, ...]: ...

    @overload
    def cards(self, kind: type[C], /, **where: object) -> tuple[C, ...]: ...

    def cards(self, kind: type[Any] = Card, /, **where: object) -> tuple[Any, ...]:
        """Return the cards with these values in these fields, in the order of the deck.

        Args:
            kind: the class of the cards, whose annotated fields are filled from the deck.
            where: values by field; `family` counts as a field. All cards if there are none.

        Raises:
            DeckError: there is no such card, a card lacks a field, or a value is of a wrong type.
        """
        return tuple(_filled(kind, _chosen(where), {}))

    @overload
    def card(self, id: str, /, **fields: object) -> Card: ...

    @overload
    def card(self, id: str, kind: type[C], /, **fields: object) -> C: ...

    def card(self, id: str, kind: type[Any] = Card, /, **fields: object) -> Any:
        """Return one card.

        Args:
            id: the id of the card.
            kind: its class, whose annotated fields are filled from the deck.
            fields: what the deck does not say of it, such as its `effect`.

        Raises:
            DeckError: there is no such card, it lacks a field, or a value is of a wrong type.
        """
        known = {card.id: card for card in _at_hand().cards}
        if id not in known:
            _refuse(f"the deck has no card `{id}`", suggestion(id, known, "add it to cards.yaml"))
        (card,) = _filled(kind, [known[id]], fields)
        return card

    def values(self, name: str, /, **where: object) -> tuple[str, ...]:
        """Return the different values of a field of the deck, in order of appearance.

        Args:
            name: the name of the field.
            where: which cards, as in `cards`.

        Raises:
            DeckError: no such card has the field.
        """
        cards = _chosen(where)
        found = tuple(dict.fromkeys(c.fields[name] for c in cards if name in c.fields))
        if not found:
            _refuse_field(name, cards)
        _at_hand().read.append(found)
        return found


deck: Final = Deck()


def _at_hand() -> _Handed:
    found = _HANDED.get()
    if found is None:
        _refuse("there is no deck to take cards from", _WHEN)
    return found


_WHEN = (
    "take cards where the rules load, not in a function or in claims.py; a program gets rules and"
    ' their deck from `open_project(folder, trust_rules=True).rules("my-game")`'
)


def _refuse(message: str, cure: str) -> NoReturn:
    raise DeckError([Diagnostic(codes.NOT_IN_DECK, message, _HERE, _TAKEN, cure)])


_HERE = Span("")
"""The place of faults that are in the rules."""
_TAKEN = "the rules take it from the deck here"


def _refuse_field(name: str, cards: Sequence[Printed]) -> NoReturn:
    cure = suggestion(name, _names_in(cards) - {FAMILY}, "add it to cards.yaml")
    _refuse(f"no card that the rules take here has a field `{name}`", cure)


def _chosen(where: Mapping[str, object]) -> list[Printed]:
    """Return the cards with these values; at least one."""
    left = [*_at_hand().cards]
    for name, value in where.items():
        wanted = str(value).upper() if isinstance(value, bool) else str(value)
        found = [card for card in left if _value_of(card, name) == wanted]
        if not found:
            said = ", ".join(f"`{one}: {value}`" for one, value in where.items())
            known = {one for card in left if (one := _value_of(card, name))}
            cure = suggestion(wanted, known) or suggestion(name, _names_in(left))
            _refuse(f"no card of the deck has {said}", cure)
        left = found
    return left


def _names_in(cards: Sequence[Printed]) -> set[str]:
    return {FAMILY, *(name for card in cards for name in card.fields)}


def _value_of(card: Printed, name: str) -> str:
    return card.family if name == FAMILY else card.fields.get(name, "")


def _filled(kind: type[C], cards: Sequence[Printed], stated: Mapping[str, object]) -> list[C]:
    """Return the cards as objects of a class, with all their annotated fields."""
    declared = {name: own for name, own in declared_fields(kind).items() if name not in stated}
    for own, _ in declared.values():
        if own.default is MISSING and all(own.of(card) is None for card in cards):
            _refuse_field(own.name, cards)
    faults: list[Diagnostic] = []
    filled = [(card, _values(card, declared, faults)) for card in cards]
    if faults:
        raise DeckError(faults)
    _at_hand().read.extend((card.id, card.copies, values) for card, values in filled)
    return [kind(card.id, card.copies, **values, **stated) for card, values in filled]


def _values(
    card: Printed, declared: Mapping[str, tuple[Field, Any]], faults: list[Diagnostic]
) -> dict[str, object]:
    """Return the values of fields that a card has; add faults."""
    values: dict[str, object] = {}
    for name, (own, hint) in declared.items():
        text = own.of(card)
        if text is None:
            faults += [] if own.default is not MISSING else [_lacking(card, own)]
            continue
        try:
            values[name] = converted(text, hint)
        except ValidationError:
            faults.append(_mistyped(card, own, text, hint))
    return values


def _lacking(card: Printed, own: Field) -> Diagnostic:
    message = f"the card `{card.id}` has no field `{own.name}`"
    cure = f"add `{own.name}` to the card, or give the field a default in the rules"
    cure = did_you_mean(own.name, card.fields, cure)
    return Diagnostic(codes.NOT_IN_DECK, message, card.span, "the rules need this field", cure)


def _mistyped(card: Printed, own: Field, text: str, hint: object) -> Diagnostic:
    what = in_words(hint)
    message = f"the field `{own.name}` of the card `{card.id}` is not {what} (`{text}`)"
    cure = "correct it, or the type of the field in the rules"
    span = card.places.get(own.name, card.span)
    return Diagnostic(codes.WRONG_TYPE_IN_DECK, message, span, f"expected {what}", cure)
