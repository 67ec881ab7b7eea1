"""What stands in a PDF: marks on a page with where they land, read with pikepdf."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeAlias

import pikepdf

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
MM = 25.4 / 72


@dataclass(frozen=True)
class Mark:
    """An operator of interest, the numbers and names before it, and the state it meets."""

    operator: str
    operands: tuple[Any, ...]
    matrix: Matrix
    clip: tuple[float, ...] | None

    def place(self, x: float, y: float, page_height: float = 297) -> tuple[float, float]:
        """Where a point lands, in millimetres from the page's top left corner, y down."""
        a, b, c, d, e, f = self.matrix
        left, up = a * x + c * y + e, b * x + d * y + f
        return round(left * MM, 3), round(page_height - up * MM, 3)


def opened(data: bytes) -> pikepdf.Pdf:
    """A PDF from memory."""
    return pikepdf.Pdf.open(BytesIO(data))


def marks(pdf: pikepdf.Pdf, *operators: str) -> list[Mark]:
    """The marks that these operators make on the first page."""
    state: tuple[Matrix, tuple[float, ...] | None] = ((1, 0, 0, 1, 0, 0), None)
    saved: list[tuple[Matrix, tuple[float, ...] | None]] = []
    found: list[Mark] = []
    box: tuple[float, ...] = ()
    for instruction in pikepdf.parse_content_stream(pdf.pages[0]):
        operator, operands = str(instruction.operator), tuple(instruction.operands)
        if operator == "q":
            saved.append(state)
        elif operator == "Q":
            state = saved.pop()
        elif operator == "cm":
            state = (_times(tuple(map(float, operands)), state[0]), state[1])
        elif operator == "re":
            box = tuple(map(float, operands))
        elif operator == "W":
            state = (state[0], box)
        if operator in operators:
            found.append(Mark(operator, operands, *state))
    assert not saved
    return found


def _times(first: tuple[float, ...], then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )
