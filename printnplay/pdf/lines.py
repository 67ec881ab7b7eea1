"""Lines of text in a drawing, which the compiler sets itself.

Of text in SVG, typst 0.15 writes each letter as an object by itself: it takes longer, and files are
more than twice as large. So the lines that templates set are taken out of a drawing, where nothing
in it can change how they look, and are set between what is drawn below and above them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import groupby
from typing import NamedTuple, TypeAlias

from printnplay.scene.drawn_lines import BEGIN, DECIMAL, LINE


class Line(NamedTuple):
    """Text in one font; its place and measures are numbers, in units of the drawing."""

    x: str
    y: str
    family: str
    weight: str
    style: str
    spacing: str
    size: str
    colour: str
    text: str


class Lines(NamedTuple):
    """Lines of a drawing that begins at this place and has a unit of this many points."""

    left: str
    top: str
    unit: float
    lines: tuple[Line, ...]


Layer: TypeAlias = str | Lines
"""A drawing, or lines of text that lie on what was drawn before."""

MOST = 8
"""The most parts that a drawing is cut into; texts between its first parts stay in it. A guess:
each part is compiled as a picture."""

STRETCHED = 0.002
"""The difference of width and height in a drawing's scale that comes of rounding sizes: 0.2 %, less
than a fifth of a millimetre on a poker card."""

_HEAD = re.compile(
    rf'<svg(?= )(?: xmlns(?::\w+)?="[^"]*"| width="({DECIMAL})mm"| height="({DECIMAL})mm"'
    rf'| viewBox="({DECIMAL}) ({DECIMAL}) ({DECIMAL}) ({DECIMAL})")+>'
)
_END = "</svg>"
_TEXT = re.compile(r'<text xml:space="preserve">(<tspan.*?)</text>', re.DOTALL)
_LINE = re.compile(LINE)
_ELSEWHERE = ("<style", "mix-blend-mode", "<!", "<?")
"""What may change how a text looks that it does not stand in, or hide where it stands."""
_REFERENCES = ("url(", 'href="#', "href='#")
_OTHER_SCRIPT = re.compile(
    "[^\\x20-\\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e"
    "\u20a0-\u20bf\u2100-\u22ff]"
)
"""Letters that do not simply follow each other, and those that the compiler spaces by itself."""


def layers_of(svg: str, width: float, height: float) -> list[Layer]:
    """Return a clean drawing as layers, the lowest first; one if no text can be taken out.

    Args:
        svg: the drawing.
        width: of the page that it fills, in points.
        height: the same.
    """
    # Not by patterns: a photograph within is long.
    if BEGIN not in svg or any(mark in svg for mark in _ELSEWHERE):
        return [svg]
    head = _HEAD.match(svg)
    if head is None:
        return [svg]
    own_width, own_height, _, _, wide, high = map(float, head.groups("0"))
    if not (own_width and own_height and wide and high):
        return [svg]
    unit = width / wide
    sides = (own_width / wide * high / own_height, unit * high / height)
    if any(abs(side - 1) > STRETCHED for side in sides):
        return [svg]
    parts = list(_joined(_parts(svg[head.end() : svg.rindex(_END)])))
    # Where elements refer to others, what is drawn stays together, with the texts within.
    drawn = [number for number, part in enumerate(parts) if not part.lines]
    most = 1 if any(mark in svg for mark in _REFERENCES) else MOST
    if len(drawn) > most:
        first = drawn[-most] + 1
        parts[:first] = [_Part("".join(part.drawn for part in parts[:first]))]
    return [
        Lines(head[3], head[4], unit, part.lines) if part.lines else f"{head[0]}{part.drawn}{_END}"
        for part in parts
    ]


class _Part(NamedTuple):
    """Elements that stand next to each other, and the lines of text if that is all they are."""

    drawn: str
    lines: tuple[Line, ...] = ()


def _parts(content: str) -> Iterator[_Part]:
    """The text elements that stand by themselves and are plain, and what is between them."""
    depth, end = 0, 0
    for text in _TEXT.finditer(content):
        between = content[end : text.start()]
        depth += between.count("<") - 2 * between.count("</") - between.count("/>")
        yield _Part(between)
        yield _Part(text[0], () if depth else _plain(text[1]))
        end = text.end()
    yield _Part(content[end:])


def _plain(spans: str) -> tuple[Line, ...]:
    """The lines of a text; none if one of them is not plain."""
    lines = tuple(map(Line._make, _LINE.findall(spans)))
    # Nothing else is in it, not even between them.
    if spans.count("</tspan><tspan") + 1 != len(lines) or not spans.endswith("</tspan>"):
        return ()
    if any(_OTHER_SCRIPT.search(unescape(line.text)) for line in lines):
        return ()
    return lines


def _joined(parts: Iterable[_Part]) -> Iterator[_Part]:
    """The parts without empty ones, neighbours of a kind in one."""
    filled = (part for part in parts if part.drawn and not part.drawn.isspace())
    for _, same in groupby(filled, key=lambda part: bool(part.lines)):
        drawn, lines = zip(*same, strict=True)
        yield _Part("".join(drawn), tuple(line for some in lines for line in some))


SOURCE = """\
#let set-lines(unit, top, step, family, weight, style, spacing, size, colour, ..lines) = {
  set par(leading: step * unit, justify: false, linebreaks: "simple")
  set text(
    font: family, weight: weight, style: style, spacing: 100% + spacing * unit, size: size * unit,
    fill: colour, top-edge: "baseline", bottom-edge: "baseline", hyphenate: false,
  )
  let set-line((left, words)) = h(left * unit) + text(words)
  // Wider than any line, which would be broken otherwise.
  place(dy: top * unit, box(width: 1e8 * unit, lines.pos().map(set-line).join(linebreak())))
}
"""
"""How lines below each other are set: each where it stands."""

EXACT = 0.002
"""The difference of a line, in units, from where those above it lead to: what rounding to three
decimals comes to."""


def source_of(lines: Lines) -> str:
    """Return lines of text as typst source."""
    return "".join(_source(block, lines) for block in _blocks(lines.lines))


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Neighbours that look alike and lie below each other at the same distance."""
    for _, alike in groupby(lines, key=_look):
        block: list[Line] = []
        for line in alike:
            if block and not _goes_on(block, line):
                yield block
                block = []
            block.append(line)
        yield block


