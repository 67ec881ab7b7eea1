"""Layout that flows: pieces of a face one below the other or side by side, sized by their content.

A template describes pieces (`text`, `symbol`, `image`, `space`, `line`) and groups of pieces
(`stack`, `row`, `box`); `flow` lays them out in a box and draws them. If they do not fit, the type
of all texts shrinks together, then the gaps shrink, then words are hyphenated.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from itertools import chain
from math import ceil
from typing import TypedDict

from jinja2 import StrictUndefined
from msgspec import Struct
from msgspec.structs import replace

from printnplay.faces.filled import Filled
from printnplay.faces.helpers import FaceArt, Icons
from printnplay.faces.pieces import (
    SPREAD,
    Attempt,
    Box,
    Fixed,
    Laid,
    Line,
    Piece,
    Row,
    Space,
    Stack,
    Text,
)
from printnplay.faces.sandbox import MistakeError
from printnplay.faces.template_faults import place
from printnplay.faces.text_svg import SHARE_ABOVE
from printnplay.faces.texts import (
    FaceTexts,
    box_of,
    millimetres,
    one_of,
    type_size,
    warn_of_one_language,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, Um, in_mm, pt
from printnplay.text.fit import STEP_PT
from printnplay.text.paragraph import NEGLIGIBLE

PIECES = 200
"""The largest number of pieces in a flow: ten times those of a crowded card. A guess."""
LEAST_GAP = 0.5
"""The smallest share of a gap that is kept: half a gap still separates. A guess."""
GAP_STEPS = 8
"""The number of steps in which gaps shrink: of a gap of 2 mm, each takes an eighth of a
millimetre."""
STROKE = 0.3
"""The width of a line, in millimetres: three times the thinnest that prints whole (`THINNEST` in
`svg/lint.py`)."""

ALIGNS = ("left", "centre", "right")
VALIGNS = (*SHARE_ABOVE, SPREAD)


class Summary(TypedDict):
    """The fields of a group that its pieces determine."""

    weight: int
    is_empty: bool
    is_flexible: bool


class Flow(Struct):
    """The functions of a face's template that make pieces and lay them out."""

    texts: FaceTexts
    art: FaceArt
    icons: Icons

    def flow(  # noqa: PLR0913
        self,
        items: object,
        /,
        x: float,
        y: float,
        width: float,
        height: float,
        gap: float = 0,
        align: str = "left",
        valign: str = "top",
    ) -> Filled:
        """Lay out pieces one below the other in a box, and draw them.

        If they do not fit, the type of all texts shrinks together, each down to its minimum, then
        the gaps, down to a half. A text that still does not fit is reported. The result has the box
        that the pieces fill.

        Args:
            items: A list of pieces: `text`, `symbol`, `image`, `space`, `line`, or a group of
                pieces: `stack`, `row`, `box`. Empty texts vanish, with their gap.
            x: The left edge in mm; all other lengths are in mm too.
            y: The top edge.
            width: The width of the box.
            height: The height of the box.
            gap: The distance between pieces.
            align: left, centre or right: where pieces lie that are narrower than the box. Left is
                the side where lines begin, so it is the right side in a right-to-left language.
            valign: top, middle, bottom, or spread: free height goes between the pieces.
        """
        box = box_of(x, y, width, height, "flow")
        root = _stack((items,), gap, one_of("align", align, ALIGNS))
        one_of("valign", valign, VALIGNS)
        attempt, laid = self._fitted(root, box.size)
        free = box.height - laid.height
        if valign == SPREAD and free > 0:
            attempt = replace(attempt, texts=[])
            laid = root.laid(box.width, attempt, box.height)
        self._judge(attempt, laid, box.size, free)
        for text in attempt.texts:
            piece = text.piece
            self.texts.share(piece.style, piece.look, box.size, text.fitted)
        top = box.y + round(max(free, 0) * SHARE_ABOVE.get(valign, 0))
        filled = (box.x / 1000, top / 1000, box.width / 1000, laid.height / 1000)
        return Filled.of(laid.draw(box.x, top), filled)

    def text(  # noqa: PLR0913
        self,
        text: object,
        style: str = "card-rule",
        align: str | None = None,
        width: float | None = None,
        size: str | None = None,
        min: str | None = None,
        colour: str | None = None,
        leading: str | None = None,
        spacing: str | None = None,
        features: str | None = None,
        *,
        fit: str | None = None,
    ) -> Piece:
        """Make a text that is as high as its lines, for a `flow`.

        Args:
            text: From `t(key)`, or a string.
            style: The name of a text style.
            align: left, centre, right or justify; that of the surrounding group if not given.
            width: Its width in mm. If not given, that of the stack, or in a row that of its lines.
            size: The largest size ("9pt"); the style's if not given.
            min: The smallest size; the style's if not given.
            colour: A colour's name or #rrggbb; the style's if not given.
            leading: The distance between baselines, as for `textbox`.
            spacing: The space between paragraphs, as for `textbox`.
            features: OpenType features, as for `textbox`.
            fit: alone, together or group, as for `textbox`, in flows of the same size.
        """
        look = self.texts.look(
            style, align or "left", colour, features, leading, spacing, fit, size
        )
        wording, smallest = self.texts.as_wording(text), type_size("min", min)
        return Text(
            texts=self.texts,
            wording=wording,
            is_empty=not (wording or wording.beside),
            is_flexible=width is None,
            look=look,
            style=style,
            align=align,
            largest=type_size("size", size) or look.size,
            smallest=smallest or look.minimum,
            own_width=None if width is None else _length("width", width, 1),
            here=place(),
        )

    def symbol(self, name: str, size: float, **options: object) -> Piece:
        """Make an icon of the style, in a square, for a `flow`.

        Args:
            name: The icon, as for `icon`.
            size: The width and height of the square, in mm.
            options: Arguments of the macro.
        """
        side = _length("size", size, 1)

        def drawn(x: float, y: float, width: float, _: float) -> str:
            return self.icons.draw(name, (x, y), width, **options)

        return Fixed(Size(side, side), drawn)

    def image(
        self,
        file: str,
        width: float | None = None,
        height: float | None = None,
        fit: str | None = None,
        colour: str | None = None,
    ) -> Piece:
        """Make a picture, for a `flow`.

        Args:
            file: The picture, as for `art`.
            width: Its width in mm; by its proportions if only the height is given.
            height: Its height in mm. Without width and height it has its own size, a photograph
                that of 300 pixels per inch, but is no wider than its stack.
            fit: contain, cover or stretch, as for `art`.
            colour: The value of `currentColor` in a drawing, as for `art`.
        """
        own = self.art.natural_size(file)
        across = None if width is None else _length("width", width, 1)
        down = None if height is None else _length("height", height, 1)
        wide = across or (own.width if down is None else down * own.width // max(own.height, 1))
        high = down or wide * own.height // max(own.width, 1)
        drawn = partial(self.art.art, file, fit=fit, colour=colour)
        return Fixed(Size(max(wide, 1), max(high, 1)), drawn, across is down is None)

    def _fitted(self, root: Stack, room: Size) -> tuple[Attempt, Laid]:
        """Return the pieces as laid out: in both languages if there is room, else in the first."""
        first = Attempt(room, self.texts.context.right_to_left)
        together = _fit(root, first)
        wordings = [text.piece.wording for text in together[0].texts if text.wording.beside]
        if _fits(*together) or not wordings:
            return together
        alone = _fit(root, replace(first, alone=True))
        if _fits(*alone):
            for wording in wordings:
                warn_of_one_language(wording, self.texts.context.problems)
        return alone

    def _judge(self, attempt: Attempt, laid: Laid, room: Size, free: Um) -> None:
        """Tell the texts how much height is free; name one of them if the pieces do not fit."""
        for text in attempt.texts:
            text.spare = max(free, 0)
        if _fits(attempt, laid):
            return
        over = (laid.over, max(-free, 0))
        if attempt.texts:
            text = max(attempt.texts, key=lambda one: (one.paragraph.over, one.paragraph.height))
            text.spare, text.over = min(free, 0), over
            return
        self.texts.context.problems.error(
            codes.TEXT_DOES_NOT_FIT,
            f"the pieces of the flow do not fit: they need {in_mm(room.width + over[0], 1)} x"
            f" {in_mm(laid.height, 1)} mm",
            place() or Span(""),
            f"it has {room.in_mm(1)}",
            "enlarge the flow, or make its pieces smaller",
        )


def space(length: float) -> Piece:
    """Make an empty piece of a length in mm, for a `flow`; it shrinks as gaps do."""
    return Space(_length("length", length))


def line(**look: str | float) -> Piece:
    """Make a line across a stack, or down a row, for a `flow`; `stroke_width` is in mm."""
    stroke = _length("stroke_width", look.pop("stroke_width", STROKE), 1)
    return Line(stroke, look)


def stack(*items: object, gap: float = 0, align: str | None = None) -> Piece:
    """Make a group of pieces one below the other, for a `flow`.

    Args:
        items: The pieces, or a list of them.
        gap: The distance between them, in mm.
        align: left, centre or right; that of the surrounding group if not given.
    """
    return _stack(items, gap, align)


def row(*items: object, gap: float = 0, align: str | None = None, valign: str = "middle") -> Piece:
    """Make a group of pieces side by side, for a `flow`.

    Each piece is as wide as its content if there is room for all. If not, texts become narrower,
    and higher. In a right-to-left language the first piece is on the right.

    Args:
        items: The pieces, or a list of them.
        gap: The distance between them, in mm.
        align: left, centre, right, or spread: free width goes between the pieces. If not given, it
            is that of the surrounding group.
        valign: top, middle or bottom: where pieces lie that are less high than the row.
    """
    if align is not None:
        one_of("align", align, (*ALIGNS, SPREAD))
    valign, pieces = one_of("valign", valign, SHARE_ABOVE), _pieces(items)
    return Row(pieces, _length("gap", gap), align, valign, **_of(pieces))


def box(
    *items: object,
    padding: float = 2,
    gap: float = 0,
    align: str | None = None,
    radius: float = 0,
    **look: str | float,
) -> Piece:
    """Make a rectangle that grows with the pieces on it, for a `flow`.

    It is as wide as its stack; in a row, as its content.

    Args:
        items: The pieces, or a list of them, one below the other.
        padding: The distance between the edge and the pieces, in mm.
        gap: The distance between pieces.
        align: left, centre or right; that of the surrounding group if not given.
        radius: The radius of the corners.
        look: SVG attributes such as `fill` and `stroke`; it is invisible without.
    """
    inner, edge = _stack(items, gap, align), _length("padding", padding)
    return Box(inner, edge, _length("radius", radius), look, **_of(inner.items))


def _stack(items: Sequence[object], gap: float, align: str | None) -> Stack:
    if align is not None:
        one_of("align", align, ALIGNS)
    pieces = _pieces(items)
    return Stack(pieces, _length("gap", gap), align, **_of(pieces))


def _pieces(items: Sequence[object]) -> tuple[Piece, ...]:
    """Return the pieces of a group without empty ones.

    Raises:
        MistakeError: there is something else among them.
    """
    lists = (item if isinstance(item, list | tuple) else [item] for item in items)
    given = list(chain.from_iterable(lists))
    for item in given:
        if isinstance(item, StrictUndefined):
            str(item)  # raises the error, which names the undefined variable
        if not isinstance(item, Piece) and item is not None:
            raise MistakeError(
                f"{type(item).__name__} is not a piece of a flow",
                "write `text(...)`, `symbol(...)`, `image(...)`, `space(...)` or `line()`",
            )
    return tuple(item for item in given if isinstance(item, Piece) and not item.is_empty)


def _of(pieces: Sequence[Piece]) -> Summary:
    """Return what the pieces of a group make of it.

    Raises:
        MistakeError: they are too many.
    """
    weight = 1 + sum(piece.weight for piece in pieces)
    if weight > PIECES:
        raise MistakeError(f"a flow of more than {PIECES} pieces", "draw several flows")
    is_flexible = any(piece.is_flexible for piece in pieces)
    return {"weight": weight, "is_empty": not pieces, "is_flexible": is_flexible}


def _fit(root: Stack, first: Attempt) -> tuple[Attempt, Laid]:
    """Return the largest of all attempts that fits, or else the last."""

    def lay(attempt: Attempt) -> tuple[Attempt, Laid]:
        attempt = replace(attempt, texts=[])
        return attempt, root.laid(attempt.room.width, attempt)

    at_once = lay(first)
    if _fits(*at_once):
        return at_once
    pieces = [text.piece for text in at_once[0].texts]
    step = pt(STEP_PT) / max((piece.largest for piece in pieces), default=1)
    least = min((piece.least(first) / piece.largest for piece in pieces), default=1)
    of_type = ceil((1 - least) / step)

    def smaller(number: int) -> Attempt:
        of_gaps = max(number - of_type, 0)
        gaps = 1 - (1 - LEAST_GAP) * min(of_gaps, GAP_STEPS) / GAP_STEPS
        share, is_last = max(1 - step * number, least), of_gaps > GAP_STEPS
        return replace(first, type=share, gaps=gaps, tight=is_last)

    last = of_type + GAP_STEPS + 1
    # False comes before True.
    fitting = bisect_left(range(last), 1, 1, key=lambda number: _fits(*lay(smaller(number))))
    return lay(smaller(fitting))


def _fits(attempt: Attempt, laid: Laid) -> bool:
    return laid.height <= attempt.room.height and laid.over <= NEGLIGIBLE


def _length(name: str, value: object, least: Um = 0) -> Um:
    """Return a length that a template gives in millimetres.

    Raises:
        MistakeError: it is less than `least`, in micrometres, or not a number.
    """
    length = millimetres(name, value)
    if length < least:
        raise MistakeError(f"{name} is {value!r}", "give a positive number of millimetres")
    return length
