"""Small capitals: the font's own, or capitals made smaller."""

from itertools import groupby
from typing import NamedTuple

from printnplay.rendering.text.fontfile import FontFile

SMALL_CAPS = " small caps"
"""Behind the name of a face: small letters are set as small capitals in it."""

SHARE = 0.8
"""The size of capitals that stand for small ones: as heavy as the text around them allows."""


class Part(NamedTuple):
    """A part of a text in small capitals: what is drawn, in which face, at which share of the size.

    `own` says that the face draws small capitals by itself; `width` is in em of the text around.
    """

    text: str
    face: str
    share: float
    width: float
    own: bool = False


def small_caps(text: str, file: FontFile) -> list[Part]:
    """The parts that a text is drawn in."""
    name = file.face.name
    if file.has_small_caps:
        return [Part(text, name, 1.0, file.small_caps_advance(text), own=True)]
    parts = []
    for is_small, letters in groupby(text, str.islower):
        drawn = "".join(letters)
        drawn, share = (drawn.upper(), SHARE) if is_small else (drawn, 1.0)
        parts.append(Part(drawn, name, share, file.advance(drawn) * share))
    return parts
