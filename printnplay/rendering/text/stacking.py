"""Texts of several paragraphs and lists in one box."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from printnplay.model.geometry import Um
from printnplay.model.style import TextStyle
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.galley import Galley
from printnplay.rendering.text.inline import Inline, Words
from printnplay.rendering.text.paragraph import Line, Paragraph, Setting, set_galley

LIST_MARK = "- "
BULLET = "•"
INDENT = 1.1
"""How far list items stand in, in em."""


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph of a text, or an item of a list in it."""

    inlines: tuple[Inline, ...]
    listed: bool = False


def parts_of(inlines: Sequence[Inline]) -> tuple[Part, ...]:
    r"""The paragraphs of a text, each from a line of its own; `- ` begins an item of a list.

    >>> [(part.inlines[0].text, part.listed) for part in parts_of([Words("Take\n\n- one")])]
    [('Take', False), ('one', True)]
    """
    if not any(isinstance(one, Words) and "\n" in one.text for one in inlines):
        return (_part(inlines),)
    rows: list[list[Inline]] = [[]]
    for one in inlines:
        if not isinstance(one, Words):
            rows[-1].append(one)
            continue
        first, *others = one.text.split("\n")
        rows[-1].append(replace(one, text=first))
        rows += [[replace(one, text=text)] for text in others]
    filled = [row for row in rows if any(not isinstance(one, Words) or one.text for one in row)]
    return tuple(map(_part, filled)) or (Part(()),)


def _part(inlines: Sequence[Inline]) -> Part:
    first = inlines[0] if inlines else None
    if not isinstance(first, Words) or not first.text.startswith(LIST_MARK):
        return Part(tuple(inlines))
    rest = replace(first, text=first.text.removeprefix(LIST_MARK))
    return Part((rest, *inlines[1:]), listed=True)


class Stack:
    """The paragraphs of a text, measured once and set at any size."""

    def __init__(self, galleys: Sequence[Galley], listed: Sequence[bool]) -> None:
        """Stack measured paragraphs; some are items of lists."""
        self.galleys, self._listed = tuple(galleys), tuple(listed)

    def set(self, width: Um, size: Um, room: Um) -> Paragraph:
        """All paragraphs at one size, hyphenated more if they would else be higher than the room.

        A style's space after a paragraph stands between them, and grows and shrinks with the size.
        """
        if len(self.galleys) == 1 and not self._listed[0]:
            style = self.galleys[0].style
            most = max(room // round(style.leading * size / style.size), 1)
            return set_galley(self.galleys[0], width, Setting(size, most=most))
        stacked = self._stacked(width, size, None)
        return stacked if stacked.height <= room else self._stacked(width, size, 1)

    def _stacked(self, width: Um, size: Um, most: int | None) -> Paragraph:
        indent = round(INDENT * size)
        item = Setting(size, indent=indent, marker=BULLET, most=most)
        settings = [item if listed else Setting(size, most=most) for listed in self._listed]
        found = [
            set_galley(galley, width, setting)
            for galley, setting in zip(self.galleys, settings, strict=True)
        ]
        style = self.galleys[0].style
        space = round(style.after * size / style.size)
        tops = list(accumulate((one.height + space for one in found), initial=0))
        lines = [line for one, top in zip(found, tops, strict=False) for line in _lowered(one, top)]
        return Paragraph(
            lines=tuple(lines),
            width=max((line.width for line in lines), default=0),
            height=tops[-1] - space,
            size=size,
            leading=found[0].leading,
            hyphens=sum(one.hyphens for one in found),
            over=max(one.over for one in found),
            gap=max(one.gap for one in found),
        )


def stack(inlines: Sequence[Inline], style: TextStyle, context: TextContext) -> Stack:
    """Measure a text of any number of paragraphs."""
    # The lines of a list are flush left: their marks must stand below each other.
    beside = replace(style, align="left") if style.align == "centre" else style
    parts = parts_of(inlines)
    galleys = [
        Galley(part.inlines, beside if part.listed else style, _in_language(part, context))
        for part in parts
    ]
    return Stack(galleys, [part.listed for part in parts])


def _in_language(part: Part, context: TextContext) -> TextContext:
    """The context of a part that is in another language than the text around."""
    first = part.inlines[0] if part.inlines else None
    other = first.language if isinstance(first, Words) else ""
    return replace(context, language=other) if other else context


def _lowered(paragraph: Paragraph, by: Um) -> list[Line]:
    """The lines of a paragraph, moved down; its mark is a part of the first."""
    lines = [replace(line, baseline=line.baseline + by) for line in paragraph.lines]
    if paragraph.marker and lines:
        shift = paragraph.marker.x - lines[0].x
        marks = tuple(replace(run, x=run.x + shift) for run in paragraph.marker.runs)
        lines[0] = replace(lines[0], runs=(*marks, *lines[0].runs))
    return lines
