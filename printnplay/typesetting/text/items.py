"""Cutting a paragraph into the pieces that stay together on a line.

How wide the pieces of a paragraph are, beside each other and on lines; all widths in em.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from printnplay.model.style import TextStyle
from printnplay.typesetting.text.context import TextContext
from printnplay.typesetting.text.fonts import SMALL_CAPS, FontShelf
from printnplay.typesetting.text.hyphens import parts
from printnplay.typesetting.text.markup import WHITE, Icon, Inline, InlineText

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
class LineItem:
    """A part of a paragraph that is never divided: text in one face, or an icon."""

    text: str
    face: str
    icon: str = ""
    joint: Joint = Joint.GLUED


def cut(
    inlines: Sequence[Inline], style: TextStyle, context: TextContext, *, divide: bool
) -> list[LineItem]:
    """The pieces of a paragraph; with `divide`, words come apart where they may be hyphenated."""
    pieces: list[LineItem] = []
    for inline in inlines:
        if isinstance(inline, Icon):
            face = context.face(style, InlineText("", span=inline.span)).name
            pieces.append(LineItem("", face, inline.name))
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


def _join(pieces: list[LineItem], joint: Joint) -> None:
    if pieces:
        last = pieces[-1]
        pieces[-1] = LineItem(last.text, last.face, last.icon, joint)


def _word(word: str, face: str, context: TextContext, *, divide: bool) -> list[LineItem]:
    """The pieces of what stands between two spaces; one with a dash is divided there only."""
    strokes = OPENINGS.split(word)
    pieces: list[LineItem] = []
    for stroke in strokes:
        _join(pieces, Joint.DASH)
        pieces += _syllables(stroke, face, context, divide=divide and len(strokes) == 1)
    return pieces


def _syllables(word: str, face: str, context: TextContext, *, divide: bool) -> Iterator[LineItem]:
    """The word, or what it comes apart into; names of games and keywords in capitals stay whole."""
    bare = word.translate(DRAWN).strip(".,;:!?")
    keyword = bare.isupper() and len(bare) <= LONGEST_KEYWORD
    if not divide or keyword or bare in context.unbroken:
        yield LineItem(word.translate(DRAWN), face)
        return
    typed = tuple(word.split(SOFT_HYPHEN))
    *heads, tail = typed if len(typed) > 1 else parts(word, context.language)
    for head in heads:
        yield LineItem(head.translate(DRAWN), face, joint=Joint.SOFT)
    yield LineItem(tail.translate(DRAWN), face)


ICON = 0.9
"""The side of an inline icon: as tall as letters with accents, so lines need not spread."""

SEPARATOR = {Joint.SPACE: " "}

ROUNDING = 1e-6
"""Widths that differ by less, in em, are the same: less than a hundredth of a micrometre."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What is drawn in one go on a line: text in one face, or an icon, `x` em from its start.

    `share` is its size as a share of the paragraph's; `small_caps` are those of the face.
    """

    x: float
    text: str
    face: str
    icon: str
    share: float = 1.0
    small_caps: bool = False


class SetLine(NamedTuple):
    """What a line draws, its width, and what is added to each of its spaces; all in em."""

    stretches: tuple[Stretch, ...]
    width: float
    space: float = 0.0


@dataclass(frozen=True, slots=True)
class Material:
    """Pieces and their places, as if the whole paragraph were one endless line.

    A line of the pieces `a` to `b` is `ends[b] - starts[a]` wide, with the hyphen that it may add.
    """

    pieces: tuple[LineItem, ...]
    starts: tuple[float, ...]
    ends: tuple[float, ...]


def measure(pieces: Sequence[LineItem], shelf: FontShelf) -> Material:
    """Measure pieces side by side, each with its neighbour, so that kerning counts."""
    starts, ends, x = [], [], 0.0
    for index, piece in enumerate(pieces):
        starts.append(x)
        ends.append(x + _alone(piece, shelf))
        if index + 1 < len(pieces):
            x += _to_next(piece, pieces[index + 1], shelf)
    return Material(tuple(pieces), tuple(starts), tuple(ends))


def _alone(piece: LineItem, shelf: FontShelf) -> float:
    if piece.icon:
        return ICON
    hyphen = "-" if piece.joint is Joint.SOFT else ""
    return shelf.advance(piece.text + hyphen, piece.face)


def _to_next(piece: LineItem, following: LineItem, shelf: FontShelf) -> float:
    """From the start of a piece to the start of the one that follows on the same line."""
    space = SEPARATOR.get(piece.joint, "")
    if piece.icon:
        spaced = shelf.advance(space + following.text, following.face)
        return ICON + spaced - shelf.advance(following.text, following.face)
    if following.icon or following.face != piece.face:
        return shelf.advance(piece.text + space, piece.face)
    both = shelf.advance(piece.text + space + following.text, piece.face)
    return both - shelf.advance(following.text, piece.face)


def stretches(line: Sequence[LineItem], shelf: FontShelf) -> SetLine:
    """What a line draws, and its exact width, shaped as it is drawn.

    A line that ended at a space keeps it, unseen and outside the width, so that words stay apart
    for a reader who copies the text or has it read aloud.
    """
    found, x = [], 0.0
    for text, face, icon in _grouped(line):
        if face.endswith(SMALL_CAPS) and not icon:
            for part in shelf.small_caps(text, face):
                found.append(Stretch(x, part.text, part.face, "", part.share, part.own))
                x += part.width
            continue
        found.append(Stretch(x, text, face, icon))
        x += ICON if icon else shelf.advance(text, face)
    if line[-1].joint is not Joint.SPACE or not found:
        return SetLine(tuple(found), x)
    last = found[-1]
    if last.icon:
        found.append(Stretch(x, " ", last.face, ""))
    else:
        found[-1] = replace(last, text=last.text + " ")
    return SetLine(tuple(found), x)


def justified(line: SetLine, width: float, loosest: float) -> SetLine:
    """The line with its spaces widened or narrowed to a width; none by more than `loosest`.

    The space that a line ends with is not part of its width, and stays out of the count.
    """
    counts = [word_spaces(one.text) for one in line.stretches]
    if counts and line.stretches[-1].text.endswith(" "):
        counts[-1] -= 1
    spaces = sum(counts)
    spare = width - line.width
    if not spaces or abs(spare) < ROUNDING:
        return line
    space = min(spare / spaces, loosest)
    found, passed = [], 0
    for one, count in zip(line.stretches, counts, strict=True):
        found.append(replace(one, x=one.x + passed * space))
        passed += count
    return SetLine(tuple(found), line.width + spaces * space, space)


def word_spaces(text: str) -> int:
    """The spaces of a text that justifying widens: narrow ones stay as they are."""
    return text.count(" ") + text.count("\u00a0")


def _grouped(line: Sequence[LineItem]) -> Iterator[tuple[str, str, str]]:
    """Text, face and icon of each stretch; a space stands with the text before it, if any."""
    text, face = "", ""
    for index, piece in enumerate(line):
        if text and (piece.icon or piece.face != face):
            yield text, face, ""
            text = ""
        face = piece.face
        if piece.icon:
            yield "", face, piece.icon
        else:
            text += piece.text
        if index + 1 < len(line):
            text += SEPARATOR.get(piece.joint, "")
        elif piece.joint is Joint.SOFT:
            text += "-"
    if text:
        yield text, face, ""
