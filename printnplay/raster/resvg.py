"""resvg: drawings rendered to PNG, in a separate process if that may take long.

typst holds resvg, too: its wheel is built for speed and takes a third of the time of the wheel
resvg_py, which is built for size, for the same pixels. Only the latter renders without
anti-aliasing. Neither can be interrupted, not even by SIGTERM: they hold Python's lock.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from printnplay.pdf.compiling import CompileError, compiled, doubtful
from printnplay.pdf.isolation import Limits, OverLimitError, apart

__all__ = ["CompileError", "OverLimitError", "render", "render_page"]

LIMITS = Limits()

MANY_MASKS = 12
"""The most masks to render in this process: nested four by four, they are rendered 81 times."""
MANY_ELEMENTS = 20_000
"""The most tags of a drawing to render in this process: as many gradients over a whole card take
some seconds. A guess."""

_MASKED = re.compile(r"""\bmask\s*(?:=\s*["']|:)\s*url\(""")


def render(
    told: Mapping[str, Any], *, seconds: float = LIMITS.seconds_alone, **more: object
) -> bytes:
    """Return a drawing as PNG; `told` and `more` are the arguments of resvg.

    `seconds` is the limit of processor time for a drawing that may take long.

    Raises:
        ValueError: it cannot be rendered.
        OverLimitError: it takes too long or too much memory.
    """
    whole = {**told, **more}
    if _may_take_long(told["svg_string"]):
        return apart(seconds, LIMITS.memory, render_here, whole, failure=ValueError)
    return render_here(whole)


def render_page(svg: str, size: tuple[int, int], ground: str, folders: Sequence[str]) -> bytes:
    """Return a drawing stretched to this size in pixels as PNG, with the fonts in these folders.

    `ground` is the colour behind it: `white`, as `#rrggbb`, or empty for transparent.

    Raises:
        CompileError: it cannot be rendered.
        OverLimitError: it takes too long or too much memory.
    """
    told = (svg, size, ground, folders)
    if _may_take_long(svg):
        return apart(LIMITS.seconds_alone, LIMITS.memory, render_page_here, *told)
    return render_page_here(*told)


def render_page_here(svg: str, size: Sequence[int], ground: str, folders: Sequence[str]) -> bytes:
    """Return a drawing as PNG, rendered in this process.

    Raises:
        CompileError: it cannot be rendered.
    """
    width, height = size
    fill = f'rgb("{ground}")' if ground.startswith("#") else ground or "none"
    source = (
        f"#page(width: {width}pt, height: {height}pt, margin: 0pt, fill: {fill}, "
        'image(bytes(sys.inputs.svg), format: "svg", width: 100%, height: 100%, fit: "stretch"))'
    )
    return compiled(source, folders, {"svg": svg}, format="png", ppi=72)


def _may_take_long(svg: str) -> bool:
    """Return whether a drawing may take more than seconds: also masks, which typst draws faster."""
    is_large = svg.count("<") > MANY_ELEMENTS or len(_MASKED.findall(svg)) > MANY_MASKS
    return is_large or doubtful(svg)


def render_here(whole: Mapping[str, Any]) -> bytes:
    """Return a drawing as PNG, rendered in this process.

    Raises:
        ValueError: it cannot be rendered.
    """
    import resvg_py

    # resvg computes lengths in millimetres wrongly without `dpi`.
    return bytes(resvg_py.svg_to_bytes(**whole, dpi=PER_INCH))


PER_INCH = 96
"""The resolution of SVG, in pixels per inch (CSS Values and Units, 5.2)."""
