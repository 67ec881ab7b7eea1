"""Faults put into a sound PDF, to see that the reader finds them."""

from collections.abc import Callable
from io import BytesIO
from typing import TypeAlias

import pikepdf

Step: TypeAlias = pikepdf.ContentStreamInstruction
Steps: TypeAlias = list[Step | pikepdf.ContentStreamInlineImage]
Change: TypeAlias = Callable[[pikepdf.Pdf, int, str], None]

HALF_MM = 0.5 / 25.4 * 72
"""Points by which a face is moved: less than a cut is usually off."""


def planted(data: bytes, change: Change, page: int, form: str) -> bytes:
    """The PDF with a fault, of the form with this number, on this page counted from 0."""
    stream = BytesIO()
    with pikepdf.Pdf.open(BytesIO(data)) as pdf:
        change(pdf, page, form)
        pdf.save(stream)
    return stream.getvalue()


def _form(pdf: pikepdf.Pdf, page: int, form: str) -> tuple[str, pikepdf.Object]:
    forms = pdf.pages[page].Resources.XObject
    return next((name, one) for name, one in forms.items() if str(one.objgen) == form)


def thin_strokes(pdf: pikepdf.Pdf, page: int, form: str) -> None:
    """Halve the width of all strokes."""
    holder = _form(pdf, page, form)[1]
    steps: Steps = []
    for one in pikepdf.parse_content_stream(holder):
        if str(one.operator) == "w":
            steps.append(Step([float(one.operands[0]) / 2], one.operator))
        else:
            steps.append(one)
    holder.write(pikepdf.unparse_content_stream(steps))


def blank(pdf: pikepdf.Pdf, page: int, form: str) -> None:
    """Draw nothing of a face."""
    _form(pdf, page, form)[1].write(b"")


def other_colour(pdf: pikepdf.Pdf, page: int, form: str) -> None:
    """Set all texts in a green."""
    holder = _form(pdf, page, form)[1]
    steps: Steps = []
    for one in pikepdf.parse_content_stream(holder):
        steps.append(one)
        if str(one.operator) == "Tf":
            steps.append(Step([0.2, 0.6, 0.3], pikepdf.Operator("rg")))
    holder.write(pikepdf.unparse_content_stream(steps))


def _page_steps(
    pdf: pikepdf.Pdf, page: int, form: str, change: Callable[[Steps, int], object]
) -> None:
    """Change the steps of a page, given the number of the first that draws the form."""
    name = _form(pdf, page, form)[0]
    steps: Steps = [*pikepdf.parse_content_stream(pdf.pages[page])]
    at = next(
        number
        for number, one in enumerate(steps)
        if str(one.operator) == "Do" and str(one.operands[0]) == name
    )
    change(steps, at)
    pdf.pages[page].Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps))


def shift(pdf: pikepdf.Pdf, page: int, form: str) -> None:
    """Move a face by half a millimetre, and its clip with it."""

    def move(steps: Steps, at: int) -> None:
        begin = max(number for number in range(at) if str(steps[number].operator) == "q")
        moved = Step([1, 0, 0, 1, HALF_MM, 0], pikepdf.Operator("cm"))
        steps.insert(begin + 1, moved)

    _page_steps(pdf, page, form, move)


def one_less(pdf: pikepdf.Pdf, page: int, form: str) -> None:
    """Leave out a copy."""
    _page_steps(pdf, page, form, lambda steps, at: steps.pop(at))


def swap_backs(pdf: pikepdf.Pdf, page: int, form: str) -> None:
    """Let two forms of a page change places: this one and the next other one."""
    forms = pdf.pages[page].Resources.XObject
    name, own = _form(pdf, page, form)
    other = next(key for key, one in forms.items() if one.objgen != own.objgen)
    forms[name], forms[other] = forms[other], own
