"""What methods of Ruby for lists make of items."""

from collections.abc import Callable, Iterable
from functools import cmp_to_key, reduce
from itertools import islice
from typing import Any

from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_tree import NotUnderstoodError


def waiting(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that waits for its block if it has none."""
    return lambda of, do, *given: (
        values.Enumerator(of, name) if do is None else method(of, do, *given)
    )


def each(items: list[Any], do: values.Do) -> list[Any]:
    """Call a block with each item, if there is one."""
    for one in items if do is not None else ():
        do(one)  # type: ignore[misc]
    return items


def mapped(of: list[Any], do: Callable[..., Any]) -> list[Any]:
    """Return what a block makes of each item; one that cannot be worked out is unknown."""
    found: list[Any] = []
    for one in of:
        try:
            found.append(do(one))
        except NotUnderstoodError as error:
            found.append(values.Unknown(error))
    if found and all(isinstance(one, values.Unknown) for one in found):
        raise found[0].error
    return found


def flat(of: Iterable[Any], depth: int = 30) -> list[Any]:
    """Return the items of lists within lists, as deep as wanted."""
    return [
        part
        for one in of
        for part in (flat(one, depth - 1) if isinstance(one, list) and depth > 0 else [one])
    ]


def grouped(of: list[Any], do: Callable[..., Any]) -> dict[Any, list[Any]]:
    """Return the items by what a block makes of them."""
    groups: dict[Any, list[Any]] = {}
    for one in of:
        groups.setdefault(values.as_key(do(one)), []).append(one)
    return groups


def unique(of: Iterable[Any], do: values.Do) -> list[Any]:
    """Return each item once."""
    found: dict[Any, Any] = {}
    for one in of:
        found.setdefault(values.as_key(do(one) if do else one), one)
    return list(found.values())


def folded(of: list[Any], do: values.Do, *given: Any) -> Any:
    """Return what a block or an operator makes of all items."""
    *start, fold = (*given, do) if do is not None else (*given[:-1], OPERATORS[given[-1]])
    return reduce(fold, of, *start) if of or start else None


def extreme(choose: Callable[..., Any], *, by: bool = False) -> Callable[..., Any]:
    """Return `max` or `min`, or those that compare what a block makes of the items."""

    def chosen(of: list[Any], do: values.Do, number: int | None = None) -> Any:
        key = None if do is None else (lambda one: values.as_key(do(one))) if by else cmp_to_key(do)
        if number is None:
            return choose(of, key=key, default=None)
        return sorted(of, key=key, reverse=choose is max)[:number]

    return chosen


def test_of(do: values.Do, given: tuple[Any, ...]) -> Callable[[Any], bool]:
    """Return what says whether an item is meant: an equal one, one of a block, a true one."""
    return lambda one: (
        values.equal(one, given[0]) if given else values.is_true(one if do is None else do(one))
    )


def all_of(quantity: Callable[[Iterable[bool]], bool]) -> Callable[..., bool]:
    """Return `all?`, `any?` or `none?`: of a block, of a pattern, or of the items."""
    return lambda of, do, *given: quantity(
        values.is_case(one, given[0]) if given else test_of(do, ())(one) for one in of
    )


def parted(of: list[Any], do: Callable[..., Any]) -> list[Any]:
    """Return the items that a block chooses, and the others."""
    kept = [values.is_true(do(one)) for one in of]
    return [
        [one for one, on in zip(of, kept, strict=True) if on is wanted] for wanted in (True, False)
    ]


def with_object(of: list[Any], do: Callable[..., Any], kept: Any) -> Any:
    """Call a block with each item and an object; return the object."""
    for one in of:
        do(one, kept)
    return kept


def numbered(of: list[Any], do: values.Do, start: int = 0) -> Any:
    """Return what a block makes of each item and its number."""
    pairs = [[one, at] for at, one in enumerate(of, start)]
    return [do(*pair) for pair in pairs] if do else values.Enumerator(pairs, "each")


def zipped(of: list[Any], do: values.Do, *others: Any) -> Any:
    """Return rows of the items of several lists."""
    lists = [one.items if isinstance(one, Range) else one for one in others]
    rows = [
        [one, *(other[at] if at < len(other) else None for other in lists)]
        for at, one in enumerate(of)
    ]
    return each(rows, do)


def fetched(of: list[Any], do: values.Do, at: int, *other: Any) -> Any:
    """Return an item of a list, or what stands for one that is not there."""
    if -len(of) <= at < len(of):
        return of[at]
    if do is None and not other:
        raise values.RubyError("IndexError", f"index {at} outside of array bounds")
    return do(at) if do else other[0]


def put(of: list[Any], at: int, *items: Any) -> list[Any]:
    """Put items into a list."""
    of[at:at] = items
    return of


def removed(of: list[Any], _: values.Do, item: Any) -> Any:
    """Remove an item from a list; return it."""
    found = item if item in of else None
    of[:] = [one for one in of if not values.equal(one, item)]
    return found


def taken(of: list[Any], at: int, number: Any) -> Any:
    """Take the first or last item out of a list, or several."""
    if number is None:
        return of.pop(at) if of else None
    part = slice(0, number) if at == 0 else slice(max(len(of) - number, 0), None)
    found, of[part] = of[part], []
    return found


def compared(one: Any, other: Any) -> int:
    """Return the order of two values: -1, 0 or 1."""
    order = OPERATORS["<=>"](one, other)
    if order is None:
        raise ValueError("comparison of values of different kinds")
    return int(order)


def choosing(*, wanted: bool) -> Callable[..., Any]:
    """Return a method that keeps the items for which its block is true, or the others."""
    return lambda of, do: [one for one in of if values.is_true(do(one)) is wanted]


def changed(of: list[Any], new: Iterable[Any]) -> list[Any]:
    """Change a list in place."""
    of[:] = new
    return of


def chosen(of: Iterable[Any], do: values.Do) -> list[Any]:
    """Call a block with each of many choices, up to a limit."""
    return each([list(one) for one in islice(of, 5000)], do)


def grep(of: list[Any], do: values.Do, wanted: Any, *, is_wanted: bool = True) -> list[Any]:
    """Return the items that are of a kind, or match a pattern."""
    found = [one for one in of if values.is_case(one, wanted) is is_wanted]
    return [do(one) for one in found] if do else found
