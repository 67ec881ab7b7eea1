"""Patterns of the text lines that text boxes write into drawings, to find them again.

Text that is written in any other way is drawn like any shape. So the patterns match no more than a
template writes: an XML parser or a compiler must not be able to read a match differently.
"""

import re
from typing import NamedTuple, TypeAlias

from printnplay.kernel.diagnostics import Span

FirstPlace: TypeAlias = tuple[str, str, str]
"""The position and size that identify a text of a text box in its drawing."""


class Written(NamedTuple):
    """Where a template or a drawing sets a text, and the key of the text, or an empty key."""

    span: Span
    key: str = ""


DECIMAL = r"-?[0-9]{1,4}(?:\.[0-9]{1,9})?"
"""A number: without an exponent, and small enough to stay on any paper."""

WORDS = (
    r"(?=[^<]{1,500}<)"
    r"(?:[^<>&\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]++|&(?:amp|lt|gt|quot|#x27);)++"
)
"""The words of a line; no longer than any printed line."""

LINE = (
    rf'<tspan x="({DECIMAL})" y="({DECIMAL})" font-family="\x27?([\w .-]+)\x27?"'
    rf' font-weight="([0-9]{{1,4}})"(?: font-style="(italic)")?(?: word-spacing="({DECIMAL})")?'
    rf' font-size="({DECIMAL})" fill="(#[0-9a-f]{{6}})">({WORDS})</tspan>'
)
"""A line: its position, family, weight, slant, word spacing, size, colour and words."""

HIDDEN = (
    rf'<text xml:space="preserve"(?: stroke="none" text-anchor="start" letter-spacing="0")?>'
    rf'<tspan x="({DECIMAL})" y="({DECIMAL})" font-family="\x27?([\w .-]+)\x27?"'
    rf' font-weight="([0-9]{{1,4}})"(?: font-style="(italic)")? fill-opacity="0"'
    rf'(?: word-spacing="({DECIMAL})")? font-size="({DECIMAL})" fill="#[0-9a-f]{{6}}">'
    rf"({WORDS})</tspan></text>"
)
"""An invisible line for text extraction, whose letters are drawn as shapes: its position, family,
weight, slant, word spacing, size and words."""

LETTERS = "data-letters"
"""The attribute for how letter clusters are drawn: `OUTLINED` or `STACKED`."""
OUTLINED = "outlined"
"""Marks the outlines of letters, directly before the `HIDDEN` line with their words."""
STACKED = "stacked"
"""Marks a text with letter clusters that could not be drawn as shapes."""
OUTLINE = f'<path {LETTERS}="{OUTLINED}"'
"""The start of such an outline."""

_FIRST = re.compile(
    r'<text [^>]*><tspan x="(?P<x>[^"]*)" y="(?P<y>[^"]*)"[^>]* font-size="(?P<size>[^"]*)"'
)


def first_places(svg: str) -> list[FirstPlace]:
    """Return the start of the first line of each text of a text box, and its size, as written."""
    return [(first["x"], first["y"], first["size"]) for first in _FIRST.finditer(svg)]


BEGIN = '<text xml:space="preserve"><tspan'
"""The start of a text with such lines."""
END = "</text>"
