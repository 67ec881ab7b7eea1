"""SVG: the cut and fold lines of each sheet, for machines that cut."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from printnplay.model.geometry import Size, Um
from printnplay.output.cut_lines import CutLines, Line, cut_lines_of

if TYPE_CHECKING:
    from printnplay.output.pdf import Printout

COLOURS = {"cut": "#ff0000", "fold": "#0000ff"}
"""Programs of cutting machines tell lines apart by colour."""


def files(printout: "Printout") -> Iterator[tuple[str, Iterable[bytes]]]:
    """The sheets with lines to cut, by number, in a folder beside the document's PDF."""
    for number, sheet in enumerate(printout.document.sheets, start=1):
        lines = cut_lines_of(sheet)
        if lines.cut:
            content = drawn(sheet.size, lines).encode()
            yield f"{printout.name}/{printout.name}-{number:03}.svg", [content]


def drawn(size: Size, lines: CutLines) -> str:
    """A drawing in millimetres, as large as the sheet of paper."""
    width, height = _mm(size.width), _mm(size.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">'
    )
    groups = [
        _group(kind, found) for kind, found in (("cut", lines.cut), ("fold", lines.fold)) if found
    ]
    return "\n".join([head, *groups, "</svg>\n"])


def _group(kind: str, lines: Sequence[Line]) -> str:
    paths = "\n".join(f'<path d="{_path(line)}"/>' for line in lines)
    return f'<g id="{kind}" fill="none" stroke="{COLOURS[kind]}" stroke-width="0.1">\n{paths}\n</g>'


def _path(line: Line) -> str:
    corners = line[:-1] if line[0] == line[-1] else line
    drawn = " L ".join(f"{_mm(corner.x)} {_mm(corner.y)}" for corner in corners)
    return f"M {drawn} Z" if corners != line else f"M {drawn}"


def _mm(length: Um) -> str:
    return f"{length / 1000:.3f}".rstrip("0").rstrip(".")
