"""SVG export: the cut and fold lines of each sheet, for cutting machines."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from printnplay.kernel.geometry import Size, in_mm
from printnplay.kit.cut_lines import CutLines, Line, cut_files

if TYPE_CHECKING:
    from printnplay.pdf import Printout

COLOURS = {"cut": "#ff0000", "fold": "#0000ff"}
"""The line colours: programs of cutting machines distinguish lines by colour."""


def files(printout: "Printout") -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the sheets with cut lines as SVG files."""
    return cut_files(printout, "svg", _drawn)


def _drawn(size: Size, layers: CutLines) -> str:
    """Return a drawing in millimetres, with the size of the sheet of paper."""
    width, height = in_mm(size.width), in_mm(size.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">'
    )
    groups = (_group(layer, lines) for layer, lines in layers.items())
    return "\n".join([head, *groups, "</svg>\n"])


def _group(layer: str, lines: Sequence[Line]) -> str:
    paths = "\n".join(f'<path d="{_path(line)}"/>' for line in lines)
    colour = COLOURS[layer]
    return f'<g id="{layer}" fill="none" stroke="{colour}" stroke-width="0.1">\n{paths}\n</g>'


def _path(line: Line) -> str:
    corners = line[:-1] if line[0] == line[-1] else line
    places = " L ".join(f"{in_mm(corner.x)} {in_mm(corner.y)}" for corner in corners)
    return f"M {places} Z" if corners != line else f"M {places}"
