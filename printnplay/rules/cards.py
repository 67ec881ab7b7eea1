"""Cards of the rules: ids with fields, of which each class declares the types.

    class Step(Card):
        height: int = field("step")

What a card prints is in cards.yaml, so rules take it from there (see `decks`). Cards that the rules
make by themselves must agree with it.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, Self, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, ValidationError

from printnplay.game.game import Card as Printed
from printnplay.kernel.suggestions import listed

MISSING: Final = object()
"""The default of a field that has none: each card needs it."""


class Field(Struct, frozen=True):
    """A field in the deck: its name there, its default, and whether it is of the second face."""

    name: str
    default: Any = MISSING
    back: bool = False

    def of(self, card: Printed) -> str | None:
        """Return its value on a card; None if the card lacks it."""
        fields = card.back_fields if self.back else card.fields
        return None if fields is None else fields.get(self.name)


def field(name: str, *, default: Any = MISSING, back: bool = False) -> Any:
    """Declare a field of a card that has another name in the deck, or is on the second face.

    Args:
        name: the name in cards.yaml; the heading `Attack Power` of a table is `attack_power`.
        default: the value for cards without it; without a default, the deck needs it on each card.
        back: whether to take it from the second face.
    """
    return Field(name, default, back)


class Card(str):
    """A card of the game: a string subclass whose value is the card's id, with extra fields.

    A game derives subclasses that declare their fields: `class Symbol(Card): colour: str`. All
    copies of a card are the same object. A card can be used wherever its id is expected.

    >>> red = Card("x-red", copies=6, colour="red")
    >>> red, red.copies
    ('x-red', 6)
    """

    copies: int

    effect: Mapping[str, int] = MappingProxyType({})
    """Numbers of the card's effect. Texts quote them as `{effect.<id>.<name>}`."""

    mapped: ClassVar[Mapping[str, Field]] = {}
    """The fields that have another name in the deck."""

    stated: tuple[str, int]
    """The file and line of the rules that made it."""

    def __new__(cls, id: str, copies: int = 1, **fields: object) -> Self:
        """Create a card from its id, number of copies and further fields."""
        card = super().__new__(cls, id)
        card.copies = copies
        vars(card).update(fields)
        card.stated = _caller()
        return card

    def __init_subclass__(cls) -> None:
        """Collect the fields that have another name in the deck, and leave their defaults."""
        mapped = {name: own for name, own in vars(cls).items() if isinstance(own, Field)}
        cls.mapped = {**cls.mapped, **mapped}
        for name, own in mapped.items():
            delattr(cls, name)
            if own.default is not MISSING:
                setattr(cls, name, own.default)


_OURS = "printnplay.rules."
"""Where the modules of this package begin; those of rules have names of their own."""


def _caller() -> tuple[str, int]:
    """Return the file and line of the rules that make a card, themselves or from the deck."""
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__", "").startswith(_OURS) and frame.f_back:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def box_of(cards: Sequence[Card]) -> dict[str, int]:
    """Return the number of copies of each card."""
    return {str(card): card.copies for card in cards}


def effects_of(cards: Sequence[Card]) -> dict[str, Mapping[str, int]]:
    """Return the effect numbers of each card that has any."""
    return {str(card): card.effect for card in cards if card.effect}


def declared_fields(kind: type[Card]) -> dict[str, tuple[Field, Any]]:
    """Return the annotated fields of a class by name: where they are in the deck, and their types.

    Fields of classes above it come first.
    """
    hints = get_type_hints(kind, include_extras=True)
    of_cards = Card.__annotations__
    return {
        name: (kind.mapped.get(name) or Field(name, _default(kind, name)), hint)
        for name, hint in hints.items()
        if name not in of_cards and get_origin(hint) is not ClassVar
    }


def _default(kind: type[Card], name: str) -> object:
    """Return the default of a field: the attribute of a class, if it is no method of `str`."""
    classes = kind.__mro__[: kind.__mro__.index(Card)]
    return next((vars(one)[name] for one in classes if name in vars(one)), MISSING)


_WORDS = {"yes": "true", "no": "false"}
"""Words for truth values in YAML; tables with declared columns have `TRUE` and `FALSE`."""


def converted(text: str, hint: Any) -> object:
    """Return a value of the deck as a type; that of a tuple, list or set is split.

    Parts are separated by commas, or by spaces if there is no comma.

    Raises:
        ValidationError: it is no such value.

    >>> converted("3", int), converted("1 2 4", tuple[str, ...]), converted("yes", bool)
    (3, ('1', '2', '4'), True)
    """
    if hint is str:
        return text
    if hint is bool:
        text = _WORDS.get(text, text)
    if get_origin(hint) in (tuple, list, set, frozenset):
        parts = text.split("," if "," in text else None)
        return msgspec.convert([part.strip() for part in parts], hint, strict=False)
    return msgspec.convert(text, hint, strict=False)


_KINDS = {int: "a whole number", float: "a number", bool: "`yes` or `no`"}


def in_words(hint: Any) -> str:
    """Return a type in words."""
    if get_origin(hint) is Literal:
        return f"one of {listed(map(str, get_args(hint)))}"
    if isinstance(hint, type) and get_origin(hint) is None:
        return _KINDS.get(hint, f"a `{hint.__name__}`")
    return f"a value of the type `{str(hint).replace('typing.', '')}`"


def differing(card: Card, printed: Printed) -> Iterator[tuple[Field, object]]:
    """Yield the fields that the rules state of a card other than the deck, with their values."""
    declared = declared_fields(type(card))
    stated = {name: own.default for name, (own, _) in declared.items()}
    stated |= {**card.effect, **vars(card)}
    for name, value in stated.items():
        own, hint = declared.get(name, (Field(name), type(value)))
        text = own.of(printed)
        if text is None or value is MISSING or name in Card.__annotations__:
            continue
        try:
            same = converted(text, hint) == value
        except (ValidationError, TypeError):  # TypeError: a type that no text can have
            same = False
        if not same:
            yield own, value
