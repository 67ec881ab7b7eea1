"""Remembers which paragraph each line of a laid-out page comes from.

A page holds set lines only; the contestants need the paragraphs, to break their lines themselves.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple
from unittest.mock import patch

from printnplay.kernel.geometry import Point, Um
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.rulebook.pages.strips import Strip
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.sheet import Role, Stamp, TextLine
from printnplay.scene.style import TextStyle
from printnplay.text.font_file import FontError
from printnplay.text.paragraph import AS_STYLED, Setting

Rich = list[list[str]]
"""Text in pieces: the words, and `b`, `i`, `bi` or nothing."""

ICON = "oo"
"""What the contestants set for an icon in a line: letters as wide as it."""

LEFT_OUT = str.maketrans({"\u00ad": "", "\u2060": "", "\u200b": "", "\u2011": "-"})


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as it was asked for, and the size it was set in."""

    words: Rich
    style: TextStyle
    faces: dict[str, str]
    colour: str
    width: Um
    size: Um
    leading: Um
    marker: str
    indent: Um


class Place(NamedTuple):
    """A line of a paragraph, and where it stood before the page was made up."""

    paragraph: Paragraph
    line: int
    at: Point


@dataclass
class Record:
    """The lines and icons seen so far, by the identity of their runs and pictures, which stay."""

    lines: dict[int, Place] = field(default_factory=dict)
    icons: set[int] = field(default_factory=set)
    _alive: list[object] = field(default_factory=list)

    def place(self, line: TextLine) -> Place | None:
        """Where a line comes from; None for a label."""
        return self.lines.get(id(line.runs))

    def is_icon(self, stamp: Stamp) -> bool:
        """Whether a picture stands in a line, where the contestants set letters."""
        return id(stamp.picture) in self.icons

    def keep(self, paragraph: Paragraph, strips: Sequence[Strip]) -> None:
        """Remember the lines of a paragraph."""
        for index, strip in enumerate(strips):
            for item in strip.items:
                if isinstance(item, TextLine):
                    self._alive.append(item.runs)
                    self.lines[id(item.runs)] = Place(paragraph, index, item.at)
                elif isinstance(item, Stamp):
                    self._alive.append(item.picture)
                    self.icons.add(id(item.picture))


@contextmanager
def recording() -> Iterator[Record]:
    """Record every paragraph that is set meanwhile."""
    record = Record()
    original = Typesetter.strips

    def strips(
        typesetter: Typesetter,
        inlines: Sequence[Inline],
        style: str | TextStyle,
        width: Um,
        setting: Setting = AS_STYLED,
        *,
        role: Role = "P",
    ) -> list[Strip]:
        made = original(typesetter, inlines, style, width, setting, role=role)
        record.keep(_paragraph(typesetter, inlines, style, width, setting, made), made)
        return made

    with patch.object(Typesetter, "strips", strips):
        yield record


def _paragraph(
    typesetter: Typesetter,
    inlines: Sequence[Inline],
    style: str | TextStyle,
    width: Um,
    setting: Setting,
    made: Sequence[Strip],
) -> Paragraph:
    styled = typesetter.styled(style) if isinstance(style, str) else style
    runs = [run for item in made[0].items if isinstance(item, TextLine) for run in item.runs]
    return Paragraph(
        words=[_rich(inline) for inline in inlines],
        style=styled,
        faces=_faces(typesetter, styled),
        colour=typesetter.style.colours.get(styled.colour, styled.colour),
        width=width,
        size=runs[0].size if runs else styled.size,
        leading=made[0].height,
        marker=setting.marker or "",
        indent=setting.indent,
    )


def _faces(typesetter: Typesetter, style: TextStyle) -> dict[str, str]:
    """The faces of plain, bold and italic text; upright where the family has no italic."""
    shelf = typesetter.context.shelf
    made = {}
    for kind in ("", "b", "i", "bi"):
        weight = style.bold if "b" in kind else style.weight
        try:
            face = shelf.face(style.family, weight, italic="i" in kind)
        except FontError:
            face = shelf.face(style.family, weight)
        made[kind] = face.name
    return made


def _rich(inline: Inline) -> list[str]:
    if not isinstance(inline, InlineText):
        return [ICON, ""]
    kind = ("b" if inline.strong else "") + ("i" if inline.emphasis else "")
    return [inline.text.translate(LEFT_OUT), kind]