def _look(line: Line) -> tuple[str, ...]:
    return (line.family, line.weight, line.style, line.spacing, line.size, line.colour)


def _goes_on(block: Sequence[Line], line: Line) -> bool:
    last = float(block[-1].y)
    step = _step(block) if len(block) > 1 else max(0, float(line.y) - last)
    return abs(last + step - float(line.y)) < EXACT


def _step(block: Sequence[Line]) -> float:
    """From a line of a block to the next."""
    return (float(block[-1].y) - float(block[0].y)) / max(1, len(block) - 1)


def _source(block: Sequence[Line], lines: Lines) -> str:
    top, left = float(block[0].y) - float(lines.top), float(lines.left)
    _, _, family, weight, style, spacing, size, colour, _ = block[0]
    tuples = ",".join(f"({float(line.x) - left:.4f},{_words(line.text)})" for line in block)
    return (
        f'#set-lines({lines.unit:.8f}pt,{top:.4f},{_step(block):.6f},"{family}",{weight},'
        f'"{style or "normal"}",{spacing or 0},{size},{_paint(colour)},{tuples})'
    )


def _words(text: str) -> str:
    words = unescape(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{words}"'


def _paint(colour: str) -> str:
    """A colour; grey as it is in SVG, so that black is black ink only."""
    red, green, blue = colour[1:3], colour[3:5], colour[5:]
    if red == green == blue:
        return f"luma({int(red, 16)})"
    return f'rgb("{colour}")'
