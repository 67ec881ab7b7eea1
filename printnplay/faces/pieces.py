"""The pieces of a flow, and how they are laid out in a column of a width: see `flow`.

Lengths are micrometres. A piece is laid out for each attempt to fit it, and drawn once.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.faces.filled import Opaque
from printnplay.faces.sandbox import MistakeError
from printnplay.faces.text_areas import Turned
from printnplay.faces.text_svg import SHARE_ABOVE
from printnplay.faces.texts import FaceTexts, look_of_two, smallest_of_two
from printnplay.faces.wording import Wording
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, Um, in_mm
from printnplay.scene.style import TextStyle
from printnplay.text.fit import FitResult, Fitted, Overflow, Tried
from printnplay.text.fit import Stack as Paragraphs
from printnplay.text.fit import stack as measured
from printnplay.text.paragraph import NEGLIGIBLE, SHARE_BEFORE, Paragraph

SPREAD = "spread"


class Attempt(Struct, frozen=True):
    """How pieces are set: the shares of their type sizes and gaps, and what surrounds them.

    A `tight` text has as few lines as possible, with hyphens; texts `alone` are in one language
    instead of two. `align` is the alignment of the surrounding group, which goes `down` or across.
    `texts` collects the texts as set.
    """

    room: Size
    right_to_left: bool
    type: float = 1
    gaps: float = 1
    tight: bool = False
    alone: bool = False
    align: str = "left"
    down: bool = True
    texts: "list[SetText]" = field(default_factory=list)

    def gap(self, length: Um) -> Um:
        """Return the length of a gap."""
        return round(length * self.gaps)

    def start(self, width: Um, before: Um, part: Um) -> Um:
        """Return the left edge of a part that begins `before` the side where lines begin."""
        return width - before - part if self.right_to_left else before


class Laid(Struct):
    """A piece as laid out: its size, how much too wide its content is, and how it is drawn.

    `draw` takes its left and top edge.
    """

    width: Um
    height: Um
    draw: Callable[[Um, Um], str]
    over: Um = 0


class Piece(Opaque, eq=False, kw_only=True):
    """A piece of a flow, before it has a place.

    An empty one vanishes, with its gap. A flexible one may be narrower than it would be by itself.
    """

    is_empty: bool = False
    is_flexible: bool = False

    def natural(self, width: Um, attempt: Attempt) -> Um:
        """Return the width that it takes in a row that is this wide."""
        return self.laid(width, replace(attempt, texts=[])).width

    def laid(self, width: Um, attempt: Attempt) -> Laid:
        """Return the piece as laid out in a column of this width."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return what messages call it."""
        return "a piece of a flow"

    def __str__(self) -> str:
        """Refuse to print a piece without a place.

        Raises:
            MistakeError: always.
        """
        raise MistakeError(
            "a piece without a place cannot be printed", "write `flow([...], x, y, width, height)`"
        )

    __html__ = __str__


