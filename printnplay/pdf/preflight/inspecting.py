"""Inspects a PDF of any program against the requirements of a printer, in a process of its own."""

import re
from io import BytesIO
from typing import Any

import msgspec
from msgspec import Struct

from printnplay.game.requirements import Requirements
from printnplay.kernel.suggestions import counted
from printnplay.pdf.preflight.boxes import (
    PageBoxes,
    boxes_of,
    faults_of_boxes,
    faults_of_sizes,
    usual_size,
)
from printnplay.pdf.preflight.document import (
    declared_standard,
    faults_of_annotations,
    faults_of_document,
)
from printnplay.pdf.preflight.findings import Checked, Finding, Findings, Rule, packed, unpacked
from printnplay.pdf.preflight.page import PageCheck
from printnplay.pdf.preflight.reading import Reader
from printnplay.processes.apart import apart

SECONDS = 120.0
"""The processor time for a file, in seconds: a rulebook of 200 pages takes a few."""

MEMORY = 2 << 30
"""The memory for a file, in bytes: a picture of 150 million pixels in four inks takes a third."""

MOST_PAGES = 2000
"""The most pages of a file: a deck of 1,000 cards with their backs."""

BOUND = 4
"""The pages of a folded sheet of a saddle-stitched booklet."""


class UnreadablePdfError(Exception):
    """A PDF that cannot be inspected; the message is the reason."""


class Task(Struct, frozen=True):
    """What to inspect a PDF for; with `stitched`, its pages become a saddle-stitched booklet."""

    wanted: Requirements
    stitched: bool = False


def inspect(pdf: bytes, task: Task) -> Checked:
    """Inspect a PDF in a process of its own, with limits of time and memory.

    Raises:
        UnreadablePdfError: it is no PDF, damaged, encrypted with a password, or has too many pages.
        OverLimitError: it takes too long, or too much memory.
    """
    settings = msgspec.to_builtins(task)
    return unpacked(apart(SECONDS, MEMORY, UnreadablePdfError, packed_of, settings, content=pdf))


def packed_of(pdf: bytes, settings: Any) -> bytes:
    """Inspect a PDF in this process, without limits; the result is a packed `Checked`.

    Raises:
        UnreadablePdfError: as `inspect`.
    """
    return packed(inspected(pdf, msgspec.convert(settings, Task)))


def inspected(pdf: bytes, task: Task) -> Checked:
    """Inspect a PDF in this process, without limits.

    Raises:
        UnreadablePdfError: as `inspect`.
    """
    import pikepdf

    try:
        with pikepdf.open(BytesIO(pdf)) as document:
            return _checked(document, task)
    except pikepdf.PasswordError:
        raise UnreadablePdfError("it is encrypted with a password") from None
    except (
        pikepdf.PdfError,
        RuntimeError,
        ValueError,
        TypeError,
        AttributeError,
        KeyError,
        IndexError,
    ) as error:
        raise UnreadablePdfError(f"it is damaged: {_first_line(error)}") from None


_STREAM = re.compile(r"^stream <[^>]*>:? *")
"""How the library names a file that it has in memory."""


def _first_line(error: Exception) -> str:
    line = next(iter(str(error).splitlines()), type(error).__name__)
    return _STREAM.sub("", line)[:200]


def _checked(document: Any, task: Task) -> Checked:
    found, wanted = Findings(), task.wanted
    count = len(document.pages)
    if not count:
        raise UnreadablePdfError("it has no pages")
    if count > MOST_PAGES:
        raise UnreadablePdfError(f"it has {count:,} pages; the limit is {MOST_PAGES:,}")
    standard = wanted.standard or declared_standard(document)
    for finding in faults_of_document(document, wanted, standard):
        found.add(finding)
    if task.stitched and count % BOUND:
        message = f"it has {counted(count, 'page')}: saddle stitch needs a multiple of {BOUND}"
        found.add(Finding(Rule.COUNT, message, is_required=True))
    reader = Reader()
    pages: list[PageBoxes] = []
    for number, page in enumerate(document.pages, start=1):
        boxes = boxes_of(page)
        pages.append(boxes)
        for finding in (
            *faults_of_boxes(boxes, number, wanted),
            *faults_of_annotations(page, number, wanted),
        ):
            found.add(finding)
        marks = [*reader.marks_of(page, boxes.media)]
        PageCheck(boxes, number, wanted, standard, found).check(marks)
    for finding in faults_of_sizes(pages):
        found.add(finding)
    return Checked(count, usual_size(pages).in_mm(1), found.all())
