"""Values in scripts of nanDECK: units, sums, labels, loop variables and conditions."""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.importing.source import Source
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um

FontWords = tuple[str, str, str, str, str]
"""A font as directives say it: family, size, flags, colour of the letters and of the ground."""

UNITS: Mapping[str, float] = {"CM": 10_000, "MM": 1_000, "INCH": 25_400}
"""Micrometres of the units of lengths; without UNIT they are centimetres."""

_COUNT = re.compile(r"\{\(([^(){}\[\]]+)\)\}")
_ITEM = re.compile(r"(\{)?[{\[]([^(){}\[\]?]+)\?([^(){}\[\]?]*)[}\]](?(1)\})")
"""An item of a label by its number; without one, that of the card."""
_LABEL = re.compile(r"\[([^\[\]{}?]+)\]")
_COUNTED = re.compile(r"\(([^(){}\[\]]+)\)")
_BRACES = re.compile(r"\{([^{}\[\]?]*)\}")


PLAIN = str.maketrans("[]{}", "\ue010\ue011\ue012\ue013")
SHOWN = {value: key for key, value in PLAIN.items()}
"""Stand in for the brackets of tables, which are no labels."""


class Settings:
    """What a script has set so far: units, sizes, fonts, and what is named."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with what nanDECK begins with."""
        self.source, self.path = source, path
        self.shown = display_path(path)
        self.unit = UNITS["CM"]
        self.size: tuple[str, str] = ("6", "9")
        self.font: FontWords = ("Arial", "12", "", "#000000", "")
        self.named: dict[str, dict[str, list[str]]] = {
            name: {} for name in ("HTMLFONT", "HTMLMARGINS", "HTMLIMAGE", "ICON")
        }
        self.encoded: Mapping[int, int] = PLAIN

    def lose(self, line: int, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.source.lose(Span(self.shown, line), what, todo)

    def picture(self, name: str, line: int) -> str:
        """Return the name of a picture in the new project; empty if there is none."""
        return self.source.picture(name, Span(self.shown, line), self.path.parent)

    def number(self, text: str) -> float | None:
        """Return the value of a sum; None if it is none."""
        bare = text.strip().strip('"').replace(",", ".")
        if not bare or len(bare) > 200 or not re.fullmatch(r"[-+*/().\d\s]+", bare):
            return None
        try:
            return _sum_of(ast.parse(bare, mode="eval").body)
        except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError, KeyError):
            return None

    def um(self, text: str, side: Um | None) -> Um:
        """Return a length in micrometres: a number in units, or a percentage of a side."""
        bare = text.strip().strip('"')
        parts = re.findall(r"([-+]?)\s*([^-+]+)", bare) if "(" not in bare else [("", bare)]
        total = 0.0
        for sign, part in parts:
            number = self.number(part.replace("%", "")) or 0.0
            share = number * ((side or 0) / 100 if "%" in part else self.unit)
            total += -share if sign == "-" else share
        return round(max(-1e7, min(total, 1e7)))


