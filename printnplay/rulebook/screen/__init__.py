"""HTML and EPUB rulebooks: pages that load nothing and need no script."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from printnplay.rulebook.screen.book import Book

COVER = "-cover.png"
"""The ending of a cover's file name, after the name of the rulebook's files."""


def files(book: "Book") -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the HTML page, and its cover as a picture for link previews."""
    from printnplay.rulebook.screen.page import page_of

    yield f"{book.name}.html", [page_of(book).encode()]
    if book.cover:
        yield f"{book.name}{COVER}", [book.cover]
