"""The pages of a kit as they ought to come, worked out anew from the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printnplay.game.game import Game

from .readback import Box

CARD = 63.5
COLUMNS, ROWS = 3, 4
A_SHEET = COLUMNS * ROWS
HALF_A_SHEET = A_SHEET // 2
FOLD_CARDS = 4


@dataclass(frozen=True)
class KitPage:
    """A page: its kind, the key of its title, and its cards in order."""

    kind: str
    title: str
    cards: tuple[str, ...] = ()


def kit_pages(game: Game, backs: str) -> list[KitPage]:
    """All pages in order; in a duplex kit every page has its other side."""
    pages = [KitPage("front-page", "kit.title"), KitPage("instructions", "kit.title")]
    for group in game.groups:
        cards = [card.id for card in game.cards_of(group) for _ in range(card.copies)]
        title = f"sheets.{group.id}"
        if group.fold:
            for some in _shares(cards, FOLD_CARDS):
                pages.append(KitPage("fold-cards", title, some))
                if backs in ("long", "short"):
                    pages.append(KitPage("blank", title))
        else:
            pages += _card_pages(title, cards, backs)
    if backs == "separate":
        pages.append(KitPage("separate", "kit.back", ("back",) * A_SHEET))
    return [*pages, KitPage("reference", "kit.reference")]


def _card_pages(title: str, cards: Sequence[str], backs: str) -> Iterator[KitPage]:
    if backs == "fold":
        for some in _shares(cards, HALF_A_SHEET):
            yield KitPage("fold-over", title, some)
        return
    for some in _shares(cards, A_SHEET):
        yield KitPage("front", title, some)
        if backs in ("long", "short"):
            yield KitPage("back", "kit.back", ("back",) * len(some))


def _shares(cards: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    return (tuple(cards[start : start + number]) for start in range(0, len(cards), number))


def gaps(size: tuple[float, float]) -> tuple[float, float]:
    """The gaps between cards, in a row and between rows, on A4 and on Letter.

    A4: 200 mm between margins of 5 mm are shared among three cards, (200 - 190.5) / 3; above and
    below, 4.2 mm for text and 2 mm of bleed are left, and twice the bleed is enough. On Letter the
    text has its room beside the cards.
    """
    return (3.1, 4.0) if size[1] > 290 else (1.5, 3.8)


def grid(size: tuple[float, float], rows: int = ROWS, wide: int = 1) -> list[Box]:
    """The places of cards, row by row, centred on paper of this size; `wide` cards in one piece."""
    columns = COLUMNS // wide
    width = wide * CARD
    across, down = gaps(size)
    left = (size[0] - columns * width - (columns - 1) * across) / 2
    top = (size[1] - rows * CARD - (rows - 1) * down) / 2
    corners = [
        (left + column * (width + across), top + row * (CARD + down))
        for row in range(rows)
        for column in range(columns)
    ]
    return [Box(x, y, x + width, y + CARD) for x, y in corners]
