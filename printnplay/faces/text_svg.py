"""A fitted text as SVG in millimetres: letters, outlines, rules and icons."""

import html
from collections.abc import Callable, Iterator, Sequence

from printnplay.faces.vertical import vertical_parts
from printnplay.kernel.geometry import Rect, Um, in_mm
from printnplay.scene.drawn_lines import OUTLINE
from printnplay.scene.sheet import FontFace, Run
from printnplay.svg.fonts import as_attribute
from printnplay.text.bidi import has_right_to_left
from printnplay.text.fit import FitResult
from printnplay.text.font_file import DRAWN
from printnplay.text.fonts import FontShelf
from printnplay.text.paragraph import Line

Behind = Callable[[Sequence[Line], tuple[Um, Um]], str]
"""Draws what is behind the letters of lines in a text that begins at x and y."""


DrawIcon = Callable[[str, Um, Um, Um], str]
"""Draws the named icon at x, y (its top left corner) as a square of a size, as SVG."""


SHARE_ABOVE = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
"""The share of the free height that lies above a text."""


RIGHT_TO_LEFT_MARK = "\u200f"
"""An invisible right-to-left character."""


def use_icon(name: str, x: Um, y: Um, size: Um) -> str:
    """Refer to a symbol `icon-<name>` that the document defines."""
    return (
        f'<use href="#icon-{html.escape(name)}" x="{in_mm(x)}" y="{in_mm(y)}"'
        f' width="{in_mm(size)}" height="{in_mm(size)}"/>'
    )


def textbox_svg(  # noqa: PLR0913
    fitted: FitResult,
    box: Rect,
    shelf: FontShelf,
    valign: str = "middle",
    draw_icon: DrawIcon = use_icon,
    behind: Behind | None = None,
    *,
    is_vertical: bool = False,
) -> str:
    """Draw a text that was fitted to the width and height of this box.

    The box is in micrometres; the SVG's user unit is a millimetre. The style sets the alignment of
    lines; `valign` is `top`, `middle` or `bottom`; `behind` draws the letters' shadow and outline.
    Vertical lines are those of a box that will be turned by 90 degrees.
    """
    paragraph, top = fitted.paragraph, _top(fitted, box, valign)
    texts: list[str] = []
    spans: list[str] = []
    icons: list[str] = []
    rules: list[str] = []
    for line in paragraph.lines:
        x, baseline = box.x + line.x, top + line.baseline
        for run, outline in _drawn_runs(line, shelf, is_vertical=is_vertical):
            file = shelf.file(run.face)
            if outline:
                texts += [_text(spans), _outline(run, outline, x, baseline)]
                # By itself: PDFs include it in another way.
                texts.append(_text([_tspan(run, x, baseline, file.face, hidden=True)]))
                spans = []
            else:
                spans.append(_tspan(run, x, baseline, file.face))
        icons += _icons(line, x, baseline, draw_icon)
        rules += [_rule(rule.at(x, baseline), rule.colour) for rule in line.rules]
    effects = behind(paragraph.lines, (box.x, top)) if behind else ""
    return "".join((effects, *texts, _text(spans), *rules, *icons))


def _drawn_runs(line: Line, shelf: FontShelf, *, is_vertical: bool) -> Iterator[tuple[Run, str]]:
    """Yield the runs of a line, each with its outline if it is drawn in place of its text."""
    for run in line.runs:
        file = shelf.file(run.face)
        parts = vertical_parts(run, file) if is_vertical else ((run, False),)
        for part, is_upright in parts:
            if is_upright:
                yield part, file.upright(part.text)
            else:
                yield part, file.outline(part.text, part.space / part.size)


def _top(fitted: FitResult, box: Rect, valign: str) -> Um:
    """Return the top edge of a text in its box."""
    return box.y + round((box.height - fitted.paragraph.height) * SHARE_ABOVE[valign])


def filled_by(fitted: FitResult, box: Rect, valign: str) -> Rect:
    """Return the part of a box that its lines fill, with the markers of lists."""
    lefts, rights = list[Um](), list[Um]()
    for line in fitted.paragraph.lines:
        starts = [0, *(run.x for run in line.runs)]
        lefts.append(line.x + min(starts))
        # A marker on the right ends at the edge of the box.
        rights.append(line.x + line.width if max(starts) <= line.width else box.width)
    left, right = min(lefts, default=0), max(rights, default=0)
    return Rect(box.x + left, _top(fitted, box, valign), right - left, fitted.paragraph.height)


def _text(spans: Sequence[str]) -> str:
    return f'<text xml:space="preserve">{"".join(spans)}</text>' if spans else ""


def _outline(run: Run, outline: str, x: Um, baseline: Um) -> str:
    """Return the outline of a run, drawn in place of its text."""
    place = f"translate({in_mm(x + run.x)} {in_mm(baseline)}) scale({in_mm(run.size)})"
    return f'{OUTLINE} transform="{place}" fill="{html.escape(run.colour)}" d="{outline}"/>'


def _tspan(run: Run, x: Um, baseline: Um, face: FontFace, *, hidden: bool = False) -> str:
    """Return the text of a run; a hidden one is invisible, for readers and search only."""
    style = ' font-style="italic"' if face.italic else ""
    if run.small_caps:
        style += ' font-variant="small-caps"'
    if hidden:
        style += ' fill-opacity="0"'
    if run.space:
        style += f' word-spacing="{in_mm(run.space)}"'
    text = run.text.translate(DRAWN)
    if run.right_to_left:
        text = _marked(text)
    return (
        f'<tspan x="{in_mm(x + run.x)}" y="{in_mm(baseline)}"'
        f' font-family="{html.escape(as_attribute(face.family), quote=False)}"'
        f' font-weight="{face.weight}"{style}'
        f' font-size="{in_mm(run.size)}" fill="{html.escape(run.colour)}">'
        f"{html.escape(text)}</tspan>"
    )


def _rule(area: Rect, colour: str) -> str:
    """Return a line under or through words, as a shape that every renderer draws alike."""
    return (
        f'<rect x="{in_mm(area.x)}" y="{in_mm(area.y)}" width="{in_mm(area.width)}"'
        f' height="{in_mm(area.height)}" fill="{html.escape(colour)}"/>'
    )


def _marked(text: str) -> str:
    """Return a right-to-left text with marks at its ends, so that all of it runs right to left.

    In SVG each run is a paragraph, which by itself runs from left to right.
    """
    first = "" if has_right_to_left(text[0]) else RIGHT_TO_LEFT_MARK
    last = "" if has_right_to_left(text[-1]) else RIGHT_TO_LEFT_MARK
    return f"{first}{text}{last}"


def _icons(line: Line, x: Um, baseline: Um, draw_icon: DrawIcon) -> list[str]:
    return [
        f'<g color="{html.escape(icon.colour)}">'
        f"{draw_icon(icon.name, x + icon.x, baseline + icon.top, icon.size)}</g>"
        for icon in line.icons
    ]
