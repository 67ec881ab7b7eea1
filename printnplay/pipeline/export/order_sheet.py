"""Order sheets: what to choose on the site of a print service, in words."""

from collections.abc import Iterator, Sequence

from printnplay.model.exporting import Component, ComponentKind, Copies
from printnplay.model.geometry import Um
from printnplay.model.services import BoxSize, Service
from printnplay.pipeline.export.decks import Deck
from printnplay.pipeline.export.job import ExportJob


def order_sheet(
    job: ExportJob,
    service: Service,
    decks: Sequence[Deck],
    others: Sequence[Component],
    boxes: dict[str, BoxSize],
) -> str:
    """The sheet as plain text; `boxes` are those for the decks, by the product's id."""
    lines = [
        f"{job.edition.game.title} ({job.languages}) at {service.name}",
        service.site,
        "",
        "What to order",
    ]
    for deck in decks:
        lines += _deck(deck, boxes.get(deck.product.id))
    lines += ["", "What to do", *_numbered(service.steps)]
    lines += ["", "The files", *_files(service)]
    if service.copies is Copies.LIST:
        lines += ["", "How many of each card", *_quantities(decks)]
    if left := [*_left_out(others, job.components)]:
        lines += ["", f"Not made by {service.name}, and not among the files", *left]
    return "\n".join(lines) + "\n"


def _deck(deck: Deck, box: BoxSize | None) -> Iterator[str]:
    product, cards = deck.product, deck.cards
    size = f"{_mm(product.size.width)} x {_mm(product.size.height)} mm"
    yield f"  {product.name}, {size}: {cards} cards, in the folder or file `{product.id}`"
    ordered = product.deck_for(cards)
    if ordered is not None and ordered > cards:
        blank = ordered - cards
        share = round(100 * blank / ordered)
        yield (
            f"    choose {ordered} cards: {blank} stay blank, which is {share} % of what you pay;"
            f" add cards, or use them for rules at a glance"
        )
    if box is not None:
        yield f"    box: {box.name}, {_mm(box.depth)} mm deep; its pictures are in `box-{box.id}`"


def _numbered(steps: Sequence[str]) -> list[str]:
    return [f"  {number}. {step}" for number, step in enumerate(steps, start=1)]


def _files(service: Service) -> Iterator[str]:
    safe = _mm(service.safe)
    yield f"  bleed {_mm(service.bleed)} mm on each side; texts {safe} mm within the cut"
    if service.format == "png":
        yield f"  PNG, {service.dpi} pixels to the inch, sRGB"
        return
    yield f"  PDF, a page for each side of a card, {' then '.join(service.order.split('-'))}"
    if service.standard:
        yield f"  made to {service.standard}, not certified: let the service check it"
    if service.ink:
        yield f"  {service.ink} % of ink at most; black text in black ink only"


def _quantities(decks: Sequence[Deck]) -> Iterator[str]:
    for deck in decks:
        yield f"  {deck.product.name}"
        yield from (f"    {card.copies:3} x {card.id}" for card in deck.components)


def _left_out(others: Sequence[Component], components: Sequence[Component]) -> Iterator[str]:
    boards = [item for item in components if item.kind is ComponentKind.BOARD]
    for component in (*others, *boards):
        size = component.front.size
        what = "board " if component.kind is ComponentKind.BOARD else ""
        yield (
            f"  {what}{component.id}, {_mm(size.width)} x {_mm(size.height)} mm,"
            f" {component.copies} x"
        )


def _mm(length: Um) -> str:
    return f"{length / 1000:.2f}".rstrip("0").rstrip(".")
