"""Letters before labels of nanDECK: combinations, permutations, orders, and what they keep."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, islice, permutations, product

from printnplay.importing.source import MOST_CARDS

_Made = tuple[str, ...]
_KINDS: Mapping[str, Callable[[Sequence[str], int], Iterable[_Made]]] = {
    "C": combinations,
    "CR": combinations_with_replacement,
    "P": permutations,
    "PR": lambda values, length: product(values, repeat=length),
    "E": lambda values, length: _deranged(values, permutations(range(len(values)), length)),
    "ER": lambda values, length: _deranged(values, product(range(len(values)), repeat=length)),
    "F": lambda values, length: _shifted(values, length, 1),
    "B": lambda values, length: _shifted(values, length, -1),
}


def _deranged(values: Sequence[str], orders: Iterable[tuple[int, ...]]) -> Iterator[_Made]:
    """Yield values in orders that leave none at its own place."""
    for order in orders:
        if all(at != place for at, place in enumerate(order)):
            yield tuple(values[at] for at in order)


def _shifted(values: Sequence[str], length: int, step: int) -> Iterator[_Made]:
    for at in range(min(len(values), 500)):
        first = step * at % len(values)
        yield tuple((*values[first:], *values[:first])[:length])


def _first_of(made: Iterable[_Made], alike: Callable[[_Made], object]) -> list[_Made]:
    found: dict[object, _Made] = {}
    for one in made:
        found.setdefault(alike(one), one)
    return list(found.values())


def arranged(values: list[str], marks: str, length: int, counts: str = "") -> list[str] | None:
    """Return what letters before a label make of its values; None if they are not known.

    `counts` are filters such as `;A:1-2`: how often a character may be in a result.

    >>> arranged(["A", "B", "C"], "C", 2), arranged(["b", "a"], "A", 1), arranged(["a"], "N", 1)
    (['AB', 'AC', 'BC'], ['a', 'b'], None)
    """
    letters = re.sub(r"K\d+", "", marks)
    if set(letters) - set("CPERFBADZXS"):
        return None  # by chance, or of a kind that is not known
    kind = next((one for one in "CPEFB" if one in letters), "")
    if kind:
        kind += "R" if "R" in letters and kind in "CPE" else ""
        each = [*islice(_KINDS[kind](values, min(length, 20)), MOST_CARDS)]
        if step := letters.count("X"):  # those that are the same turned by some places count once
            each = _first_of(
                each, lambda one: min(one[at:] + one[:at] for at in range(0, len(one) or 1, step))
            )
        if "S" in letters:  # those with the same structure count once
            each = _first_of(each, lambda one: tuple(map(one.index, one)))
        values = ["".join(one)[:20_000] for one in each]
    elif length > 1 and not letters:
        values = [(one * min(length, 100))[:20_000] for one in values]
    for sign, least, most in re.findall(r";(.):(\d+)-(\d+)", counts):
        values = [one for one in values if int(least) <= one.count(sign) <= int(most)]
    values = list(dict.fromkeys(values)) if "D" in letters else values
    values = sorted(values, reverse="Z" in letters) if set("AZ") & set(letters) else values
    stop = re.search(r"K(\d+)", marks)
    return values[: int(stop[1])] if stop else values
