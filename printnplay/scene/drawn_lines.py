"""Lines of text in drawings as text boxes write them, for what finds them there again.

Anything that is written otherwise is a drawing like any other. So these patterns take no more than
a template sets: nothing may match that an XML parser or a compiler could read in another way.
"""

import re
from typing import NamedTuple, TypeAlias

from printnplay.kernel.diagnostics import Span

FirstPlace: TypeAlias = tuple[str, str, str]
"""What tells a text of a text box from the others of its drawing."""


class Written(NamedTuple):
    """Where a template or a drawing sets a text, and the key of the text; empty if it has none."""

    span: Span
    key: str = ""


DECIMAL = r"-?[0-9]{1,4}(?:\.[0-9]{1,9})?"
"""A number: without an exponent, and of a size that stays on any paper."""

WORDS = (
    r"(?=[^<]{1,500}<)"
    r"(?:[^<>&\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]++|&(?:amp|lt|gt|quot|#x27);)++"
)
"""The words of a line; no longer than any that is printed."""

LINE = (
    rf'<tspan x="({DECIMAL})" y="({DECIMAL})" font-family="\x27?([\w .-]+)\x27?"'
    rf' font-weight="([0-9]{{1,4}})"(?: font-style="(italic)")?(?: word-spacing="({DECIMAL})")?'
    rf' font-size="({DECIMAL})" fill="(#[0-9a-f]{{6}})">({WORDS})</tspan>'
)
"""A line: its place, family, weight, slant, word spacing, size, colour and words."""

HIDDEN = (
    rf'<text xml:space="preserve"(?: stroke="none" text-anchor="start" letter-spacing="0")?>'
    rf'<tspan x="({DECIMAL})" y="({DECIMAL})" font-family="\x27?([\w .-]+)\x27?"'
    rf' font-weight="([0-9]{{1,4}})"(?: font-style="(italic)")? fill-opacity="0"'
    rf'(?: word-spacing="({DECIMAL})")? font-size="({DECIMAL})" fill="#[0-9a-f]{{6}}">'
    rf"({WORDS})</tspan></text>"
)
"""A line that is there for readers only, as its letters are drawn as shapes: its place, family,
weight, slant, word spacing, size and words."""

LETTERS = "data-letters"
"""The attribute that says how letters in clusters are drawn: `OUTLINED` or `STACKED`."""
OUTLINED = "outlined"
"""Marks the outline of letters, which stands right before the line with their words, `HIDDEN`."""
STACKED = "stacked"
"""Marks a text with clusters of letters that could not be drawn as shapes."""
OUTLINE = f'<path {LETTERS}="{OUTLINED}"'
"""How such an outline begins."""

_FIRST = re.compile(
    r'<text [^>]*><tspan x="(?P<x>[^"]*)" y="(?P<y>[^"]*)"[^>]* font-size="(?P<size>[^"]*)"'
)


def first_places(svg: str) -> list[FirstPlace]:
    """Return where the first line of each text of a text box starts, and its size, as written."""
    return [(first["x"], first["y"], first["size"]) for first in _FIRST.finditer(svg)]


BEGIN = '<text xml:space="preserve"><tspan'
"""How a text of such lines begins."""
END = "</text>"
