"""Verification of printed output: compare a written PDF with the rendered pictures."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

from printnplay.build.job import Job
from printnplay.edition.inks import AGAIN, damaged
from printnplay.files.door import read, size_of
from printnplay.files.writing import write_there
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject
from printnplay.kernel.geometry import in_mm
from printnplay.kernel.suggestions import counted
from printnplay.raster.png import DrawError
from printnplay.raster.print_check import Difference, PrintCheck, damage
from printnplay.scene.sheet import Document

UNPLAIN = re.compile(r"[^\w.-]+")
"""Characters to replace in file names."""

_check_of = lru_cache(1)(PrintCheck)
"""Cached check for documents with these fonts and inks: those of an edition show the same
pictures."""


def unlike(job: Job, file: Path, document: Document) -> Iterator[Diagnostic]:
    """Report differences between a written PDF and the rendered pictures, one per picture."""
    content = read(file, size_of(file), anywhere=True)
    broken = list(damage(content, len(document.sheets)))
    if broken:
        yield from (damaged(file.name, what) for what in broken)
        return
    check = _check_of(document.fonts, document.inks)
    found: dict[str, list[Difference]] = {}
    try:
        for difference in check.differences(content, document):
            found.setdefault(difference.picture.name, []).append(difference)
    except DrawError as error:
        yield damaged(file.name, f"a picture cannot be compared: {error}")
    folder = Path(mkdtemp(prefix="printnplay-")) if found else Path()
    for first, *others in found.values():
        name = UNPLAIN.sub("-", f"{file.stem}-{first.page}-{first.picture.name}.png")
        yield _unlike(job, file, first, len(others), folder / name)


def _unlike(job: Job, file: Path, first: Difference, others: int, sides: Path) -> Diagnostic:
    """Return the fault of a picture; write an image of the drawing, the page and the difference."""
    picture = first.picture
    write_there(sides, [first.sides])
    left, top = (in_mm(round(edge), 1) for edge in first.at[:2])
    place = f"page {first.page} of {file.name}, {left} mm from the left, {top} mm from the top"
    more = [(f"and at {counted(others, 'other place')} of the file", None)] if others else []
    return Diagnostic(
        codes.PRINT_DIFFERS,
        f"`{picture.name}` is not printed as it was drawn: {first.what} ({place})",
        Span(picture.template),
        "expected the page to show this drawing",
        f"{AGAIN}, and {sides}: the drawing, the page, and where they differ",
        (*more,),
        subject=Subject(job.game, str(job.languages), picture.name),
    )
