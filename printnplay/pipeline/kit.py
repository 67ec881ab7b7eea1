"""The stamp on each page of a draft: what is built in spite of errors must not be mistaken.

The kit: instructions, card sheets with their backs, fold cards, the rules at a glance.

The files of a language on a paper: kit, booklet, rulebook, and the box where there is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from printnplay.imposition.booklet import BookletLabels, impose, imposed, reading
from printnplay.imposition.furniture import place_label
from printnplay.imposition.papers import DoesNotFitError, find_paper
from printnplay.imposition.sides import Side
from printnplay.model.geometry import Paper, Point
from printnplay.model.sheet import Bookmark, Document, Label, Page, Run, Sheet, TextLine
from printnplay.pipeline.box import board_plans, box_plans, box_sheets
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.game import unfit
from printnplay.pipeline.request import BuildRequest
from printnplay.pipeline.sheets import DUPLEX, CardSheets, dressed
from printnplay.pipeline.text_sheets import SMALL, PlannedSide, TextSheetMaker, text_area
from printnplay.typesetting.text.markup import plain

COLOUR = "#d0021b"
STYLE = "cover-title"


def stamped(document: Document, edition: Edition) -> Document:
    """The document with the word for a draft across the middle of each page."""
    label = edition.typesetter.label("draft.stamp", STYLE)
    return replace(document, sheets=tuple(_stamped(sheet, label) for sheet in document.sheets))


def _stamped(sheet: Sheet, label: Label) -> Sheet:
    runs = tuple(Run(run.x, run.text, run.face, run.size, COLOUR) for run in label.runs)
    at = Point((sheet.size.width - label.width) // 2, sheet.size.height // 2)
    return replace(sheet, items=(*sheet.items, TextLine(at, runs)))


@dataclass(frozen=True, slots=True)
class KitMaker:
    """Makes the sheets of a kit on one paper.

    In a duplex kit a page without a back is followed by a blank one, so that every back comes out
    behind its own fronts when the whole file is printed. The instructions tell of the box too,
    whose sheets are `box`.
    """

    edition: Edition
    paper: Paper
    backs: str
    flip: str
    box: Sequence[PlannedSide] = ()

    def sheets(self) -> tuple[Sheet, ...]:
        """All sheets in printing order; what does not fit is noted."""
        game = self.edition.game
        try:
            cards = CardSheets(self.edition, self.paper, self.backs).plans()
            plans = self._spaced([*cards, *board_plans(self.edition, self.paper)])
            leaflets = TextSheetMaker(self.edition, self.paper, self.backs, self.flip, self.box)
            last = PlannedSide(leaflets.reference(), "kit.reference")
            first = PlannedSide(leaflets.instructions([*plans, last]), "kit.title")
            total = len(plans) + 2
            return tuple(
                dressed(self.edition, self.paper, plan, (number, total))
                for number, plan in enumerate([first, *plans, last], start=1)
            )
        except DoesNotFitError as error:
            cure = "choose another paper, a smaller card, shorter texts, or a smaller `label` style"
            self.edition.problems.add(unfit(error.element, error.reason, game.spans["card"], cure))
            return ()

    def _spaced(self, plans: Sequence[PlannedSide]) -> list[PlannedSide]:
        """In a duplex kit a blank page behind each that has no back, the instructions too."""
        if self.backs not in DUPLEX:
            return list(plans)
        spaced = [self._blank()]
        for plan, following in zip_longest(plans, plans[1:]):
            spaced.append(plan)
            backed = following is not None and following.side.kind == "back"
            if plan.side.kind != "back" and not backed:
                spaced.append(self._blank())
        return spaced

    def _blank(self) -> PlannedSide:
        area = text_area(self.paper)
        label = self.edition.typesetter.label("booklet.blank", SMALL)
        note = place_label(label, area.centre, "centre")
        return PlannedSide(Side("blank", (note,), area, ()), "kit.title")


def make_documents(edition: Edition, paper_name: str, request: BuildRequest) -> dict[str, Document]:
    """The documents of one language on one paper, by kind; faults go to the studio's problems."""
    paper = find_paper(paper_name)
    flip = request.booklet_flip
    box = box_plans(edition, paper, request.backs)
    kit = KitMaker(edition, paper, request.backs, flip, box).sheets()
    booklet = _booklet(edition, paper, flip)
    made = {
        "kit": _document(edition, "kit.title", kit, _kit_duplex(request.backs)),
        "booklet": _document(edition, "kit.booklet", booklet, flip),
        "rulebook": _document(edition, "kit.rulebook", _reading(edition), "simplex"),
    }
    if edition.game.box is not None:
        made["box"] = _document(edition, "kit.box", box_sheets(edition, paper, box), "simplex")
    if request.draft:
        return {kind: stamped(document, edition) for kind, document in made.items()}
    return made


def _kit_duplex(backs: str) -> str:
    return backs if backs in DUPLEX else "simplex"


def _booklet(edition: Edition, paper: Paper, flip: str) -> tuple[Sheet, ...]:
    pages = edition.pages
    if not pages:
        return ()
    try:
        return impose(pages, paper, _labels(edition, pages), flip)
    except DoesNotFitError as error:
        cure = "choose another paper, or smaller pages"
        span = edition.game.outline.page_span
        edition.problems.add(unfit(error.element, error.reason, span, cure))
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
    """The pages in order; the first page bears the game's name in the outline."""
    sheets = reading(edition.pages)
    if not sheets:
        return ()
    cover = replace(sheets[0], bookmarks=(Bookmark(edition.game.title), *sheets[0].bookmarks))
    return (cover, *sheets[1:])


def _document(edition: Edition, key: str, sheets: Sequence[Sheet], duplex: str) -> Document:
    game = edition.game
    kind = plain(edition.typesetter.inlines(key))
    return Document(
        title=f"{game.title} – {kind}",
        subject=f"{game.title}, {edition.language}",
        author=", ".join(game.credits.values()),
        language=edition.language,
        sheets=tuple(sheets),
        fonts=edition.workshop.shelf.faces,
        duplex=duplex,
    )
