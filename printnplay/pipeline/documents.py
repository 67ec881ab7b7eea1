"""The files of a language on a paper: kit, booklet, rulebook, and the box where there is one."""

from collections.abc import Sequence
from dataclasses import replace

from printnplay.composition.booklet import impose, imposed, reading
from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.papers import find_paper
from printnplay.composition.spread import BookletLabels
from printnplay.model.geometry import Paper
from printnplay.model.sheet import Bookmark, Document, Page, Sheet
from printnplay.pipeline.boxes import box_plans, box_sheets
from printnplay.pipeline.card_sheets import DUPLEX
from printnplay.pipeline.draft import stamped
from printnplay.pipeline.kit import KitMaker
from printnplay.pipeline.leaflets import SMALL
from printnplay.pipeline.order import Order
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import unfit
from printnplay.rendering.text.inline import plain


def make_documents(studio: Studio, paper_name: str, order: Order) -> dict[str, Document]:
    """The documents of one language on one paper, by kind; faults go to the studio's problems."""
    paper = find_paper(paper_name)
    flip = order.booklet_flip
    box = box_plans(studio, paper, order.backs)
    kit = KitMaker(studio, paper, order.backs, flip, box).sheets()
    booklet = _booklet(studio, paper, flip)
    made = {
        "kit": _document(studio, "kit.title", kit, _kit_duplex(order.backs)),
        "booklet": _document(studio, "kit.booklet", booklet, flip),
        "rulebook": _document(studio, "kit.rulebook", _reading(studio), "simplex"),
    }
    if studio.game.box is not None:
        made["box"] = _document(studio, "kit.box", box_sheets(studio, paper, box), "simplex")
    if order.draft:
        return {kind: stamped(document, studio) for kind, document in made.items()}
    return made


def _kit_duplex(backs: str) -> str:
    return backs if backs in DUPLEX else "simplex"


def _booklet(studio: Studio, paper: Paper, flip: str) -> tuple[Sheet, ...]:
    pages = studio.pages
    if not pages:
        return ()
    try:
        return impose(pages, paper, _labels(studio, pages), flip)
    except DoesNotFitError as error:
        cure = "choose another paper, or smaller pages"
        span = studio.game.outline.page_span
        studio.problems.add(unfit(error.element, error.reason, span, cure))
        return ()


def _labels(studio: Studio, pages: Sequence[Page]) -> BookletLabels:
    setter = studio.typesetter
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


def _reading(studio: Studio) -> tuple[Sheet, ...]:
    """The pages in order; the first page bears the game's name in the outline."""
    sheets = reading(studio.pages)
    if not sheets:
        return ()
    cover = replace(sheets[0], bookmarks=(Bookmark(studio.game.title), *sheets[0].bookmarks))
    return (cover, *sheets[1:])


def _document(studio: Studio, key: str, sheets: Sequence[Sheet], duplex: str) -> Document:
    game = studio.game
    kind = plain(studio.typesetter.inlines(key))
    return Document(
        title=f"{game.title} – {kind}",
        subject=f"{game.title}, {studio.language}",
        author=", ".join(game.credits.values()),
        language=studio.language,
        sheets=tuple(sheets),
        fonts=studio.workshop.shelf.faces,
        duplex=duplex,
    )
