"""Limits of a game: more cards, texts or faces than these are refused before work begins."""

from collections.abc import Iterator, Mapping

from printnplay.files.budget import LIFTED
from printnplay.game.game import Game
from printnplay.game.texts import Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.geometry import Size

COPIES = 100_000
"""The most cards of a game to print: 10,000 sheets of nine and more. A guess: more is a mistake."""


CARDS = 20_000
"""The most distinct cards of a game: as many as a table has rows (`MAX_ROWS` in
`tables/cells.py`)."""


BOARDS = 100
"""The most boards of a game. A guess: more is a mistake."""


FOLDS = 100
"""The most folds of a board. A guess: more is a mistake."""


BLOCKS = 5_000
"""The most blocks of a booklet: hundreds of pages. A guess."""


LETTERS = 10_000
"""The most characters of a text, which is at most a paragraph: some five pages. A guess."""
TEXTS, TEXTS_OF_A_CARD = 5_000, 20
"""The most texts of a language in one game: a base number, and a number for each distinct card. A
guess: far above the bundled games."""


LEAST = 5_000
"""The shortest side of a card or a page, in micrometres: smaller ones make too many cells on a
sheet, and fingers cannot hold them."""


def check_size(game: Game | None, texts: Mapping[str, Texts], problems: Problems) -> bool:
    """Return whether a game and its texts are within the limits for checking and rendering."""
    cards = len(game.cards) if game else 0
    faults = [
        *(_too_many(game) if game else ()),
        *_too_long(texts, TEXTS + TEXTS_OF_A_CARD * cards),
    ]
    for fault in faults:
        problems.add(fault)
    return not faults


def _too_many(game: Game) -> Iterator[Diagnostic]:
    if game.cards:
        place = max(game.cards, key=lambda card: card.copies).span
        yield from _more("different cards", len(game.cards), CARDS, place)
        yield from _more("cards to print", sum(card.copies for card in game.cards), COPIES, place)
    if game.boards:
        yield from _more("boards", len(game.boards), BOARDS, game.boards[-1].span)
    for board in game.boards:
        yield from _more("folds of a board", sum(map(len, board.folds)), FOLDS, board.span)
    blocks = sum(1 for _ in game.outline.printed_blocks)
    yield from _more("blocks of the booklet", blocks, BLOCKS, game.outline.page_span)
    yield from _too_fine("cards", game.card, game.spans.get("card", Span(game.folder)))
    for group in game.groups:
        if group.card is not None:
            yield from _too_fine("cards", group.card, group.span)
    yield from _too_fine("pages of the booklet", game.outline.page, game.outline.page_span)


def _too_fine(what: str, size: Size, place: Span) -> Iterator[Diagnostic]:
    if min(size.width, size.height) < LEAST:
        message = f"{what} of {size.in_mm()}"
        label = f"expected at least {LEAST / 1000:g} mm on each side"
        yield Diagnostic(codes.FILE_TOO_LARGE, message, place, label, LIFTED)


def _too_long(texts: Mapping[str, Texts], most: int) -> Iterator[Diagnostic]:
    for language in texts.values():
        yield from _more("texts", len(language.entries), most, Span(language.file))
        for text in language.entries.values():
            for name, form in text.forms.items():
                place = text.places.get(name, text.span)
                yield from _more(f"characters in `{text.key}`", len(form), LETTERS, place)


def _more(what: str, count: int, most: int, place: Span) -> Iterator[Diagnostic]:
    if count > most:
        message = f"{count:,} {what}; the limit is {most:,}"
        yield Diagnostic(codes.FILE_TOO_LARGE, message, place, "too many", LIFTED)
