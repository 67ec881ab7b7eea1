"""Media queries of style sheets in drawings (Media Queries 4), evaluated for paper.

The result may be unknown, for example for an unknown feature.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isclose
from operator import ge, gt, le, lt
from typing import TypeAlias

from printnplay.svg.values import length, pixels

Viewport: TypeAlias = tuple[float, float]
"""Width and height of a drawing in CSS pixels, at its own size."""

Answer: TypeAlias = bool | None
"""Whether a query matches; None if that is unknown."""

_ON_PAPER: Mapping[str, str] = {
    **dict.fromkeys(
        ("hover", "any-hover", "pointer", "any-pointer", "update", "scripting"), "none"
    ),
    **dict.fromkeys(("forced-colors", "inverted-colors", "grid", "monochrome"), "none"),
    **dict.fromkeys(
        (f"prefers-reduced-{what}" for what in ("data", "transparency")), "no-preference"
    ),
    **dict.fromkeys(("prefers-contrast", "prefers-reduced-motion"), "no-preference"),
    "color-gamut": "srgb",
    "prefers-color-scheme": "light",
}
"""The value of each feature on white paper, printed in colour."""
BITS = 8.0
"""The bits of each colour."""

_NOTHING = frozenset({"none", "0", "no-preference"})
_EM = 16.0
"""The font size, in pixels, that queries are relative to (Media Queries 4, 1.3)."""
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "=": isclose,
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_DEEPEST = 20
"""The maximum depth of brackets in a query: nobody writes three. A guess."""
_TOKEN = re.compile(r"\(|\)|[^\s()]+")
_SIGN = re.compile(r"\s*([<>]=?|=)\s*")
_RATIO = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(?:/\s*(\d+(?:\.\d+)?|\.\d+))?")


def holds(query: str, viewport: Viewport) -> Answer:
    """Return whether a list of media queries matches for a drawing on paper.

    >>> holds("screen, print and (min-width: 100px)", (200, 80)), holds("(colour)", (200, 80))
    (True, None)
    """
    queries = [one for one in query.lower().split(",") if one.strip()]
    answers = [_Query(one, viewport).answer() for one in queries]
    return _any(answers) if answers else True


def _any(answers: Sequence[Answer]) -> Answer:
    if True in answers:
        return True
    return None if None in answers else False


def _all(answers: Sequence[Answer]) -> Answer:
    if False in answers:
        return False
    return None if None in answers else True


def _not(answer: Answer) -> Answer:
    return None if answer is None else not answer


class _Query:
    """One query: a media type, conditions, or both."""

    def __init__(self, text: str, viewport: Viewport) -> None:
        self._tokens = _TOKEN.findall(text)
        self._viewport = viewport

    def answer(self) -> Answer:
        """Return whether it matches."""
        if self._tokens.count("(") > _DEEPEST:
            return None
        try:
            answer = self._whole()
        except IndexError:
            return None
        return None if self._tokens else answer

    def _whole(self) -> Answer:
        first = self._tokens[0]
        negated = first == "not" and self._tokens[1:2] != ["("]
        if first == "only" or negated:
            self._tokens.pop(0)
        if self._tokens[0] in ("(", "not"):
            return self._condition()
        found: list[Answer] = [self._tokens.pop(0) in ("all", "print")]
        if self._tokens and self._tokens.pop(0) == "and":
            found.append(self._condition())
        return _not(_all(found)) if negated else _all(found)

    def _condition(self) -> Answer:
        if self._tokens[0] == "not":
            self._tokens.pop(0)
            return _not(self._in_brackets())
        found = [self._in_brackets()]
        joint = ""
        while self._tokens and self._tokens[0] in ("and", "or"):
            word = self._tokens.pop(0)
            if joint not in ("", word):
                return None
            joint = word
            found.append(self._in_brackets())
        return _any(found) if joint == "or" else _all(found)

    def _in_brackets(self) -> Answer:
        if self._tokens.pop(0) != "(":
            return None
        if self._tokens[0] in ("(", "not"):
            answer = self._condition()
            self._tokens.pop(0)
            return answer
        words = list(self._until_closed())
        return _feature(" ".join(words), self._viewport)

    def _until_closed(self) -> Iterator[str]:
        depth = 1
        while True:
            token = self._tokens.pop(0)
            depth += {"(": 1, ")": -1}.get(token, 0)
            if not depth:
                return
            yield token


def _feature(text: str, viewport: Viewport) -> Answer:
    """Return whether a feature matches: `min-width: 9px`, `9px < width`, `color`."""
    parts = _SIGN.split(text)
    if len(parts) > 1:
        return _range(parts, viewport)
    name, colon, value = (part.strip() for part in text.partition(":"))
    side = name.removeprefix("min-").removeprefix("max-")
    measured = BITS if side == "color" else _measured(side, viewport)
    if measured is not None and (colon or side != name):
        sign = {"min": ">=", "max": "<="}.get(name[:3] if side != name else "", "=")
        return _compared(measured, sign, value)
    found = "landscape" if viewport[0] > viewport[1] else "portrait"
    if name != "orientation":
        found = _ON_PAPER.get(name, "yes" if measured else "")
    if not colon:
        return found not in _NOTHING if found else None
    return value == found or {value, found} <= {"0", "none"} if found else None


def _range(parts: Sequence[str], viewport: Viewport) -> Answer:
    """Return whether `9px < width`, `width < 9px` or `9px < width < 20px` matches."""
    answers: list[Answer] = []
    for left, sign, right in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        if (measured := _measured(left.strip(), viewport)) is not None:
            answers.append(_compared(measured, sign, right))
        elif (measured := _measured(right.strip(), viewport)) is not None:
            answers.append(_compared(measured, _TURNED[sign], left))
        else:
            return None
    return _all(answers)


def _measured(name: str, viewport: Viewport) -> float | None:
    """Return a side of the drawing in pixels, or its aspect ratio; None for other names."""
    width, height = viewport
    return {"width": width, "height": height, "aspect-ratio": width / height}.get(name)


def _compared(measured: float, sign: str, text: str) -> Answer:
    """Compare a measure with a length or a ratio; return None if the text is neither."""
    ratio = _RATIO.fullmatch(text.strip())
    if ratio is not None and float(ratio[2] or 1):
        return _COMPARED[sign](measured, float(ratio[1]) / float(ratio[2] or 1))
    read = length(text)
    value = pixels(text)
    if value is None and read is not None and read.unit in ("em", "rem"):
        value = read.number * _EM
    return None if value is None else _COMPARED[sign](measured, value)
