"""Lines of scripts of nanDECK: directives over several lines, and what ends what."""

import re
from collections.abc import Sequence

from msgspec import Struct

DIRECTIVES = (
    re.compile(r"\s*(\[[^\]=]+\]|[A-Za-z]\w*)\s*(?:=(.*))?$", re.DOTALL),
    # Labels such as N[label], and macros with brackets.
    re.compile(r"\s*([A-Za-z]?\[[^\]=]+\]|\w+)[^=]*=(.*)$", re.DOTALL),
)


class Line(Struct, frozen=True):
    """A directive with the file and the line that it is in."""

    file: str
    number: int
    name: str
    said: str


def joined(text: str) -> Sequence[tuple[int, str]]:
    """Return the lines with something in them; those in braces are joined, by their first one."""
    found: list[tuple[int, str]] = []
    waiting, begun = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        if waiting:
            waiting += bare
        elif bare.startswith("{") and "}" not in bare:
            waiting, begun = bare.removeprefix("{") or " ", number
        elif bare and bare[0] not in ";'":
            found.append((number, bare))
        if waiting and (bare.endswith("}") or len(waiting) > 100_000):
            found.append((begun, waiting.removesuffix("}")))
            waiting = ""
    return found


def copies_of(cell: str) -> int:
    """Return the copies of a card by its cell; one if that is no number."""
    return min(int(float(cell)), 999) if re.fullmatch(r"\d{1,4}(\.\d*)?", cell.strip()) else 1


def end_of(lines: Sequence[Line], at: int, begin: str, *ends: str) -> int:
    """Return the place of the line that ends what a line begins."""
    depth = 0
    for place in range(at, len(lines)):
        name = lines[place].name.upper()
        depth += (name == begin) - (name in ends)
        if depth == 0:
            return place
    return len(lines)
