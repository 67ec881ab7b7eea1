"""How wide the pieces of a paragraph are, beside each other and on lines; all widths in em."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from printnplay.rendering.text.fonts import FontShelf
from printnplay.rendering.text.pieces import Joint, Piece
from printnplay.rendering.text.smallcaps import SMALL_CAPS

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

    pieces: tuple[Piece, ...]
    starts: tuple[float, ...]
    ends: tuple[float, ...]


def measure(pieces: Sequence[Piece], shelf: FontShelf) -> Material:
    """Measure pieces side by side, each with its neighbour, so that kerning counts."""
    starts, ends, x = [], [], 0.0
    for index, piece in enumerate(pieces):
        starts.append(x)
        ends.append(x + _alone(piece, shelf))
        if index + 1 < len(pieces):
            x += _to_next(piece, pieces[index + 1], shelf)
    return Material(tuple(pieces), tuple(starts), tuple(ends))


def _alone(piece: Piece, shelf: FontShelf) -> float:
    if piece.icon:
        return ICON
    hyphen = "-" if piece.joint is Joint.SOFT else ""
    return shelf.advance(piece.text + hyphen, piece.face)


def _to_next(piece: Piece, following: Piece, shelf: FontShelf) -> float:
    """From the start of a piece to the start of the one that follows on the same line."""
    space = SEPARATOR.get(piece.joint, "")
    if piece.icon:
        spaced = shelf.advance(space + following.text, following.face)
        return ICON + spaced - shelf.advance(following.text, following.face)
    if following.icon or following.face != piece.face:
        return shelf.advance(piece.text + space, piece.face)
    both = shelf.advance(piece.text + space + following.text, piece.face)
    return both - shelf.advance(following.text, piece.face)


def stretches(line: Sequence[Piece], shelf: FontShelf) -> SetLine:
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


def _grouped(line: Sequence[Piece]) -> Iterator[tuple[str, str, str]]:
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
