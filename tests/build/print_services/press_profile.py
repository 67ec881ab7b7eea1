"""A small ICC profile of a press with four inks (ICC.1:2001-04, tables of 8 bits)."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from struct import pack

D50 = (0.9642, 1.0, 0.8249)
TO_XYZ = ((0.4360, 0.3851, 0.1431), (0.2225, 0.7169, 0.0606), (0.0139, 0.0971, 0.7141))
TO_RGB = ((3.1339, -1.6169, -0.4906), (-0.9788, 1.9161, 0.0335), (0.0719, -0.2290, 1.4052))
"""sRGB to XYZ and back, adapted to D50 (Bradford)."""

IDENTITY = bytes(range(256))


def _times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _lab(rgb: Sequence[float]) -> list[float]:
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb]
    shares = [v / white for v, white in zip(_times(TO_XYZ, linear), D50, strict=True)]
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in shares)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def _rgb(lab: Sequence[float]) -> list[float]:
    y = (lab[0] + 16) / 116
    roots = (y + lab[1] / 500, y, y - lab[2] / 200)
    shares = [v**3 if v**3 > 0.008856 else (v - 16 / 116) / 7.787 for v in roots]
    linear = _times(TO_RGB, [v * white for v, white in zip(shares, D50, strict=True)])
    bounded = [min(1.0, max(0.0, v)) for v in linear]
    return [12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in bounded]


def _printed(inks: Sequence[float]) -> list[float]:
    """How inks look on paper, as Lab in bytes; none is as pure as a screen."""
    light, a, b = _lab([(1 - 0.95 * ink) * (1 - 0.93 * inks[3]) for ink in inks[:3]])
    return [light * 2.55, a + 128, b + 128]


def _mixed(lab: Sequence[float]) -> list[float]:
    """The inks of a colour, in bytes: what all three have in common is printed black besides."""
    light, a, b = lab[0] * 100, lab[1] * 255 - 128, lab[2] * 255 - 128
    coloured = [1 - v for v in _rgb((light, a, b))]
    return [255 * ink for ink in (*coloured, min(coloured) ** 1.5)]


def _table(
    inputs: int, outputs: int, grid: int, value: Callable[[Sequence[float]], Sequence[float]]
) -> bytes:
    """A table from colours to colours (lut8Type)."""
    unit = (65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    points = product(range(grid), repeat=inputs)
    cells = (value([step / (grid - 1) for step in point]) for point in points)
    table = bytes(min(255, max(0, round(v))) for cell in cells for v in cell)
    head = pack(">4s4x3Bx9l", b"mft1", inputs, outputs, grid, *unit)
    return head + IDENTITY * inputs + table + IDENTITY * outputs


@cache
def profile() -> bytes:
    """The bytes of the profile."""
    name = b"Test press, coated\0"
    tags = {
        b"desc": pack(">4s4xL", b"desc", len(name)) + name + bytes(78),
        b"cprt": b"text\0\0\0\0No rights reserved\0",
        b"wtpt": pack(">4s4x3l", b"XYZ ", *(round(65536 * v) for v in D50)),
        b"A2B0": _table(4, 3, 5, _printed),
        b"B2A0": _table(3, 4, 13, _mixed),
    }
    start = 128 + 4 + 12 * len(tags)
    index, data = pack(">L", len(tags)), b""
    for tag, content in tags.items():
        index += pack(">4s2L", tag, start + len(data), len(content))
        data += content + bytes(-len(content) % 4)
    kinds = pack(">L4s4s4s", 0x02100000, b"prtr", b"CMYK", b"Lab ")
    illuminant = pack(">3l", *(round(65536 * v) for v in D50))
    head = pack(">L4x", start + len(data)) + kinds + bytes(12) + b"acsp" + bytes(28) + illuminant
    return head.ljust(128, b"\0") + index + data
