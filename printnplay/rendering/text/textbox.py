"""A fitted text drawn as SVG, in millimetres."""

from collections.abc import Callable
from html import escape

from printnplay.model.geometry import Rect, Um
from printnplay.model.sheet import FontFace, Run
from printnplay.rendering.text.fit import FitResult
from printnplay.rendering.text.fonts import FontShelf
from printnplay.rendering.text.paragraph import Line

DrawIcon = Callable[[str, Um, Um, Um], str]
"""Draws the icon of a name at x, y (its top left corner) as a square of a size, as SVG."""

SHARE_ABOVE = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
"""How much of the height that a text leaves free lies above it."""


def use_icon(name: str, x: Um, y: Um, size: Um) -> str:
    """Refer to a symbol `icon-<name>` that the document defines."""
    return (
        f'<use href="#icon-{escape(name)}" x="{in_mm(x)}" y="{in_mm(y)}"'
        f' width="{in_mm(size)}" height="{in_mm(size)}"/>'
    )


def textbox_svg(
    fitted: FitResult,
    box: Rect,
    shelf: FontShelf,
    valign: str = "middle",
    draw_icon: DrawIcon = use_icon,
) -> str:
    """Draw a text that was fitted to the width and height of this box.

    The box is in micrometres, the SVG's user unit is a millimetre. How the lines are aligned is the
    style's affair; `valign` is `top`, `middle` or `bottom`.
    """
    paragraph = fitted.paragraph
    spare = box.height - paragraph.height
    top = box.y + round(spare * SHARE_ABOVE[valign])
    spans, icons = [], []
    for line in paragraph.lines:
        x, baseline = box.x + line.x, top + line.baseline
        spans += [_tspan(run, x, baseline, shelf.file(run.face).face) for run in line.runs]
        icons += _icons(line, x, baseline, draw_icon)
    text = f'<text xml:space="preserve">{"".join(spans)}</text>' if spans else ""
    return text + "".join(icons)


def _tspan(run: Run, x: Um, baseline: Um, face: FontFace) -> str:
    style = ' font-style="italic"' if face.italic else ""
    if run.small_caps:
        style += ' font-variant="small-caps"'
    if run.space:
        style += f' word-spacing="{in_mm(run.space)}"'
    return (
        f'<tspan x="{in_mm(x + run.x)}" y="{in_mm(baseline)}"'
        f' font-family="{escape(face.family)}" font-weight="{face.weight}"{style}'
        f' font-size="{in_mm(run.size)}" fill="{escape(run.colour)}">{escape(run.text)}</tspan>'
    )


def _icons(line: Line, x: Um, baseline: Um, draw_icon: DrawIcon) -> list[str]:
    return [draw_icon(icon.name, x + icon.x, baseline + icon.top, icon.size) for icon in line.icons]


def in_mm(length: Um) -> str:
    """Micrometres as millimetres, exactly.

    >>> in_mm(12_050), in_mm(-500), in_mm(3000)
    ('12.05', '-0.5', '3')
    """
    return f"{length / 1000:.3f}".rstrip("0").rstrip(".")
