"""Documents of an edition on a paper: kit, booklet, rulebook, and the box where there is one."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from printnplay.imposition.booklet import (
    SIGNATURE,
    BookletLabels,
    impose,
    imposed,
    open_spread,
    pad,
    reading,
)
from printnplay.imposition.leaflet import leaflet, zine
from printnplay.imposition.papers import DoesNotFitError
from printnplay.model.geometry import Point
from printnplay.model.languages import is_right_to_left
from printnplay.model.printing import CREEP, Binding, Flip, PrintSettings
from printnplay.model.sheet import Bookmark, Document, Page, Sheet, TextLine
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.pipeline.sheets import (
    SMALL,
    CardSheets,
    PlannedSide,
    board_plans,
    box_plans,
    box_sheets,
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
    }
    if booklet:
        made["booklet"] = _document(edition, "kit.booklet", booklet, settings.booklet_flip)
    if edition.game.outline.sections:
        made["rulebook"] = _document(edition, "kit.rulebook", _reading(edition))
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
        if edition.game.outline.summary:
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
    binding = settings.binding or outline.binding
    try:
        return _bound(edition, pages, settings, binding)
    except DoesNotFitError as error:
        cure = "choose another paper, or smaller pages"
        edition.problems.add(unfit(error.element, error.reason, outline.page_span, cure))
        return ()


def _bound(
    edition: Edition, pages: Sequence[Page], settings: PrintSettings, binding: Binding
) -> tuple[Sheet, ...]:
    """The sheets to print, which become the booklet; none if its pages are left as they are.

    Raises:
        DoesNotFitError: the pages do not fit on the paper, or are too many.
    """
    outline, paper, flip = edition.game.outline, settings.paper, settings.booklet_flip
    if binding is Binding.NONE:
        return ()
    whole = {Binding.LEAFLET: 2, Binding.ZINE: 8}.get(binding, SIGNATURE)
    pages = pad(pages, lambda number: Page(outline.page, (), str(number)), whole)
    if is_right_to_left(edition.language):
        # Bound on the right: each sheet has its pages the other way round.
        pages = pages[::-1]
    if binding is Binding.ZINE:
        return zine(pages, paper)
    if binding is Binding.LEAFLET:
        return leaflet(pages, paper, flip, trimmed=outline.trimmed)
    creep = CREEP if outline.creep is None else outline.creep
    labels = _labels(edition, pages)
    spread = open_spread(outline.page, paper, trimmed=outline.trimmed)
    return impose(pages, spread, labels, flip, creep)


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
