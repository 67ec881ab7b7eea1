"""Cutting a paragraph into the pieces that stay together on a line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from printnplay.model.style import TextStyle
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.hyphens import parts
from printnplay.rendering.text.inline import WHITE, Icon, Inline, Words
from printnplay.rendering.text.smallcaps import SMALL_CAPS

SOFT_HYPHEN = "\u00ad"
# Joiners only steer breaking; the non-breaking hyphen, which few fonts have, looks like any other.
DRAWN = str.maketrans({SOFT_HYPHEN: "", "\u2060": "", "\u200b": "", "\u2011": "-"})
# After a hyphen or dash between letters, or where a break was typed.
OPENINGS = re.compile(r"(?<=[^\W\d_][-‐–—])(?=[^\W\d_])|\u200b")


LONGEST_KEYWORD = 12
"""Letters of a word in capitals up to which it is never hyphenated."""


class Joint(Enum):
    """What stands between a piece and the next, and so how a line may end there."""

    GLUED = "nothing: the line cannot end"
    SPACE = "a space, which goes when the line ends"
    DASH = "nothing: the line may end, after a dash"
    SOFT = "nothing: the line may end, with a hyphen that it adds"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a paragraph that is never divided: text in one face, or an icon."""

    text: str
    face: str
    icon: str = ""
    joint: Joint = Joint.GLUED


def cut(
    inlines: Sequence[Inline], style: TextStyle, context: TextContext, *, divide: bool
) -> list[Piece]:
    """The pieces of a paragraph; with `divide`, words come apart where they may be hyphenated."""
    pieces: list[Piece] = []
    for inline in inlines:
        if isinstance(inline, Icon):
            face = context.face(style, Words("", span=inline.span)).name
            pieces.append(Piece("", face, inline.name))
            continue
        face = context.face(style, inline).name
        if inline.small_caps:
            face += SMALL_CAPS
        for chunk in re.split(f"({WHITE}+)", inline.text):
            if chunk and not chunk.strip(" \t\r\n"):
                _join(pieces, Joint.SPACE)
            elif chunk:
                pieces += _word(chunk, face, context, divide=divide)
    _join(pieces, Joint.GLUED)
    return pieces


def _join(pieces: list[Piece], joint: Joint) -> None:
    if pieces:
        last = pieces[-1]
        pieces[-1] = Piece(last.text, last.face, last.icon, joint)


def _word(word: str, face: str, context: TextContext, *, divide: bool) -> list[Piece]:
    """The pieces of what stands between two spaces; one with a dash is divided there only."""
    strokes = OPENINGS.split(word)
    pieces: list[Piece] = []
    for stroke in strokes:
        _join(pieces, Joint.DASH)
        pieces += _syllables(stroke, face, context, divide=divide and len(strokes) == 1)
    return pieces


def _syllables(word: str, face: str, context: TextContext, *, divide: bool) -> Iterator[Piece]:
    """The word, or what it comes apart into; names of games and keywords in capitals stay whole."""
    bare = word.translate(DRAWN).strip(".,;:!?")
    keyword = bare.isupper() and len(bare) <= LONGEST_KEYWORD
    if not divide or keyword or bare in context.unbroken:
        yield Piece(word.translate(DRAWN), face)
        return
    typed = tuple(word.split(SOFT_HYPHEN))
    *heads, tail = typed if len(typed) > 1 else parts(word, context.language)
    for head in heads:
        yield Piece(head.translate(DRAWN), face, joint=Joint.SOFT)
    yield Piece(tail.translate(DRAWN), face)
