"""Texts by key, set in the styles of the look, as strips and labels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.geometry import Point, Rect, Um
from printnplay.model.inlines import Inline
from printnplay.model.picture import Picture
from printnplay.model.sheet import Item, Label, Link, Stamp, TextLine
from printnplay.model.style import Style, TextStyle
from printnplay.model.texts import Text, Texts
from printnplay.typesetting.pages.look import text_style
from printnplay.typesetting.pages.strips import Strip
from printnplay.typesetting.text.context import TextContext
from printnplay.typesetting.text.paragraph import AS_STYLED, Line, Paragraph, Setting, lay

LINES_TOGETHER = 2
"""A paragraph leaves at least so many lines on either side of a page break: no widow, no orphan."""


@dataclass(frozen=True, slots=True)
class Typesetter:
    """Sets the texts of one language in one look; faults go to the context's problems.

    `icon` draws an icon by name as a picture with sides of the given length.
    """

    texts: Texts
    style: Style
    context: TextContext
    icon: Callable[[str, Um], Picture]

    @property
    def problems(self) -> Problems:
        """Where the faults go."""
        return self.context.problems

    def anchor(self, name: str) -> str:
        """The anchor of a part of the book by its name; two languages have their own."""
        return f"{self.context.language}:{name}"

    def placed(self, x: Um, width: Um, room: Um) -> Um:
        """Where the left edge of something goes: so far from the edge where lines begin.

        `width` is its own width, `room` that of the column. In a language that is written from
        right to left, what is on the left in others is on the right.
        """
        return room - x - width if self.context.right_to_left else x

    def text(self, key: str) -> Text:
        """The text of this key; one that is missing is noted, and its key printed."""
        text = self.texts.entries.get(key)
        if text is not None:
            return text
        span = Span(self.texts.file)
        if self.texts.sound:
            self.problems.error(
                codes.MISSING_TEXT,
                f"the text `{key}` is missing in `{self.texts.language}`",
                span,
                f"expected the text `{key}`",
                f"add `{key}`",
            )
        return Text(key, {"other": f"[{key}]"}, span)

    def styled(self, name: str) -> TextStyle:
        """The text style of this name; one that the look lacks is noted."""
        style = text_style(self.style, name)
        if style is not None:
            return style
        self.problems.error(
            codes.UNKNOWN_TEXT_STYLE,
            f"the style has no text style `{name}`",
            self.style.span,
            f"expected `{name}` under `text`",
            f"add `{name}` to {self.style.span.file}",
        )
        return next(iter(self.style.text.values()))

    def inlines(self, key: str, **values: str | int) -> tuple[Inline, ...]:
        """The text of this key, its placeholders filled, read as markup.

        `values` fill placeholders that belong to the place and not to the game (`{page}`).
        """
        text = self.text(key)
        if values:
            text = replace(text, forms=_filled(text.forms, values))
        return self.context.parse(text)

    def label(self, key: str, style: str, **values: str | int) -> Label:
        """A short text on one line, measured."""
        return self.label_of(self.inlines(key, **values), style)

    def label_of(self, inlines: Sequence[Inline], style: str) -> Label:
        """A short text on one line, measured."""
        styled = replace(self.styled(style), align="left")
        paragraph = lay(inlines, styled, _ENDLESS, self.context)
        return label_of(paragraph, self.context, styled)

    def strips(
        self,
        inlines: Sequence[Inline],
        style: str | TextStyle,
        width: Um,
        setting: Setting = AS_STYLED,
    ) -> list[Strip]:
        """A paragraph as one strip a line, with no widow or orphan."""
        styled = self.styled(style) if isinstance(style, str) else style
        paragraph = lay(inlines, styled, width, self.context, setting)
        source = inlines[0].span if inlines else None
        last = len(paragraph.lines) - 1
        return [
            Strip(
                height=paragraph.leading,
                items=self._line(paragraph, index, source),
                before=styled.before if index == 0 else 0,
                after=styled.after if index == last else 0,
                keep=_stays(index, last),
            )
            for index in range(last + 1)
        ]

    def _line(self, paragraph: Paragraph, index: int, source: Span | None) -> tuple[Item, ...]:
        line, up = paragraph.lines[index], -index * paragraph.leading
        items = [*text_items(line, up, source), *self._icons(line, up)]
        for link in line.links:
            size = paragraph.size
            rect = Rect(line.x + link.x, line.baseline + up - size, link.width, size * 5 // 4)
            items.append(Link(rect, link.target))
        if paragraph.marker and index == 0:
            items = [*text_items(paragraph.marker, up, source), *items]
        return tuple(items)

    def _icons(self, line: Line, dy: Um) -> list[Item]:
        return [
            Stamp(
                self.icon(icon.name, icon.size),
                Rect(line.x + icon.x, line.baseline + icon.top + dy, icon.size, icon.size),
            )
            for icon in line.icons
        ]


_ENDLESS: Um = 10_000_000


def text_items(line: Line, dy: Um, source: Span | None = None) -> list[Item]:
    """The words of a set line, moved down; `source` is where they are written."""
    at = Point(line.x, line.baseline + dy)
    return [TextLine(at, line.runs, source=source)] if line.runs else []


def label_of(paragraph: Paragraph, context: TextContext, style: TextStyle) -> Label:
    """The first line of a paragraph as a label."""
    if not paragraph.lines:
        return Label((), 0, 0)
    line = paragraph.lines[0]
    face = context.shelf.face(style.family, style.weight)
    height = round(context.shelf.file(face).cap_height * paragraph.size)
    return Label(line.runs, line.width, height)


def _stays(index: int, last: int) -> bool:
    """Whether a line must not part from the next one."""
    if index == last:
        return False
    return index < LINES_TOGETHER - 1 or index + LINES_TOGETHER > last


def _filled(forms: Mapping[str, str], values: Mapping[str, str | int]) -> dict[str, str]:
    filled = {}
    for category, form in forms.items():
        for name, value in values.items():
            form = form.replace("{" + name + "}", str(value))
        filled[category] = form
    return filled
