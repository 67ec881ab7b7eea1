"""Finding an occasion for a mistake in a text, and making it there."""

import re
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from .sites import Site

Maker: TypeAlias = Callable[[Site, Random], str | None]
"""A text in, the same text with a mistake out; None where there is no occasion for it."""


def pick(pattern: re.Pattern[str], text: str, chance: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


def put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def replaced(text: str, pattern: re.Pattern[str], new: str, chance: Random) -> str | None:
    match = pick(pattern, text, chance)
    return match and put(text, match, new)
