"""Shadows and outlines of letters, as shapes behind the text, which stays text."""

import html
from collections.abc import Mapping, Sequence

from printnplay.kernel.geometry import Um, in_mm
from printnplay.scene.style import TextStyle
from printnplay.text.fonts import FontShelf
from printnplay.text.paragraph import Line


def behind_letters(
    look: TextStyle,
    colours: Mapping[str, str],
    shelf: FontShelf,
    lines: Sequence[Line],
    at: tuple[Um, Um],
) -> str:
    """Return the shadow and the outline of the letters of a text that begins at `at`, as SVG."""
    outline, shadow = look.outline, look.shadow
    width = 2 * outline.width if outline else 0
    drawn = ""
    if shadow:
        moved = at[0] + shadow.x, at[1] + shadow.y
        drawn += _shape(_letters(lines, shelf, moved), colours[shadow.colour], width)
    if outline:
        drawn += _shape(_letters(lines, shelf, at), colours[outline.colour], width)
    return drawn


def _letters(lines: Sequence[Line], shelf: FontShelf, at: tuple[Um, Um]) -> str:
    """Return the shapes of all letters as path data in millimetres."""
    return "".join(
        shelf.file(run.face).shapes(
            run.text,
            run.space / run.size,
            run.size / 1000,
            ((at[0] + line.x + run.x) / 1000, (at[1] + line.baseline) / 1000),
        )
        for line in lines
        for run in line.runs
    )


def _shape(data: str, colour: str, stroke: Um) -> str:
    """Return the shapes in a colour, widened by half the stroke."""
    if not data:
        return ""
    paint = html.escape(colour)
    line = f' stroke="{paint}" stroke-width="{in_mm(stroke)}" stroke-linejoin="round"'
    return f'<path fill="{paint}"{line if stroke else ""} d="{data}"/>'
