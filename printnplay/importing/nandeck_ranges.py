"""Ranges of cards in scripts of nanDECK, and what functions make of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, zip_longest

from printnplay.importing.nandeck_sums import Given, number_of, part_at, said_at, whole_at
from printnplay.importing.source import MOST_CARDS


def cards_in(text: str) -> list[int] | None:
    """Return the numbers of a range in its order; None if it is none.

    >>> cards_in("1-3, 9-8, 20#2"), cards_in("-1"), cards_in("all")
    ([1, 2, 3, 9, 8, 20, 21], [], None)
    >>> cards_in("1-6$abc>cba"), cards_in("1-4$ab>a")
    ([3, 2, 1, 6, 5, 4], [1, 3])
    """
    text, _, pattern = text.partition("$")
    found: list[int] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        if re.fullmatch(r"-\s*\d+", part):
            continue  # there is no such card
        ends = [number_of(one) for one in re.split(r"[-#]", part)]
        if None in ends or len(ends) > 2:
            return None
        first, last = (int(min(one or 0, MOST_CARDS)) for one in (ends[0], ends[-1]))
        last = first + last - 1 if "#" in part else last
        found += range(first, last + 1) if last >= first else range(first, last - 1, -1)
        if len(found) > MOST_CARDS:
            break
    found = [one for one in found if one > 0][:MOST_CARDS]
    return _picked(found, *pattern.split(">")) if pattern.count(">") == 1 else found


def _picked(cards: Sequence[int], letters: str, wanted: str) -> list[int]:
    """Return the cards that a pattern takes from each group of as many as it has letters."""
    length = max(len(letters), 1)
    groups = (cards[at : at + length] for at in range(0, len(cards), length))
    places = [letters.find(one) for one in wanted.strip()]
    return [group[at] for group in groups for at in places if 0 <= at < len(group)][:MOST_CARDS]


def cards_of(given: Given, at: int) -> list[int]:
    """Return the numbers of an argument that is a range."""
    return cards_in(said_at(given, at)) or []


def _written(numbers: Sequence[int]) -> list[str]:
    return [",".join(map(str, numbers))]


def _ranges(given: Given, start: int = 0) -> list[list[int]]:
    """Return the numbers of all arguments from a place on."""
    return [cards_of(given, at) for at in range(start, len(given))]


def _removed(given: Given) -> list[str]:
    gone = {*chain(*_ranges(given, 1))}
    return _written([one for one in cards_of(given, 0) if one not in gone])


def _times(given: Given) -> list[str]:
    each = (
        cards_of(given, at) * max(0, whole_at(given, at + 1, 1)) for at in range(0, len(given), 2)
    )
    return _written([*chain(*each)][:MOST_CARDS])


def _as_range(given: Given) -> list[str]:
    """Return a sequence of numbers as a range, and a range as a sequence."""
    if len(given[0]) > 1:
        return [",".join(one.strip() for one in given[0])]
    return [*map(str, cards_of(given, 0))]


def _common(given: Given) -> list[str]:
    others = _ranges(given, 1)
    return _written([one for one in cards_of(given, 0) if all(one in other for other in others)])


def _inserted(given: Given) -> list[str]:
    """Return a range with another inserted after every n-th card, or only the first few times."""
    cards, step, more = cards_of(given, 0), max(whole_at(given, 1, 1), 1), cards_of(given, 2)
    most = whole_at(given, 3) or len(cards)
    made: list[int] = []
    for at, card in enumerate(cards[:MOST_CARDS], start=1):
        made.append(card)
        if at % step == 0 and at // step <= most and len(made) < MOST_CARDS:
            made += more
    return _written(made[:MOST_CARDS])


def _merged(given: Given) -> list[str]:
    turns = chain(*zip_longest(*_ranges(given)))
    return _written([one for one in turns if one is not None][:MOST_CARDS])


def _replacing(given: Given) -> list[str]:
    """Return a range whose empty places (-1) have the cards there of the first range with one."""
    others = _ranges(given, 1)
    cards = [one.strip() for one in said_at(given, 0).split(",")]
    for at, one in enumerate(cards):
        if one == "-1":
            cards[at] = next((str(other[at]) for other in others if at < len(other)), one)
    return [",".join(cards)]


RANGES: Mapping[str, Callable[[Given], list[str]]] = {
    "RANGEADD": lambda given: _written(sorted({*chain(*_ranges(given))})),
    "RANGECOUNT": lambda given: [str(len(cards_of(given, 0)))],
    "RANGEINS": _inserted,
    "RANGEINT": _common,
    "RANGELABEL": _as_range,
    "RANGEMERGE": _merged,
    "RANGEMUL": _times,
    "RANGEREM": _removed,
    "RANGEREP": _replacing,
    "RANGESUB": lambda given: _written(part_at(given, cards_of(given, 0))),
    "RANGETRANS": lambda given: _written([one + whole_at(given, 1) for one in cards_of(given, 0)]),
}
