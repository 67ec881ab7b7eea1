"""Methods of Ruby for lists, and for whatever has items."""

from functools import cmp_to_key, reduce
from itertools import combinations, cycle, dropwhile, islice, takewhile

from printnplay.importing.ruby_indexing import dug, indexed, set_item
from printnplay.importing.ruby_items import (
    all_of,
    changed,
    choosing,
    chosen,
    compared,
    each,
    extreme,
    fetched,
    flat,
    folded,
    grep,
    grouped,
    mapped,
    numbered,
    parted,
    put,
    removed,
    taken,
    tallied,
    test_of,
    unique,
    waiting,
    with_object,
    zipped,
)
from printnplay.importing.ruby_operators import OPERATORS
from printnplay.importing.ruby_values import (
    Enumerator,
    Hash,
    Methods,
    Set,
    as_key,
    as_text,
    equal,
    is_true,
    table,
)

LISTS: Methods = table({
    "grep": grep,
    "grep_v": lambda of, do, wanted: grep(of, do, wanted, is_wanted=False),
    "keep_if": lambda of, do: changed(of, [one for one in of if is_true(do(one))]),
    "add?": lambda of, _, one: None if one in of else put(of, len(of), one),
    "union |": lambda of, _, *others: OPERATORS["|"](of, flat(others, 1)),
    "intersection &": lambda of, _, *others: reduce(OPERATORS["&"], others, of),
    "difference": lambda of, _, *others: OPERATORS["-"](of, flat(others, 1)),
    "headers": lambda of, _: list(of.headings),
    "map collect": waiting("map", mapped),
    "each each_pair": waiting("each", each),
    "select filter find_all": waiting("select", choosing(wanted=True)),
    "reject": waiting("reject", choosing(wanted=False)),
    "flat_map": waiting("flat_map", lambda of, do: flat(map(do, of), 1)),
    "filter_map": lambda of, do: [made for one in of if is_true(made := do(one))],
    "reverse_each": lambda of, do: each(of[::-1], do),
    "each_with_index": numbered,
    "with_index": lambda of, do, start=0: (
        [do(one, at) for at, one in enumerate(of, start)]
        if do
        else Enumerator([[one, at] for at, one in enumerate(of, start)], "each")
    ),
    "each_index": lambda of, do: each(list(range(len(of))), do),
    "each_with_object": with_object,
    "each_slice": lambda of, do, number: each(
        [of[at : at + number] for at in range(0, len(of), number)], do
    ),
    "each_cons": lambda of, do, number: each(
        [of[at : at + number] for at in range(len(of) - number + 1)], do
    ),
    "find detect": lambda of, do: next(filter(test_of(do, ()), of), None),
    "index find_index": lambda of, do, *item: next(
        (at for at, one in enumerate(of) if test_of(do, item)(one)), None
    ),
    "count": lambda of, do, *item: (
        sum(map(test_of(do, item), of)) if do is not None or item else len(of)
    ),
    "sort": lambda of, do: sorted(of, key=cmp_to_key(compared) if do is None else cmp_to_key(do)),
    "sort_by": waiting("sort_by", lambda of, do: sorted(of, key=lambda one: as_key(do(one)))),
    "group_by": grouped,
    "partition": parted,
    "tally": tallied,
    "any?": all_of(any),
    "all?": all_of(all),
    "none?": all_of(lambda found: not any(found)),
    "one?": all_of(lambda found: sum(found) == 1),
    "minmax": lambda of, _: [min(of), max(of)],
    "sum": lambda of, do, start=0: reduce(
        OPERATORS["+"], (do(one) if do else one for one in of), start
    ),
    "inject reduce": folded,
    "max": extreme(max),
    "min": extreme(min),
    "max_by": extreme(max, by=True),
    "min_by": extreme(min, by=True),
    "first": lambda one, _, number=None: one[:number] if number else one[0] if one else None,
    "last": lambda one, _, number=None: (
        one[max(len(one) - number, 0) :] if number else one[-1] if one else None
    ),
    "size length": lambda of, _: len(of),
    "join": lambda of, _, by="": (by or "").join(map(as_text, flat(of))),
    "reverse": lambda of, _: of[::-1],
    "rotate": lambda of, _, by=1: of[by % len(of) :] + of[: by % len(of)] if of else [],
    "uniq": unique,
    "compact": lambda of, _: [one for one in of if one is not None],
    "flatten": lambda of, _, depth=30: flat(of, depth),
    "empty?": lambda of, _: not of,
    "include? member?": lambda of, _, item: any(equal(one, item) for one in of),
    "zip": zipped,
    "transpose": lambda of, _: [list(row) for row in zip(*of, strict=True)],
    "to_h": lambda of, do: Hash(
        (as_key(key), value) for key, value in (do(one) if do else one for one in of)
    ),
    "to_a entries to_ary": lambda of, _: list(of),
    "to_set": lambda of, _: Set(unique(of, None)),
    "take": lambda of, _, number: of[:number],
    "drop": lambda of, _, number: of[number:],
    "take_while": lambda of, do: list(takewhile(test_of(do, ()), of)),
    "drop_while": lambda of, do: list(dropwhile(test_of(do, ()), of)),
    "cycle": lambda of, do, times=None: each(
        list(islice(cycle(of), len(of) * times if times else 5000)), do
    ),
    "values_at": lambda of, _, *places: [indexed(of, [at]) for at in places],
    "dig": dug,
    "fetch": lambda of, do, at, *other: fetched(of, do, at, *other),
    "at slice []": lambda of, _, *by: indexed(of, list(by)),
    "[]=": lambda of, _, at, value: set_item(of, at, value),
    "product": lambda of, _, *others: reduce(
        lambda rows, other: [[*row, one] for row in rows for one in other][:5000],
        others,
        [[one] for one in of],
    ),
    "combination": lambda of, do, number: chosen(combinations(of, number), do),
    "push append << add": lambda of, _, *items: [OPERATORS["<<"](of, one) for one in items] and of,
    "concat": lambda of, _, *others: put(of, len(of), *flat(others, 1)),
    "unshift prepend": lambda of, _, *items: put(of, 0, *items),
    "insert": lambda of, _, at, *items: put(of, at if at >= 0 else len(of) + at + 1, *items),
    "delete": removed,
    "delete_at": lambda of, _, at: of.pop(at) if -len(of) <= at < len(of) else None,
    "delete_if": lambda of, do: changed(of, [one for one in of if not is_true(do(one))]),
    "pop": lambda of, _, number=None: taken(of, -1, number),
    "shift": lambda of, _, number=None: taken(of, 0, number),
    "clear": lambda of, _: changed(of, []),
    "replace": lambda of, _, other: changed(of, other),
    "step": lambda of, do, step: each(of[::step], do),
})  # fmt: skip
"""Methods by name: each takes the items, the block, and arguments."""
