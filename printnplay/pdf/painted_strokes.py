"""Gradient or pattern strokes around plain fills, painted separately: the fill, then the stroke.

PDFium, and so Chrome and Edge, draws such a stroke below the fill when one operator paints both,
and half of its width is covered.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from printnplay.pdf.drawn import Drawn

_PATHS = frozenset({"m", "l", "c", "v", "y", "h", "re"})
_PATTERN = "/Pattern"
_APART = {"B": ("f", "S"), "B*": ("f*", "S"), "b": ("f", "s"), "b*": ("f*", "s")}
"""The operators that paint both, as a fill and a stroke operator (PDF 2.0, 8.5.3.1)."""


def paint_apart(drawn: Drawn) -> None:
    """Make pages, and everything drawn on them, paint such strokes separately."""
    import pikepdf

    for content in drawn.contents:
        if _PATTERN in content.get("/Resources", {}):
            stream = content.get("/Contents", content)
            if b"/Pattern CS" in stream.read_bytes():
                apart = list(_apart(pikepdf.parse_content_stream(content)))
                stream.write(pikepdf.unparse_content_stream(apart))


def _apart(instructions: Iterable[Any]) -> Iterator[Any]:
    import pikepdf

    path: list[Any] = []
    spaces = _Spaces()
    for instruction in instructions:
        name = str(instruction.operator)
        if name in _APART and spaces.lines == _PATTERN != spaces.areas:
            area, outline = (
                pikepdf.ContentStreamInstruction([], pikepdf.Operator(one)) for one in _APART[name]
            )
            yield from (area, *path, outline)
        else:
            spaces.follow(name, instruction.operands)
            yield instruction
        if name in _PATHS:
            path.append(instruction)
        else:
            path = []


class _Spaces:
    """The colour spaces of fills and strokes; empty for plain colours."""

    def __init__(self) -> None:
        self.areas = self.lines = ""
        self._saved: list[tuple[str, str]] = []

    def follow(self, name: str, operands: Sequence[Any]) -> None:
        """Update the colour spaces after an operator."""
        if name == "q":
            self._saved.append((self.areas, self.lines))
        elif name == "Q" and self._saved:
            self.areas, self.lines = self._saved.pop()
        elif name in ("g", "rg", "k", "cs"):
            self.areas = str(operands[0]) if name == "cs" else ""
        elif name in ("G", "RG", "K", "CS"):
            self.lines = str(operands[0]) if name == "CS" else ""
