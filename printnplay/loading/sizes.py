"""How large a game and its texts may be, unless the user lifts the limits."""

from collections.abc import Iterator, Mapping

from printnplay.files.budget import LIFTED
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.game import Game
from printnplay.model.geometry import Size
from printnplay.model.texts import Texts

COPIES = 100_000
"""Cards of a game that are printed."""

CARDS = 20_000
"""Different cards of a game."""

BOARDS = 100
FOLDS = 100
"""Folds of a board."""

BLOCKS = 5_000
"""Blocks of a booklet."""

LETTERS = 10_000
"""Characters of a text, which is a paragraph at most."""

LEAST = 5_000
"""The shortest side of a card or a page, in micrometres: a sheet has few cells."""


def check_size(game: Game | None, texts: Mapping[str, Texts], problems: Problems) -> bool:
    """Whether a game and its texts are of a size that can be checked and drawn in a short time."""
    faults = [*(_too_many(game) if game else ()), *_too_long(texts)]
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
    blocks = sum(len(section.blocks) for section in game.outline.sections)
    yield from _more("blocks of the booklet", blocks, BLOCKS, game.outline.page_span)
    yield from _too_fine("cards", game.card, game.spans.get("card", Span(game.folder)))
    for group in game.groups:
        if group.card is not None:
            yield from _too_fine("cards", group.card, group.span)
    yield from _too_fine("pages of the booklet", game.outline.page, game.outline.page_span)


def _too_fine(what: str, size: Size, place: Span) -> Iterator[Diagnostic]:
    if min(size.width, size.height) < LEAST:
        message = f"{what} of {size.width / 1000:g} x {size.height / 1000:g} mm"
        label = f"expected at least {LEAST / 1000:g} mm on each side"
        yield Diagnostic(codes.FILE_TOO_LARGE, message, place, label, LIFTED)


def _too_long(texts: Mapping[str, Texts]) -> Iterator[Diagnostic]:
    for language in texts.values():
        for text in language.entries.values():
            for name, form in text.forms.items():
                place = text.places.get(name, text.span)
                yield from _more(f"characters in `{text.key}`", len(form), LETTERS, place)


def _more(what: str, count: int, most: int, place: Span) -> Iterator[Diagnostic]:
    if count > most:
        message = f"{count:,} {what}; the limit is {most:,}"
        yield Diagnostic(codes.FILE_TOO_LARGE, message, place, "expected less", LIFTED)
