"""What functions of labels of nanDECK make of sequences."""

import re
from collections.abc import Callable, Mapping, Sequence
from fnmatch import translate
from itertools import (
    combinations,
    combinations_with_replacement,
    islice,
    permutations,
    product,
)  # fmt: skip
from math import ceil, floor

from printnplay.importing.nandeck_sums import compared, number_of, shown
from printnplay.importing.source import MOST_CARDS

Given = Sequence[Sequence[str]]
"""The arguments of a function: each is a sequence, most often of one value."""

CALL = re.compile(r"([A-Z][A-Z0-9]+)\s*\((.*)\)", re.IGNORECASE | re.DOTALL)
_COMPARING = ("<>", ">=", "<=", "=", "<", ">", "@", "#")


def _said(given: Given, at: int, otherwise: str = "") -> str:
    """Return the first value of an argument."""
    return given[at][0] if at < len(given) and given[at] else otherwise


def _number(given: Given, at: int, otherwise: float = 0) -> float:
    found = number_of(_said(given, at))
    return otherwise if found is None else found


def _whole(given: Given, at: int, otherwise: int = 0) -> int:
    return int(max(-9_999, min(_number(given, at, otherwise), 9_999)))


def _rows(given: Given) -> list[list[str]]:
    """Return the arguments for each place of the longest; shorter ones begin anew."""
    longest = max(map(len, given), default=0)
    return [[one[at % len(one)] if one else "" for one in given] for at in range(longest)]


def _joined(given: Given) -> list[str]:
    return ["".join(row) for row in _rows(given)]


def _cased(given: Given) -> list[str]:
    flag = _said(given, 1).strip().upper()
    cases: Mapping[str, Callable[[str], str]] = {"L": str.lower, "F": _capitals, "T": _capitals}
    return [cases.get(flag, str.upper)(one) for one in given[0]]


def _capitals(text: str) -> str:
    return re.sub(r"\S+", lambda word: word[0].capitalize(), text)


def _repeated(given: Given) -> list[str]:
    """Return texts, each as often as the argument after it says."""

    def times(text: str, often: str) -> str:
        return text[:1_000] * int(min(max(number_of(often) or 0, 0), 20))

    rows = ((row[::2], [*row, "1"][1::2]) for row in _rows(given))
    return ["".join(map(times, texts, numbers)) for texts, numbers in rows]


def _joined_if(given: Given) -> list[str]:
    if len(given) < 6:
        return list(given[0])
    return [
        text + (yes if compared(value, wanted, sign.strip()) else no)
        for text, value, sign, wanted, yes, no in (row[:6] for row in _rows(given))
        if sign.strip() in _COMPARING
    ]


def _range(given: Given) -> list[str]:
    """Return the range of the cards whose element is a value, or compares to it."""
    sign = next((one for one in _COMPARING if _said(given, 1, "1").startswith(one)), "")
    wanted = _said(given, 1, "1").removeprefix(sign)
    pattern = re.compile(translate(wanted.strip().lower()))

    def is_wanted(one: str) -> bool:
        if sign in ("", "=") and pattern.fullmatch(one.strip().lower()):
            return True
        return (
            compared(wanted, one, sign)
            if sign in ("@", "#")
            else compared(one, wanted, sign or "=")
        )

    offset = _whole(given, 2)
    found = (at + offset for at, one in enumerate(given[0], start=1) if is_wanted(one))
    return [",".join(map(str, found)) or "0"]


def cards_in(text: str) -> list[int] | None:
    """Return the numbers of a range in its order; None if it is none.

    >>> cards_in("1-3, 9-8, 20#2"), cards_in("-1"), cards_in("all")
    ([1, 2, 3, 9, 8, 20, 21], [], None)
    """
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
    return [one for one in found if one > 0][:MOST_CARDS]


def _numbers(given: Given, at: int) -> list[int]:
    return cards_in(_said(given, at)) or []


def _written(numbers: Sequence[int]) -> list[str]:
    return [",".join(map(str, numbers))]


def _added(given: Given) -> list[str]:
    return _written(sorted({one for at in range(len(given)) for one in _numbers(given, at)}))


def _removed(given: Given) -> list[str]:
    gone = {one for at in range(1, len(given)) for one in _numbers(given, at)}
    return _written([one for one in _numbers(given, 0) if one not in gone])


def _part_of_range(given: Given) -> list[str]:
    start, number = max(_whole(given, 1, 1) - 1, 0), _whole(given, 2)
    return _written(_numbers(given, 0)[start:][: number or None])


def _times(given: Given) -> list[str]:
    each = (
        _numbers(given, at) * max(0, _whole(given, at + 1, 1)) for at in range(0, len(given), 2)
    )
    return _written([one for numbers in each for one in numbers][:MOST_CARDS])


def _selected(given: Given) -> list[str]:
    wanted = (at - 1 for at in _numbers(given, 1))
    return [given[0][at] for at in wanted if at < len(given[0])]


def _counted(given: Given) -> list[str]:
    step = _number(given, 2, 1) or 1
    count = max(0, floor((_number(given, 1) - _number(given, 0)) / step)) + 1
    numbers = (shown(_number(given, 0) + at * step) for at in range(min(count, MOST_CARDS)))
    padded = [one.zfill(_whole(given, 4)) for one in numbers]
    separator = _said(given, 3, "|")
    return padded if separator == "|" else [separator.join(padded)]


