"""DXF export: the cut and fold lines of each sheet, for cutting machines.

The lines are polylines of AutoCAD release 12, which every program reads, in millimetres, with y
upwards from the lower left corner of the sheet, on the layers `cut` and `fold`.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from printnplay.kernel.geometry import Point, Size, Um
from printnplay.kit.cut_lines import CutLines, Line, cut_files

if TYPE_CHECKING:
    from printnplay.pdf import Printout

_HEAD = ("0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC", "0\nSECTION\n2\nENTITIES")
_FOOT = ("0\nENDSEC", "0\nEOF\n")


def files(printout: "Printout") -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the sheets with cut lines as DXF files."""
    return cut_files(printout, "dxf", _drawn)


def _drawn(size: Size, layers: CutLines) -> str:
    polylines = (
        part
        for layer, lines in layers.items()
        for line in lines
        for part in _polyline(layer, line, size.height)
    )
    return "\n".join([*_HEAD, *polylines, *_FOOT])


def _polyline(layer: str, line: Line, height: Um) -> Iterator[str]:
    is_closed = line[0] == line[-1]
    yield f"0\nPOLYLINE\n8\n{layer}\n66\n1\n70\n{int(is_closed)}"
    for corner in line[:-1] if is_closed else line:
        yield f"0\nVERTEX\n8\n{layer}\n{_place(corner, height)}"
    yield f"0\nSEQEND\n8\n{layer}"


def _place(corner: Point, height: Um) -> str:
    return f"10\n{corner.x / 1000:.3f}\n20\n{(height - corner.y) / 1000:.3f}"
