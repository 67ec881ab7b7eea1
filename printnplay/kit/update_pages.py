"""The first pages of an update: which cards replace which, and how many."""

from collections.abc import Callable, Iterator, Sequence

from printnplay.edition.edition import Edition
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Rect, Um
from printnplay.kernel.inlines import Inline
from printnplay.kernel.printing import Update, UpdatedCard
from printnplay.kit.sheets import PlannedSide
from printnplay.kit.text_sheets import LIST, text_area
from printnplay.rulebook.pages.strips import Strip, stack
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.sheet import shifted
from printnplay.text.credits import escaped

HEADING, BODY = "instruction-heading", "instruction"
"""The text styles of the title and of sentences: those of the instructions."""


def update_pages(edition: Edition, paper: Paper, update: Update) -> list[PlannedSide]:
    """Return the pages that say what to change, in each language; as many as they need."""
    return listing_pages(
        edition, paper, "kit.title", lambda setter, width: _strips(setter, update, width)
    )


def listing_pages(
    edition: Edition,
    paper: Paper,
    title: str,
    strips: Callable[[Typesetter, Um], Iterator[Strip]],
) -> list[PlannedSide]:
    """Return pages of text in each language, as many as they need.

    Args:
        edition: the edition.
        paper: the paper.
        title: the key of the title of the sheets.
        strips: returns the lines in a language, set to a width.
    """
    area = text_area(paper)
    return [
        PlannedSide(Side("text", shifted(page.items, area.x, area.y), area, ()), title)
        for setter in edition.setters
        for page in _pages(list(strips(setter, area.width)), area)
    ]


def _pages(strips: Sequence[Strip], area: Rect) -> Iterator[Strip]:
    """Yield the strips of each page."""
    waiting: list[Strip] = []
    for strip in strips:
        if waiting and stack([*waiting, strip]).height > area.height:
            yield stack(waiting)
            waiting = []
        waiting.append(strip)
    yield stack(waiting)


def _strips(setter: Typesetter, update: Update, width: Um) -> Iterator[Strip]:
    """Yield the lines of an update."""
    title = _said(setter, "title", since=update.since)
    yield from setter.strips(title, setter.styled(HEADING), width)
    if update.copies:
        yield from setter.strips(setter.inlines("update.intro"), setter.styled(BODY), width)
    for card in update.cards:
        yield from setter.strips(_line(setter, card), setter.styled(LIST), width)
    if update.pages:
        pages = ", ".join(map(str, update.pages))
        yield from setter.strips(_said(setter, "rules", pages=pages), setter.styled(BODY), width)
    if update.box:
        yield from setter.strips(setter.inlines("update.box"), setter.styled(BODY), width)


def _line(setter: Typesetter, card: UpdatedCard) -> tuple[Inline, ...]:
    prints, removes = str(card.prints), str(card.removes)
    if not card.removes:
        return _said(setter, "new", name=card.name, number=prints)
    if not card.prints:
        return _said(setter, "gone", name=card.name, number=removes)
    return _said(setter, "swap", name=card.name, before=removes, number=prints)


def _said(setter: Typesetter, sentence: str, **values: str) -> tuple[Inline, ...]:
    given = {name: escaped(value) for name, value in values.items()}
    return setter.inlines(f"update.{sentence}", **given)
