"""Shadows and outlines of letters, as shapes behind the text, which stays text."""

import html
from collections.abc import Mapping, Sequence

from printnplay.faces.text_areas import Turned
from printnplay.faces.vertical import vertical_parts
from printnplay.kernel.geometry import Um, in_mm
from printnplay.scene.style import TextStyle
from printnplay.text.fonts import FontShelf
from printnplay.text.paragraph import Line


def behind_letters(  # noqa: PLR0913
    look: TextStyle,
    colours: Mapping[str, str],
    shelf: FontShelf,
    placed: Turned,
    lines: Sequence[Line],
    at: tuple[Um, Um],
) -> str:
    """Return the shadow and the outline of the letters of a text that begins at `at`, as SVG."""
    outline, shadow = look.outline, look.shadow
    width = 2 * outline.width if outline else 0
    drawn = ""
    if shadow:
        x, y = placed.upright_shift(shadow.x, shadow.y)
        letters = _letters(lines, shelf, (at[0] + x, at[1] + y), is_vertical=placed.is_vertical)
        drawn += _shape(letters, colours[shadow.colour], width)
    if outline:
        letters = _letters(lines, shelf, at, is_vertical=placed.is_vertical)
        drawn += _shape(letters, colours[outline.colour], width)
    return drawn


def _letters(
    lines: Sequence[Line], shelf: FontShelf, at: tuple[Um, Um], *, is_vertical: bool
) -> str:
    """Return the shapes of all letters as path data in millimetres."""
    found = []
    for line in lines:
        for whole in line.runs:
            file = shelf.file(whole.face)
            parts = vertical_parts(whole, file) if is_vertical else ((whole, False),)
            for run, is_upright in parts:
                size = run.size / 1000
                place = (at[0] + line.x + run.x) / 1000, (at[1] + line.baseline) / 1000
                if is_upright:
                    found.append(file.upright(run.text, size, place))
                else:
                    found.append(file.shapes(run.text, run.space / run.size, size, place))
    return "".join(found)


def _shape(data: str, colour: str, stroke: Um) -> str:
    """Return the shapes in a colour, widened by half the stroke."""
    if not data:
        return ""
    paint = html.escape(colour)
    line = f' stroke="{paint}" stroke-width="{in_mm(stroke)}" stroke-linejoin="round"'
    return f'<path fill="{paint}"{line if stroke else ""} d="{data}"/>'
