"""The pages of a kit of several games that say whose cards are on which sheet."""

from collections.abc import Iterator, Sequence

from printnplay.edition.edition import NO_BREAK, Edition
from printnplay.kernel.geometry import Paper, Um
from printnplay.kit.sheets import PlannedSide
from printnplay.kit.text_sheets import LIST
from printnplay.kit.update_pages import BODY, HEADING, listing_pages
from printnplay.rulebook.pages.strips import Strip
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.text.credits import escaped
from printnplay.text.markup import plain

TITLE = "together.title"


def sorting_pages(
    edition: Edition, paper: Paper, plans: Sequence[PlannedSide], first: int
) -> list[PlannedSide]:
    """Return the pages for sheets that start at page `first`; none if no sheet has two groups."""
    shared = {page: plan for page, plan in enumerate(plans, first) if plan.more and plan.sizes}

    def strips(setter: Typesetter, width: Um) -> Iterator[Strip]:
        yield from setter.strips(setter.inlines(TITLE), setter.styled(HEADING), width)
        yield from setter.strips(setter.inlines("together.intro"), setter.styled(BODY), width)
        for page, plan in shared.items():
            names = (plain(setter.inlines(key)) for key in (plan.title, *plan.more))
            counted = zip(names, plan.sizes, strict=True)
            cards = ", ".join(f"{name}{NO_BREAK}({size})" for name, size in counted)
            said = setter.inlines("together.sheet", page=page, cards=escaped(cards))
            yield from setter.strips(said, setter.styled(LIST), width)

    return listing_pages(edition, paper, TITLE, strips) if shared else []
