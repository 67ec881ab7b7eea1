"""Vertical text: lines that are turned by 90 degrees, with upright Chinese, Japanese and Korean."""

from collections.abc import Iterator
from itertools import groupby
from unicodedata import east_asian_width

from msgspec.structs import replace

from printnplay.scene.sheet import Run
from printnplay.text.font_file import FontFile, word_spaces


def vertical_parts(run: Run, file: FontFile) -> Iterator[tuple[Run, bool]]:
    """Yield the parts of a run, and whether the letters of each stay upright."""
    passed = ""
    for is_upright, letters in groupby(run.text, is_wide):
        text = "".join(letters)
        before = file.advance(passed) * run.size + word_spaces(passed) * run.space
        yield replace(run, text=text, x=run.x + round(before)), is_upright
        passed += text


def is_wide(letter: str) -> bool:
    """Return whether a letter is as wide as an ideograph: these stay upright in vertical text."""
    return east_asian_width(letter) in ("W", "F")