class Fixed(Piece, eq=False):
    """A symbol or an image: it has its size."""

    size: Size
    drawn: Callable[[float, float, float, float], str]
    """Draws it at x and y, in a width and a height, all in millimetres."""
    is_natural: bool = False
    """Whether it is smaller in a narrow column."""

    def laid(self, width: Um, _: Attempt) -> Laid:
        """Return it in its size."""
        own = self.size
        if self.is_natural and own.width > width:
            own = Size(max(width, 1), max(own.height * width // own.width, 1))

        def draw(x: Um, y: Um) -> str:
            return self.drawn(x / 1000, y / 1000, own.width / 1000, own.height / 1000)

        return Laid(own.width, own.height, draw)


class Space(Piece, eq=False):
    """An empty piece, which shrinks as gaps do."""

    length: Um

    def laid(self, _: Um, attempt: Attempt) -> Laid:
        """Return the space."""
        length = attempt.gap(self.length)
        return Laid(*((0, length) if attempt.down else (length, 0)), lambda *_: "")


class Line(Piece, eq=False):
    """A line across a stack, or down a row."""

    stroke: Um
    style: Mapping[str, str | float]

    def laid(self, width: Um, attempt: Attempt) -> Laid:
        """Return the line; in a row, `down` gives it its length."""
        return self._line(width, self.stroke) if attempt.down else self.down(0)

    def down(self, height: Um) -> Laid:
        """Return the line down a row of this height."""
        return self._line(self.stroke, height)

    def _line(self, width: Um, height: Um) -> Laid:
        look = {"fill": "none", "stroke": "#000", "stroke_width": in_mm(self.stroke), **self.style}
        half, is_level = self.stroke // 2, width > height

        def draw(x: Um, y: Um) -> str:
            if is_level:
                return _shape(
                    "path", {**look, "d": f"M{in_mm(x)} {in_mm(y + half)}h{in_mm(width)}"}
                )
            return _shape("path", {**look, "d": f"M{in_mm(x + half)} {in_mm(y)}v{in_mm(height)}"})

        return Laid(width, height, draw)


def _shape(name: str, attributes: Mapping[str, str | float]) -> str:
    """Return an element of SVG; attributes are written with underscores for hyphens."""
    written = (f'{key.replace("_", "-")}="{escape(str(attributes[key]))}"' for key in attributes)
    return f"<{name} {' '.join(written)}/>"


class Text(Piece, eq=False):
    """A text: it is as high as its lines."""

    texts: FaceTexts
    wording: Wording
    look: TextStyle
    style: str
    align: str | None
    largest: Um
    smallest: Um
    own_width: Um | None
    here: Span | None
    known: dict[tuple[str, bool], Paragraphs] = field(default_factory=dict)
    """Its measured paragraphs, by alignment and whether they are in one language."""

    def least(self, attempt: Attempt) -> Um:
        """Return its smallest size."""
        in_two = self.wording.beside and not attempt.alone
        return min(smallest_of_two(self.smallest) if in_two else self.smallest, self.largest)

    def natural(self, width: Um, attempt: Attempt) -> Um:
        """Return its own width, or that of its lines."""
        paragraphs = self._paragraphs(attempt)
        return self.own_width or min(paragraphs.width(self._size(attempt)), width)

    def laid(self, width: Um, attempt: Attempt) -> Laid:
        """Return its lines."""
        width = max(self.own_width or width, 1)
        paragraphs = self._paragraphs(attempt)
        room = 0 if attempt.tight else attempt.room.height
        paragraph = paragraphs.set(width, self._size(attempt), room)
        over = paragraph.over if paragraph.over > NEGLIGIBLE else 0
        wording = replace(self.wording, beside=()) if attempt.alone else self.wording
        first = paragraphs.galleys[0]
        least, justified = self.least(attempt), first.is_justified
        tried = Tried(self.largest, least, width, paragraph.height, justified=justified)
        text = SetText(self, wording, paragraph, tried, first.span)
        attempt.texts.append(text)
        return Laid(width, paragraph.height, text.draw, over)

    def _size(self, attempt: Attempt) -> Um:
        size = max(round(self.largest * attempt.type), self.least(attempt))
        return self.texts.most(self.style, self.look, attempt.room, size) or size

    def _paragraphs(self, attempt: Attempt) -> Paragraphs:
        key = (self.align or attempt.align, attempt.alone)
        if key not in self.known:
            in_two = self.wording.beside and not attempt.alone
            look = replace(look_of_two(self.look) if in_two else self.look, align=key[0])
            inlines = self.wording.inlines if attempt.alone else self.wording.stacked
            self.known[key] = measured(inlines, look, self.texts.context)
        return self.known[key]


class SetText(Struct):
    """A text as set. `spare` is the height that is left for it; negative if it overflows."""

    piece: Text
    wording: Wording
    paragraph: Paragraph
    tried: Tried
    span: Span
    spare: Um = 0
    over: tuple[Um, Um] = (0, 0)
    """The excess of the flow in width and height, if this text is to be shortened."""

    @property
    def fitted(self) -> FitResult:
        """How it fits."""
        tried = replace(self.tried, height=max(self.paragraph.height + self.spare, 1))
        if any(self.over):
            return Overflow(self.paragraph, tried, *self.over, self.span)
        return Fitted(self.paragraph, tried)

    def draw(self, x: Um, y: Um) -> str:
        """Draw it, and record it with its fit."""
        box = Rect(x, y, self.tried.width, self.paragraph.height)
        piece, placed = self.piece, Turned(box)
        return piece.texts.drawn(self.wording, self.fitted, piece.look, placed, "top", piece.here)


class Group(Piece, eq=False):
    """Pieces with gaps between them, none of them empty."""

    items: tuple[Piece, ...]
    gap: Um
    align: str | None


class Stack(Group, eq=False):
    """Pieces one below the other."""

    def natural(self, width: Um, attempt: Attempt) -> Um:
        """Return the width of its widest piece; lines are as wide as the others."""
        inner = self._inner(attempt)
        pieces = [item for item in self.items if not isinstance(item, Line)]
        return max((item.natural(width, inner) for item in pieces), default=0)

    def laid(self, width: Um, attempt: Attempt, height: Um = 0) -> Laid:
        """Return its pieces, spread over a height if they are less high."""
        inner = self._inner(attempt)
        parts = [item.laid(width, inner) for item in self.items]
        gaps, gap = max(len(parts) - 1, 0), attempt.gap(self.gap)
        high = sum(part.height for part in parts) + gaps * gap
        extra = max(height - high, 0) // max(gaps, 1)

        def draw(x: Um, y: Um) -> str:
            drawn = []
            for part in parts:
                before = round((width - part.width) * SHARE_BEFORE[inner.align])
                drawn.append(part.draw(x + attempt.start(width, before, part.width), y))
                y += part.height + gap + extra
            return "".join(drawn)

        over = max((max(part.over, part.width - width) for part in parts), default=0)
        return Laid(width, high + gaps * extra, draw, over)

    def _inner(self, attempt: Attempt) -> Attempt:
        return replace(attempt, align=self.align or attempt.align, down=True)


class Row(Group, eq=False):
    """Pieces side by side, from right to left in a language that runs so."""

    valign: str = "middle"

    def natural(self, width: Um, attempt: Attempt) -> Um:
        """Return the width of all its pieces and gaps."""
        inner = replace(attempt, align="left", down=False)
        widths = [item.natural(width, inner) for item in self.items]
        return sum(widths) + attempt.gap(self.gap) * max(len(widths) - 1, 0)

    def laid(self, width: Um, attempt: Attempt) -> Laid:
        """Return its pieces, each as wide as its content if there is room for all."""
        inner = replace(attempt, align="left", down=False)
        gaps, gap = max(len(self.items) - 1, 0), attempt.gap(self.gap)
        widths = self._widths(width - gaps * gap, inner)
        parts = [item.laid(own, inner) for item, own in zip(self.items, widths, strict=True)]
        high = max((part.height for part in parts), default=0)
        for number, item in enumerate(self.items):
            if isinstance(item, Line):
                parts[number] = item.down(high)
        spare = width - sum(part.width for part in parts) - gaps * gap
        align = self.align or attempt.align
        first = 0 if align == SPREAD else round(max(spare, 0) * SHARE_BEFORE[align])
        extra = max(spare, 0) // max(gaps, 1) if align == SPREAD else 0

        def draw(x: Um, y: Um) -> str:
            drawn, before = [], first
            for part in parts:
                top = y + round((high - part.height) * SHARE_ABOVE[self.valign])
                drawn.append(part.draw(x + attempt.start(width, before, part.width), top))
                before += part.width + gap + extra
            return "".join(drawn)

        return Laid(width, high, draw, max(-spare, 0, *(part.over for part in parts)))

    def _widths(self, room: Um, inner: Attempt) -> Sequence[Um]:
        """Return the widths of its pieces: flexible ones share the room if it is short."""
        widths = [item.natural(max(room, 1), inner) for item in self.items]
        if sum(widths) <= room:
            return widths
        flexible = [number for number, item in enumerate(self.items) if item.is_flexible]
        room -= sum(widths) - sum(widths[number] for number in flexible)
        flexible.sort(key=widths.__getitem__)
        for rank, number in enumerate(flexible):
            widths[number] = min(widths[number], max(room // (len(flexible) - rank), 0))
            room -= widths[number]
        return widths


class Box(Piece, eq=False):
    """A rectangle behind pieces, which grows with them."""

    inner: Stack
    padding: Um
    radius: Um
    style: Mapping[str, str | float]

    def natural(self, width: Um, attempt: Attempt) -> Um:
        """Return the width of its pieces, with the padding."""
        edges = 2 * self.padding
        return self.inner.natural(max(width - edges, 1), attempt) + edges

    def laid(self, width: Um, attempt: Attempt) -> Laid:
        """Return its pieces on the rectangle."""
        edge, look = self.padding, {"fill": "none", **self.style}
        inner = self.inner.laid(max(width - 2 * edge, 1), attempt)
        height = inner.height + 2 * edge

        def draw(x: Um, y: Um) -> str:
            place = {"x": x, "y": y, "width": width, "height": height, "rx": self.radius}
            sides = {name: in_mm(length) for name, length in place.items()}
            return _shape("rect", {**look, **sides}) + inner.draw(x + edge, y + edge)

        return Laid(width, height, draw, inner.over)
