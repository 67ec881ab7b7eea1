"""Arguments, sums and conditions of scripts of nanDECK."""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar


def split(said: str) -> list[str]:
    """Return the arguments of a directive: commas in quotes and brackets do not count.

    >>> split('1-3, "a, b", {x*(2,3)}, 5%')
    ['1-3', '"a, b"', '{x*(2,3)}', '5%']
    """
    found, depth, quoted, start = [], 0, False, 0
    for at, sign in enumerate(said):
        if sign == '"':
            quoted = not quoted
        elif not quoted:
            depth += (sign in "({[") - (sign in ")}]")
            if sign == "," and depth <= 0:
                found.append(said[start:at].strip())
                start = at + 1
    return [*found, said[start:].strip()]


def pattern_of(key: str, flags: str) -> re.Pattern[str]:
    """Return what finds a key in a text; its capitals count with the flag C."""
    return re.compile(re.escape(key), 0 if "C" in flags.upper() else re.IGNORECASE)


def shown(number: float) -> str:
    """Return a number as nanDECK writes it."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


def number_of(text: str) -> float | None:
    """Return the value of a sum; None if it is none.

    >>> number_of("(1+2)^2 # 4"), number_of("7£2"), number_of("2,5"), number_of("two")
    (1.0, 3.0, 2.5, None)
    """
    bare = text.strip().strip('"').replace(",", ".")
    if not bare or len(bare) > 200 or not re.fullmatch(r"[-+*/(){}^#£.\d\s]+", bare):
        return None
    try:
        return _sum_of(ast.parse(bare.translate(_WRITTEN), mode="eval").body)
    except (SyntaxError, TypeError, ValueError, ArithmeticError, RecursionError, KeyError):
        return None


_WRITTEN = str.maketrans({"^": "**", "#": "%", "£": "//", "{": "(", "}": ")"})
"""Signs of sums that Python writes otherwise."""
_SIGNS: Mapping[type, Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.Pow: lambda base, exponent: float(base**exponent),
}  # fmt: skip


def _sum_of(node: ast.AST) -> float:
    """Return the value of a sum of numbers.

    Raises:
        TypeError, ValueError, ArithmeticError, KeyError: it is none.
    """
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return float(value)
        case ast.UnaryOp(op=sign, operand=operand):
            return _SIGNS[type(sign)](_sum_of(operand))
        case ast.BinOp(left=left, op=sign, right=right):
            return _SIGNS[type(sign)](_sum_of(left), _sum_of(right))
    raise ValueError("no sum")


COMPARISON = re.compile(r"(.*?)(<>|>=|<=|=|<|>|@|#)(.*)", re.DOTALL)
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "=": operator.eq, "<>": operator.ne,
}  # fmt: skip
_JOINTS: Mapping[str, Callable[[list[bool]], bool]] = {"OR": any, "AND": all}


def condition(text: str, value: Callable[[str], str]) -> bool | None:
    """Return whether a condition is true; None if it is not known.

    `value` returns what a side of it stands for.
    """
    bare = text.strip()
    for joint, joined in _JOINTS.items():
        parts = _parts(bare, joint)
        if len(parts) > 1:
            known = [condition(part, value) for part in parts]
            return None if None in known else joined([bool(one) for one in known])
    if bare.upper().startswith("_NOT_"):
        inner = condition(bare[5:], value)
        return None if inner is None else not inner
    if bare.startswith("(") and _closed_by(bare) == len(bare) - 1:
        return condition(bare[1:-1], value)
    word = bare.upper()
    if re.fullmatch(r"\[[^\[\]]+\]", bare):
        word = value(bare).strip().strip('()"').upper()
    return word == "_TRUE_" if word in ("_TRUE_", "_FALSE_") else _compared(bare, value)


def _compared(bare: str, value: Callable[[str], str]) -> bool | None:
    match = COMPARISON.fullmatch(bare) or COMPARISON.fullmatch(value(bare))
    if match is None:
        return None
    given = [match[at].strip().strip("()").strip() for at in (1, 3)]
    sides = [value(side).strip() if re.search(r"[\[{]", side) else side for side in given]
    if any(re.fullmatch(r"\[[^\]]*\]|\{[^}]*\}", side) for side in sides):
        return None
    left, right = sides
    return compared(left, right, match[2])


def compared(left: str, right: str, sign: str) -> bool:
    """Return whether a comparison is true: of numbers as such, of texts in small letters."""
    left, right = (side.strip().strip('"').lower() for side in (left, right))
    if sign in ("@", "#"):  # contained in, or not
        return (left in right) is (sign == "@")
    numbers = [float(one) for one in (left, right) if re.fullmatch(r"-?\d+(\.\d+)?", one)]
    return _COMPARED[sign](*(numbers if len(numbers) > 1 else (left, right)))


def compares(value: str, sign: str, wanted: str) -> bool:
    """Return whether a value compares to a wanted one, which `@` and `#` look for in it."""
    return compared(*((wanted, value) if sign in ("@", "#") else (value, wanted)), sign)


def _parts(text: str, joint: str) -> list[str]:
    """Return the conditions between `_OR_` or `_AND_` that are not in brackets."""
    parts, depth, start = [], 0, 0
    for found in re.finditer(rf"[()]|_{joint}_", text, re.IGNORECASE):
        depth += (found[0] == "(") - (found[0] == ")")
        if found[0] not in "()" and depth <= 0:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _closed_by(text: str) -> int:
    """Return the place of the bracket that closes the first one; -1 if none does."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return at
    return -1


Given = Sequence[Sequence[str]]
"""The arguments of a function: each is a sequence, most often of one value."""
T = TypeVar("T", str, list[int])


def said_at(given: Given, at: int, otherwise: str = "") -> str:
    """Return the first value of an argument."""
    return given[at][0] if at < len(given) and given[at] else otherwise


def number_at(given: Given, at: int, otherwise: float = 0) -> float:
    """Return the number of an argument."""
    found = number_of(said_at(given, at))
    return otherwise if found is None else found


def whole_at(given: Given, at: int, otherwise: int = 0) -> int:
    """Return the whole number of an argument, of four digits at most."""
    return int(max(-9_999, min(number_at(given, at, otherwise), 9_999)))


def part_at(given: Given, of: T) -> T:
    """Return a part of something: from the second argument on, as long as the third says."""
    start, length = max(whole_at(given, 1, 1) - 1, 0), whole_at(given, 2)
    return of[start:][: length or None]


def rows_of(given: Given) -> list[list[str]]:
    """Return the arguments for each place of the longest; shorter ones begin anew."""
    longest = max(map(len, given), default=0)
    return [[one[at % len(one)] if one else "" for one in given] for at in range(longest)]
