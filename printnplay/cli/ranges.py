"""Ranges of sheets and labels in options, such as `2-4,7`."""

import re

import typer

SHEETS = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
WHAT = {"--sheets": "sheets", "--skip": "labels"}


def skipped(text: str | None) -> tuple[tuple[int, int], ...]:
    """Parse the used labels of a sheet: the number of the first ones, or ranges.

    >>> skipped("3"), skipped("1,4-6"), skipped("4-4")
    (((1, 3),), ((1, 1), (4, 6)), ((4, 4),))
    """
    ranges = ranges_of("--skip", text)
    return ((1, ranges[0][1]),) if text and text.strip().isdecimal() else ranges


def ranges_of(option: str, text: str | None) -> tuple[tuple[int, int], ...]:
    """Parse ranges of sheets or labels such as `2-4,7`."""
    if text is None:
        return ()
    matches = [SHEETS.fullmatch(part.strip()) for part in text.split(",")]
    ranges = [(int(match[1]), int(match[2] or match[1])) for match in matches if match]
    if len(ranges) < len(matches) or not all(0 < first <= last for first, last in ranges):
        message = f"'{text}' is not a list of {WHAT[option]} such as 2-4,7."
        raise typer.BadParameter(message, param_hint=option)
    return tuple(ranges)
