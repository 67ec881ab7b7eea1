"""The stamp on each page of a draft: what is built in spite of errors must not be mistaken."""

from dataclasses import replace

from printnplay.model.geometry import Point
from printnplay.model.sheet import Document, Label, Run, Sheet, TextLine
from printnplay.pipeline.studio import Studio

COLOUR = "#d0021b"
STYLE = "cover-title"


def stamped(document: Document, studio: Studio) -> Document:
    """The document with the word for a draft across the middle of each page."""
    label = studio.typesetter.label("draft.stamp", STYLE)
    return replace(document, sheets=tuple(_stamped(sheet, label) for sheet in document.sheets))


def _stamped(sheet: Sheet, label: Label) -> Sheet:
    runs = tuple(Run(run.x, run.text, run.face, run.size, COLOUR) for run in label.runs)
    at = Point((sheet.size.width - label.width) // 2, sheet.size.height // 2)
    return replace(sheet, items=(*sheet.items, TextLine(at, runs)))
