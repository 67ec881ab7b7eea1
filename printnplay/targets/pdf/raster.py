"""A drawing as pixels: for what cannot be done as vectors, sharp enough for print."""

import re
from base64 import b64encode
from collections.abc import Sequence

from printnplay.targets.pdf.compiling import CompileError, Sketch

DOTS = 600
"""Pixels to an inch: small text and thin lines stay clean."""

POINTS = 72

_ROOT = re.compile(r"<(?:[\w-]+:)?svg\b[^<>]*>")
_SIZE = re.compile(r"""\s(?:width|height|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')""")


def rasterise(sketch: Sketch, folders: Sequence[str]) -> Sketch:
    """The same drawing with nothing in it but its picture.

    Raises:
        CompileError: it cannot be drawn like this either.
    """
    import resvg_py

    width, height = (max(1, round(float(side) * DOTS / POINTS)) for side in sketch[1:])
    try:
        pixels = resvg_py.svg_to_bytes(
            svg_string=_sized(sketch.svg, width, height),
            # Lengths in millimetres come out wrong without it.
            dpi=96,
            skip_system_fonts=True,
            font_dirs=list(folders),
            languages=["en"],
        )
    except ValueError as error:
        raise CompileError(str(error)) from None
    picture = b64encode(pixels).decode("ascii")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><image width="{width}" height="{height}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{picture}"/></svg>'
    )
    return Sketch(svg, sketch.width, sketch.height)


def _sized(svg: str, width: int, height: int) -> str:
    """The drawing at so many pixels; asked for another size than its own, the library rounds."""
    size = f' width="{width}" height="{height}" preserveAspectRatio="none"'

    def resize(root: re.Match[str]) -> str:
        plain = _SIZE.sub("", root.group())
        name = plain.split(None, 1)[0].rstrip(">")
        return name + size + plain[len(name) :]

    return _ROOT.sub(resize, svg, count=1)
