"""Smaller versions of a worked example: what it can do without is found by leaving it out."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from msgspec.structs import replace

from printnplay.game.game import Example
from printnplay.kernel.values import Plain
from printnplay.rules.cardgame import FURTHER, REST, CardGame
from printnplay.rules.notation import EMPTY, ON_TOP
from printnplay.rules.parts import Each, Grid, Hand, Pile
from printnplay.rules.variants import KEY as VARIANTS

Words: TypeAlias = dict[str, Any]
"""Plain data of an example, or a part of it."""


def smaller_versions(example: Example, game: CardGame[Any]) -> Iterator[Example]:
    """Yield versions of an example that claim less, or give less."""
    for key, claim in example.then.items() if len(example.then) > 1 else ():
        if "because" not in example.then:
            yield replace(example, then=without_path(example.then, [key]))
            for owner in claim if isinstance(claim, Mapping) else ():
                yield replace(example, then=without_path(example.then, [key, owner]))
    for given in _less_given(example, game):
        yield replace(example, given=given)
    further = example.when.get(FURTHER)
    if isinstance(further, list):
        rest = {FURTHER: further[:-1]} if further[1:] else {}
        first = {key: value for key, value in example.when.items() if key != FURTHER}
        yield replace(example, when={**first, **rest})


def _less_given(example: Example, game: CardGame[Any]) -> Iterator[Words]:
    """Yield positions with less: keys, owners, piles, cards, in this order.

    The hands of the players that move stay.
    """
    given, movers = example.given, _movers(example)
    parts = {part.key or name: part for name, part in game.table.parts.items()}
    keys = [key for key in given if key not in ("players", VARIANTS)]
    for key in keys:
        value, is_hands = given[key], are_hands(parts.get(key))
        hands = value if is_hands and isinstance(value, Mapping) else {}
        left = {owner: hand for owner, hand in hands.items() if owner in movers}
        if not left or left != value:
            yield {**given, key: left} if left else without_path(given, [key])
    for key in keys:
        yield from _piles_below(given, key, parts.get(key))
    for key in keys:
        kept = movers if are_hands(parts.get(key)) else set[str]()
        yield from ({**given, key: less} for less in _less(given[key], parts.get(key), kept))


def _less(value: Plain, part: object, kept: Set[str]) -> Iterator[Plain]:
    """Yield a value with less; `kept` are owners that stay."""
    if isinstance(value, Mapping):
        for owner, own in value.items():
            if owner not in kept and len(value) > 1:
                yield {name: other for name, other in value.items() if name != owner}
            fewer = ({**value, owner: less} for less in _less(own, None, kept))
            yield from (less for less in fewer if less[owner] or owner not in kept)
    elif isinstance(value, list):
        yield from _emptier(value) if isinstance(part, Grid) else _fewer(value)


def are_hands(part: object) -> bool:
    """Return whether a part of a table is the hands of all seats."""
    return isinstance(part, Each) and isinstance(part.inner, Hand)


def _movers(example: Example) -> set[str]:
    """Return the players that move in an example."""
    further = example.when.get(FURTHER, [])
    moves = [example.when, *(further if isinstance(further, list) else [])]
    return {str(move.get("player")) for move in moves if isinstance(move, Mapping)}


def _piles_below(given: Mapping[str, Plain], key: str, part: object) -> Iterator[Words]:
    """Yield positions in which a long pile is the one that all unnamed cards are in."""
    value, inner = given[key], part.inner if isinstance(part, Each) else part
    if not isinstance(inner, Pile) or isinstance(inner, Hand) or inner.top_first or REST in given:
        return
    if isinstance(value, list) and len(value) > 2:
        for top in ({}, {key: value[-1:]}):
            yield {**without_path(given, [key]), **top, "draw": given.get("draw", []), REST: key}
    elif isinstance(value, Mapping):
        long = {owner: key for owner, pile in value.items() if len(pile) > 2}
        if long:
            yield {**without_path(given, [key]), REST: long}


def _fewer(cards: Sequence[Plain]) -> Iterator[list[Plain]]:
    """Yield lists with half of the cards, then with one less; and with lower stacks."""
    half = len(cards) // 2
    if half > 1:
        yield [*cards[:half]]
        yield [*cards[half:]]
    for at, card in enumerate(cards):
        yield [*cards[:at], *cards[at + 1 :]]
        if isinstance(card, str) and ON_TOP in card:
            yield [*cards[:at], card.partition(ON_TOP)[2], *cards[at + 1 :]]


def _emptier(rows: Sequence[Plain]) -> Iterator[list[Plain]]:
    """Yield grids with one space empty, or with one card less on it."""
    spaces = [str(row).split() for row in rows]
    for row, names in enumerate(spaces):
        for at, stack in enumerate(names):
            for less in {EMPTY, stack.partition(ON_TOP)[2] or EMPTY} - {stack}:
                changed = [*names[:at], less, *names[at + 1 :]]
                yield [*rows[:row], " ".join(changed), *rows[row + 1 :]]


def without_path(words: Mapping[str, Any], path: Sequence[str]) -> Words:
    """Return a mapping without the value at a path, or without its key if it has no such value."""
    key, *inner = path
    value = words.get(key)
    if inner and isinstance(value, Mapping) and inner[0] in value:
        left = {name: part for name, part in value.items() if name != inner[0]}
        return {**words, key: left} if left else without_path(words, [key])
    return {name: part for name, part in words.items() if name != key}
