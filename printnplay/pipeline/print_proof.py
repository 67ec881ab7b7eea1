"""Proof of the paper: the sheets hold the deck, and a written file shows what was drawn."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

from printnplay.files.door import read, size_of
from printnplay.files.writing import write_there
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Span, Subject
from printnplay.model.game import OWN, Card
from printnplay.model.geometry import in_mm
from printnplay.model.picture import Picture
from printnplay.model.printing import Selection
from printnplay.model.sheet import Document, Stamp
from printnplay.model.suggestions import counted
from printnplay.output.png import DrawError
from printnplay.output.print_check import Difference, PrintCheck, damage
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.inks import Printing
from printnplay.pipeline.request import Job, is_named

AGAIN = "build with `--no-cache`; if that does not help, please report it, with the game"
"""What to do about a fault that is none of the user's files."""

UNPLAIN = re.compile(r"[^\w.-]+")
"""Characters that do not go into the name of a file."""

_check_of = lru_cache(1)(PrintCheck)
"""The check of documents with these fonts and inks: those of an edition show the same pictures."""


def miscounted(
    edition: Edition, printing: Printing, selection: Selection, document: Document
) -> Iterator[Diagnostic]:
    """Find the cards that are on the sheets more or less often than the deck has them.

    Of a part of the sheets, only what there is too much of.
    """
    wanted = _faces(edition, printing, selection, document)
    found = Counter(
        item.picture
        for sheet in document.sheets
        for item in sheet.items
        if isinstance(item, Stamp)
        and item.picture in wanted
        and item.picture.size in (item.rect.size, item.rect.size.turned)
    )
    is_part = selection.test or bool(selection.sheets)
    for face, (card, copies) in wanted.items():
        if found[face] > copies or (found[face] < copies and not is_part):
            yield Diagnostic(
                codes.MISCOUNTED_CARD,
                f"the sheets show `{card.id}` {counted(found[face], 'time')}",
                card.span,
                f"expected {counted(copies, 'time')}",
                AGAIN,
                subject=Subject(card=card.id),
            )


def _faces(
    edition: Edition, printing: Printing, selection: Selection, document: Document
) -> Mapping[Picture, tuple[Card, int]]:
    """The faces of the deck as they are printed, with their card and how often they are wanted."""
    faces: dict[Picture, tuple[Card, int]] = {}
    for card in edition.game.cards:
        group = edition.game.group_of(card)
        if group is None:
            continue
        copies = card.copies if selection.copies is None else selection.copies
        copies = copies if is_named(card.id, selection.only) else 0
        for back in (False, True) if group.fold or group.backs == OWN else (False,):
            face = edition.face(card, back=back) if copies else None
            if face is not None:
                printed = printing.picture(face, document.fonts)
                _, before = faces.get(printed, (card, 0))
                faces[printed] = card, before + copies
    return faces


def unlike(job: Job, file: Path, document: Document) -> Iterator[Diagnostic]:
    """Find what a written PDF does not show as it was drawn: a fault for each picture."""
    content = read(file, size_of(file), anywhere=True)
    damaged = list(damage(content, len(document.sheets)))
    if damaged:
        yield from (_damaged(file.name, what) for what in damaged)
        return
    check = _check_of(document.fonts, document.inks)
    found: dict[str, list[Difference]] = {}
    try:
        for difference in check.differences(content, document):
            found.setdefault(difference.picture.name, []).append(difference)
    except DrawError as error:
        yield _damaged(file.name, f"a picture cannot be compared: {error}")
    folder = Path(mkdtemp(prefix="printnplay-")) if found else Path()
    for first, *others in found.values():
        name = UNPLAIN.sub("-", f"{file.stem}-{first.page}-{first.picture.name}.png")
        yield _unlike(job, file, first, len(others), folder / name)


def _unlike(job: Job, file: Path, first: Difference, others: int, sides: Path) -> Diagnostic:
    """The fault of a picture, whose difference is written beside its drawing and its page."""
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


def _damaged(name: str, what: str) -> Diagnostic:
    return Diagnostic(
        codes.DAMAGED_PRINT, f"{name}: {what}", Span(""), "expected a whole file", AGAIN
    )
