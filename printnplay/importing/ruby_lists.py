"""Methods of Ruby for lists, and for whatever has items."""

from collections import Counter
from functools import cmp_to_key, reduce
from itertools import combinations, cycle, dropwhile, islice, takewhile

from printnplay.importing import ruby_items as items
from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_operators import OPERATORS, dug, indexed, set_item

LISTS: values.Methods = values.table({
    "grep": items.grep,
    "grep_v": lambda of, do, wanted: items.grep(of, do, wanted, is_wanted=False),
    "keep_if": lambda of, do: items.changed(of, items.choosing(wanted=True)(of, do)),
    "add?": lambda of, _, one: None if one in of else items.put(of, len(of), one),
    "union |": lambda of, _, *others: OPERATORS["|"](of, items.flat(others, 1)),
    "intersection &": lambda of, _, *others: reduce(OPERATORS["&"], others, of),
    "difference": lambda of, _, *others: OPERATORS["-"](of, items.flat(others, 1)),
    "headers": lambda of, _: list(of.headings),
    "map collect": items.waiting("map", items.mapped),
    "each each_pair": items.waiting("each", items.each),
    "select filter find_all": items.waiting("select", items.choosing(wanted=True)),
    "reject": items.waiting("reject", items.choosing(wanted=False)),
    "flat_map": items.waiting("flat_map", lambda of, do: items.flat(map(do, of), 1)),
    "filter_map": lambda of, do: [made for one in of if values.is_true(made := do(one))],
    "reverse_each": lambda of, do: items.each(of[::-1], do),
    "each_with_index": lambda of, do: (items.numbered(of, do), of)[do is not None],
    "with_index": items.numbered,
    "each_index": lambda of, do: items.each(list(range(len(of))), do),
    "each_with_object": items.with_object,
    "each_slice": lambda of, do, number: items.each(
        [of[at : at + number] for at in range(0, len(of), number)], do
    ),
    "each_cons": lambda of, do, number: items.each(
        [of[at : at + number] for at in range(len(of) - number + 1)], do
    ),
    "find detect": lambda of, do: next(filter(items.test_of(do, ()), of), None),
    "index find_index": lambda of, do, *item: next(
        (at for at, one in enumerate(of) if items.test_of(do, item)(one)), None
    ),
    "count": lambda of, do, *item: (
        sum(map(items.test_of(do, item), of)) if do is not None or item else len(of)
    ),
    "sort": lambda of, do: sorted(of, key=cmp_to_key(do or items.compared)),
    "sort_by": items.waiting(
        "sort_by", lambda of, do: sorted(of, key=lambda one: values.as_key(do(one)))
    ),
    "group_by": items.grouped,
    "partition": items.parted,
    "tally": lambda of, _: values.Hash(Counter(map(values.as_key, of))),
    "any?": items.all_of(any),
    "all?": items.all_of(all),
    "none?": items.all_of(lambda found: not any(found)),
    "one?": items.all_of(lambda found: sum(found) == 1),
    "minmax": lambda of, _: [min(of), max(of)],
    "sum": lambda of, do, start=0: reduce(
        OPERATORS["+"], (do(one) if do else one for one in of), start
    ),
    "inject reduce": items.folded,
    "max": items.extreme(max),
    "min": items.extreme(min),
    "max_by": items.extreme(max, by=True),
    "min_by": items.extreme(min, by=True),
    "first": lambda one, _, number=None: one[:number] if number else one[0] if one else None,
    "last": lambda one, _, number=None: (
        one[max(len(one) - number, 0) :] if number else one[-1] if one else None
    ),
    "size length": lambda of, _: len(of),
    "join": lambda of, _, by="": (by or "").join(map(values.as_text, items.flat(of))),
    "reverse": lambda of, _: of[::-1],
    "rotate": lambda of, _, by=1: of[by % len(of) :] + of[: by % len(of)] if of else [],
    "uniq": items.unique,
    "compact": lambda of, _: [one for one in of if one is not None],
    "flatten": lambda of, _, depth=30: items.flat(of, depth),
    "empty?": lambda of, _: not of,
    "include? member?": lambda of, _, item: any(values.equal(one, item) for one in of),
    "zip": items.zipped,
    "transpose": lambda of, _: [list(row) for row in zip(*of, strict=True)],
    "to_h": lambda of, do: values.Hash(
        (values.as_key(key), value) for key, value in (do(one) if do else one for one in of)
    ),
    "to_a entries to_ary": lambda of, _: list(of),
    "to_set": lambda of, _: values.Set(items.unique(of, None)),
    "take": lambda of, _, number: of[:number],
    "drop": lambda of, _, number: of[number:],
    "take_while": lambda of, do: list(takewhile(items.test_of(do, ()), of)),
    "drop_while": lambda of, do: list(dropwhile(items.test_of(do, ()), of)),
    "cycle": lambda of, do, times=None: items.each(
        list(islice(cycle(of), len(of) * times if times else 5000)), do
    ),
    "values_at": lambda of, _, *places: [indexed(of, [at]) for at in places],
    "dig": dug,
    "fetch": items.fetched,
    "at slice []": lambda of, _, *by: indexed(of, list(by)),
    "[]=": lambda of, _, at, value: set_item(of, at, value),
    "product": lambda of, _, *others: reduce(
        lambda rows, other: [[*row, one] for row in rows for one in other][:5000],
        others,
        [[one] for one in of],
    ),
    "combination": lambda of, do, number: items.chosen(combinations(of, number), do),
    "push append << add": lambda of, _, *more: [OPERATORS["<<"](of, one) for one in more] and of,
    "concat": lambda of, _, *others: items.put(of, len(of), *items.flat(others, 1)),
    "unshift prepend": lambda of, _, *more: items.put(of, 0, *more),
    "insert": lambda of, _, at, *more: items.put(of, at if at >= 0 else len(of) + at + 1, *more),
    "delete": items.removed,
    "delete_at": lambda of, _, at: of.pop(at) if -len(of) <= at < len(of) else None,
    "delete_if": lambda of, do: items.changed(of, items.choosing(wanted=False)(of, do)),
    "pop": lambda of, _, number=None: items.taken(of, -1, number),
    "shift": lambda of, _, number=None: items.taken(of, 0, number),
    "clear": lambda of, _: items.changed(of, []),
    "replace": lambda of, _, other: items.changed(of, other),
    "step": lambda of, do, step: items.each(of[::step], do),
})  # fmt: skip
"""Methods by name: each takes the items, the block, and arguments."""
