"""resvg: drawings rendered to PNG, in a separate process if that may take long.

resvg cannot be interrupted, not even by SIGTERM: it holds Python's lock until it is done.
"""

import re
from collections.abc import Mapping
from typing import Any

from printnplay.pdf.compiling import doubtful
from printnplay.pdf.isolation import Limits, OverLimitError, apart

__all__ = ["OverLimitError", "render"]

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
