"""Texts by key, set in the styles of a game as strips and labels."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.game.texts import Text, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span, Subject
from printnplay.kernel.geometry import Point, Rect, Um
from printnplay.kernel.inlines import Formula, Icon, Inline, InlineText
from printnplay.rulebook.pages.look import text_style
from printnplay.rulebook.pages.strips import Strip, tagged
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Item,
    Label,
    Link,
    Panel,
    Role,
    Run,
    Stamp,
    Tag,
    TextLine,
    is_address,
    shifted,
    within,
)
from printnplay.scene.style import Style, TextStyle
from printnplay.text.context import TextContext
from printnplay.text.font_file import SOFT_HYPHEN
from printnplay.text.formulas import UNITS
from printnplay.text.languages import plural_category
from printnplay.text.markup import GENERAL
from printnplay.text.paragraph import (
    AS_STYLED,
    Line,
    Paragraph,
    PlacedCode,
    PlacedFormula,
    PlacedIcon,
    PlacedLink,
    Setting,
    lay,
    lay_line,
)

OVERHANG: Um = 500
"""The margin around the drawing of a formula, for italics that overhang its box: half a millimetre
is more than they do at 20 pt. A guess."""

LINES_TOGETHER = 2
"""The least lines of a paragraph on either side of a page break: the typographers' rule against
widows and orphans."""


class Typesetter(Struct, frozen=True):
    """A typesetter of the texts of one language in one style.

    `icon` draws an icon by name as a picture with sides of the given length. `numbers` are the
    numbers of headings and rules, by key. Faults go to the context's problems.
    """

    texts: Texts
    style: Style
    context: TextContext
    icon: Callable[[str, Um], Picture]
    numbers: Mapping[str, InlineText] = field(default_factory=dict)

    @property
    def problems(self) -> Problems:
        """The collector of faults."""
        return self.context.problems

    def anchor(self, name: str) -> str:
        """Return the anchor of a part of the book; each language has its own."""
        return f"{self.context.language}:{name}"

    def placed(self, x: Um, width: Um, room: Um) -> Um:
        """Return the left edge of an item at a distance from the start of lines.

        `width` is the item's width, `room` the column's. Right-to-left languages mirror the
        position.
        """
        return room - x - width if self.context.right_to_left else x

    def text(self, key: str) -> Text:
        """Return the text of this key; report a missing one, and return its key instead."""
        text = self.texts.entries.get(key)
        if text is not None:
            return text
        span = Span(self.texts.file)
        if self.texts.sound:
            self.problems.add(
                Diagnostic(
                    codes.MISSING_TEXT,
                    f"the text `{key}` is missing in `{self.texts.language}`",
                    span,
                    f"expected the text `{key}`",
                    f"add `{key}`",
                    subject=Subject(key=key),
                )
            )
        return Text(key, {"other": f"[{key}]"}, span)

    def styled(self, name: str) -> TextStyle:
        """Return the text style of this name; report a missing one."""
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
        """Return the text of this key, parsed as markup with its placeholders filled in.

        `values` fill placeholders that depend on the context, not on the game (`{page}`). The first
        number among them selects the form of a plural text.
        """
        text = self.text(key)
        if values:
            text = replace(text, forms=_filled(text, self.texts.language, values))
        return self.context.parse(text)

    def numbered(self, key: str) -> tuple[Inline, ...]:
        """Return the text of a heading or rule, after its number if it has one."""
        inlines, number = self.inlines(key), self.numbers.get(key)
        return (replace(number, span=self.text(key).span), *inlines) if number else inlines

    def label(self, key: str, style: str, **values: str | int) -> Label:
        """Return a short text on one line, measured."""
        return self.label_of(self.inlines(key, **values), style)

    def label_of(self, inlines: Sequence[Inline], style: str) -> Label:
        """Return a short text on one line, measured."""
        styled = replace(self.styled(style), align="left")
        inlines = [InlineText(one.said) if isinstance(one, Formula) else one for one in inlines]
        line = lay_line(inlines, styled, self.context, _ENDLESS)
        if line is None:
            return Label((), 0, 0)
        shelf = self.context.shelf
        face = shelf.face(styled.family, styled.weight)
        return Label(line.runs, line.width, round(shelf.file(face).cap_height * styled.size))

    def strips(
        self,
        inlines: Sequence[Inline],
        style: str | TextStyle,
        width: Um,
        setting: Setting = AS_STYLED,
        *,
        role: Role = "P",
    ) -> list[Strip]:
        """Return a paragraph as strips, one per line, without widows and orphans.

        `role` is its structure role; a paragraph with a marker is a list item.
        """
        styled = self.styled(style) if isinstance(style, str) else style
        paragraph = lay(inlines, styled, width, self.context, setting)
        last = len(paragraph.lines) - 1
        strips = [
            Strip(
                height=paragraph.leading + sum(_beyond(paragraph, index)),
                items=shifted(items, 0, _beyond(paragraph, index)[0]),
                before=styled.before if index == 0 else 0,
                after=styled.after if index == last else 0,
                keep=_stays(index, last),
            )
            for index, items in enumerate(self._lines(paragraph, inlines))
        ]
        if not paragraph.marker:
            return tagged(strips, Tag(role))
        source = inlines[0].span if inlines else None
        marker = within(text_items(paragraph.marker, 0, source), Tag("Lbl"))
        first, *others = tagged(strips, Tag("LBody"))
        return tagged([replace(first, items=(*marker, *first.items)), *others], Tag("LI"))

    def _lines(self, paragraph: Paragraph, inlines: Sequence[Inline]) -> Iterator[tuple[Item, ...]]:
        """Yield the items of each line, in reading order."""
        source = inlines[0].span if inlines else None
        words = iter([inline.words for inline in inlines if isinstance(inline, Icon)])
        target, tag = "", Tag("Link")
        for index, line in enumerate(paragraph.lines):
            at = Point(line.x, line.baseline - index * paragraph.leading)
            runs = _divided(line.runs) if line.divides else line.runs
            items: list[Item] = []
            done = 0
            marks: list[PlacedIcon | PlacedFormula | PlacedLink | PlacedCode] = [*line.icons]
            marks += *line.formulas, *line.links, *line.codes
            for mark in sorted(marks, key=attrgetter("after")):
                items += _words(at, runs[done : mark.after], source)
                apart, done = mark.after > done, mark.after
                if isinstance(mark, PlacedIcon):
                    items.append(self._icon(mark, at, next(words, "")))
                    continue
                if isinstance(mark, PlacedFormula):
                    items.append(_formula(mark, at))
                    continue
                if isinstance(mark, PlacedCode):
                    items += within(_words(at, runs[done : mark.end], source), Tag("Code"))
                    target, done = "", mark.end
                    continue
                if apart or mark.target != target:
                    target, tag = mark.target, Tag("Link")
                items += self._link(mark, at, _words(at, runs[done : mark.end], source), tag)
                done = mark.end
            if done < len(runs):
                target = ""
            rules = (Panel(rule.at(at.x, at.y), rule.colour) for rule in line.rules)
            yield (*items, *_words(at, runs[done:], source), *rules)

    def _icon(self, icon: PlacedIcon, at: Point, words: str) -> Stamp:
        """Return an inline icon; if the text beside it has its words, it is an ornament."""
        rect = Rect(at.x + icon.x, at.y + icon.top, icon.size, icon.size)
        tags = (Tag("Span", actual=words),) if words else ()
        return Stamp(self.icon(icon.name, icon.size), rect, tags=tags)

    def _link(
        self, link: PlacedLink, at: Point, words: Sequence[Item], tag: Tag
    ) -> tuple[Item, ...]:
        """Return the words of a link, and its clickable area."""
        size = max(run.size for item in words if isinstance(item, TextLine) for run in item.runs)
        rect = Rect(at.x + link.x, at.y - size, link.width, size * 5 // 4)
        references = (self.context.resolver.references or {}).values()
        said = (one.words for one in references if one.target == link.target)
        described = link.target if is_address(link.target) else next(said, "")
        return *within(words, tag), Link(rect, link.target, described, (tag,))


def _formula(placed: PlacedFormula, at: Point) -> Stamp:
    """Return a formula in a line, with its words for readers."""
    width, height = round(placed.formula.width * placed.size), placed.above + placed.below
    rect, margin = Rect(at.x + placed.x, at.y - placed.above, width, height), OVERHANG
    whole = Rect(0, 0, width, height).grown(margin)
    view = " ".join(str(edge / 1000) for edge in (whole.x, whole.y, whole.width, whole.height))
    move = f"translate(0 {placed.above / 1000}) scale({placed.size / 1000 / UNITS})"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">'
        f'<g transform="{move}" fill="{placed.colour}">{placed.formula.drawing}</g></svg>'
    )
    picture = Picture("formula", rect.size, margin, svg, alt=placed.words)
    tag = Tag("Formula", alt=placed.words, actual=placed.words)
    return Stamp(picture, rect, tags=(tag,))


def _beyond(paragraph: Paragraph, index: int) -> tuple[Um, Um]:
    """Return how far formulas rise above a line, and sink below it."""
    line = paragraph.lines[index]
    above = line.baseline - index * paragraph.leading
    below = paragraph.leading - above
    return (
        max((one.above - above for one in line.formulas if one.above > above), default=0),
        max((one.below - below for one in line.formulas if one.below > below), default=0),
    )


_ENDLESS: Um = 10_000_000
"""An unlimited width, in micrometres: 10 m, twice the longest paper."""


def text_items(line: Line, dy: Um, source: Span | None = None) -> list[TextLine]:
    """Return the words of a set line, moved down; `source` is their place in the source."""
    return _words(Point(line.x, line.baseline + dy), line.runs, source)


def _words(at: Point, runs: tuple[Run, ...], source: Span | None) -> list[TextLine]:
    return [TextLine(at, runs, source=source)] if runs else []


def _divided(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Return the runs of a line that ends within a word: its hyphen is not part of the text."""
    last = runs[-1]
    return (*runs[:-1], replace(last, text=last.text.removesuffix("-") + SOFT_HYPHEN))


def _stays(index: int, last: int) -> bool:
    """Return whether a line must stay with the next one."""
    if index == last:
        return False
    return index < LINES_TOGETHER - 1 or index + LINES_TOGETHER > last


def _filled(text: Text, language: str, values: Mapping[str, str | int]) -> dict[str, str]:
    filled, forms = {}, text.forms
    number = next((value for value in values.values() if isinstance(value, int)), None)
    if len(forms) > 1 and number is not None:
        forms = {GENERAL: forms.get(plural_category(language, number), text.plain)}
    for category, form in forms.items():
        for name, value in values.items():
            form = form.replace("{" + name + "}", str(value))
        filled[category] = form
    return filled
