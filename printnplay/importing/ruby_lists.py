"""Methods of Ruby for lists, and for whatever has items."""

from collections.abc import Callable, Iterable
from functools import cmp_to_key, reduce
from itertools import combinations, cycle, dropwhile, islice, permutations, takewhile
from typing import Any

from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_tree import NotUnderstoodError
from printnplay.importing.ruby_values import (
    Do,
    Enumerator,
    Hash,
    Methods,
    Range,
    Unknown,
    as_key,
    as_text,
    equal,
    indexed,
    is_case,
    is_true,
    set_item,
    table,
)


def _waiting(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that waits for its block if it has none."""
    return lambda of, do, *given: Enumerator(of, name) if do is None else method(of, do, *given)


def each(items: list[Any], do: Do) -> list[Any]:
    """Call a block with each item, if there is one."""
    for one in items if do is not None else ():
        do(one)  # type: ignore[misc]
    return items


def _mapped(of: list[Any], do: Callable[..., Any]) -> list[Any]:
    """Return what a block makes of each item; one that cannot be worked out is unknown."""
    found: list[Any] = []
    for one in of:
        try:
            found.append(do(one))
        except NotUnderstoodError as error:
            found.append(Unknown(error))
    if found and all(isinstance(one, Unknown) for one in found):
        raise found[0].error
    return found


def _flat(of: Iterable[Any], depth: int = 30) -> list[Any]:
    return [
        part
        for one in of
        for part in (_flat(one, depth - 1) if isinstance(one, list) and depth > 0 else [one])
    ]


def _grouped(of: list[Any], do: Callable[..., Any]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for one in of:
        groups.setdefault(as_key(do(one)), []).append(one)
    return groups


def _unique(of: Iterable[Any], do: Do) -> list[Any]:
    return list({as_key(do(one) if do else one): one for one in reversed([*of])}.values())[::-1]


def _folded(of: list[Any], do: Do, *given: Any) -> Any:
    *start, fold = (*given, do) if do is not None else (*given[:-1], OPERATORS[given[-1]])
    return reduce(fold, of, *start) if of or start else None


def _extreme(choose: Callable[..., Any], *, by: bool = False) -> Callable[..., Any]:
    """Return `max` or `min`, or those that compare what a block makes of the items."""

    def chosen(of: list[Any], do: Do, number: int | None = None) -> Any:
        key = None if do is None else (lambda one: as_key(do(one))) if by else cmp_to_key(do)
        if number is None:
            return choose(of, key=key, default=None)
        return sorted(of, key=key, reverse=choose is max)[:number]

    return chosen


def _test(do: Do, given: tuple[Any, ...]) -> Callable[[Any], bool]:
    """Return what says whether an item is meant: an equal one, one of a block, a true one."""
    return lambda one: equal(one, given[0]) if given else is_true(one if do is None else do(one))


def _all(quantity: Callable[[Iterable[bool]], bool]) -> Callable[..., bool]:
    """Return `all?`, `any?` or `none?`: of a block, of a pattern, or of the items."""
    return lambda of, do, *given: quantity(
        is_case(one, given[0]) if given else _test(do, ())(one) for one in of
    )


def _parted(of: list[Any], do: Callable[..., Any]) -> list[Any]:
    kept = [is_true(do(one)) for one in of]
    return [
        [one for one, on in zip(of, kept, strict=True) if on is wanted] for wanted in (True, False)
    ]


def _with_object(of: list[Any], do: Callable[..., Any], kept: Any) -> Any:
    for one in of:
        do(one, kept)
    return kept


def _numbered(of: list[Any], do: Do) -> Any:
    for at, one in enumerate(of) if do else ():
        do(one, at)  # type: ignore[misc]
    return of if do else Enumerator([[one, at] for at, one in enumerate(of)], "each")


def _zipped(of: list[Any], do: Do, *others: Any) -> Any:
    lists = [one.items if isinstance(one, Range) else one for one in others]
    rows = [
        [one, *(other[at] if at < len(other) else None for other in lists)]
        for at, one in enumerate(of)
    ]
    return each(rows, do)


def _put(of: list[Any], at: int, *items: Any) -> list[Any]:
    of[at:at] = items
    return of


def _removed(of: list[Any], _: Do, item: Any) -> Any:
    found = item if item in of else None
    of[:] = [one for one in of if not equal(one, item)]
    return found


def _taken(of: list[Any], at: int, number: Any) -> Any:
    """Take the first or last item out of a list, or several."""
    if number is None:
        return of.pop(at) if of else None
    part = slice(0, number) if at == 0 else slice(max(len(of) - number, 0), None)
    found, of[part] = of[part], []
    return found


def _tallied(of: list[Any], _: Do) -> dict[Any, int]:
    found = Hash()
    for one in of:
        found[as_key(one)] = found.get(as_key(one), 0) + 1
    return found


def _choosing(*, wanted: bool) -> Callable[..., Any]:
    return lambda of, do: [one for one in of if is_true(do(one)) is wanted]


def _changed(of: list[Any], new: Iterable[Any]) -> list[Any]:
    of[:] = new
    return of


def _chosen(of: Iterable[Any], do: Do) -> list[Any]:
    return each([list(one) for one in islice(of, 5000)], do)


LISTS: Methods = table({
    "map collect": _waiting("map", _mapped),
    "each each_pair each_entry": _waiting("each", each),
    "select filter": _waiting("select", _choosing(wanted=True)),
    "reject": _waiting("reject", _choosing(wanted=False)),
    "flat_map": _waiting("flat_map", lambda of, do: _flat(map(do, of), 1)),
    "filter_map": lambda of, do: [made for one in of if is_true(made := do(one))],
    "reverse_each": lambda of, do: each(of[::-1], do),
    "each_with_index": _numbered,
    "with_index map_with_index": lambda of, do, start=0: (
        [do(one, at) for at, one in enumerate(of, start)]
        if do
        else Enumerator([[one, at] for at, one in enumerate(of, start)], "each")
    ),
    "each_index": lambda of, do: each(list(range(len(of))), do),
    "each_with_object": _with_object,
    "each_slice": lambda of, do, number: each(
        [of[at : at + number] for at in range(0, len(of), number)], do
    ),
    "each_cons": lambda of, do, number: each(
        [of[at : at + number] for at in range(len(of) - number + 1)], do
    ),
    "find detect": lambda of, do: next(filter(_test(do, ()), of), None),
    "index find_index": lambda of, do, *item: next(
        (at for at, one in enumerate(of) if _test(do, item)(one)), None
    ),
    "count": lambda of, do, *item: (
        sum(map(_test(do, item), of)) if do is not None or item else len(of)
    ),
    "sort": lambda of, do: sorted(of) if do is None else sorted(of, key=cmp_to_key(do)),
    "sort_by": _waiting("sort_by", lambda of, do: sorted(of, key=lambda one: as_key(do(one)))),
    "group_by": _grouped,
    "partition": _parted,
    "tally": _tallied,
    "any?": _all(any),
    "all?": _all(all),
    "none?": _all(lambda found: not any(found)),
    "one?": _all(lambda found: sum(found) == 1),
    "minmax": lambda of, _: [min(of), max(of)],
    "sum": lambda of, do, start=0: reduce(
        OPERATORS["+"], (do(one) if do else one for one in of), start
    ),
    "inject reduce": _folded,
    "max": _extreme(max),
    "min": _extreme(min),
    "max_by": _extreme(max, by=True),
    "min_by": _extreme(min, by=True),
    "first": lambda one, _, number=None: one[:number] if number else one[0] if one else None,
    "last": lambda one, _, number=None: (
        one[max(len(one) - number, 0) :] if number else one[-1] if one else None
    ),
    "size length": lambda of, _: len(of),
    "join": lambda of, _, by="": (by or "").join(map(as_text, _flat(of))),
    "reverse": lambda of, _: of[::-1],
    "rotate": lambda of, _, by=1: of[by % len(of) :] + of[: by % len(of)] if of else [],
    "uniq": _unique,
    "compact": lambda of, _: [one for one in of if one is not None],
    "flatten": lambda of, _, depth=30: _flat(of, depth),
    "empty?": lambda of, _: not of,
    "include? member?": lambda of, _, item: any(equal(one, item) for one in of),
    "zip": _zipped,
    "transpose": lambda of, _: [list(row) for row in zip(*of, strict=True)],
    "to_h": lambda of, do: {
        as_key(key): value for key, value in (do(one) if do else one for one in of)
    },
    "to_a entries to_ary to_set": lambda of, _: of,
    "take": lambda of, _, number: of[:number],
    "drop": lambda of, _, number: of[number:],
    "take_while": lambda of, do: list(takewhile(_test(do, ()), of)),
    "drop_while": lambda of, do: list(dropwhile(_test(do, ()), of)),
    "cycle": lambda of, do, times=None: each(
        list(islice(cycle(of), len(of) * times if times else 5000)), do
    ),
    "values_at": lambda of, _, *places: [indexed(of, [at]) for at in places],
    "dig": lambda of, _, at, *more: (
        indexed(of, [at]) if not more else LISTS["dig"](indexed(of, [at]), None, *more)
    ),
    "fetch": lambda of, do, at, *other: (
        of[at] if -len(of) <= at < len(of) else do(at) if do else other[0]
    ),
    "at slice []": lambda of, _, *by: indexed(of, list(by)),
    "[]=": lambda of, _, at, value: set_item(of, at, value),
    "product": lambda of, _, *others: reduce(
        lambda rows, other: [[*row, one] for row in rows for one in other][:5000],
        others,
        [[one] for one in of],
    ),
    "combination": lambda of, do, number: _chosen(combinations(of, number), do),
    "permutation": lambda of, do, number=None: _chosen(permutations(of, number), do),
    "push append << add": lambda of, _, *items: _put(of, len(of), *items),
    "concat": lambda of, _, *others: _put(of, len(of), *_flat(others, 1)),
    "unshift prepend": lambda of, _, *items: _put(of, 0, *items),
    "insert": lambda of, _, at, *items: _put(of, at if at >= 0 else len(of) + at + 1, *items),
    "delete": _removed,
    "delete_at": lambda of, _, at: of.pop(at) if -len(of) <= at < len(of) else None,
    "delete_if": lambda of, do: _changed(of, [one for one in of if not is_true(do(one))]),
    "pop": lambda of, _, number=None: _taken(of, -1, number),
    "shift": lambda of, _, number=None: _taken(of, 0, number),
    "clear": lambda of, _: _changed(of, []),
    "replace": lambda of, _, other: _changed(of, other),
    "fill": lambda of, do, *given: _changed(
        of, [given[0] if given else do(at) for at in range(len(of))]
    ),
    "step": lambda of, do, step: each(of[::step], do),
})  # fmt: skip
"""Methods by name: each takes the items, the block, and arguments."""