def _grouped(given: Given) -> list[str]:
    groups = sorted(set(given[0]))
    if _said(given, 1).strip().upper() != "COUNT":
        return groups
    return [str(list(given[0]).count(one)) for one in groups]


def _translated(given: Given) -> list[str]:
    known = dict(zip(*given[1:3], strict=False)) if len(given) > 2 else {}
    return [known.get(one, "") for one in given[0]]


def _in_pieces(given: Given, *, whole: bool) -> list[str]:
    """Return texts, or all together, in pieces of some letters or elements."""
    length = max(_whole(given, 1, 0 if whole else 1), 0)
    units: Sequence[str] = given[0] if whole else _said(given, 0)
    length = length or max(len(units), 1)
    return ["".join(units[at : at + length]) for at in range(0, len(units), length)]


def _replaced(given: Given) -> list[str]:
    rows = (row[:3] for row in _rows(given) if len(row) > 2)
    return [(text.replace(old, new) if old else text)[:20_000] for text, old, new in rows]


def _rounded(given: Given) -> list[str]:
    share = 10 ** max(-9, min(_whole(given, 1), 9))
    way = {"UP": ceil, "DOWN": floor}.get(
        _said(given, 2).strip().upper(), lambda one: floor(one + 0.5)
    )
    numbers = ((one, number_of(one)) for one in given[0])
    return [one if value is None else shown(way(value * share) / share) for one, value in numbers]


def _tokens(given: Given) -> list[str]:
    """Return the pieces with a number of texts that a separator divides."""
    at, separator = _whole(given, 1, 1) - 1, _said(given, 2, "|") or "|"
    pieces = (one.split(separator) for one in given[0])
    return [one[at] if 0 <= at < len(one) else "" for one in pieces]


def _filtered(given: Given) -> list[str]:
    """Return the values of a sequence that one of the patterns matches."""
    patterns = [
        re.compile(translate(re.sub(r"\((.-.)\)", r"[\1]", one)))
        for each in given[1:]
        for one in each
    ]
    return [one for one in given[0] if any(pattern.fullmatch(one) for pattern in patterns)]


def _expanded(given: Given) -> list[str]:
    each = [one for one in given[0] for _ in range(min(_whole(given, 2, 1), MOST_CARDS))]
    return (each * max(0, min(_whole(given, 1, 1), MOST_CARDS // max(len(each), 1))))[:MOST_CARDS]


EACH: Mapping[str, Callable[[Given], list[str]]] = {
    "JOIN": _joined, "CONCAT1": _joined, "CONCAT": _repeated, "CASESTRING": _cased,
    "JOINIF": _joined_if, "LENGTH": lambda given: [str(len(one)) for one in given[0]],
    "REPLACE": _replaced, "ROUND": _rounded, "TOKENIZE": _tokens, "TOKENIZESEQ": _tokens,
    "TRIM": lambda given: [one.strip() for one in given[0]], "EVAL": lambda given: list(given[0]),
}  # fmt: skip
"""Functions that treat the elements of sequences one by one."""
WHOLE: Mapping[str, Callable[[Given], list[str]]] = {
    "AUTOLABEL": _counted, "EXPAND": _expanded, "FILTER": _filtered, "GROUP": _grouped,
    "LABELRANGE": _range, "LABELSTRING": lambda given: _in_pieces(given, whole=True),
    "LABELSUB": _selected, "PRODUCT": lambda given: [
        "".join(one) for one in islice(product(*given), MOST_CARDS)
    ],
    "RANGEADD": _added, "RANGECOUNT": lambda given: [str(len(_numbers(given, 0)))],
    "RANGEMUL": _times, "RANGEREM": _removed, "RANGESUB": _part_of_range,
    "STRINGLABEL": lambda given: _in_pieces(given, whole=False), "TRANSLATE": _translated,
}  # fmt: skip
"""Functions of whole sequences."""


def arranged(values: list[str], marks: str, length: int) -> list[str] | None:
    """Return what letters before a label make of its values; None if they are not known.

    >>> arranged(["A", "B", "C"], "C", 2), arranged(["b", "a"], "A", 1), arranged(["a"], "N", 1)
    (['AB', 'AC', 'BC'], ['a', 'b'], None)
    """
    if set(marks) - set("CPRFBADZ"):
        return None  # by chance, or of a kind that is not known
    kinds = {
        "C": combinations_with_replacement if "R" in marks else combinations,
        "P": (lambda values, length: product(values, repeat=length))
        if "R" in marks
        else permutations,
    }
    for mark in filter(marks.__contains__, kinds):
        made = islice(kinds[mark](values, min(length, 20)), MOST_CARDS)
        values = ["".join(one) for one in made]
    if set("FB") & set(marks):
        wheel, step = values[:500], 1 if "F" in marks else -1
        firsts = [step * at % len(wheel) for at in range(len(wheel))]
        values = ["".join((wheel[at:] + wheel[:at])[:length])[:20_000] for at in firsts]
    values = list(dict.fromkeys(values)) if "D" in marks else values
    return sorted(values, reverse="Z" in marks) if set("AZ") & set(marks) else values
