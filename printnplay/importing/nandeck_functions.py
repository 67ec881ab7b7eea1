"""What functions of labels of nanDECK make of sequences."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from fnmatch import translate
from itertools import chain, cycle, islice, product, repeat
from math import ceil, floor

from printnplay.importing import nandeck_sums as sums
from printnplay.importing.nandeck_ranges import RANGES, cards_of
from printnplay.importing.nandeck_sums import (
    Given,
    number_at,
    number_of,
    rows_of,
    said_at,
    whole_at,
)
from printnplay.importing.source import MOST_CARDS

CALL = re.compile(r"([A-Z][A-Z0-9]+)\s*\((.*)\)", re.IGNORECASE | re.DOTALL)
_COMPARING = ("<>", ">=", "<=", "=", "<", ">", "@", "#")


def _joined(given: Given) -> list[str]:
    return ["".join(row) for row in rows_of(given)]


def _cased(given: Given) -> list[str]:
    flag = said_at(given, 1).strip().upper()
    cases: Mapping[str, Callable[[str], str]] = {"L": str.lower, "F": _capitals, "T": _capitals}
    return [cases.get(flag, str.upper)(one) for one in given[0]]


def _capitals(text: str) -> str:
    return re.sub(r"\S+", lambda word: word[0].capitalize(), text)


def _repeated(given: Given) -> list[str]:
    """Return texts, each as often as the argument after it says."""

    def times(text: str, often: str) -> str:
        return text[:1_000] * int(min(max(number_of(often) or 0, 0), 20))

    rows = ((row[::2], [*row, "1"][1::2]) for row in rows_of(given))
    return ["".join(map(times, texts, numbers)) for texts, numbers in rows]


def _joined_if(given: Given) -> list[str]:
    rows = ([*row, ""][:6] for row in rows_of(given) if len(row) > 4)
    return [
        text + (yes if sums.compared(value, wanted, sign.strip()) else no)
        for text, value, sign, wanted, yes, no in rows
        if sign.strip() in _COMPARING
    ] or list(given[0])


def _range(given: Given) -> list[str]:
    """Return the range of the cards whose element is a value, or compares to it."""
    sign = next((one for one in _COMPARING if said_at(given, 1, "1").startswith(one)), "")
    wanted = said_at(given, 1, "1").removeprefix(sign)
    pattern = re.compile(translate(wanted.strip().lower()))

    def is_wanted(one: str) -> bool:
        if sign in ("", "=") and pattern.fullmatch(one.strip().lower()):
            return True
        return sums.compares(one, sign or "=", wanted)

    offset = whole_at(given, 2)
    found = (at + offset for at, one in enumerate(given[0], start=1) if is_wanted(one))
    return [",".join(map(str, found)) or "0"]


def _selected(given: Given) -> list[str]:
    return [given[0][at - 1] for at in cards_of(given, 1) if at <= len(given[0])]


def _counted(given: Given) -> list[str]:
    step = number_at(given, 2, 1) or 1
    count = max(0, floor((number_at(given, 1) - number_at(given, 0)) / step)) + 1
    numbers = (sums.shown(number_at(given, 0) + at * step) for at in range(min(count, MOST_CARDS)))
    padded = [one.zfill(whole_at(given, 4)) for one in numbers]
    separator = said_at(given, 3, "|")
    return padded if separator == "|" else [separator.join(padded)]


def _grouped(given: Given) -> list[str]:
    groups = sorted(set(given[0]))
    if said_at(given, 1).strip().upper() != "COUNT":
        return groups
    return [str(list(given[0]).count(one)) for one in groups]


def _translated(given: Given) -> list[str]:
    known = dict(zip(*given[1:3], strict=False)) if len(given) > 2 else {}
    return [known.get(one, "") for one in given[0]]


def _looked_up(given: Given) -> list[str]:
    known = {one: str(at) for at, one in reversed([*enumerate([*given, []][1], start=1)])}
    return [known.get(one, "0") for one in given[0]]


def _in_pieces(given: Given, *, whole: bool) -> list[str]:
    """Return texts, or all together, in pieces of some letters or elements."""
    length = max(whole_at(given, 1, 0 if whole else 1), 0)
    units: Sequence[str] = given[0] if whole else said_at(given, 0)
    length = length or max(len(units), 1)
    return ["".join(units[at : at + length]) for at in range(0, len(units), length)]


def _replaced(given: Given) -> list[str]:
    """Return texts with others in place of parts of them.

    Each pair is for all texts, or with the flag S for the text at its place.
    """
    flags = said_at(given, 3).upper()
    case = re.IGNORECASE if "I" in flags else 0
    if "S" in flags:
        rows = [(row[0], [(row[1], row[2])]) for row in rows_of(given[:3])]
    else:
        pairs = [(old, new) for old, new in rows_of(given[1:3])]
        rows = [(text, pairs) for text in given[0]]
    made = []
    for text, changes in rows:
        for old, new in changes:
            text = re.sub(re.escape(old), lambda _, new=new: new, text, flags=case) if old else text
        made.append(text[:20_000])
    return made


def _schema(given: Given) -> list[str]:
    """Return for each element a header, bodies filled with its parts, some each, and a footer."""
    number = max(whole_at(given, 1, 1), 1)
    head, foot, *bodies = (said_at(given, at) for at in range(2, max(len(given), 4)))
    made = []
    for element in given[0]:
        parts = element.split("_")
        rows = [parts[at : at + number] for at in range(0, len(parts), number)]
        filled = head
        for at, row in enumerate(rows):
            body = bodies[at % len(bodies)] if bodies else ""
            for place, part in enumerate(row, start=1):
                body = body.replace(f"(({place}))", part)
            filled = (filled + body)[:20_000]
        made.append(filled + foot)
    return made


def _rounded(given: Given) -> list[str]:
    share = 10 ** max(-9, min(whole_at(given, 1), 9))
    way = {"UP": ceil, "DOWN": floor}.get(
        said_at(given, 2).strip().upper(), lambda one: floor(one + 0.5)
    )
    numbers = ((one, number_of(one)) for one in given[0])
    return [
        one if value is None else sums.shown(way(value * share) / share) for one, value in numbers
    ]


def _tokens(given: Given) -> list[str]:
    """Return the pieces with a number of texts that a separator divides."""
    at, separator = whole_at(given, 1, 1) - 1, said_at(given, 2, "|") or "|"
    pieces = (one.split(separator) for one in given[0])
    return [one[at] if 0 <= at < len(one) else "" for one in pieces]


FILTERS: Mapping[str, Callable[[str], str]] = {
    "": str,
    "+": lambda text: str(sum(int(one) for one in text if one.isdecimal())),
    ">": lambda text: "".join(sorted(text)),
    "<": lambda text: "".join(sorted(text, reverse=True)),
}
"""What FILTER compares of an element, by the sign before its sequence."""


def _filtered(given: Given) -> list[str]:
    """Return the values of a sequence of which something matches one of the patterns."""
    sign = said_at(given, 0)[:1] if said_at(given, 0)[:1] in FILTERS else ""
    values = [one.removeprefix(sign) for one in given[0]]
    patterns = [
        re.compile(translate(re.sub(r"\((.-.)\)", r"[\1]", one)))
        for each in given[1:]
        for one in each
    ]
    compared = ((one, FILTERS[sign](one)) for one in values)
    return [one for one, part in compared if any(each.fullmatch(part) for each in patterns)]


def _expanded(given: Given) -> list[str]:
    numbers = given[2] if len(given) > 2 and given[2] else ["1"]
    often = (int(min(number_of(one) or 0, MOST_CARDS)) for one in numbers)
    copied = (repeat(*one) for one in zip(given[0], cycle(often), strict=False))
    each = [*islice(chain.from_iterable(copied), MOST_CARDS)]
    return (each * max(0, min(whole_at(given, 1, 1), MOST_CARDS // max(len(each), 1))))[:MOST_CARDS]


_SUMS: Mapping[str, Callable[[float, float], float]] = {
    "S": lambda one, _: math.sin(math.radians(one)),
    "C": lambda one, _: math.cos(math.radians(one)),
    "T": lambda one, _: math.tan(math.radians(one)),
    "R": lambda one, _: math.degrees(math.asin(one)),
    "O": lambda one, _: math.degrees(math.acos(one)),
    "G": lambda one, _: math.degrees(math.atan(one)),
    "P": lambda _, __: math.pi,
    "M": max,
    "N": min,
    "A": lambda one, _: abs(one),
}
"""What CALC makes of numbers; angles are in degrees, as those of directives."""


def _calculated(given: Given) -> list[str]:
    made = []
    for flag, *numbers in rows_of(given):
        one, other = [*(number_of(text) or 0.0 for text in numbers), 0.0, 0.0][:2]
        try:
            made.append(sums.shown(_SUMS[flag.strip().upper()](one, other)))
        except (KeyError, ValueError, OverflowError):
            made.append("")
    return made


def _place_in(given: Given) -> list[str]:
    """Return where one text is in another, from 1: the first time, or that with a number."""
    made = []
    for part, text, nth in ([*row, "1"][:3] for row in rows_of(given)):
        places = [one.start() + 1 for one in re.finditer(re.escape(part), text)]
        at = int(number_of(nth[:4]) or 1)
        at -= at > 0
        made.append(str(places[at] if -len(places) <= at < len(places) else 0))
    return made


def _trimmed(given: Given) -> list[str]:
    way = {"L": str.lstrip, "R": str.rstrip}.get(said_at(given, 1).strip().upper(), str.strip)
    return [way(one) for one in given[0]]


def _hex(colour: str) -> str:
    return f"{int(min(max(number_of(colour) or 0.0, 0), 255)):02X}"


EACH: Mapping[str, Callable[[Given], list[str]]] = {
    "JOIN": _joined, "CONCAT1": _joined, "CONCAT": _repeated, "CASESTRING": _cased,
    "JOINIF": _joined_if, "LENGTH": lambda given: [str(len(one)) for one in given[0]],
    "REPLACE": _replaced, "ROUND": _rounded, "SCHEMA": _schema,
    "TOKENIZE": _tokens, "TOKENIZESEQ": _tokens, "TRIM": _trimmed, "TRIMSTRING": _trimmed,
    "EVAL": lambda given: list(given[0]),
    "CALC": _calculated,
    "COLRGB": lambda given: [f"#{''.join(map(_hex, row))}" for row in rows_of(given)],
    "INDEX": _place_in, "REPEAT": _repeated,
    "STRINGSUB": lambda given: [sums.part_at(given, one) for one in given[0]],
}  # fmt: skip
"""Functions that treat the elements of sequences one by one."""
WHOLE: Mapping[str, Callable[[Given], list[str]]] = {
    "AUTOLABEL": _counted, "EXPAND": _expanded, "FILTER": _filtered, "GROUP": _grouped,
    "LABELRANGE": _range, "LABELSTRING": lambda given: _in_pieces(given, whole=True),
    "LABELSUB": _selected, "PRODUCT": lambda given: [
        "".join(one) for one in islice(product(*given), MOST_CARDS)
    ],
    "LOOKUP": _looked_up, "STRINGLABEL": lambda given: _in_pieces(given, whole=False),
    "TRANSLATE": _translated, **RANGES,
}  # fmt: skip
"""Functions of whole sequences."""