class Labels:
    """The labels of a script, and what values with them stand for."""

    def __init__(self, settings: Settings) -> None:
        """Begin with none."""
        self.known: dict[str, list[str]] = {}
        self.lists: dict[str, list[str]] = {}
        self._settings = settings

    def joined(self, parts: list[str]) -> list[str]:
        """Return the values of JOIN: labels and texts, one after the other."""
        bare = [one.strip().strip('"') for one in parts]
        columns = [
            self.known.get(one.strip("[]").lower(), [one]) if one.startswith("[") else [one]
            for one in bare
        ]
        longest = max(map(len, columns))
        return ["".join(one[at % len(one)] for one in columns if one) for at in range(longest)]

    def listed(self, arguments: Sequence[str]) -> list[list[str]]:
        """Return arguments with labels and frames that stand for several of them.

        There are several lists if a frame has several parts.
        """
        rows = [list(arguments)]
        for _ in range(9):
            before = rows
            rows = [one for row in rows for one in self._opened(row)][:500]
            if rows == before:
                break
        return rows

    def _opened(self, row: list[str]) -> list[list[str]]:
        known = [self.lists.get(one.strip().lower(), []) for one in row]
        if not any(known):
            return [row]
        rows: list[list[str]] = [[]]
        for one, texts in zip(row, known, strict=True):
            parts = [split(text) for text in texts] or [[one]]
            # No directive has as many arguments.
            rows = [[*before, *part][:50] for before in rows for part in parts][:500]
        return rows

    def vary(self, text: str) -> bool:
        """Return whether a value may differ between cards."""
        known = (
            self.known.get(one.strip().lower(), []) for one in re.findall(r"[^\[\]{}?]+", text)
        )
        several = (len(one) > 1 or "[" in "".join(one) for one in known)
        return ("[" in text or "?" in text) and any(several)

    def static(self, text: str, loop: Mapping[str, str]) -> str:
        """Return a value that is no card's: labels are their first element."""
        return self.filled(text, 1, loop)

    def filled(self, text: str, card: int, loop: Mapping[str, str]) -> str:
        """Return a value for a card: labels, counts, loop variables and sums are replaced."""

        def count(match: re.Match[str]) -> str:
            return str(len(self.known.get(match[1].strip().lower(), [])))

        def item(match: re.Match[str]) -> str:
            items = self.known.get(match[2].strip().lower())
            number = self._settings.number(_looped(match[3], loop)) if match[3].strip() else card
            return (
                items[(int(number) - 1) % len(items)] if items and number is not None else match[0]
            )

        def label(match: re.Match[str]) -> str:
            name = match[1].strip().lower()
            items = self.known.get(name, [loop.get(name, match[0])]) or [""]
            return items[(card - 1) % len(items)]

        def braces(match: re.Match[str]) -> str:
            return self._in_braces(match[1].strip(), loop) or match[0]

        text = self._begun(text, loop)
        for _ in range(30):
            before = text
            for pattern, value in (
                (_COUNT, count),
                (_ITEM, item),
                (_LABEL, label),
                (_BRACES, braces),
            ):
                text = pattern.sub(value, text)
            if text == before or len(text) > 20_000:
                break
        return text

    def _begun(self, text: str, loop: Mapping[str, str]) -> str:
        """Return an argument in which variables of loops outside of braces are replaced."""
        summed = _looped(text, loop)
        is_sum = self._settings.number(summed.replace("%", "")) is not None
        return summed if is_sum else loop.get(text.strip().lower(), text)

    def _in_braces(self, said: str, loop: Mapping[str, str]) -> str:
        """Return a sum, a variable, or a text several times; empty if it is none of them."""
        if repeated := re.fullmatch(r"(.+)X(\w+)", said):
            times = loop.get(repeated[2].lower(), repeated[2])
            return repeated[1] * min(int(times[:9]), 100) if times.isdecimal() else ""

        def count(match: re.Match[str]) -> str:
            items = self.known.get(match[1].strip().lower())
            return match[0] if items is None else str(len(items))

        number = self._settings.number(_COUNTED.sub(count, _looped(said, loop)))
        return loop.get(said.lower(), "") if number is None else shown(number)


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


def _looped(text: str, loop: Mapping[str, str]) -> str:
    """Return a sum with the values of the variables of loops."""
    for name, value in loop.items():
        text = re.sub(rf"\b{re.escape(name)}\b", value, text, flags=re.IGNORECASE)
    return text


def shown(number: float) -> str:
    """Return a number as nanDECK writes it."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


_CONDITION = re.compile(r"(.*?)(<>|>=|<=|=|<|>|@|#)(.*)", re.DOTALL)
_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "=": operator.eq, "<>": operator.ne,
}  # fmt: skip


def condition(text: str, value: Callable[[str], str]) -> bool | None:
    """Return whether a condition is true; None if it is not known.

    `value` returns what a side of it stands for.
    """
    if re.search(r"_(AND|OR)_", text, re.IGNORECASE):
        parts = re.split(r"_(?:AND|OR)_", text, flags=re.IGNORECASE)
        known = [condition(part, value) for part in parts]
        is_all = re.search(r"_AND_", text, re.IGNORECASE) is not None
        return None if None in known else all(known) if is_all else any(known)
    bare = text.strip()
    match = _CONDITION.fullmatch(bare) or _CONDITION.fullmatch(value(bare))
    if match is None:
        return None
    given = [match[at].strip().strip("()").strip() for at in (1, 3)]
    sides = [value(side).strip() if re.search(r"[\[{]", side) else side for side in given]
    if any(re.fullmatch(r"\[[^\]]*\]|\{[^}]*\}", side) for side in sides):
        return None
    left, right = (side.strip('"').lower() for side in sides)
    if match[2] in ("@", "#"):  # contained in, or not
        return (left in right) is (match[2] == "@")
    numbers = [float(one) for one in (left, right) if re.fullmatch(r"-?\d+(\.\d+)?", one)]
    return _COMPARED[match[2]](*(numbers if len(numbers) > 1 else (left, right)))


_SIGNS: Mapping[type, Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip


def _sum_of(node: ast.AST) -> float:
    """Return the value of a sum of numbers.

    Raises:
        ValueError, ArithmeticError, KeyError: it is none.
    """
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return float(value)
        case ast.UnaryOp(op=sign, operand=operand):
            return _SIGNS[type(sign)](_sum_of(operand))
        case ast.BinOp(left=left, op=sign, right=right):
            return _SIGNS[type(sign)](_sum_of(left), _sum_of(right))
    raise ValueError("no sum")
