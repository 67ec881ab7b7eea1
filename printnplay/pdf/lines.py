"""Lines of text in a drawing, which typst sets directly as text.

typst 0.15 writes each letter of text in SVG as a separate object: this takes longer, and files are
more than twice as large. So the text lines of templates are extracted from a drawing where no other
element can change how they look. They are set between the parts drawn below and above them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import groupby
from typing import NamedTuple, TypeAlias

from printnplay.scene.drawn_lines import BEGIN, DECIMAL, LINE


class Line(NamedTuple):
    """Text in one font; its position and measures are numbers, in units of the drawing."""

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
    """Text lines of a drawing whose origin is `left` and `top` and whose unit is `unit` points."""

    left: str
    top: str
    unit: float
    lines: tuple[Line, ...]


Layer: TypeAlias = str | Lines
"""A drawing, or lines of text on top of the layers below."""

MOST = 8
"""The most parts that a drawing is split into; text between the first parts stays in the drawing. A
guess: each part is compiled as a picture."""

STRETCHED = 0.002
"""The difference of horizontal and vertical scale that rounding of sizes causes: 0.2 %, less than a
fifth of a millimetre on a poker card."""

_HEAD = re.compile(
    rf'<svg(?= )(?: xmlns(?::\w+)?="[^"]*"| width="({DECIMAL})mm"| height="({DECIMAL})mm"'
    rf'| viewBox="({DECIMAL}) ({DECIMAL}) ({DECIMAL}) ({DECIMAL})")+>'
)
_END = "</svg>"
_TEXT = re.compile(r'<text xml:space="preserve">(<tspan.*?)</text>', re.DOTALL)
_LINE = re.compile(LINE)
_ELSEWHERE = ("<style", "mix-blend-mode", "<!", "<?")
"""Markup that may change how text outside it looks, or obscure how text is nested."""
_REFERENCES = ("url(", 'href="#', "href='#")
_OTHER_SCRIPT = re.compile(
    "[^\\x20-\\x7e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e"
    "\u20a0-\u20bf\u2100-\u22ff]"
)
"""Letters with complex layout, and letters that the compiler spaces itself."""


def layers_of(svg: str, width: float, height: float) -> list[Layer]:
    """Split a clean drawing into layers, the lowest first; one if no text can be extracted.

    Args:
        svg: the drawing.
        width: the width of its page, in points.
        height: the height of its page, in points.
    """
    # No regular expressions here: an embedded photograph is long.
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
    # Where elements reference others, the drawing stays in one part, with the texts within.
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
    """Adjacent elements; and their lines of text, if they are nothing else."""

    drawn: str
    lines: tuple[Line, ...] = ()


def _parts(content: str) -> Iterator[_Part]:
    """Yield the top-level plain text elements, and the content between them."""
    depth, end = 0, 0
    for text in _TEXT.finditer(content):
        between = content[end : text.start()]
        depth += between.count("<") - 2 * between.count("</") - between.count("/>")
        yield _Part(between)
        yield _Part(text[0], () if depth else _plain(text[1]))
        end = text.end()
    yield _Part(content[end:])


def _plain(spans: str) -> tuple[Line, ...]:
    """Return the lines of a text; none if one of them is not plain."""
    lines = tuple(map(Line._make, _LINE.findall(spans)))
    # Nothing else is allowed, not even between the lines.
    if spans.count("</tspan><tspan") + 1 != len(lines) or not spans.endswith("</tspan>"):
        return ()
    if any(_OTHER_SCRIPT.search(unescape(line.text)) for line in lines):
        return ()
    return lines


def _joined(parts: Iterable[_Part]) -> Iterator[_Part]:
    """Drop empty parts and merge adjacent parts of the same kind."""
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
"""The typst function that sets successive lines, each at its own position."""

EXACT = 0.002
"""The tolerance, in units, for a line's position in its block: the error of rounding to three
decimals."""


def source_of(lines: Lines) -> str:
    """Return lines of text as typst source."""
    return "".join(_source(block, lines) for block in _blocks(lines.lines))


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield blocks of adjacent lines with the same look and equal spacing."""
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
    """Return the distance from one line of a block to the next."""
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
    """Return a colour; grey as luma, like in SVG, so that black is black ink only."""
    red, green, blue = colour[1:3], colour[3:5], colour[5:]
    if red == green == blue:
        return f"luma({int(red, 16)})"
    return f'rgb("{colour}")'
