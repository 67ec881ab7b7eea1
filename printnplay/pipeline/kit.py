"""Documents of an edition on a paper: kit, booklet, rulebook, and the box where there is one."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from printnplay.imposition.booklet import BookletLabels, impose, imposed, reading
from printnplay.imposition.papers import DoesNotFitError
from printnplay.model.geometry import Point
from printnplay.model.languages import is_right_to_left
from printnplay.model.printing import CREEP, Flip, PrintSettings
from printnplay.model.sheet import Bookmark, Document, Page, Sheet, TextLine
from printnplay.pipeline.box import box_plans, box_sheets
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.pipeline.sheets import (
    SMALL,
    CardSheets,
    PlannedSide,
    board_plans,
    furnished,
)
from printnplay.pipeline.text_sheets import TextSheetMaker
from printnplay.typesetting.text.markup import plain

DRAFT_COLOUR = "#d0021b"
DRAFT_STYLE = "cover-title"


def make_documents(edition: Edition, settings: PrintSettings) -> dict[str, Document]:
    """The documents of an edition by kind; faults go to the edition's problems."""
    box = box_plans(edition, settings)
    booklet = _booklet(edition, settings)
    made = {
        "kit": _document(edition, "kit.title", _kit(edition, settings, box), settings.backs.flip),
        "booklet": _document(edition, "kit.booklet", booklet, settings.booklet_flip),
        "rulebook": _document(edition, "kit.rulebook", _reading(edition)),
    }
    if edition.game.box is not None:
        made["box"] = _document(edition, "kit.box", box_sheets(edition, settings.paper, box))
    if edition.draft:
        return {kind: _stamped(document, edition) for kind, document in made.items()}
    return made


def _stamped(document: Document, edition: Edition) -> Document:
    """The document with the word for a draft across each page: it must not be taken for final."""
    label = edition.typesetter.label("draft.stamp", DRAFT_STYLE)
    runs = tuple(replace(run, colour=DRAFT_COLOUR) for run in label.runs)
    sheets = []
    for sheet in document.sheets:
        at = Point((sheet.size.width - label.width) // 2, sheet.size.height // 2)
        sheets.append(replace(sheet, items=(*sheet.items, TextLine(at, runs))))
    return replace(document, sheets=tuple(sheets))


def _kit(
    edition: Edition, settings: PrintSettings, box: Sequence[PlannedSide]
) -> tuple[Sheet, ...]:
    """Instructions, cards, boards and the rules at a glance, in printing order.

    The instructions also explain the sheets of the box, which are a document of their own.
    """
    text_sheets = TextSheetMaker(edition, settings, box)
    cards = CardSheets(edition, settings)
    try:
        plans = [
            *cards.plans(),
            *board_plans(edition, settings.paper),
        ]
        if settings.backs.flip:
            plans = _with_blanks(plans, text_sheets.blank())
        plans = [*plans, text_sheets.reference()]
        return furnished(edition, settings.paper, [text_sheets.instructions(plans), *plans])
    except DoesNotFitError as error:
        cure = "choose another paper, a smaller card, shorter texts, or a smaller `label` style"
        group = cards.planned
        own = group is not None and (group.fold or group.card is not None)
        span = group.span if group is not None and own else edition.game.spans["card"]
        edition.problems.add(unfit(error.element, error.reason, span, cure))
        return ()


def _with_blanks(plans: Sequence[PlannedSide], blank: PlannedSide) -> list[PlannedSide]:
    """A blank page behind each that has no back, the instructions before them all too.

    So each back is printed behind its own fronts when the whole file is printed on both sides.
    """
    spaced = [blank]
    for plan, following in zip_longest(plans, plans[1:]):
        spaced.append(plan)
        backed = following is not None and following.side.kind == "back"
        if plan.side.kind != "back" and not backed:
            spaced.append(blank)
    return spaced


def _booklet(edition: Edition, settings: PrintSettings) -> tuple[Sheet, ...]:
    pages = edition.pages
    if not pages:
        return ()
    outline = edition.game.outline
    creep = CREEP if outline.creep is None else outline.creep
    try:
        labels = _labels(edition, pages)
        if is_right_to_left(edition.language):
            # Bound on the right: each sheet has its pages the other way round.
            pages = pages[::-1]
        return impose(pages, settings.paper, labels, settings.booklet_flip, creep)
    except DoesNotFitError as error:
        cure = "choose another paper, or smaller pages"
        edition.problems.add(unfit(error.element, error.reason, outline.page_span, cure))
        return ()


def _labels(edition: Edition, pages: Sequence[Page]) -> BookletLabels:
    setter = edition.typesetter
    sides = []
    for index in range(len(imposed(len(pages)))):
        name = "booklet.back" if index % 2 else "booklet.front"
        side = plain(setter.inlines(name))
        sides.append(setter.label("booklet.sheet", SMALL, sheet=index // 2 + 1, side=side))
    return BookletLabels(
        setter.label("booklet.fold", SMALL),
        setter.label("booklet.trim", SMALL),
        setter.label("booklet.fold_then_trim", SMALL),
        tuple(sides),
    )


def _reading(edition: Edition) -> tuple[Sheet, ...]:
    """The pages in order; the first has the game's name in the outline."""
    sheets = reading(edition.pages)
    if not sheets:
        return ()
    cover = replace(sheets[0], bookmarks=(Bookmark(edition.game.title), *sheets[0].bookmarks))
    return (cover, *sheets[1:])


def _document(
    edition: Edition, key: str, sheets: Sequence[Sheet], flip: Flip | None = None
) -> Document:
    game = edition.game
    kind = plain(edition.typesetter.inlines(key))
    return Document(
        title=f"{game.title} – {kind}",
        subject=f"{game.title}, {edition.language}",
        author=", ".join(game.credits.values()),
        language=edition.language,
        sheets=tuple(sheets),
        fonts=edition.loaded.shelf.faces,
        flip=flip,
    )
